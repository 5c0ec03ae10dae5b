"""The night sheet: who wakes in which order, and what the Storyteller then does.

A night reminder is split into steps and deeds, and what the Storyteller does in each is classified.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from builder import catalogue, language
from builder.game import cards, markup, night
from builder.game.character import Jinx
from builder.game.ids import key
from builder.game.jinxes import applying
from builder.game.markup import Mark, Piece
from builder.game.night_merge import Row, Step
from builder.game.problem import Problem
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import gettext as _
from builder.printables import common
from builder.printables.common import Front, Icon, JinxRow, Section, typeset_pieces, without_widow
from builder.printables.options import ART, DEFAULTS, Options, Setting
from builder.prose import NO_BREAK

#: A step ends with a sentence; following text in brackets or in lower case belongs to it.
SENTENCE_END = re.compile(r"[.!?…。！？][)\"”’»]?$")
STEP_END = re.compile(
    r"(?:(?<=[.!?…。！？])|(?<=[.!?…][)\"”’»]))(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bz\.)(?<!\bd\.)\s+(?=[^\s(a-zß-ÿ])"
    r"|(?<=[。！？])(?=[^\s）」』”’])"
)
#: The same in languages that write “the 1. time”.
_STEP_END_WITH_ORDINALS = re.compile(rf"(?<!\d\.)(?:{STEP_END.pattern})")
#: Verbs of instructions to the Storyteller.
_DEEDS = (
    "wake|show|put|let|swap|mark|place|move|remove|replace|add|turn|give|point|nod|shake|signal|choose|pick"
    "|tell|make|do|kill"
)
#: Matches between two deeds of a sentence.
_NEXT = re.compile(
    rf"[,;]\s+(?=(?:(?:and|then|or)\s+)?(?:{_DEEDS})\b)|;\s+(?=(?:otherwise|if|unless)\b)", re.IGNORECASE
)
#: Matches the end of a condition in any language.
_CLAUSE = re.compile(r"[:,،]\s+|[：，]")
#: Matches between a condition and its consequence.
_THEN = re.compile(
    rf":\s+|—\s*|,\s+(?=(?:then\s+)?(?:{_DEEDS}|they|you|that\s+player|this|it|one|some|all|everybody)\b"
    r"|the\s(?:\S+\s){1,3}?(?:may\s)?(?:chooses?|points?|acts?|learns|dies|becomes)\b)",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"[(\s●]*(?:if|unless|when(?:ever)?|otherwise|once|while|as\s+long\s+as|at\s+(?:minion|demon)\s+info"
    r"|with\s+\S+\s+or\s+more|the\s+(?:1st|first)\s+time"
    r"|did|has|was|were|on\s+the\s+night)\b",
    re.IGNORECASE,
)
_AWAKE = re.compile(
    r"\b(?:wakes?|woken|awake|chooses|points|gestures|learns|guesses|picks|may\s+(?:choose|point|pick)"
    r"|they\s+(?:may\s+)?(?:choose|point|nod))\b|\bopen\b[^.]{0,60}\beyes\b",
    re.IGNORECASE,
)
_ASLEEP = re.compile(
    r"\b(?:to\s+sleep|sleeps?|asleep)\b|\bclos(?:es?|ed)\b[^.]{0,60}\beyes?\b|\beyes?\b[^.]{0,60}\bclosed\b",
    re.IGNORECASE,
)
_MOVES = re.compile(
    r"[(\s]*(?:then\s+|and\s+)?(?:mark|place|remove|move|replace|swap|add|put)\b", re.IGNORECASE
)


#: Minimum letters of a deed; a shorter beginning ("One by one,") belongs to the next one.
SHORT = 16


#: Longer sentences are not split, so that a hostile file cannot make the search slow.
LONGEST = 1000
#: Matches deeds that do not depend on the condition above.
_ANYWAY = re.compile(
    r"(?:in\s+(?:every|any)\s+(?:game|case)|either\s+way|always|then,\s+in\s+any\s+case)\b", re.IGNORECASE
)


class Deed(StrEnum):
    """What happens in a step; each has its own sign."""

    CONDITION = "condition"
    #: Somebody's eyes are open.
    AWAKE = "awake"
    ASLEEP = "asleep"
    #: A token is placed, moved or taken away.
    MARKER = "marker"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Move:
    """One deed of a night, for the style with signs."""

    deed: Deed
    pieces: tuple[Piece, ...]
    #: Whether it depends on the condition above.
    nested: bool = False


def reminder_labels(script: Script) -> frozenset[str]:
    """The texts of a script's reminder tokens, normalized for comparison."""
    return frozenset(cards.plain(label) for each in script.characters for label in each.all_reminders)


