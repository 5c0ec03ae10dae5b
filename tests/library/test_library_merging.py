"""What two tabs changed goes together; only where both changed the same is a person asked."""

import json
from typing import Any

import pytest
from examples import examples
from hypothesis import given, strategies as st
from sheets import ids, script

import builder
from builder.game.script import Script
from builder.library.labels import difference
from builder.library.merge_scripts import merge, merge_orders, merge_texts

LEECH = {
    "id": "leech",
    "name": "Leech",
    "team": "demon",
    "ability": "Each night*, choose a player: they die.",
}


def with_leech(*others: Any, **changes: Any) -> Script:
    return script(LEECH | changes, *others)


#: Before, mine, theirs, and what becomes of them.
MERGES = {
    "both add at the end": "imp chef | imp chef monk | imp chef saint | imp chef saint monk",
    "one adds, one removes": "imp chef | imp chef monk | imp | imp monk",
    "both remove the same": "imp chef | imp | imp | imp",
    "both add the same": "imp | imp chef | chef imp | imp chef",
    "one moves, one adds": "imp chef monk | imp chef monk saint | monk imp chef | monk imp chef saint",
    "one moves and adds, one removes": "imp chef monk | imp monk | monk saint imp chef | monk saint imp",
    "each sorts another team": "imp po chef monk | imp po monk chef | po imp chef monk | po imp monk chef",
    "teams stand mixed": "imp chef po monk | imp monk po chef | po chef imp monk | po monk imp chef",
    "one sorts a team, one adds to it": "chef monk imp | monk chef imp | chef virgin monk imp | monk chef virgin imp",
    "both sort alike": "imp chef | chef imp | chef imp | chef imp",
    "one takes a double away": "imp imp chef | imp chef | imp imp chef monk | imp chef monk",
    "both replace one by another": "imp chef | imp monk | imp saint | imp saint monk",
}


@pytest.mark.parametrize("what", MERGES)
def test_two_changes_go_together_when(what: str) -> None:
    base, mine, theirs, both = (side.split() for side in MERGES[what].split("|"))
    merged = merge(script(*base), script(*mine), script(*theirs))
    assert merged.places == ()
    assert ids(merged.script) == both


def test_two_fields_of_one_character_go_together() -> None:
    merged = merge(with_leech(), with_leech(name="Big Leech"), with_leech(ability="You may drink."))
    assert merged.places == ()
    assert merged.script.entries[0].written == LEECH | {"name": "Big Leech", "ability": "You may drink."}


def test_two_abilities_of_one_character_are_asked_about() -> None:
    merged = merge(with_leech(), with_leech(ability="A"), with_leech(ability="B"))
    assert merged.places == ("Both changed the ability of “Leech”.",)
    assert merged.script.entries[0].written["ability"] == "A"


@pytest.mark.parametrize(
    ("mine", "theirs", "both"),
    [
        ("Wake the Leech. They point at a player.", "Wake the Leech. They point. Then sleep.", None),
        (
            "Quietly wake the Leech. They point.",
            "Wake the Leech. They nod.",
            "Quietly wake the Leech. They nod.",
        ),
        (
            "Wake the Leech. They point.\n\nMark it.",
            "Wake a Leech. They point.",
            "Wake a Leech. They point.\n\nMark it.",
        ),
        ("Wake the Leech. They nod.", "Wake the Leech. They glare.", None),
        ("Wake the old Leech. They point.", "Wake the old Leech. They nod.", "Wake the old Leech. They nod."),
        (
            "Wake the Leech. They point. Sl",
            "Wake the Leech. They point. Sleep.",
            "Wake the Leech. They point. Sleep.",
        ),
        ("Something else.", "Wake the Leech. They nod.", None),
    ],
)
def test_changes_at_separate_places_of_one_text_go_together(mine: str, theirs: str, both: str | None) -> None:
    base = "Wake the Leech. They point."
    sides = (with_leech(otherNightReminder=text) for text in (base, mine, theirs))
    merged = merge(*sides)
    assert bool(merged.places) == (both is None)
    assert both in (None, merged.script.entries[0].written["otherNightReminder"])


