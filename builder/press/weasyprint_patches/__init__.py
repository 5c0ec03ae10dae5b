"""Every patch of WeasyPrint: which there are, which are on and why, and how they are applied for the time of a render.

Outside `applied()` WeasyPrint is as its makers have made it. `CLOCKWRIGHT_PATCHES` switches patches off, and a patch
switches itself off where WeasyPrint is not as it was when the patch was checked. Most patches only save time: whatever
is not plain is left to WeasyPrint, and a document is the same with and without them.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from logging import getLogger
from threading import RLock

from builder.errors import UnknownChoiceError
from builder.press.weasyprint_patches.patch import Patch, Site, reapply, revert
from builder.settings import settings

#: Modules of this package with a patch each, in the order in which they are applied.
PYDYF = ("pdf_writer",)
WEASYPRINT = (
    "structure_tree",
    "backgrounds",
    "html_parser",
    "cascade",
    "box_lengths",
    "normal_flow",
    "line_cache",
    "text_drawing",
)
NAMES = tuple(module.replace("_", "-") for module in (*PYDYF, *WEASYPRINT))
_log = getLogger(__name__)


@dataclass(frozen=True, slots=True)
class State:
    """Whether a patch is on, and why not."""

    patch: Patch
    #: Empty: it is on.
    off: str = ""
    #: Whether nobody wanted it to be off.
    is_fault: bool = False


def chosen() -> frozenset[str]:
    """The patches that CLOCKWRIGHT_PATCHES names. Raises UnknownChoiceError for a name that is none."""
    text = settings().patches.strip().lower()
    if text in {"", "all", "off"}:
        return frozenset(() if text == "off" else NAMES)
    names = {name.strip() for name in text.split(",")}
    for name in sorted(names - {*NAMES}):
        raise UnknownChoiceError("patch of WeasyPrint", name, ("all", "off", *NAMES))
    return frozenset(names)


class Patches:
    """Some patches, which are applied as long as somebody in this process needs them."""

    def __init__(self, modules: Sequence[str]) -> None:
        self._modules = modules
        self._lock = RLock()
        self._users = 0
        #: Whether each is on; empty until somebody wants to know.
        self._states: list[State] = []
        #: What they replace.
        self._sites: list[Site] = []

    def states(self) -> list[State]:
        """Which of them are on, and what keeps the others off. WeasyPrint has to be imported."""
        with self._lock:
            if not self._states:
                names = chosen()
                for module in self._modules:
                    patch: Patch = import_module(f"{__name__}.{module}").PATCH
                    self._states.append(self._state(patch, names))
                for state in self._states:
                    _log_if_off(state)
            return self._states

    def _state(self, patch: Patch, names: frozenset[str]) -> State:
        if patch.name not in names:
            return State(patch, "CLOCKWRIGHT_PATCHES switches it off")
        for state in self._states:
            if state.off and state.patch.name in patch.needs:
                return State(patch, f"it needs {state.patch.name}, which is off")
        obstacle = patch.obstacle()
        return State(patch, obstacle, is_fault=bool(obstacle))

    def apply(self) -> None:
        """Applies them, unless they are. Raises UnknownChoiceError where the settings name one that is none."""
        with self._lock:
            if not self._users and not (self._sites and reapply(self._sites)):
                if self._sites:  # somebody has changed WeasyPrint meanwhile
                    self.forget()
                for state in self.states():
                    if not state.off:
                        self._sites.extend(state.patch.apply())
            self._users += 1

    def revert(self) -> None:
        """Takes them away when nobody else needs them."""
        with self._lock:
            self._users -= 1
            if not self._users:
                revert(self._sites)

    def forget(self) -> None:
        """Has the settings and the sources looked at anew. Nobody may be printing."""
        self._sites, self._states = [], []


_pydyf, _weasyprint = Patches(PYDYF), Patches(WEASYPRINT)


@contextmanager
def applied_to_pydyf() -> Iterator[None]:
    """The writer of PDFs with our patches while within; WeasyPrint is not needed."""
    _pydyf.apply()
    try:
        yield
    finally:
        _pydyf.revert()


@contextmanager
def applied() -> Iterator[None]:
    """WeasyPrint with our patches while within."""
    with applied_to_pydyf():
        _weasyprint.apply()
        try:
            yield
        finally:
            _weasyprint.revert()


def apply_for_good() -> None:
    """Leaves the patches on: for processes of ours that do nothing but print."""
    _pydyf.apply()
    _weasyprint.apply()


def states() -> list[State]:
    """Whether each patch is on. WeasyPrint has to be imported."""
    return [*_pydyf.states(), *_weasyprint.states()]


def forget() -> None:
    """Has the settings and the sources looked at anew. Nobody may be printing."""
    _pydyf.forget()
    _weasyprint.forget()


def _log_if_off(state: State) -> None:
    patch = state.patch
    if state.is_fault or (state.off and patch.lost):
        loss = f"PDFs are not {patch.lost}." if patch.lost else "Printing is slower."
        _log.warning("The patch %s of WeasyPrint is off: %s. %s", patch.name, state.off, loss)
