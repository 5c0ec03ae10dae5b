"""Render a script to a document: the one module that combines printables, formats and press."""

import json
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING, Any

from builder import catalogue, chunks, emblems, formats, language, printables, proofing, themes
from builder.artefact import Artefact, bundle
from builder.content import ShopWork
from builder.errors import ClockwrightError
from builder.formats import links
from builder.formats.carriers import script_pictures
from builder.formats.public_script import without_private
from builder.game.character import Character
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.language import N_, gettext as _, ngettext
from builder.printables import names, options
from builder.printables.common import notice
from builder.prose_lists import join_some
from builder.settings import settings as settings_in_force
from builder.themes import PLAIN, Theme

if TYPE_CHECKING:
    from builder.press.pictures.album import Album
    from builder.press.prepress.separation import Inks

NAMED = 9
WHOLE = slice(None)
NO_ADDRESS = Problem(
    "no-address",
    Severity.NOTICE,
    N_(
        "Tabletop Simulator loads pictures from the web, so it needs their address: put the folder online, and say "
        "where with --set tabletop-simulator.address=https://…"
    ),
)
#: The style of a poster.
POSTER = "parchment"
#: Maximum length of a theme in a script that is attached to a document.
MOST_THEME = 20_000
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
    theme: str = "",
) -> Artefact:
    """A printed document of the script: `kind` is `sheet` or `night`; `style` by default the kind's first.

    It is in the current language (`language.using`); `second_language` is the tag of a second one, for a sheet in two.

    With `attach`, the PDF contains the script's official JSON; its pages are repeated `copies` times. `settings` are
    further options by name (`clockwright printables` lists them). With `fetch`, missing pictures are fetched first.
    `theme` is the name of one of our themes, a text of `press.theme_files.taken_in`, or `none`; by default it is the
    script's.
    Raises UnknownChoiceError for a kind, style, paper or setting that does not exist, MissingPartError where Pango, the
    fonts or the emblems are not installed.
    """
    from builder.press.printing import Order, print_document

    module, style, chosen = printables.choose(kind, style, paper)
    script = catalogue.localized(script)
    outward = formats.public(script)
    attachment = ("script.json", _attachment(outward).encode()) if attach else None
    shown = script if printables.is_for_authors(kind) else outward
    with themes.using(_theme(script, theme)):
        content, album = _content(shown, module, settings, fetch=fetch, second_language=second_language)
        printed = print_document(Order(kind, style, content, chosen, attachment, copies))
        said = _theme_notices(script, theme)
    notices = (
        *said,
        *_report_private(script, shown),
        *names.long_name_notices(shown),
        *_english_texts(shown),
        *(_english_pages(shown) if kind == "almanac" else ()),
        *getattr(content, "notices", ()),
        *album.notices,
        *printed.notices,
    )
    name = f"{printables.file_title(kind, style, chosen.id, language.tag(), second_language)}.pdf"
    return replace(printed, name=name, notices=notices)


def token_pictures(  # noqa: PLR0913  # each a choice of its own
    script: Script,
    *,
    dpi: int = 300,
    style: str | None = None,
    attach: bool = True,
    settings: Mapping[str, str] | None = None,
    fetch: bool = True,
    share: slice = WHOLE,
    theme: str = "",
) -> Iterator[tuple[str, bytes]]:
    """Each token as a PNG file, round and transparent outside, with a name for it: `minion/Baron.png`.

    Identical tokens come once; `share` selects a slice of the icons. With `attach` each contains the
    script's official JSON. `settings` are those of the kind `tokens`. Raises UnknownChoiceError for an unknown style or
    setting, or a resolution outside 50 to 1200 dots per inch, MissingPartError as `render` does.
    """
    from builder.press.tokens import token_pictures

    module, style, _paper = printables.choose("tokens", style, "a4")
    outward = formats.public(catalogue.localized(script))
    worn = _theme(script, theme)
    with themes.using(worn):
        content, _album = _content(outward, module, settings, fetch=fetch)
        made = token_pictures.pictures(content, style, dpi, share)
    written = _attachment(outward).encode() if attach else b""
    return (
        (name, chunks.with_script(png, written) if attach else png) for name, png in themes.each(made, worn)
    )


