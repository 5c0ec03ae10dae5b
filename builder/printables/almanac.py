"""The almanac: a book about a script, with what each character does and how to run it.

If its author wrote no front matter, a synopsis and a difficulty are drafted from its characters by rules.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from builder import catalogue
from builder.game import keywords, night
from builder.game.almanac import Almanac
from builder.game.character import Character, Jinx
from builder.game.ids import key
from builder.game.jinxes import applying, elsewhere
from builder.game.night_merge import Row, Step
from builder.game.problem import Problem
from builder.game.script import Script
from builder.game.tags import by_wording
from builder.game.teams import Team
from builder.language import N_, gettext as _, ngettext
from builder.printables import almanac_pages, common, names
from builder.printables.almanac_pages import Page
from builder.printables.common import Front, Icon, JinxRow, Term, typeset
from builder.printables.names import Named
from builder.printables.options import ART, DEFAULTS, Options, Setting
from builder.prose_lists import join_and

MARK = N_("*Drafted by Clockwright from the characters on the script.*")
#: Tags, the share of characters that have one of them on a script of this kind, and what to say of it.
TRAITS = (
    (("start-knowing",), 0.17, N_("much of what the good team learns comes on the first night")),
    (("ongoing",), 0.16, N_("information keeps coming night after night")),
    (("drunkenness", "poison", "misled"), 0.2, N_("drunkenness and poison make information false")),
    (("extra-death", "night-death"), 0.3, N_("several players can die in one night")),
    (("protection",), 0.24, N_("players are hard to kill")),
    (("madness",), 0.08, N_("players may have to be mad about a character")),
    (("character-change",), 0.16, N_("characters change during the game")),
    (("misregistration", "misinformation"), 0.12, N_("players may register as what they are not")),
    (("extra-evil", "extra-good"), 0.12, N_("players change sides")),
    (("execution", "nomination", "voting"), 0.4, N_("much is decided by nominations and votes")),
    (("win-condition",), 0.2, N_("there are many ways to win and lose")),
)
#: Most traits that a synopsis names.
SAID = 3
#: How hard a character is to play and run, by its edition; any other edition, and homebrew, count MOST.
WEIGHTS = {"tb": 0.0, "bmr": 1.0, "snv": 1.0}
MOST = 1.6
#: Mean weights from which a script is no longer for beginners, and is advanced.
INTERMEDIATE, ADVANCED = 0.35, 1.05
PLAYED = (Team.TOWNSFOLK, Team.OUTSIDER, Team.MINION, Team.DEMON)


def drafted(script: Script, jinxes: Iterable[Jinx]) -> Almanac:
    """The script's almanac; with a drafted synopsis and difficulty if it has no front matter."""
    book = script.almanac
    people = [each for each in script.characters if each.team in PLAYED]
    has_front_matter = any((book.synopsis, book.overview, book.difficulty, book.audience, book.play_guide))
    if has_front_matter or not people:
        return book
    teams = Counter(each.team for each in people)
    counts = join_and(team.counted(teams[team]) for team in PLAYED if teams[team])
    synopsis = f"{counts}. {_traits(people)}".strip() + f"\n\n{_(MARK)}"
    return replace(book, synopsis=synopsis, difficulty=_difficulty(script, people, len(list(jinxes))))


def _traits(people: list[Character]) -> str:
    tagged = [each.tags or by_wording(each.ability, each.team, catalogue.tag_words()) for each in people]
    shares = (
        (sum(not each.isdisjoint(tags) for each in tagged) / len(people) / least, words)
        for tags, least, words in TRAITS
    )
    found = sorted((share for share in shares if share[0] >= 1), key=lambda share: -share[0])[:SAID]
    said = join_and(_(words) for _share, words in found)
    return f"{said[0].upper()}{said[1:]}." if said else ""


def _difficulty(script: Script, people: list[Character], jinxes: int) -> str:
    custom = {entry.key for entry in script.entries if entry.is_custom}
    weights = [MOST if each.key in custom else WEIGHTS.get(each.edition, MOST) for each in people]
    mean = sum(weights) / len(weights)
    reasons = join_and(_reasons(people, custom, jinxes))
    if mean < INTERMEDIATE:
        return _("Beginner: %(reasons)s.") % {"reasons": reasons}
    if mean < ADVANCED:
        return _("Intermediate: %(reasons)s.") % {"reasons": reasons}
    return _("Advanced: %(reasons)s.") % {"reasons": reasons}


def _reasons(people: list[Character], custom: set[str], jinxes: int) -> Iterator[str]:
    homebrew = sum(each.key in custom for each in people)
    others = sum(each.key not in custom and each.edition not in WEIGHTS for each in people)
    beginner = sum(each.key not in custom and each.edition == "tb" for each in people)
    if beginner * 2 >= len(people):
        yield _("%(number)s of %(all)s characters are from Trouble Brewing") % {
            "number": beginner,
            "all": len(people),
        }
    elif not homebrew and not others:
        yield _("every character is from the three base sets")
    if others:
        yield ngettext(
            "%(number)s is from outside the three base sets",
            "%(number)s are from outside the three base sets",
            others,
        ) % {"number": others}
    if homebrew:
        yield ngettext("%(number)s is homebrew", "%(number)s are homebrew", homebrew) % {"number": homebrew}
    if jinxes:
        yield ngettext("%(number)s jinx applies", "%(number)s jinxes apply", jinxes) % {"number": jinxes}


