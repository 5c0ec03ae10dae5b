"""Our patches of WeasyPrint: the list of them, which are on and why, and how to apply them during a render.

Outside `applied()` WeasyPrint is unchanged. `CLOCKWRIGHT_PATCHES` switches patches off, and a patch is off if the
source of a function that it replaces or mirrors is not in `checked_sources.py`. Most patches only save time: they leave
special cases to WeasyPrint, and a document is the same with and without them.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from logging import getLogger
from threading import RLock

from builder.errors import SHOWN, ClockwrightError, UnknownChoiceError
from builder.press.weasyprint_patches.patch import Patch, Site, in_words, reapply, revert
from builder.settings import settings

#: Modules of this package, each with a patch, in the order in which they are applied.
PYDYF = ("pdf_writer",)
WEASYPRINT = (
    "structure_tree",
    "backgrounds",
    "html_parser",
    "cascade",
    "line_cache",
    "text_drawing",
    "synthetic_bold",
)
NAMES = tuple(module.replace("_", "-") for module in (*PYDYF, *WEASYPRINT))
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


class Patches:
    """A group of patches, applied while at least one user in this process needs them (reference counted)."""

    def __init__(self, modules: Sequence[str]) -> None:
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
                for module in self._modules:
                    patch: Patch = import_module(f"{__name__}.{module}").PATCH
                    self._states.append(self._state(patch))
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
