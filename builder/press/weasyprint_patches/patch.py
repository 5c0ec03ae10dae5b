"""A patch of WeasyPrint: its targets, the sources it was checked for, and how to apply and revert it."""

import hashlib
import inspect
import linecache
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from typing import Any, NamedTuple

from builder.press.weasyprint_patches.checked_sources import CHECKED

#: The objects of WeasyPrint (boxes, styles, streams) have no type hints.
Untyped = Any
#: Number of hexadecimal digits of a source's hash.
DIGITS = 16
#: Display names of libraries.
NAMES = {"weasyprint": "WeasyPrint"}


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
        f"{NAMES.get(library, library)} {version(library)} has changed {_listed(names)}"
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
