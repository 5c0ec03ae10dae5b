"""Our patches of WeasyPrint: the list of them, which are on and why, and how to apply them during a render.

A patch (`Patch`) has its targets, and is off if the source of a function that it replaces or mirrors is not in
`checked_sources.py`; `CLOCKWRIGHT_PATCHES` switches patches off, too. Outside `applied()` WeasyPrint is unchanged. Most
patches only save time: they leave special cases to WeasyPrint, and a document is the same with and without them.
"""

import hashlib
import inspect
import linecache
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from logging import getLogger
from threading import RLock
from typing import Any, NamedTuple

from builder.errors import SHOWN, ClockwrightError, UnknownChoiceError
from builder.press.weasyprint_patches.checked_sources import CHECKED
from builder.settings import settings

#: The objects of WeasyPrint (boxes, styles, streams) have no type hints.
Untyped = Any
#: Number of hexadecimal digits of a source's hash.
DIGITS = 16
#: Display names of libraries.
LIBRARIES = {"weasyprint": "WeasyPrint"}


class Site(NamedTuple):
    """An attribute of a WeasyPrint module or class, with its values before and after a patch."""

    owner: Any
    name: str
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class Patch:
    """One patch of WeasyPrint."""

    name: str
    #: What it does, in one sentence.
    summary: str
    #: Its targets, such as `weasyprint.css:StyleFor.add_page_declarations`, each with a function that gets the original
    #: and returns the replacement.
    replaces: dict[str, Callable[[Any], Any]]
    #: Other functions that it copies code from, or whose results it depends on.
    mirrors: tuple[str, ...] = ()
    #: Patches that it requires.
    needs: tuple[str, ...] = ()
    #: What PDF files lack without it; empty if it only saves time.
    lost: str = ""

    def changed(self) -> tuple[str, ...]:
        """Targets and mirrored functions that are missing, or whose source it was not checked for."""
        targets = (*self.replaces, *self.mirrors)
        return tuple(each for each in targets if not (_exists(each) and (each, digest(each)) in CHECKED))

    def apply(self) -> list[Site]:
        """Replaces its targets wherever WeasyPrint has imported them; returns the sites for `revert`."""
        sites: list[Site] = []
        for target, make in self.replaces.items():
            owner, name, old = find(target)
            new = make(old)
            owners = [owner] if isinstance(owner, type) else [owner, *_importers(owner, name, old)]
            sites += [Site(each, name, old, new) for each in owners]
        reapply(sites)
        return sites


def in_words(changed: Iterable[str]) -> str:
    """Changes by library: `WeasyPrint 70.1 has changed css:StyleFor.__init__ and draw.text:draw_text`."""
    by_library: dict[str, list[str]] = {}
    for target in sorted(changed):
        module, _, function = target.partition(":")
        library, _, inner = module.partition(".")
        name = f"{inner}:{function}" if inner else function
        by_library.setdefault(library, []).append(name if _exists(target) else f"{name} (which is gone)")
    return "; ".join(
        f"{LIBRARIES.get(library, library)} {version(library)} has changed {_listed(names)}"
        for library, names in by_library.items()
    )


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _exists(target: str) -> bool:
    try:
        find(target)
    except (AttributeError, ImportError):
        return False
    return True


def reapply(sites: list[Site]) -> bool:
    """Applies the sites of `apply` again. Does nothing and returns False if other code has changed WeasyPrint."""
    for number, (owner, name, old, new) in enumerate(sites):
        if getattr(owner, name, None) is not old:
            revert(sites[:number])
            return False
        setattr(owner, name, new)
    return True


def revert(sites: list[Site]) -> None:
    """Restores WeasyPrint's own functions, in reverse order."""
    for owner, name, old, _ in reversed(sites):
        setattr(owner, name, old)


def find(target: str) -> tuple[Any, str, Any]:
    """Module or class, name and value of a target. Raises AttributeError or ImportError if it is missing."""
    module, _, path = target.partition(":")
    owner: Any = import_module(module)
    *classes, name = path.split(".")
    for each in classes:
        owner = getattr(owner, each)
    return owner, name, getattr(owner, name)


def digest(target: str) -> str:
    """The hash of a function's source without its indentation; "" if there is no source file."""
    function = inspect.unwrap(find(target)[2])
    code = getattr(getattr(function, "fget", function), "__code__", None)
    if code is None:
        return ""
    block = "".join(_block(linecache.getlines(code.co_filename)[code.co_firstlineno - 1 :]))
    return hashlib.sha256(textwrap.dedent(block).strip().encode()).hexdigest()[:DIGITS] if block else ""


def _block(lines: list[str]) -> Iterator[str]:
    """The lines of the function that begins at the first line.

    `inspect.getsource` does the same, but tokenizes each line, which takes a tenth of a cold start.
    """
    inside: re.Pattern[str] | None = None
    for line in lines:
        if inside and line.strip() and not inside.match(line):
            return
        if inside is None and line.lstrip().startswith(("def ", "class ")):
            indent = len(line) - len(line.lstrip())
            inside = re.compile(rf"\s{{{indent + 1}}}|\s{{{indent}}}\)")
        yield line.rstrip() + "\n"


def _importers(home: Any, name: str, value: Any) -> Iterator[Any]:
    for module_name, module in tuple(sys.modules.items()):
        if (
            module_name.startswith("weasyprint")
            and module is not home
            and getattr(module, name, None) is value
        ):
            yield module


#: Patches by name, each with its module of this package, in the order in which they are applied.
PYDYF = {"pdf-writer": "pdf_output"}
WEASYPRINT = {
    "structure-tree": "pdf_output",
    "backgrounds": "html_parser",
    "html-parser": "html_parser",
    "cascade": "cascade",
    "line-cache": "line_cache",
    "text-drawing": "text_drawing",
    "synthetic-bold": "text_drawing",
}
NAMES = (*PYDYF, *WEASYPRINT)
_log = getLogger(__name__)


