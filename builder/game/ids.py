"""How ids are compared."""

import unicodedata

from builder.memoize import of_short_texts

#: No real id is longer; normalizing thousands of combining marks would take minutes.
LONGEST = 300


@of_short_texts(8192)
def key(text: str) -> str:
    """The form in which ids are compared: `Pit-Hag`, `pit_hag` and `pithag` are one.

    Latin letters lose their accents; letters without an ASCII form (占, ш) stay, so that ids in
    other scripts stay distinct. Ids are compared in this form and stored as written.
    """
    if text.isascii() or len(text) > LONGEST:
        return "".join(filter(str.isalnum, text)).lower()
    return "".join(_plain(letter) for letter in unicodedata.normalize("NFC", text)).lower()


def _plain(letter: str) -> str:
    base = "".join(part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part))
    if base and base.isascii():
        return "".join(filter(str.isalnum, base))
    return letter if unicodedata.category(letter)[0] in "LMN" else ""
