import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import toolmaker_site
from syncing import SHARED, bring, changed, in_folder
from toolmaker_site import jinxes, nights, role, roles, served, webp

import builder
from builder import catalogue, emblems
from builder.errors import SyncError
from builder.game.sorting import sort_characters
from builder.official import edition, sync


def test_without_a_sync_the_words_are_ours() -> None:
    wording = catalogue.wording()
    assert (wording.is_official, wording.label) == (False, "Clockwright's own wording")
    assert catalogue.find("lamplighter") is None
    assert catalogue.art("imp") == ()
    assert len(catalogue.keys()) == 181


def test_a_sync_from_a_site_shows_its_words_everywhere() -> None:
    before = catalogue.find("imp")
    with served() as site:
        synced = bring(site)
    imp = catalogue.find("Imp")
    assert imp is not None
    assert before is not None
    assert imp.ability == "Each night*, snuff out a player."
    assert imp.flavor == "Imp, they say."
    assert (imp.tags, imp.emblem, imp.setup_effects) == (before.tags, before.emblem, before.setup_effects)
    assert imp in catalogue.everyone()
    assert catalogue.resolve(builder.parse('["imp", "lamplighter"]')).unknown == ()
    assert synced.is_new
    assert catalogue.wording().label == f"official wording, synced {synced.state.day}"


def test_a_new_character_works_without_a_release_of_ours(tmp_path: Path) -> None:
    bring(toolmaker_site.write(tmp_path / "site"))
    script = builder.parse('["umbrellist", "imp", "puddle", "lamplighter", "chef", "monk", "empath"]')
    umbrellist = catalogue.find("umbrellist")
    assert umbrellist is not None
    assert catalogue.rules().by_words("umbrellist")
    assert not catalogue.rules().by_words("imp")
    seven = builder.setups(script, 7).as_json()["players"]["7"]
    assert seven["outsiders"] == [1]
    assert {because["id"] for because in seven["because"]} == {"umbrellist"}
    lamplighter = catalogue.find("lamplighter")
    assert lamplighter is not None
    assert "information" in lamplighter.tags
    assert lamplighter.sort is not None
    assert "unknown-id" not in {problem.code for problem in builder.problems(script)}


def test_a_new_character_gets_an_emblem_by_its_words(tmp_path: Path) -> None:
    bring(toolmaker_site.write(tmp_path / "site"))
    umbrellist = catalogue.find("umbrellist")
    assert umbrellist is not None
    try:
        emblem = emblems.of(umbrellist)
    except builder.ClockwrightError:
        pytest.skip("the emblems are not assembled yet (bin/setup)")
    assert emblem
    assert emblem == emblems.suggest(umbrellist.name, umbrellist.ability, "minion")


def test_a_bracket_that_the_publisher_changed_goes_before_our_figures(tmp_path: Path) -> None:
    baron = role("baron", "Baron", "minion", "It rains. [+1 Outsider]", setup=True)
    bring(toolmaker_site.write(tmp_path / "site", changed(roles=[*roles(), baron])))
    script = builder.parse(
        '["baron", "imp", "drunk", "saint", "chef", "monk", "empath", "mayor", "virgin", "slayer"]'
    )
    assert builder.setups(script, 7).as_json()["players"]["7"]["outsiders"] == [1]
    assert catalogue.rules().by_words("baron")


def test_the_night_order_is_the_publishers_and_those_they_left_out_keep_their_place(tmp_path: Path) -> None:
    bring(toolmaker_site.write(tmp_path / "site"))
    order = catalogue.night_order()
    theirs = [one for one in order.other_night if one in {"dusk", "imp", "lamplighter", "dawn"}]
    assert theirs == ["dusk", "imp", "lamplighter", "dawn"]
    assert set(catalogue.ours().other_night) - {"dusk", "dawn"} <= set(order.other_night)
    poisoner = catalogue.find("poisoner")
    assert poisoner is not None
    assert order.first_night[int(poisoner.first_night or 0) - 1] == "poisoner"


