"""Measures text by the widths of letters in our font files, without a layout."""

import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

import uharfbuzz as hb

from builder.press import resources

#: Width in em of a letter that our face lacks: full-width, as in Chinese and Japanese.
UNKNOWN_WIDTH = 1.0
#: Width of a space in bold; how much wider than a space of its face a gap between words is counted, for letters in
#: bold among them and what is beside a text.
SPACE, GAP = 0.22, 0.055
#: Letters by which faces are compared.
COMMON = "aaabcdeeefghiiklmnnooprrsssttuvwyABDEGHILMNOPRSTW"
#: Our text face and its bold.
TEXT, BOLD_TEXT = "AlegreyaSans-Regular", "AlegreyaSans-Bold"
#: Faces of other scripts, in the order of our style sheets.
OTHERS = ("NotoSansArabic-Regular", "NotoSansHebrew-Regular")
#: Relative width of bold in our text face, and how much of it is reserve for names with many wide letters.
BOLD, RESERVE = 1.07, 1.035


@cache
def glyphs(path: Path) -> dict[int, int]:
    """The glyph index of each letter of a font. Raises ValueError for a file that has no letters."""
    face = hb.Face(path.read_bytes())
    font = hb.Font(face)
    found = {letter: glyph for letter in face.unicodes if (glyph := font.get_nominal_glyph(letter))}
    if not found:
        raise ValueError(f"{path.name} has no table of letters that we can read.")
    return found


@cache
def advances(path: Path) -> dict[int, float]:
    """The width of each letter of a font, in em."""
    face = hb.Face(path.read_bytes())
    font = hb.Font(face)
    return {letter: font.get_glyph_h_advance(glyph) / face.upem for letter, glyph in glyphs(path).items()}


def lines(text: str, width: float) -> int:
    """The number of lines that a text takes in a column of `width` em, broken between words."""
    if not text:
        return 0
    file = face()
    space = _space(file)
    count, used = 1, 0.0
    for length in _word_widths(text, file):
        if used and used + space + length > width:
            count, used = count + 1, length
        else:
            used += length + (space if used else 0)
        if used > width:  # a word longer than the line, or a language without spaces
            count += int(used / width)
            used %= width
    return count


@cache
def _space(file: str) -> float:
    """What is counted in em for the space between two words in a face."""
    return advances(resources.font_file(file)).get(ord(" "), SPACE - GAP) + GAP


def face() -> str:
    """The file of the text face that the theme wants."""
    return resources.worn(TEXT)


@lru_cache(maxsize=1024)
def _word_widths(text: str, file: str) -> tuple[float, ...]:
    # Not `split()`, which would break at no-break spaces.
    return tuple(word_width(word, file) for word in text.replace("\n", " ").split(" "))


@lru_cache(maxsize=16384)
def word_width(word: str, file: str) -> float:
    """The width of a word in em, in a face."""
    widths = advances(resources.font_file(file))
    return sum(widths.get(ord(letter)) or _other_width(ord(letter)) for letter in word)


@lru_cache(maxsize=4096)
def _other_width(letter: int) -> float:
    """The width of a letter that our text face lacks, in the faces for other scripts: Hebrew, Arabic."""
    for name in (TEXT, *OTHERS):
        if (width := advances(resources.font_file(name)).get(letter)) is not None:
            return width
    is_unseen = unicodedata.combining(chr(letter)) or unicodedata.category(chr(letter)) == "Cf"
    return 0.0 if is_unseen else UNKNOWN_WIDTH


def relative_width(file: str) -> float:
    """The width of a face relative to the text face, by its common letters."""
    own, text = advances(resources.font_file(file)), advances(resources.font_file(face()))
    both = [letter for letter in map(ord, COMMON) if letter in own and letter in text]
    return sum(own[each] for each in both) / max(0.01, sum(text[each] for each in both)) if both else 1.0


def bold_width(text: str) -> float:
    """The width in em of a text in bold, on one line."""
    file = face()
    return _bold(file) * sum(word_width(word, file) for word in text.split()) + SPACE * text.count(" ")


@cache
def _bold(file: str) -> float:
    """The relative width of bold: in a theme's face, of the letters of its own bold."""
    return BOLD if file == TEXT else max(BOLD, RESERVE * relative_width(resources.worn(BOLD_TEXT)))


def height(
    texts: Sequence[str], width: float, least: float, leading: float, *, stacked: bool, more: float = 0
) -> float:
    """The height in em of rows with these texts, each at least `least` and with `more` beside its lines.

    A line break in a text is kept if the style is `stacked`, else it becomes a space.
    """
    return sum(
        max(
            least,
            leading * sum(lines(part, width) for part in (text.split("\n") if stacked else (text,))) + more,
        )
        for text in texts
    )
