"""What the almanac desk shows: each text with its number of words, what is missing, and drafts of two texts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from datetime import date
from urllib.parse import quote

from builder.editing.script_ops import FRONT
from builder.formats.official.clockwright_block import TEXTS_OF_ALMANAC
from builder.formats.public_script import without_private
from builder.game import keywords
from builder.game.almanac import Almanac, Page
from builder.game.character import Character
from builder.game.script import Entry, Script
from builder.language import N_, filled, gettext as _, ngettext
from builder.library import Library, Revision
from builder.prose_lists import join_some_and

#: Hints for authors by field.
HINTS = {
    "synopsis": N_("The story and the appeal of this script, for those deciding whether to play it."),
    "overview": N_("How it plays, for players and for the Storyteller."),
    "difficulty": N_("How hard it is to play, and to run."),
    "audience": N_("How many players, and how experienced."),
    "dedication": N_("Who it is for. Shown first."),
    "disclaimer": N_("What readers must know, such as the work this builds on."),
    "changelog": N_("What is new, newest first."),
    "iconCredits": N_("Who drew the icons, and their license."),
    "fontCredits": N_("Which fonts are used."),
    "coverCredits": N_("Who made the cover or the logo."),
}
#: Fields in the order of the page, by section of the desk.
GROUPS = (
    ("about", ("synopsis", "overview", "difficulty", "audience")),
    ("before", ("dedication", "disclaimer")),
    ("after", ("changelog",)),
    ("thanks", ("iconCredits", "fontCredits", "coverCredits")),
)
#: Lines of an empty field.
SHORT, LONG = 3, 7
LONG_FIELDS = frozenset({"synopsis", "overview", "changelog"})
#: The almanac is incomplete without these.
EXPECTED = ("synopsis", "overview")


@dataclass(frozen=True, slots=True)
class FieldView:
    """One text of the front matter."""

    name: str
    title: str
    hint: str
    text: str
    words: int
    rows: int
    #: Whether the field shows while it is empty.
    is_expected: bool = False


@dataclass(frozen=True, slots=True)
class PageView:
    """The almanac page of one of the script's own characters."""

    name: str
    team: str
    address: str
    words: int
    missing: tuple[str, ...]
    is_exported: bool


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything on the desk."""

    groups: dict[str, tuple[FieldView, ...]]
    #: Parts and credits as rows, with an empty one at the end.
    guide: tuple[str, ...]
    guide_words: int
    credits: tuple[tuple[str, str], ...]
    #: Term, other forms, meaning; each of the script's keywords, and an empty row.
    keywords: tuple[tuple[str, str, str], ...]
    #: (anchor, title)
    missing: tuple[tuple[str, str], ...]
    pages: tuple[PageView, ...]
    words: int
    front_words: int

    @property
    def lacking(self) -> int:
        """How many pages are incomplete."""
        return sum(bool(page.missing) for page in self.pages)


def desk(script: Script, path: str) -> Desk:
    """The desk of a script whose pages begin at `path`."""
    book = script.almanac
    texts = {field: getattr(book, name) for name, field in TEXTS_OF_ALMANAC.items()}
    groups = {group: tuple(_field(name, texts[name]) for name in members) for group, members in GROUPS}
    pages = tuple(_pages(script.entries, path))
    guide = words(*book.play_guide)
    front = sum(each.words for members in groups.values() for each in members) + guide
    return Desk(
        groups=groups,
        guide=(*book.play_guide, ""),
        guide_words=guide,
        credits=(*((each.name, ", ".join(each.roles)) for each in book.credits), ("", "")),
        keywords=(
            *((each.term, ", ".join(each.also), each.text) for each in keywords.of(script)),
            ("", "", ""),
        ),
        missing=tuple(_missing(book, texts)),
        pages=pages,
        words=front + sum(page.words for page in pages),
        front_words=front,
    )


def words(*texts: str) -> int:
    """The number of words, without Markdown markup."""
    return sum(any(map(str.isalnum, word)) for text in texts for word in text.split())


def icon_credits(script: Script) -> str:
    """The credits of icons: each once, with the characters whose icons it is for."""
    found: dict[str, list[str]] = {}
    for each in script.characters:
        if each.icon.credit.strip() and each.page.export:
            found.setdefault(" ".join(each.icon.credit.split()), []).append(each.name)
    if len(found) == 1:
        return next(iter(found))
    return "\n".join(f"- {', '.join(dict.fromkeys(names))}: {credit}" for credit, names in found.items())


def _field(name: str, text: str) -> FieldView:
    rows = LONG if name in LONG_FIELDS else SHORT
    lines = sum(1 + len(line) // 80 for line in text.split("\n"))
    return FieldView(
        name, FRONT[name], HINTS[name], text, words(text), min(18, max(rows, lines + 1)), name in EXPECTED
    )


def _missing(book: Almanac, texts: dict[str, str]) -> Iterator[tuple[str, str]]:
    yield from ((name, FRONT[name]) for name in EXPECTED if not texts[name])
    if not book.play_guide:
        yield "play-guide", _("Play guide")
    if not book.credits:
        yield "credits", _("Credits")


def _pages(entries: Iterable[Entry], path: str) -> Iterator[PageView]:
    seen: set[str] = set()
    for entry in entries:
        character = entry.character
        if character is None or not entry.is_custom or entry.key in seen:
            continue
        seen.add(entry.key)
        yield PageView(
            name=character.name or entry.id,
            team=character.team.value,
            address=f"{path}/characters/{quote(entry.id, safe='')}",
            words=_words_of(character),
            missing=tuple(_lacks(character)),
            is_exported=character.page.export,
        )


def _words_of(who: Character) -> int:
    page = who.page
    lists = (*page.rules, *page.examples, *page.how_to_run, *page.advice, *page.warnings)
    return words(who.flavor, page.overview, page.tip, page.optional_rule, *lists)


def _lacks(who: Character) -> Iterator[str]:
    """The names of the parts that are missing on a character's page."""
    page = who.page
    parts = (
        (_("ability"), who.ability),
        (_("flavor"), who.flavor),
        (_("overview"), page.overview),
        (_("rules or how to run"), page.rules or page.how_to_run),
        (_("examples"), page.examples),
    )
    yield from (name for name, written in parts if not written)


