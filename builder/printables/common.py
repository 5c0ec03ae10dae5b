"""Content that all documents share: typography, paper, credit line, characters.

Typography of plain text is curly quotes, minus signs and dashes. It never changes words.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from builder import catalogue, emblems, language
from builder.content import CREDIT, ICON_CREDIT, Front, Icon, Labels, Paper, Section
from builder.game import keywords, markup, night_merge
from builder.game.character import Character, Jinx
from builder.game.ids import key
from builder.game.keywords import Keyword
from builder.game.markup import Mark, Piece
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import gettext as _
from builder.memoize import of_short_texts
from builder.printables.options import Options
from builder.prose import NO_BREAK, bound

JOINER = "\N{WORD JOINER}"
#: A hyphen after a syllable, at which no line breaks: non-Traveller, anti-clockwise, Pit-Hag.
_SYLLABLE = re.compile(r"(?<!\w)([^\W\d_]{2,4}-)(?=[^\W\d_])")
#: Setup text of up to this many letters is not broken.
SHORT = 28

_SIGNS = (
    (re.compile(r"\.\.\."), "…"),
    (re.compile(r"(?<=\s)-(?=\s)|(?<=\w)--(?=\w)|(?<=\s)--(?=\s)"), "–"),
    # A minus before a number or an X, but not a hyphen inside a word.
    (re.compile(r"(?<![\w\-])-(?=[\d?])"), "−"),
)
#: Letters of Hebrew and Arabic; a sign before a number, which would be drawn behind it between them.
_FROM_THE_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_SIGNED = re.compile(r"(?<![\w\u200e])(?=[+−][\d?])")
_OPENING = re.compile(r"(?<![\w)\]!?.,;:…’”'\"])\"(?=\S)")
_APOSTROPHES = (
    (re.compile(r"(?<![\w)\]!?.,;:…”'])'(?=[^\W\d_]\w*')"), "‘"),
    (re.compile(r"'"), "’"),
)


@of_short_texts(4096)  # most scripts share official texts
def typeset(text: str) -> str:
    """Replaces typewriter characters in a text by typographic ones, quotation marks by those of the language.

    In Hebrew and Arabic, numbers keep their sign before them.
    """
    for pattern, sign in _SIGNS:
        text = pattern.sub(sign, text)
    if _FROM_THE_RIGHT.search(text):
        text = _SIGNED.sub("\N{LEFT-TO-RIGHT MARK}", text)
    opening, closing = language.quotes()
    text = _OPENING.sub(opening, text).replace('"', closing)
    for pattern, sign in _APOSTROPHES:
        text = pattern.sub(sign, text)
    return text


def typeset_pieces(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """The same for marked text; marks are parsed first, because their quotes must not change.

    Setup text includes the space before it, because WeasyPrint breaks a line too early between a space and an
    unbreakable run.
    """
    done: list[Piece] = []
    for piece in pieces:
        text = _SYLLABLE.sub(rf"\1{JOINER}", typeset(piece.text))
        if piece.mark is Mark.SETUP:
            text = _bound_brackets(text)
        if piece.mark is Mark.SETUP and done and done[-1].text.endswith(" "):
            done[-1] = replace(done[-1], text=done[-1].text.rstrip(" "))
            text = f" {text}"
        done.append(replace(piece, text=text))
    return tuple(done)


def _bound_brackets(text: str) -> str:
    """Makes short setup text unbreakable; of a longer one no line has just its first or its last word."""
    first, last = text.find(" "), text.rfind(" ")
    if len(text) <= SHORT:
        return text.replace(" ", NO_BREAK)
    return "".join(NO_BREAK if place in {first, last} else letter for place, letter in enumerate(text))


def without_widow(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Prevents a last line with a single short word."""
    if not pieces:
        return pieces
    *before, last = pieces
    return (*before, replace(last, text=bound(last.text)))


#: Beginnings of the addresses of an emblem, in one color and painted.
EMBLEM, PAINTED = "clockwright:emblem/", "clockwright:painted/"

__all__ = ["CREDIT", "ICON_CREDIT", "Front", "Icon", "Labels", "Paper", "Section"]


