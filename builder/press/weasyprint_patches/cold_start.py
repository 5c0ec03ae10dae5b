"""Imports WeasyPrint in half the time by changing other libraries, but only during the import.

- `ctypes.util.find_library` runs ldconfig and gcc dozens of times (0.2 s); on Linux each library is found by its file
  name as well.
- fontTools' subsetter and instancer are for fonts that HarfBuzz cannot subset; they are imported at their first use.
- cffi takes 0.1 s to parse the C declarations of Pango and other libraries; the result is cached as Python code.
"""

import ctypes.util
import hashlib
import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from builder.cache import user_cache

#: Modules that are imported at their first use, with the functions that WeasyPrint imports from each.
LAZY = {"fontTools.subset": (), "fontTools.varLib.instancer": ("instantiateVariableFont",)}
#: Functions of Pango and fontconfig that we call and WeasyPrint does not.
OURS = "PangoLayout * pango_layout_copy (PangoLayout *src); int FcInit (void);"


def declare_our_functions() -> None:
    """Declares `OURS` where WeasyPrint was imported before `fast_import`."""
    from weasyprint.text.ffi import ffi, pango

    if not hasattr(pango, "pango_layout_copy"):
        ffi.cdef(OURS)


@contextmanager
def fast_import() -> Iterator[None]:
    """Speeds up the import of WeasyPrint within a `with` block; does nothing if it is imported already."""
    if "weasyprint" in sys.modules:
        yield
        return
    import cffi

    declared: list[_LazyFFI] = []

    def declare() -> _LazyFFI:
        declared.append(_LazyFFI(usual_ffi))
        return declared[-1]

    usual_ffi, find_library = cffi.FFI, ctypes.util.find_library
    lazy = {
        name: _lazy_module(name, functions) for name, functions in LAZY.items() if name not in sys.modules
    }
    cffi.FFI = declare
    sys.modules.update(lazy)
    if sys.platform == "linux":
        ctypes.util.find_library = lambda name: None  # noqa: ARG005  # its name is the signature
    try:
        yield
    finally:
        cffi.FFI, ctypes.util.find_library = usual_ffi, find_library
        for name in lazy:
            sys.modules.pop(name, None)
        for each in declared:
            each.replace_by_real()


class _LazyModule(ModuleType):
    """A stand-in that imports the module at its first use."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # used by the import system
            raise AttributeError(name)
        return getattr(importlib.import_module(self.__name__), name)


def _lazy_module(module: str, functions: tuple[str, ...]) -> ModuleType:
    made = _LazyModule(module)
    for name in functions:

        def function(*given: Any, _name: str = name, **named: Any) -> Any:
            return getattr(importlib.import_module(module), _name)(*given, **named)

        setattr(made, name, function)
    return made


class _LazyFFI:
    """Replaces cffi's FFI until WeasyPrint has made all declarations."""

    def __init__(self, usual: Any) -> None:
        self._usual = usual
        self._texts: list[str] = []
        self._real: Any = None

    def cdef(self, text: str) -> None:
        """Records a declaration."""
        if self._real is None:
            self._texts.append(text)
        else:
            self._real.cdef(text)

    def __getattr__(self, name: str) -> Any:
        if self._real is None:
            self._real = _ffi([*self._texts, OURS], self._usual)
        return getattr(self._real, name)

    def replace_by_real(self) -> None:
        """Replaces this object by the real FFI in WeasyPrint's modules."""
        self.cast  # noqa: B018  # any attribute makes it
        for name, module in tuple(sys.modules.items()):
            if name.startswith("weasyprint") and getattr(module, "ffi", None) is self:
                module.ffi = self._real  # type: ignore[attr-defined]


def _ffi(texts: list[str], usual: Any) -> Any:
    """The FFI with these declarations: from the disk cache, else parsed."""
    import _cffi_backend

    versions = (sys.version, str(_cffi_backend.__version__))
    digest = hashlib.sha256("\0".join((*versions, *texts)).encode()).hexdigest()[:32]
    with suppress(Exception):  # falls back to parsing if anything is wrong with the cache
        source = user_cache().get_or_make(
            f"declarations-{digest}", digest.encode(), lambda: _as_python(texts, usual())
        )
        found: dict[str, Any] = {}
        exec(compile(source, "declarations", "exec"), found)  # noqa: S102  # cffi wrote it; its checksum is right
        return found["ffi"]
    real = usual()
    for text in texts:
        real.cdef(text)
    return real


def _as_python(texts: list[str], maker: Any) -> bytes:
    from cffi import recompiler

    for text in texts:
        maker.cdef(text)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "declarations.py"
        recompiler.make_py_source(maker, "declarations", str(path))
        return path.read_bytes()
