"""A script becomes a document: the one place where printables, formats and press meet."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any, Self

from builder import catalogue, chunks, emblems, formats, printables, proofing
from builder.artefact import Artefact
from builder.formats.carriers import script_pictures
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.printables import long_names, options, proof_facts
from builder.prose_lists import join_some
from builder.settings import settings as settings_in_force

if TYPE_CHECKING:
    from builder.press.pictures.album import Album

#: Names that fit into a sentence.
NAMED = 9
WHOLE = slice(None)
#: Letters of a script up to which a document carries the pictures that stand in it.
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
) -> Artefact:
    """A printed document of the script: `kind` is `sheet` or `night`; `style` by default the kind's first.

    With `attach`, the PDF carries the script's official JSON; its pages come `copies` times. `settings` are further
    choices by name (`clockwright printables` lists them). With `fetch`, pictures that are missing are fetched first.
    Raises UnknownChoiceError for a kind, style, paper or setting that does not exist, MissingPartError where Pango, the
    fonts or the emblems are not installed.
    """
    from builder.press.printing import Order, print_document

    module, style, chosen = printables.choose(kind, style, paper)
    outward = formats.public(script)
    attachment = ("script.json", _attachment(outward).encode()) if attach else None
    shown = script if printables.is_for_authors(kind) else outward
    content, album = _content(shown, module, settings, fetch=fetch)
    printed = print_document(Order(kind, style, content, chosen, attachment, copies))
    notices = (
        *_report_private(script, shown),
        *long_names.notices(shown),
        *getattr(content, "notices", ()),
        *album.notices,
        *printed.notices,
    )
    name = f"{printables.file_title(kind, style, chosen.id)}.pdf"
    return replace(printed, name=name, notices=notices)


class Press:
    """Processes that print several documents at once."""

    def __init__(self, workers: int) -> None:
        from builder.press.workers import Workers

        self._workers = Workers(workers, preload=("builder.documents",))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._workers.close()

    def render(self, script: Script, kind: str, **choices: Any) -> Artefact:
        """Prints as `builder.render` does. Raises RenderError where that fails, takes too long or too much memory."""
        return next(self.render_each([(script, kind)], **choices))

    def render_each(self, wanted: Iterable[tuple[Script, str]], **choices: Any) -> Iterator[Artefact]:
        """The document of each script and kind, in their order, made at once as far as there are processes."""
        started = [self._workers.submit(partial(render, **choices), script, kind) for script, kind in wanted]
        return map(self._workers.result, started)


def pool(workers: int = 2) -> Press:
    """A press of so many processes, which are ended when they take too long or too much memory (see `settings`).

    `with builder.pool() as press: press.render(script, "sheet")`; `press.render_each([(script, "sheet"), …])` prints
    several at once. Both take what `render` takes, and raise RenderError with the reason where there is no document.
    """
    return Press(workers)


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

    Tokens that are alike come once; with a `share`, those of a part of the icons. With `attach` each carries the
    script's official JSON. `settings` are those of the kind `tokens`. Raises UnknownChoiceError for a style, a setting
    or a number of dots per inch (50 to 1200) that does not exist, MissingPartError as `render` does.
    """
    from builder.press import tokens

    module, style, _ = printables.choose("tokens", style, "a4")
    outward = formats.public(script)
    content, _ = _content(outward, module, settings, fetch=fetch)
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
    """The whole script at a glance, to be shown to others: PNG files `wide` (1200 × 630 pixels), `square` (1200 both).

    Nothing private is on them. With `attach` they carry the script's official JSON: dropped into the builder, they
    open. `settings` are `ink` and `face`. Raises UnknownChoiceError and MissingPartError as `render` does.
    """
    from builder.press import sharing
    from builder.printables import share

    outward = formats.public(script)
    content, _ = _content(outward, share, settings, fetch=fetch)
    written = _attachment(outward).encode() if attach else b""
    made = sharing.pictures(content)
    return {name: chunks.with_script(png, written) if attach else png for name, png in made.items()}


def icon_pictures(script: Script) -> Iterator[tuple[str, bytes]]:
    """The art of the script's own characters as PNG files, with names as Bloodstar gives them.

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
    """The almanac as one HTML page with everything in it: for a phone, a web site, a disk.

    With `attach` it carries the script's official JSON, by which it can be read in again. Nothing private is in it.
    Raises UnknownChoiceError and MissingPartError as `render` does.
    """
    from builder.press.almanac import web_page
    from builder.printables import almanac

    outward = formats.public(script)
    content, _ = _content(outward, almanac, settings, fetch=fetch)
    return web_page.page(content, _attachment(outward) if attach else "")


def _attachment(outward: Script) -> str:
    """The script as documents carry it: its words; pictures of its author's would make every page megabytes."""
    lean = script_pictures.without_pictures(outward)
    pictures = sum(len(each) for who in lean.characters for each in who.images)
    text = formats.write(lean) if pictures <= MOST_ATTACHED else ""
    return text if 0 < len(text) <= MOST_ATTACHED else formats.write(script_pictures.words_alone(outward))


def _report_private(script: Script, outward: Script) -> Iterator[Problem]:
    """Says whom a document leaves out because their author keeps them back."""
    gone = {entry.key for entry in script.entries} - {entry.key for entry in outward.entries}
    names = [
        entry.character.name if entry.character else entry.id for entry in script.entries if entry.key in gone
    ]
    if names:
        yield Problem(
            "kept-back",
            Severity.NOTICE,
            f"Not exported, so not printed: {join_some(names, NAMED)}.",
            tuple(entry.id for entry in script.entries if entry.key in gone),
        )


def _content(
    script: Script, module: ModuleType, settings: Mapping[str, str] | None, *, fetch: bool
) -> tuple[Any, "Album"]:
    """What a document says, and the pictures in it."""
    album = pictures(script, fetch=fetch, every_version=getattr(module, "EVERY_PICTURE", False))
    chosen = replace(
        options.read(module, settings or {}),
        pictures=album.pictures,
        logo=album.logo,
        emblems=emblems.assign(script.characters),
        wording=_wording(script),
        facts=proofing.facts(script) if getattr(module, "FOR_AUTHORS", False) else proof_facts.NOTHING,
    )
    return module.content(long_names.shortened(script), chosen), album


def _wording(script: Script) -> str:
    """For the foot of each page: whose words and art these are. Empty where none of them is the publisher's."""
    found = catalogue.wording()
    if not found.is_official or not any(catalogue.find(entry.id) for entry in script.entries):
        return ""
    return f"{found.label[:1].upper()}{found.label[1:]}. {catalogue.POLICY_SHORT}."


def pictures(script: Script, *, fetch: bool = True, every_version: bool = False) -> "Album":
    """The pictures of a script, ready to print: with `fetch` those that are missing are brought first."""
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
