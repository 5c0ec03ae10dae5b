"""Compares an imported set with its files, page by page."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder import uploads
from builder.formats import official
from builder.formats.bloodstar import icons
from builder.formats.bloodstar.reader import REMINDERS, filled
from builder.formats.carriers import script_pictures
from builder.formats.source_pages import BROKEN, SourcePage
from builder.game.almanac import Almanac
from builder.game.character import Character
from builder.game.ids import key
from builder.game.problem import Problem, Severity
from builder.game.script import Entry, Script
from builder.language import N_, gettext as _, ngettext
from builder.prose_lists import join_and
from builder.web.view_models.character_list import address as page_of
from builder.web.view_models.just_opened import ImportRecord
from builder.web.view_models.script_page import ENTRY

#: Fields without text to compare: parsed as values, or returned to Bloodstar unchanged.
UNDERSTOOD = frozenset({"id", "team", "setup", "export", "special", "edition", "firstNight", "otherNight"})
SETTINGS = "imageSettings"
#: The label of a field in a save, a script file or a page.
TITLES: Mapping[str, str] = {
    "styledImage": N_("Finished picture"),
    "unStyledImage": N_("Source picture"),
    "image": N_("Picture"),
    "logo": N_("Logo"),
    SETTINGS: N_("Picture settings"),
    "characterReminderTokens": N_("Reminder tokens"),
    "globalReminderTokens": N_("Reminder tokens of the script"),
    "firstNight": N_("Place in the first night"),
    "otherNight": N_("Place in the other nights"),
    "firstNightReminder": N_("First night"),
    "otherNightReminder": N_("Other nights"),
    "remindersGlobal": N_("Reminder tokens of the script"),
    "how-to-run": N_("How to run"),
    "howToRun": N_("How to run"),
    "example": N_("Examples"),
}
#: A longer text is shortened on the page; it is stored in full.
LONGEST_SHOWN = 3_000


@dataclass(frozen=True, slots=True)
class FieldView:
    """One text of a file."""

    title: str
    text: str
    #: Whether the imported character contains it.
    is_used: bool = True


@dataclass(frozen=True, slots=True)
class PictureView:
    """One picture of a file."""

    title: str
    #: The address at which our server shows it; empty if it is only on the web, or broken.
    address: str
    elsewhere: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """One character: left what the files say, right the imported character."""

    id: str
    name: str
    team: str
    fields: tuple[FieldView, ...]
    pictures: tuple[PictureView, ...]
    #: The path of its pages in the studio; empty if it is not on the script.
    path: str
    #: Names of the parts that an almanac usually has and this one lacks.
    missing: tuple[str, ...]
    #: What is stored for Bloodstar, and not used here.
    unused: tuple[str, ...]
    #: What the export changes to meet the format.
    mended: tuple[str, ...]
    #: What its author should know, such as a broken picture.
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """The whole import."""

    files: tuple[tuple[str, int], ...]
    pairs: tuple[Pair, ...]
    #: The texts about the script itself.
    front: tuple[FieldView, ...]
    #: The pictures of the script itself: its logo.
    front_pictures: tuple[PictureView, ...]
    #: (count, label)
    totals: tuple[tuple[int, str], ...]
    told: tuple[tuple[str, str], ...]
    #: What the official app will reject, however it is written.
    faults: tuple[str, ...]
    #: How many icons could be repainted from their sources.
    paintable: int
    #: How many pictures are only on the web.
    on_the_web: int


def compare(script: Script, brought: ImportRecord, path: str, now: Script) -> Comparison:
    """Compares a script as it was imported with its files; `now` is the script today, whose pages are linked."""
    reports = official.report(script)
    sources = _by_key(brought.pages)
    pairs = tuple(_pairs(script, now, sources, path, _mended(reports)))
    front = tuple(_front(script, sources.get("", ())))
    return Comparison(
        files=brought.files,
        pairs=pairs,
        front=front,
        front_pictures=tuple(_pictures(sources.get("", ()), path)),
        totals=_totals(script),
        told=brought.told,
        faults=tuple(each.message for each in reports if each.severity is not Severity.NOTICE),
        paintable=icons.paintable(now),
        on_the_web=len(script_pictures.on_the_web(now)),
    )


def _by_key(pages: Sequence[SourcePage]) -> dict[str, tuple[SourcePage, ...]]:
    found: dict[str, list[SourcePage]] = {}
    for page in pages:
        found.setdefault(key(page.id), []).append(page)
    return {who: tuple(each) for who, each in found.items()}


def _pairs(
    script: Script,
    now: Script,
    sources: Mapping[str, tuple[SourcePage, ...]],
    path: str,
    mended: Mapping[int, tuple[str, ...]],
) -> Iterator[Pair]:
    """Every homebrew character of the script, then those in the files that are not on it."""
    shared = {who for who, count in Counter(entry.key for entry in script.entries).items() if count > 1}
    today: dict[tuple[str, str], int] = {}
    for place, entry in enumerate(now.entries):
        called = key(entry.character.name) if entry.character else ""
        for each in ((entry.key, called), ("", called), (entry.key, "")):
            today.setdefault(each, place)
    positions = [position for position, _unused in script.metas]
    matched: set[str] = set()
    for place, entry in enumerate(script.entries):
        pages = sources.get(entry.key, ())
        matched.add(entry.key)
        character = entry.character
        if character is None or not (pages or entry.is_custom):
            continue
        called = key(character.name)
        place_today = today.get((entry.key, "")) if entry.key not in shared else None
        if entry.key in shared:
            pages = tuple(page for page in pages if key(page.name) == called) or pages
            place_today = today.get((entry.key, called), today.get(("", called)))
        words = _letters(_words_of(character))
        index = place + sum(position <= place for position in positions)
        fields = tuple(_fields(pages, words, character.name))
        yield Pair(
            entry.id,
            character.name,
            character.team.value,
            fields,
            tuple(_pictures(pages, path)),
            f"{path}/characters/{page_of(now, place_today)}" if place_today is not None else "",
            tuple(_missing(character)),
            tuple(dict.fromkeys(each.title for each in fields if not each.is_used)),
            mended.get(index, ()),
            tuple(_warnings(script, entry, character, pages)),
        )
    for who, pages in sources.items():
        if who and who not in matched:
            fields = tuple(_fields(pages, "", pages[0].name))
            yield Pair(
                pages[0].id, pages[0].name, "unknown", fields, tuple(_pictures(pages, path)), "", (), (), ()
            )


def _warnings(
    script: Script, entry: Entry, character: Character, pages: Sequence[SourcePage]
) -> Iterator[str]:
    written = entry.written.get("name") if isinstance(entry.written, dict) else ""
    if not (isinstance(written, str) and written.strip()):
        yield _("It has no name.")
    others = [
        each.character.name or each.id
        for each in script.entries
        if each is not entry and each.key == entry.key and each.character
    ]
    if others:
        yield _("It has the same ID as %(names)s.") % {"names": join_and(others)}
    broken = dict.fromkeys(field for page in pages for field, address in page.pictures if address == BROKEN)
    for field in broken:
        words = (
            _("“%(field)s” is not a picture. The icon is painted from the source picture.")
            if character.icon.picture and field != "unStyledImage"
            else _("“%(field)s” is not a picture.")
        )
        yield words % {"field": _(title(field))}


def _fields(pages: Sequence[SourcePage], ours: str, name: str) -> Iterator[FieldView]:
    """The texts of the files, each once however many files contain it."""
    seen: set[tuple[str, str]] = set()
    for page in pages:
        for field, text in page.fields:
            last = field.rpartition(".")[2]
            letters = _letters(filled(text, name))
            # The two nights may have the same words.
            said = (last if last in REMINDERS else "", letters)
            if not letters or said in seen:
                continue
            seen.add(said)
            is_used = last in UNDERSTOOD or last == SETTINGS or letters in ours
            yield FieldView(title(last), text[:LONGEST_SHOWN], is_used)


def title(field: str) -> str:
    """The label of a field."""
    return TITLES.get(field) or re.sub(r"(?<=[a-z])(?=[A-Z])", " ", field).replace("-", " ").capitalize()


def _pictures(pages: Sequence[SourcePage], path: str) -> Iterator[PictureView]:
    seen: set[str] = set()
    for page in pages:
        for field, address in page.pictures:
            if address in seen and address != BROKEN:
                continue
            seen.add(address)
            if address == BROKEN:
                yield PictureView(title(field), "")
            elif uploads.is_address(address):
                digest = address.removeprefix(uploads.SCHEME)
                yield PictureView(title(field), f"{path}/bloodstar/picture/{digest}")
            elif address.startswith("data:image/"):
                yield PictureView(title(field), address)
            else:
                yield PictureView(title(field), "", address)


def _front(script: Script, pages: Sequence[SourcePage]) -> Iterator[FieldView]:
    almanac = script.almanac
    ours = [script.name, script.meta.author, script.meta.almanac, almanac.synopsis, almanac.overview]
    words = _letters(" ".join([*ours, almanac.changelog, *script.meta.bootlegger]))
    yield from _fields(pages, words, script.name)


def _words_of(character: Character) -> str:
    """All texts of a homebrew character."""
    page = character.page
    reminders = character.all_reminders
    return "\n".join(
        (
            character.name,
            character.ability,
            character.flavor,
            character.first_night_reminder,
            character.other_night_reminder,
            *reminders,
            *(jinx.reason for jinx in character.jinxes),
            page.overview,
            *page.rules,
            *page.examples,
            *page.how_to_run,
            *page.advice,
            page.tip,
            page.optional_rule,
            page.attribution,
            page.revealed,
            *page.warnings,
            page.notes,
        )
    )


def _letters(text: str) -> str:
    """The letters of a text, to compare its spellings: without the markup of Markdown and HTML."""
    return "".join(filter(str.isalnum, text)).casefold()


def _missing(character: Character) -> Iterator[str]:
    page = character.page
    for name, value in (
        ("ability", character.ability),
        ("picture", character.images or character.icon.is_painted),
        ("flavor", character.flavor),
        ("overview", page.overview),
        ("examples", page.examples),
        (_("how to run"), page.how_to_run),
    ):
        if not value:
            yield name


def _mended(reports: Sequence[Problem]) -> dict[int, tuple[str, ...]]:
    """By the place in the file: what the export changes about an entry."""
    found: dict[int, list[str]] = {}
    for each in reports:
        place = ENTRY.match(each.path or "")
        if each.code == "kept-aside" and place:
            found.setdefault(int(place[1]), []).append(each.message)
    return {index: tuple(messages) for index, messages in found.items()}


def _totals(script: Script) -> tuple[tuple[int, str], ...]:
    own = [entry.character for entry in script.entries if entry.character and entry.is_custom]
    elsewhere = script_pictures.on_the_web(script)
    pictures = sum(each.icon.is_painted or any(one not in elsewhere for one in each.images) for each in own)
    almanacs = sum(bool(each.page.overview or each.page.how_to_run or each.page.examples) for each in own)
    first = sum(bool(each.first_night) for each in own)
    other = sum(bool(each.other_night) for each in own)
    parts = sum(bool(getattr(script.almanac, name)) for name in Almanac.__slots__)
    sources = sum(1 for _unused in icons.origins(script))
    notes = sum(bool(each.page.notes) for each in own)
    return (
        (len(own), ngettext("character", "characters", len(own))),
        (pictures, ngettext("picture", "pictures", pictures)),
        (len(elsewhere), ngettext("picture on the web", "pictures on the web", len(elsewhere))),
        (sources, ngettext("source picture", "source pictures", sources)),
        (almanacs, ngettext("almanac page", "almanac pages", almanacs)),
        (first, ngettext("place in the first night", "places in the first night", first)),
        (other, ngettext("place in the other nights", "places in the other nights", other)),
        (parts, ngettext("part of front matter", "parts of front matter", parts)),
        (notes, ngettext("private note", "private notes", notes)),
    )
