"""The parts of a set made at once: each in a child of its own where this process may fork, else one after the other."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial

from builder.errors import RenderError
from builder.game.script import Script
from builder.press import forked, job, ready
from builder.press.pictures import shared
from builder.publishing import parts
from builder.publishing.parts import File
from builder.settings import settings

#: A whole set may take longer than a document that somebody waits for.
PATIENCE = 4


def made(script: Script, wanted: Sequence[str], meanwhile: Callable[[], object]) -> Iterator[Sequence[File]]:
    """The files of each part, in the order in which they are done; pictures first, for the rest shows them.

    `meanwhile` is done here while children are at work. Raises RenderError with a sentence for a part that cannot
    be made.
    """
    first = [name for name in wanted if name in parts.FIRST]
    rest = [name for name in wanted if name not in parts.FIRST]
    if not forked.is_possible():
        for name in (*first, *rest):
            yield parts.make(script, name)
        return
    with shared.memory(len(parts.FIRST)):
        ready.for_pictures()
        yield from _forked(script, first, ready.for_documents)
        yield from _forked(script, rest, meanwhile)


def _forked(
    script: Script, stage: Sequence[str], meanwhile: Callable[[], object]
) -> Iterator[Sequence[File]]:
    limits = settings()
    seconds = PATIENCE * limits.render_seconds
    answers = forked.answers(
        [partial(_answer, script, name) for name in stage],
        at_once=_cores(),
        limits=forked.Limits(seconds, limits.render_memory_mb),
        meanwhile=meanwhile,
    )
    with closing(answers):
        for number, answer in answers:
            if isinstance(answer, TimeoutError):
                raise RenderError(f"{stage[number]} took longer than {seconds:g} seconds.")
            if isinstance(answer, Exception):
                reason = str(answer) or "its process ended early, most likely for want of memory"
                raise RenderError(f"{stage[number]} could not be made: {reason}")
            yield answer


def _answer(script: Script, name: str) -> Sequence[File] | RenderError:
    """What a child does; a fault is its answer, for it travels."""
    if name in parts.FIRST:
        shared.write_to(parts.FIRST.index(name))
    try:
        files: Sequence[File] = job.work(parts.make, script, name)
    except RenderError as error:
        return error
    return files


def _cores() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
