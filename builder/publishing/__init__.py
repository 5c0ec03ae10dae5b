"""Publishes a set as a folder for any web host: JSON, almanac, documents, tokens, icons, and an index page.

File names are those of Bloodstar where it has them: `script.json`, `almanac.html`, `<id>.png`, `_meta.png`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, as_completed
from dataclasses import replace

from builder import formats, language, printables
from builder.artefact import Artefact, File, PrintRequest
from builder.errors import BusyError, MissingPartError, RenderError
from builder.formats import links
from builder.formats.carriers import script_pictures
from builder.game.script import Script
from builder.language import gettext as _
from builder.publishing import names

__all__ = ["File", "Submit", "publish"]

#: Starts the job for one part of the set; see `artefacts.runner`.
Submit = Callable[[PrintRequest], Future[Artefact]]
#: Multiplies the time limit, because nobody waits for a set as for a document.
PATIENCE = 4
#: Modules that most parts need: for icons, books, tokens, Markdown. Not NumPy, which starts threads.
PRELOAD = (
    "PIL.PngImagePlugin",
    "builder.artefacts.set_parts",
    "builder.press.pictures.painted_icons",
    "builder.press.pictures.scaling",
    "builder.press.almanac.book",
    "builder.press.almanac.web_page",
    "builder.press.tokens.token_pictures",
    "builder.press.tokens.sheets",
    "markdown_it",
    "nh3",
    "pypdfium2",
)


def publish(script: Script, *, base_url: str = "", submit: Submit | None = None) -> Iterator[File]:
    """Yields the files of a set for any web host: the path of each, with slashes, and its bytes.

    `index.html` links to all: `almanac.html`, `almanac.pdf`, `sheet.pdf`, `night.pdf`, `tokens.pdf`, `tokens/…`,
    icons as `<id>.png`, `_meta.png` (the logo), `script.json` for other programs, and `set.json` to import it again.
    With a `base_url` (or the script's own) the script links to pictures there; without one it has no pictures.
    Nothing private is in it. `submit` runs the slow jobs, by default in processes of this machine. Raises
    ClockwrightError for an invalid address, RenderError if a part fails, MissingPartError as `render` does.
    """
    outward = formats.public(script)
    base = links.checked(base_url) or links.base_url(outward)
    if submit:
        yield from _made(outward, base, submit)
        return
    from builder.artefacts import runner as runners
    from builder.press.workers import cores

    source = formats.write(outward).encode()
    with runners.start(cores(), patience=PATIENCE, helpers=False, preload=PRELOAD) as runner:
        yield from _made(outward, base, lambda wanted: runner.submit(source, replace(wanted, fetch=True)))


def linked(outward: Script, base: str, files: Iterable[str]) -> Script:
    """The script for other programs: with the addresses of its published pictures, or without pictures."""
    if not base:
        return script_pictures.words_alone(outward)
    there = set(files)
    pictures = [
        [links.address(base, name) for name in names.versions(stem) if stem and name in there]
        for stem in names.stems(outward)
    ]
    has_logo = names.LOGO in there and not names.is_elsewhere(outward.meta.logo)
    logo = links.address(base, names.LOGO) if has_logo else ""
    almanac = links.address(base, links.ALMANAC)
    return script_pictures.words_alone(links.linked(outward, pictures, almanac=almanac, logo=logo))


def _made(outward: Script, base: str, submit: Submit) -> Iterator[File]:
    """Makes every file; starts slow jobs first, and yields files as they are finished."""
    from builder.artefacts.set_parts import STAGES
    from builder.artefacts.usual_extras import TABLETOP
    from builder.publishing import landing

    files: dict[str, bytes] = {}
    whole = ""
    # Tabletop Simulator loads pictures by their address, so without one there is nothing for it.
    table = PrintRequest(TABLETOP, settings=(("address", base),))
    stages = (*STAGES[:-1], (*STAGES[-1], table) if base else STAGES[-1])
    for stage in (tuple(replace(each, language=language.tag()) for each in stage) for stage in stages):
        running = {submit(wanted): wanted for wanted in stage}
        whole = whole or formats.write(script_pictures.carried(outward))  # while jobs are running
        for future in as_completed(running):
            made = _files(running[future], future)
            files.update(made)
            yield from made
    last = {"script.json": formats.write(linked(outward, base, files)).encode(), "set.json": whole.encode()}
    yield from last.items()
    yield "index.html", landing.page(outward, files | last, base).encode()


def _title(kind: str) -> str:
    if kind in printables.kinds():
        return _("The %(title)s") % {"title": printables.title(kind)}
    others = {
        "set-icons": _("The icons"),
        "set-tokens": _("The pictures of tokens"),
        "almanac-page": _("The almanac's web page"),
        "tabletop-simulator": _("Tabletop Simulator tokens"),
    }
    return others.get(kind.rstrip("-0123456789"), kind)


def _files(wanted: PrintRequest, future: Future[Artefact]) -> Sequence[File]:
    """The files of a part with their paths in the set. Raises RenderError, which names the part."""
    try:
        made = future.result()
    except (BusyError, MissingPartError):
        raise
    except Exception as error:
        from builder.artefacts.runner import sentence

        raise RenderError(
            _("%(title)s could not be made: %(sentence)s")
            % {"title": _title(wanted.kind), "sentence": sentence(error, wanted)}
        ) from error
    if wanted.kind in printables.kinds():
        return [(f"{wanted.kind}.pdf", made.pdf)]
    made = replace(made, name="")  # its files are not in a folder of their own
    return [(links.ALMANAC, made.body)] if wanted.kind == "almanac-page" else made.files
