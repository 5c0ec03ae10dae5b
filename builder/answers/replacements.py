"""Answers about find and replace: the hits, and the script with all of them replaced."""

from collections.abc import Sequence

from builder import editing
from builder.answers.shapes import HitValue
from builder.game.script import Script
from builder.wording import replacing
from builder.wording.replacing import Hit


def values(hits: Sequence[Hit]) -> list[HitValue]:
    """The hits, each in its sentence."""
    return [
        {
            "id": each.source.who[1] if each.source.who else None,
            "name": each.name,
            "field": each.source.field,
            "before": each.before,
            "found": each.found,
            "instead": each.instead,
            "after": each.after,
        }
        for each in hits
    ]


def replaced(script: Script, hits: Sequence[Hit]) -> Script:
    """The script with every one of these hits replaced."""
    op = replacing.op(hits)
    return editing.change(script, op).script if op else script
