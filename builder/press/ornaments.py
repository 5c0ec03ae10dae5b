"""Our own marks and ornaments, as vector drawings."""

import re
from functools import cache
from math import cos, pi, sin

from builder import assets, themes
from builder.press import colours, dressing

_SVG = re.compile(r'<svg [^>]*viewBox="([0-9. ]+)"[^>]*>(.*)</svg>', re.DOTALL)
#: A mark for each team, for readers who cannot see its colour, on a 20 × 20 view box.
MARKS = {
    "townsfolk": '<circle cx="10" cy="10" r="7"/>',
    "outsider": '<path fill-rule="evenodd" d="M10 2a8 8 0 1 1 0 16a8 8 0 0 1 0-16zm0 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8z"/>',
    "minion": '<path d="M10 2l8.5 15.5h-17z"/>',
    "demon": '<path d="M10 1l8 9-8 9-8-9z"/>',
    "traveller": '<path d="M2 4h8l8 6-8 6H2l5-6z"/>',
    "fabled": '<path d="M10 1l2.6 5.9 6.4.6-4.8 4.3 1.4 6.3L10 14.8l-5.6 3.3 1.4-6.3L1 7.5l6.4-.6z"/>',
    "loric": '<path d="M17.5 2.5c.8 8-3 13.5-9 13.5-1.2 0-2.3-.2-3.3-.7L3.5 18l-1.5-1 2-3C2 8 8 3 17.5 2.5z"/>',
    "unknown": '<path d="M3 3h14v14H3z"/>',
}

#: The colours of the marks: the team's, that of letters on it, that of letters on a cover, black.
MARK_COLOURS = {"mark": "{}", "pale": "on-{}", "cover": "cover-mark", "black": "strong"}

#: The pictures of the night sheet's own rows.
NIGHT = {
    "dusk": '<path d="M12.8 2.3a8 8 0 1 0 5 11.6A7.2 7.2 0 0 1 12.8 2.3z"/>',
    "dawn": (
        '<path d="M10 5.5a4.5 4.5 0 0 1 4.5 4.5h-9A4.5 4.5 0 0 1 10 5.5z"/>'
        '<path fill="none" stroke="INK" stroke-width="1.4" stroke-linecap="round" '
        'd="M1.5 13h17M4 16.2h12M10 1.2v2M3.5 3.8l1.4 1.4M16.5 3.8l-1.4 1.4M1.2 9.5h2M16.8 9.5h2"/>'
    ),
    "minioninfo": (
        '<path d="M10 2l8.5 15.5h-17z"/><path fill="none" stroke="var(--paper)" stroke-width="1.5" '
        'stroke-linejoin="round" d="M7.3 15.3v-4.3l2.7 2.7 2.7-2.7v4.3"/>'
    ),
    "demoninfo": (
        '<path d="M10 1l8 9-8 9-8-9z"/><path fill="none" stroke="var(--paper)" stroke-width="1.5" '
        'd="M8 6.8h1.5a3.2 3.2 0 0 1 0 6.4H8z"/>'
    ),
}


def _ticks(inner: float, outer: float, count: int) -> str:
    """Marks around a dial."""
    turns = (2 * pi * number / count for number in range(count))
    return "".join(
        f"M{100 + inner * sin(turn):.2f} {100 - inner * cos(turn):.2f}"
        f"L{100 + outer * sin(turn):.2f} {100 - outer * cos(turn):.2f}"
        for turn in turns
    )


_DIAL = (
    '<g fill="none" stroke="var(--cover-line)"><circle cx="100" cy="100" r="98" stroke-width="1.1"/>'
    '<circle cx="100" cy="100" r="94" stroke-width=".4"/><circle cx="100" cy="100" r="68" stroke-width=".6"/>'
    f'<path stroke-width=".5" d="{_ticks(90, 94, 60)}"/><path stroke-width="2.6" d="{_ticks(74, 87, 12)}"/></g>'
    '<g fill="var(--cover-line)"><path d="M98 104V34l2-12 2 12v70z"/><path transform="rotate(-30 100 100)" '
    'd="M97.2 104V58l2.8-9 2.8 9v46z"/><circle cx="100" cy="100" r="4.5"/></g>'
)
#: Ornaments of share pictures: view box and drawing.
SHARED = {
    "share-dial": ("0 0 200 200", _DIAL),
    "share-flourish": (
        "0 0 240 16",
        (
            '<path fill="none" stroke="var(--on-cover-soft)" stroke-width="1.2" d="M0 8h98M142 8h98"/>'
            '<path fill="var(--on-cover-soft)" d="M120 1l5 7-5 7-5-7z"/>'
            '<circle fill="var(--on-cover-soft)" cx="106" cy="8" r="2.2"/>'
            '<circle fill="var(--on-cover-soft)" cx="134" cy="8" r="2.2"/>'
        ),
    ),
}


