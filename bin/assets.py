"""Assembles static/vendor from node_modules: the fonts we print with, the emblems as one sorted file, browser scripts.

Run by bin/setup. Each emblem is a line `name<TAB>svg body`, sorted by name, so that the press finds one by
bisection without reading six megabytes of JSON.
"""

import json
import shutil
import unicodedata
from pathlib import Path

from fontTools import subset
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
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

#: Faces of themes, by package: weights, and how much larger they become.
THEME_FONTS = {
    "almendra": (1.04, ["700Bold"]),
    "cinzel": (0.87, ["500Medium"]),
    "eb-garamond": (
        1.09,
        ["400Regular", "400Regular_Italic", "500Medium_Italic", "700Bold", "700Bold_Italic"],
    ),
    "grenze-gotisch": (1.18, ["500Medium"]),
    "jost": (0.96, ["400Regular", "400Regular_Italic", "700Bold", "700Bold_Italic"]),
    "limelight": (0.87, ["400Regular"]),
    "rye": (0.84, ["400Regular"]),
    "special-elite": (0.92, ["400Regular"]),
    "zilla-slab": (0.98, ["400Regular", "400Regular_Italic", "700Bold", "700Bold_Italic"]),
}
#: Capitals that few people read in a face, which has plainer ones: the black letter A is taken for an R.
PLAINER = {"grenze-gotisch": ("ss01", "ADIT")}
#: Letters that faces of themes keep: of European languages in Latin script, and punctuation.
LATIN = [*range(0x20, 0x180), 0x218, 0x219, 0x21A, 0x21B, *range(0x2C6, 0x2DE), 0x1E9E, *range(0x2010, 0x2028),
         0x2030, 0x2032, 0x2033, 0x2039, 0x203A, 0x2044, 0x20AC, 0x2116, 0x2122, 0x2212, 0x2215, 0x2248]  # fmt: skip
FEATURES = ["ccmp", "kern", "liga", "lnum", "locl", "mark", "tnum"]
#: Room above and below the line, in em, as in our usual faces.
ABOVE, BELOW = 0.92, 0.33
#: Polish letters that a face may lack: base, mark, whether the mark hangs below.
MADE = {
    **{letter: (base, "´", False) for letter, base in zip("ĆćŚśŹź", "CcSsZz", strict=True)},
    **{letter: (base, "˙", False) for letter, base in zip("Żż", "Zz", strict=True)},
    **{letter: (base, "¸", True) for letter, base in zip("ĄąĘę", "AaEe", strict=True)},
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


def theme_fonts(target: Path) -> None:
    """Writes the faces of themes: Latin letters only, in the proportions of our usual faces, under names of ours."""
    for package, (factor, weights) in THEME_FONTS.items():
        folder = MODULES / "@expo-google-fonts" / package
        for weight in weights:
            (source,) = {*(folder / weight).glob("*.ttf"), *folder.glob(f"*_{weight}.ttf")}
            name = f"{source.name.split('_')[0]}-{weight.lstrip('0123456789')}"
            options = subset.Options(
                layout_features=FEATURES, hinting=False, name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14]
            )
            font = subset.load_font(source, options)
            font.recalcTimestamp = False
            add_letters(font)
            if package in PLAINER:
                use_plainer(font, *PLAINER[package])
            cutter = subset.Subsetter(options)
            cutter.populate(unicodes=LATIN)
            cutter.subset(font)
            bring_to_size(font, factor)
            # A changed face may not have a name that its makers reserve.
            for number, own in (
                (1, f"Clockwright {name}"),
                (3, name),
                (4, f"Clockwright {name}"),
                (6, f"CW-{name}"),
            ):
                font["name"].setName(own, number, 3, 1, 0x409)
            font.save(target / f"{name}.ttf")
        (target / f"{package}-LICENSE.txt").write_text(licence_of(folder, font), encoding="utf-8")