#: How many days are included, the newest first: each costs two reads of the library.
MOST_DAYS = 20
#: More names than that are only counted.
MOST_NAMES = 12


def changelog_draft(library: Library, identifier: str, known: str = "") -> str:
    """A line for each day of a script's history that `known` (its changelog) does not name; the newest first.

    A script that came with a changelog was no first version: its first day tells what changed since it came.
    """
    line = [each for each in library.history(identifier) if not each.is_aside]
    days = _days(line)
    lines = []
    for day, last, before in days[:MOST_DAYS]:
        if day.isoformat() in known:
            continue
        now, then = library.get(identifier, last), library.get(identifier, before or line[-1].number)
        if not before and then is not None and not then.script.almanac.changelog:
            then = None
        if now is not None:
            words = _day_in_words(without_private(then.script) if then else None, without_private(now.script))
            lines += [f"**{day.isoformat()}:** {words}"] if words else []
    return "\n\n".join(lines)


def _days(line: list[Revision]) -> list[tuple[date, int, int]]:
    """Each day with its last revision, and the last before it (0: none). `line` starts with the newest."""
    last: dict[date, int] = {}
    for each in line:
        last.setdefault(each.at.date(), each.number)
    numbers = [*[*last.values()][1:], 0]
    return [(day, number, before) for (day, number), before in zip(last.items(), numbers, strict=True)]


def _day_in_words(then: Script | None, now: Script) -> str:
    """A sentence about the changes of a day; empty if players would notice nothing."""
    if then is None:
        count = len(now.characters)
        if not count:
            return _("Begun.")
        text = ngettext(
            "First version, with %(count)s character.", "First version, with %(count)s characters.", count
        )
        return text % {"count": count}
    parts = [*_people(then, now), *_about(then, now)]
    if not parts:
        return ""
    sentence = "; ".join(parts)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _people(then: Script, now: Script) -> Iterator[str]:
    old, new = _by_key(then), _by_key(now)
    if fresh := [each for key, each in new.items() if key not in old]:
        yield _("added %(names)s") % {"names": _names(fresh)}
    if gone := [each for key, each in old.items() if key not in new]:
        yield _("removed %(names)s") % {"names": _names(gone)}
    changed: dict[str, list[Character]] = {}
    for key, each in new.items():
        if key in old:
            for words in _changes(old[key], each):
                changed.setdefault(words, []).append(each)
    yield from (words % {"names": _names(who)} for words, who in changed.items())


def _changes(old: Character, new: Character) -> Iterator[str]:
    if old.name != new.name:
        yield filled(_("%(names)s renamed (was %(name)s)"), name=old.name)
    if old.team is not new.team:
        yield filled(_("%(names)s now in the team %(team)s"), team=new.team.label)
    if old.ability != new.ability:
        yield _("%(names)s reworded")
    if (old.reminders, old.reminders_global) != (new.reminders, new.reminders_global):
        yield _("%(names)s with changed reminder tokens")
    if _night(old) != _night(new):
        yield _("%(names)s with changed night actions")
    if {each.pair: each.reason for each in old.jinxes} != {each.pair: each.reason for each in new.jinxes}:
        yield _("%(names)s with changed jinxes")
    if _printed_parts(old.page) != _printed_parts(new.page) or old.flavor != new.flavor:
        yield _("%(names)s with a changed almanac page")


def _about(then: Script, now: Script) -> Iterator[str]:
    if then.name != now.name:
        yield _("named “%(name)s” (was “%(former)s”)") % {"name": now.name, "former": then.name}
    if (then.meta.first_night, then.meta.other_night) != (now.meta.first_night, now.meta.other_night):
        yield _("changed night order")
    if then.meta.bootlegger != now.meta.bootlegger:
        yield _("changed rules of the script")


def _night(who: Character) -> tuple[object, ...]:
    return who.first_night, who.other_night, who.first_night_reminder, who.other_night_reminder


def _printed_parts(page: Page) -> tuple[object, ...]:
    """All parts that are printed."""
    return tuple(getattr(page, each.name) for each in fields(page) if each.name not in {"notes", "export"})


def _by_key(script: Script) -> dict[str, Character]:
    return {each.key: each for each in reversed(script.characters)}


def _names(who: list[Character]) -> str:
    """`Imp`, `Imp and Baron`, `Imp, Baron and 3 more`, in the script's order."""
    names = [" ".join((each.name or each.id).split())[:60] for each in who][::-1]
    return join_some_and(names, MOST_NAMES)
