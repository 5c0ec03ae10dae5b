"""History: what was changed, how it was before, and the way back."""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from opening import opened

import builder
from builder.web.view_models import icon_form
from builder.web.view_models.revision_comparison import compare

Script = list[Any]


@pytest.fixture
def path(client: FlaskClient, script: Script) -> str:
    """A script with three changes."""
    path = opened(client, script)
    for op in (
        {"op": "add", "id": "monk"},
        {"op": "rename", "name": "Morning Bells"},
        {"op": "add", "id": "spy"},
    ):
        assert client.post(f"{path}/do", data=op).status_code == 303
    return path


def test_each_change_is_told_in_a_few_words_the_newest_first(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/history").text
    told = re.findall(r"<b dir=\"auto\">([^<]+)</b>", page)
    assert told == ["+ Spy", "Name changed", "+ Monk", "Opened"]
    assert page.index('<span class="badge">now</span>') < page.index("+ Monk")


def test_one_can_look_at_how_it_was_and_what_is_different_since(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/history/1").text
    assert '<h2 class="name" dir="auto">Evening Bells</h2>' in page
    assert "Monk" not in page.split('class="then"')[1]
    compared = page.split('class="then"')[0]
    assert re.search(r"<ins><bdi>Monk</bdi></ins>", compared)
    assert "<del>Evening</del><ins>Morning</ins> Bells" in compared


def test_what_was_is_brought_back_and_nothing_is_lost(client: FlaskClient, path: str, script: Script) -> None:
    answer = client.post(f"{path}/history/1/restore")
    assert answer.headers["Location"] == f"{path}/history"
    assert json.loads(client.get(f"{path}/script.json").data) == script
    page = client.get(f"{path}/history").text
    assert "Restored revision 1" in page
    assert "+ Spy" in page
    client.post(f"{path}/history/4/restore")
    assert "spy" in json.loads(client.get(f"{path}/script.json").data)


def test_what_was_undone_is_marked(client: FlaskClient, path: str) -> None:
    client.post(f"{path}/do", data={"op": "undo"})
    client.post(f"{path}/do", data={"op": "add", "id": "chambermaid"})
    assert "undone" in client.get(f"{path}/history").text


def test_what_changed_after_an_undo_is_compared_with_what_was_current_then(
    client: FlaskClient, path: str
) -> None:
    client.post(f"{path}/do", data={"op": "undo"})
    client.post(f"{path}/do", data={"op": "add", "id": "chambermaid"})
    page = client.get(f"{path}/history").text
    link = re.search(rf'href="({path}/history/5\?with=(\d+))"', page)
    assert link
    assert link[2] == "3"
    for address in (link[1], f"{path}/history/5"):
        compared = client.get(address).text.split('class="then"')[0]
        assert "<ins><bdi>Chambermaid</bdi></ins>" in compared
        assert "<bdi>Spy</bdi>" not in compared


def test_what_is_stored_for_bloodstar_is_compared_in_words() -> None:
    def stored(digit: str) -> Any:
        picture = "clockwright:upload/" + digit * 64
        extra = {"bloodstar": {"put": {"unStyledImage": picture, "imageSettings": {"outlineSize": 3}}}}
        block = {"format": 1, "characters": {"lamp_own": extra}}
        return builder.parse(json.dumps([{"id": "_meta", "name": "Lamps", "clockwright": block}, LAMP]))

    (one,) = compare(stored("1"), stored("2")).characters
    (field,) = one.fields
    text = "".join(f"[{piece.text}]" if piece.mark != "same" else piece.text for piece in field.pieces)
    assert field.title == "As in the Bloodstar save"
    assert "Source picture:[ earlier][ new] picture" in text
    assert "Picture settings: Outline size: 3" in text
    assert not compare(stored("1"), stored("1")).characters


def test_a_revision_that_never_was_is_not_found(client: FlaskClient, path: str) -> None:
    assert client.get(f"{path}/history/99").status_code == 404
    assert client.post(f"{path}/history/99/restore").status_code == 404


LAMP = {
    "id": "lamp_own",
    "name": "Lamplighter",
    "team": "townsfolk",
    "ability": "Each night, choose a player: you learn their team.",
    "flavor": "Light!",
}


@pytest.fixture
def lamps(client: FlaskClient) -> str:
    """A script whose homebrew character was changed four times, and then removed."""
    value = [{"id": "_meta", "name": "Lamps"}, "chef", LAMP, "imp"]
    path = opened(client, value)
    who = [1, "lamp_own"]
    for op in (
        {
            "op": "character",
            "who": who,
            "ability": "Each night*, choose a living player: you learn their team.",
        },
        {"op": "character", "who": who, "overview": "Learns teams."},
        {"op": "icon", "who": who, "emblem": "anchor", "settings": {}, "credit": ""},
        {"op": "move", "who": [0, "chef"], "by": 1},
        {"op": "drop", "who": [[1, "chef"]]},
    ):
        assert client.post(f"{path}/do", data={"op": json.dumps(op)}).status_code == 303
    return path


def lamp(client: FlaskClient, path: str) -> dict[str, Any]:
    script = json.loads(client.get(f"{path}/script.json").data)
    return next(each for each in script if isinstance(each, dict) and each["id"] == "lamp_own")


def test_a_moved_character_is_the_heading_and_an_icon_is_no_almanac(client: FlaskClient, lamps: str) -> None:
    page = client.get(f"{lamps}/history").text
    assert re.findall(r"<b dir=\"auto\">([^<]+)</b>", page)[:3] == [
        "− Chef",
        "Chef moved",
        "Lamplighter: icon",
    ]
    assert "almanac changed" not in page


def test_two_revisions_are_compared_word_by_word(client: FlaskClient, lamps: str) -> None:
    page = client.get(f"{lamps}/history/1?with=2").text
    assert (
        "<del>Each night,</del><ins>Each night*,</ins>" in page
        or "<del> night,</del><ins> night*,</ins>" in page
    )
    assert "<ins> living</ins>" in page
    assert "Flavor" not in page.split('class="then"')[0]
    icon = client.get(f"{lamps}/history/3?with=4").text
    assert "<dt>Icon</dt>" in icon
    assert "Emblem: anchor" in icon
    order = client.get(f"{lamps}/history/4?with=5").text
    assert "Order of the characters" in order


def test_the_current_revision_is_compared_with_the_one_before(client: FlaskClient, lamps: str) -> None:
    page = client.get(f"{lamps}/history/6").text
    assert "From revision 5 to 6" in page
    assert "<del><bdi>Chef</bdi></del>" in page


@pytest.mark.parametrize(
    ("number", "part", "field", "value"),
    [
        (1, "field.lampown.value.ability", "ability", LAMP["ability"]),
        (1, "character.lampown", "ability", LAMP["ability"]),
        (1, "meta.name", "flavor", LAMP["flavor"]),
    ],
)
def test_one_part_is_restored_as_a_new_change(
    client: FlaskClient, lamps: str, number: int, part: str, field: str, value: str
) -> None:
    client.post(f"{lamps}/do", data={"op": "rename", "name": "Lanterns"})
    page = client.get(f"{lamps}/history/{number}").text
    assert f'name="part" value="{part}"' in page
    answer = client.post(f"{lamps}/history/{number}/restore", data={"part": part, "title": "Lamplighter"})
    assert answer.status_code == 303
    assert lamp(client, lamps)[field] == value
    script = json.loads(client.get(f"{lamps}/script.json").data)
    assert script[0]["name"] == ("Lamps" if part == "meta.name" else "Lanterns")
    assert "chef" not in script
    assert f"Lamplighter: restored from revision {number}" in client.get(f"{lamps}/history").text


def test_the_settings_of_an_icon_are_said_in_words() -> None:
    settings = {"size": 220, "x": 297, "y": 184, "angle": 30, "whiten": False, "shadow_strength": 0.3}
    assert icon_form.words({"emblem": "top-hat", "settings": settings, "credit": "Ada"}).splitlines() == [
        "Emblem: top hat",
        "Size and position, size: 73% of the usual",
        "Size and position, horizontal: 5% to the right",
        "Size and position, rotation: 30°",
        "Color, convert to silhouette: off",
        "Shadow, opacity: 30%",
        "Artist: Ada",
    ]
    painted = {"picture": f"clockwright:upload/{'ab12' * 16}", "settings": {"good": ["#000000", "#ffffff"]}}
    assert icon_form.words(painted) == "Picture: uploaded (ab12ab)\nTeam colors, good: #000000 to #ffffff"


def test_every_change_leads_to_what_it_changed_and_to_a_comparison_with_now(
    client: FlaskClient, lamps: str
) -> None:
    page = client.get(f"{lamps}/history").text
    assert f'href="{lamps}/history/4?with=3">What changed' in page
    assert f'href="{lamps}/history/4">Compare with now' in page
    assert f'href="{lamps}/history/6">Compare with now' not in page


def test_a_restored_field_is_named_where_one_was(client: FlaskClient, lamps: str) -> None:
    form = {"part": "field.lampown.value.ability", "title": "Lamplighter: Ability", "with": "3"}
    answer = client.post(f"{lamps}/history/1/restore", data=form, follow_redirects=True)
    assert answer.request.full_path == f"{lamps}/history/1?with=3"
    assert "From revision 1 to 3" in answer.text
    assert re.search(r'id="restored"[^>]*>Lamplighter: Ability: restored from revision 1\.<', answer.text)


def test_every_button_says_what_it_restores_and_from_which_revision(client: FlaskClient, lamps: str) -> None:
    page = client.get(f"{lamps}/history/3?with=1").text
    labels = re.findall(r'<button class="button[^>]*>([^<]*)', page.partition("compare-bar")[2])
    assert labels[1:3] == [
        "Go back to revision 3 (whole script)",
        "Restore all of Lamplighter from revision 1",
    ]
    assert set(labels[3:]) == {"Restore this field"}
    assert "Restore brings back what revision 1 had." in page


def test_a_removed_character_and_the_order_are_restored(client: FlaskClient, lamps: str) -> None:
    client.post(f"{lamps}/history/1/restore", data={"part": "character.chef"})
    client.post(f"{lamps}/history/1/restore", data={"part": "order"})
    script = json.loads(client.get(f"{lamps}/script.json").data)
    assert [each if isinstance(each, str) else each["id"] for each in script[1:]] == [
        "chef",
        "lamp_own",
        "imp",
    ]


def test_a_removed_character_returns_to_its_place_in_the_team(client: FlaskClient) -> None:
    ids = ["chef", "empath", "monk", "imp"]
    path = opened(client, ids)
    for who in ("chef", "empath"):
        client.post(f"{path}/do", data={"op": json.dumps({"op": "drop", "who": [[0, who]]})})
    for who in ("empath", "chef"):
        client.post(f"{path}/history/1/restore", data={"part": f"character.{who}"})
    script = json.loads(client.get(f"{path}/script.json").data)
    assert [each for each in script if isinstance(each, str)] == ids


def test_an_almanac_page_and_a_text_of_the_book_are_restored_alone(client: FlaskClient, lamps: str) -> None:
    client.post(f"{lamps}/do", data={"op": "front", "synopsis": "Old words."})
    client.post(f"{lamps}/do", data={"op": "front", "synopsis": "New words."})
    page = client.get(f"{lamps}/history/7").text
    assert "<del>Old</del><ins>New</ins> words." in page
    client.post(f"{lamps}/history/7/restore", data={"part": "front.synopsis", "title": "Synopsis"})
    assert "Old words." in client.get(f"{lamps}/almanac").text
    client.post(f"{lamps}/history/1/restore", data={"part": "field.lampown.almanac.overview"})
    assert "Learns teams." not in client.get(f"{lamps}/characters/lamp_own").text


@pytest.mark.parametrize("part", ["nonsense", "field.gone.value.name", "character.gone", "field.", "front."])
def test_a_part_that_never_was_is_refused(client: FlaskClient, lamps: str, part: str) -> None:
    assert client.post(f"{lamps}/history/1/restore", data={"part": part}).status_code == 422


def test_steps_of_the_night_are_compared_by_name() -> None:
    orders = (["dusk", "minioninfo", "dawn"], ["dusk", "demoninfo", "dawn"])
    before, after = (
        builder.parse(json.dumps([{"id": "_meta", "name": "Bells", "firstNight": order}, "chef"]))
        for order in orders
    )
    (field,) = compare(before, after).fields
    told = " ".join(piece.text for piece in field.pieces)
    assert {"Dusk", "Minion", "Demon", "Info", "Dawn"} <= set(told.split())
