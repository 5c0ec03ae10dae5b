"""What is changed on the almanac desk: texts, play guide, credits, the address of the published set."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

import builder
from builder import editing
from builder.editing import EditError
from builder.editing.script_ops import FRONT
from builder.formats import links
from builder.game.script import Script

OPS = ("front", "front-add", "play-guide", "credits", "base-url")


@pytest.fixture
def owls() -> Script:
    almanac = {
        "format": 1,
        "synopsis": "Night falls.",
        "playGuide": ["First.", "Second."],
        "credits": [{"name": "Ann", "roles": ["icons"]}, "Bob"],
    }
    meta = {
        "id": "_meta",
        "name": "Owls",
        "clockwright": {"almanac": almanac, "characters": {"owl": {"notes": "x"}}},
    }
    return parsed([meta, {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": "You hear."}, "imp"])


def parsed(entries: list[Any]) -> Script:
    return builder.parse(json.dumps(entries))


def do(script: Script, op: str, **fields: Any) -> Script:
    return editing.change(script, {"op": op, **fields}).script


@pytest.mark.parametrize("field", FRONT)
def test_every_text_is_written_read_again_and_taken_out(owls: Script, field: str) -> None:
    written = do(owls, "front", **{field: "  Who *goes* there?\r\n\r\nNobody.  "})
    again = builder.parse(builder.dump(written))
    assert "Who *goes* there?\n\nNobody." in repr(again.almanac).replace("\\n", "\n")
    gone = do(written, "front", **{field: " "})
    assert field not in gone.written_meta["clockwright"]["almanac"]


def test_what_else_stands_in_the_almanac_stays(owls: Script) -> None:
    changed = do(owls, "front", overview="Owls watch.")
    block = changed.written_meta["clockwright"]
    assert block["almanac"]["format"] == 1
    assert block["almanac"]["synopsis"] == "Night falls."
    assert block["characters"] == {"owl": {"notes": "x"}}


def test_a_script_without_meta_gets_one() -> None:
    changed = do(parsed(["imp", "monk"]), "front", synopsis="Dark.")
    assert changed.almanac.synopsis == "Dark."
    assert builder.parse(builder.dump(changed)).almanac.synopsis == "Dark."


def test_the_same_text_is_no_change(owls: Script) -> None:
    assert editing.change(owls, {"op": "front", "synopsis": " Night falls.\n"}).label == ""


def test_a_text_too_long_for_any_page_is_refused_with_its_length(owls: Script) -> None:
    with pytest.raises(EditError, match=r"Synopsis has 50,001 characters"):
        do(owls, "front", synopsis="a" * 50_001)


def test_a_changelog_draft_goes_above_and_a_credit_below(owls: Script) -> None:
    script = do(owls, "front", changelog="Old news.", iconCredits="Ann.")
    script = do(script, "front-add", field="changelog", text="New news.")
    script = do(script, "front-add", field="iconCredits", text="Bob.")
    assert script.almanac.changelog == "New news.\n\nOld news."
    assert script.almanac.icon_credits == "Ann.\n\nBob."


def test_the_parts_of_the_play_guide_come_as_a_form_sends_them(owls: Script) -> None:
    fields = {"part.1": "One.", "part.2": " ", "part.10": "Ten.", "part.3": "Three."}
    assert do(owls, "play-guide", **fields).almanac.play_guide == ("One.", "Three.", "Ten.")


@pytest.mark.parametrize(
    ("move", "order"),
    [
        ("2 -1", ("b", "a", "c")),
        ("1 1", ("b", "a", "c")),
        ("1 -1", ("a", "b", "c")),
        ("9 1", ("a", "b", "c")),
    ],
)
def test_a_part_is_moved_by_its_button(owls: Script, move: str, order: tuple[str, ...]) -> None:
    moved = do(owls, "play-guide", parts=["a", "b", "c"], move=move)
    assert moved.almanac.play_guide == order


def test_credits_come_as_a_form_sends_them(owls: Script) -> None:
    changed = do(
        owls, "credits", **{"name.1": " Ann  Lee ", "roles.1": "icons, , words", "name.2": "", "roles.2": "x"}
    )
    (ann,) = changed.almanac.credits
    assert (ann.name, ann.roles) == ("Ann Lee", ("icons", "words"))


def test_credits_come_as_json(owls: Script) -> None:
    changed = do(owls, "credits", credits=[{"name": "Cy"}, {"name": "Di", "roles": ["a, b"]}])
    assert [(each.name, each.roles) for each in changed.almanac.credits] == [("Cy", ()), ("Di", ("a, b",))]


def test_an_address_is_set_kept_and_taken_out(owls: Script) -> None:
    set_ = do(owls, "base-url", url="https://example.org/owls/")
    assert links.base_url(builder.parse(builder.dump(set_))) == "https://example.org/owls"
    assert links.base_url(do(set_, "base-url", url="")) == ""
    with pytest.raises(EditError, match="full web address"):
        do(owls, "base-url", url="example")


def test_what_somebody_else_keeps_under_our_name_is_not_lost() -> None:
    script = parsed([{"id": "_meta", "name": "Owls", "clockwright": "a note"}, "imp"])
    assert do(script, "front", synopsis="Dark.").written_meta["clockwright"]["foreign"] == "a note"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from(
    [*FRONT, "parts", "credits", "part.1", "name.1", "roles.1", "move", "field", "text", "url"]
)


@given(st.sampled_from(OPS), st.dictionaries(NAMES, JSON, max_size=4))
def test_any_op_changes_the_script_or_says_why_not(name: str, fields: dict[str, Any]) -> None:
    script = parsed([{"id": "_meta", "name": "Owls"}, "imp", "monk"])
    try:
        changed = editing.change(script, {"op": name, **fields}).script
    except EditError:
        return
    assert builder.parse(builder.dump(changed)).almanac == changed.almanac


def test_keywords_come_as_rows_of_a_form_or_as_json() -> None:
    start = builder.parse('[{"id": "_meta", "name": "Rust"}, "imp"]')
    rows = {
        "term.1": " tarnished ",
        "also.1": "tarnish, ,rust",
        "text.1": "No\nvote.",
        "term.2": "",
        "text.2": "x",
    }
    wanted = [{"term": "tarnished", "also": ["tarnish", "rust"], "text": "No vote."}]
    for sent in (rows, {"keywords": wanted}):
        change = editing.change(start, {"op": "keywords", **sent})
        assert (change.label, change.say) == ("Keywords", "Keywords changed.")
        assert change.script.written()[0]["clockwright"] == {"keywords": wanted}
        assert editing.change(change.script, {"op": "keywords", **sent}).label == ""
    again = editing.change(
        change.script, {"op": "keywords", "keywords": [{"term": "ash"}, *wanted], "move": "1 1"}
    )
    assert [each["term"] for each in again.script.written()[0]["clockwright"]["keywords"]] == [
        "tarnished",
        "ash",
    ]
    assert (
        "clockwright"
        not in editing.change(again.script, {"op": "keywords", "term.1": ""}).script.written()[0]
    )


@pytest.mark.parametrize(
    "given",
    [["x"], "x", [{"term": "x" * 81}], [{"term": "x", "text": "y" * 2001}], [{"term": "x", "also": 3}]],
)
def test_keywords_that_cannot_be_read_are_refused_in_words(given: object) -> None:
    with pytest.raises(EditError, match=r"[Kk]eyword"):
        editing.change(builder.parse('["imp"]'), {"op": "keywords", "keywords": given})