def _hours(inner: float, outer: float, long: float) -> str:
    """Twelve marks around a dial, longer ones at the quarters."""
    lines = []
    for hour in range(12):
        turn = hour * pi / 6
        start = long if hour % 3 == 0 else inner
        x, y = sin(turn), -cos(turn)
        lines.append(
            f"M{100 + start * x:.1f} {100 + start * y:.1f}L{100 + outer * x:.1f} {100 + outer * y:.1f}"
        )
    return "".join(lines)


def _rings(fill: str) -> str:
    return (
        f'<circle cx="100" cy="100" r="96" fill="{fill}" stroke="var(--ink)" stroke-width="4"/>'
        '<circle cx="100" cy="100" r="90" fill="none" stroke="var(--ink)" stroke-width="1"/>'
        f'<path fill="none" stroke="var(--ink)" stroke-width="1.4" d="{_hours(86, 90, 83)}"/>'
    )


_HANDS = (
    '<circle cx="100" cy="100" r="60" fill="none" stroke="var(--ink)" stroke-width=".8"/>'
    f'<path fill="none" stroke="var(--ink)" stroke-width="1.2" d="{_hours(64, 72, 64)}"/>'
    '<path fill="var(--ink)" d="M97.5 112V44l2.5-14 2.5 14v68z"/>'
    '<path fill="var(--ink)" transform="rotate(-68 100 100)" d="M96.5 108V62l3.5-10 3.5 10v46z"/>'
    '<circle cx="100" cy="100" r="6" fill="var(--ink)"/><circle cx="100" cy="100" r="2" fill="var(--paper)"/>'
)
_WARNING = (
    '<path fill="none" stroke="var(--ink)" stroke-width="1.8" stroke-linejoin="round" d="M10 2L19 18H1z"/>'
    '<path fill="var(--ink)" d="M9 7.5h2l-.4 6H9.4z"/><circle fill="var(--ink)" cx="10" cy="15.6" r="1.15"/>'
)
#: A flourish below titles, and our logo: a clock hand at a quarter to midnight.
OTHERS = {
    "bullet": ("0 0 20 20", '<path fill="var(--accent)" d="M10 1l9 9-9 9-9-9z"/>'),
    "dash": ("0 0 22 4", '<path fill="var(--ink)" d="M0 0h22v4H0z"/>'),
    "warning": ("0 0 20 20", _WARNING),
    "roundel": ("0 0 200 200", _rings("var(--disc)")),
    "roundel-plain": ("0 0 200 200", _rings("var(--paper)")),
    "dial": ("0 0 200 200", _rings("none") + _HANDS),
    **SHARED,
    "flourish": (
        "0 0 240 16",
        (
            '<path fill="none" stroke="INK" stroke-width="1" d="M0 8h98M142 8h98"/>'
            '<path d="M120 1l5 7-5 7-5-7z"/><circle cx="106" cy="8" r="2.2"/><circle cx="134" cy="8" r="2.2"/>'
        ),
    ),
    "mark": (
        "0 0 20 20",
        (
            '<circle cx="10" cy="10" r="8.6" fill="none" stroke="INK" stroke-width="1.6"/>'
            '<path d="M9.2 10.8V3.6h1.6v6.4L6.5 14.7l-1.2-1.1z"/>'
        ),
    ),
    "line": ("0 0 90 90", '<path stroke="var(--write-rule)" stroke-width="1.5" d="M0 89h90"/>'),
    "cut": (
        "0 0 190 2",
        (
            '<path fill="none" stroke="INK" stroke-width=".2" stroke-dasharray="1.2 1.2" d="M5 1H190"/>'
            '<path fill="none" stroke="INK" stroke-width=".2" d="M.6 .5L3.8 1.5M.6 1.5L3.8 .5"/>'
        ),
    ),
    # Dots of half a point, for the whole width of any page: a dotted border would draw each as four curves.
    "dots": (
        "0 0 1200 .5",
        (
            '<path fill="none" stroke="var(--rule)" stroke-width=".5" stroke-linecap="round" '
            'stroke-dasharray="0 1" d="M.25 .25H1200"/>'
        ),
    ),
    "box": (
        "0 0 20 20",
        '<rect x="2" y="2" width="16" height="16" rx="2.5" fill="var(--write)" stroke="INK" stroke-width="1.3"/>',
    ),
}

