"""Parse the square brackets of an ability: `[+1 Outsider]`, `[No Demon]`, `[Max 3 Pikemen]`.

A bracket contains sentences; each is parsed by one rule of `RULES`. A sentence that matches no rule is reported,
never guessed. To support a new wording, add one line to `RULES` and one row to the table in its test.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from builder.game.setup import effects as fx
from builder.game.teams import Team, read_team
from builder.language import N_
from builder.language import gettext as _

Effects = tuple[fx.Effect, ...]
#: A sentence as written, and its effects; None: it matches no rule.
Sentence = tuple[str, Effects | None]


@dataclass(frozen=True, slots=True)
class Reading:
    """The setup effects that an ability states, sentence by sentence."""

    sentences: tuple[Sentence, ...] = ()
    #: Whether the brackets contain more than was parsed.
    is_cut: bool = False

    @property
    def effects(self) -> Effects:
        """What was understood."""
        return tuple(effect for _, stated in self.sentences for effect in stated or ())

    @property
    def unread(self) -> tuple[str, ...]:
        """The sentences that match no rule."""
        return tuple(text for text, stated in self.sentences if stated is None)

    def along(self, effects: Iterable[fx.Effect]) -> "Reading":
        """Combined with effects that are not stated in a sentence."""
        return Reading((*self.sentences, *(("", (effect,)) for effect in effects)), self.is_cut)


#: Limits: letters of an ability that are searched for brackets, sentences in them, letters of a sentence. No printed
#: ability comes near any of these.
MOST_LETTERS, MOST_SENTENCES, LONGEST = 2_000, 8, 120
_BRACKET = re.compile(r"[\[［]([^\[\]［］]{1,600})[\]］]")
_OPENING = re.compile(r"[\[［]")
_EMPTY = re.compile(r"[\s.…]*")
_PLAIN = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "﹣": "-", "－": "-", "＋": "+", "’": "'", "\u00a0": " "}
)
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WORDS = dict(zip(_NUMBERS, range(1, 11), strict=True))
_NUMBER_WORD = re.compile(rf"\b({'|'.join(_WORDS)})\b", re.IGNORECASE)
_SPACES = re.compile(r"\s+")
#: The end of a sentence, in a text without double spaces.
_SENTENCE = re.compile(r"(?<![.;])[.;]+(?:\s|$)|\n|,\s?(?=[+±-])|\s(?:and|&)\s(?=[+±-])")
_JOINED = re.compile(r"(?<!\bor)(?<!\bto)(?<![,/+-])\s+(?=[+±-]\s?(?:the\b|\d))", re.IGNORECASE)


def read(ability: str) -> Reading:
    """Parse the setup effects in an ability's brackets."""
    found = list(islice(_in_brackets(ability), MOST_SENTENCES + 1))
    is_cut = len(found) > MOST_SENTENCES or _OPENING.search(ability, MOST_LETTERS) is not None
    every = [(sentence, _read(sentence)) for sentence in found[:MOST_SENTENCES]]
    if any(_IN_A_LINE in (stated or ()) for _, stated in every):
        every = list(_in_a_line(every))
    return Reading(tuple(every), is_cut)


def sentence_about(ability: str, name: str) -> str:
    """The sentence in an ability's brackets that contains a name."""
    return next((sentence for sentence in _in_brackets(ability) if name in sentence), name)


def _in_brackets(ability: str) -> Iterator[str]:
    for found in _BRACKET.finditer(ability, 0, MOST_LETTERS):
        if not _EMPTY.fullmatch(found[1]):
            yield from _sentences(found[1])


def _sentences(text: str) -> list[str]:
    spaced = _SPACES.sub(lambda run: "\n" if "\n" in run[0] else " ", text.translate(_PLAIN))
    plain = re.sub(r"\b(max|min)\.", r"\1", spaced, flags=re.IGNORECASE)
    return [" ".join(part.split()) for part in _SENTENCE.split(plain) if part.strip()]


def _read(sentence: str) -> Effects | None:
    if len(sentence) > LONGEST:
        return None
    whole = _by_rule(sentence)
    parts = _JOINED.split(sentence)
    if whole is not None or len(parts) == 1:
        return whole
    each = [_by_rule(part) for part in parts]
    return None if None in each else tuple(effect for part in each for effect in part or ())


