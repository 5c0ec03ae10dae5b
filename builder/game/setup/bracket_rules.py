"""The forms that a sentence in an ability's brackets can have, each with its meaning.

To teach the tool a new wording, add one line to `RULES` and one row to the table in its test. Rules are tried in
order; a meaning of None says "not mine".
"""

import re
from collections.abc import Callable

from builder.game.setup.effects import (
    Alignment,
    Change,
    Copies,
    Effect,
    Exactly,
    Later,
    Most,
    Partner,
    Replaces,
    Step,
)
from builder.game.teams import Team, read_team

Meaning = Callable[["re.Match[str]"], tuple[Effect, ...] | None]

IN_A_LINE = Step("All evil players sit in one unbroken line.")

_TEAM = r"(?P<team>outsiders?|minions?|demons?)"
_ANY_TEAM = r"(?P<team>townsfolks?|outsiders?|minions?|demons?)"
_NAME = r"(?P<name>[^\W\d_](?:(?!\s-)[^+±]){0,49}?)"
_SIGNED = r"[+-]\s*\d+"
#: No game has more players; a greater number is none that anybody means.
_MOST = 20
#: Groups of a rule that hold a name, in which numbers are no numbers of anything.
_NAMING = ("name", "whom")


def is_playable(found: "re.Match[str]") -> bool:
    """Whether all numbers of a sentence are such as a game can have."""
    numbers = (text for group, text in found.groupdict("").items() if group not in _NAMING)
    return all(int(each) <= _MOST for text in numbers for each in re.findall(r"\d+", text))


def _team(found: "re.Match[str]") -> Team:
    team = read_team(found["team"].lower().rstrip("s"))
    return team or Team.TOWNSFOLK


def _number(text: str) -> int:
    return int(text.replace(" ", ""))


def _options(found: "re.Match[str]") -> tuple[Effect, ...] | None:
    if found["options"].isdigit():
        return None  # `[0 Outsiders]` is a number, not a choice
    numbers = tuple(sorted({_number(each) for each in re.findall(r"[+-]?\s*\d+", found["options"])}))
    return (Change(_team(found), numbers),)


def _range(found: "re.Match[str]") -> tuple[Effect, ...] | None:
    low, high = sorted((_number(found["low"]), _number(found["high"])))
    return (Change(_team(found), tuple(range(low, high + 1))),)


def _more(found: "re.Match[str]") -> tuple[Effect, ...] | None:
    sign = -1 if found["how"].lower() in ("fewer", "less") else 1
    numbers = sorted({sign * int(each) for each in re.findall(r"\d+", found["options"])})
    return (Change(_team(found), tuple(numbers)),)


def _either(found: "re.Match[str]") -> tuple[Effect, ...] | None:
    number = int(found["number"])
    return (Change(_team(found), (-number, number)),)


def _exactly(found: "re.Match[str]") -> tuple[Effect, ...] | None:
    return (Exactly(_team(found), int(found["number"])),)


def _copies(found: "re.Match[str]") -> tuple[Effect, ...] | None:
    low, high = _number(found["low"]), _number(found["high"] or found["low"])
    if low > high or (found["low"].isdigit() and not found["high"]):
        return None
    copies = Copies(1 + low, 1 + high, found["name"], extra=True)
    if found["alignment"]:
        return (copies, Step("The extra one is of the opposing alignment."))
    return (copies,)


def _most(found: "re.Match[str]") -> tuple[Effect, ...] | None:
    return (Most(found["name"]), Exactly(Team.MINION, 0), Exactly(Team.OUTSIDER, None))


def _alignment(found: "re.Match[str]") -> tuple[Effect, ...] | None:
    return (Alignment(_team(found), int(found["number"]), evil=found["side"].lower() == "evil"),)


def _seat(found: "re.Match[str]") -> tuple[Effect, ...] | None:
    return (Step(f"They sit {found['where'].replace('neighbour', 'neighbor')}."),)


def _rule(pattern: str, meaning: Meaning) -> tuple["re.Pattern[str]", Meaning]:
    return re.compile(pattern, re.IGNORECASE), meaning


def _always(*effects: Effect) -> Meaning:
    return lambda _: effects