#: A divider for those without a theme: view box and drawing.
_DIVIDER = (
    "0 0 120 8",
    (
        '<path fill="none" stroke="var(--rule-strong)" stroke-width=".6" d="M14 4h34M72 4h34"/>'
        '<path d="M60 .8l3.200 3.200-3.200 3.200-3.200-3.200z"/><circle cx="52" cy="4" r="1.200"/>'
        '<circle cx="68" cy="4" r="1.200"/>'
    ),
)
#: Where the dividers on a ribbon begin, from its top.
RIBBON = (60, 230, 400)

#: What a Storyteller does in a step of the night: only if, wakes, eyes closed, token moves, anything else.
STEPS = {
    "condition": (
        '<path fill="none" stroke="INK" stroke-width="3" stroke-linecap="round" '
        'd="M5.2 5.9a4.9 4.9 0 1 1 7.6 3.9c-1.8 1.2-2.8 1.9-2.8 4"/><circle cx="10" cy="17.9" r="1.9"/>'
    ),
    "awake": (
        '<path fill="none" stroke="INK" stroke-width="1.7" stroke-linejoin="round" '
        'd="M.9 10C5.5 3.2 14.5 3.2 19.1 10 14.5 16.8 5.5 16.8 .9 10z"/><circle cx="10" cy="10" r="3.5"/>'
    ),
    "asleep": (
        '<path fill="none" stroke="INK" stroke-width="2.1" stroke-linecap="round" '
        'd="M1.2 8.4c4.4 5.4 13.2 5.4 17.6 0M10 12.6v3.4M5 11.4l-1.8 2.8M15 11.4l1.8 2.8"/>'
    ),
    "marker": '<circle cx="10" cy="10" r="6.6" fill="none" stroke="INK" stroke-width="1.7"/>',
    "plain": '<circle cx="10" cy="10" r="3"/>',
}


def svg(name: str) -> str:
    """An ornament as an SVG file: `mark-<team>`, `night-<row>`, `flourish`, … Raises ValueError for others.

    A mark is `pale-<team>` on a dark background and `black-<team>` in plain ink.
    """
    kind, _, which = name.partition("-")
    if kind in MARK_COLOURS and which in MARKS:
        return _file("0 0 20 20", MARKS[which], colours.value(MARK_COLOURS[kind].format(which)))
    if kind == "night" and which in NIGHT:
        return _file("0 0 20 20", NIGHT[which])
    if kind == "step" and which in STEPS:
        return _file("0 0 20 20", STEPS[which], colours.value("soft"))
    found = _ribbon() if name == "ribbon" else drawn(name, themes.current().ornaments.get(name, ""))
    if found:
        return _file(*found)
    if name.startswith("roundel") and not themes.current().has_ring:
        return _file("0 0 200 200", "")
    if name in OTHERS:
        return _file(*OTHERS[name])
    raise ValueError(f"There is no ornament {name[:40]}")


def _ribbon() -> tuple[str, str]:
    """A band with forked ends beside a strip, with the theme's divider along it three times."""
    _, divider = drawn("divider", themes.current().ornaments.get("divider", "")) or _DIVIDER
    band = (
        '<path fill="var(--tint)" stroke="var(--rule)" stroke-width=".35" '
        'd="M.3.5L6 7l5.700-6.500v579L6 573l-5.700 6.500z"/>'
    )
    places = (f'<g transform="translate(10 {y}) rotate(90)">{divider}</g>' for y in RIBBON)
    return "0 0 12 580", band + "".join(places)


@cache
def drawn(kind: str, name: str) -> tuple[str, str] | None:
    """The view box and drawing of an ornament that themes choose by name (`data/ornaments/`); None for none."""
    path = assets.data("ornaments", kind, f"{name}.svg")
    if not name or not path.is_file():
        return None
    found = _SVG.search(path.read_text("utf-8"))
    return (found[1], found[2].replace("currentColor", "INK")) if found else None


def ruled(width: float, height: float) -> str:
    """A page (mm) with lines for notes, inside the margins."""
    aside = dressing.margins()[1]
    lines = "".join(f"M{aside:g} {y}H{width - aside:g}" for y in range(18, int(height) - 13, 9))
    return colours.filled(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">'
        f'<path fill="none" stroke="var(--rule-notes)" stroke-width=".15" d="{lines}"/></svg>'
    )


def _file(box: str, body: str, colour: str = "") -> str:
    colour = colour or colours.value("ink")
    body = colours.filled(body.replace("INK", colour))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" fill="{colour}">{body}</svg>'
