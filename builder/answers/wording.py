"""Answers about the words of a script: house style, find and replace, matchups, statistics."""

from collections.abc import Sequence
from typing import Any

from builder import editing
from builder.answers.shapes import CountedValue, FiguresValue, HitValue, Matched, SlipValue, Styled
from builder.errors import UnknownChoiceError
from builder.game.script import Script
from builder.language import N_, gettext as _
from builder.wording import matchups, replacing, set_statistics, style
from builder.wording.replacing import Hit
from builder.wording.set_statistics import Figures
from builder.wording.style import Found, Severity


def matched(script: Script) -> Matched:
    """What happens when characters of a script meet, and what nobody on it explains."""
    found = matchups.of(script)
    return {
        "remarks": [
            {
                "rule": each.rule,
                "kind": each.kind.value,
                "characters": list(each.characters),
                "message": each.message,
            }
            for each in found.remarks
        ],
        "missing": [
            {"rule": each.rule, "message": each.message, "candidates": list(each.candidates)}
            for each in found.missing
        ],
    }


def hits_found(hits: Sequence[Hit]) -> list[HitValue]:
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


def counted(script: Script) -> CountedValue:
    """The figures of a script's own characters, of all on it, and of the official ones."""
    found = set_statistics.of(script)
    return {
        "own": _figures(found.own),
        "script": _figures(found.script),
        "official": _figures(found.official),
        "most_words": found.most_words,
        "long": [{"id": each.id, "name": each.name, "words": each.words} for each in found.long],
    }


def _figures(figures: Figures) -> FiguresValue:
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


#: How a fix is called in the history.
LABEL = N_("House style").english


def styled(script: Script) -> Styled:
    """The slips of the script's own characters, and how often each severity occurs."""
    slips = [_slip(found, each) for found in style.of(script) for each in found.slips]
    counts = {severity.value: sum(each["severity"] == severity for each in slips) for severity in Severity}
    return {"counts": counts, "slips": slips, "off": sorted(style.off(script))}


def switched(script: Script, rule: str, *, on: bool) -> Script:
    """The script with a rule of style switched on or off. Raises UnknownChoiceError."""
    if rule not in style.codes():
        raise UnknownChoiceError(_("There is no rule of style “%(name)s”."), rule, style.codes())
    return editing.change(script, switch(rule, on=on)).script


def switch(rule: str, *, on: bool) -> dict[str, Any]:
    """The change that switches a rule on or off for a script."""
    return {"op": "style-rule", "rule": rule, "on": on}


def fixed(script: Script) -> Script:
    """The script with everything put right that is safe."""
    op = fix_all(style.of(script))
    return editing.change(script, op).script if op else script


def fix_all(found: tuple[Found, ...]) -> dict[str, Any] | None:
    """The change that puts everything right that is safe; None: there is nothing."""
    texts = [_text(each, each.fixed) for each in found if each.fixed != each.text]
    return {"op": "rewrite", "label": LABEL, "texts": texts} if texts else None


def fix_one(found: Found, slip: style.Slip) -> dict[str, Any] | None:
    """The change that replaces one slip; None: only the author can."""
    if slip.right is None:
        return None
    return {"op": "rewrite", "label": LABEL, "texts": [_text(found, slip.put_right(found.text))]}


def _text(found: Found, right: str) -> dict[str, Any]:
    return {"who": [found.place, found.id], "field": found.field, "from": found.text, "to": right}


def _slip(found: Found, slip: style.Slip) -> SlipValue:
    return {
        "id": found.id,
        "name": found.name,
        "field": found.field,
        "rule": slip.rule,
        "severity": slip.severity.value,
        "message": slip.message,
        "start": slip.start,
        "end": slip.end,
        "wrong": found.text[slip.start : slip.end],
        "right": slip.right,
    }
