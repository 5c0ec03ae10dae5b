"""Finds letters that neither our fonts nor the system's can print, to warn about them."""

import re
import shutil
import subprocess
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache
from html import unescape

from builder import themes
from builder.game.problem import Problem, Severity
from builder.language import N_, gettext as _, ngettext
from builder.press import font_metrics, resources
from builder.themes.schema import STORED

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
    return frozenset(map(chr, font_metrics.glyphs(resources.font_file(face))))


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
