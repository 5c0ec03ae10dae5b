"""Estimates the height of HTML by its words, and divides texts into columns of about the same height, without a layout.

WeasyPrint would lay out columns again and again until they are even. Templates say with comments, which no author can
write, where columns begin and end, and where the second one may begin.
"""

import re
from collections.abc import Iterable, Mapping
from html import unescape
from typing import Any

from builder.press import font_metrics

#: Tags that end a block of text.
_BLOCK_END = re.compile(r"</(?:p|li|h[1-4]|div|td|th)>|<br\s*/?>")
_TAG = re.compile(r"<[^>]*>")
#: Width and height of the text on A4, and the margins around it (millimetres).
WIDTH, HEIGHT, SIDES, ENDS = 150, 261, 60, 36
#: Arrangements in `style.json`: two columns that end on their page, and two that run on, which take longest to lay out.
TWO, RUNNING = "two", "running"
START, CUT, END = "<!--columns-->", "<!--|-->", "<!--/columns-->"
_LIST = re.compile(r"<ul[^>]*>")


def pages(html: str, measures: Mapping[str, float], paper: Any) -> float:
    """Estimates how many pages a part takes at the lowest density.

    `measures` are a style's for A4: `width` of a line in em of `font_metrics`, and the fraction of a page that its
    `head`, each `line` and each `block` take.
    """
    width = measures["width"] * (paper.width - SIDES) / WIDTH
    taken = measures["head"] + _height(html, {**measures, "width": width})
    room: float = paper.height - ENDS
    return taken * HEIGHT / room


def _height(html: str, measures: Mapping[str, float]) -> float:
    """Estimates the fraction of a page that texts take, by the same measures."""
    texts = [text for block in _BLOCK_END.split(html) if (text := unescape(_TAG.sub("", block)).strip())]
    lines = sum(font_metrics.lines(text, measures["width"]) for text in texts)
    return measures["line"] * lines + measures["block"] * len(texts)


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
    heights = [_height(part, measures) for part in parts]
    whole = sum(heights)
    place = min(range(1, len(parts)), key=lambda number: abs(whole - 2 * sum(heights[:number])))
    left, right = "".join(parts[:place]), "".join(parts[place:])
    opened = _LIST.findall(left)
    if left.count("</ul>") < len(opened):  # between two items
        left, right = f"{left}</ul>", f"{opened[-1]}{right}"
    return f'<div class="columns"><div class="column">{left}</div><div class="column">{right}</div></div>'
