"""Whatever somebody hands over: one clear refusal, or a script that comes back whole from its own export."""

import json
from typing import Any

import pytest
from examples import examples
from hypothesis import HealthCheck, given, strategies as st
from mended_entries import mended

import builder
from builder import catalogue, formats
from builder.errors import UnreadableScriptError
from builder.formats import official
from builder.formats.official.lenient_json import Reader
from builder.formats.official.schema import rule
from builder.game.script import Script

pytestmark = pytest.mark.full

TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=60)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-5, 300)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=8,
)
LONG = st.integers(0, 520).map(lambda number: "x" * number)
FIELDS = sorted({*rule("character")["properties"], *rule("meta")["properties"], "attribution", "clockwright"})
TYPICAL = st.sampled_from(
    [
        "imp",
        "Imp",
        "baron",
        "fang_gu",
        "_meta",
        "own",
        "traveler",
        "Demon",
        "townsfolk",
        "jinxes",
        "12",
        "",
        "true",
        1,
        0,
        True,
    ]
)
JINX = st.fixed_dictionaries({}, optional={"id": TYPICAL | LONG, "reason": TYPICAL | LONG, "more": SCALARS})
SPECIAL = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["vote", "Vote", "x"]),
        "name": st.just("card"),
        "value": SCALARS | LONG,
    },
)
FIELD_VALUES = TYPICAL | VALUES | LONG | st.lists(TYPICAL | LONG | JINX | SPECIAL, max_size=25)
PUT = st.dictionaries(st.sampled_from(FIELDS), FIELD_VALUES, max_size=3)
EXTRAS = st.fixed_dictionaries(
    {},
    optional={
        "put": PUT | SCALARS,
        "absent": st.lists(st.sampled_from(FIELDS) | SCALARS, max_size=3) | SCALARS,
        "at": st.integers(-2, 6) | SCALARS,
        "id": TYPICAL,
    },
)


def objects(blocks: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Objects that look like characters and `_meta`, more or less."""
    plain = st.dictionaries(st.sampled_from(FIELDS) | TEXTS, FIELD_VALUES, max_size=5)
    named = st.fixed_dictionaries(
        {"id": TYPICAL | TEXTS},
        optional={"name": TYPICAL | LONG, "team": TYPICAL, "ability": TYPICAL | LONG, "attribution": VALUES},
    )
    meta = st.fixed_dictionaries(
        {"id": st.just("_meta")},
        optional={
            "name": TYPICAL | LONG, "team": st.just("demon"), "ability": LONG, "firstNight": FIELD_VALUES,
            "hideTitle": TYPICAL, "clockwright": blocks | VALUES,
        },
    )  # fmt: skip
    return plain | named | meta | st.builds(lambda first, second: first | second, named, plain)


BLOCKS = st.fixed_dictionaries(
    {"format": st.sampled_from([1, 1, 1, True, 2])},
    optional={
        "added": st.booleans() | SCALARS,
        "meta": EXTRAS | SCALARS,
        "entries": st.lists(EXTRAS | SCALARS, max_size=3) | SCALARS,
        "left_out": st.lists(
            st.fixed_dictionaries(
                {"at": st.integers(-2, 9) | SCALARS}, optional={"entry": VALUES | objects(VALUES)}
            ),
            max_size=3,
        )
        | SCALARS,
        "kept": VALUES | st.just({"format": 1, "added": True}),
        "more": VALUES,
    },
)
SCRIPTS = st.lists(TYPICAL | TEXTS | VALUES | objects(BLOCKS), min_size=1, max_size=9)


def read(source: bytes | str) -> Script | None:
    """A script, or None after a refusal that says something."""
    refusal = ""
    try:
        return formats.read(source)
    except UnreadableScriptError as error:
        refusal = str(error)
    assert refusal.strip()
    return None


def as_json(script: Script) -> str:
    """Everything about a script, types included (1, 1.0 and true are equal in Python), other spellings mended."""
    return json.dumps([list(map(mended, script.written())), script.meta_position], sort_keys=True)


@examples(100, suppress_health_check=list(HealthCheck))
@given(SCRIPTS)
def test_a_script_comes_back_whole_from_its_own_export(value: list[Any]) -> None:
    script = read(json.dumps(value))
    if script is None:
        return
    exported = formats.write(script)
    again = formats.read(exported)
    assert as_json(again) == as_json(script)
    assert json.loads(formats.write(again)) == json.loads(exported)


@examples(100, suppress_health_check=list(HealthCheck))
@given(SCRIPTS)
def test_an_export_is_clean_but_for_counts_and_long_ids(value: list[Any]) -> None:
    script = read(json.dumps(value))
    if script is None:
        return
    exported = json.loads(formats.write(script))
    for problem in official.format_problems(exported):
        whole_script = problem.path == "$" and problem.code in {"too-few", "too-many"}
        long_id = problem.code == "too-long" and str(problem.path).partition("]")[2] in {"", ".id"}
        assert whole_script or long_id, problem


@examples(80)
@given(
    st.binary(max_size=300) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass"))
)
def test_bytes_are_read_or_refused(source: bytes) -> None:
    script = read(source)
    if script is not None:
        assert as_json(formats.read(formats.write(script))) == as_json(script)


@examples(80, suppress_health_check=list(HealthCheck))
@given(VALUES | SCRIPTS | objects(BLOCKS))
def test_every_json_value_is_checked_or_refused(value: object) -> None:
    script = read(json.dumps(value, indent=1))
    if script is None:
        return
    for problem in builder.problems(catalogue.resolve(script)):
        assert problem.message.strip()
        assert problem.path is None or problem.path.startswith("$")


@examples(80)
@given(VALUES, st.sampled_from([{"indent": 3}, {"indent": 0, "ensure_ascii": False}, {}]))
def test_the_patient_reader_reads_all_json_as_json_does(value: object, style: dict[str, Any]) -> None:
    text = json.dumps(value, **style)
    reader = Reader(text)
    assert reader.read() == value
    assert reader.remarks == {}


BROKEN = [
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    '"',
    "'",
    "“",
    "”",
    "//",
    "/*",
    "*/",
    "\\",
    "\n",
    " ",
    "\ufeff",
    "\x00",
]
BROKEN += ["imp", '"imp"', "'baron'", "id", '"id"', "None", "True", "null", "\\u00e9", "\\ud800"]
BROKEN += ["12", "-", "0x1", "1e999", "NaN", ".5", "007"]


@examples(200)
@given(st.lists(st.sampled_from(BROKEN), max_size=25).map("".join))
def test_broken_json_is_read_or_refused(text: str) -> None:
    script = read(text)
    if script is None:
        return
    builder.problems(script)
    assert as_json(formats.read(formats.write(script))) == as_json(script)