@dataclass(frozen=True, slots=True)
class State:
    """Whether a patch is on, and why not."""

    patch: Patch
    #: Why it is off; empty if it is on.
    off: str = ""
    #: Whether it is off because a library has changed, not because of a setting.
    is_fault: bool = False
    #: The functions that the patch replaces or mirrors and that have changed.
    changed: tuple[str, ...] = ()


class UnknownPatchError(UnknownChoiceError):
    """CLOCKWRIGHT_PATCHES names a patch that does not exist."""

    def __init__(self, name: str) -> None:
        ClockwrightError.__init__(
            self,
            f"CLOCKWRIGHT_PATCHES: there is no patch of WeasyPrint “{name[:SHOWN]}”. Use all, off, names"
            f" separated by commas, or all,-NAME for all but one. The names are: {', '.join(sorted(NAMES))}.",
        )


def chosen() -> frozenset[str]:
    """The patches that CLOCKWRIGHT_PATCHES leaves on. Raises UnknownPatchError for an unknown name."""
    words = {word.strip() for word in settings().patches.lower().split(",")} - {""}
    if words == {"off"}:
        return frozenset()
    without = {word.removeprefix("-").strip() for word in words if word.startswith("-")}
    names = {word for word in words if not word.startswith("-")} - {"all"}
    for name in sorted((names | without) - {*NAMES}):
        raise UnknownPatchError(name)
    every = "all" in words or not names
    return frozenset(NAMES if every else names) - without


def found(modules: Mapping[str, str]) -> Iterator[Patch]:
    """The patches of these names in these modules. WeasyPrint must be imported."""
    for name, module in modules.items():
        patches: tuple[Patch, ...] = import_module(f"{__name__}.{module}").PATCHES
        yield from (patch for patch in patches if patch.name == name)


class Patches:
    """A group of patches, applied while at least one user in this process needs them (reference counted)."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self._modules = modules
        self._lock = RLock()
        self._users = 0
        #: The cached states, by the setting they were computed for.
        self._states: list[State] = []
        self._chosen: frozenset[str] = frozenset()
        #: What they replace.
        self._sites: list[Site] = []

    def states(self) -> list[State]:
        """Whether each is on, and why not. WeasyPrint must be imported. The first call may log a warning.

        Processes forked after that call inherit the states and log nothing.
        """
        with self._lock:
            names = chosen()
            if not self._states or names != self._chosen:
                self._states, self._chosen = [], names
                self._states.extend(self._state(each) for each in found(self._modules))
                _warn(self._states)
            return self._states

    def _state(self, patch: Patch) -> State:
        if patch.name not in self._chosen:
            return State(patch, "CLOCKWRIGHT_PATCHES switches it off")
        if changed := patch.changed():
            return State(patch, in_words(changed), is_fault=True, changed=changed)
        for state in self._states:
            if state.off and state.patch.name in patch.needs:
                return State(patch, f"it needs {state.patch.name}, which is off", is_fault=state.is_fault)
        return State(patch)

    def apply(self) -> None:
        """Applies them if they are not. Raises UnknownPatchError if the setting has an unknown name."""
        with self._lock:
            if not self._users and not (self._sites and reapply(self._sites)):
                if self._sites:  # other code has changed WeasyPrint
                    self.forget()
                for state in self.states():
                    if not state.off:
                        self._sites.extend(state.patch.apply())
            self._users += 1

    def revert(self) -> None:
        """Reverts them after the last user has called this."""
        with self._lock:
            self._users -= 1
            if not self._users:
                revert(self._sites)

    def forget(self) -> None:
        """Has the setting and the sources read again. Nothing may be printing."""
        self._sites, self._states = [], []


_pydyf, _weasyprint = Patches(PYDYF), Patches(WEASYPRINT)


@contextmanager
def applied_to_pydyf() -> Iterator[None]:
    """Applies our patches to pydyf, the PDF writer, within a `with` block. Does not need WeasyPrint."""
    _pydyf.apply()
    try:
        yield
    finally:
        _pydyf.revert()


@contextmanager
def applied() -> Iterator[None]:
    """Applies our patches to WeasyPrint within a `with` block."""
    with applied_to_pydyf():
        _weasyprint.apply()
        try:
            yield
        finally:
            _weasyprint.revert()


def apply_for_good() -> None:
    """Applies the patches permanently, for processes that only print."""
    _pydyf.apply()
    _weasyprint.apply()


def states() -> list[State]:
    """Whether each patch is on. WeasyPrint must be imported."""
    return [*_pydyf.states(), *_weasyprint.states()]


def forget() -> None:
    """Has the setting and the sources read again. Nothing may be printing."""
    _pydyf.forget()
    _weasyprint.forget()


def _warn(states: list[State]) -> None:
    """Logs in one line which patches are off because a library has changed, and what their absence means."""
    faults = [state for state in states if state.is_fault]
    lacks = " ".join(state.patch.lost for state in states if state.off and state.patch.lost)
    if faults:
        changes = in_words({target for state in faults for target in state.changed})
        _log.warning(
            "%s. Until they are checked, these patches are off: %s. %s. Maintainers: %s",
            changes,
            ", ".join(state.patch.name for state in faults),
            lacks.removesuffix(".") or "Documents look the same; printing is slower",
            "builder/press/weasyprint_patches/checked_sources.py",
        )
    elif lacks:
        _log.warning("CLOCKWRIGHT_PATCHES switches patches of WeasyPrint off. %s", lacks)
