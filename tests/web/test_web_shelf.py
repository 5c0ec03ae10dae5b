"""Finding characters on the shelf."""

import json
from pathlib import Path

import pytest

import builder
from builder import catalogue
from builder.game import sorting
from builder.game.teams import Team
from builder.library import Library
from builder.settings import Settings
from builder.web.infra import samples
from builder.web.view_models import shelf


def names(query: str) -> list[str]:
    return [one.name for one in shelf.search(shelf.official(), query)]


@pytest.mark.parametrize(
    ("query", "top"),
    [
        ("imp", "Imp"),
        ("fortune", "Fortune Teller"),
        ("teller", "Fortune Teller"),
        ("FORTUNE TELLER", "Fortune Teller"),
        ("fang_gu", "Fang Gu"),
        ("pithag", "Pit-Hag"),
        ("washerwomen", "Washerwoman"),
        ("inestigator", "Investigator"),
        ("vigormrotis", "Vigormortis"),
        ("baro", "Baron"),
        ("poisen", "Poisoner"),
        ("protect", "Sailor"),
        ("kills", "Yaggababble"),
    ],
)
def test_the_top_hit_is_the_one_that_was_meant(query: str, top: str) -> None:
    assert names(query)[0] == top


def test_nobody_is_lost_for_an_empty_query() -> None:
    assert len(names("  ")) == len(shelf.official())


def test_a_team_an_edition_and_a_tag_find_theirs() -> None:
    everybody = {one.name: one for one in shelf.official()}
    assert {everybody[name].team for name in names("minion trouble brewing")[:4]} == {"minion"}
    assert set(names("sects violets demon")[:4]) == {"Fang Gu", "No Dashii", "Vigormortis", "Vortox"}
    assert "Poisoner" in names("poison minion")


def test_ability_words_and_waking_are_searched() -> None:
    everybody = {one.name: one for one in shelf.official()}
    assert all("drunk" in everybody[name].text for name in names("drunk"))
    assert "Washerwoman" in names("wakes: first night")
    assert "Imp" not in names("wakes first night demon")


def test_nonsense_finds_nobody() -> None:
    assert names("qqqqqqqqqq") == []
    assert names("🜁 \u202e") == []


@pytest.mark.parametrize("team", [team for team in Team if team is not Team.LORIC])
def test_a_teams_name_lists_the_team_first_in_the_official_order(team: Team) -> None:
    members = [one.name for one in shelf.official() if one.team is team]
    for query in {team.value, team.plural, team.value.replace("ll", "l"), team.title.upper()}:
        assert names(query)[: len(members)] == members
    ranked = sorting.sort_characters(
        [one for one in catalogue.everyone() if one.team is team], catalogue.sort_starts()
    )
    assert members == [one.name for one in ranked]


def homebrew(name: str) -> str:
    written = {"id": f"{name}_own", "name": name, "team": "townsfolk", "ability": "Each night, sleep."}
    return json.dumps([{"id": "_meta", "name": f"Set of {name}"}, written, "imp"])


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("poisen", ["Poisoner", "Poison Pen"]),
        ("poison pen", ["Poison Pen"]),
        ("sleep", ["Poison Pen"]),
        ("poison", ["Poisoner"]),
    ],
)
def test_official_characters_come_before_homebrew_of_other_scripts(
    tmp_path: Path, query: str, found: list[str]
) -> None:
    library = Library.open(Settings(data=str(tmp_path)))
    library.create(builder.parse(homebrew("Poison Pen")))
    other = library.create(builder.parse('["imp", "chef"]'))
    hits = shelf.search(shelf.known(library, other.id), query)
    assert [one.name for one in hits][: len(found)] == found
    assert [bool(one.script) for one in hits] == sorted(bool(one.script) for one in hits)
    library.close()


def test_the_homebrew_of_our_samples_is_on_no_shelf(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path))
    library = Library.open(settings)
    samples.give(library, settings)
    other = library.create(builder.parse('["imp", "chef"]'))
    assert library.count() > 1
    assert shelf.known(library, other.id) == shelf.official()
    library.close()


