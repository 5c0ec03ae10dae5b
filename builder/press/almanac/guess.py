"""How much of a page a part will take, guessed from its words, so that most parts are laid out but once."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

from builder.press import ruler

#: Where a block of text ends.
_END = re.compile(r"</(?:p|li|h[1-4]|div|td|th)>|<br\s*/?>")
_TAG = re.compile(r"<[^>]*>")
#: Millimetres of an A4 page's text, and of the margins around it.
WIDTH, HEIGHT, SIDES, ENDS = 150, 261, 60, 36


def share(html: str, measures: Mapping[str, float], paper: Any) -> float:
    """The part of a page that a part takes in its roomiest setting; above 1 it runs on.

    `measures` are a style's on A4: `width` of a line in em of our ruler, and what part of a page its `head`, each
    `line` and each `block` take.
    """
    width = measures["width"] * (paper.width - SIDES) / WIDTH
    texts = [text for block in _END.split(html) if (text := unescape(_TAG.sub("", block)).strip())]
    lines = sum(ruler.lines(text, width) for text in texts)
    taken: float = measures["head"] + measures["line"] * lines + measures["block"] * len(texts)
    room: float = paper.height - ENDS
    return taken * HEIGHT / room