def info_words(script: Script) -> Iterator[str]:
    """The words of the cards that a script's night reminders mention, with repeats."""
    labels = reminder_labels(script)
    for each in script.characters:
        for text in (each.first_night_reminder, each.other_night_reminder):
            for piece in markup.reminder(text, labels):
                if piece.mark is Mark.INFO:
                    yield piece.text.strip()


def steps(reminder: str, reminders: Collection[str] = ()) -> Iterator[tuple[Piece, ...]]:
    """Splits a reminder into steps: a sentence each, with the tokens it places.

    `reminders` are `reminder_labels` of the script.
    """
    step: list[Piece] = []
    last = ""
    for piece in _sentences(reminder, reminders):
        # A circle or brackets right after a sentence belong to it; the text after that begins the next step.
        words = piece.text.strip()
        if words and not words.startswith("(") and SENTENCE_END.search(last):
            yield tuple(step)
            step = []
        if piece.mark is Mark.TOKEN and step and step[-1].text.endswith(" "):
            # A step never begins with a circle.
            step[-1] = replace(step[-1], text=step[-1].text[:-1] + NO_BREAK)
        step.append(piece)
        last = words or last
    if any(piece.text.strip() or piece.mark is Mark.TOKEN for piece in step):
        yield tuple(step)


@lru_cache(maxsize=1024)  # most scripts share official reminders
def moves(sentences: tuple[tuple[Piece, ...], ...]) -> tuple[Move, ...]:
    """Splits steps into deeds, each with its sign; a condition comes before the deeds that depend on it."""
    return tuple(_moves(sentences))


@lru_cache(maxsize=1024)
def translated_moves(
    sentences: tuple[tuple[Piece, ...], ...], english: tuple[tuple[Piece, ...], ...]
) -> tuple[Move, ...]:
    """Steps in another language, with the signs of the same steps in English; a condition ends at the first comma."""
    found: list[Move] = []
    for sentence, told in zip(sentences, english, strict=True):
        first, *others = [move.deed for move in _moves((told,))] or [Deed.PLAIN]
        if first is Deed.CONDITION and others:
            head, rest = _with_circles(*_parted(sentence, _CLAUSE))
            found.append(Move(first if rest else Deed.PLAIN, _trimmed(head)))
            if rest:
                found.append(Move(others[0], _trimmed(rest), nested=True))
        else:
            found.append(Move(first, _trimmed(sentence)))
    return tuple(found)


def _moves(sentences: Sequence[tuple[Piece, ...]]) -> Iterator[Move]:
    nested = False
    for sentence in sentences:
        rest: Sequence[Piece] = sentence
        if len(_words(rest)) > LONGEST:
            yield Move(Deed.PLAIN, _trimmed(rest))
            continue
        if _CONDITION.match(_words(rest)):
            head, rest = _with_circles(*_parted(rest, _THEN))
            yield Move(Deed.CONDITION, _trimmed(head))
            nested = True
        elif _ANYWAY.match(_words(rest)):
            nested = False
        for deed in _deeds(rest):
            is_condition = bool(_CONDITION.match(_words(deed)))
            yield Move(_deed(deed), _trimmed(deed), nested and not is_condition)


def _sentences(reminder: str, reminders: Collection[str]) -> Iterator[Piece]:
    end = STEP_END if language.tag() == language.ENGLISH else _STEP_END_WITH_ORDINALS
    for piece in typeset_pieces(markup.reminder(reminder, reminders)):
        if piece.mark is Mark.TEXT:
            yield from (Piece(Mark.TEXT, part) for part in end.split(piece.text))
        else:
            yield piece


