"""Drawings of the almanac: the roundel around a character's picture, and the clock on the cover."""

from math import cos, pi, sin


def _ticks(inner: float, outer: float, long: float) -> str:
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
        f'<path fill="none" stroke="var(--ink)" stroke-width="1.4" d="{_ticks(86, 90, 83)}"/>'
    )


_HANDS = (
    '<circle cx="100" cy="100" r="60" fill="none" stroke="var(--ink)" stroke-width=".8"/>'
    f'<path fill="none" stroke="var(--ink)" stroke-width="1.2" d="{_ticks(64, 72, 64)}"/>'
    '<path fill="var(--ink)" d="M97.5 112V44l2.5-14 2.5 14v68z"/>'
    '<path fill="var(--ink)" transform="rotate(-68 100 100)" d="M96.5 108V62l3.5-10 3.5 10v46z"/>'
    '<circle cx="100" cy="100" r="6" fill="var(--ink)"/><circle cx="100" cy="100" r="2" fill="var(--paper)"/>'
)
_WARNING = (
    '<path fill="none" stroke="var(--ink)" stroke-width="1.8" stroke-linejoin="round" d="M10 2L19 18H1z"/>'
    '<path fill="var(--ink)" d="M9 7.5h2l-.4 6H9.4z"/><circle fill="var(--ink)" cx="10" cy="15.6" r="1.15"/>'
)
#: Name: field and drawing, as in `ornaments.OTHERS`.
DRAWINGS = {
    "bullet": ("0 0 20 20", '<path fill="var(--accent)" d="M10 1l9 9-9 9-9-9z"/>'),
    "dash": ("0 0 22 4", '<path fill="var(--ink)" d="M0 0h22v4H0z"/>'),
    "warning": (
        "0 0 20 20",
        _WARNING,
    ),
    "roundel": ("0 0 200 200", _rings("var(--disc)")),
    "roundel-plain": ("0 0 200 200", _rings("var(--paper)")),
    "dial": ("0 0 200 200", _rings("none") + _HANDS),
}