def _by_rule(sentence: str) -> Effects | None:
    digits = _NUMBER_WORD.sub(lambda word: str(_WORDS[word[1].lower()]), sentence)
    for pattern, meaning in RULES:
        found = pattern.fullmatch(digits)
        if found and _is_playable(found) and (effects := meaning(found)) is not None:
            return effects
    return None


def _is_playable(found: "re.Match[str]") -> bool:
    """Whether all numbers of a sentence are possible in a game; digits inside a name do not count."""
    numbers = (text for group, text in found.groupdict("").items() if group not in ("name", "whom"))
    return all(int(each) <= fx.ANY_NUMBER for text in numbers for each in re.findall(r"\d+", text))


def _in_a_line(every: Iterable[Sentence]) -> Iterator[Sentence]:
    """If evil sits in a line, the Minions are chosen by their seats once the Demon has one: none is in the bag."""
    is_first = True
    for text, stated in every:
        found: list[fx.Effect] = []
        for effect in stated or ():
            if isinstance(effect, fx.Change) and effect.team is Team.MINION:
                later = fx.Later(Team.MINION, effect.options[0], as_usual=is_first)
                found += [fx.Exactly(Team.MINION, 0), later]
                is_first = False
            else:
                found.append(effect)
        yield text, None if stated is None else tuple(found)


_IN_A_LINE = fx.Step(N_("All evil players sit in one unbroken line."))
_TEAM = r"(?P<team>outsiders?|minions?|demons?)"
_ANY_TEAM = r"(?P<team>townsfolks?|outsiders?|minions?|demons?)"
_NAME = r"(?P<name>[^\W\d_](?:(?!\s-)[^+±]){0,49}?)"
_SIGNED = r"[+-]\s*\d+"

Meaning = Callable[["re.Match[str]"], Effects | None]


def _team(found: "re.Match[str]") -> Team:
    return read_team(found["team"].lower().rstrip("s")) or Team.TOWNSFOLK


def _number(text: str) -> int:
    return int(text.replace(" ", ""))


def _options(found: "re.Match[str]") -> Effects | None:
    if found["options"].isdigit():
        return None  # `[0 Outsiders]` is a number, not a choice
    numbers = {_number(each) for each in re.findall(r"[+-]?\s*\d+", found["options"])}
    return (fx.Change(_team(found), tuple(sorted(numbers))),)


def _range(found: "re.Match[str]") -> Effects:
    low, high = sorted((_number(found["low"]), _number(found["high"])))
    return (fx.Change(_team(found), tuple(range(low, high + 1))),)


def _more(found: "re.Match[str]") -> Effects:
    sign = -1 if found["how"].lower() in ("fewer", "less") else 1
    numbers = {sign * int(each) for each in re.findall(r"\d+", found["options"])}
    return (fx.Change(_team(found), tuple(sorted(numbers))),)


def _either(found: "re.Match[str]") -> Effects:
    number = int(found["number"])
    return (fx.Change(_team(found), (-number, number)),)


def _copies(found: "re.Match[str]") -> Effects | None:
    low, high = _number(found["low"]), _number(found["high"] or found["low"])
    if low > high or (found["low"].isdigit() and not found["high"]):
        return None
    copies = fx.Copies(1 + low, 1 + high, found["name"], extra=True)
    return (
        (copies, fx.Step(N_("The extra one is of the opposing alignment.")))
        if found["alignment"]
        else (copies,)
    )


def _extras(found: "re.Match[str]") -> Effects:
    text = {
        "drunk": _("%(number)s of the extras is drunk."),
        "poisoned": _("%(number)s of the extras is poisoned."),
        "evil": _("%(number)s of the extras is evil."),
    }[found["what"].lower()]
    return (fx.Step(text % {"number": found["number"]}, found["what"].title(), (), 2),)


def _alignment(found: "re.Match[str]") -> Effects:
    team = _team(found) if "team" in found.groupdict() else None
    number = int(found["number"]) if team else 1
    return (fx.Alignment(team, number, evil=found["side"].lower() == "evil"),)


