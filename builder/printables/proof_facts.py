"""What a proof is told that this room cannot find out itself: findings, and whose wording is like whose."""

from dataclasses import dataclass

from builder.game.problem import Problem


@dataclass(frozen=True, slots=True)
class SimilarCharacter:
    """An official character that says nearly the same as one of the script's own."""

    id: str
    #: In percent; 100 is the same words.
    score: int
    #: What both say.
    phrases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything of that kind; see `builder.proofing`."""

    findings: tuple[Problem, ...] = ()
    #: How many findings the author set aside.
    aside: int = 0
    #: Id of an own character to those it is like, the nearest first.
    alike: tuple[tuple[str, tuple[SimilarCharacter, ...]], ...] = ()


NOTHING = Facts()
