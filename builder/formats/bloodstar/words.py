"""What Bloodstar's words mean: names filled into texts, paragraphs, app features."""

from collections.abc import Iterable, Mapping
from typing import Any

#: A longer name, or one filled in more often, is no almanac's: the text stays as it is.
LONGEST_NAME = 100
MOST_NAMES = 500
#: Bloodstar's `special`, as its publisher writes it into the script.
SPECIALS: Mapping[str, Mapping[str, str]] = {
    "showGrimoire": {"name": "grimoire", "type": "signal", "time": "night"},
    "point": {"name": "pointing", "type": "ability", "time": "day"},
}


def filled(text: str, name: str) -> str:
    """A text with the character's name in the place of `$name`, in capitals in the place of `$capname`."""
    if "$" not in text or len(name) > LONGEST_NAME or text.count("$") > MOST_NAMES:
        return text
    return text.replace("$name", name).replace("$capname", name.upper())


def paragraphs(text: str) -> tuple[str, ...]:
    """The parts of a text between empty lines."""
    found: list[list[str]] = [[]]
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        if line.strip():
            found[-1].append(line.rstrip())
        elif found[-1]:
            found.append([])
    return tuple("\n".join(lines).strip() for lines in found if lines)


def joined(parts: Iterable[str]) -> str:
    """Parts as one text, an empty line between."""
    return "\n\n".join(part for part in parts if part)


def lines(text: str) -> list[str]:
    """The lines that say something: a reminder token each."""
    return [line.strip() for line in text.split("\n") if line.strip()]


def special_word(special: Iterable[Mapping[str, Any]]) -> str:
    """Bloodstar's word for the app features of a character; empty where it has none for them."""
    every = [dict(feature) for feature in special]
    return next((word for word, feature in SPECIALS.items() if every == [feature]), "")
