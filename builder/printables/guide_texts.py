"""The words of the beginner's guide and of the Storyteller's check list, on paper and in the app: `data/guide.json`.

Every text is short and stands alone, without markup, so that it can be translated by itself where it is shown.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from builder import assets


@dataclass(frozen=True, slots=True)
class Point:
    """One thing to know: a few words in bold, if any, and what they mean."""

    text: str
    lead: str = ""
    #: How the bold words look: as a team's name, as a reminder token, or as any others.
    look: str = ""


@dataclass(frozen=True, slots=True)
class Topic:
    """A heading with its points."""

    name: str
    title: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """One side of the guide."""

    name: str
    title: str
    #: Its topics, column by column.
    columns: tuple[tuple[Topic, ...], ...]

    @property
    def topics(self) -> tuple[Topic, ...]:
        """All topics in the order in which they are read."""
        return tuple(topic for column in self.columns for topic in column)


@dataclass(frozen=True, slots=True)
class Checks:
    """A part of the check list; `again`: it comes round several times in a game."""

    name: str
    title: str
    steps: tuple[str, ...]
    again: bool = False


@dataclass(frozen=True, slots=True)
class Guide:
    """All words, in English."""

    #: Headings, notes, and steps of the check list for some scripts only.
    words: Mapping[str, str]
    pages: tuple[Page, ...]
    checks: tuple[Checks, ...]


@cache
def guide() -> Guide:
    """The guide and the check list."""
    written = json.loads(assets.data("guide.json").read_bytes())
    return Guide(
        written["words"],
        tuple(
            Page(each["name"], each["title"], tuple(map(_column, each["columns"])))
            for each in written["pages"]
        ),
        tuple(Checks(**{**each, "steps": tuple(each["steps"])}) for each in written["checks"]),
    )


def _column(topics: list[dict[str, Any]]) -> tuple[Topic, ...]:
    return tuple(
        Topic(each["name"], each["title"], tuple(Point(**point) for point in each["points"]))
        for each in topics
    )