RULES: tuple[tuple["re.Pattern[str]", Meaning], ...] = (
    # [+1 Outsider] [-1 or +1 Outsider] [+0 or +1 Outsider] [-0/-1 Outsider]
    _rule(
        rf"(?P<options>(?:0|{_SIGNED})(?:\s*(?:,|or|/|,\s*or)\s*(?:0|{_SIGNED}))*)\s*(?:extra )?{_TEAM}",
        _options,
    ),
    # [+0 to +2 Outsiders]
    _rule(rf"(?P<low>0|{_SIGNED})\s*(?:to|\.\.\.?|…)\s*(?P<high>0|{_SIGNED})\s*{_TEAM}", _range),
    # [±1 Outsider] [+/-1 Outsider]
    _rule(rf"(?:±|\+/-)\s*(?P<number>\d+)\s*{_TEAM}", _either),
    # [1 or 2 extra Outsiders] [1 fewer Outsider]
    _rule(rf"(?P<options>\d+(?:\s*or\s*\d+)*)\s*(?P<how>extra|additional|more|fewer|less)\s*{_TEAM}", _more),
    # [X Outsiders] [-? to +? Outsiders] [Any number of Outsiders]
    _rule(
        rf"(?:x|\?|-\s*\?\s*(?:to|or|/)\s*\+\s*\?|any number of)\s*{_TEAM}",
        lambda found: (Exactly(_team(found), None),),
    ),
    # [3 Outsiders] [Exactly 3 Outsiders] [No Demon]
    _rule(rf"(?:exactly |always )?(?P<number>\d+)\s*{_TEAM}", _exactly),
    _rule(rf"no {_TEAM}", lambda found: (Exactly(_team(found), 0),)),
    _rule(
        r"no evil(?: characters| players)?",
        _always(Exactly(Team.MINION, 0), Exactly(Team.DEMON, 0), Exactly(Team.OUTSIDER, None)),
    ),
    # [+0 to +2 Village Idiots] [+1 Mercenary of opposing alignment]
    _rule(
        rf"(?P<low>\+\s*\d+|0)(?:\s*(?:to|or)\s*(?P<high>\+?\s*\d+))?\s*(?:extra )?{_NAME}"
        r"(?P<alignment> of (?:the )?(?:opposing|opposite|other) alignment)?",
        _copies,
    ),
    # [1 of the extras is drunk]
    _rule(
        r"(?P<number>\d+) of (?:the )?(?:extras?|them) (?:is|are) (?P<what>drunk|poisoned|evil)",
        lambda found: (
            Step(f"{found['number']} of the extras is {found['what']}.", found["what"].title(), (), 2),
        ),
    ),
    # [Max 3 Pikemen]
    _rule(
        rf"(?:max(?:imum)?|at most|up to)(?: of)? (?P<number>\d+) {_NAME}",
        lambda found: (Copies(0, max(1, int(found["number"])), found["name"]),),
    ),
    # [Most players are Legion] [All Minions are Riot]
    _rule(rf"most players are {_NAME}", _most),
    _rule(rf"all {_TEAM} are {_NAME}", lambda found: (Replaces(_team(found), found["name"]),)),
    # [1 Townsfolk is evil] [You are evil]
    _rule(rf"(?P<number>\d+) {_ANY_TEAM} (?:is|are) (?P<side>evil|good)", _alignment),
    _rule(
        r"you are (?P<side>evil|good)", lambda found: (Alignment(None, evil=found["side"].lower() == "evil"),)
    ),
    # [You neighbor the Demon] [Evil characters are in a line. You are in the middle. +1 Minion]
    _rule(
        r"you (?:must )?(?:neighbou?r|sit (?:next to|beside)) (?P<whom>.{1,40})",
        lambda found: (Step(f"They sit beside {found['whom']}."),),
    ),
    _rule(r"(?:all )?evil (?:characters|players) (?:are|sit) in a line", _always(IN_A_LINE)),
    _rule(r"you (?:are|sit) (?P<where>in the middle)", _seat),
    _rule(
        r"you choose which players are which minions", _always(Exactly(Team.MINION, 0), Later(Team.MINION))
    ),
    # [Reduce non-traveller player count]
    _rule(
        r"reduce (?:the )?non-travell?er player count(?: by 1)?",
        _always(Step("Set the game up for one player fewer: this player is counted with the Travellers.")),
    ),
    # [+the Damsel] [±the Djinn]
    _rule(rf"\+\s*(?:the |an? )?{_NAME}", lambda found: (Partner(found["name"]),)),
    _rule(rf"±\s*(?:the |an? )?{_NAME}", lambda found: (Step(f"{found['name']} may be added."),)),
)
