"""What the sentences in an ability's square brackets mean: one rule for each form that authors write.

To support a new wording, add one line to `RULES` and one row to the table in its test.
"""

import re
from collections.abc import Callable

from builder.game.setup import effects as fx
from builder.game.teams import COUNTED_TEAMS, EVIL_TEAMS, GOOD_TEAMS, Team, read_team_heading
from builder.language import N_, gettext as _

Effects = tuple[fx.Effect, ...]
Meaning = Callable[["re.Match[str]"], Effects | None]

IN_A_LINE = fx.Step(N_("All evil players sit in one unbroken line."))
#: Its own token is not in the bag. Which one is there instead may be said by the rest of the ability.
NOT_IN_BAG = fx.Disguise(())
#: Stands for a step that is the sentence itself.
AS_WRITTEN = fx.Step("")
_TEAM = r"(?P<team>outsiders?|minions?|demons?)"
_ANY_TEAM = r"(?P<team>townsfolks?|outsiders?|minions?|demons?)"
_NAME = r"(?P<name>[^\W\d_](?:(?!\s-)[^+±()]){0,49}?)"
_SIGNED = r"[+-]\s*\d+"
_NEIGHBORS = r"(?:neighbou?rs?|(?:sits?|(?:is|are) seated|is|are) (?:next to|beside|adjacent to))"
_MAY = r"(?:(?:the )?(?:storyteller|st) )?(?:may|might|can|could)"
#: After a number of characters, it says nothing more.
_IN_PLAY = r"(?: (?:(?:is|are) )?in play)?"
_THIS = r"(?:you|they|it|this(?: character| player)?)"


def _team(found: "re.Match[str]", group: str = "team") -> Team:
    return read_team_heading(found[group]) or Team.TOWNSFOLK


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


def _signed_range(found: "re.Match[str]") -> Effects:
    sign = -1 if found["sign"] == "-" else 1
    low, high = sorted((sign * int(found["low"]), sign * int(found["high"])))
    return (fx.Change(_team(found), tuple(range(low, high + 1))),)


def _maybe(found: "re.Match[str]") -> Effects:
    """So many more or fewer, or none: where a sentence says that somebody may."""
    number = int(found["number"])
    signed = -number if found["how"].lower() in ("-", "remove", "fewer", "less") else number
    return (fx.Change(_team(found), tuple(sorted((0, signed)))),)


def _more(found: "re.Match[str]") -> Effects:
    sign = -1 if found["how"].lower() in ("fewer", "less") else 1
    numbers = {sign * int(each) for each in re.findall(r"\d+", found["options"])} or {sign}
    if found["to"]:
        numbers = {*range(sign * max(map(abs, numbers)), 0, -sign), 0}
    return (fx.Change(_team(found), tuple(sorted(numbers))),)


def _either(found: "re.Match[str]") -> Effects:
    number = int(found["number"])
    return (fx.Change(_team(found), (-number, number)),)


def _off(found: "re.Match[str]") -> Effects:
    number = int(found["number"])
    return (fx.Change(_team(found), tuple(range(-number, number + 1))),)


def _among(found: "re.Match[str]") -> Effects:
    low, high = sorted((int(found["low"] or 0), int(found["high"])))
    return (fx.Among(_team(found), tuple(range(low, high + 1))),)


def _exchanged(found: "re.Match[str]") -> Effects | None:
    """So many of one team become so many of another: Townsfolk balance the rest."""
    number, old, new = int(found["number"] or 1), _team(found, "old"), _team(found, "new")
    changes = ((old, -number), (new, number))
    told = tuple(fx.Change(team, (by,)) for team, by in changes if team is not Team.TOWNSFOLK)
    return told if old is not new else None


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


def _so_many(found: "re.Match[str]") -> Effects | None:
    number = int(found["number"])
    name = found.groupdict().get("name", "")
    return (fx.Copies(number, number, name, extra=not name),) if number > 1 else None


def _extras(found: "re.Match[str]") -> Effects:
    text = {
        "drunk": _("%(number)s of the extras is drunk."),
        "poisoned": _("%(number)s of the extras is poisoned."),
        "evil": _("%(number)s of the extras is evil."),
    }[found["what"].lower()]
    return (fx.Step(text % {"number": found["number"]}, found["what"].title(), (), 2),)


#: More markers than this are the Storyteller's to place.
_MOST_MARKERS = 3


