"""Sorts names as the current language does.

Letters are compared first, then accents, then case, as in the Unicode Collation Algorithm. Languages in which an accent
makes another letter (Polish ć, Spanish ñ) list them. Chinese is sorted by sound: in the standard GB 18030, frequent
characters are in the order of pinyin.
"""

import unicodedata

from builder import language
from builder.game.ids import key

#: Letters with a place of their own, each after the letter before it in the alphabet.
LETTERS = {
    "pl": {"ą": "a", "ć": "c", "ę": "e", "ł": "l", "ń": "n", "ó": "o", "ś": "s", "ź": "z", "ż": "zz"},
    "es": {"ñ": "n"},
    "sv": {"å": "z", "ä": "zz", "ö": "zzz"},
    "da": {"æ": "z", "ø": "zz", "å": "zzz"},
    "nb": {"æ": "z", "ø": "zz", "å": "zzz"},
    "cs": {"č": "c", "ř": "r", "š": "s", "ž": "z"},
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
    own = LETTERS.get(tag, {})
    folded = unicodedata.normalize("NFC", name).casefold()
    primary = "".join(own[letter] + AFTER if letter in own else _base(letter) for letter in folded)
    return primary, folded, name


def _base(letter: str) -> str:
    """A letter without accents; nothing for punctuation and spaces."""
    plain = unicodedata.normalize("NFD", SAME.get(letter, letter))
    return "".join(each for each in plain if each.isalnum())
