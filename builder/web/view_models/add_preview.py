"""Previews how a character on the shelf would change a script: jinxes, setup, problems that come and go."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from builder import catalogue, checks, editing
from builder.editing import EditError, origins
from builder.game.script import Script
from builder.game.setup import explaining
from builder.game.setup.cast import cast
from builder.language import gettext as _
from builder.web.infra.script_store import Opened, ScriptStore
from builder.web.view_models import panel, shelf
from builder.web.view_models.panel import JinxView, RemarkView
from builder.web.view_models.shelf import Known


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
    before = {problem.message for problem in opened.problems}
    later = {problem.message: None for problem in checks.problems(after)}
    return Effects(
        jinxes=tuple(jinx for jinx in panel.jinxes_of(after) if known.key in jinx.keys),
        setup=tuple(_setup(after, known.key)),
        matchups=panel.matchups_of(after, known.id).remarks,
        brings=tuple(message for message in later if message not in before),
        mends=tuple(message for message in before if message not in later),
    )


def _setup(script: Script, who: str) -> Iterator[str]:
    for member in cast(script, catalogue.rules()).special:
        if member.key == who:
            yield from filter(None, map(explaining.effect, member.effects))
