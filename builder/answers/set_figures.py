"""Answers about the statistics of a set."""

from builder.answers.shapes import CountedValue, FiguresValue
from builder.game.script import Script
from builder.wording import set_statistics
from builder.wording.set_statistics import Figures


def counted(script: Script) -> CountedValue:
    """The figures of a script's own characters, of all on it, and of the official ones."""
    found = set_statistics.of(script)
    return {
        "own": _value(found.own),
        "script": _value(found.script),
        "official": _value(found.official),
        "most_words": found.most_words,
        "long": [{"id": each.id, "name": each.name, "words": each.words} for each in found.long],
    }


def _value(figures: Figures) -> FiguresValue:
    return {
        "characters": figures.characters,
        "counts": dict(figures.counts),
        "words": {
            "median": figures.median,
            "shortest": figures.words[0] if figures.words else 0,
            "longest": figures.words[-1] if figures.words else 0,
        },
        "readability": figures.readability,
    }
