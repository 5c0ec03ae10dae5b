"""Divides the texts of a character into two columns of about the same height, before they are laid out.

WeasyPrint would lay out columns again and again until they are even. Templates say with comments, which no author can
write, where columns begin and end, and where the second one may begin.
"""

import re
from collections.abc import Iterable

from builder.press.almanac import estimate

#: Arrangements in `style.json`: two columns that end on their page, and two that run on, which take longest to lay out.
TWO, RUNNING = "two", "running"
START, CUT, END = "<!--columns-->", "<!--|-->", "<!--/columns-->"
_LIST = re.compile(r"<ul[^>]*>")


def has(html: str) -> bool:
    """Whether a part has texts to divide."""
    return START in html


def split(html: str, measures: Iterable[tuple[str, float]]) -> str:
    """A part with its texts in two columns; unchanged where they cannot be divided."""
    values = dict(measures)
    while START in html:
        before, _, rest = html.partition(START)
        inner, _, after = rest.partition(END)
        html = before + _divided(inner.split(CUT), values) + after
    return html


def running(html: str) -> str:
    """A part with its texts in an element of the class `texts`, which the style sheet divides."""
    return html.replace(START, '<div class="texts">').replace(END, "</div>")


def _divided(parts: list[str], measures: dict[str, float]) -> str:
    if len(parts) < 3:
        return "".join(parts)
    heights = [estimate.height(part, measures) for part in parts]
    whole = sum(heights)
    place = min(range(1, len(parts)), key=lambda number: abs(whole - 2 * sum(heights[:number])))
    left, right = "".join(parts[:place]), "".join(parts[place:])
    opened = _LIST.findall(left)
    if left.count("</ul>") < len(opened):  # between two items
        left, right = f"{left}</ul>", f"{opened[-1]}{right}"
    return f'<div class="columns"><div class="column">{left}</div><div class="column">{right}</div></div>'
