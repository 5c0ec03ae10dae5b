"""What stands on a page because of its place in the book: its number, and its bar in the index at the edge."""

from collections.abc import Iterator
from dataclasses import dataclass

from builder.press.almanac.cached_page import SCALE, Leaf
from builder.press.almanac.fonts import known_fonts
from builder.press.almanac.index import Index

#: Points in a millimetre.
MM = 72 / 25.4
#: Size of the page number, and how far above the foot of the page it stands (points).
NUMBER_SIZE, NUMBER_HEIGHT = 9.0, 12.6 * MM


@dataclass(frozen=True, slots=True)
class Sheet:
    """A leaf at its place in the book."""

    leaf: Leaf
    #: Which places of the index at the page's edge it is about.
    cells: frozenset[int] = frozenset()
    has_number: bool = True


@dataclass(frozen=True, slots=True)
class Foot:
    """What stands at the foot of every page, and a leaf with all digits to write its number with."""

    words: Leaf
    digits: Leaf


class Numbers:
    """Digits as a leaf that holds all of them has them, to write page numbers with."""

    def __init__(self, specimen: Leaf) -> None:
        (self._key, glyphs), *_ = specimen.glyphs.items()
        self._readable = specimen.readable
        self._codes = {text: code for code, text in glyphs.to_unicode.items()}
        self._widths = glyphs.widths

    def centred(self, words: str, middle: float, height: float, size: float) -> bytes:
        """Operators that write the words around a middle, as decoration."""
        codes = [self._codes[letter] for letter in words]
        left = middle - sum(self._widths[code] for code in codes) * size / 2000
        text = "".join(f"{code:04x}" for code in codes)
        font = known_fonts(self._readable)[self._key].hash
        return (
            f"/Artifact BMC\nBT 0.36 0.33 0.3 rg /{font} {size:g} Tf {left:.2f} {height:.2f} Td <{text}> Tj ET\nEMC\n"
        ).encode()


def furniture(sheet: Sheet, number: int, total: int, index: Index, digits: Numbers) -> Iterator[bytes]:
    """What stands on a page because of its place in the book."""
    width = sheet.leaf.width * SCALE
    if sheet.has_number:
        yield digits.centred(f"{number} / {total}", width / 2, NUMBER_HEIGHT, NUMBER_SIZE)
    if sheet.cells:
        yield index.own(sorted(sheet.cells), sheet.leaf)
