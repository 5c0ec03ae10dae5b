"""Previews how a character on the shelf would change a script: jinxes, setup, problems that come and go."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder import catalogue, checks, editing
from builder.checks.not_sorted import not_sorted
from builder.checks.team_sizes import counts
from builder.editing import EditError, origins
from builder.game import night
from builder.game.ids import key
from builder.game.problem import Problem
from builder.game.script import Script
from builder.game.setup import explaining
from builder.game.setup.cast import cast
from builder.language import gettext as _
from builder.web.infra.script_store import Opened, ScriptStore
from builder.web.view_models import panel, shelf
from builder.web.view_models.panel import JinxView, RemarkView
from builder.web.view_models.shelf import Known

#: How many possible replacements are tried on the script; the others are only listed.
MOST_RATED = 12
#: Problems that a swap may bring and Sort mends.
MENDED_LATER = frozenset({not_sorted.code})
#: Checks with one sentence about the counts of the whole script.
COUNTING = frozenset({counts.code})
#: A number in a sentence, and the place that begins a problem of a file.
NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Effects:
    """The differences."""

    is_there: bool = False
    #: Whether the script has it, but with another definition.
    differs: bool = False
    jinxes: tuple[JinxView, ...] = ()
    setup: tuple[str, ...] = ()
    #: What happens when it meets others.
    matchups: tuple[RemarkView, ...] = ()
    #: Sentences of new problems, and of those that go away.
    brings: tuple[str, ...] = ()
    mends: tuple[str, ...] = ()


def definition(known: Known, store: ScriptStore) -> Mapping[str, Any] | None:
    """The whole definition of a character from another script; None for an official one."""
    source = store.get(known.script) if known.script else None
    entries = source.script.entries if source else ()
    return next((entry.written for entry in entries if entry.id == known.id and entry.is_custom), None)


def bring_fields(known: Known | None, store: ScriptStore) -> dict[str, Any]:
    """The character as the op `bring` takes it: its definition, its extra fields, its origin. Raises EditError."""
    source = store.get(known.script) if known and known.script else None
    copy = origins.copy_of(source.script, known.id) if known and source else None
    if known is None or source is None or copy is None:
        raise EditError(_("That character is no longer in any script of this library."))
    origin = origins.Origin(source.id, source.revision, known.id)
    return {"value": copy.value, "extra": copy.extra, origins.FROM: origin.as_json()}


def effects(opened: Opened, known: Known, written: Mapping[str, Any] | None) -> Effects:
    """How adding this character changes the script."""
    standing = shelf.standing(opened.script, [known]).get(known.address)
    if standing:
        return Effects(is_there=True, differs=standing == "differs")
    op = {"op": "add-entry", "value": written} if written else {"op": "add", "id": known.id}
    after = editing.change(opened.script, op).script
    before, later = _changed(opened.problems, checks.problems(after))
    return Effects(
        jinxes=tuple(jinx for jinx in panel.jinxes_of(after) if known.key in jinx.keys),
        setup=tuple(_setup(after, known.key)),
        matchups=panel.matchups_of(after, known.id).remarks,
        brings=later,
        mends=before,
    )


def _changed(before: Sequence[Problem], after: Sequence[Problem]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The sentences of problems that go away, and of new ones.

    Left out are those that stay with other numbers: about the counts of a script, and any whose words are the same.
    """
    here, there = ({each.message: each for each in problems} for problems in (before, after))
    gone = [each for each in here.values() if each.message not in there]
    new = [each for each in there.values() if each.message not in here]
    stay = {_apart_from_numbers(each) for each in gone} & {_apart_from_numbers(each) for each in new}
    old, fresh = (
        tuple(each.message for each in problems if _apart_from_numbers(each) not in stay)
        for problems in (gone, new)
    )
    return old, fresh


def _apart_from_numbers(problem: Problem) -> tuple[str, str]:
    """What a problem says without its numbers; of a check that counts the script, the check alone."""
    return problem.code, "" if problem.code in COUNTING else NUMBER.sub("", problem.message)


def _setup(script: Script, who: str) -> Iterator[str]:
    for member in cast(script, catalogue.rules()).special:
        if member.key == who:
            yield from filter(None, map(explaining.effect, member.effects))


def replacements(opened: Opened, place: int) -> list[tuple[Known, list[str]]]:
    """Those of the same team that could replace the character at a place, the best first; what speaks for each."""
    script = opened.script
    entry = script.entries[place]
    if entry.character is None:
        return []
    near = shelf.similar(shelf.official(), entry.character, script)
    before = {problem.message for problem in opened.problems}
    wakes = _wakes(script, entry.key)
    rated: list[tuple[int, Known, list[str]]] = []
    for rank, known in enumerate(near[:MOST_RATED]):
        op = {"op": "swap", "who": [place, entry.id], "id": known.id}
        try:
            after = editing.change(script, op).script
        except EditError:
            rated.append((rank, known, []))
            continue
        fresh = {each.message for each in checks.problems(after) if each.code not in MENDED_LATER} - before
        reasons = []
        if _wakes(after, known.key) == wakes:
            reasons.append(_("wakes at the same place") if any(wakes) else _("never wakes either"))
        if not fresh:
            reasons.append(_("no new problems"))
        # What speaks for it counts as much as standing three places higher in the list.
        rated.append((rank - 3 * len(reasons), known, reasons))
    best = [(known, reasons) for _rank, known, reasons in sorted(rated, key=lambda each: each[0])]
    others = sorted(near[MOST_RATED:], key=lambda one: one.title)
    return best + [(known, []) for known in others]


def _wakes(script: Script, who: str) -> tuple[int, ...]:
    """The row of a character in the first night and in the others; 0 where it does not wake."""
    sheet = night.night_sheet(script, catalogue.night_order())
    return tuple(
        next((number for number, row in enumerate(rows) if key(row.id) == who), 0)
        for rows in (sheet.first, sheet.other)
    )
