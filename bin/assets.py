"""Assembles static/vendor from node_modules: the fonts we print with, the emblems as one sorted file, browser scripts.

Run by bin/setup. Each emblem is a line `name<TAB>svg body`, sorted by name, so that the press finds one by
bisection without reading six megabytes of JSON.
"""

import json
import shutil
from pathlib import Path

from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "node_modules"
VENDOR = ROOT / "static" / "vendor"

FONTS = {
    "alegreya-sans": [
        "400Regular",
        "400Regular_Italic",
        "500Medium",
        "700Bold",
        "700Bold_Italic",
        "800ExtraBold",
    ],
    "alegreya": ["400Regular", "400Regular_Italic", "700Bold", "700Bold_Italic"],
    "im-fell-english-sc": ["400Regular"],
    "lexend": ["400Regular", "700Bold"],
    "noto-sans-arabic": ["400Regular", "700Bold"],
    "noto-sans-hebrew": ["400Regular", "700Bold"],
}

#: What pages load, by package; each licence is copied beside it.
SCRIPTS = {"idiomorph": "dist/idiomorph.min.js", "sortablejs": "Sortable.min.js"}

#: Families with a handful of Greek letters, meant for formulas: a Greek word would be a mixture of two faces.
WITHOUT_GREEK = {"Lexend"}
GREEK = range(0x370, 0x400)


def forget_greek(path: Path) -> None:
    """Takes the Greek letters out of a font, so that the next one in line prints whole words."""
    with TTFont(path, recalcTimestamp=False) as font:  # the same file whenever it is made
        for table in font["cmap"].tables:
            table.cmap = {letter: glyph for letter, glyph in table.cmap.items() if letter not in GREEK}
        font.save(path)


def fonts(target: Path) -> None:
    """Copies each weight as `<Family>-<Weight>.ttf`, and each family's licence beside it."""
    target.mkdir(parents=True)
    for package, weights in FONTS.items():
        folder = MODULES / "@expo-google-fonts" / package
        for weight in weights:
            (source,) = (folder / weight).glob("*.ttf")
            family = source.name.split("_")[0]
            copied = target / f"{family}-{weight.lstrip('0123456789')}.ttf"
            shutil.copyfile(source, copied)
            if family in WITHOUT_GREEK:
                forget_greek(copied)
        licence = next(path for path in (folder / "LICENSE_FONT", folder / "LICENSE") if path.is_file())
        shutil.copyfile(licence, target / f"{package}-LICENSE.txt")


def emblems(target: Path) -> None:
    """Writes the game-icons set as sorted lines, and its licence."""
    target.mkdir(parents=True)
    package = MODULES / "@iconify-json" / "game-icons"
    icons = json.loads((package / "icons.json").read_bytes())
    bodies = {name: icon["body"] for name, icon in icons["icons"].items()}
    bodies |= {name: bodies[alias["parent"]] for name, alias in icons.get("aliases", {}).items()}
    with (target / "emblems.tsv").open("w", encoding="utf-8", newline="\n") as out:
        out.writelines(f"{name}\t{' '.join(bodies[name].split())}\n" for name in sorted(bodies))
    (target / "names.txt").write_text("\n".join(sorted(bodies)) + "\n")
    info = json.loads((package / "info.json").read_bytes())
    licence = info["license"]
    (target / "LICENSE.txt").write_text(
        f"{info['name']} by {info['author']['name']} and contributors, {licence['title']}: {licence['url']}\n"
    )


def scripts(target: Path) -> None:
    """Copies the browser scripts, each with its licence."""
    target.mkdir(parents=True)
    for package, name in SCRIPTS.items():
        source = MODULES / package / name
        shutil.copyfile(source, target / source.name)
        shutil.copyfile(MODULES / package / "LICENSE", target / f"{package}-LICENSE.txt")


def main() -> None:
    """Builds the folder anew beside the old one, then puts it in its place."""
    fresh = VENDOR.with_name("vendor.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fonts(fresh / "fonts")
    emblems(fresh / "emblems")
    scripts(fresh / "js")
    shutil.rmtree(VENDOR, ignore_errors=True)
    fresh.rename(VENDOR)


if __name__ == "__main__":
    main()
