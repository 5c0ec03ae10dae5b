"""File formats: one module each, found by looking. A format has a NAME, a TITLE, and `read` or `write`."""

import pkgutil
from functools import cache
from importlib import import_module
from types import ModuleType

from builder.errors import UnknownChoiceError
from builder.game.script import Script

FALLBACK = "official"


@cache
def found() -> dict[str, ModuleType]:
    """Every format by its name."""
    modules = (import_module(f"{__name__}.{item.name}") for item in pkgutil.iter_modules(__path__))
    return {module.NAME: module for module in modules if hasattr(module, "NAME")}


def read(source: bytes | str) -> Script:
    """A script from whatever format it is in.

    Entries that are official ids have no `character` yet (`catalogue.resolve` fills them in). Raises
    UnreadableScriptError, which names every fault with its place.
    """
    known = found()
    for name, module in known.items():
        if name != FALLBACK and hasattr(module, "read") and module.recognises(source):
            return _read(module, source)
    return _read(known[FALLBACK], source)


def _read(module: ModuleType, source: bytes | str) -> Script:
    script: Script = module.read(source)
    return script


def write(script: Script, to: str = FALLBACK) -> str:
    """The script as text in one of the formats. Raises UnknownChoiceError."""
    writers = {name: module for name, module in found().items() if hasattr(module, "write")}
    if to not in writers:
        raise UnknownChoiceError("format", to, writers)
    text: str = writers[to].write(script)
    return text