def test_two_paragraphs_of_one_list_go_together() -> None:
    base, mine, theirs = (
        beside(leech={"almanac": {"howToRun": paragraphs}})
        for paragraphs in (
            ["Wake it.", "Put it to sleep."],
            ["Wake it softly.", "Put it to sleep."],
            ["Wake it.", "Put it to sleep.", "Done."],
        )
    )
    merged = merge(base, mine, theirs)
    assert merged.places == ()
    page = merged.script.characters[0].page
    assert page.how_to_run == ("Wake it softly.", "Put it to sleep.", "Done.")


WORDS = st.lists(st.sampled_from(["a", "b", "c", "\n\n", "d."]), max_size=9).map(" ".join)


@given(WORDS, WORDS, WORDS)
def test_texts_go_together_whoever_saves_first_and_one_change_alone_is_taken(
    base: str, mine: str, theirs: str
) -> None:
    assert merge_texts(base, mine, theirs) == merge_texts(base, theirs, mine)
    assert merge_texts(base, mine, base) == mine
    assert merge_texts(base, mine, mine) == mine


def test_a_text_of_one_word_ten_thousand_times_is_not_compared() -> None:
    word = "a " * 10_000
    assert merge_texts(word + "b", "c " + word, "d " + word + "e") is None


def test_reminders_that_both_add_are_all_there() -> None:
    sides = (with_leech(reminders=list(words)) for words in (["Fed"], ["Fed", "Poisoned"], ["Full", "Fed"]))
    assert merge(*sides).script.entries[0].written["reminders"] == ["Full", "Fed", "Poisoned"]


def test_a_picture_for_good_and_evil_is_not_shuffled() -> None:
    sides = (with_leech(image=list(words)) for words in (["a"], ["b"], ["a", "c"]))
    assert merge(*sides).places == ("Both changed the image of “Leech”.",)


def test_a_character_removed_here_and_edited_there_is_asked_about() -> None:
    base, without, edited = with_leech("imp"), script("imp"), with_leech("imp", ability="B")
    assert merge(base, without, edited).places == ("“Leech” was changed while you removed it.",)
    assert merge(base, edited, without).places == ("“Leech” was removed while you changed it.",)


def test_one_moved_to_two_places_is_asked_about() -> None:
    sides = ([*"abcde"], [*"bcade"], [*"bcdea"])
    assert merge(*(script(*side) for side in sides)).places == ("Both changed the order of the script.",)


def test_two_orders_of_one_team_are_asked_about_and_mine_stands_there() -> None:
    sides = (
        ["imp", "chef", "monk", "virgin"],
        ["imp", "monk", "chef", "virgin"],
        ["imp", "chef", "virgin", "monk"],
    )
    merged = merge(*(script(*side) for side in sides))
    assert merged.places == ("Both changed the order of the Townsfolk of the script.",)
    assert ids(merged.script) == sides[1]


def beside(**extras: Any) -> Script:
    """A script whose file says more of its characters than the format has room for."""
    block = {"characters": extras} if extras else {}
    return script(LEECH, "imp", **({"clockwright": block} if block else {}))


def extras_of(merged: Script) -> Any:
    return (merged.written_meta or {}).get("clockwright", {}).get("characters")


def test_pages_of_two_characters_go_together() -> None:
    mine, theirs = beside(leech={"almanac": {"tip": "A"}}), beside(imp={"tags": ["once"]})
    merged = merge(beside(), mine, theirs)
    assert (merged.places, extras_of(merged.script)) == (
        (),
        {"leech": {"almanac": {"tip": "A"}}, "imp": {"tags": ["once"]}},
    )


