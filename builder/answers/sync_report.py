"""The report of a sync of the official wording, in lines: the same on the command line and on the page."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from builder import catalogue
from builder.language import N_, gettext as _, ngettext
from builder.official.sync import Changes
from builder.prose_lists import join_some

if TYPE_CHECKING:
    from builder.official.sync import Synced

#: The most names in one line; the rest are counted.
SHOWN = 12
#: What a sync leaves as it is.
KEPT = N_("The almanac's explanations of the characters stay in Clockwright's words.")


def summary(synced: "Synced", unchanged: str) -> Iterator[str]:
    """How much was brought, and what is new in it; `unchanged` is what to say if no text is."""
    found, changes = synced.state, synced.changes
    yield ngettext(
        "%(characters)s characters, %(jinxes)s jinx and %(pictures)s pictures from %(origin)s.",
        "%(characters)s characters, %(jinxes)s jinxes and %(pictures)s pictures from %(origin)s.",
        found.jinxes,
    ) % {
        "characters": found.characters,
        "jinxes": found.jinxes,
        "pictures": found.pictures,
        "origin": found.origin,
    }
    if not synced.is_new:
        yield _("Nothing new since %(day)s.") % {"day": found.day}
        return
    if not changes.with_texts:
        yield _("All texts are now the publisher's. Compared with Clockwright's data:")
    yield from news(changes)
    if changes.is_empty:
        same = _("The characters, jinxes and night order are the same.")
        yield unchanged if changes.with_texts else same


def news(changes: Changes) -> Iterator[str]:
    """A line for each kind of change."""
    changed = [f"{_name(who)} ({', '.join(what)})" for who, what in changes.changed]
    for heading, names in (
        (_("New characters"), names_of(changes.new)),
        (_("No longer in the publisher's files, so in Clockwright's wording"), names_of(changes.gone)),
        (_("Changed characters"), changed),
        (_("New jinxes"), _pairs(changes.new_jinxes)),
        (_("Changed jinxes"), _pairs(changes.changed_jinxes)),
        (_("Removed jinxes"), _pairs(changes.gone_jinxes)),
        (_("Moved on the first night"), names_of(changes.first_night)),
        (_("Moved on the other nights"), names_of(changes.other_night)),
    ):
        if names:
            yield f"{heading}: {some(names)}."


def names_of(ids: Iterable[str]) -> list[str]:
    """The names of the characters with these ids; an unknown id stays as it is."""
    return [_name(one) for one in ids]


def _pairs(pairs: Iterable[tuple[str, str]]) -> list[str]:
    return [" & ".join(names_of(pair)) for pair in pairs]


def _name(identifier: str) -> str:
    character = catalogue.find(identifier)
    return character.name if character else identifier


def some(names: Sequence[str]) -> str:
    """As many names as fit in a line, and how many more there are."""
    return join_some(names, SHOWN)
