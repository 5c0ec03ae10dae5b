"""The scripts that come with the program: samples, with which a new library begins, and the three base sets."""

from functools import cache

import builder
from builder import assets, catalogue, files
from builder.formats import official
from builder.game import sorting
from builder.game.ids import key
from builder.game.script import Script
from builder.game.teams import COUNTED_TEAMS
from builder.language import N_, gettext as _
from builder.library import Library
from builder.settings import Settings

#: The sample to look at first is last: lists begin with the latest change.
FIRST = ("a-murmur-of-moths", "the-dead-letter-office")
MARK = ".samples-given"
#: The base sets, by their editions.
BASE = {"tb": N_("Trouble Brewing"), "bmr": N_("Bad Moon Rising"), "snv": N_("Sects & Violets")}
#: A longer text is not a name.
LONGEST_NAME = 60


def give(library: Library, settings: Settings) -> None:
    """Adds the samples to a library that never had a script; deleted samples are not added again."""
    mark = settings.data_folder / MARK
    if mark.exists() or library.count() or library.count(in_bin=True):
        return
    for name in FIRST:
        path = assets.data("samples", f"{name}.json")
        if path.is_file():
            library.create(builder.parse(path), label="Sample")
    mark.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    files.write(mark, b"")


@cache
def _all() -> tuple[Script, ...]:
    return tuple(map(builder.parse, sorted(assets.data("samples").glob("*.json"))))


@cache
def fronts() -> frozenset[tuple[str, str]]:
    """Name and author of every sample: a script that has both is called one."""
    return frozenset((script.name, script.meta.author) for script in _all())


@cache
def homebrew() -> frozenset[tuple[str, str]]:
    """Key and name of every homebrew character in a sample: nobody wants them on the shelf of another script."""
    return frozenset(
        (entry.key, entry.character.name)
        for script in _all()
        for entry in script.entries
        if entry.is_custom and entry.character
    )


def base_names() -> tuple[str, ...]:
    """The names of the base scripts."""
    return tuple(map(_, BASE.values()))


def named(text: str) -> Script | None:
    """The base script or sample with this name; None if there is none."""
    words = " ".join(text.split())
    if not words or len(words) > LONGEST_NAME:
        return None
    wanted = key(words)
    for edition, name in BASE.items():
        if wanted in {key(str(name)), key(_(name))}:
            return _of_edition(edition)
    return next((each for each in _all() if key(each.name) == wanted), None)


def _of_edition(edition: str) -> Script:
    starts = catalogue.sort_starts()
    members = [
        each for each in catalogue.everyone() if each.edition == edition and each.team in COUNTED_TEAMS
    ]
    ids = [each.id for each in sorted(members, key=lambda each: sorting.sort_key(each, starts))]
    return official.script_of([{"id": "_meta", "name": _(BASE[edition])}, *ids])