def _marked(found: "re.Match[str]") -> Effects | None:
    number, who = int(found["number"]), found["who"].lower()
    if not 0 < number <= _MOST_MARKERS:
        return None
    team = read_team_heading(who)
    counted = [team] if team in COUNTED_TEAMS else COUNTED_TEAMS
    teams = sorted(EVIL_TEAMS) if who.startswith("evil") else counted
    on = ("good",) if who.startswith("good") else tuple(each.value for each in teams)
    what = found["what"]
    text = f"{found['number']} {found['who']} {'is' if number == 1 else 'are'} {what}."
    return tuple(fx.Step("" if place else text, what.title(), on) for place in range(number))


def _alignment(found: "re.Match[str]") -> Effects | None:
    """Players of a team, of one side, or the character itself, are of the other side."""
    said, is_evil = found.groupdict(), found["side"].lower() == "evil"
    number = fx.ANY_NUMBER if (said.get("number") or "").lower() == "all" else int(said.get("number") or 1)
    if said.get("who"):
        of = (found["of"] or "").lower() or ("good" if is_evil else "evil")
        teams = tuple(sorted(GOOD_TEAMS if of == "good" else EVIL_TEAMS))
        return (fx.Alignment(None, number, is_evil, teams),) if (of == "good") is is_evil else None
    return (fx.Alignment(_team(found) if said.get("team") else None, number, evil=is_evil),)


def _seats(where: str) -> Meaning:
    def meaning(found: "re.Match[str]") -> Effects:
        said = found.groupdict()
        who = _whom(said.get("who") or "")
        whom = who if said.get("whom") is None else _whom(found["whom"])
        is_negated = said.get("not") is not None and where == "beside"
        return (fx.Seats("apart" if is_negated else where, who, whom),)

    return meaning


def _whom(said: str) -> str:
    """Who sits somewhere, in the words of `effects.Seats`; empty is the player itself."""
    plain = re.sub(
        r"^(?:the|an?|any|all|another|other|each|every|your?|no|1)\s+", "", said.strip(), flags=re.IGNORECASE
    )
    if re.fullmatch(rf"{_THIS}|themself|themselves|yourself|", plain, re.IGNORECASE):
        return ""
    team = read_team_heading(plain)
    side = re.fullmatch(r"(good|evil)(?: (?:players?|characters?))?", plain, re.IGNORECASE)
    return team.value if team else side[1].lower() if side else plain


def _rule(pattern: str, meaning: "Meaning | Effects") -> tuple["re.Pattern[str]", Meaning]:
    """The pattern of a sentence, and its meaning: fixed effects, or a function that returns them."""
    compiled = re.compile(pattern, re.IGNORECASE)
    return (compiled, (lambda _: meaning)) if isinstance(meaning, tuple) else (compiled, meaning)