def share_pictures(
    script: Script,
    *,
    attach: bool = True,
    settings: Mapping[str, str] | None = None,
    fetch: bool = True,
    theme: str = "",
) -> dict[str, bytes]:
    """Pictures of the whole script for sharing: PNG files `wide` (1200 × 630 pixels), `square` (1200 both).

    They contain nothing private. With `attach` they contain the script's official JSON: the builder can open
    them. `settings` are `ink` and `face`. Raises UnknownChoiceError and MissingPartError as `render` does.
    """
    from builder.press import sharing
    from builder.printables import share

    outward = formats.public(catalogue.localized(script))
    with themes.using(_theme(script, theme)):
        content, _album = _content(outward, share, settings, fetch=fetch)
        made = sharing.pictures(content)
    written = _attachment(outward).encode() if attach else b""
    return {name: chunks.with_script(png, written) if attach else png for name, png in made.items()}


def shop_package(
    script: Script,
    shop: str = "",
    *,
    settings: Mapping[str, str] | None = None,
    fetch: bool = True,
    theme: str = "",
) -> Artefact:
    """A ZIP of PDF/X-4 files for a print shop: `stickers`, `cards` or `poster`, with bleed, in four inks.

    `settings` are those of `printables.shop`, among them `shop`; `theme` as in `render`. With them comes a list of the
    files. Nothing private is in it. Raises UnknownChoiceError for an unknown shop, style, setting or color profile,
    ClockwrightError for a profile that is not for printing, and MissingPartError as `render` does.
    """
    chosen = {**(settings or {}), **({"shop": shop} if shop else {})}
    outward = formats.public(catalogue.localized(script))
    with themes.using(_theme(script, theme)):
        made = _shop_package(outward, chosen, fetch=fetch)
        return replace(made, notices=(*_theme_notices(script, theme), *made.notices))


def _shop_package(outward: Script, chosen: Mapping[str, str], *, fetch: bool) -> Artefact:
    from builder.press.prepress import separation
    from builder.press.tokens import shop_pieces
    from builder.press.tokens.ink import palette
    from builder.printables import shop as module

    work, album = _content(outward, module, chosen, fetch=fetch)
    inks = separation.inks(work.profile)
    style = chosen.get("style") or None
    if work.shop.makes == "sheet":
        common = {name: value for name, value in chosen.items() if name in options.COMMON}
        made, pages, listed, notices = _poster(outward, work, inks, style, common)
    else:
        style = printables.choose("tokens", style, "a4")[1]
        job = shop_pieces.Pieces(work, palette(style, saving=work.tokens.saving), inks)
        made = list(shop_pieces.files(job))
        pages, listed, notices = job.pages, job.listed, tuple(job.notices())
    lines = [work.front.title, "", *listed, "", *shop_pieces.instructions(work, inks)]
    bundled = bundle(
        [(_("about these files.txt"), "\n".join(lines).encode()), *made],
        f"{_(module.TITLE)}, {work.shop.id}.zip",
    )
    return replace(bundled, pages=pages, notices=(*album.notices, *notices))


def _poster(
    outward: Script, work: ShopWork, inks: "Inks", style: str | None, common: Mapping[str, str]
) -> tuple[list[tuple[str, bytes]], int, list[str], tuple[Problem, ...]]:
    """The character sheet, enlarged: its files, number of pages, lines for the list, and notices."""
    from builder.press.prepress.x4 import Job
    from builder.press.printing import Order, print_document
    from builder.press.tokens import shop_pieces

    module, style, paper = printables.choose("sheet", style or POSTER, "a4")
    content, _album = _content(outward, module, common, fetch=False)
    trim = work.trim or (paper.width, paper.height)
    paper = replace(paper, height=paper.width * trim[1] / trim[0])
    job = Job(trim, work.shop.bleed, inks, work.front.title, work.front.author)
    printed = print_document(Order("sheet", style, content, paper, job=job))
    poster, size = _("poster"), f"{trim[0]:g} x {trim[1]:g} mm"
    name = f"{poster}, {size}"
    line = shop_pieces.describe(name, printed.pages, size, work.shop.bleed)
    return [(f"{name}.pdf", printed.body)], printed.pages, [line], printed.notices