@of_short_texts(2048)  # most scripts share official texts
def ability(words: str) -> tuple[Piece, ...]:
    """Parses and typesets an ability or a jinx."""
    return without_widow(typeset_pieces(markup.ability(words)))


def with_terms(pieces: tuple[Piece, ...], terms: tuple[Keyword, ...]) -> tuple[Piece, ...]:
    """The same with the script's keywords set apart."""
    if not terms:
        return pieces
    return tuple(
        Piece(Mark.TERM if is_term else piece.mark, part)
        for piece in pieces
        for part, is_term in (
            keywords.split(piece.text, terms) if piece.mark is Mark.TEXT else ((piece.text, False),)
        )
    )


@dataclass(frozen=True, slots=True)
class Term:
    """A keyword and what it means."""

    term: str
    text: tuple[Piece, ...]
    direction: Literal["ltr", "rtl"]


def glossary(script: Script, *texts: str) -> tuple[Term, ...]:
    """The explained keywords that occur in these texts, in the author's order."""
    found = keywords.used(keywords.of(script), texts)
    return tuple(
        Term(typeset(each.term), ability(each.text), markup.direction(each.text))
        for each in found
        if each.text
    )


@dataclass(frozen=True, slots=True)
class Row:
    """A character in a list."""

    icon: Icon
    ability: tuple[Piece, ...]
    direction: Literal["ltr", "rtl"]
    name_direction: Literal["ltr", "rtl"]
    jinxed: tuple[Icon, ...] = ()
    #: The language of the ability, if it is not the document's.
    language: str = ""
    #: Name and ability in a second language, for sheets in two.
    translation: "Translation | None" = None


@dataclass(frozen=True, slots=True)
class Translation:
    """A character's name and ability in the second language of a sheet."""

    language: str
    name: str
    name_direction: Literal["ltr", "rtl"]
    ability: tuple[Piece, ...]
    direction: Literal["ltr", "rtl"]


@dataclass(frozen=True, slots=True)
class CountRow:
    """The number of a team's characters for each number of players."""

    team: str
    heading: str
    counts: tuple[int, ...]


def count_rows() -> tuple[CountRow, ...]:
    """The numbers of characters of each team, for the numbers of players in `catalogue.setup_counts`."""
    counts = catalogue.setup_counts().values()
    return tuple(
        CountRow(team.value, team.heading, tuple(each[team.value] for each in counts))
        for team in COUNTED_TEAMS
    )


def notice(code: str, message: str, *characters: str) -> Problem:
    """A notice about a document, for whoever prints it."""
    return Problem(code, Severity.NOTICE, message, characters)


def front(script: Script, options: Options, document: str) -> Front:
    """The heading of a script's document."""
    author = script.meta.author.strip()
    shown, about = _(document), _("%(document)s for the script %(script)s")
    if author:
        about = _("%(document)s for the script %(script)s by %(author)s")
    current = language.current()
    return Front(
        typeset(script.name),
        typeset(author),
        shown,
        about % {"document": shown[:1].upper() + shown[1:], "script": script.name, "author": author},
        credit=f"{_(CREDIT)} {options.wording}".strip(),
        icon_credit=_(ICON_CREDIT),
        classes=options.classes,
        logo=options.logo,
        mark=options.mark,
        language=current.tag,
        direction="rtl" if current.is_right_to_left else "ltr",
    )


def icon(character: Character, options: Options, version: int = 0) -> Icon:
    """The picture of a character: its own if there is one, else its emblem, drawn or painted.

    `version` 0 is the default, 1 the flipped alignment (for a Traveller 1 good, 2 evil); a missing one falls back to
    the default.
    """
    pictures = options.pictures.get(character.id, ())
    emblem = options.emblems.get(character.id) or emblems.of(character)
    kind = PAINTED if options.paints else EMBLEM
    fallback = f"{kind}{character.team.value}/{emblem}"
    url = pictures[version] if version < len(pictures) else (*pictures, fallback)[0]
    return Icon(character.id, typeset(character.name), character.team.value, url, other(character, "name"))


