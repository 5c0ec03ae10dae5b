"""Names of files that every system can keep."""

import unicodedata

LONGEST = 150
#: Not allowed in names on some system that people have.
FORBIDDEN = frozenset('\\/:*?"<>|')
#: Windows keeps these for its devices.
DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
)


def safe_name(name: str, suffix: str = "") -> str:
    """The name without separators, controls and marks that turn the writing direction, and not too long."""
    letters = (" " if letter in FORBIDDEN or _is_hidden(letter) else letter for letter in name)
    stem = " ".join("".join(letters).split()).strip(". ")
    while len(stem.encode()) > LONGEST:
        stem = stem[:-1].rstrip()
    if not stem or stem.lower() in DEVICES:
        stem = f"script {stem}".strip()
    return stem + suffix


def _is_hidden(letter: str) -> bool:
    """Controls, direction marks and other letters without a shape."""
    return unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Zl", "Zp", "Co", "Cn"}
