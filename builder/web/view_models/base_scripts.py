"""The scripts that a name alone opens: the three base sets, made from the editions of characters, and our samples."""

from functools import cache

import builder
from builder import assets, catalogue
from builder.formats import official
from builder.game import sorting
from builder.game.ids import key
from builder.game.script import Script
from builder.game.teams import COUNTED_TEAMS
from builder.language import gettext as _
from builder.web.view_models.shelf import EDITIONS

#: The editions that are scripts of their own.
BASE = ("tb", "bmr", "snv")
#: A longer text is not a name.
LONGEST_NAME = 60


def names() -> tuple[str, ...]:
    """The names of the base scripts."""
    return tuple(_(EDITIONS[edition]) for edition in BASE)


def named(text: str) -> Script | None:
    """The base script or sample with this name; None if there is none."""
    words = " ".join(text.split())
    if not words or len(words) > LONGEST_NAME:
        return None
    wanted = key(words)
    for edition in BASE:
        if wanted in {key(str(EDITIONS[edition])), key(_(EDITIONS[edition]))}:
            return _of_edition(edition)
    return _samples().get(wanted)


def _of_edition(edition: str) -> Script:
    starts = catalogue.sort_starts()
    members = [
        each for each in catalogue.everyone() if each.edition == edition and each.team in COUNTED_TEAMS
    ]
    ids = [each.id for each in sorted(members, key=lambda each: sorting.sort_key(each, starts))]
    return official.script_of([{"id": "_meta", "name": _(EDITIONS[edition])}, *ids])


@cache
def _samples() -> dict[str, Script]:
    scripts = map(builder.parse, sorted(assets.data("samples").glob("*.json")))
    return {key(script.name): script for script in scripts}
