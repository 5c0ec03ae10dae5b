"""What WeasyPrint tells cffi of Pango and its like, worked out once and kept: 0.1 s less for each start.

The declarations are C; reading them takes longer than all else in WeasyPrint's import. cffi can write what it read
as a small file of Python, which is kept in the user's cache under the hash of the declarations. Whatever is wrong
with that file or its folder, the declarations are read the slow way.
"""

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from builder import files

#: What we call of Pango's besides what WeasyPrint calls.
OURS = "PangoLayout * pango_layout_copy (PangoLayout *src);"


@contextmanager
def kept() -> Iterator[None]:
    """While WeasyPrint is imported within, its declarations are taken from the cache."""
    import cffi

    usual = cffi.FFI
    made: list[_Declared] = []

    def declare() -> _Declared:
        made.append(_Declared(usual))
        return made[-1]

    cffi.FFI = declare
    try:
        yield
    finally:
        cffi.FFI = usual
        for each in made:
            each.step_aside()


class _Declared:
    """Stands where WeasyPrint expects cffi's FFI until it has declared everything."""

    def __init__(self, usual: Any) -> None:
        self._usual = usual
        self._texts: list[str] = []
        self._ready: Any = None

    def cdef(self, text: str) -> None:
        """Notes a declaration."""
        if self._ready is None:
            self._texts.append(text)
        else:
            self._ready.cdef(text)

    def __getattr__(self, name: str) -> Any:
        if self._ready is None:
            self._ready = _ready([*self._texts, OURS], self._usual)
        return getattr(self._ready, name)

    def step_aside(self) -> None:
        """Puts the real thing where WeasyPrint's modules hold this one."""
        self.cast  # noqa: B018  # any attribute makes it ready
        for name, module in tuple(sys.modules.items()):
            if name.startswith("weasyprint") and getattr(module, "ffi", None) is self:
                module.ffi = self._ready  # type: ignore[attr-defined]


def _ready(texts: list[str], usual: Any) -> Any:
    """The FFI of cffi that knows these declarations: from the cache, else from the texts."""
    path = folder() / f"declarations-{_digest(texts)}.py"
    with suppress(Exception):  # whatever is wrong with it, there is another way
        return _load(path.read_text("utf-8"))
    with suppress(Exception):
        return _load(_written(texts, usual, path))
    plain = usual()
    for text in texts:
        plain.cdef(text)
    return plain


def _load(source: str) -> Any:
    found: dict[str, Any] = {}
    exec(compile(source, "declarations", "exec"), found)  # noqa: S102  # cffi wrote it, into the user's own cache
    return found["ffi"]


def _written(texts: list[str], usual: Any, path: Path) -> str:
    """The file of Python that cffi makes of the texts; kept, where there is room."""
    from cffi import recompiler

    maker = usual()
    for text in texts:
        maker.cdef(text)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.stem}-{os.getpid()}.draft")
    try:
        recompiler.make_py_source(maker, "declarations", str(draft))
        source = draft.read_text("utf-8")
    finally:
        draft.unlink(missing_ok=True)
    files.write(path, source.encode())
    return source


def _digest(texts: list[str]) -> str:
    import _cffi_backend

    parts = (sys.version, str(_cffi_backend.__version__), *texts)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def folder() -> Path:
    """The user's cache."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    return Path(home) / "clockwright"
