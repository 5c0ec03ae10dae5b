"""House style: whether names, abilities, night reminders and reminder tokens are worded like the official ones.

    for slip in style.slips("Each Night, choose two players, they die", name="Tide"):
        slip.severity, slip.message, slip.start, slip.end, slip.right
    style.fixed(text)    # the same text with everything of severity “fix” put right

Most rules are patterns in `data/style_rules.json`: `[pattern, replacement]`, with examples `for` and `against`. A
replacement of null leaves the wording to the author, who reads `look`; a group `(?P<at>…)` is replaced alone. A rule
that needs code is a function here with the decorator `rule`, called with (text, name, names); modules are discovered. A
rule is about abilities unless it names its `fields`, or its kinds. No rule of severity `fix` finds anything in an
official text. An author may switch rules off for a script:

    "clockwright": {"styleOff": ["ampersand"]}
"""

import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import import_module
from typing import Any

from builder import catalogue
from builder.game import dismissals
from builder.game.script import Script
from builder.language import gettext as _
from builder.memoize import of_short_texts

#: Passes after which a text is taken as it is: one fix can make room for another.
PASSES = 4
#: Common words of abilities. A text is in English if it has some of them, and one for every six words.
ENGLISH = re.compile(
    r"\b(?:you|your|the|a|they|their|each|every|night|tonight|day|players?|choose|if|when|while|until|dies|wakes?|learns?"
    r"|know|knowing|is|are|not|all|good|evil|once|with|of|may|might|have|has|who|how"
    r"|this|other|only|safe|drunk|voted|false|info|play"
    r"|votes?|needs?|from|dead|alive|don't|can't|doesn't|cannot|become|becomes|learn|that|but|been|were|its|them|than|must"
    r"|registers?|poisoned|as (?:Townsfolk|Outsiders?|Minions?|Demons?)|nominate[ds]?|executed?|neighbou?rs?"
    r"|there|which|both|any|ability|abilities|alignments?|knows?|twice|today|tomorrow|kills?|shows?|points?|puts?|give|token|sleep|head|fingers?|signals?)\b",
    re.IGNORECASE,
)
WORD = re.compile(r"\w+")
SHARE_ENGLISH = 6
#: Longer texts are no abilities, and would take long.
LONGEST = 1_000
#: The replacements of a pattern that write the same in lower case, with capitals for first letters, in capitals.
LOWER, TITLE, UPPER = "{lower}", "{title}", "{upper}"
#: In patterns: one of the words of this entry of `data/style_words.json`.
WORDS = re.compile("<<(\\w+)>>")
#: Before a group: with a capital.
CAPITAL = "{capital}"
#: Begins the codes of slips that are left as they are.
LEFT = "style "
#: The field of our object in `_meta`: the codes of rules that are switched off.
OFF = "styleOff"
#: At most this many of them are read.
MOST_OFF = 200
#: The group of a pattern that is replaced; without it, all that matches.
AT = "at"


class Kind(StrEnum):
    """What a rule is about."""

    ABILITY = "ability"
    NIGHT = "night"
    TOKEN = "token"  # noqa: S105  # of the Grimoire
    NAME = "name"


#: So many words of `ENGLISH` has a text at least; night reminders are often of three words.
FEWEST_ENGLISH = {Kind.ABILITY: 2, Kind.NIGHT: 1}
#: The texts of a definition, and which rules read them.
FIELDS = {
    "name": Kind.NAME,
    "ability": Kind.ABILITY,
    "firstNightReminder": Kind.NIGHT,
    "otherNightReminder": Kind.NIGHT,
    "reminders": Kind.TOKEN,
    "remindersGlobal": Kind.TOKEN,
}


class Severity(StrEnum):
    """What a slip asks for, most certain first."""

    #: Safe to put right without asking: the meaning stays.
    FIX = "fix"
    #: Not how the official texts say it; a replacement is worth a look.
    STYLE = "style"
    #: A thought.
    IDEA = "idea"


@dataclass(frozen=True, slots=True)
class Slip:
    """One place in a text that is not in house style."""

    rule: str
    severity: Severity
    message: str
    #: The letters from `start` up to `end`.
    start: int
    end: int
    #: What these letters should be; None: only the author can say.
    right: str | None

    def put_right(self, text: str) -> str:
        """The text with this slip replaced; unchanged if only the author can."""
        return text if self.right is None else text[: self.start] + self.right + text[self.end :]


