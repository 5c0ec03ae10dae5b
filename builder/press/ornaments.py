"""Marks and ornaments that we drew ourselves, as vectors."""

from builder.press.colours import INK, TEAM_COLOURS

#: The second sign of each team beside its colour, on a 20 × 20 field.
MARKS = {
    "townsfolk": '<circle cx="10" cy="10" r="7"/>',
    "outsider": '<path fill-rule="evenodd" d="M10 2a8 8 0 1 1 0 16a8 8 0 0 1 0-16zm0 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8z"/>',
    "minion": '<path d="M10 2l8.5 15.5h-17z"/>',
    "demon": '<path d="M10 1l8 9-8 9-8-9z"/>',
    "traveller": '<path d="M2 4h8l8 6-8 6H2l5-6z"/>',
    "fabled": '<path d="M10 1l2.6 5.9 6.4.6-4.8 4.3 1.4 6.3L10 14.800l-5.600 3.300 1.400-6.300L1 7.500l6.400-.600z"/>',
    "loric": '<path d="M17.500 2.500c.8 8-3 13.500-9 13.500-1.200 0-2.300-.2-3.300-.7L3.500 18l-1.500-1 2-3C2 8 8 3 17.500 2.500z"/>',
    "unknown": '<path d="M3 3h14v14H3z"/>',
}

#: The pictures of the night sheet's own rows.
NIGHT = {
    "dusk": '<path d="M12.800 2.300a8 8 0 1 0 5 11.600A7.200 7.200 0 0 1 12.800 2.300z"/>',
    "dawn": (
        '<path d="M10 5.500a4.500 4.500 0 0 1 4.500 4.500h-9A4.500 4.500 0 0 1 10 5.500z"/>'
        '<path fill="none" stroke="INK" stroke-width="1.400" stroke-linecap="round" '
        'd="M1.500 13h17M4 16.200h12M10 1.200v2M3.500 3.800l1.400 1.400M16.500 3.800l-1.400 1.400M1.200 9.500h2M16.800 9.500h2"/>'
    ),
    "minioninfo": (
        '<path d="M10 2l8.500 15.500h-17z"/><path fill="none" stroke="#fff" stroke-width="1.500" '
        'stroke-linejoin="round" d="M7.300 15.300v-4.300l2.700 2.700 2.700-2.700v4.300"/>'
    ),
    "demoninfo": (
        '<path d="M10 1l8 9-8 9-8-9z"/><path fill="none" stroke="#fff" stroke-width="1.500" '
        'd="M8 6.800h1.500a3.200 3.200 0 0 1 0 6.400H8z"/>'
    ),
}

#: A flourish for under a title, and our small mark: a clock hand at a quarter to midnight.
OTHERS = {
    "flourish": (
        "0 0 240 16",
        '<path fill="none" stroke="INK" stroke-width="1" d="M0 8h98M142 8h98"/>'
        '<path d="M120 1l5 7-5 7-5-7z"/><circle cx="106" cy="8" r="2.200"/><circle cx="134" cy="8" r="2.200"/>',
    ),
    "mark": (
        "0 0 20 20",
        '<circle cx="10" cy="10" r="8.600" fill="none" stroke="INK" stroke-width="1.600"/>'
        '<path d="M9.200 10.800V3.600h1.600v6.400L6.500 14.700l-1.200-1.100z"/>',
    ),
    "line": ("0 0 90 90", '<path stroke="#c9c2b8" stroke-width="1.5" d="M0 89h90"/>'),
    "box": ("0 0 20 20", '<rect x="2" y="2" width="16" height="16" rx="2.500" fill="none" stroke="INK" stroke-width="1.300"/>'),
}


def svg(name: str) -> str:
    """An ornament as an SVG file: `mark-<team>`, `night-<row>`, `flourish`, … Raises ValueError for others."""
    kind, _, which = name.partition("-")
    if kind == "mark" and which in MARKS:
        return _file("0 0 20 20", MARKS[which], TEAM_COLOURS[which])
    if kind == "night" and which in NIGHT:
        return _file("0 0 20 20", NIGHT[which], INK)
    if name in OTHERS:
        return _file(*OTHERS[name], INK)
    raise ValueError(f"There is no ornament {name[:40]}")


def ruled(width: float, height: float) -> str:
    """A page (mm) ruled for notes, inside the margins."""
    lines = "".join(f"M10 {y}H{width - 10:g}" for y in range(18, int(height) - 13, 9))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">'
        f'<path fill="none" stroke="#c9c2b8" stroke-width=".15" d="{lines}"/></svg>'
    )


def _file(box: str, body: str, colour: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" fill="{colour}">{body.replace("INK", colour)}</svg>'
