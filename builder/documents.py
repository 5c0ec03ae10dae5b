"""Render a script to a document: the one module that combines printables, formats and press."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING, Any

from builder import catalogue, chunks, emblems, formats, language, printables, proofing
from builder.artefact import Artefact
from builder.formats.carriers import script_pictures
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.language import gettext as _
from builder.printables import long_names, options, proof_facts
from builder.prose_lists import join_some
from builder.settings import settings as settings_in_force

if TYPE_CHECKING:
    from builder.press.pictures.album import Album

#: At most this many names in a sentence.
NAMED = 9
WHOLE = slice(None)
#: Maximum length of a script whose embedded pictures are attached to a document.
MOST_ATTACHED = 1_000_000


def render(  # noqa: PLR0913  # each a choice of its own
    script: Script,
    kind: str,
    *,
    style: str | None = None,
    paper: str = "a4",
    attach: bool = True,
    copies: int = 1,
    settings: Mapping[str, str] | None = None,
    fetch: bool = True,
    second_language: str = "",
) -> Artefact:
    """A printed document of the script: `kind` is `sheet` or `night`; `style` by default the kind's first.

    It is in the current language (`language.using`); `second_language` is the tag of a second one, for a sheet in two.

    With `attach`, the PDF contains the script's official JSON; its pages are repeated `copies` times. `settings` are
    further options by name (`clockwright printables` lists them). With `fetch`, missing pictures are fetched first.
    Raises UnknownChoiceError for a kind, style, paper or setting that does not exist, MissingPartError where Pango, the
    fonts or the emblems are not installed.
    """
    from builder.press.printing import Order, print_document

    module, style, chosen = printables.choose(kind, style, paper)
    script = catalogue.localized(script)
    outward = formats.public(script)
    attachment = ("script.json", _attachment(outward).encode()) if attach else None
    shown = script if printables.is_for_authors(kind) else outward
    content, album = _content(shown, module, settings, fetch=fetch, second_language=second_language)
    printed = print_document(Order(kind, style, content, chosen, attachment, copies))
    notices = (
        *_report_private(script, shown),
        *long_names.notices(shown),
        *getattr(content, "notices", ()),
        *album.notices,
        *printed.notices,
    )
    name = f"{printables.file_title(kind, style, chosen.id, language.tag(), second_language)}.pdf"
    return replace(printed, name=name, notices=notices)


def token_pictures(
    script: Script,
    *,
    dpi: int = 300,
    style: str | None = None,
    attach: bool = True,
    settings: Mapping[str, str] | None = None,
    fetch: bool = True,
    share: slice = WHOLE,
) -> Iterator[tuple[str, bytes]]:
    """Each token as a PNG file, round and transparent outside, with a name for it: `minion/Baron.png`.

    Identical tokens come once; `share` selects a slice of the icons. With `attach` each contains the
    script's official JSON. `settings` are those of the kind `tokens`. Raises UnknownChoiceError for an unknown style or
    setting, or a resolution outside 50 to 1200 dots per inch, MissingPartError as `render` does.
    """
    from builder.press import tokens

    module, style, _paper = printables.choose("tokens", style, "a4")
    outward = formats.public(catalogue.localized(script))
    content, _album = _content(outward, module, settings, fetch=fetch)
    made = tokens.token_pictures(content, style, dpi, share)
    written = _attachment(outward).encode() if attach else b""
    return ((name, chunks.with_script(png, written) if attach else png) for name, png in made)


def share_pictures(
    script: Script,
    *,
    attach: bool = True,
    settings: Mapping[str, str] | None = None,
    fetch: bool = True,
) -> dict[str, bytes]:
    """Pictures of the whole script for sharing: PNG files `wide` (1200 × 630 pixels), `square` (1200 both).

    They contain nothing private. With `attach` they contain the script's official JSON: the builder can open
    them. `settings` are `ink` and `face`. Raises UnknownChoiceError and MissingPartError as `render` does.
    """
    from builder.press import sharing
    from builder.printables import share

    outward = formats.public(catalogue.localized(script))
    content, _album = _content(outward, share, settings, fetch=fetch)
    written = _attachment(outward).encode() if attach else b""
    made = sharing.pictures(content)
    return {name: chunks.with_script(png, written) if attach else png for name, png in made.items()}


def icon_pictures(script: Script) -> Iterator[tuple[str, bytes]]:
    """The art of homebrew characters as PNG files, with Bloodstar's file names.

    `imp2.png`, and its flipped version `imp2_good.png`; of a Traveller `_good` and `_evil`. Icons are painted (540
    × 540 pixels, transparent), pictures that lie in the script or were uploaded come as they are; nothing is fetched.
    Characters that are not exported are left out. Raises MissingPartError where the emblems are not installed.
    """
    from builder.press.pictures import painted_icons

    entries = formats.public(script).entries
    return painted_icons.files([entry.character for entry in entries if entry.is_custom and entry.character])


def almanac_page(
    script: Script,
    *,
    attach: bool = True,
    settings: Mapping[str, str] | None = None,
    fetch: bool = True,
) -> str:
    """The almanac as one self-contained HTML page: for a phone, a web site, a disk.

    With `attach` it contains the script's official JSON, so it can be imported again. Nothing private is in it.
    Raises UnknownChoiceError and MissingPartError as `render` does.
    """
    from builder.press.almanac import web_page
    from builder.printables import almanac

    outward = formats.public(catalogue.localized(script))
    content, _album = _content(outward, almanac, settings, fetch=fetch)
    return web_page.page(content, _attachment(outward) if attach else "")


def _attachment(outward: Script) -> str:
    """The script as attached to documents: without its author's pictures if they would add megabytes."""
    lean = script_pictures.without_pictures(outward)
    pictures = sum(len(each) for who in lean.characters for each in who.images)
    text = formats.write(lean) if pictures <= MOST_ATTACHED else ""
    return text if 0 < len(text) <= MOST_ATTACHED else formats.write(script_pictures.words_alone(outward))


