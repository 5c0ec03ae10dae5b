"""Find and replace over a set: what is found, how it is shown, what one change makes of it."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

import builder
from builder import editing
from builder.answers import wording
from builder.game.script import Script
from builder.wording import replacing
from builder.wording.replacing import Wanted, Where

OWL: dict[str, Any] = {
    "id": "owl_own",
    "name": "Ghost Owl",
    "team": "townsfolk",
    "ability": "Each night, choose a player: if a ghost, they wake. Ghosts don't. GHOST!",
    "otherNightReminder": "The Owl points. If it is a ghost, wake them.",
    "reminders": ["Ghost", "Ghost", "Ghostly"],
    "jinxes": [{"id": "imp", "reason": "No ghost Imps."}],
}
META: dict[str, Any] = {
    "id": "_meta",
    "name": "Ghosts",
    "bootlegger": ["A ghost may vote."],
    "clockwright": {
        "almanac": {
            "synopsis": "A ghost story.",
            "changelog": "Added a ghost.",
            "playGuide": ["Beware: ghost"],
        },
        "characters": {
            "owl_own": {"almanac": {"rules": ["A ghost is dead.", "It hoots."]}, "notes": "my ghost note"},
            "imp": {"almanac": {"tip": "Be a ghost."}},
        },
    },
}


def script(*entries: object) -> Script:
    return builder.parse(json.dumps([META, OWL, "imp", *entries]))


def test_every_text_but_notes_and_changelog_is_searched() -> None:
    found = replacing.hits(script(), Wanted("ghost", "spirit"))
    assert [(hit.name, hit.source.field) for hit in found] == [
        ("", "bootlegger"),
        ("", "synopsis"),
        ("", "playGuide"),
        ("Ghost Owl", "name"),
        *[("Ghost Owl", "ability")] * 3,
        ("Ghost Owl", "otherNightReminder"),
        *[("Ghost Owl", "reminders")] * 2,
        ("Ghost Owl", "jinxes"),
        ("Ghost Owl", "rules"),
        ("Imp", "tip"),
    ]


def test_one_change_replaces_all_in_the_capitals_of_each_hit_and_keeps_the_rest() -> None:
    before = script()
    after = wording.replaced(before, replacing.hits(before, Wanted("ghost", "spirit")))
    meta, owl, imp = after.written()
    assert owl == OWL | {
        "name": "Spirit Owl",
        "ability": "Each night, choose a player: if a spirit, they wake. Spirits don't. SPIRIT!",
        "otherNightReminder": "The Owl points. If it is a spirit, wake them.",
        "reminders": ["Spirit", "Spirit", "Spiritly"],
        "jinxes": [{"id": "imp", "reason": "No spirit Imps."}],
    }
    ours = meta["clockwright"]
    assert meta["bootlegger"] == ["A spirit may vote."]
    assert ours["almanac"] == {
        "synopsis": "A spirit story.",
        "changelog": "Added a ghost.",
        "playGuide": ["Beware: spirit"],
    }
    assert ours["characters"]["owl_own"] == {
        "almanac": {"rules": ["A spirit is dead.", "It hoots."]},
        "notes": "my ghost note",
    }
    assert ours["characters"]["imp"] == {"almanac": {"tip": "Be a spirit."}}
    assert imp == "imp"


def test_a_hit_is_shown_in_its_sentence() -> None:
    hit = replacing.hits(script(), Wanted("Ghosts", "Bats", match_case=True))[0]
    assert (hit.before, hit.found, hit.instead, hit.after) == ("", "Ghosts", "Bats", " don't.")
    long = {**OWL, "ability": f"{'a ' * 200}ghost{' b' * 200}"}
    hit = replacing.hits(
        builder.parse(json.dumps([long])), Wanted("ghost", where=frozenset({Where.ABILITIES}))
    )[0]
    assert (hit.before[0], hit.after[-1]) == ("…", "…")
    assert max(len(hit.before), len(hit.after)) <= replacing.AROUND + 1


@pytest.mark.parametrize(
    ("wanted", "ability"),
    [
        (Wanted("ghost", "bat", whole_words=True), "if a bat, they wake. Ghosts don't. BAT!"),
        (Wanted("ghost", "bat", match_case=True), "if a bat, they wake. Ghosts don't. GHOST!"),
        (Wanted("Ghosts", "Two bats"), "if a ghost, they wake. Two bats don't. GHOST!"),
        (Wanted(" GHOST!", ""), "if a ghost, they wake. Ghosts don't."),
        (Wanted("[.*", "bat"), "if a ghost, they wake. Ghosts don't. GHOST!"),
    ],
)
def test_words_and_capitals_are_as_wanted(wanted: Wanted, ability: str) -> None:
    before = script()
    after = wording.replaced(before, replacing.hits(before, wanted))
    assert after.characters[0].ability == f"Each night, choose a player: {ability}"


def test_texts_that_are_not_chosen_stay() -> None:
    before = script()
    found = replacing.hits(before, Wanted("ghost", "bat", where=frozenset({Where.TOKENS})))
    after = wording.replaced(before, found[:1])
    assert after.characters[0].reminders == ("bat".title(), "Bat", "Ghostly")
    assert after.characters[0].ability == OWL["ability"]


def test_a_reminder_that_becomes_empty_is_no_token_any_more() -> None:
    before = script()
    found = replacing.hits(before, Wanted("Ghost", "", whole_words=True, where=frozenset({Where.TOKENS})))
    assert wording.replaced(before, found).characters[0].reminders == ("Ghostly",)


def test_a_character_keeps_a_name() -> None:
    before = script()
    with pytest.raises(editing.EditError, match="needs a name"):
        wording.replaced(before, replacing.hits(before, Wanted("Ghost Owl", "")))


@pytest.mark.parametrize("find", ["", "  ", "x" * 501])
def test_nothing_to_look_for_is_said(find: str) -> None:
    with pytest.raises(editing.EditError):
        replacing.hits(script(), Wanted(find))


def test_far_too_many_hits_are_refused_in_words() -> None:
    many = OWL | {"ability": "a" * (replacing.MOST + 1)}
    with pytest.raises(editing.EditError, match="something longer"):
        replacing.hits(builder.parse(json.dumps([many])), Wanted("a"))


@given(
    st.text(alphabet="aAbß. \n[", min_size=1, max_size=30),
    st.text(alphabet="aAb", min_size=1, max_size=3),
    st.booleans(),
)
def test_with_the_same_capitals_one_change_does_what_replacing_letters_does(
    ability: str, find: str, everywhere: bool
) -> None:
    before = builder.parse(json.dumps([{**OWL, "ability": ability}]))
    where = frozenset(Where) if everywhere else frozenset({Where.ABILITIES})
    found = replacing.hits(before, Wanted(find, "x", match_case=True, where=where))
    after = wording.replaced(before, found)
    assert after.characters[0].ability.strip() == ability.replace(find, "x").strip()


def test_all_forms_of_a_keyword_and_its_meaning_are_replaced() -> None:
    words = [{"term": "ghost", "also": ["ghosts", "ghostly"], "text": "A ghost is dead.", "x": "ghost"}]
    before = builder.parse(
        json.dumps([{"id": "_meta", "name": "x", "clockwright": {"keywords": words}}, "imp"])
    )
    after = wording.replaced(before, replacing.hits(before, Wanted("ghost", "bat", whole_words=False)))
    assert after.written()[0]["clockwright"]["keywords"] == [
        {"term": "bat", "also": ["bats", "batly"], "text": "A bat is dead.", "x": "ghost"}
    ]


def test_the_history_says_what_was_replaced_by_what() -> None:
    op = replacing.op(replacing.hits(script(), Wanted("Ghost Owl", "Spirit Owl")))
    change = editing.change(script(), op or {})
    assert change.label == "“Ghost Owl” replaced with “Spirit Owl”: Ghost Owl"
    assert change.say.startswith(change.label)
