"""What an almanac says: of the whole script, and of each character. Texts are Markdown as their authors wrote it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Credit:
    """Somebody who had a hand in it, and in what."""

    name: str
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Almanac:
    """The almanac's own pages, before and after the characters."""

    synopsis: str = ""
    overview: str = ""
    difficulty: str = ""
    audience: str = ""
    #: A part a paragraph, or several.
    play_guide: tuple[str, ...] = ()
    changelog: str = ""
    dedication: str = ""
    disclaimer: str = ""
    credits: tuple[Credit, ...] = ()
    icon_credits: str = ""
    font_credits: str = ""
    cover_credits: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """What the almanac says of one character. Its flavour stands with the character, as in the script format."""

    #: One sentence that says what the character is about.
    overview: str = ""
    rules: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    how_to_run: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    tip: str = ""
    optional_rule: str = ""
    attribution: str = ""
    #: When it was first shown: `2024-10-31` or whatever its author wrote.
    revealed: str = ""
    #: For whom it is not.
    warnings: tuple[str, ...] = ()
    #: The author's own; never printed, never in a file for others.
    notes: str = ""
    #: Whether the character is in files and documents for others.
    export: bool = True
