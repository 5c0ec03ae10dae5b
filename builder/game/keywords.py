"""Keywords: an author's own terms, each with a text that reminds players what it means; stored in the script's `_meta`.

    "clockwright": {"keywords": [{"term": "cursed", "also": ["curse"], "text": "A cursed player has no vote."}]}

A term in lower case is found in any capitals, one with a capital as it is written; both as whole words.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from builder.game.character import Character
from builder.game.script import Script

#: The field of our object in `_meta`.
FIELD = "keywords"
#: Limits of what is read: keywords, forms of one, letters of a form and of a text.
MOST, MOST_FORMS, LONGEST_TERM, LONGEST_TEXT = 200, 12, 80, 2_000


@dataclass(frozen=True, slots=True)
class Keyword:
    """A term and what it means."""

    term: str
    #: Empty: it is not explained yet.
    text: str = ""
    #: Other forms of the word.
    also: tuple[str, ...] = ()

    def is_in(self, text: str) -> bool:
        """Whether a text has it."""
        return bool(expression((self,)).search(text))


def of(script: Script) -> tuple[Keyword, ...]:
    """The keywords of a script; invalid ones are skipped (but stay in the file)."""
    written = script.block.get(FIELD)
    return tuple(filter(None, map(read, written[:MOST]))) if isinstance(written, list) else ()


def read(written: object) -> Keyword | None:
    """A keyword from a file; None if it is invalid."""
    if not isinstance(written, Mapping):
        return None
    forms, text = written.get("also"), _line(written.get("text"), LONGEST_TEXT)
    term = _line(written.get("term"), LONGEST_TERM)
    others = [_line(each, LONGEST_TERM) for each in forms[:MOST_FORMS]] if isinstance(forms, list) else []
    return Keyword(term, text, tuple(filter(None, others))) if term else None


def used(keywords: Iterable[Keyword], texts: Iterable[str]) -> tuple[Keyword, ...]:
    """Those that one of the texts has, or the text of such a keyword."""
    left, found, fresh = list(keywords), [], list(texts)
    while left and fresh:
        hits = [each for each in left if any(map(each.is_in, fresh))]
        left = [each for each in left if each not in hits]
        found += hits
        fresh = [each.text for each in hits]
    return tuple(each for each in keywords if each in found)


def texts_of(character: Character) -> Iterator[str]:
    """What readers see of a character."""
    page = character.page
    yield from (character.ability, character.first_night_reminder, character.other_night_reminder)
    yield from (
        *character.reminders,
        *character.reminders_global,
        page.overview,
        page.tip,
        page.optional_rule,
    )
    yield from (*page.rules, *page.examples, *page.how_to_run, *page.advice)


def split(text: str, keywords: tuple[Keyword, ...]) -> Iterator[tuple[str, bool]]:
    """The text in stretches, each with whether it is a term."""
    for place, part in enumerate(expression(keywords).split(text) if keywords else (text,)):
        if part:
            yield part, place % 2 == 1


@lru_cache(maxsize=256)
def expression(keywords: tuple[Keyword, ...]) -> re.Pattern[str]:
    """Finds every form of these terms, the longest first; its one group is the term."""
    forms = {form for each in keywords for form in (each.term, *each.also)}
    words = "|".join(_form(form) for form in sorted(forms, key=lambda form: (-len(form), form)))
    return re.compile(rf"(?<![\w-])({words})(?![\w-])" if words else r"(?!)()")


def _form(form: str) -> str:
    """Its words with any spaces between them, and either apostrophe."""
    words = r"\s+".join(map(re.escape, form.split())).replace("'", "['’]")
    return f"(?i:{words})" if form == form.lower() else words


def _line(value: Any, most: int) -> str:
    return " ".join(value.split())[:most] if isinstance(value, str) else ""