def _rule(pattern: str, meaning: "Meaning | Effects") -> tuple["re.Pattern[str]", Meaning]:
    """The pattern of a sentence, and its meaning: fixed effects, or a function that returns them."""
    compiled = re.compile(pattern, re.IGNORECASE)
    return (compiled, (lambda _: meaning)) if isinstance(meaning, tuple) else (compiled, meaning)


#: Tried in order; a meaning of None means that the rule does not apply.
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
        lambda found: (fx.Exactly(_team(found), None),),
    ),
    # [3 Outsiders] [Exactly 3 Outsiders] [No Demon]
    _rule(
        rf"(?:exactly |always )?(?P<number>\d+)\s*{_TEAM}",
        lambda found: (fx.Exactly(_team(found), int(found["number"])),),
    ),
    _rule(rf"no {_TEAM}", lambda found: (fx.Exactly(_team(found), 0),)),
    _rule(
        r"no evil(?: characters| players)?",
        (fx.Exactly(Team.MINION, 0), fx.Exactly(Team.DEMON, 0), fx.Exactly(Team.OUTSIDER, None)),
    ),
    # [+0 to +2 Village Idiots] [+1 Mercenary of opposing alignment]
    _rule(
        rf"(?P<low>\+\s*\d+|0)(?:\s*(?:to|or)\s*(?P<high>\+?\s*\d+))?\s*(?:extra )?{_NAME}"
        r"(?P<alignment> of (?:the )?(?:opposing|opposite|other) alignment)?",
        _copies,
    ),
    # [1 of the extras is drunk] [1 extra is drunk]
    _rule(
        r"(?P<number>\d+) (?:extras?|of (?:the )?(?:extras?|them)) (?:is|are) (?P<what>drunk|poisoned|evil)",
        _extras,
    ),
    # [Max 3 Pikemen]
    _rule(
        rf"(?:max(?:imum)?|at most|up to)(?: of)? (?P<number>\d+) {_NAME}",
        lambda found: (fx.Copies(0, max(1, int(found["number"])), found["name"]),),
    ),
    # [Most players are Legion] [All Minions are Riot]
    _rule(
        rf"most players are {_NAME}",
        lambda found: (
            fx.Most(found["name"]),
            fx.Exactly(Team.MINION, 0),
            fx.Exactly(Team.OUTSIDER, None),
        ),
    ),
    _rule(rf"all {_TEAM} are {_NAME}", lambda found: (fx.Replaces(_team(found), found["name"]),)),
    # [1 Townsfolk is evil] [You are evil]
    _rule(rf"(?P<number>\d+) {_ANY_TEAM} (?:is|are) (?P<side>evil|good)", _alignment),
    _rule(r"you are (?P<side>evil|good)", _alignment),
    # [You neighbor the Demon] [Evil characters are in a line. You are in the middle. +1 Minion]
    _rule(
        r"you (?:must )?(?:neighbou?r|sit (?:next to|beside)) (?P<whom>.{1,40})",
        lambda found: (fx.Step(_("They sit beside %(whom)s.") % {"whom": found["whom"]}, needs_name=True),),
    ),
    _rule(r"(?:all )?evil (?:characters|players) (?:are|sit) in a line", (_IN_A_LINE,)),
    _rule(
        r"you (?:are|sit) (?P<where>in the middle)",
        lambda _found: (fx.Step(_("They sit in the middle."), needs_name=True),),
    ),
    # [You choose which players are which Minions] [You choose who is which Minion]
    _rule(
        r"you choose (?:which players are which minions|who is which minion)",
        (fx.Exactly(Team.MINION, 0), fx.Later(Team.MINION)),
    ),
    # [Reduce non-traveller player count]
    _rule(
        r"reduce (?:the )?non-travell?er player count(?: by 1)?",
        (fx.Step(N_("Set the game up for one player fewer: this player is counted with the Travellers.")),),
    ),
    # [+the Damsel] [±the Djinn]
    _rule(rf"\+\s*(?:the |an? )?{_NAME}", lambda found: (fx.Partner(found["name"]),)),
    _rule(
        rf"±\s*(?:the |an? )?{_NAME}",
        lambda found: (fx.Step(_("%(name)s may be added.") % {"name": found["name"]}),),
    ),
)
