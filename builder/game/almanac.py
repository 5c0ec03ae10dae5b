"""The texts of an almanac: about the whole script, and about each character. Markdown as the authors wrote it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Credit:
    """A person who worked on the script, and what they did."""

    name: str
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Almanac:
    """The almanac's own pages, before and after the characters."""

    synopsis: str = ""
    overview: str = ""
    difficulty: str = ""
    audience: str = ""
    #: One or more paragraphs each.
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
    """The almanac's page about one character. The flavor is stored on the character, as in the script format."""

    #: One sentence that says what the character is about.
    overview: str = ""
    rules: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    how_to_run: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    tip: str = ""
    optional_rule: str = ""
    attribution: str = ""
    #: When the character was first published: `2024-10-31` or whatever its author wrote.
    revealed: str = ""
    #: For which groups the character does not fit.
    warnings: tuple[str, ...] = ()
    #: The author's private notes; never printed or exported.
    notes: str = ""
    #: Whether the character is included in exports and documents.
    export: bool = True


#: The texts of a page that Clockwright has for official characters.
EXPLAINED = ("overview", "rules", "examples", "how_to_run", "advice", "tip")


@dataclass(frozen=True, slots=True)
class Explanation:
    """Clockwright's own almanac texts about an official character."""

    flavor: str
    page: Page
