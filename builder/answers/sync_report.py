"""The report of a sync of the official wording, in lines: the same on the command line and on the page."""

from collections.abc import Iterable, Iterator, Sequence

from builder import catalogue
from builder.language import N_, gettext as _
from builder.official.comparing import Changes
from builder.prose_lists import join_some

#: The most names in one line; the rest are counted.
SHOWN = 12
#: What a sync leaves as it is.
KEPT = N_("The almanac's explanations of the characters stay in Clockwright's words.")


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
