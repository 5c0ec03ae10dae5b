"""Sorts names as the current language does.

Letters are compared first, then accents, then case, as in the Unicode Collation Algorithm. Languages in which an accent
makes another letter (Polish ć, Spanish ñ) list them. Chinese is sorted by sound: in the standard GB 18030, frequent
characters are in the order of pinyin.
"""

import unicodedata

from builder import language
from builder.game.ids import key

#: Letters with a place of their own, each group in its order after the letter that it begins with.
LETTERS = {
    "cs": ("cč", "rř", "sš", "zž"),
    "da": ("zæøå",),
    "es": ("nñ",),
    "nb": ("zæøå",),
    "pl": ("aą", "cć", "eę", "lł", "nń", "oó", "sś", "zźż"),
    "sv": ("zåäö",),
}
#: Letters that are sorted as others.
SAME = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i"}
#: Sorts after every letter, so that `ć` follows every name with `c`.
AFTER = "\U0010fffd"
Key = tuple[str | bytes, ...]


def sort_key(name: str) -> Key:
    """A key to sort names by."""
    tag = language.tag().partition("-")[0]
    if tag == "en":
        return (key(name).removeprefix("the"),)
    if tag == "zh":
        return (name.encode("gb18030", "replace"),)
    own = {
        letter: group[0] + place * AFTER
        for group in LETTERS.get(tag, ())
        for place, letter in enumerate(group[1:], start=1)
    }
    folded = unicodedata.normalize("NFC", name).casefold()
    primary = "".join(own.get(letter) or _base(letter) for letter in folded)
    return primary, folded, name


def _base(letter: str) -> str:
    """A letter without accents; nothing for punctuation and spaces."""
    plain = unicodedata.normalize("NFD", SAME.get(letter, letter))
    return "".join(each for each in plain if each.isalnum())