@dataclass(frozen=True, slots=True)
class Found:
    """The slips of one text of a character on a script."""

    place: int
    id: str
    name: str
    #: The field of its definition; of a list, `text` is one of its items.
    field: str
    text: str
    slips: tuple[Slip, ...]
    #: The text with everything put right that is safe.
    fixed: str


#: Its code, its severity, and what finds its slips.
Rule = tuple[str, Severity, Callable[[str, str, frozenset[str]], Iterator[Slip]]]
#: Start, end, replacement (None: only the author can say) and message of each slip.
Places = Iterator[tuple[int, int, str | None, str]]
Find = Callable[[str, str, frozenset[str]], Places]
GRAVITY = {severity: place for place, severity in enumerate(Severity)}


def of(script: Script, only: int | None = None) -> tuple[Found, ...]:
    """The slips in the texts of a script's own characters, in its order; texts without slips are left out.

    `only` is the place of one character among the entries; without it, all are read.
    """
    names = frozenset(each.name.strip() for each in script.characters)
    without, left = off(script), left_as_they_are(script)
    found = []
    for place, entry in enumerate(script.entries):
        if (
            only not in {None, place}
            or not entry.is_custom
            or not (who := entry.character)
            or not isinstance(entry.written, dict)
        ):
            continue
        mine = frozenset(code for code, about in left if about == entry.key)
        for field, text in texts(entry.written):
            there = tuple(
                slip
                for slip in slips(text, who.name, names, FIELDS[field], without)
                if code_of(text, slip) not in mine
            )
            if there:
                right = fixed(text, who.name, names, FIELDS[field], without, mine)
                found.append(Found(place, entry.id, who.name or entry.id, field, text, there, right))
    return tuple(found)


def code_of(text: str, slip: Slip) -> str:
    """Under which code an author leaves a slip as it is, like a problem (`dismissals`): its rule and its letters."""
    return f"{LEFT}{slip.rule} {text[slip.start : slip.end].strip().casefold()}"


def left_as_they_are(script: Script) -> tuple[tuple[str, str], ...]:
    """The slips that the author left as they are: the code of each, and the key of its character."""
    return tuple(
        (each.code, who)
        for each in dismissals.of(script)
        if each.code.startswith(LEFT)
        for who in each.about or ()
    )


def off(script: Script) -> frozenset[str]:
    """The codes of the rules that the author switched off."""
    listed = script.block.get(OFF)
    rules = listed[:MOST_OFF] if isinstance(listed, list) else ()
    return frozenset(each for each in rules if isinstance(each, str))


def codes() -> tuple[str, ...]:
    """The codes of all rules, sorted."""
    return tuple(sorted({*catalogue.table("style_rules"), *_coded()}))