def tabletop_simulator(
    script: Script,
    address: str = "",
    *,
    settings: Mapping[str, str] | None = None,
    fetch: bool = True,
    theme: str = "",
) -> Artefact:
    """A ZIP for Tabletop Simulator: all tokens in grids as PNG files, and a saved object with bags of them.

    `address` is where the folder will be on the web, by default where the script says that its set is published;
    without one there is no saved object, and a notice says why. `settings` are those of `printables.tabletop`, `theme`
    as in `render`. Nothing private is in it. Raises ClockwrightError for an invalid address, UnknownChoiceError and
    MissingPartError as `render` does.
    """
    from builder.press.tokens import token_pictures
    from builder.printables import tabletop as module

    chosen = {**(settings or {}), **({"address": address} if address else {})}
    outward = formats.public(catalogue.localized(script))
    base = links.checked(chosen.get("address", "")) or links.base_url(outward)
    with themes.using(_theme(script, theme)):
        content, album = _content(outward, module, chosen, fetch=fetch)
        style = printables.choose("tokens", chosen.get("style") or None, "a4")[1]
        made = bundle(list(token_pictures.files(content, style, base)), f"{_(module.TITLE)}.zip")
    notices = () if base else (NO_ADDRESS,)
    return replace(made, notices=(*album.notices, *notices))


def icon_pictures(script: Script) -> Iterator[tuple[str, bytes]]:
    """The art of homebrew characters as PNG files, with Bloodstar's file names.

    `imp2.png`, and its flipped version `imp2_good.png`; of a Traveller `_good` and `_evil`. Icons are painted (540
    × 540 pixels, transparent), pictures that lie in the script or were uploaded come as they are; nothing is fetched.
    Characters that are not exported are left out. Raises MissingPartError where the emblems are not installed.
    """
    from builder.press.pictures import painted_icons

    entries = without_private(script).entries
    return painted_icons.files([entry.character for entry in entries if entry.is_custom and entry.character])


def almanac_page(
    script: Script,
    *,
    attach: bool = True,
    settings: Mapping[str, str] | None = None,
    fetch: bool = True,
    theme: str = "",
) -> str:
    """The almanac as one self-contained HTML page: for a phone, a web site, a disk.

    With `attach` it contains the script's official JSON, so it can be imported again. Nothing private is in it.
    Raises UnknownChoiceError and MissingPartError as `render` does.
    """
    from builder.press.almanac import web_page
    from builder.printables import almanac

    outward = formats.public(catalogue.localized(script))
    with themes.using(_theme(script, theme)):
        content, _album = _content(outward, almanac, settings, fetch=fetch)
        return web_page.page(content, _attachment(outward) if attach else "")


def wearing(script: Script) -> AbstractContextManager[None]:
    """Makes the theme of the script current for a block, if it can be used."""
    return themes.using(_theme(script, ""))


def _theme(script: Script, asked: str) -> Theme:
    """The theme that was asked for, else that of the script, if it can be used.

    Raises UnknownChoiceError or ClockwrightError for one that was asked for and cannot.
    """
    if not asked and not script.theme:
        return PLAIN
    from builder.press import theme_files

    return theme_files.worn(asked) if asked else theme_files.of_script(script.theme)


def _theme_notices(script: Script, asked: str) -> Iterator[Problem]:
    """What has to be said about the theme: a script's that cannot be used, changed colors, missing files."""
    if not asked and not script.theme:
        return
    from builder.press import theme_files
    from builder.themes import resolving

    try:
        worn = theme_files.worn(asked or script.theme)
    except ClockwrightError as error:
        words = _("The script’s theme cannot be used, so there is none: %(reason)s") % {"reason": error}
        yield notice("no-theme", words)
    else:
        yield from resolving.notices(worn)
        yield from theme_files.missing(worn)


def _english_texts(script: Script) -> Iterator[Problem]:
    """A notice of official characters whose name or ability the current language lacks."""
    lacking = [each for each in script.characters if not {"name", "ability"}.isdisjoint(each.untranslated)]
    if lacking:
        some = join_some([each.name for each in lacking], 8)
        words = _(
            "%(language)s has no text yet for %(number)s of the characters, so theirs is in English: %(names)s"
        )
        values = {"language": language.current().name, "number": len(lacking), "names": some}
        yield notice("untranslated", words % values, *(each.id for each in lacking))


