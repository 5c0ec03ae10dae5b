"""Merge the publisher's texts with our data: setup effects, tags and emblems."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from builder.game import tags
from builder.game.character import Character, Jinx, SortFigures
from builder.game.setup import grammar
from builder.game.setup.effects import Effect
from builder.game.sorting import sort_group
from builder.game.tags import Words

_BRACKET = re.compile(r"\[[^\[\]]*\]")


def character(
    theirs: Character, ours: Character | None, starts: Sequence[str], words: Iterable[Words]
) -> Character:
    """One official character in the publisher's words.

    A known character gets our setup effects (while the bracket is equivalent), tags and emblem; for a new one they are
    derived from its text. Sort group and length are computed from the publisher's wording, as our figures were.
    """
    known = ours is not None and ours.team is theirs.team
    return replace(
        theirs,
        sort=SortFigures(sort_group(theirs.ability, starts), len(theirs.ability)),
        setup_effects=ours.setup_effects if ours and has_our_effects(theirs, ours) else (),
        emblem=ours.emblem if ours else "",
        tags=ours.tags if ours and known else tags.by_wording(theirs.ability, theirs.team, words),
    )


def has_our_effects(theirs: Character, ours: Character | None) -> bool:
    """Whether our setup data also match the publisher's text: its brackets say what ours say, in whatever words."""
    return ours is not None and _brackets(theirs.ability) == _brackets(ours.ability)


def _brackets(ability: str) -> Sequence[Effect | str]:
    """The effects that the brackets state, or their words if one of them is not understood."""
    reading = grammar.read(ability)
    if reading.unread or reading.is_cut:
        return [" ".join(found.split()).casefold() for found in _BRACKET.findall(ability)]
    return reading.effects


def jinxes(theirs: Iterable[Jinx], ours: Iterable[Jinx], known: frozenset[str]) -> tuple[Jinx, ...]:
    """The publisher's jinxes with our setup rules; ours only for characters that they no longer list."""
    setups = {jinx.pair: jinx.setup for jinx in ours}
    official = [replace(jinx, setup=setups.get(jinx.pair, ())) for jinx in theirs]
    told = {jinx.pair for jinx in official}
    return (*official, *(jinx for jinx in ours if jinx.pair not in told and not jinx.pair <= known))


def night(theirs: Sequence[str], ours: Sequence[str], known: frozenset[str]) -> tuple[str, ...]:
    """The publisher's order; a character that they no longer list comes after the one it followed in ours."""
    merged = list(theirs)
    for place, one in enumerate(ours):
        if one not in known and one not in theirs:
            before = next((each for each in reversed(ours[:place]) if each in merged), None)
            merged.insert(merged.index(before) + 1 if before is not None else 0, one)
    return tuple(merged)
