"""A patch of WeasyPrint: what it replaces, for which sources of that it was checked, how it is applied and reverted."""

import hashlib
import inspect
import linecache
import re
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple

from builder.press.weasyprint_patches.checked_sources import CHECKED

#: What patches work on (boxes, styles, streams) has no types.
Untyped = Any
#: Hexadecimal digits of a source's hash.
DIGITS = 16


class Site(NamedTuple):
    """A name in a module or class of WeasyPrint's: what it meant before a patch, and what with it."""

    owner: Any
    name: str
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class Patch:
    """One change of WeasyPrint."""

    name: str
    #: What it does, in one sentence.
    summary: str
    #: What it replaces, such as `weasyprint.css:StyleFor.add_page_declarations`, and what makes ours of the original.
    replaces: dict[str, Callable[[Any], Any]]
    #: What it repeats in part, or takes the results of apart.
    mirrors: tuple[str, ...] = ()
    #: Patches that it does not work without.
    needs: tuple[str, ...] = ()
    #: What a PDF is not without it; empty where it only saves time.
    lost: str = ""

    def obstacle(self) -> str:
        """Why it cannot be applied to this WeasyPrint; empty where it can."""
        for target in (*self.replaces, *self.mirrors):
            try:
                source = digest(target)
            except (AttributeError, ImportError):
                return f"there is no {target} any more"
            if source not in CHECKED.get(target, {}).values():
                return f"the source of {target} is not one that it was checked for"
        return ""

    def apply(self) -> list[Site]:
        """Replaces its targets wherever WeasyPrint has imported them; gives back what `revert` takes."""
        sites: list[Site] = []
        for target, make in self.replaces.items():
            owner, name, old = find(target)
            new = make(old)
            owners = [owner] if isinstance(owner, type) else [owner, *_importers(owner, name, old)]
            sites += [Site(each, name, old, new) for each in owners]
        reapply(sites)
        return sites


def reapply(sites: list[Site]) -> bool:
    """Puts what `apply` made in place again; False, and nothing is changed, where something else is there by now."""
    for number, (owner, name, old, new) in enumerate(sites):
        if getattr(owner, name, None) is not old:
            revert(sites[:number])
            return False
        setattr(owner, name, new)
    return True


def revert(sites: list[Site]) -> None:
    """Puts WeasyPrint's own back, the last first."""
    for owner, name, old, _ in reversed(sites):
        setattr(owner, name, old)


def find(target: str) -> tuple[Any, str, Any]:
    """Module or class, name and value of a target. Raises AttributeError or ImportError where there is none."""
    module, _, path = target.partition(":")
    owner: Any = import_module(module)
    *classes, name = path.split(".")
    for each in classes:
        owner = getattr(owner, each)
    return owner, name, getattr(owner, name)


def digest(target: str) -> str:
    """The hash of a function's source, without its indentation; empty where there is no source to read."""
    function = inspect.unwrap(find(target)[2])
    code = getattr(getattr(function, "fget", function), "__code__", None)
    if code is None:
        return ""
    block = "".join(_block(linecache.getlines(code.co_filename)[code.co_firstlineno - 1 :]))
    return hashlib.sha256(textwrap.dedent(block).strip().encode()).hexdigest()[:DIGITS] if block else ""


def _block(lines: list[str]) -> Iterator[str]:
    """The lines of a function, which stand at the start of some.

    `inspect.getsource` gives the same, but reads each line as Python does, which takes a tenth of a cold start.
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
