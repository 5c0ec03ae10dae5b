"""Phrases for the checks: lists of names, and the source of a character's tags."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from builder.checks.facts import Finding, Listed
from builder.game.character import bare
from builder.game.problem import Fix
from builder.game.tags import Source
from builder.language import N_, gettext as _
from builder.prose_lists import join_and, join_some

#: At most this many names are listed; the rest are counted.
MOST = 8
SOURCES = {
    Source.AUTHOR: N_("the author's tags for %(names)s"),
    Source.WORDING: N_("the wording of the ability for %(names)s"),
}


def listed(names: Iterable[str]) -> str:
    """`Imp`, `Imp and Spy`, `Imp, Spy and Monk`, or the first few and the number of the rest."""
    every = list(dict.fromkeys(names))
    return join_some(every, MOST) if len(every) > MOST else join_and(every)


def names(those: Iterable[Listed]) -> str:
    """The names of these characters as a list."""
    return listed(each.name for each in those)


def ids(those: Iterable[Listed]) -> tuple[str, ...]:
    """Their ids as written."""
    return tuple(each.id for each in those)


def of_nights(
    each: Listed, fields: Sequence[str], messages: Mapping[str, str], field: str
) -> Iterator[Finding]:
    """The finding about what a character lacks in one night or in both (`first`, `other`); none if it lacks nothing."""
    if fields:
        night = fields[0] if len(fields) == 1 else "both"
        yield Finding(
            messages[night] % {"name": bare(each.name)}, (each.id,), f"{each.path}.{fields[0]}{field}"
        )


def source(those: Iterable[Listed]) -> str:
    """A sentence that names characters whose tags come from the author or the wording; empty if there are none."""
    those = tuple(those)
    by = {how: [each for each in those if each.source is how] for how in (Source.AUTHOR, Source.WORDING)}
    parts = [how % {"names": names(by[who])} for who, how in SOURCES.items() if by[who]]
    return " " + _("(Based on %(sources)s.)") % {"sources": join_and(parts)} if parts else ""


def about(those: Sequence[Listed], message: str, *, fix: Fix | None = None) -> Finding:
    """A finding about these characters, which says where their tags come from.

    The message may have `%(count)s` and `%(names)s`.
    """
    text = message % {"count": len(those), "names": names(those)}
    return Finding(text + source(those), ids(those), fix=fix)