def _deeds(pieces: Sequence[Piece]) -> Iterator[Sequence[Piece]]:
    while pieces:
        deed, pieces = _parted(pieces, _NEXT, SHORT)
        yield deed


def _parted(
    pieces: Sequence[Piece], pattern: re.Pattern[str], least: int = 1
) -> tuple[Sequence[Piece], Sequence[Piece]]:
    """Splits pieces at the first match outside brackets; its punctuation belongs to the first part."""
    brackets = 0
    for place, piece in enumerate(pieces):
        for found in pattern.finditer(piece.text) if piece.mark is Mark.TEXT else ():
            before = piece.text[: found.start()]
            behind = [Piece(Mark.TEXT, piece.text[found.end() :]), *pieces[place + 1 :]]
            head = [*pieces[:place], Piece(Mark.TEXT, before)]
            enough = 1 if found[0].startswith(";") else least
            if brackets + _depth(before) == 0 and _words(behind).strip(" .") and len(_words(head)) >= enough:
                sign = piece.text[: found.end()].rstrip()
                return [*pieces[:place], Piece(Mark.TEXT, sign)], behind
        brackets += _depth(piece.text)
    return pieces, ()


def _with_circles(head: Sequence[Piece], rest: Sequence[Piece]) -> tuple[Sequence[Piece], Sequence[Piece]]:
    """Moves circles right after a condition to the condition, because they show whom it is about."""
    circles = 0
    while circles < len(rest) and not rest[circles].text.strip():
        circles += 1
    space = [Piece(Mark.TEXT, NO_BREAK)] if circles else []
    return [*head, *space, *rest[:circles]], rest[circles:]


def _depth(text: str) -> int:
    return text.count("(") - text.count(")")


def _deed(pieces: Sequence[Piece]) -> Deed:
    words = _words(pieces)
    if _CONDITION.match(words):
        return Deed.CONDITION
    told = "".join(piece.text for piece in pieces if piece.mark not in (Mark.INFO, Mark.NAMED))
    awake, asleep = _AWAKE.search(told), _ASLEEP.search(told)
    if awake or asleep:
        return Deed.AWAKE if awake and not (asleep and asleep.start() < awake.start()) else Deed.ASLEEP
    if _MOVES.match(words) or any(piece.mark is Mark.TOKEN for piece in pieces):
        return Deed.MARKER
    return Deed.PLAIN


def _words(pieces: Sequence[Piece]) -> str:
    return "".join(piece.text or "●" for piece in pieces)


