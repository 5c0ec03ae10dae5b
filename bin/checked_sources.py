"""Writes `checked_sources.py` for the WeasyPrint that is installed: see there for when."""

from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from builder.press import engine, weasyprint_patches
from builder.press.weasyprint_patches import checked_sources
from builder.press.weasyprint_patches.patch import Patch, digest


def table() -> dict[str, dict[str, str]]:
    """The known hashes of each function, and those of the functions that are installed."""
    engine.weasyprint()
    found: dict[str, dict[str, str]] = {}
    for module in (*weasyprint_patches.PYDYF, *weasyprint_patches.WEASYPRINT):
        patch: Patch = import_module(f"{weasyprint_patches.__name__}.{module}").PATCH
        for target in (*patch.replaces, *patch.mirrors):
            package = target.partition(":")[0].partition(".")[0]
            known = checked_sources.CHECKED.get(target, {})
            found[target] = {**known, f"{package} {version(package)}": digest(target)}
    return dict(sorted(found.items()))


if __name__ == "__main__":
    path = Path(checked_sources.__file__)
    head = path.read_text("utf-8").partition("CHECKED")[0]
    lines = "".join(f"    {target!r}: {hashes!r},\n" for target, hashes in table().items())
    path.write_text(f"{head}CHECKED: dict[str, dict[str, str]] = {{\n{lines}}}\n", "utf-8")