def _english_pages(script: Script) -> Iterator[Problem]:
    """A notice of almanac pages of which the current language lacks texts."""
    explained = map(catalogue.explained, script.characters)
    lacking = [each for each in explained if catalogue.untranslated_texts(each) - {"flavor"}]
    if lacking:
        text = ngettext(
            "%(language)s lacks texts of %(number)s page of the almanac, which are in English there.",
            "%(language)s lacks texts of %(number)s pages of the almanac, which are in English there.",
            len(lacking),
        )
        values = {"language": language.current().name, "number": len(lacking)}
        yield notice("untranslated", text % values, *(each.id for each in lacking))


def _attachment(outward: Script) -> str:
    """The script as attached to documents: without its author's pictures if they would add megabytes."""
    outward = _without_theme_files(outward)
    lean = script_pictures.without_pictures(outward)
    pictures = sum(len(each) for who in lean.characters for each in who.images)
    text = formats.write(lean) if pictures <= MOST_ATTACHED else ""
    return text if 0 < len(text) <= MOST_ATTACHED else formats.write(script_pictures.words_alone(outward))


def _without_theme_files(outward: Script) -> Script:
    """A script without its theme if that has pictures or fonts in it: they would add megabytes."""
    theme = outward.theme
    if not isinstance(theme, dict) or len(json.dumps(theme)) <= MOST_THEME:
        return outward
    meta = dict(outward.written_meta or {})
    meta["clockwright"] = {name: value for name, value in meta["clockwright"].items() if name != "theme"}
    return replace(outward, written_meta=meta)


def _report_private(script: Script, outward: Script) -> Iterator[Problem]:
    gone = {entry.key for entry in script.entries} - {entry.key for entry in outward.entries}
    hidden = [entry for entry in script.entries if entry.key in gone]
    if hidden:
        some = join_some([each.character.name if each.character else each.id for each in hidden], NAMED)
        text = _("Not exported, so not printed: %(names)s.") % {"names": some}
        yield notice("kept-back", text, *(each.id for each in hidden))


def _content(
    script: Script,
    module: ModuleType,
    settings: Mapping[str, str] | None,
    *,
    fetch: bool,
    second_language: str = "",
) -> tuple[Any, "Album"]:
    """The content of a document, and its pictures. Where its user chooses no art or logo, the theme does."""
    from builder.press.pictures import album as picture_album

    album = pictures(script, fetch=fetch, every_version=getattr(module, "EVERY_PICTURE", False))
    has_theirs, theme = _uses_theirs(script), themes.current()
    mark = picture_album.community_mark() if has_theirs else ""
    settings = dict(settings or {})
    if theme.art == "painted" and "art" in options.settings_of(module):
        settings.setdefault("art", theme.art)
    chosen = replace(
        options.read(module, settings),
        pictures=album.pictures,
        logo=album.logo or theme.logo.replace("stored:", "clockwright:picture/", 1),
        emblems=emblems.assign(script.characters),
        wording=_wording(has_mark=bool(mark)) if has_theirs else "",
        mark=mark,
        script_link=formats.write(script, "link").strip() if "qr" in settings else "",
        second_language=second_language,
        facts=proofing.facts(script) if getattr(module, "FOR_AUTHORS", False) else options.NO_FACTS,
    )
    return module.content(names.shortened(script), chosen), album


def _uses_theirs(script: Script) -> bool:
    """Whether the publisher's wording or art is in a document of this script."""
    return catalogue.wording().is_official and (
        any(catalogue.find(entry.id) for entry in script.entries)
        or any(map(_has_generic_icon, script.characters))
    )


def _has_generic_icon(who: Character) -> bool:
    """Whether a homebrew character has the publisher's icon for its team."""
    has_own = who.images or who.icon.is_painted
    return not has_own and bool(catalogue.generic_art(who.team)) and not catalogue.find(who.key)


def _wording(*, has_mark: bool) -> str:
    """The footer that credits the publisher's wording and art."""
    found = catalogue.wording()
    # Without the publisher's mark, its words.
    words = "" if has_mark else _("Community created content.")
    return f"{found.label[:1].upper()}{found.label[1:]}. {_(catalogue.POLICY_SHORT)}. {words}".strip()


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
