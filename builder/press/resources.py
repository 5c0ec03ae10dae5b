"""Serves our own addresses in print templates, such as `clockwright:emblem/<team>/<name>`."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from builder import assets, emblems, themes
from builder.errors import MissingPartError
from builder.language import gettext as _
from builder.press import colours, frames, ornaments
from builder.themes.schema import STORED

SVG = "image/svg+xml"
#: The emblem for unknown names.
PLAIN_EMBLEM = "perspective-dice-six-faces-random"
#: Family name in our style sheets, file, weight, style.
FACES = (
    ("Clockwright Display", "IMFellEnglishSC-Regular", 400, "normal"),
    ("Clockwright Text", "AlegreyaSans-Regular", 400, "normal"),
    ("Clockwright Text", "AlegreyaSans-Regular_Italic", 400, "italic"),
    ("Clockwright Text", "AlegreyaSans-Bold", 700, "normal"),
    ("Clockwright Text", "AlegreyaSans-Bold_Italic", 700, "italic"),
    ("Clockwright Serif", "Alegreya-Regular", 400, "normal"),
    ("Clockwright Serif", "Alegreya-Regular_Italic", 400, "italic"),
    ("Clockwright Serif", "Alegreya-Bold", 700, "normal"),
    ("Clockwright Serif", "Alegreya-Bold_Italic", 700, "italic"),
    ("Clockwright Arabic", "NotoSansArabic-Regular", 400, "normal"),
    ("Clockwright Arabic", "NotoSansArabic-Bold", 700, "normal"),
    ("Clockwright Hebrew", "NotoSansHebrew-Regular", 400, "normal"),
    ("Clockwright Hebrew", "NotoSansHebrew-Bold", 700, "normal"),
)
#: Replacements for families if the readable face is chosen: Lexend has wide, plain, spaced letters. It has no italics,
#: which many find hard to read; upright letters replace them.
READABLE = {"Clockwright Display", "Clockwright Text", "Clockwright Serif"}
READABLE_FILES = {400: "Lexend-Regular", 700: "Lexend-Bold"}
#: Family name of our default text face as its fallback (Greek, Cyrillic).
REST = "Clockwright Rest"


#: Full-page drawings, by paper size in millimetres.
PAGES: Mapping[str, Callable[[float, float], str]] = {"ruled": ornaments.ruled, "parchment": frames.leaf}


def read(url: str) -> tuple[bytes, str]:
    """The bytes and media type of one of our addresses. Raises ValueError for any other address."""
    scheme, _unused, rest = url.partition(":")
    kind, _unused, name = rest.partition("/")
    if scheme != "clockwright":
        raise ValueError(f"Print templates fetch nothing from outside: {url[:80]}")
    if kind == "font":
        return font_file(name).read_bytes(), "font/ttf"
    if kind == "emblem":
        team, _unused, emblem = name.partition("/")
        return emblem_svg(emblem, colours.value(team)).encode(), SVG
    if kind in {"picture", "painted"}:
        from builder.press.pictures import scaling

        png = scaling.png(url)
        return (png, "image/png") if png else (emblem_svg(PLAIN_EMBLEM, colours.value("ink")).encode(), SVG)
    if kind in PAGES:
        width, height = map(float, name.split("x"))
        return PAGES[kind](width, height).encode(), SVG
    if kind == "ornament":
        return ornaments.svg(name).encode(), SVG
    if kind == "cap":
        from builder.press import drop_caps

        return drop_caps.svg(int(name)).encode(), SVG
    raise ValueError(f"No such thing: {url[:80]}")


def faces(*, readable: bool = False) -> Iterator[tuple[str, str, int, str]]:
    """Family, file, weight and style of each face of a document, default or readable."""
    for family, name, weight, style in FACES:
        plain = READABLE_FILES[weight] if family in READABLE else name
        worn_file = plain if readable else worn(name)
        if family == "Clockwright Text" and worn_file != name:
            yield REST, name, weight, style
        yield family, worn_file, weight, style


def font_faces(*, readable: bool = False) -> str:
    """The @font-face rules of all our faces."""
    return "".join(
        f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{style};"
        f"src:url('clockwright:font/{name}')}}"
        for family, name, weight, style in faces(readable=readable)
    )


def worn(name: str) -> str:
    """The file of the theme that replaces one of our faces; itself if none does, or if it is missing."""
    file = themes.current().face(name)
    return file if is_there(file) else name


def is_there(file: str) -> bool:
    """Whether a font file of a theme is in the store; ours always are."""
    if not file.startswith(STORED):
        return True
    from builder.press import theme_files

    return theme_files.font_path(file) is not None


def font_file(name: str) -> Path:
    """The path of a font file: one of ours, or one of a theme. Raises MissingPartError if `bin/setup` has not run."""
    if name.startswith(STORED):
        from builder.press import theme_files

        own = theme_files.font_path(name)
        if own:
            return own
    path = assets.static("vendor", "fonts", f"{name}.ttf")
    if not re.fullmatch(r"[\w-]+", name) or not path.is_file():
        raise MissingPartError(_("The font %(name)s is missing. Type: bin/setup") % {"name": name})
    return path


@lru_cache(maxsize=512)
def emblem_svg(name: str, colour: str) -> str:
    """An emblem as an SVG file in one colour; a plain one for an unknown name."""
    body = emblems.body(name) or emblems.body(PLAIN_EMBLEM)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" color="{colour}" fill="{colour}">'
        f"{body.replace('currentColor', colour)}</svg>"
    )
