"""Makes the golden files anew:  .venv/bin/python tests/golden/gilding.py  – then look at each of them."""

import sys
from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image

import builder
from builder import printables
from builder.press import typeset

FOLDER = Path(__file__).resolve().parent
#: Every style of the kinds that are one or two sheets of paper: a new one is covered by being there.
STYLES = tuple(
    (kind, style) for kind in ("sheet", "night", "table", "guide") for style in printables.kinds()[kind]
)
RENEW = ".venv/bin/python tests/golden/gilding.py"
#: Dots per inch of a golden picture: enough to see every line and emblem, and 20 kB small.
DPI = 48
#: Greys of a golden picture: with fewer, a tint differs by more than a line that moved.
GREYS = 48


def html(kind: str, style: str) -> str:
    """The HTML of the golden script in a style, a line a row."""
    script = builder.parse(FOLDER / "script.json")
    written = typeset.html(kind, style, printables.module(kind).content(script))
    return "\n".join(line.strip() for line in written.splitlines() if line.strip()) + "\n"


@cache
def picture(kind: str, style: str) -> Image.Image:
    """Page 1 of the golden script in a style, small and grey."""
    script = builder.parse(FOLDER / "script.json")
    return Image.open(BytesIO(builder.render(script, kind, style=style).png(DPI)[0])).convert("L")


def main() -> None:
    """Writes all of them."""
    for kind, style in STYLES:
        FOLDER.joinpath(f"{kind}-{style}.html").write_text(html(kind, style), "utf-8")
        picture(kind, style).quantize(GREYS).save(FOLDER / f"{kind}-{style}.png", optimize=True)
    sys.stderr.write("Now look at tests/golden/*.png and at the difference in *.html.\n")


if __name__ == "__main__":
    main()
