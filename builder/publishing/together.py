"""The parts of a set made at once, each in a process of its own."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, as_completed

from builder.errors import RenderError
from builder.game.script import Script
from builder.press.workers import WorkerDiedError, Workers, cores
from builder.publishing import parts
from builder.publishing.parts import File
from builder.settings import settings

#: A whole set may take longer than a document that somebody waits for.
PATIENCE = 4
#: What most parts need: to read icons, bind books, draw tokens, read Markdown. Not NumPy, which starts threads.
PRELOAD = (
    "PIL.PngImagePlugin",
    "builder.publishing.parts",
    "builder.press.pictures.painted_icons",
    "builder.press.pictures.scaling",
    "builder.press.almanac.book",
    "builder.press.almanac.web_page",
    "builder.press.tokens.gallery",
    "builder.press.tokens.sheets",
    "markdown_it",
    "nh3",
    "pypdfium2",
)


def made(script: Script, wanted: Sequence[str], meanwhile: Callable[[], object]) -> Iterator[Sequence[File]]:
    """The files of each part, in the order in which they are done; pictures first, for the rest shows them.

    `meanwhile` is done here while the processes are at work. Raises RenderError with a sentence for a part that cannot
    be made.
    """
    limits = settings()
    seconds = PATIENCE * limits.render_seconds
    with Workers(
        cores(),
        seconds=seconds,
        memory_mb=limits.render_memory_mb,
        preload=PRELOAD,
        helpers=False,
    ) as workers:
        for stage in (parts.FIRST, parts.PARTS.keys() - parts.FIRST):
            named = {workers.submit(parts.make, script, name): name for name in wanted if name in stage}
            meanwhile()
            for future in as_completed(named):
                yield _files(future, named[future], seconds)


def _files(future: Future[Sequence[File]], name: str, seconds: float) -> Sequence[File]:
    try:
        return future.result()
    except TimeoutError as error:
        raise RenderError(f"{name} took longer than {seconds:g} seconds.") from error
    except WorkerDiedError as error:
        reason = "its process ended early, most likely for want of memory"
        raise RenderError(f"{name} could not be made: {reason}") from error
    except RenderError as error:
        raise RenderError(f"{name} could not be made: {error}") from error
