"""Whatever is asked of whatever script: it is done and can be opened again, or a sentence says why not."""

import json
from typing import Any

import pytest
from examples import examples
from hypothesis import assume, given, strategies as st
from mended_entries import mended

import builder
from builder import editing
from builder.editing import EditError, fields
from builder.formats.official import schema
from builder.game.script import Script

pytestmark = pytest.mark.full

ODD = st.sampled_from(
    [
        "",
        "on",
        "12",
        "12,5",
        "abc",
        "imp",
        "Imp",
        "own_1",
        "townsfolk",
        "_meta",
        "1e999",
        "NaN",
        "auto",
        "x" * 700,
    ]
)
#: What a file can hold, and what a page or a program can send.
TEXTS = st.text(st.characters(codec="utf-8"), max_size=40) | ODD
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**15), 10**15)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS
)
WILD = SCALARS | st.text(max_size=40) | st.floats() | st.integers()


def nested(scalars: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
        max_leaves=8,
    )


VALUES, SENT = nested(SCALARS), nested(WILD)
FEATURE = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["vote", "signal", "", 7]),
        "name": st.sampled_from(["hidden", "card", "multiplier", ""]),
        "value": SCALARS,
        "time": st.sampled_from(["night", "", "noon"]),
        "global": SCALARS,
    },
)
JINX = st.fixed_dictionaries({}, optional={"id": ODD | TEXTS, "reason": SCALARS})
TOLD = st.dictionaries(
    st.sampled_from([*fields.FIELDS, "special.0.type", "special.0.name", "special.0.value"]),
    SENT | st.lists(FEATURE, max_size=3) | st.lists(TEXTS, max_size=30),
    max_size=6,
)
ENTRY = st.sampled_from(["imp", "chef", "nobody_knows", {"id": "baron"}, {"id": "imp", "jinxes": []}]) | (
    st.fixed_dictionaries(
        {
            "id": st.sampled_from(["own_1", "own_2", "Own 1"]),
            "team": st.sampled_from(["demon", "minion", "traveler", "x"]),
        },
        optional={
            "name": SCALARS,
            "ability": SCALARS,
            "jinxes": st.lists(JINX | SCALARS, max_size=3) | SCALARS,
            "firstNight": SCALARS,
            "reminders": VALUES,
            "attribution": SCALARS,
            "special": st.lists(FEATURE, max_size=2) | SCALARS,
        },
    )
)
OURS = st.fixed_dictionaries(
    {},
    optional={
        "characters": st.dictionaries(
            st.sampled_from(["own_1", "own_1 (2)", "imp", "gone"]), VALUES, max_size=3
        )
        | SCALARS,
        "dismissed": VALUES,
        "almanac": SCALARS,
    },
)
META = st.fixed_dictionaries(
    {"id": st.just("_meta"), "name": TEXTS},
    optional={"clockwright": OURS | SCALARS, "firstNight": st.lists(ODD, max_size=3) | SCALARS},
)
WHO = st.tuples(st.integers(-1, 5), st.sampled_from(["own_1", "own_2", "imp", "chef", "gone"])).map(list)
OPS = st.one_of(
    st.builds(lambda who, told: {"op": "character", "who": who, **told}, WHO, TOLD),
    st.builds(lambda told: {"op": "new-character", "team": "demon", "name": "Lamp", **told}, TOLD),
    st.builds(
        lambda who, other, why: {"op": "jinx", "who": who, "with": other, "reason": why},
        WHO,
        ODD | WILD,
        SENT,
    ),
    st.builds(lambda name, own: {"op": "variant", "id": name, "own": own}, ODD | WILD, SENT),
    st.builds(lambda who: {"op": "duplicate", "who": who}, WHO | SENT),
    st.builds(lambda who, on: {"op": "export", "who": who, "on": on}, st.lists(WHO, max_size=3) | SENT, SENT),
    st.builds(lambda who: {"op": "drop", "who": who}, st.lists(WHO, max_size=3)),
    st.builds(lambda who, by: {"op": "move", "who": who, "before": by}, WHO, WHO),
)


def asked(script: Script, op: Any) -> tuple[str, Script]:
    """What the author hears, and the script afterwards."""
    try:
        change = editing.change(script, op)
    except EditError as error:
        return str(error), script
    assert bool(change.label) or change.script == script
    return change.say, change.script


def faults(script: Script) -> set[str]:
    """What the official schema has against the export."""
    return {fault.kind for fault in schema.faults(json.loads(builder.dump(script)))}


@examples(60)
@given(meta=META, entries=st.lists(ENTRY, min_size=1, max_size=5), ops=st.lists(OPS, min_size=1, max_size=4))
def test_any_op_on_any_script_is_done_or_refused_in_a_sentence(
    meta: Any, entries: list[Any], ops: list[Any]
) -> None:
    script = builder.parse(json.dumps([meta, *entries]))
    for op in ops:
        said, changed = asked(script, op)
        assert said.endswith(".") or changed == script
        again = builder.parse(builder.dump(changed))
        assert list(map(mended, again.written())) == list(map(mended, changed.written()))
        assert faults(changed) <= faults(script) | {"too-few"}
        script = changed


@examples(30)
@given(meta=META, entries=st.lists(ENTRY, min_size=1, max_size=4))
def test_a_form_sent_back_as_it_was_shown_changes_nothing(meta: Any, entries: list[Any]) -> None:
    script = builder.parse(json.dumps([meta, *entries]))
    assume(any(entry.is_custom for entry in script.entries))
    for place, entry in enumerate(script.entries):
        if not entry.is_custom or entry.character is None:
            continue
        op = {"op": "character", "who": [place, entry.id], **fields.texts(script, place)}
        assert editing.change(script, op).label == ""