def night_icon(row: night_merge.Row, options: Options) -> Icon:
    """The picture of a row of the night: a character's, that of a step such as dusk, or that of an unknown id."""
    if row.character:
        return icon(row.character, options)
    if row.kind is night_merge.Step.CHARACTER:
        return unknown_icon(row.id, row.name)
    return Icon(row.id, row.name, "info", f"clockwright:ornament/night-{row.kind.value}")


def other(character: Character, name: str) -> str:
    """The language of a field of an official character, if it is not the document's: `en`, or empty."""
    return language.ENGLISH if name in character.untranslated else ""


def row(
    character: Character, options: Options, jinxed: tuple[Icon, ...] = (), terms: tuple[Keyword, ...] = ()
) -> Row:
    """A character in a list, with those it is jinxed with; `terms` are set apart in its ability."""
    return Row(
        icon(character, options),
        with_terms(ability(character.ability), terms),
        markup.direction(character.ability),
        markup.direction(character.name),
        jinxed,
        other(character, "ability"),
        _translation(character, options.second_language) if options.second_language else None,
    )


def _translation(character: Character, tag: str) -> Translation | None:
    """An official character in another language, unless that says the same."""
    if not (character.language or catalogue.find_english(character.id) == character):
        return None
    with language.using(tag):
        found = catalogue.find(character.id)
        if found is None or (found.name, found.ability) == (character.name, character.ability):
            return None
        return Translation(
            tag,
            typeset(found.name),
            markup.direction(found.name),
            ability(found.ability),
            markup.direction(found.ability),
        )


@dataclass(frozen=True, slots=True)
class JinxRow:
    """A pair and its special rule."""

    icons: tuple[Icon, Icon]
    reason: tuple[Piece, ...]
    direction: Literal["ltr", "rtl"]
    #: The language of the reason, if it is not the document's.
    language: str = ""


def other_reason(jinx: Jinx) -> str:
    """The language of an official reason, if it is not the document's: `en`, or empty."""
    is_official = jinx.source == "official"
    return language.ENGLISH if is_official and (jinx.language or language.ENGLISH) != language.tag() else ""


def icons(script: Script, options: Options, *teams: Team) -> tuple[Icon, ...]:
    """The pictures of all characters of the given teams, in the script's order."""
    return tuple(icon(character, options) for character in script.characters if character.team in teams)


def _everybody(script: Script, options: Options) -> Mapping[str, Icon]:
    """The picture of each entry of a script by key, including unknown ids."""
    return {
        entry.key: icon(entry.character, options) if entry.character else unknown_icon(entry.id)
        for entry in script.entries
    }


def unknown_icon(identifier: str, name: str = "") -> Icon:
    """The picture of an unknown id."""
    return Icon(identifier, name or identifier, "unknown", "clockwright:ornament/mark-unknown")


def partners(script: Script, options: Options, jinxes: Iterable[Jinx]) -> Mapping[str, tuple[Icon, ...]]:
    """For each key the characters it is jinxed with on this script."""
    known = _everybody(script, options)
    found: dict[str, tuple[Icon, ...]] = {}
    for jinx in jinxes:
        one, other = map(key, jinx.characters)
        found[one] = (*found.get(one, ()), known[other])
        found[other] = (*found.get(other, ()), known[one])
    return found


def visitor_icon(identifier: str, options: Options) -> Icon:
    """The picture of a character that is not on the script: an official one's emblem, else that of an unknown id."""
    found = catalogue.find(identifier)
    return icon(found, options) if found else unknown_icon(identifier)


def jinx_rows(script: Script, options: Options, jinxes: Iterable[Jinx]) -> tuple[JinxRow, ...]:
    """Jinxes for a document, including those with characters that are not on the script."""
    listed, known = tuple(jinxes), dict(_everybody(script, options))
    for stranger in (each for jinx in listed for each in jinx.characters if key(each) not in known):
        known[key(stranger)] = visitor_icon(stranger, options)
    return tuple(
        JinxRow(
            (known[key(jinx.characters[0])], known[key(jinx.characters[1])]),
            ability(jinx.reason),
            markup.direction(jinx.reason),
            other_reason(jinx),
        )
        for jinx in listed
    )


def text(pieces: Iterable[Piece]) -> str:
    """Pieces as plain text."""
    return "".join(piece.text for piece in pieces)
