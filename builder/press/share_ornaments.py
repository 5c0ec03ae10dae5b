"""Drawings for share pictures, pale on a dark background."""

from math import cos, pi, sin

PALE, FAINT = "#e6d7b4", "#3b322d"


def _ticks(inner: float, outer: float, count: int) -> str:
    """Marks around a dial."""
    turns = (2 * pi * number / count for number in range(count))
    return "".join(
        f"M{100 + inner * sin(turn):.2f} {100 - inner * cos(turn):.2f}"
        f"L{100 + outer * sin(turn):.2f} {100 - outer * cos(turn):.2f}"
        for turn in turns
    )


_DIAL = (
    f'<g fill="none" stroke="{FAINT}"><circle cx="100" cy="100" r="98" stroke-width="1.1"/>'
    f'<circle cx="100" cy="100" r="94" stroke-width=".4"/><circle cx="100" cy="100" r="68" stroke-width=".6"/>'
    f'<path stroke-width=".5" d="{_ticks(90, 94, 60)}"/><path stroke-width="2.6" d="{_ticks(74, 87, 12)}"/></g>'
    f'<g fill="{FAINT}"><path d="M98 104V34l2-12 2 12v70z"/><path transform="rotate(-30 100 100)" '
    f'd="M97.2 104V58l2.8-9 2.8 9v46z"/><circle cx="100" cy="100" r="4.5"/></g>'
)
#: Name: field and drawing, as in `ornaments.OTHERS`.
DRAWINGS = {
    "share-dial": ("0 0 200 200", _DIAL),
    "share-flourish": (
        "0 0 240 16",
        (
            f'<path fill="none" stroke="{PALE}" stroke-width="1.2" d="M0 8h98M142 8h98"/>'
            f'<path fill="{PALE}" d="M120 1l5 7-5 7-5-7z"/>'
            f'<circle fill="{PALE}" cx="106" cy="8" r="2.2"/><circle fill="{PALE}" cx="134" cy="8" r="2.2"/>'
        ),
    ),
}