def test_the_chips_narrow_the_shelf() -> None:
    script = builder.parse('["imp", "chef"]')

    def found(**fields: str) -> list[shelf.Known]:
        return shelf.find(shelf.official(), shelf.wanted(fields), script)

    assert {one.team for one in found(team="demon")} == {Team.DEMON}
    assert {one.name for one in found(team="demon", edition="tb")} == {"Imp"}
    assert found(team="demon", edition="tb", new="1") == []
    assert [one.name for one in found(q="virg", edition="tb", team="townsfolk")] == ["Virgin"]
    assert len(found(team="nobody", edition="none")) == len(shelf.official())


def test_own_characters_of_other_scripts_are_on_the_shelf(tmp_path: Path) -> None:
    library = Library.open(Settings(data=str(tmp_path)))
    own = '{"id": "lamplighter_own", "name": "Lamplighter", "team": "townsfolk", "ability": "Each night, a lamp."}'
    source = library.create(builder.parse(f'[{{"id": "_meta", "name": "Lamps"}}, {own}, "imp"]'))
    other = library.create(builder.parse('["imp", "chef"]'))
    (found,) = shelf.search(shelf.known(library, other.id), "lamplighter")
    assert (found.edition, found.address) == ("Lamps", f"{source.id}/lamplighter_own")
    assert shelf.search(shelf.known(library, source.id), "lamplighter") == []
    library.close()


def test_a_similar_character_is_of_the_team_and_not_on_the_script() -> None:
    script = builder.parse('["empath", "imp", "chef"]')
    (empath,) = (each for each in script.characters if each.name == "Empath")
    offers = shelf.similar(shelf.official(), empath, script)
    assert {one.team for one in offers} == {"townsfolk"}
    assert not {"empath", "chef"} & {one.key for one in offers}
    assert len(offers) == sum(one.team == "townsfolk" for one in catalogue.everyone()) - 2


def test_the_shelf_shows_every_change_of_another_script_at_once(tmp_path: Path) -> None:
    """It is held ready while nothing changes: nothing stale may stay on it."""

    def own(name: str) -> builder.Script:
        written = {"id": f"{name}_own", "name": name, "team": "townsfolk", "ability": "A lamp."}
        return builder.parse(json.dumps([{"id": "_meta", "name": f"Set of {name}"}, written, "imp"]))

    def shown() -> list[str]:
        return [f"{one.name} of {one.edition}" for one in shelf.known(library, other.id) if one.script]

    library = Library.open(Settings(data=str(tmp_path)))
    other = library.create(builder.parse('["imp", "chef"]'))
    assert shown() == []
    first = library.create(own("Lamplighter"))
    assert shown() == shown() == ["Lamplighter of Set of Lamplighter"]
    library.save(first.id, own("Snuffer"), expected=first.revision, label="Changed")
    assert shown() == ["Snuffer of Set of Snuffer"]
    library.undo(first.id)
    assert shown() == ["Lamplighter of Set of Lamplighter"]
    library.redo(first.id)
    assert shown() == ["Snuffer of Set of Snuffer"]
    library.throw_away(first.id)
    assert shown() == []
    library.take_back(first.id)
    assert shown() == ["Snuffer of Set of Snuffer"]
    second = library.create(own("Snuffer"))
    library.throw_away(first.id)
    assert [one.script for one in shelf.known(library, other.id) if one.script] == [second.id]
    assert shelf.known(library, other.id, owner="somebody else") == shelf.official()
    library.close()


def test_the_shelf_reads_no_list_of_scripts_while_nothing_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library.open(Settings(data=str(tmp_path)))
    held = library.create(builder.parse('["imp", "chef"]'))
    before = shelf.known(library, held.id)
    monkeypatch.setattr(Library, "scripts", lambda *_, **__: pytest.fail("every script was listed again"))
    assert shelf.known(library, held.id) == before
    library.close()


def test_the_shelves_of_a_large_library_are_cached_within_a_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each change makes a new shelf; with 40,000 scripts, 64 of them once took 300 MB."""
    library = Library.open(Settings(data=str(tmp_path)))
    held = library.create(builder.parse('["imp", "chef"]'))
    heads = tuple((f"script{number}", 1) for number in range(shelf.BUDGET // shelf.HEAD // 3))
    for change in range(6):
        changed = (*heads, (held.id, change))
        monkeypatch.setattr(Library, "heads", lambda *_, changed=changed, **_owner: changed)
        assert shelf.known(library, f"{held.id}{change}") is shelf.known(library, f"{held.id}{change}")
        assert shelf._SHELVES.bytes <= shelf.BUDGET
    assert len(shelf._SHELVES) <= 2
    library.close()
