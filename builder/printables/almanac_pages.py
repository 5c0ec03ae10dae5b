"""A character's page in the almanac: its texts, tokens, position in the night order, and jinxes."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from builder import catalogue, language
from builder.game import keywords, markup
from builder.game.almanac import Page as Words
from builder.game.character import Character, Jinx
from builder.game.ids import key
from builder.game.keywords import Keyword
from builder.game.markup import Piece
from builder.game.script import Script
from builder.printables import common, names
from builder.printables.common import Icon, typeset
from builder.printables.names import Named
from builder.printables.options import Options

#: Matches a flavour text with quotation marks, which gets no further ones.
QUOTED = re.compile(r"^\s*[‘'「『—–*]|[\"“”„«»]")
#: Alphabets with drop caps; in other scripts letters are joined or set in squares.
DROPPED = ("LATIN", "GREEK", "CYRILLIC")
#: Maximum length of a first word with a drop cap; a longer one needs the whole line.
LONGEST_FIRST_WORD = 24
#: Least letters of a first paragraph that has a drop cap of two lines: it is longer than a line in any density.
LEAST_DROPPED = 130


@dataclass(frozen=True, slots=True)
class JinxLine:
    """A jinx on the page of one of its two characters."""

    other: Icon
    anchor: str
    web_name: str
    reason: tuple[Piece, ...]
    direction: str
    #: Whether the other character is on this script and has a page.
    is_here: bool = True
    #: The language of the reason, if it is not the document's.
    language: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A character's page. Texts of the author are Markdown."""

    icon: Icon
    anchor: str
    web_name: str
    team_title: str
    team_plural: str
    begins_team: bool
    ability: tuple[Piece, ...]
    direction: str
    name_direction: str
    flavor: str
    words: Words
    has_drop_cap: bool
    reminders: tuple[str, ...]
    #: Its number in the night order; 0 if it does not wake.
    first_night: int
    other_night: int
    first_reminder: tuple[Piece, ...]
    other_reminder: tuple[Piece, ...]
    jinxes: tuple[JinxLine, ...]
    tags: tuple[str, ...]
    #: The language of the ability, if it is not the document's; and which other texts are English in another language.
    language: str
    untranslated: frozenset[str]

    def tongue(self, name: str) -> str:
        """The language of one of its texts, if it is not the document's."""
        return language.ENGLISH if name in self.untranslated else ""

    @property
    def is_short(self) -> bool:
        """Whether it has no texts but its ability and flavor; short pages are grouped."""
        words = self.words
        return not any((words.overview, words.rules, words.examples, words.how_to_run, words.advice))


def pages(
    script: Script,
    options: Options,
    jinxes: Iterable[Jinx],
    places: tuple[Mapping[str, int], Mapping[str, int]],
    elsewhere: Iterable[Jinx] = (),
) -> Iterator[Page]:
    """The page of each character, once, by team, then in the script's order.

    `elsewhere` are jinxes with characters that are not on the script; they are listed last.
    """
    everybody = names.named(script)
    known: dict[str, Named] = {}
    for each in everybody:
        known.setdefault(each.character.key, each)
    # Ids may have the same key (`a-b`, `a/b`): an exact match takes precedence.
    known |= {each.character.id: each for each in reversed(everybody)}
    all_jinxes, others = tuple(jinxes), tuple(elsewhere)
    begun, terms = set(), keywords.of(script)
    for each in everybody:
        team = each.character.team
        here = _jinxes(each.character, all_jinxes, known, options)
        partners = (*here, *_elsewhere(each.character, others, options))
        yield replace(_page(each, options, partners, places, terms), begins_team=team not in begun)
        begun.add(team)


def _page(
    named: Named,
    options: Options,
    jinxes: tuple[JinxLine, ...],
    places: tuple[Mapping[str, int], Mapping[str, int]],
    terms: tuple[Keyword, ...],
) -> Page:
    character = named.character
    first, other = (place.get(character.id, 0) for place in places)
    untranslated = catalogue.untranslated_texts(character)
    return Page(
        icon=common.icon(character, options),
        anchor=named.anchor,
        web_name=named.name,
        team_title=character.team.label,
        team_plural=character.team.heading,
        begins_team=False,
        ability=common.with_terms(common.ability(character.ability), terms),
        direction=markup.direction(character.ability),
        name_direction=markup.direction(character.name),
        flavor=_quoted(character.flavor, untranslated),
        words=replace(character.page, notes=""),
        has_drop_cap=not language.is_right_to_left() and _takes_drop_cap(character.page.overview),
        reminders=_tokens(character.all_reminders),
        first_night=first,
        other_night=other,
        first_reminder=markup.reminder(typeset(character.first_night_reminder)) if first else (),
        other_reminder=markup.reminder(typeset(character.other_night_reminder)) if other else (),
        jinxes=jinxes,
        tags=tuple(sorted(tag.replace("-", " ") for tag in character.tags)) if language.tag() == "en" else (),
        language=common.other(character, "ability"),
        untranslated=untranslated,
    )


def _jinxes(
    character: Character, jinxes: tuple[Jinx, ...], known: Mapping[str, Named], options: Options
) -> Iterator[JinxLine]:
    for jinx in jinxes:
        others = [each for each in jinx.characters if key(each) != character.key and key(each) in known]
        if character.key in jinx.pair and others:
            partner = known.get(others[0]) or known[key(others[0])]
            icon, reason = common.icon(partner.character, options), common.ability(jinx.reason)
            yield JinxLine(
                icon,
                partner.anchor,
                partner.name,
                reason,
                markup.direction(jinx.reason),
                language=common.other_reason(jinx),
            )


def _elsewhere(character: Character, jinxes: tuple[Jinx, ...], options: Options) -> Iterator[JinxLine]:
    for jinx in jinxes:
        if key(jinx.characters[0]) == character.key:
            icon, reason = common.visitor_icon(jinx.characters[1], options), common.ability(jinx.reason)
            yield JinxLine(icon, "", icon.name, reason, markup.direction(jinx.reason), is_here=False)


def _tokens(reminders: tuple[str, ...]) -> tuple[str, ...]:
    """Each of its reminder tokens once, with their number."""
    return tuple(
        f"{typeset(text)} × {count}" if count > 1 else typeset(text)
        for text, count in Counter(reminders).items()
    )


def _quoted(flavor: str, untranslated: Collection[str]) -> str:
    flavor = flavor.strip()
    with language.using(language.ENGLISH if "flavor" in untranslated else language.tag()):
        return flavor if not flavor or QUOTED.search(flavor) else flavor.join(language.quotes())


def _takes_drop_cap(text: str) -> bool:
    word = text.split(maxsplit=1)[0] if text.strip() else ""
    first = word[:1]
    is_dropped = first.isalpha() and unicodedata.name(first, "").startswith(DROPPED)
    paragraph = text.strip().split("\n\n")[0]
    return is_dropped and len(word) <= LONGEST_FIRST_WORD and len(paragraph) >= LEAST_DROPPED