def licence_of(folder: Path, font: TTFont) -> str:
    """The licence of a package; if it has none, the Open Font License under what its font says about itself."""
    for path in (folder / "LICENSE_FONT", folder / "LICENSE"):
        if path.is_file():
            return path.read_text("utf-8")
    if "SIL Open Font License" not in str(font["name"].getDebugName(13)):
        raise SystemExit(f"{folder.name} has no licence.")
    _, _, text = (folder.parent / "cinzel" / "LICENSE_FONT").read_text("utf-8").partition("\n")
    return f"{font['name'].getDebugName(0)}\n{text}"


def use_plainer(font: TTFont, feature: str, capitals: str) -> None:
    """Puts the other forms that a face has of some capitals, with and without accents, in place of the usual ones."""
    table = font["GSUB"].table
    numbers = [
        number
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == feature
        for number in record.Feature.LookupListIndex
    ]
    others = {
        glyph: other
        for number in numbers
        for found in table.LookupList.Lookup[number].SubTable
        for glyph, other in getattr(found, "ExtSubTable", found).mapping.items()
    }
    for letters in font["cmap"].tables:
        for letter, glyph in letters.cmap.items():
            if unicodedata.normalize("NFD", chr(letter))[0] in capitals:
                letters.cmap[letter] = others.get(glyph, glyph)


def add_letters(font: TTFont) -> None:
    """Puts Polish letters that a face lacks together from its own parts."""
    letters, glyphs = font.getBestCmap(), font.getGlyphSet()

    def bounds(name: str) -> tuple[float, float, float, float]:
        pen = BoundsPen(glyphs)
        glyphs[name].draw(pen)
        return pen.bounds

    low, raised = bounds(letters[ord("x")])[3], font["head"].unitsPerEm // 12
    for letter, (base, sign, hangs) in MADE.items():
        mark = "." if sign == "˙" and ord(sign) not in letters else sign
        if ord(letter) in letters or ord(mark) not in letters:
            continue
        under, over, name = letters[ord(base)], letters[ord(mark)], f"uni{ord(letter):04X}"
        box, top = bounds(under), bounds(over)
        pen = TTGlyphPen(glyphs)
        pen.addComponent(under, (1, 0, 0, 1, 0, 0))
        across, up = (box[0] + box[2] - top[0] - top[2]) / 2, box[3] - low if base.isupper() else 0
        if mark == ".":
            up = box[3] + raised - top[1]
        if hangs:  # a cedilla turned around, below the right foot
            pen.addComponent(over, (-1, 0, 0, 1, round(box[2] + top[0] * 0.5), 0))
        else:
            pen.addComponent(over, (1, 0, 0, 1, round(across), round(up)))
        font.setGlyphOrder([*font.getGlyphOrder(), name])
        font["glyf"].glyphs[name] = made = pen.glyph()
        made.recalcBounds(font["glyf"])
        font["hmtx"][name] = font["hmtx"][under]
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[ord(letter)] = name


def bring_to_size(font: TTFont, factor: float) -> None:
    """Makes letters larger on the same body, and says how tall they are."""
    em = font["head"].unitsPerEm = round(font["head"].unitsPerEm / factor)
    glyphs, letters = font.getGlyphSet(), font.getBestCmap()
    heights = {}
    for letter in "Hx":
        pen = BoundsPen(glyphs)
        glyphs[letters[ord(letter)]].draw(pen)
        heights[letter] = round(pen.bounds[3])
    above, below = round(ABOVE * em), round(BELOW * em)
    lines, marks = font["hhea"], font["OS/2"]
    lines.ascent, lines.descent, lines.lineGap = above, -below, 0
    marks.sTypoAscender, marks.sTypoDescender, marks.sTypoLineGap = above, -below, 0
    marks.usWinAscent, marks.usWinDescent = above, below
    marks.version = max(marks.version, 2)
    marks.sCapHeight, marks.sxHeight = heights["H"], heights["x"]
    for name in ("usDefaultChar", "usBreakChar", "usMaxContext"):
        if not hasattr(marks, name):
            setattr(marks, name, 0)


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
    theme_fonts(fresh / "fonts")
    emblems(fresh / "emblems")
    scripts(fresh / "js")
    shutil.rmtree(VENDOR, ignore_errors=True)
    fresh.rename(VENDOR)


if __name__ == "__main__":
    main()
