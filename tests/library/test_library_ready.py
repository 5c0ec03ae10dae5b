"""A script that was just saved is not read again, and is the same as if it were."""

import json
from pathlib import Path
from typing import Any

import pytest
from sheets import saved, script

import builder
from builder import catalogue, editing
from builder.game.script import Script
from builder.library import Library, Saved, bodies

SAMPLES = sorted((Path(__file__).parents[2] / "data" / "samples").glob("*.json"))
OWN = {"id": "lamp_own", "name": "Lamplighter", "team": "townsfolk", "ability": "Each night*, a lamp."}
#: More than the format takes: what is over travels in `_meta`.
LONG = OWN | {
    "id": "long_own",
    "ability": "All the night. " * 30,
    "homemade": [1, 1.5, None, True, {"a": "ä"}],
}
NIGHTS = {"firstNight": ["dusk", *(f"x{number}" for number in range(250)), "lamp_own", "dawn"]}
OPS: list[dict[str, Any]] = [
    {"op": "rename", "name": "Another"},
    {"op": "author", "author": "Somebody"},
    {"op": "add", "id": "imp"},
    {"op": "sort"},
    {"op": "new-character", "team": "minion", "name": "Snuffer", "ability": "Each day, no lamp."},
    {"op": "variant", "id": "chef"},
]


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that the library reads from now on."""
    # A new cache: for two minutes after a test that changed the wording, nothing is remembered in the usual one.
    monkeypatch.setattr(bodies, "SCRIPTS", bodies.ScriptCache())
    found: list[str] = []
    reading = bodies._script

    def counted(source: str) -> Script:
        found.append(source)
        return reading(source)

    monkeypatch.setattr(bodies, "_script", counted)
    return found


def fresh(held: Saved) -> Script:
    """What its text says, whatever is held ready."""
    return bodies._script(held.source)


def changes(library: Library, held: Saved) -> list[Saved]:
    """The revisions that one op after another makes."""
    found = []
    for op in OPS:
        done = editing.change(held.script, op)
        if done.label:
            found.append(saved(library, held, done.script))
            held = found[-1]
    assert found
    return found


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_changed_sample_is_not_read_again(library: Library, readings: list[str], path: Path) -> None:
    held = library.create(builder.parse(path.read_bytes()))
    for each in changes(library, held):
        readings.clear()
        found = library.get(each.id, each.revision)
        assert found is not None
        assert readings == []
        assert repr(found.script) == repr(fresh(each))


@pytest.mark.parametrize(
    ("entries", "meta"),
    [
        ([OWN, "imp"], {}),
        ([LONG, OWN, "imp"], {}),
        ([OWN, "imp"], NIGHTS),
        ([LONG, OWN], NIGHTS | {"clockwright": {"characters": {"lamp_own": {"tags": ["drunk"]}}}}),
        (["imp", 7, None, {"name": "Nobody"}, OWN], {"clockwright": {"format": 1, "added": True}}),
        (["imp", {"id": "_meta", "name": "Twice"}, OWN], {"hideTitle": "yes"}),
        ([OWN | {"setup": 1, "firstNight": "12", "team": "traveler"}], {}),
        ([OWN, OWN, "imp", "imp"], {"almanac": "https://www.bloodstar.xyz/p/a/b/almanac.html"}),
    ],
    ids=[
        "own",
        "too long",
        "long night",
        "both",
        "odd",
        "two metas",
        "other spellings",
        "twice and published",
    ],
)
def test_whatever_is_saved_is_found_as_its_file_has_it(
    library: Library, readings: list[str], entries: list[Any], meta: dict[str, Any]
) -> None:
    held = library.create(script(*entries, **meta))
    for each in changes(library, library.get(held.id) or held):
        found = library.get(each.id, each.revision)
        assert found is not None
        assert repr(found.script) == repr(fresh(each))
        assert found.script.source == ""
    assert readings


def test_a_script_without_meta_is_found_as_its_file_has_it(library: Library) -> None:
    held = library.create(builder.parse(json.dumps(["imp", OWN])))
    for each in changes(library, held):
        found = library.get(each.id, each.revision)
        assert found is not None
        assert repr(found.script) == repr(fresh(each))


def test_nothing_is_held_in_words_that_changed_while_it_was_saved(
    library: Library, readings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sync may end between a change and its save: the official words in it are then those of before."""
    held = library.create(script("imp", OWN))
    changed = editing.change((library.get(held.id) or held).script, {"op": "rename", "name": "New"}).script
    usual = catalogue.wording()
    monkeypatch.setattr(
        catalogue, "wording", lambda: catalogue.Wording(is_official=True, label="synced now", stamp="other")
    )
    later = saved(library, held, changed)
    readings.clear()
    library.get(held.id)
    assert readings == [later.source]
    # Another visitor was the first to see the new words: a change of a moment ago is not held all the same.
    again = editing.change(changed, {"op": "rename", "name": "Newer"}).script
    newest = saved(library, later, again)
    readings.clear()
    library.get(newest.id)
    assert readings == [newest.source]
    monkeypatch.setattr(bodies, "LONGEST_CHANGE", 0)
    last = saved(library, newest, editing.change(again, {"op": "rename", "name": "Last"}).script)
    readings.clear()
    library.get(last.id)
    assert readings == []
    monkeypatch.setattr(catalogue, "wording", lambda: usual)
    library.get(last.id)
    assert readings == [last.source]


def test_only_the_scripts_used_last_are_held_and_never_more_than_the_budget() -> None:
    memory = bodies.ScriptCache()
    long = bodies.BUDGET // bodies.COST // 10
    for number in range(20):
        memory.keep((str(number) * long, ""), script())
        memory.get(("0" * long, ""))
        assert memory.bytes <= bodies.BUDGET
    assert memory.get(("0" * long, "")) is not None
    assert memory.get(("1" * long, "")) is None
