"""Small drawings in web pages: ornaments of the press, the symbol of each team, signs on buttons, QR codes of links."""

from functools import lru_cache

import segno
from markupsafe import Markup

from builder.press import ornaments

#: Signs on buttons, the themes' among them: half sun half moon, sun, moon.
SIGNS = {
    "auto": (
        '<circle cx="10" cy="10" r="7.600" fill="none" stroke="INK" stroke-width="1.800"/>'
        '<path d="M10 2.400a7.600 7.600 0 0 1 0 15.200z"/>'
    ),
    "light": (
        '<circle cx="10" cy="10" r="4"/>'
        '<path fill="none" stroke="INK" stroke-width="1.600" stroke-linecap="round" d="'
        "M10 1.200v2M10 16.800v2M1.200 10h2M16.800 10h2M3.800 3.800l1.400 1.400M14.800 14.800l1.400 1.400"
        'M3.800 16.200l1.400-1.400M14.800 5.200l1.400-1.400"/>'
    ),
    "settings": (
        '<path fill="none" stroke="INK" stroke-width="1.600" stroke-linecap="round" d="'
        "M2.500 5h6M13.500 5h4M2.500 10h1.500M9 10h8.500M2.500 15h8M15.500 15h2"
        '"/><circle cx="11" cy="5" r="1.900"/><circle cx="6.500" cy="10" r="1.900"/><circle cx="13" cy="15" r="1.900"/>'
    ),
    "undo": (
        '<path fill="none" stroke="INK" stroke-width="1.800" stroke-linecap="round" stroke-linejoin="round" d="'
        'M7 3.500L3.500 7 7 10.500M3.800 7H12a4.500 4.500 0 0 1 0 9H7.500"/>'
    ),
    "redo": (
        '<path fill="none" stroke="INK" stroke-width="1.800" stroke-linecap="round" stroke-linejoin="round" d="'
        'M13 3.500L16.500 7 13 10.500M16.200 7H8a4.500 4.500 0 0 0 0 9h4.500"/>'
    ),
    "dark": '<path d="M12.800 2.300a8 8 0 1 0 5 11.600A7.200 7.200 0 0 1 12.800 2.300z"/>',
}


def theme_mark(theme: str) -> Markup:
    """The sign of a theme, or of another button."""
    return _svg("0 0 20 20", SIGNS[theme])


def team_mark(team: str) -> Markup:
    """The symbol that identifies a team without its color; it takes the color of the text around it."""
    return _svg("0 0 20 20", ornaments.MARKS[team])


def mark(name: str) -> Markup:
    """One of our own ornaments, such as `mark` or `flourish`."""
    return _svg(*ornaments.OTHERS[name])


def _svg(box: str, body: str) -> Markup:
    """An inline SVG, so that it follows the theme. Hidden from screen readers: there is text next to it."""
    return Markup(
        '<svg class="ornament" viewBox="{}" fill="currentColor" aria-hidden="true">{}</svg>'
    ).format(
        box,
        Markup(body.replace("INK", "currentColor")),  # noqa: S704  # our own drawing
    )


#: More than the links of one script, whose page shows all of their codes, and some scripts more.
MOST_CODES = 512


@lru_cache(MOST_CODES)
def qr_code(link: str) -> str:
    """The code of a link as a `data:` address; empty if there is no link, or it is too long for a code."""
    if not link:
        return ""
    try:
        made = segno.make(link, error="l", micro=False, boost_error=True)
    except segno.DataOverflowError:
        return ""
    return str(made.svg_data_uri(border=4, light="white"))
