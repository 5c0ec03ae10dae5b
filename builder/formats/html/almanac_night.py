"""The night order on the last page of an almanac: two columns of names."""

from collections.abc import Iterator, Sequence

from builder.formats.html import Element
from builder.formats.html.almanac_page import Json
from builder.formats.html.to_markdown import words
from builder.formats.official.naming import short
from builder.game.ids import key
from builder.game.problem import Problem, Severity

ID = "nightorder"
STEPS = {"firstNight": ("dusk", "minioninfo", "demoninfo"), "otherNight": ("dusk",)}
#: Rows that are no character's; without letters there is nobody either.
OWN_STEPS = frozenset({"dusk", "minioninfo", "demoninfo", "dawn", ""})
#: What holds a name in a column, in the page of today and in the one before.
ROWS = ("nightOrderListName", "night-item")


def is_night(element: Element) -> bool:
    """Whether a page is the night order."""
    return element.id.lower() == ID


def orders(pages: Sequence[Element], characters: Sequence[Json]) -> tuple[Json, list[Problem]]:
    """Both nights in the fields of `_meta`, by the names in the columns; and the names that nobody here has."""
    found: Json = {}
    strangers: list[str] = []
    for night, column in _columns(pages):
        ids: dict[str, list[str]] = {}
        for each in characters:
            ids.setdefault(each["name"], []).append(each["id"])
        names = [words(row) for row in column.classed(*ROWS)]
        acting = [ids[name].pop(0) for name in names if ids.get(name)]
        strangers += [name for name in names if name not in ids and key(name) not in OWN_STEPS]
        if acting:
            found[night] = [*STEPS[night], *dict.fromkeys(acting), "dawn"]
    if not strangers:
        return found, []
    named = ", ".join(f"“{short(name)}”" for name in strangers[:9])
    message = f"The night order names {named}, with no page here: left out."
    return found, [Problem("almanac-page", Severity.WARNING, message)]


def _columns(pages: Sequence[Element]) -> Iterator[tuple[str, Element]]:
    """Each night with its column: what stands around the heading."""
    seen: set[str] = set()
    for heading in (each for page in pages if is_night(page) for each in page.named("h3")):
        night = "firstNight" if "first" in words(heading).lower() else "otherNight"
        if night not in seen and heading.parent is not None:
            seen.add(night)
            yield night, heading.parent