def _report_private(script: Script, outward: Script) -> Iterator[Problem]:
    """Report characters that a document leaves out because they are not exported."""
    gone = {entry.key for entry in script.entries} - {entry.key for entry in outward.entries}
    names = [
        entry.character.name if entry.character else entry.id for entry in script.entries if entry.key in gone
    ]
    if names:
        yield Problem(
            "kept-back",
            Severity.NOTICE,
            _("Not exported, so not printed: %(names)s.") % {"names": join_some(names, NAMED)},
            tuple(entry.id for entry in script.entries if entry.key in gone),
        )


def _content(
    script: Script,
    module: ModuleType,
    settings: Mapping[str, str] | None,
    *,
    fetch: bool,
    second_language: str = "",
) -> tuple[Any, "Album"]:
    """The content of a document, and its pictures."""
    album = pictures(script, fetch=fetch, every_version=getattr(module, "EVERY_PICTURE", False))
    chosen = replace(
        options.read(module, settings or {}),
        pictures=album.pictures,
        logo=album.logo,
        emblems=emblems.assign(script.characters),
        wording=_wording(script),
        second_language=second_language,
        facts=proofing.facts(script) if getattr(module, "FOR_AUTHORS", False) else proof_facts.NOTHING,
    )
    return module.content(long_names.shortened(script), chosen), album


def _wording(script: Script) -> str:
    """The footer that credits the publisher's wording and art. Empty if neither is used."""
    found = catalogue.wording()
    if not found.is_official or not any(catalogue.find(entry.id) for entry in script.entries):
        return ""
    return f"{found.label[:1].upper()}{found.label[1:]}. {_(catalogue.POLICY_SHORT)}."


def pictures(script: Script, *, fetch: bool = True, every_version: bool = False) -> "Album":
    """The pictures of a script, ready to print: with `fetch` missing ones are fetched first."""
    from builder.press.pictures import album, downloads

    limits = settings_in_force()
    return album.gather_album(
        script.characters,
        script.meta.logo,
        every_version=every_version,
        fetching=fetch and limits.fetch_pictures,
        plain_http=limits.fetch_http,
        why_not=downloads.WAITING if limits.fetch_pictures else downloads.SWITCHED_OFF,
    )