def _trimmed(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    kept = [piece for piece in pieces if piece.text or piece.mark is Mark.TOKEN]
    if kept and kept[0].mark is Mark.TEXT:
        kept[0] = Piece(Mark.TEXT, kept[0].text.lstrip())
    if kept and kept[-1].mark is Mark.TEXT:
        kept[-1] = Piece(Mark.TEXT, kept[-1].text.rstrip())
    return tuple(kept)


KIND = "night"
TITLE = "night sheet"
ORDER = 2
SETTINGS: Mapping[str, Setting] = {"art": ART}


@dataclass(frozen=True, slots=True)
class NightRow:
    """One row of the night."""

    icon: Icon
    #: Whether it is dusk, dawn or an info, which are the same on every sheet and less prominent.
    ours: bool
    name_direction: str
    #: What to do, one step per line.
    steps: tuple[tuple[Piece, ...], ...]
    #: The same as deeds, each with its sign.
    moves: tuple[Move, ...]
    direction: str
    note: tuple[Piece, ...]
    jinxed: tuple[Icon, ...]
    #: The language of the reminder, if it is not the document's.
    language: str


@dataclass(frozen=True, slots=True)
class Night:
    """One kind of night, from dusk to dawn."""

    name: str
    heading: str
    rows: tuple[NightRow, ...]
    jinxes: tuple[JinxRow, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a night sheet."""

    front: Front
    nights: tuple[Night, Night]
    #: Every jinx between characters of this script.
    jinxes: tuple[JinxRow, ...]
    travellers: tuple[Icon, ...]
    guests: tuple[Icon, ...]
    notices: tuple[Problem, ...]
    sections: tuple[Section, ...]


def content(script: Script, options: Options = DEFAULTS) -> Content:
    """The content of a script's night sheet."""
    sheet = night.night_sheet(script, catalogue.night_order())
    jinxes = applying(script, catalogue.jinxes())
    nights = (
        _night("first", _("First Night"), sheet.first, jinxes, script, options),
        _night("other", _("Other Nights"), sheet.other, jinxes, script, options),
    )
    jinx_rows = common.jinx_rows(script, options, jinxes)
    return Content(
        front=common.front(script, options, TITLE),
        nights=nights,
        jinxes=jinx_rows,
        travellers=common.icons(script, options, Team.TRAVELLER),
        guests=common.icons(script, options, Team.FABLED, Team.LORIC),
        notices=sheet.notices,
        sections=(
            *map(_section, nights),
            *map(strip, nights),
            _middle(jinx_rows),
            *map(_deeds_section, nights),
        ),
    )


def _night(
    name: str, heading: str, rows: tuple[Row, ...], jinxes: tuple[Jinx, ...], script: Script, options: Options
) -> Night:
    partners = common.partners(script, options, jinxes)
    reminders = reminder_labels(script)
    acting = {key(row.id) for row in rows}
    return Night(
        name,
        heading,
        tuple(_row(row, options, partners.get(key(row.id), ()), reminders, name) for row in rows),
        common.jinx_rows(script, options, tuple(jinx for jinx in jinxes if jinx.pair & acting)),
    )


def _row(
    row: Row, options: Options, jinxed: tuple[Icon, ...], reminders: Collection[str], night: str
) -> NightRow:
    sentences = tuple(steps(row.reminder, reminders))
    signed = _english_steps(row, night, len(sentences))
    return NightRow(
        common.night_icon(row, options),
        row.kind is not Step.CHARACTER,
        markup.direction(row.name),
        tuple(map(without_widow, sentences)),
        translated_moves(sentences, signed) if signed else moves(sentences),
        markup.direction(row.reminder),
        typeset_pieces(markup.reminder(row.note)),
        jinxed,
        common.other(row.character, f"{night}_night_reminder") if row.character else "",
    )


def _english_steps(row: Row, night: str, count: int) -> tuple[tuple[Piece, ...], ...]:
    """The steps of a translated reminder in English, which tell what it does; none if there are more or fewer."""
    who = row.character
    english = catalogue.find_english(who.id) if who and who.language else None
    if english is None or row.kind is not Step.CHARACTER:
        return ()
    with language.using(language.ENGLISH):
        found = tuple(steps(getattr(english, f"{night}_night_reminder")))
    return found if len(found) == count else ()


def _section(each: Night) -> Section:
    return Section(
        each.name,
        rows=len(each.rows) + len(each.jinxes),
        texts=tuple("\n".join(map(common.text, (*row.steps, row.note))).strip() for row in each.rows)
        + tuple(common.text(jinx.reason) for jinx in each.jinxes),
        names=tuple(row.icon.name for row in each.rows),
        partners=tuple(min(4, len(row.jinxed)) for row in each.rows),
        headings=1 if each.jinxes else 0,
    )


def _deeds_section(each: Night) -> Section:
    """A night as a section for the style with signs: one deed per line."""
    rows = (
        [common.text(move.pieces) for move in row.moves] + [common.text(row.note)] * bool(row.note)
        for row in each.rows
    )
    return replace(
        _section(each),
        name=f"{each.name}-deeds",
        texts=(*map("\n".join, rows), *(common.text(jinx.reason) for jinx in each.jinxes)),
    )


def strip(each: Night) -> Section:
    """A night as a section for styles with strips: names only."""
    return Section(f"{each.name}-strip", rows=len(each.rows), names=tuple(row.icon.name for row in each.rows))


def _middle(jinxes: tuple[JinxRow, ...]) -> Section:
    return Section("middle", rows=len(jinxes), texts=tuple(common.text(jinx.reason) for jinx in jinxes))
