"""The notices of a script's documents, each said once.

Each document looks for its pictures in a process of its own. If a website does not answer, some give up on a few
pictures earlier than others, so their notices have different names and counts in them.
"""

from collections.abc import Sequence

from builder.game.problem import Problem

MISSING = "picture-missing"


def merged(documents: Sequence[Sequence[Problem]]) -> list[str]:
    """The messages of the notices of several documents, without repetition.

    Missing pictures are those of the document that misses most, in fewest notices; another adds what it alone misses.
    """
    missing = [[notice for notice in notices if notice.code == MISSING] for notices in documents]
    told: list[Problem] = []
    for notices in sorted(missing, key=lambda each: (-len(_missed(each)), len(each))):
        new = _missed(notices) - _missed(told)
        told += [notice for notice in notices if new & _missed([notice])]
    others = [notice for notices in documents for notice in notices if notice.code != MISSING]
    return list(dict.fromkeys(notice.message for notice in (*told, *others)))


def _missed(notices: Sequence[Problem]) -> set[str]:
    """The ids of the characters that a document has no picture of; an empty one stands for the logo."""
    return {who for notice in notices for who in notice.characters or ("",)}
