"""Which official character a mistyped id or name probably means."""

from builder import catalogue
from builder.game.character import Character
from builder.game.ids import key

#: Of 100: how alike two words have to be to take one for a slip of the other.
ALIKE = 75
#: Letters of a word that are compared.
LONGEST = 60


def nearest(name: str, most: int = 1, alike: int = ALIKE) -> list[Character]:
    """The official characters whose id is most like a mistyped one, the most similar first."""
    from rapidfuzz import fuzz, process

    found = process.extract(key(name)[:LONGEST], _keys(), scorer=fuzz.ratio, score_cutoff=alike, limit=most)
    return [character for each, *_ in found if (character := catalogue.find(each))]


def similar_names(name: str) -> list[str]:
    """The names of at most two official characters for the question “Did you mean”."""
    return [character.name for character in nearest(name, 2)]


@catalogue.per_wording
def _keys() -> tuple[str, ...]:
    return tuple(sorted(catalogue.keys()))