def test_the_jinxes_are_the_publishers_and_what_ours_say_of_the_setup_stays(tmp_path: Path) -> None:
    theirs = [{"id": "marionette", "jinx": [{"id": "kazali", "reason": "A strange pair."}]}, *jinxes()]
    known = [
        role("kazali", "Kazali", "demon", "Words."),
        role("marionette", "Marionette", "minion", "Words."),
        role("balloonist", "Balloonist", "townsfolk", "Words."),
    ]
    bring(toolmaker_site.write(tmp_path / "site", changed(roles=[*roles(), *known], jinxes=theirs)))
    pairs = {jinx.pair: jinx for jinx in catalogue.jinxes()}
    kept = pairs[frozenset({"kazali", "marionette"})]
    assert kept.reason == "A strange pair."
    assert kept.setup
    assert frozenset({"puddle", "umbrellist"}) in pairs
    # The publisher lists both and jinxes them no longer; of the Spy they say nothing.
    assert frozenset({"balloonist", "marionette"}) not in pairs
    assert frozenset({"alchemist", "spy"}) in pairs


def test_the_art_is_usual_then_flipped_and_a_traveller_has_three(tmp_path: Path) -> None:
    synced = bring(toolmaker_site.write(tmp_path / "site"))
    names = {
        one: [path.stem for path in catalogue.art(one)] for one in ("lamplighter", "imp", "puddle", "busker")
    }
    assert names == {
        "lamplighter": ["lamplighter_g", "lamplighter_e"],
        "imp": ["imp_e", "imp_g"],
        "puddle": ["puddle_g"],
        "busker": ["busker", "busker_g", "busker_e"],
    }
    assert catalogue.art("imp")[0].read_bytes() == webp("imp_e")
    assert catalogue.art("weathervane") == ()
    assert synced.state.without_art == ("weathervane",)
    assert synced.state.pictures == 10


