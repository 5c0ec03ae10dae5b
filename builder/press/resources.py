"""What a print template may refer to: our own addresses, `clockwright:emblem/<team>/<name>` and the like."""

from functools import lru_cache
from pathlib import Path

from builder import assets, emblems
from builder.errors import MissingPartError
from builder.press import ornaments
from builder.press.colours import TEAM_COLOURS

SVG = "image/svg+xml"
#: The emblem of a character for which there is none.
PLAIN_EMBLEM = "perspective-dice-six-faces-random"
#: Family name in our style sheets, file name, weight, style.
FACES = (
    ("Clockwright Display", "IMFellEnglishSC-Regular", 400, "normal"),
    ("Clockwright Text", "AlegreyaSans-Regular", 400, "normal"),
    ("Clockwright Text", "AlegreyaSans-Regular_Italic", 400, "italic"),
    ("Clockwright Text", "AlegreyaSans-Bold", 700, "normal"),
    ("Clockwright Text", "AlegreyaSans-Bold_Italic", 700, "italic"),
    ("Clockwright Serif", "Alegreya-Regular", 400, "normal"),
    ("Clockwright Serif", "Alegreya-Regular_Italic", 400, "italic"),
    ("Clockwright Serif", "Alegreya-Bold", 700, "normal"),
    ("Clockwright Arabic", "NotoSansArabic-Regular", 400, "normal"),
    ("Clockwright Arabic", "NotoSansArabic-Bold", 700, "normal"),
    ("Clockwright Hebrew", "NotoSansHebrew-Regular", 400, "normal"),
    ("Clockwright Hebrew", "NotoSansHebrew-Bold", 700, "normal"),
)


def read(url: str) -> tuple[bytes, str]:
    """The bytes and media type of one of our addresses. Raises ValueError for any other address."""
    scheme, _, rest = url.partition(":")
    kind, _, name = rest.partition("/")
    if scheme != "clockwright":
        raise ValueError(f"Print templates fetch nothing from outside: {url[:80]}")
    if kind == "font":
        return font_file(name).read_bytes(), "font/ttf"
    if kind == "emblem":
        team, _, emblem = name.partition("/")
        return emblem_svg(emblem, TEAM_COLOURS[team]).encode(), SVG
    if kind == "ruled":
        width, height = map(float, name.split("x"))
        return ornaments.ruled(width, height).encode(), SVG
    if kind == "ornament":
        return ornaments.svg(name).encode(), SVG
    raise ValueError(f"No such thing: {url[:80]}")


def font_faces() -> str:
    """The @font-face rules of all our faces."""
    return "".join(
        f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{style};"
        f"src:url('clockwright:font/{name}')}}"
        for family, name, weight, style in FACES
    )


def font_file(name: str) -> Path:
    """The file of one of our faces. Raises MissingPartError before `bin/setup` has run."""
    known = {file: assets.static("vendor", "fonts", f"{file}.ttf") for _, file, _, _ in FACES}
    path = known.get(name)
    if path is None or not path.is_file():
        raise MissingPartError(f"The font {name} is missing. Type: bin/setup")
    return path


@lru_cache(maxsize=512)
def emblem_svg(name: str, colour: str) -> str:
    """An emblem as an SVG file in one colour; an unknown name gives a plain one."""
    body = emblems.body(name) or emblems.body(PLAIN_EMBLEM)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" color="{colour}" fill="{colour}">'
        f"{body.replace('currentColor', colour)}</svg>"
    )
