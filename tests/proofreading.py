"""Reads a printed PDF as a proof-reader does: where each letter stands, what leaves the page, what runs into what."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from ctypes import c_double
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import pypdfium2
from pypdfium2 import raw

MM = 72 / 25.4
#: The margins that our pages keep, in points.
LEFT, RIGHT, TOP, BOTTOM = 10 * MM, 10 * MM, 9 * MM, 12 * MM
#: What a home printer cannot reach.
UNPRINTABLE = 3.6 * MM
#: So much of its size, and so many points, a letter may swing over an edge, as an italic f does.
SWING, MOST_SWING = 0.25, 2.5
#: The foot line of every page.
FOOT_SIZE = 6.9
#: The line at the head of a page on which something runs on.
HEAD_SIZE = 8.6
#: Two letters collide when this part of the smaller one is covered; a thing drawn on purpose touches less.
COVERED = 0.25
#: Letters so near in the text may touch: accents, kerning, joined writing.
NEIGHBOURS = 4
#: Letters are compared with those in the same squares of the page, so many points wide.
CELL = 12.0


class Letter(NamedTuple):
    """One printed letter: its ink in points from the lower left corner of the page, and its size."""

    place: int
    sign: str
    left: float
    bottom: float
    right: float
    top: float
    size: float
    #: Degrees that it is turned.
    angle: float

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.top - self.bottom)

    def covers(self, other: "Letter") -> float:
        """The part of the smaller of two letters that the other one covers."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.top, other.top) - max(self.bottom, other.bottom)
        smaller = min(self.area, other.area)
        return width * height / smaller if width > 0 and height > 0 and smaller > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Page:
    """One printed page: its size in points, its text as a reader copies it, its letters."""

    number: int
    width: float
    height: float
    text: str
    letters: tuple[Letter, ...]

    @property
    def body(self) -> tuple[Letter, ...]:
        """The letters between the margins, without the foot line."""
        return tuple(letter for letter in self.letters if not is_foot(letter))

    def words_near(self, letter: Letter) -> str:
        return self.text[max(0, letter.place - 18) : letter.place + 18].replace("\r\n", "/")


def is_foot(letter: Letter) -> bool:
    return letter.top < BOTTOM and letter.size < FOOT_SIZE


@lru_cache(maxsize=4)
def pages(pdf: bytes) -> Sequence[Page]:
    """Every page of a PDF, read letter by letter."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        found = tuple(_page(number, page) for number, page in enumerate(document, start=1))
        assert any(page.letters for page in found), "nothing is printed"
        return found
    finally:
        document.close()


def text(pdf: bytes) -> str:
    """All the words of a PDF, without any white space, as they are searched for."""
    return squeezed("".join(page.text for page in pages(pdf)))


def squeezed(words: str) -> str:
    """Words without white space, so that a line break makes no difference."""
    return "".join(words.split())


def faults(pdf: bytes) -> list[str]:
    """Whatever a reader would complain of: text outside the margins, text over other text, type under 7 points."""
    return [fault for page in pages(pdf) for fault in (*_outside(page), *_collisions(page), *_tiny(page))]


def smallest_type(page: Page) -> float:
    """The size of the smallest type between the margins, in points."""
    return min(letter.size for letter in page.body)


def used(page: Page) -> float:
    """The part of the room between the margins that is used from the top, 0 to 1."""
    lowest = min(letter.bottom for letter in page.body)
    return (page.height - TOP - lowest) / (page.height - TOP - BOTTOM)


def _page(number: int, page: Any) -> Page:  # a module without types
    reader = page.get_textpage()
    width, height = page.get_size()
    read = reader.get_text_range()
    letters = tuple(_letters(reader))
    reader.close()
    return Page(number, width, height, read, letters)


def _letters(reader: Any) -> Iterator[Letter]:  # as above
    left, bottom, right, top = box = tuple(c_double() for _ in range(4))
    page = reader.raw
    for place in range(reader.count_chars()):
        sign = chr(raw.FPDFText_GetUnicode(page, place))
        if sign.isspace() or unicodedata.combining(sign) or raw.FPDFText_IsGenerated(page, place):
            continue
        assert raw.FPDFText_GetCharBox(page, place, left, right, bottom, top)
        # WeasyPrint writes its sizes in CSS pixels under a page scale of 3/4.
        size = raw.FPDFText_GetFontSize(page, place) * 0.75
        angle = raw.FPDFText_GetCharAngle(page, place) * 57.29578
        yield Letter(place, sign, *(edge.value for edge in box), size, angle)


def _outside(page: Page) -> Iterator[str]:
    for letter in page.letters:
        floor = UNPRINTABLE if is_foot(letter) else BOTTOM
        is_head = letter.bottom > page.height - TOP and letter.size < HEAD_SIZE
        ceiling = page.height - (UNPRINTABLE if is_head else TOP)
        over = max(
            LEFT - letter.left,
            letter.right - (page.width - RIGHT),
            letter.top - ceiling,
            floor - letter.bottom,
        )
        if over > min(MOST_SWING, SWING * letter.size):
            near = page.words_near(letter)
            yield f"page {page.number}: {letter.sign!r} is {over:.1f} pt outside the margins, at “{near}”"


def _collisions(page: Page) -> Iterator[str]:
    cells: dict[tuple[int, int], list[Letter]] = defaultdict(list)
    for letter in page.letters:
        near: dict[int, Letter] = {}
        _, _, left, bottom, right, top, _, _ = letter
        for cell in _cells(left, bottom, right, top):
            for other in cells[cell]:
                _, _, west, south, east, north, _, _ = other
                if west < right and left < east and south < top and bottom < north:
                    near[other.place] = other
            cells[cell].append(letter)
        for other in near.values():
            if letter.place - other.place > NEIGHBOURS and letter.covers(other) > COVERED:
                words = page.words_near(letter), page.words_near(other)
                yield f"page {page.number}: “{words[0]}” runs into “{words[1]}”"


def _cells(left: float, bottom: float, right: float, top: float) -> Sequence[tuple[int, int]]:
    rows = range(int(bottom / CELL), int(top / CELL) + 1)
    return [(x, y) for x in range(int(left / CELL), int(right / CELL) + 1) for y in rows]


def _tiny(page: Page) -> Sequence[str]:
    small = [letter for letter in page.body if letter.size < 6.4]
    return (
        [f"page {page.number}: type of {small[0].size:.1f} pt at “{page.words_near(small[0])}”"]
        if small
        else []
    )