#: Tried in order; a meaning of None means that the rule does not apply.
RULES: tuple[tuple["re.Pattern[str]", Meaning], ...] = (
    # [+1 Outsider] [-1 or +1 Outsider] [+0 or +1 Outsider] [-0/-1 Outsider] [-1 Townsfolk, +1 Outsider]
    _rule(
        rf"(?P<options>(?:0|{_SIGNED})(?:\s*(?:,|or|/|,\s*or)\s*(?:0|{_SIGNED}))*)\s*(?:extra )?{_ANY_TEAM}",
        _options,
    ),
    # Another order: [Outsiders: +1 or +2]
    _rule(rf"{_TEAM}:? ?(?P<options>{_SIGNED}(?:\s*(?:or|/)\s*{_SIGNED})*)", _options),
    # [+0 to +2 Outsiders] [+0 to 2 Outsiders] [+1-3 Outsiders]
    _rule(rf"(?P<low>0|{_SIGNED})\s*(?:to|\.\.\.?|…)\s*(?P<high>\d+|{_SIGNED})\s*{_TEAM}", _range),
    _rule(rf"(?P<sign>[+-])\s*(?P<low>\d+)\s*-\s*(?P<high>\d+)\s*(?:extra )?{_TEAM}", _signed_range),
    _rule(
        rf"(?P<sign>)(?P<low>\d+)\s*(?:-|to)\s*(?P<high>\d+) (?:extra|additional|more) {_TEAM}", _signed_range
    ),
    # [±1 Outsider] [+/-1 Outsider] [The Outsider count might be off by 1]
    _rule(rf"(?:±|\+/-)\s*(?P<number>\d+)\s*{_TEAM}", _either),
    _rule(
        rf"(?:the )?{_TEAM} (?:count|number) (?:is|(?:may|might|could|can) be) off by (?:up to )?(?P<number>\d+)",
        _off,
    ),
    # [1 or 2 extra Outsiders] [1 fewer Outsider] [Extra Outsider] [Up to 2 extra Outsiders]
    _rule(
        rf"(?P<to>up to )?(?P<options>\d+(?:\s*or\s*\d+)*|)\s*(?P<how>extra|additional|more|fewer|less)\s*{_TEAM}"
        r"(?: (?:is|are) in play)?",
        _more,
    ),
    _rule(rf"(?P<to>up to )(?P<options>\+\s?\d+)\s*(?P<how>){_TEAM}", _more),
    # [The Storyteller may add 1 Outsider] [There might be 1 extra Minion] [Possibly +1 Outsider]
    *(
        _rule(form.format(number=r"(?P<number>\d+)", team=_TEAM), _maybe)
        for form in (
            rf"{_MAY} (?P<how>add|remove) {{number}} (?:extra )?{{team}}",
            r"there (?:may|might|can|could) be {number} (?P<how>extra|additional|more|fewer|less) {team}",
            r"(?:possibly|perhaps|maybe) (?P<how>[+-]){number} {team}",
        )
    ),
    # [Add or remove up to 2 Outsiders] [Add or remove 1 Outsider]
    _rule(rf"adds? or removes? up to (?P<number>\d+) {_TEAM}", _off),
    _rule(rf"adds? or removes? (?P<number>\d+) {_TEAM}", _either),
    # [Replace a Townsfolk with an Outsider] [A Minion is replaced by a Townsfolk] [Swap 1 Outsider for 1 Townsfolk]
    *(
        _rule(
            form.format(
                old=r"(?P<number>\d+)? ?(?P<old>townsfolk|outsiders?|minions?|demons?)",
                new=r"\d* ?(?P<new>townsfolk|outsiders?|minions?|demons?)",
            ),
            _exchanged,
        )
        for form in (
            "(?:replaces?|swaps?|exchanges?) {old} (?:with|by|for) {new}",
            "{old} (?:is|are) (?:replaced|swapped|exchanged) (?:with|by|for) {new}",
            "{old} (?:becomes?|is instead|are instead) {new}",
        )
    ),
    # [X Outsiders] [-? to +? Outsiders] [Any number of Outsiders] [any Outsiders] [Up to X Outsiders]
    _rule(
        rf"(?:(?:up to )?x|[+±-]?\s?\?|-\s*\?\s*(?:to|or|/)\s*\+\s*\?|any(?: number of)?)\s*{_TEAM}",
        lambda found: (fx.Exactly(_team(found), None),),
    ),
    # [At least 2 Outsiders] [Max 1 Minion]
    _rule(
        rf"(?:at least|min(?:imum)?|no fewer than)(?: of)? (?P<number>\d+) {_TEAM}{_IN_PLAY}",
        lambda found: (
            fx.Among(_team(found), tuple(range(int(found["number"]), fx.ANY_NUMBER + 1)), nearest=True),
        ),
    ),
    _rule(
        rf"(?:at most|max(?:imum)?|no more than)(?: of)? (?P<number>\d+) {_TEAM}{_IN_PLAY}",
        lambda found: (fx.Among(_team(found), tuple(range(int(found["number"]) + 1)), nearest=True),),
    ),
    # [0-3 Outsiders] [Between 1 and 3 Outsiders] [Outsiders: 0 to 2] [Up to 2 Outsiders] [1 or 2 Outsiders]
    *(
        _rule(form.format(low=r"(?P<low>\d+)", high=r"(?P<high>\d+)", team=_TEAM), _among)
        for form in (
            r"(?:between )?{low}\s*(?:-|to|and) ?{high} {team}",
            r"{team}: ?{low}\s*(?:-|to|or) ?{high}",
            r"(?P<low>)up to {high} {team}",
        )
    ),
    _rule(
        rf"(?P<numbers>\d+(?:,? \d+)*,? or \d+) {_TEAM}",
        lambda found: (
            fx.Among(_team(found), tuple(sorted({int(n) for n in re.findall(r"\d+", found["numbers"])}))),
        ),
    ),
    # [3 Outsiders] [Exactly 3 Outsiders] [No Demon] [Remove all Outsiders] [Outsiders: none]
    _rule(
        rf"(?:exactly |always |only )?(?P<number>\d+)\s*{_TEAM}{_IN_PLAY}",
        lambda found: (fx.Exactly(_team(found), int(found["number"])),),
    ),
    _rule(
        rf"no {_TEAM}{_IN_PLAY}|removes? (?:all|every|any) (?:the )?{_TEAM.replace('team', 'all')}"
        rf"|{_TEAM.replace('team', 'none')}: ?(?:none|no|0)",
        lambda found: (fx.Exactly(_team(found, found.lastgroup or ""), 0),),
    ),
    _rule(
        r"no evil(?: characters| players)?",
        (fx.Exactly(Team.MINION, 0), fx.Exactly(Team.DEMON, 0), fx.Exactly(Team.OUTSIDER, None)),
    ),
    # [+1 Townsfolk token in the bag]
    _rule(
        rf"\+?(?P<number>\d+)(?: extra| more| additional)? {_ANY_TEAM}(?: tokens?)?(?: (?:is|are))? in the bag",
        lambda found: (fx.BagTokens(_team(found), int(found["number"])),) if int(found["number"]) else None,
    ),
    # [You are not in the bag] [Put a Townsfolk token in the bag instead] [You think you are a Townsfolk]
    _rule(
        rf"(?:(?:{_THIS}|this token)(?: is| are| goes?)? )?(?:not|never)(?: put)? (?:in|into) the bag"
        rf"|(?:do not|don't) put (?:{_THIS}|this token) (?:in|into) the bag",
        (NOT_IN_BAG,),
    ),
    _rule(
        rf"(?:put|add|use) 1 {_ANY_TEAM}(?: token)?(?: (?:in|into|to) the bag)?,? instead(?: of {_THIS})?"
        rf"|replace (?:{_THIS}|this token) with 1 {_ANY_TEAM.replace('team', 'other')}(?: token)? in the bag",
        lambda found: (fx.Disguise((_team(found, "team" if found["team"] else "other"),)),),
    ),
    _rule(
        r"(?:you|they) (?:think|believe) (?:that )?(?:you|they) are (?:the |1 )?"
        rf"(?:good|{_ANY_TEAM})(?: character| player)?",
        (),
    ),
    # [You don't start in play]
    _rule(
        rf"(?:{_THIS} )?(?:do|does)(?: not|n't) (?:start|begin)(?: the game)? in play"
        rf"|(?:{_THIS} )?(?:starts?|begins?)(?: the game)? (?:out of|not in) play"
        rf"|(?:{_THIS} (?:is|are) )?not in play (?:at (?:the )?(?:start|setup)|when the game begins)",
        (fx.Copies(0, 0),),
    ),
    # [There are 2 Twins] [3 copies of this character] [Any number of Pikemen]
    _rule(
        r"(?:there are )?(?P<number>\d+) (?:copies|of) (?:of )?(?:this character|this|you|it|these)", _so_many
    ),
    _rule(rf"(?:there are )?(?:always |exactly )?(?P<number>\d+) {_NAME} (?:are )?in play", _so_many),
    _rule(rf"there are (?:always |exactly )?(?P<number>\d+) {_NAME}", _so_many),
    _rule(
        rf"there (?:may|might|can|could) be (?:up to )?(?P<number>\d+) {_NAME}",
        lambda found: (fx.Copies(1, int(found["number"]), found["name"]),) if int(found["number"]) else None,
    ),
    _rule(rf"any number of {_NAME}", lambda found: (fx.Copies(1, fx.ANY_NUMBER, found["name"]),)),
    # [+0 to +2 Village Idiots] [+1 Mercenary of opposing alignment]
    _rule(
        rf"(?P<low>\+\s*\d+|0)(?:\s*(?:to|or|-)\s*(?P<high>\+?\s*\d+))?\s*(?:extra )?{_NAME}"
        r"(?P<alignment> of (?:the )?(?:opposing|opposite|other) alignment)?",
        _copies,
    ),
    # [1 of the extras is drunk] [1 extra is drunk]
    _rule(
        r"(?P<number>\d+) (?:extras?|of (?:the )?(?:extras?|them)) (?:is|are) (?P<what>drunk|poisoned|evil)",
        _extras,
    ),
    # [1 player is drunk] [A Townsfolk is poisoned]
    _rule(
        r"(?P<number>\d+) (?P<who>(?:(?:good|evil) )?players?|townsfolk|outsiders?|minions?|demons?)"
        r" (?:is|are|starts?) (?P<what>drunk|poisoned|mad|safe|cursed|marked)",
        _marked,
    ),
    # [Max 3 Pikemen]
    _rule(
        rf"(?:max(?:imum)?|at most|up to)(?: of)? (?P<number>\d+) {_NAME}",
        lambda found: (fx.Copies(0, max(1, int(found["number"])), found["name"]),),
    ),
    # [Most players are Legion] [All Minions are Riot]
    _rule(
        rf"most players are {_NAME}",
        lambda found: (fx.Most(found["name"]), fx.Exactly(Team.MINION, 0), fx.Exactly(Team.OUTSIDER, None)),
    ),
    # [1 Townsfolk is evil] [All Outsiders are evil] [One good player is evil] [You are evil]
    _rule(rf"(?P<number>\d+|all) {_ANY_TEAM} (?:is|are|starts?) (?P<side>evil|good)", _alignment),
    _rule(r"the (?P<team>demon) (?:is|starts?) (?P<side>good)", _alignment),
    _rule(
        r"(?P<number>\d+) (?:(?P<of>good|evil) )?(?P<who>players?|characters?) (?:is|are|starts?) (?P<side>evil|good)",
        _alignment,
    ),
    _rule(rf"{_THIS} (?:is|are|starts?|begins?)(?: as)? (?P<side>evil|good)", _alignment),
    _rule(rf"all {_ANY_TEAM} are {_NAME}", lambda found: (fx.Replaces(_team(found), found["name"]),)),
    # [You neighbor the Demon] [No Minion neighbors the Demon] [You sit opposite the Demon] [Minions sit together]
    _rule(rf"(?P<who>.{{1,40}}?) {_NEIGHBORS} (?:each other|1 another)", _seats("beside")),
    _rule(r"(?P<who>.{1,40}?) sit (?:together|in a row)", _seats("row")),
    _rule(rf"(?P<not>no )(?P<who>.{{1,40}}?) {_NEIGHBORS} (?P<whom>.{{1,40}})", _seats("beside")),
    _rule(
        r"(?:(?P<who>.{1,40}?) )?(?P<not>(?:do|does|must|can)(?:n't| not) |never |cannot )(?:be )?"
        rf"{_NEIGHBORS} (?P<whom>.{{1,40}})",
        _seats("beside"),
    ),
    _rule(rf"(?:(?P<who>.{{1,40}}?) )?(?:must )?{_NEIGHBORS} (?P<whom>.{{1,40}})", _seats("beside")),
    _rule(
        r"(?:(?P<who>.{1,40}?) )?(?:must )?(?:sits?|is|are) (?:opposite|across from)"
        r"(?: of| from| to)? (?P<whom>.{1,40})",
        _seats("opposite"),
    ),
    # [Evil characters are in a line. You are in the middle. +1 Minion]
    _rule(r"(?:all )?evil (?:characters|players) (?:are|sit) in a line", (IN_A_LINE,)),
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
    # [Not with the Baron] [The Spy cannot be in play] [No Drunk]
    *(
        _rule(form.format(name=_NAME), lambda found: (fx.Never(found["name"]),))
        for form in (
            r"(?:not|never) (?:in play )?with (?:the |an? )?{name}(?: in play)?",
            r"(?:cannot|can't|may not|must not|is never|are never) be in play (?:with|alongside) (?:the |an? )?{name}",
            r"(?:the )?{name} (?:cannot|can't|may not|must not) be in play",
            r"(?:the )?{name} (?:is|are) (?:never|not) in play",
            r"no (?!.*,){name}",
            r"(?:but )?not (?:the |an? ){name}",
        )
    ),
    # [+the Damsel] [The King is in play] [Requires the Empath] [±the Djinn]
    *(
        _rule(form.format(name=_NAME), lambda found: (fx.Partner(found["name"]),))
        for form in (
            r"\+\s*(?:the |an? )?{name}",
            r"(?:the )?{name} (?:is|are|must be)(?: always)? in play",
            r"(?:requires?|needs?) (?:the |an? )?{name}(?: in play| to be in play)?",
        )
    ),
    _rule(
        rf"(?:±|{_MAY} add)\s*(?:the |an? )?{_NAME}",
        lambda found: (fx.Step(_("%(name)s may be added.") % {"name": found["name"]}),),
    ),
    # [The Storyteller secretly picks a player] [Choose a Townsfolk: they are marked]
    _rule(
        r"(?:(?:the )?(?:storyteller|st) )?(?:secretly )?(?:choose|pick|mark|select)s?"
        r"(?!.*\b(?:add|adds|added|extra|bag|in play|swap|swaps|replace)\b) .+",
        (AS_WRITTEN,),
    ),
)
