"""Scripts for the tests of the library."""

import json
from typing import Any

import builder
from builder.game.script import Script
from builder.library import Conflict, Library, Saved

IDS = ["chef", "empath", "monk", "saint", "poisoner", "baron", "imp"]


def script(*entries: Any, **meta: Any) -> Script:
    """A script of these entries (a good seven without any)."""
    return builder.parse(json.dumps([{"id": "_meta", "name": "Rehearsal", **meta}, *(entries or IDS)]))


def ids(found: Script | Saved | None) -> list[str]:
    """Who is on it."""
    assert found is not None
    return [entry.id for entry in (found.script if isinstance(found, Saved) else found).entries]


def saved(library: Library, held: Saved, changed: Script, label: str = "Changed") -> Saved:
    """A change that must go through."""
    outcome = library.save(held.id, changed, expected=held.revision, label=label)
    assert isinstance(outcome, Saved)
    return outcome


def refused(outcome: Saved | Conflict | None) -> Conflict:
    assert isinstance(outcome, Conflict)
    return outcome
