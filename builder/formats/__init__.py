"""File formats: one module each, found by looking in the rooms here. A format has a NAME, a TITLE, `read` or `write`.

`official` is the script format itself; `bloodstar`, `html`, `text` and `carriers` hold what is read into it or written
from it.
"""

import pkgutil
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from types import ModuleType

from builder.errors import UnknownChoiceError, UnreadableScriptError
from builder.formats import merge_files, official
from builder.formats.public_script import public
from builder.game.problem import Problem, Severity
from builder.game.script import Script

__all__ = ["found", "public", "read", "read_together", "write"]

FALLBACK = official.NAME
#: How a list in JSON begins, which is nothing but a script: the other formats need not even be loaded.
LIST = re.compile(rb"\s*\[\s*[{\"]")
#: So many bytes a PDF may begin late.
LATE = 1024


@cache
def found() -> dict[str, ModuleType]:
    """Every format by its name, in the order of their modules, which is that in which they are tried."""
    names = [item.name for item in pkgutil.walk_packages(__path__, f"{__name__}.")]
    modules = map(import_module, sorted(names, key=lambda name: name.rpartition(".")[2]))
    return {module.NAME: module for module in modules if hasattr(module, "NAME")}


def read(source: bytes | str) -> Script:
    """A script from whatever format it is in.

    Entries that are official ids have no `character` yet (`catalogue.resolve` fills them in). Raises
    UnreadableScriptError, which names every fault with its place.
    """
    return _read(_format_of(source), source)


def read_together(sources: Sequence[bytes | str]) -> Script:
    """One script from several files of it, such as a `script.json` and its `almanac.html`.

    Raises UnreadableScriptError with the faults of every file that cannot be read.
    """
    parts: list[merge_files.Part] = []
    faults: list[Problem] = []
    for number, source in enumerate(sources, start=1):
        name = _format_of(source)
        try:
            parts.append(merge_files.Part(name, _read(name, source)))
        except UnreadableScriptError as error:
            faults += [replace(each, message=f"File {number}: {each.message}") for each in error.problems]
    if faults or not parts:
        raise UnreadableScriptError(faults or [Problem("empty", Severity.ERROR, "There is no file to read.")])
    return merge_files.merged(parts)


def _format_of(source: bytes | str) -> str:
    """The name of the format that something is in."""
    if isinstance(source, bytes) and LIST.match(source) and b"%PDF-" not in source[:LATE]:
        return FALLBACK
    known = found()
    return next(
        (
            name
            for name, module in known.items()
            if name != FALLBACK and hasattr(module, "read") and module.recognises(source)
        ),
        FALLBACK,
    )


def _read(name: str, source: bytes | str) -> Script:
    script: Script = (official if name == FALLBACK else found()[name]).read(source)
    return script


def write(script: Script, to: str = FALLBACK) -> str:
    """The script as text in one of the formats. Raises UnknownChoiceError."""
    if to == FALLBACK:
        return official.write(script)
    writers = {name: module for name, module in found().items() if hasattr(module, "write")}
    if to not in writers:
        raise UnknownChoiceError("format", to, writers)
    text: str = writers[to].write(script)
    return text
