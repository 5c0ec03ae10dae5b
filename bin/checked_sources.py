"""Adds the installed sources to the table of `checked_sources.py`, and shows what changed: see there for when."""

import ast
import difflib
import subprocess
import sys
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from builder.press import engine, weasyprint_patches
from builder.press.weasyprint_patches import checked_sources, digest

TABLE = Path(checked_sources.__file__)
Table = dict[tuple[str, str], str]


def patches_by_target() -> dict[str, list[str]]:
    """Of each function, which patches replace or mirror it: `line-cache mirrors it`."""
    found: dict[str, list[str]] = {}
    for patch in weasyprint_patches.found(weasyprint_patches.PYDYF | weasyprint_patches.WEASYPRINT):
        for verb, targets in (("replaces", patch.replaces), ("mirrors", patch.mirrors)):
            for target in targets:
                found.setdefault(target, []).append(f"{patch.name} {verb} it")
    return dict(sorted(found.items()))


def library(target: str) -> str:
    """The library that a function is of."""
    return target.partition(":")[0].partition(".")[0]


def installed(target: str) -> str:
    """The hash of a function as it is installed; empty where there is none any more."""
    try:
        return digest(target)
    except (AttributeError, ImportError):
        return ""


def table(known: Table) -> Table:
    """The known sources of each function that a patch needs; where the installed one is new, that too."""
    found: Table = {}
    for target in patches_by_target():
        found |= {key: checked for key, checked in known.items() if key[0] == target}
        if current := installed(target):
            found.setdefault((target, current), f"{library(target)} {version(library(target))}")
    return found


def write(path: Path, sources: Table) -> None:
    """Writes the table below the module's docstring, as ruff formats it."""
    head = path.read_text("utf-8").partition("CHECKED:")[0]
    lines = "".join(f"    {key!r}: {checked!r},\n" for key, checked in sources.items())
    path.write_text(f"{head}CHECKED: dict[tuple[str, str], str] = {{\n{lines}}}\n", "utf-8")
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", path], check=True)


def source(text: str, path: str) -> str:
    """The source of a function in a module's text, decorators included; empty where it is not there."""
    body, lines = ast.parse(text).body, text.splitlines(keepends=True)
    found: ast.stmt | None = None
    for name in path.split("."):
        found = next((node for node in body if getattr(node, "name", None) == name), None)
        if found is None:
            return ""
        body = getattr(found, "body", [])
    decorators = getattr(found, "decorator_list", [])
    return "".join(lines[min(node.lineno for node in (found, *decorators)) - 1 : found.end_lineno])


@cache
def wheel(requirement: str) -> dict[str, str]:
    """The modules of a version of a library, from the package index; empty where it cannot be had."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
        if subprocess.run([*command, "--dest", folder, requirement], check=False).returncode:
            return {}
        with ZipFile(next(Path(folder).iterdir())) as file:
            names = [name for name in file.namelist() if name.endswith(".py")]
            return {name: file.read(name).decode() for name in names}


def difference(target: str, checked: str) -> str:
    """The change of a function since the version that was checked, such as `weasyprint 70.0`; else a sentence."""
    module, _, path = target.partition(":")
    modules = wheel(checked.replace(" ", "=="))
    name = module.replace(".", "/")
    before = modules.get(f"{name}.py") or modules.get(f"{name}/__init__.py")
    if before is None:
        return (
            f"The source of {checked} could not be had from the package index: read the function by itself."
        )
    now = Path(str(import_module(module).__file__)).read_text("utf-8")
    name_now = f"{library(target)} {version(library(target))}"
    lines = difflib.unified_diff(
        source(before, path).splitlines(), source(now, path).splitlines(), checked, name_now, lineterm=""
    )
    return "\n".join(lines) or f"Its text is the same as in {checked}."


def report(known: Table) -> list[str]:
    """For each function that is new or gone: the patches that it concerns, and what changed."""
    found = []
    for target, patches in patches_by_target().items():
        if (target, current := installed(target)) not in known:
            found.append(f"\n{target} {'has a new source' if current else 'is gone'}: {', '.join(patches)}.")
            before = [checked for (name, _), checked in known.items() if name == target]
            found += [difference(target, before[-1])] if current and before else []
    return found


def main() -> None:
    """Writes the table and prints what is new in it."""
    engine.weasyprint()
    write(TABLE, table(checked_sources.CHECKED))
    sys.stdout.write("\n".join(report(checked_sources.CHECKED) or ["Nothing is new."]) + "\n")


if __name__ == "__main__":
    main()