def test_the_publishers_mark_comes_along_where_there_is_one(tmp_path: Path) -> None:
    mark = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\0IEND\xaeB`\x82"
    bring(
        toolmaker_site.write(
            tmp_path / "site", toolmaker_site.files() | {"community/ccc-parchment.png": mark}
        )
    )
    logo = catalogue.community_logo()
    assert logo is not None
    assert logo.read_bytes() == mark


def test_a_second_sync_says_what_is_new(tmp_path: Path) -> None:
    site = toolmaker_site.write(tmp_path / "site")
    bring(site)
    newer = [
        {**one, "ability": "Each night, light 1 lamp."} if one["id"] == "lamplighter" else one
        for one in roles()
        if one["id"] != "busker"
    ]
    newer.append(role("gutter", "Gutter", "outsider", "You carry the rain away."))
    order = nights() | {"otherNight": ["dusk", "lamplighter", "imp", "gutter", "dawn"]}
    pairs = [
        {"id": "umbrellist", "jinx": [{"id": "gutter", "reason": "Dry."}, {"id": "puddle", "reason": "Wet."}]}
    ]
    changes = bring(toolmaker_site.write(site, changed(roles=newer, jinxes=pairs, nights=order))).changes
    assert changes.new == ("gutter",)
    assert changes.gone == ("busker",)
    assert changes.changed == (("lamplighter", ("ability",)),)
    assert changes.new_jinxes == (("umbrellist", "gutter"),)
    assert changes.changed_jinxes == (("umbrellist", "puddle"),)
    assert len(changes.other_night) == 1
    assert changes.first_night == ()


def test_the_first_sync_is_compared_with_ours_but_not_word_by_word(tmp_path: Path) -> None:
    changes = bring(toolmaker_site.write(tmp_path / "site")).changes
    assert not changes.with_texts
    assert set(changes.new) == {"lamplighter", "puddle", "umbrellist", "busker", "weathervane"}
    assert [who for who, _ in changes.changed] == ["imp"]
    assert "ability" not in str(changes.changed)


def test_the_same_files_again_change_nothing_on_a_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = toolmaker_site.write(tmp_path / "site")
    first, wording = bring(site), catalogue.wording()
    monkeypatch.setattr("builder.official.sync._now", lambda: "2031-01-01T00:00:00+00:00")
    again = bring(site)
    assert not again.is_new
    assert again.changes.is_empty
    assert catalogue.wording() == wording
    assert (again.state.synced, again.state.checked[:4]) == (first.state.synced, "2031")


def test_what_a_running_program_has_opened_stays_for_one_more_sync(tmp_path: Path) -> None:
    site = toolmaker_site.write(tmp_path / "site")
    bring(site)
    opened = catalogue.art("imp")[0]
    bring(site)
    assert opened.is_file()
    bring(site)
    assert not opened.exists()
    assert len([name for name in in_folder() if not name.startswith((".", "current"))]) == 2


def test_a_sync_in_another_process_shows_at_once(tmp_path: Path) -> None:
    assert catalogue.find("lamplighter") is None
    assert "unknown-id" in {problem.code for problem in builder.problems(builder.parse('["lamplighter"]'))}
    site = toolmaker_site.write(tmp_path / "site")
    subprocess.run(
        [sys.executable, "-m", "builder.cli", "official", "sync", "--from", str(site)],
        check=True,
        capture_output=True,
        env=dict(os.environ),
    )
    assert catalogue.find("lamplighter") is not None
    assert "unknown-id" not in {
        problem.code for problem in builder.problems(builder.parse('["lamplighter"]'))
    }
    assert sync.forget()
    assert catalogue.find("lamplighter") is None


def test_forgetting_brings_ours_back(tmp_path: Path) -> None:
    ours = catalogue.find("imp")
    bring(toolmaker_site.write(tmp_path / "site"))
    assert sync.forget()
    assert catalogue.find("imp") == ours
    assert not catalogue.wording().is_official
    assert in_folder() == set()
    assert not sync.forget()


@pytest.mark.parametrize("damage", ["pointer", "words", "folder", "pointer to elsewhere"])
def test_a_damaged_folder_is_as_none_and_the_next_sync_mends_it(tmp_path: Path, damage: str) -> None:
    site = toolmaker_site.write(tmp_path / "site")
    found = bring(site).state
    pointer = edition.home() / edition.CURRENT
    if damage == "pointer":
        pointer.write_text("[[[")
    elif damage == "words":
        (found.path / "data" / "roles.json").write_text('[{"id": "imp"')
    elif damage == "folder":
        shutil.rmtree(found.path)
    else:
        pointer.write_text(json.dumps({**json.loads(pointer.read_text()), "folder": "../../elsewhere"}))
    edition.expire_check()
    assert not catalogue.wording().is_official
    assert catalogue.find("lamplighter") is None
    bring(site)
    assert catalogue.wording().is_official


def test_two_syncs_at_once_are_one_and_a_sentence(tmp_path: Path) -> None:
    site = toolmaker_site.write(tmp_path / "site")
    with sync.alone(), pytest.raises(SyncError, match="Another download is in progress"):
        bring(site)
    bring(site)


def test_a_sync_that_was_killed_leaves_nothing_behind(tmp_path: Path) -> None:
    site = toolmaker_site.write(tmp_path / "site")
    bring(site)
    with sync.alone():
        left = Path(edition.home() / ".new-abandoned")
        left.mkdir()
        (left / "roles.json").write_text("[")
    assert catalogue.wording().is_official
    bring(site)
    assert not left.exists()


# the publisher's own files, where they are beside the project


@pytest.fixture
def official() -> Path:
    if not SHARED.is_dir():
        pytest.skip("the publisher's files are not beside the project (../shared)")
    return SHARED


def test_the_publishers_files_come_in_whole(official: Path) -> None:
    content = {
        path.relative_to(official).as_posix(): path.read_bytes()
        for path in official.rglob("*")
        if path.is_file()
    }
    with served(content) as site:
        synced = bring(site)
    assert (synced.state.characters, synced.state.jinxes) == (181, 131)
    assert synced.changes.is_empty
    assert synced.strangers == ()
    assert [path.name for path in catalogue.art("imp")] == ["imp_e.webp", "imp_g.webp"]
    assert [path.name for path in catalogue.art("thief")] == ["thief.webp"]
    theirs = {one["id"]: one for one in json.loads((official / "data" / "roles.json").read_bytes())}
    assert {one.id: one.ability for one in catalogue.everyone()} == {
        k: v["ability"] for k, v in theirs.items()
    }


def test_in_the_publishers_words_everything_that_we_know_stays(official: Path) -> None:
    ours = {one.id: one for one in catalogue.everyone()}
    order = catalogue.night_order()
    bring(official)
    for one in catalogue.everyone():
        known = ours[one.id]
        assert (one.setup_effects, one.tags, one.emblem, one.sort, one.first_night, one.other_night) == (
            known.setup_effects,
            known.tags,
            known.emblem,
            known.sort,
            known.first_night,
            known.other_night,
        ), one.id
    assert catalogue.night_order() == order
    assert not any(catalogue.rules().by_words(one) for one in ours)
    starts = catalogue.sort_starts()
    assert sort_characters(tuple(ours.values()), starts) == tuple(
        ours[one.id] for one in sort_characters(catalogue.everyone(), starts)
    )