def test_parts_of_one_page_go_together() -> None:
    base = beside(leech={"almanac": {"tip": "Old"}})
    mine = beside(leech={"almanac": {"tip": "Old", "overview": "A"}, "icon": {"emblem": "bat"}})
    theirs = beside(leech={"almanac": {"tip": "New"}, "icon": {"credit": "Me"}, "notes": "N"})
    merged = merge(base, mine, theirs)
    assert merged.places == ()
    assert extras_of(merged.script)["leech"] == {
        "almanac": {"tip": "New", "overview": "A"},
        "icon": {"emblem": "bat", "credit": "Me"},
        "notes": "N",
    }


def test_a_part_taken_out_here_and_another_put_in_there_go_together() -> None:
    base = beside(leech={"almanac": {"tip": "Old"}})
    theirs = beside(leech={"almanac": {"tip": "Old"}}, imp={"notes": "N"})
    for merged in (merge(base, beside(), theirs), merge(base, theirs, beside())):
        assert (merged.places, extras_of(merged.script)) == ((), {"imp": {"notes": "N"}})


def test_the_same_part_of_one_page_is_asked_about_by_the_characters_name() -> None:
    mine, theirs = beside(leech={"almanac": {"tip": "A"}}), beside(leech={"almanac": {"tip": "B"}})
    assert merge(beside(), mine, theirs).places == ("Both changed the tip of “Leech”.",)


def test_a_conflict_speaks_as_the_editor_does_and_of_nobody_by_an_id() -> None:
    def lamp(**changes: Any) -> Script:
        return script(LEECH | {"id": "lamp-lighter_bells", "name": "Lamp Lighter"} | changes, "imp")

    first, second = (lamp(firstNightReminder=words, flavor=words) for words in "AB")
    assert merge(lamp(), first, second).places == (
        "Both changed the first-night reminder of “Lamp Lighter”.",
        "Both changed the flavor text of “Lamp Lighter”.",
    )
    assert merge(script("fang-gu"), script(), script({"id": "fang_gu", "x": 1})).places == (
        "“Fang Gu” was changed while you removed it.",
    )


def test_who_got_another_id_is_not_called_removed() -> None:
    base, renamed = with_leech("imp"), with_leech("imp", id="leech_own")
    edited = with_leech("imp", ability="B")
    assert merge(base, edited, renamed).places == ("“Leech” got another id while you changed it.",)
    assert merge(base, renamed, edited).places == ("“Leech” was changed while you gave it another id.",)
    renamed_and_edited = with_leech("imp", id="leech_own", name="Big Leech")
    assert merge(base, with_leech("imp", flavor="B"), renamed_and_edited).places == (
        "“Leech” got another id while you changed it.",
    )


def test_a_page_written_while_its_character_gets_another_id_is_asked_about() -> None:
    base, theirs = beside(), beside(leech={"almanac": {"tip": "B"}})
    mine = script(LEECH | {"id": "leech_own"}, "imp")
    told = ("The almanac page, icon or notes of “Leech” were changed, and it was removed or got another ID.",)
    assert merge(base, mine, theirs).places == merge(base, theirs, mine).places == told


def test_name_here_and_author_there_go_together() -> None:
    merged = merge(script(), script(name="New"), script(author="Ada"))
    assert merged.places == ()
    assert (merged.script.name, merged.script.meta.author) == ("New", "Ada")


def test_own_rules_of_both_are_kept() -> None:
    merged = merge(
        script(bootlegger=["One."]),
        script(bootlegger=["One.", "Mine."]),
        script(bootlegger=["Theirs.", "One."]),
    )
    assert merged.places == ()
    assert merged.script.meta.bootlegger == ("Theirs.", "One.", "Mine.")


def test_one_rule_worded_in_two_ways_is_asked_about() -> None:
    merged = merge(script(bootlegger=["One."]), script(bootlegger=["Once."]), script(bootlegger=["Twice."]))
    assert merged.places == ("Both changed the rules of the script.",)
    assert merged.script.meta.bootlegger == ("Once.",)


