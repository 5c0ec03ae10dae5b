"""What our font files have: the widths of letters, to measure text without a layout, and which letters are missing.

Whoever prints is warned about letters that neither our fonts nor the system's have.
"""

import re
import shutil
import subprocess
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from html import unescape
from pathlib import Path

import uharfbuzz as hb

from builder import themes
from builder.game.problem import Problem, Severity
from builder.language import N_, gettext as _, ngettext
from builder.press import resources
from builder.themes.schema import STORED

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


Ranges = tuple[tuple[int, int], ...]
_TAG = re.compile(r"<[^>]*>")
#: Maximum number of letters that a notice shows.
SHOWN = 20
#: Names of letters of Chinese, Japanese and Korean begin with these.
EAST_ASIAN = (
    "CJK",
    "KANGXI",
    "HIRAGANA",
    "KATAKANA",
    "BOPOMOFO",
    "HANGUL",
    "IDEOGRAPHIC",
    "FULLWIDTH",
    "HALFWIDTH",
)
_REMEDY = N_(
    "To print them, install fonts that have them, on Debian for instance: sudo apt-get install %(packages)s."
)


def install(letters: Iterable[str]) -> str:
    """How to get missing letters, for whoever runs the program: the package of fonts that has them."""
    names = (unicodedata.name(letter, "") for letter in letters)
    packages = {"fonts-noto-cjk" if name.startswith(EAST_ASIAN) else "fonts-noto-core" for name in names}
    return _(_REMEDY) % {"packages": " ".join(sorted(packages, reverse=True))}


def without_remedy(message: str) -> str:
    """A notice of missing letters without how to get them, in the current language; another one as it is."""
    return message.partition(_(_REMEDY).partition("%(packages)s")[0])[0].rstrip()


def missing(text: str) -> Iterator[Problem]:
    """Yields a notice if no font can print some letters of a text; it names the letters and the remedy."""
    lost = sorted(letter for letter in _uncovered(text) if not _system_has(letter))
    if lost:
        shown = "".join(lost[:20])
        yield Problem(
            "no-font",
            Severity.NOTICE,
            f"{_unprinted(len(lost), shown)} {install(lost)}",
        )


def borrowed(html: str) -> Iterator[Problem]:
    """Yields a notice if a font that came with the theme lacks letters of a document; they are printed in ours."""
    own = {file for file in themes.current().faces.values() if file.startswith(STORED)}
    if not own:
        return
    text = set(filter(_prints, unescape(_TAG.sub("", html))))
    lost = sorted({letter for file in own if resources.is_there(file) for letter in text - _letters(file)})
    if lost:
        shown = "".join(lost[:SHOWN]) + ("…" if len(lost) > SHOWN else "")
        words = _(
            "The fonts of the theme “%(theme)s” lack these letters, which are printed in ours: %(letters)s"
        )
        yield Problem(
            "theme-letters",
            Severity.NOTICE,
            words % {"theme": themes.current().title, "letters": shown},
        )


def covers(face: str, text: str) -> bool:
    """Whether one of our faces has every letter of a text."""
    letters = _letters(resources.worn(face))
    return all(letter in letters for letter in text if not letter.isspace())


def _unprinted(number: int, letters: str) -> str:
    words = ngettext(
        "%(count)s letter or emoji cannot be printed and appears as a box: %(letters)s",
        "%(count)s letters or emoji cannot be printed and appear as boxes: %(letters)s",
        number,
    )
    return words % {"count": number, "letters": letters}


def _uncovered(text: str) -> set[str]:
    """The visible letters that none of our faces has; for most texts only the first face is loaded."""
    rest = set(filter(_prints, set(text)))
    for _family, name, weight, _style in resources.FACES:
        if rest and weight == 400:
            rest -= _letters(name)
    return rest


@cache
def _letters(face: str) -> frozenset[str]:
    return frozenset(map(chr, glyphs(resources.font_file(face))))


def _prints(letter: str) -> bool:
    return unicodedata.category(letter)[0] not in "CZ" and not unicodedata.combining(letter)


def _system_has(letter: str) -> bool:
    """Whether fontconfig knows a font with this letter; True if there is no fontconfig."""
    ranges = _system_ranges()
    if ranges is None:
        return True
    return is_within(letter, ranges)


def is_within(letter: str, ranges: Ranges) -> bool:
    """Whether a letter is in one of these sorted ranges."""
    place = bisect_right(ranges, (ord(letter), sys.maxunicode + 1)) - 1
    return place >= 0 and ranges[place][0] <= ord(letter) <= ranges[place][1]


@cache
def system_fonts() -> tuple[tuple[str, str, Ranges], ...] | None:
    """Path, index and letters of each font that fontconfig knows; None if there is no fontconfig."""
    program = shutil.which("fc-list")
    if program is None:
        return None
    asked = subprocess.run(  # noqa: S603  # a fixed program and question
        [program, "--format", "%{file}\t%{index}\t%{charset}\n"], capture_output=True, check=False, timeout=20
    )
    found = []
    for line in sorted(asked.stdout.decode("utf-8", "replace").splitlines()):
        path, index, letters = (*line.split("\t"), "", "")[:3]
        parts = (part.partition("-") for part in letters.split())
        found.append(
            (path, index, tuple((int(first, 16), int(last or first, 16)) for first, _, last in parts))
        )
    return tuple(found)


@cache
def _system_ranges() -> Ranges | None:
    """The letters that the system's fonts have, as sorted, disjoint ranges. Cached."""
    listed = system_fonts()
    if listed is None:
        return None
    merged: list[tuple[int, int]] = []
    for first, last in sorted({each for _path, _index, ranges in listed for each in ranges}):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return tuple(merged)