KIND = "almanac"
TITLE = "almanac"
ORDER = 3
SETTINGS: Mapping[str, Setting] = {"art": ART}
TEAM_WORDS = {
    Team.TOWNSFOLK: N_("Good characters, each with something that helps the town."),
    Team.OUTSIDER: N_("Good characters, each with something that is a burden to the town."),
    Team.MINION: N_("Evil characters who help the Demon."),
    Team.DEMON: N_("Evil characters who kill. If no Demon is left alive, good wins."),
    Team.TRAVELLER: N_("Guests who come late or leave early. The Storyteller decides whose side each is on."),
    Team.FABLED: N_("Characters for the Storyteller, who make an unusual game fair."),
    Team.LORIC: N_("Characters for the Storyteller, who change how this script is played."),
}


@dataclass(frozen=True, slots=True)
class Chapter:
    """A group of pages: a long one, several short ones, a team, or all."""

    anchor: str
    heading: str
    team: str
    words: str
    pages: tuple[Page, ...]
    together: bool = False


@dataclass(frozen=True, slots=True)
class NightLine:
    """An entry of the night order."""

    icon: Icon
    #: The anchor of its page; empty for dusk, dawn and the infos.
    anchor: str
    web_name: str
    #: Its number, as on its page; 0 for dusk and dawn.
    number: int


@dataclass(frozen=True, slots=True)
class Content:
    """The content of an almanac. Texts of the author are Markdown."""

    front: Front
    almanac: Almanac
    #: All pages, by team, then in the script's order; and sorted by name.
    pages: tuple[Page, ...]
    teams: tuple[Chapter, ...]
    #: Each long page is a chapter; a team's short pages share one.
    singly: tuple[Chapter, ...]
    alphabet: tuple[Chapter, ...]
    #: The team of each of `pages`, for the index at the page's edge.
    cells: tuple[str, ...]
    nights: tuple[tuple[str, tuple[NightLine, ...]], ...]
    jinxes: tuple[JinxRow, ...]
    rules: tuple[str, ...]
    #: The script's own terms that its texts have.
    terms: tuple[Term, ...]
    #: Unknown ids, as written.
    unknown: tuple[str, ...]
    notices: tuple[Problem, ...]
    sections: tuple[()] = ()

    @property
    def has_opening(self) -> bool:
        """Whether the author wrote texts that precede the characters."""
        book = self.almanac
        return any((book.synopsis, book.overview, book.difficulty, book.audience, book.play_guide))


def content(script: Script, options: Options = DEFAULTS) -> Content:
    """The content of a script's almanac, without characters that their author hides."""
    strangers = elsewhere(script)
    script = _public(catalogue.with_explanations(script))
    sheet = night.night_sheet(script, catalogue.night_order())
    named = {each.character.id: each for each in reversed(names.named(script))}
    first, other = (_lines(rows, named, options) for rows in (sheet.first, sheet.other))
    nights = ((_("First Night"), first), (_("Other Nights"), other))
    places = tuple({line.icon.id: line.number for line in lines if line.anchor} for _, lines in nights)
    jinxes = applying(script, catalogue.jinxes())
    pages = tuple(almanac_pages.pages(script, options, jinxes, (places[0], places[1]), strangers))
    return Content(
        front=common.front(script, options, TITLE),
        almanac=drafted(script, jinxes),
        pages=pages,
        teams=tuple(_teams(pages)),
        singly=tuple(_singly(pages)),
        alphabet=(Chapter("characters", _("Characters"), "", "", tuple(sorted(pages, key=_by_name))),)
        if pages
        else (),
        cells=tuple(page.icon.team for page in pages),
        nights=nights,
        jinxes=common.jinx_rows(script, options, jinxes),
        rules=tuple(map(typeset, script.meta.rules)),
        terms=common.glossary(
            script,
            *(text for each in script.characters for text in keywords.texts_of(each)),
            *(getattr(script.almanac, name) for name in ("synopsis", "overview", "difficulty")),
            *script.almanac.play_guide,
            *script.meta.rules,
            *(jinx.reason for jinx in jinxes),
        ),
        unknown=tuple(entry.id for entry in script.unknown if entry.id),
        notices=sheet.notices,
    )


def _public(script: Script) -> Script:
    """The script without hidden characters, and without them in the night order."""
    private = {each.key for each in script.characters if not each.page.export}
    if not private:
        return script

    def public_ids(listed: tuple[str, ...] | None) -> tuple[str, ...] | None:
        return listed and tuple(each for each in listed if key(each) not in private)

    meta = replace(
        script.meta,
        first_night=public_ids(script.meta.first_night),
        other_night=public_ids(script.meta.other_night),
    )
    entries = tuple(entry for entry in script.entries if entry.key not in private)
    return replace(script, meta=meta, entries=entries)


def _by_name(page: Page) -> tuple[names.Key, str]:
    return names.sort_key(page.icon.name), page.icon.id


def _teams(pages: tuple[Page, ...]) -> Iterator[Chapter]:
    for team in Team:
        own = tuple(page for page in pages if page.icon.team == team)
        if own:
            yield Chapter(f"team-{team.value}", team.heading, team.value, _(TEAM_WORDS[team]), own)


def _singly(pages: tuple[Page, ...]) -> Iterator[Chapter]:
    for is_short, run in groupby(pages, key=lambda page: page.is_short):
        own = tuple(run)
        if is_short and len(own) > 1:
            yield Chapter(own[0].anchor, "", "", "", own, together=True)
        else:
            yield from (Chapter(page.anchor, page.icon.name, page.icon.team, "", (page,)) for page in own)


def _lines(rows: tuple[Row, ...], named: Mapping[str, Named], options: Options) -> tuple[NightLine, ...]:
    lines, number = [], 0
    for row in rows:
        acts = row.kind not in {Step.DUSK, Step.DAWN}
        number += acts
        page = named.get(row.character.id) if row.character else None
        anchor, name = (page.anchor, page.name) if page else ("", "")
        lines.append(NightLine(common.night_icon(row, options), anchor, name, number if acts else 0))
    return tuple(lines)