def test_findings_set_aside_in_two_tabs_both_stay_so() -> None:
    one, two = {"code": "a", "note": ""}, {"code": "b", "note": ""}
    merged = merge(
        script(), script(clockwright={"dismissed": [one]}), script(clockwright={"dismissed": [two]})
    )
    assert merged.places == ()
    assert sorted(
        each["code"] for each in (merged.script.written_meta or {})["clockwright"]["dismissed"]
    ) == ["a", "b"]


def test_a_night_order_moved_in_two_ways_is_asked_about() -> None:
    sides = ([*"abcde"], [*"bcade"], [*"bcdea"])
    merged = merge(*(script(firstNight=side) for side in sides))
    assert merged.places == ("Both changed the order of the first night of the script.",)


def night(*order: str) -> Script:
    return script("imp", "monk", "poisoner", **({"firstNight": list(order)} if order else {}))


def test_two_night_orders_where_none_was_are_asked_about() -> None:
    mine, theirs = night("dusk", "monk", "poisoner", "dawn"), night("dusk", "poisoner", "monk", "dawn")
    told = ("Both changed the order of the first night of the script.",)
    assert merge(night(), mine, theirs).places == merge(night(), theirs, mine).places == told
    assert (merge(night(), mine, theirs).script.written_meta or {})["firstNight"][1] == "monk"


def test_two_different_moves_in_a_night_order_are_asked_about() -> None:
    merged = merge(night(*"abcd"), night(*"bacd"), night(*"abdc"))
    assert merged.places == ("Both changed the order of the first night of the script.",)


def test_a_night_order_that_one_changed_or_both_alike_is_taken() -> None:
    for sides in (
        (night(), night(*"ba"), night()),
        (night(), night(), night(*"ba")),
        (night(), night(*"ba"), night(*"ba")),
        (night(*"ab"), night(*"ba"), night(*"ab")),
        (night(*"ab"), night(*"ba"), night(*"ba")),
    ):
        merged = merge(*sides)
        assert merged.places == ()
        assert (merged.script.written_meta or {})["firstNight"] == ["b", "a"]


def test_a_night_order_goes_with_somebody_added_to_it_elsewhere() -> None:
    merged = merge(night(*"abc"), night(*"bac"), night(*"abxc"))
    assert merged.places == ()
    assert (merged.script.written_meta or {})["firstNight"] == [*"bxac"]


def test_every_meta_stays() -> None:
    twice = [{"id": "_meta", "name": "One"}, "imp", {"id": "_meta", "name": "Two"}]
    base = builder.parse(json.dumps(twice))
    mine, theirs = builder.parse(json.dumps([*twice, "chef"])), builder.parse(json.dumps(["monk", *twice]))
    merged = merge(base, mine, theirs)
    assert [meta["name"] for _, meta in merged.script.metas] == ["One", "Two"]
    assert sorted(ids(merged.script)) == ["chef", "imp", "monk"]


@pytest.mark.full
def test_a_very_long_list_is_merged_at_once() -> None:
    many = [f"x{number}" for number in range(1900)]
    merged = merge(script(*many), script(*many[::-1]), script(*many, "imp"))
    assert merged.places == ()
    assert len(merged.script.entries) == 1901


NAMES = st.lists(st.sampled_from("abcdefgh"), unique=True)


@pytest.mark.full
@given(NAMES, NAMES, NAMES)
@examples(60)
def test_nothing_of_either_side_is_lost(base: list[str], mine: list[str], theirs: list[str]) -> None:
    merged = merge(*(script("imp", *side) for side in (base, mine, theirs)))
    there = set(ids(merged.script)) - {"imp"}
    gone = set(base) - (set(mine) & set(theirs))
    assert there == (set(mine) | set(theirs)) - gone
    mirrored = merge(*(script("imp", *side) for side in (base, theirs, mine)))
    assert set(ids(mirrored.script)) == set(ids(merged.script))
    assert bool(mirrored.places) == bool(merged.places)


