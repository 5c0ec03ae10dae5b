"""How ids are compared."""

import unicodedata
from functools import lru_cache

#: No real id is longer; normalizing thousands of combining marks would take minutes.
LONGEST = 300


def key(text: str) -> str:
    """The form in which ids are compared: `Pit-Hag`, `pit_hag` and `pithag` are one.

    Latin letters lose their accents; letters without an ASCII form (占, ш) stay, so that ids in
    other scripts stay distinct. Ids are compared in this form and stored as written.
    """
    return _key(text) if len(text) <= LONGEST else _alphanumeric(text)


@lru_cache(8192)
def _key(text: str) -> str:
    if text.isascii():
        return _alphanumeric(text)
    return "".join(_plain(letter) for letter in unicodedata.normalize("NFC", text)).lower()


def _alphanumeric(text: str) -> str:
    return "".join(filter(str.isalnum, text)).lower()


def _plain(letter: str) -> str:
    base = "".join(part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part))
    if base and base.isascii():
        return "".join(filter(str.isalnum, base))
    return letter if unicodedata.category(letter)[0] in "LMN" else ""
