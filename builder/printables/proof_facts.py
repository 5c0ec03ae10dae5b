"""Data for a proof that this package cannot compute: findings, and similar characters."""

from dataclasses import dataclass

from builder.game.problem import Problem


@dataclass(frozen=True, slots=True)
class SimilarCharacter:
    """An official character whose wording is similar to that of one of the script's own."""

    id: str
    #: In percent; 100 is identical.
    score: int
    #: The wording that both share.
    phrases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """Data for a proof; see `builder.proofing`."""

    findings: tuple[Problem, ...] = ()
    #: Number of dismissed findings.
    aside: int = 0
    #: Similar characters by the id of an own character, most similar first.
    alike: tuple[tuple[str, tuple[SimilarCharacter, ...]], ...] = ()
    #: What happens when characters meet, gravest first: (kind, sentence).
    matchups: tuple[tuple[str, str], ...] = ()
    #: Which two characters meet, gravest first: (kind, id, id).
    meetings: tuple[tuple[str, str, str], ...] = ()


NOTHING = Facts()