@pytest.mark.full
@given(NAMES, NAMES)
@examples(60)
def test_what_only_one_side_changed_is_taken_exactly(base: list[str], changed: list[str]) -> None:
    for mine, theirs in ((base, changed), (changed, base), (changed, changed)):
        order, is_contested = merge_orders(base, mine, theirs, set(changed))
        assert order == changed
        assert not is_contested


@pytest.mark.full
@given(st.permutations("abcde"), st.permutations("abcde"))
@examples(60)
def test_orders_of_both_are_never_mixed(mine: list[str], theirs: list[str]) -> None:
    merged = merge(script(*"abcde"), script(*mine), script(*theirs))
    is_asked = mine != theirs and [*"abcde"] not in (mine, theirs)
    assert bool(merged.places) == is_asked
    assert ids(merged.script) == (theirs if mine == [*"abcde"] else mine)


FIELDS = st.dictionaries(
    st.sampled_from(["name", "ability", "flavor", "team"]), st.sampled_from(["", "a", "b"])
)


@pytest.mark.full
@given(FIELDS, FIELDS, FIELDS)
@examples(60)
def test_each_field_is_what_the_one_who_changed_it_made_of_it(
    base: dict[str, str], mine: dict[str, str], theirs: dict[str, str]
) -> None:
    sides = [each | {"id": "own"} for each in (base, mine, theirs)]
    merged = merge(*(script("imp", side) for side in sides))
    found = merged.script.entries[1].written
    for field in ("name", "ability", "flavor", "team"):
        before, ours, others = (side.get(field) for side in sides)
        if ours != before != others and ours != others:
            assert merged.places
        else:
            assert found.get(field) == (others if ours == before else ours)


CHANGES = {
    "+ Monk": (["imp"], ["imp", "monk"]),
    "− Imp": (["imp", "monk"], ["monk"]),
    "+ Chef, − Imp": (["imp", "monk"], ["chef", "monk"]),
    "Imp moved": (["imp", "monk", "chef"], ["monk", "chef", "imp"]),
    "Chef moved": (["imp", "monk", "chef"], ["chef", "imp", "monk"]),
    "order changed": (["imp", "monk", "chef", "saint"], ["saint", "chef", "monk", "imp"]),
    "+ Imp": (["imp"], ["imp", "imp"]),
    "": (["imp"], ["imp"]),
}


@pytest.mark.parametrize("words", CHANGES)
def test_a_change_is_told_in_words(words: str) -> None:
    before, after = CHANGES[words]
    assert difference(script(*before), script(*after)) == words


def test_a_long_change_is_counted() -> None:
    after = script("imp", *(f"somebody{number}" for number in range(9)), name="Other")
    assert difference(script("imp"), after).endswith("+ somebody5, 4 more")


def test_a_change_of_words_names_the_field() -> None:
    changed = with_leech("imp", name="Big Leech")
    assert difference(with_leech("imp"), changed) == "Big Leech changed"
    assert difference(script(), script(bootlegger=["x"], author="Ada")) == "author changed, rules changed"


def test_a_very_long_list_is_compared_at_once() -> None:
    many = ["imp"] * 1900
    assert difference(script(*many), script(*many, "chef")) == "+ Chef"


def test_another_id_is_told_as_that() -> None:
    def tide(identifier: str) -> dict[str, str]:
        return {"id": identifier, "name": "Tide Reader", "team": "townsfolk", "ability": "You read."}

    assert (
        difference(script("imp", tide("tide_a")), script("imp", tide("tide_b")))
        == "Tide Reader has another id"
    )
    twice = script(tide("tide_a"), tide("tide_b"))
    assert difference(twice, script(tide("tide_c"))) == "+ Tide Reader, − Tide Reader, − Tide Reader"
