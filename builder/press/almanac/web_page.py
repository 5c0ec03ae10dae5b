"""The almanac as one self-contained web page that works offline and without scripts, with its fonts inside."""

from base64 import b64encode
from functools import cache, lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from builder.press import resources, typeset
from builder.press.engine import mirrored
from builder.press.pictures import scaling

if TYPE_CHECKING:
    from jinja2 import Environment

#: Family and file of each font in a page, where its rules go in the style of the page, and its features.
FONTS = {"Clockwright Text": "Alegreya-Regular", "Clockwright Display": "IMFellEnglishSC-Regular"}
PLACE = "/* fonts */"
FEATURES = ("kern", "liga", "lnum", "mark", "mkmk", "smcp")
#: Pixels of an icon, which is shown at about half that size; a logo has more.
ICON = 320


def page(content: Any, script: str = "") -> str:
    """Renders the page. `script` is the script's JSON, embedded so that the page can be imported again."""
    return with_fonts(
        _environment().get_template("almanac/web/page.html").render(page=content, script=script)
    )


def with_fonts(html: str) -> str:
    """A page with subsets of both fonts in place of the comment in its style, so that it looks the same anywhere."""
    letters = "".join(sorted(set(html)))
    rules = (
        f'@font-face {{ font-family: "{family}"; font-display: swap;'
        f' src: url(data:font/woff2;base64,{_subset(resources.worn(file), letters)}) format("woff2") }}'
        for family, file in FONTS.items()
    )
    return html.replace(PLACE, "\n".join(rules), 1)


@lru_cache(16)
def _subset(file: str, letters: str) -> str:
    """A font with only some letters, as WOFF 2 in base64."""
    from fontTools import subset

    options = subset.Options(
        layout_features=list(FEATURES), flavor="woff2", hinting=False, notdef_outline=True
    )
    options.recalc_timestamp = False
    font = subset.load_font(str(resources.font_file(file)), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=letters)
    subsetter.subset(font)
    target = BytesIO()
    subset.save_font(font, target, options)
    font.close()
    return b64encode(target.getvalue()).decode()


@cache
def _environment() -> "Environment":
    """The template environment for print, with filters for a web page. Cached, so that templates compile once."""
    environment = typeset.environment().overlay()
    environment.filters = {
        **environment.filters,
        "embedded": embedded,
        "inert": inert,
        "mirrored": lambda css: Markup(mirrored(str(css))),  # noqa: S704  # a style sheet of ours
    }
    return environment


def embedded(url: str, pixels: int = ICON) -> str:
    """Converts one of our own addresses to a `data:` URL, scaled to `pixels`; returns any other unchanged."""
    if not url.startswith("clockwright:"):
        return url
    if name := scaling.name_of(url):
        small = scaling.for_screen(name, pixels)
        if small is not None:
            return f"data:image/webp;base64,{b64encode(small).decode()}"
    body, media_type = resources.read(url)
    return f"data:{media_type};base64,{b64encode(body).decode()}"


def inert(script: str) -> Markup:
    """Escapes JSON for embedding in HTML: it contains no character that begins or ends an element."""
    return Markup(script.replace("<", "\\u003c"))  # noqa: S704  # that is what makes it safe
