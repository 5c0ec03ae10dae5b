"""Chooses a font for each letter: one of ours if it has the letter, else one of the system's."""

import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from builder.press import fonts, resources
from builder.press.tokens.shaping import Face

#: Faces by use of a text (“voice”); the first that has a letter is used.
VOICES = {
    "display": ("IMFellEnglishSC-Regular",),
    "name": ("Alegreya-Bold", "NotoSansHebrew-Bold", "NotoSansArabic-Bold", "AlegreyaSans-Bold"),
    "text": ("AlegreyaSans-Regular", "NotoSansHebrew-Regular", "NotoSansArabic-Regular", "Alegreya-Regular"),
    "bold": ("AlegreyaSans-Bold", "NotoSansHebrew-Bold", "NotoSansArabic-Bold", "Alegreya-Bold"),
}
#: The face whose empty box replaces letters that no font has.
LOST = "NotoSansHebrew-Bold"
#: Font files that can be embedded, and the maximum number of faces in one (a larger index means a variation).
_KINDS, _MOST_INDEX = (".ttf", ".otf", ".ttc", ".otc"), 0xFFFF
#: The same for readers who prefer plain, wide letters.
READABLE = {"display": "Lexend-Bold", "name": "Lexend-Bold", "text": "Lexend-Regular", "bold": "Lexend-Bold"}


@dataclass(frozen=True, slots=True)
class Stretch:
    """A run of letters in one face; `face` is None if no font has them."""

    text: str
    face: Face
    is_lost: bool = False


def voice_of(title: str) -> str:
    """The display face if it has every letter of a title, else the serif; never a mixture."""
    return "display" if fonts.covers(VOICES["display"][0], title) else "name"


@lru_cache(maxsize=8192)
def stretches(text: str, names: tuple[str, ...]) -> tuple[Stretch, ...]:
    """Splits a text into runs of one face, with the `files` of a voice."""
    found: list[Stretch] = []
    for letter in text:
        face, lost = _face(letter, names, found[-1].face if found else None)
        if found and found[-1].face is face and found[-1].is_lost == lost:
            found[-1] = Stretch(found[-1].text + letter, face, lost)
        else:
            found.append(Stretch(letter, face, lost))
    return tuple(found)


def _face(letter: str, names: tuple[str, ...], before: Face | None) -> tuple[Face, bool]:
    """The face for a letter; punctuation and marks use the previous letter's face if it has them."""
    first, *others = _candidates(names)
    if before and (unicodedata.category(letter)[0] in "MPZN" or _is_unseen(letter)) and before.has(letter):
        return before, False
    for face in (first, *others):
        if face.has(letter):
            return face, False
    system = _of_the_system(letter)
    if system is not None:
        return system, False
    if _is_unseen(letter) or letter.isspace():
        return before or first, False
    return _ours(LOST), True


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cf", "Cc", "Mn")


def files(voice: str, *, readable: bool) -> tuple[str, ...]:
    """The files of the faces for a voice: the theme's before ours."""
    names = VOICES[voice] if voice != "display" else (*VOICES["display"], *VOICES["name"])
    if readable:
        return (READABLE[voice], *(names if voice != "display" else VOICES["name"]))
    return tuple(dict.fromkeys((*map(resources.worn, names), *names)))


@lru_cache(maxsize=64)
def _candidates(names: tuple[str, ...]) -> tuple[Face, ...]:
    return tuple(_ours(name) for name in names)


@cache
def _ours(name: str) -> Face:
    return Face(resources.font_file(name))


@lru_cache(maxsize=4096)
def _of_the_system(letter: str) -> Face | None:
    """A system font that has an outline for a letter; the result does not depend on earlier prints."""
    if letter.isspace() or unicodedata.category(letter)[0] == "C":
        return None
    for path, index, ranges in _system_fonts():
        if fonts.is_within(letter, ranges):
            face = _opened(path, index)
            if face is not None and face.has(letter):
                return face
    return None


@cache
def _system_fonts() -> tuple[tuple[str, int, fonts.Ranges], ...]:
    """The system's fonts with their letters, bold sans serifs first; empty if there is no fontconfig."""
    found = [
        (path, int(index), ranges)
        for path, index, ranges in fonts.system_fonts() or ()
        if path.lower().endswith(_KINDS) and index.isdecimal() and int(index) <= _MOST_INDEX
    ]
    return tuple(sorted(found, key=lambda font: _rank(font[0])))


def _rank(path: str) -> tuple[bool, bool, bool]:
    name = path.lower()
    return "mono" in name or "italic" in name or "oblique" in name, "sans" not in name, "bold" not in name


@cache
def _opened(path: str, index: int) -> Face | None:
    try:
        face = Face(Path(path), index, is_ours=False)
    except OSError:
        return None
    return face if face.has_outlines() else None
