"""File formats: one module each, found by scanning these packages. Each has a NAME, a TITLE, `read` or `write`.

`official` is the script format itself; `bloodstar`, `html`, `text` and `carriers` are imported from or exported to.
docs/formats.md lists the optional members of a module (`recognises`, ENDINGS, RANK, CALLED, `report`).
"""

import pkgutil
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from types import ModuleType

from builder.errors import UnknownChoiceError, UnreadableScriptError
from builder.formats import merge_files, official
from builder.formats.public_script import public
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.language import gettext as _

__all__ = ["found", "public", "read", "read_together", "write", "writers"]

FALLBACK = official.NAME
#: How a script in JSON begins: then the other formats are not imported at all.
LIST = re.compile(rb"\s*\[\s*[{\"]")
#: A PDF begins within this number of bytes.
PDF_START = 1024


@cache
def found() -> dict[str, ModuleType]:
    """Every format by its NAME, sorted by module file name: the order in which readers are tried."""
    names = [item.name for item in pkgutil.walk_packages(__path__, f"{__name__}.")]
    modules = map(import_module, sorted(names, key=lambda name: name.rpartition(".")[2]))
    return by_name(module for module in modules if hasattr(module, "NAME"))


def by_name(modules: Iterable[ModuleType]) -> dict[str, ModuleType]:
    """These formats by their names. Raises ValueError where two modules have the same NAME."""
    known: dict[str, ModuleType] = {}
    for module in modules:
        other = known.setdefault(module.NAME, module)
        if other is not module:
            raise ValueError(
                f"Two formats are called “{module.NAME}”: {other.__name__} and {module.__name__}. Give one of them "
                "another NAME, or write both directions in one module."
            )
    return known


def writers() -> dict[str, ModuleType]:
    """The formats that can be written, by their names."""
    return {name: module for name, module in found().items() if hasattr(module, "write")}


def read(source: bytes | str) -> Script:
    """Read a script in any format.

    Entries that are official ids have no `character` yet (`catalogue.resolve` fills them in). Raises
    UnreadableScriptError, which names every fault with its place.
    """
    return _read(_format_of(source), source)


def read_together(sources: Sequence[bytes | str], names: Sequence[str] = ()) -> Script:
    """One script from several files of it, such as a `script.json` and its `almanac.html`.

    Raises UnreadableScriptError with the faults of every file that cannot be read, under their `names` or numbers.
    """
    parts: list[merge_files.Part] = []
    faults: list[Problem] = []
    for number, source in enumerate(sources, start=1):
        module = _format_of(source)
        try:
            parts.append(merge_files.Part(module, _read(module, source)))
        except UnreadableScriptError as error:
            name = names[number - 1] if names else _("File %(number)s") % {"number": number}
            faults += [
                # The place is in the message: told twice otherwise.
                replace(each, message=f"{name}: {each.message}", line=None, column=None)
                if each.plain_message != each.message
                else replace(each, message=f"{name}: {each.message}")
                for each in error.problems
            ]
    if faults or not parts:
        raise UnreadableScriptError(
            faults or [Problem("empty", Severity.ERROR, _("There are no files to read."))]
        )
    return merge_files.merged(parts)


def _format_of(source: bytes | str) -> ModuleType:
    """The first format that recognizes a source; the official one if none does."""
    if isinstance(source, bytes) and LIST.match(source) and b"%PDF-" not in source[:PDF_START]:
        return official
    others = (module for module in found().values() if module is not official and hasattr(module, "read"))
    return next((module for module in others if module.recognises(source)), official)


def _read(module: ModuleType, source: bytes | str) -> Script:
    script: Script = module.read(source)
    return script


def write(script: Script, to: str = FALLBACK) -> str:
    """The script as text in one of the formats. Raises UnknownChoiceError."""
    if to == FALLBACK:
        return official.write(script)
    known = writers()
    if to not in known:
        raise UnknownChoiceError(_("There is no format “%(name)s”."), to, known)
    text: str = known[to].write(script)
    return text
