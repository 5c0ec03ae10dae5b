"""Style sheets for languages that are written from right to left: the same with left and right exchanged."""

import re

#: Written after what stays as it is: a circle of seats goes round clockwise everywhere.
KEEP = "/* not mirrored */"
_QUOTED = re.compile(r'"[^"]*"|url\([^)]*\)')
_SIDES = re.compile(r"(?<![\w.#])((?:[a-z]+-)*)(left|right)((?:-[a-z]+)*)(?![\w(])")
_OTHER = {"left": "right", "right": "left", "rtl": "ltr", "ltr": "rtl"}
_RUN = re.compile(r'(\[dir=")(rtl|ltr)("\])')
_FOUR = re.compile(r"((?:margin|padding|border-width|border-color|inset)\s*:\s*)([^;{}]+)")
#: The first number of a position is from the left.
_AT_LEFT = re.compile(r"(url\([^)]*\)\s+)0(?=\s)")
_PART = re.compile(r"(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+")


#: WeasyPrint indents at the left in any direction: a line that hangs would stand out of its column there.
_HANGING = re.compile(r"(?:padding-left\s*:\s*[\w.]+\s*;\s*)?text-indent\s*:\s*-[\w.]+")
_TURN = re.compile(r"(translate\(|rotate\()(-?)(?=(?!0\b|180)[\d.])")


def mirrored(css: str) -> str:
    """A style sheet with left and right exchanged, in properties, values and rules for runs of one direction."""
    return "\n".join(line if KEEP in line else _line(line) for line in css.split("\n"))


def _line(css: str) -> str:
    css = _RUN.sub(lambda found: f"{found[1]}{_OTHER[found[2]]}{found[3]}", css)
    css = _TURN.sub(lambda found: f"{found[1]}{'' if found[2] else '-'}", css)
    css = _HANGING.sub("text-indent: 0", css)
    css = css.replace("transform-origin: 0 0", "transform-origin: 100% 0")
    css = _AT_LEFT.sub(r"\g<1>100%", css)
    css = _FOUR.sub(lambda found: found[1] + _turned(found[2]), css)
    end, parts = 0, []
    for found in _QUOTED.finditer(css):
        parts += [_exchanged(css[end : found.start()]), found[0]]
        end = found.end()
    return "".join((*parts, _exchanged(css[end:])))


def _exchanged(css: str) -> str:
    return _SIDES.sub(lambda found: f"{found[1]}{_OTHER[found[2]]}{found[3]}", css)


def _turned(values: str) -> str:
    """Four values, which go round clockwise from the top, with the second and the fourth exchanged."""
    parts = _PART.findall(values)
    if len(parts) != 4 or "!" in values:
        return values
    return f"{parts[0]} {parts[3]} {parts[2]} {parts[1]}" + (" " if values.endswith(" ") else "")
