"""Compute the facts for a proof: problems, and official characters with similar wording."""

from builder import checks
from builder.game.script import Entry, Script
from builder.printables.options import Facts, SimilarCharacter

#: At most this many similar official characters are listed.
MOST_ALIKE = 2
#: Minimum similarity in percent; below, abilities only share the game's standard phrases.
LEAST_ALIKE = 35
#: At most this many homebrew characters are listed, the most similar ones.
MOST_ROWS = 40


def facts(script: Script) -> Facts:
    """The facts about a resolved script that a proof needs from other packages."""
    return Facts(
        tuple(checks.problems(script)),
        len(checks.dismissed(script)),
        alike(script),
        remarks(script),
        meetings(script),
    )


def meetings(script: Script) -> tuple[tuple[str, str, str], ...]:
    """Each two characters that a matchup is about, with its kind, gravest first."""
    from builder.wording import matchups  # noqa: PLC0415  # rarely needed

    return tuple(
        (each.kind.value, *pair)
        for each in matchups.of(script).remarks
        if each.rule != matchups.JINX
        for pair in each.pairs()
    )


def remarks(script: Script) -> tuple[tuple[str, str], ...]:
    """What happens when characters meet, and what nobody explains; jinxes have a list of their own."""
    from builder.wording import matchups  # noqa: PLC0415  # rarely needed

    found = matchups.of(script)
    told = ((each.kind.value, each.message) for each in found.remarks if each.rule != matchups.JINX)
    return (*told, *(("missing", each.message) for each in found.missing))


def alike(script: Script) -> tuple[tuple[str, tuple[SimilarCharacter, ...]], ...]:
    """Homebrew characters with nearly the same ability as an official one, most similar first."""
    rows = [(entry.id, found) for entry in script.entries if (found := _likenesses(entry))]
    return tuple(sorted(rows, key=lambda row: -row[1][0].score)[:MOST_ROWS])


def _likenesses(entry: Entry) -> tuple[SimilarCharacter, ...]:
    from builder.wording import similar  # noqa: PLC0415  # rarely needed

    if not entry.is_custom or entry.character is None or not entry.character.ability:
        return ()
    found = similar(entry.character, most=MOST_ALIKE, least=LEAST_ALIKE)
    return tuple(SimilarCharacter(each.character.id, each.score, each.phrases) for each in found)
