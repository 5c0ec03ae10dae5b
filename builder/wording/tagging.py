"""A character's tags: suggested by its wording, and ticked by its author."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from builder import catalogue
from builder.editing.readers import known_tags
from builder.game import tags
from builder.game.character import Character
from builder.game.script import Script
from builder.game.tags import Words
from builder.language import gettext as _


@dataclass(frozen=True, slots=True)
class TagAdvice:
    """One tag: whether it applies, and why."""

    tag: str
    #: Label: `start knowing`.
    title: str
    #: Whether it applies: ticked by the author or, without any ticks, by the wording.
    counts: bool
    is_suggested: bool
    #: The words of the ability that suggest it.
    words: tuple[str, ...] = ()


def every_tag() -> tuple[str, ...]:
    """All tags by name."""
    return tuple(sorted(known_tags()))


def ticked(identifier: str, script: Script) -> frozenset[str] | None:
    """The tags that the author ticked; None: none, so the wording decides."""
    return tags.ticked(script.block).get(identifier)


def advice(character: Character, ticks: Collection[str] | None) -> tuple[TagAdvice, ...]:
    """Every tag with its evidence."""
    table = catalogue.tag_words()
    suggested = tags.by_wording(character.ability, character.team, table)
    counting = suggested if ticks is None else ticks
    return tuple(
        TagAdvice(
            tag,
            _(tag.replace("-", " ")),
            counts=tag in counting,
            is_suggested=tag in suggested,
            words=tuple(dict.fromkeys(_words(character.ability, tag, table))) if tag in suggested else (),
        )
        for tag in every_tag()
    )


def _words(ability: str, tag: str, table: Collection[Words]) -> Iterator[str]:
    text = tags.plain(ability)
    for each in table:
        if each.tag != tag:
            continue
        read = each.leave_out.sub(" ", text) if each.leave_out else text
        found = each.says.search(read)
        if found and found[0].strip():
            yield found[0].strip()