def texts(written: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Each text of a definition with its field, each once."""
    for field in FIELDS:
        value = written.get(field)
        texts = value if isinstance(value, list) else [value]
        yield from ((field, text) for text in dict.fromkeys(each for each in texts if isinstance(each, str)))


@of_short_texts(4096)
def slips(
    text: str,
    name: str = "",
    names: frozenset[str] = frozenset(),
    kind: Kind = Kind.ABILITY,
    without: frozenset[str] = frozenset(),
) -> tuple[Slip, ...]:
    """The slips in a text, in order; of two about the same letters, the more certain one.

    `name` is the character’s own, `names` those of the set: what looks like one is left alone. A text that is not in
    English has none. Rules with the codes `without` are left out.
    """
    if not _is_judged(text, kind):
        return ()
    return _without_overlap(
        slip
        for code, _severity, rule in _rules()[kind]
        if code not in without
        for slip in rule(text, name, names)
    )


def _is_judged(text: str, kind: Kind) -> bool:
    return len(text) <= LONGEST and (
        kind in {Kind.TOKEN, Kind.NAME} or _is_english(text, FEWEST_ENGLISH[kind])
    )


def _without_overlap(slips: Iterable[Slip]) -> tuple[Slip, ...]:
    found = sorted(slips, key=lambda slip: (GRAVITY[slip.severity], slip.start - slip.end, slip.start))
    kept: list[Slip] = []
    for slip in found:
        if not any(_overlap(slip, each) for each in kept):
            kept.append(slip)
    return tuple(sorted(kept, key=lambda slip: slip.start))


@of_short_texts(4096)
def fixed(
    text: str,
    name: str = "",
    names: frozenset[str] = frozenset(),
    kind: Kind = Kind.ABILITY,
    without: frozenset[str] = frozenset(),
    left: frozenset[str] = frozenset(),
) -> str:
    """The text with every slip of severity `fix` put right, except those that are left as they are (`code_of`)."""
    if not _is_judged(text, kind):
        return text
    rules = [
        rule for code, severity, rule in _rules()[kind] if severity is Severity.FIX and code not in without
    ]
    for _pass in range(PASSES):
        found = _without_overlap(slip for rule in rules for slip in rule(text, name, names))
        safe = [slip for slip in found if code_of(text, slip) not in left]
        if not safe:
            break
        for slip in reversed(safe):
            text = slip.put_right(text)
    return text


def _is_english(text: str, fewest: int) -> bool:
    known = len(ENGLISH.findall(text))
    return known >= fewest and known * SHARE_ENGLISH >= len(WORD.findall(text))


def _overlap(one: Slip, other: Slip) -> bool:
    return one.start == other.start or (one.start < other.end and other.start < one.end)


_CODED: dict[str, tuple[Rule, frozenset[Kind]]] = {}


def rule(code: str, severity: Severity, *kinds: Kind) -> Callable[[Find], Find]:
    """Makes a rule of a function: it yields start, end, replacement and message of each slip in a text."""

    def register(find: Find) -> Find:
        _CODED[code] = (code, severity, _by_code(code, severity, find)), frozenset(kinds or {Kind.ABILITY})
        return find

    return register


@cache
def _coded() -> Mapping[str, tuple[Rule, frozenset[Kind]]]:
    """The rules that need code, by their codes, in the order of the modules."""
    for item in pkgutil.iter_modules(__path__):
        import_module(f"{__name__}.{item.name}")
    return _CODED


@cache
def _rules() -> Mapping[Kind, tuple[Rule, ...]]:
    written = [
        ((code, Severity(rule["severity"]), _by_pattern(code, rule)), rule.get("fields", [Kind.ABILITY]))
        for code, rule in catalogue.table("style_rules").items()
    ]
    coded = _coded().values()
    return {kind: tuple(find for find, kinds in (*written, *coded) if kind in kinds) for kind in Kind}


def _by_code(
    code: str, severity: Severity, find: Find
) -> Callable[[str, str, frozenset[str]], Iterator[Slip]]:
    def rule(text: str, name: str, names: frozenset[str]) -> Iterator[Slip]:
        for start, end, right, message in find(text, name, names):
            yield Slip(code, severity, message, start, end, right)

    return rule


def _by_pattern(code: str, rule: Mapping[str, Any]) -> Callable[[str, str, frozenset[str]], Iterator[Slip]]:
    severity = Severity(rule["severity"])
    patterns = [(re.compile(WORDS.sub(_words, find)), right) for find, right in rule["patterns"]]

    def find(text: str, name: str, names: frozenset[str]) -> Iterator[Slip]:  # noqa: ARG001  # as all rules
        for pattern, template in patterns:
            for match in pattern.finditer(text):
                right = _replacement(match, template)
                start, end = match.span(_target_group(match))
                wrong = text[start:end].strip() or match[0].strip()
                said = rule["say"] if right is not None else rule.get("look", rule["say"])
                message = _(said).format(wrong=wrong, right=(right or "").strip())
                yield Slip(code, severity, message, start, end, right)

    return find


def _words(match: re.Match[str]) -> str:
    return f"(?:{catalogue.table('style_words')[match[1]]})"


def _target_group(match: re.Match[str]) -> int | str:
    return AT if AT in match.re.groupindex and match[AT] is not None else 0


def _replacement(match: re.Match[str], template: str | None) -> str | None:
    hit = match[_target_group(match)]
    if template == LOWER:
        return hit.lower()
    if template == TITLE:
        return hit.title() if " " not in hit else hit.capitalize()
    if template == UPPER:
        return hit.upper()
    if template and template.startswith(CAPITAL):
        return match.expand(template.removeprefix(CAPITAL)).capitalize()
    if template is None:
        return None
    right = match.expand(template)
    keeps = hit[:1].isupper() and hit.lower() != right.lower()
    return right[:1].upper() + right[1:] if keeps else right
