"""Estimates the height of HTML by its words, without a layout."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

from builder.press import font_metrics

#: Tags that end a block of text.
_END = re.compile(r"</(?:p|li|h[1-4]|div|td|th)>|<br\s*/?>")
_TAG = re.compile(r"<[^>]*>")
#: Width and height of the text on A4, and the margins around it (millimetres).
WIDTH, HEIGHT, SIDES, ENDS = 150, 261, 60, 36


def pages(html: str, measures: Mapping[str, float], paper: Any) -> float:
    """Estimates how many pages a part takes at the lowest density.

    `measures` are a style's for A4: `width` of a line in em of `font_metrics`, and the fraction of a page that its
    `head`, each `line` and each `block` take.
    """
    width = measures["width"] * (paper.width - SIDES) / WIDTH
    taken = measures["head"] + height(html, {**measures, "width": width})
    room: float = paper.height - ENDS
    return taken * HEIGHT / room


def height(html: str, measures: Mapping[str, float]) -> float:
    """Estimates the fraction of a page that texts take, by the same measures."""
    texts = [text for block in _END.split(html) if (text := unescape(_TAG.sub("", block)).strip())]
    lines = sum(font_metrics.lines(text, measures["width"]) for text in texts)
    return measures["line"] * lines + measures["block"] * len(texts)
