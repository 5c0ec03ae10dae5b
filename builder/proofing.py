"""What is found out for a proof before it is decided what it says: findings, and whose wording is like whose."""

from builder import checks
from builder.game.script import Entry, Script
from builder.printables.proof_facts import Facts, SimilarCharacter

#: Of the official characters that say nearly the same, so many are named.
MOST_ALIKE = 2
#: From so many percent on two abilities are worth comparing; below, they share the game's own turns of phrase.
LEAST_ALIKE = 35
#: Of a script with more characters of its own, only those most alike are told.
MOST_ROWS = 40


def facts(script: Script) -> Facts:
    """Everything about a resolved script that only other rooms know."""
    return Facts(tuple(checks.problems(script)), len(checks.dismissed(script)), alike(script))


def alike(script: Script) -> tuple[tuple[str, tuple[SimilarCharacter, ...]], ...]:
    """The script's own characters that say nearly what an official one says; the nearest first."""
    rows = [(entry.id, found) for entry in script.entries if (found := _likenesses(entry))]
    return tuple(sorted(rows, key=lambda row: -row[1][0].score)[:MOST_ROWS])


def _likenesses(entry: Entry) -> tuple[SimilarCharacter, ...]:
    from builder.wording import similar  # noqa: PLC0415  # most documents need none

    if not entry.is_custom or entry.character is None or not entry.character.ability:
        return ()
    found = similar(entry.character, most=MOST_ALIKE, least=LEAST_ALIKE)
    return tuple(SimilarCharacter(each.character.id, each.score, each.phrases) for each in found)
