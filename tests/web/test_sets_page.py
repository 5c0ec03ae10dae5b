"""Sets in the browser: characters of other scripts are added, compared, updated."""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from instant_press import InstantPress
from opening import opened, saved

from builder.library import Library, Saved
from builder.settings import Settings
from builder.web import create_app
from builder.web.infra.services import of

LEAF: dict[str, Any] = {
    "id": "leafcounter",
    "name": "Leaf Counter",
    "team": "townsfolk",
    "ability": "Each night, count leaves.",
}
RAKE: dict[str, Any] = LEAF | {"id": "rake", "name": "Rake", "team": "outsider", "ability": "You might rake."}
BESIDE = {
    "leafcounter": {"almanac": {"overview": "Counts leaves."}, "tags": ["information"], "notes": "psst"}
}
AUTUMN = [
    {"id": "_meta", "name": "Autumn", "clockwright": {"format": 1, "characters": BESIDE}},
    LEAF,
    RAKE,
    "imp",
]


@pytest.fixture
def autumn(client: FlaskClient) -> str:
    return opened(client, AUTUMN)


@pytest.fixture
def winter(client: FlaskClient, autumn: str) -> str:
    return opened(client, [{"id": "_meta", "name": "Winter"}, "chef", "baron", "imp"])


def written(app: Flask, path: str) -> list[Any]:
    return saved(app, path).script.written()


def beside(app: Flask, path: str, name: str = "leafcounter") -> Any:
    meta = next(each for each in written(app, path) if isinstance(each, dict) and each["id"] == "_meta")
    return meta["clockwright"]["characters"][name]


def act(client: FlaskClient, path: str, act: str, *pick: str) -> Any:
    page = client.get(f"{path}/sets").text
    revision = re.search(r'name="revision" value="(\d+)"', page)
    data = {"act": act, "pick": list(pick), "revision": revision[1] if revision else "1"}
    return client.post(f"{path}/sets", data=data)


def edit(client: FlaskClient, path: str, place: int, **fields: str) -> None:
    op = {"op": "character", "who": [place, "leafcounter"], **fields}
    assert client.post(f"{path}/do", data={"op": json.dumps(op)}).status_code == 303


def told(client: FlaskClient, path: str) -> str:
    words = re.sub(r"<[^>]+>", " ", client.get(f"{path}/sets").text)
    return " ".join(html.unescape(words).split())


def address(autumn: str, name: str = "leafcounter") -> str:
    return f"{autumn.removeprefix('/s/')}/{name}"


def test_other_scripts_with_characters_of_their_own_are_listed(
    client: FlaskClient, autumn: str, winter: str
) -> None:
    page = client.get(f"{winter}/sets").text
    assert f'value="{address(autumn)}"' in page
    assert f'value="{address(autumn, "rake")}"' in page
    assert f'href="{winter}"' not in page.partition('class="card set"')[2]


def test_several_are_added_at_once_with_what_stands_beside_them(
    client: FlaskClient, app: Flask, autumn: str, winter: str
) -> None:
    answer = act(client, winter, "bring", address(autumn), address(autumn, "rake"))
    assert answer.status_code == 303
    ids = [each if isinstance(each, str) else each["id"] for each in written(app, winter)]
    assert ids == ["_meta", "chef", "leafcounter", "rake", "baron", "imp"]
    assert beside(app, winter) == {
        "almanac": {"overview": "Counts leaves."},
        "tags": ["information"],
        "from": {"set": autumn.removeprefix("/s/"), "revision": 1, "id": "leafcounter"},
    }
    after = client.get(answer.headers["Location"]).text
    assert "+ Leaf Counter, Rake" in after
    assert "Up to date" in after


def test_what_was_added_is_taken_back_with_one_undo(
    client: FlaskClient, app: Flask, autumn: str, winter: str
) -> None:
    before = written(app, winter)
    act(client, winter, "bring", address(autumn), address(autumn, "rake"))
    answer = client.post(f"{winter}/do", data={"op": "undo", "revision": "2", "back": f"{winter}/sets"})
    assert answer.headers["Location"] == f"{winter}/sets"
    assert written(app, winter) == before


def test_the_shelf_of_the_build_page_brings_the_same(
    client: FlaskClient, app: Flask, autumn: str, winter: str
) -> None:
    op = json.dumps({"op": "add", "id": address(autumn)})
    assert client.post(f"{winter}/do", data={"op": op}).status_code == 303
    assert beside(app, winter)["from"]["set"] == autumn.removeprefix("/s/")
    assert beside(app, winter)["almanac"] == {"overview": "Counts leaves."}


def test_what_somebody_would_bring_is_told_before(client: FlaskClient, autumn: str, winter: str) -> None:
    answer = client.get(
        f"{winter}/sets/would", query_string={"id": address(autumn)}, headers={"X-Fragment": "true"}
    )
    assert "Add the Bootlegger so players know" in answer.text
    assert client.get(f"{winter}/sets/would?id=nothing/leafcounter").status_code == 404


def test_a_change_in_the_set_is_shown_and_taken_over_and_undone(
    client: FlaskClient, app: Flask, autumn: str, winter: str
) -> None:
    act(client, winter, "bring", address(autumn))
    edit(client, autumn, 0, ability="Each night, count trees.", overview="Counts trees.")
    shown = told(client, winter)
    assert "Updated in its set" in shown
    assert "Ability Each night, count leaves. Each night, count trees." in shown
    assert "Overview Counts leaves. Counts trees." in shown
    assert act(client, winter, "renew leafcounter").status_code == 303
    assert LEAF | {"ability": "Each night, count trees."} in written(app, winter)
    assert beside(app, winter)["almanac"] == {"overview": "Counts trees."}
    assert "Up to date" in told(client, winter)
    client.post(f"{winter}/do", data={"op": "undo", "revision": "3"})
    assert LEAF in written(app, winter)
    assert "Updated in its set" in told(client, winter)


def test_a_change_in_the_set_is_told_on_every_page_that_lists_the_copy(
    client: FlaskClient, autumn: str, winter: str
) -> None:
    act(client, winter, "bring", address(autumn), address(autumn, "rake"))
    pages = (winter, f"{winter}/parts", f"{winter}/characters", f"{winter}/characters/leafcounter")
    badge, notice = "Changed in Autumn", "Leaf Counter was changed in Autumn since it was copied."
    assert not any(badge in client.get(page).text for page in pages)
    assert "Copied from Autumn." in client.get(pages[3]).text
    edit(client, autumn, 0, ability="Each night, count trees.")
    assert all(client.get(page).text.count(badge) == 1 for page in pages)
    assert notice in client.get(winter).text
    act(client, winter, "keep-mine leafcounter")
    assert not any(badge in client.get(page).text for page in pages)
    assert notice not in client.get(winter).text


def test_a_set_is_only_read_again_if_it_has_another_revision(
    client: FlaskClient, app: Flask, autumn: str, winter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    act(client, winter, "bring", address(autumn))
    asked: list[str] = []
    load = Library.get

    def get(self: Library, identifier: str, revision: int | None = None) -> Saved | None:
        asked.append(identifier)
        return load(self, identifier, revision)

    monkeypatch.setattr(Library, "get", get)
    client.get(f"{winter}/parts")
    assert autumn.removeprefix("/s/") not in asked
    edit(client, autumn, 0, ability="Each night, count trees.")
    asked.clear()
    client.get(f"{winter}/parts")
    assert autumn.removeprefix("/s/") in asked


def test_changes_made_here_are_shown_in_a_column_of_their_own(
    client: FlaskClient, app: Flask, autumn: str, winter: str
) -> None:
    act(client, winter, "bring", address(autumn))
    edit(client, autumn, 0, ability="Each night, count trees.")
    edit(client, winter, 1, ability="Each night, count twigs.", flavor="Rustle.")
    shown = told(client, winter)
    assert "Updated in its set and changed here" in shown
    assert "count leaves. Each night, count twigs. (changed here) Each night, count trees." in shown
    act(client, winter, "renew-and-keep leafcounter")
    assert LEAF | {"ability": "Each night, count twigs.", "flavor": "Rustle."} in written(app, winter)
    assert "Changed here" in told(client, winter)


def test_changes_made_here_go_only_where_that_is_asked_for(
    client: FlaskClient, app: Flask, autumn: str, winter: str
) -> None:
    act(client, winter, "bring", address(autumn))
    edit(client, autumn, 0, ability="Each night, count trees.")
    edit(client, winter, 1, ability="Each night, count twigs.")
    act(client, winter, "renew leafcounter")
    assert LEAF | {"ability": "Each night, count trees."} in written(app, winter)


def test_keeping_mine_is_asked_about_again_when_the_set_changes_again(
    client: FlaskClient, app: Flask, autumn: str, winter: str
) -> None:
    act(client, winter, "bring", address(autumn))
    edit(client, autumn, 0, ability="Each night, count trees.")
    act(client, winter, "keep-mine leafcounter")
    assert LEAF in written(app, winter)
    assert "Changed here" in told(client, winter)
    edit(client, autumn, 0, flavor="Rustle.")
    assert "Updated in its set and changed here" in told(client, winter)


def test_all_are_brought_up_to_date_in_one_revision(
    client: FlaskClient, app: Flask, autumn: str, winter: str
) -> None:
    act(client, winter, "bring", address(autumn), address(autumn, "rake"))
    edit(client, autumn, 0, flavor="Rustle.")
    op = {"op": "character", "who": [1, "rake"], "flavor": "Scrape."}
    client.post(f"{autumn}/do", data={"op": json.dumps(op)})
    assert "Update all 2" in told(client, winter)
    act(client, winter, "renew-all")
    own = [each for each in written(app, winter) if isinstance(each, dict) and "team" in each]
    assert own == [LEAF | {"flavor": "Rustle."}, RAKE | {"flavor": "Scrape."}]
    assert saved(app, winter).revision == 3


def test_a_set_that_is_gone_is_said_and_the_copy_stays(
    client: FlaskClient, app: Flask, autumn: str, winter: str
) -> None:
    act(client, winter, "bring", address(autumn))
    of(app).store.library.throw_away(autumn.removeprefix("/s/"))
    shown = told(client, winter)
    assert "Its set is not in your library" in shown
    assert "Autumn" not in shown
    assert LEAF in written(app, winter)
    assert act(client, winter, "renew leafcounter").status_code == 422


def test_a_character_that_left_its_set_is_said(client: FlaskClient, autumn: str, winter: str) -> None:
    act(client, winter, "bring", address(autumn))
    client.post(f"{autumn}/do", data={"op": json.dumps({"op": "drop", "who": [[0, "leafcounter"]]})})
    assert "No longer in its set" in told(client, winter)


def test_another_owners_sets_are_neither_shown_nor_read(tmp_path: Path, press: InstantPress) -> None:
    app = create_app(Settings(data=str(tmp_path / "hosted"), hosted=True), press=press)
    mine, theirs = app.test_client(), app.test_client()
    autumn = opened(theirs, AUTUMN)
    copied = {
        "leafcounter": {"from": {"set": autumn.removeprefix("/s/"), "revision": 1, "id": "leafcounter"}}
    }
    winter = opened(
        mine, [{"id": "_meta", "name": "Winter", "clockwright": {"format": 1, "characters": copied}}, LEAF]
    )
    shown = told(mine, winter)
    assert "None of your other scripts has homebrew characters yet." in shown
    assert "Its set is not in your library" in shown
    assert "Autumn" not in shown
    assert act(mine, winter, "bring", address(autumn, "rake")).status_code == 422
    assert mine.get(f"{winter}/sets/would?id={address(autumn)}").status_code == 404
    assert mine.get(f"{autumn}/sets").status_code == 404


def test_nothing_ticked_is_told(client: FlaskClient, autumn: str, winter: str) -> None:
    answer = act(client, winter, "bring")
    assert answer.status_code == 422
    assert "Select a character first." in answer.text


@pytest.mark.parametrize("wish", ["", "dance", "renew", "renew nobody", "keep-mine", "renew-all x"])
def test_a_wish_that_means_nothing_is_told(client: FlaskClient, autumn: str, winter: str, wish: str) -> None:
    assert act(client, winter, wish).status_code == 422


def test_a_damaged_origin_does_no_harm(client: FlaskClient) -> None:
    damaged = {"leafcounter": {"from": {"set": "../../etc", "revision": 10**9, "id": "x"}}}
    path = opened(
        client, [{"id": "_meta", "name": "Odd", "clockwright": {"format": 1, "characters": damaged}}, LEAF]
    )
    assert "Its set is not in your library" in told(client, path)


def test_another_character_with_the_same_id_is_no_copy_and_the_remedy_is_told(
    client: FlaskClient, autumn: str
) -> None:
    other = LEAF | {"name": "Leaf Blower", "ability": "You blow leaves away."}
    spring = opened(client, [{"id": "_meta", "name": "Spring"}, other, "imp"])
    words = told(client, spring)
    assert "Can’t be added: Leaf Blower on this script has the same ID, “leafcounter”." in words
    assert "On the script:" not in words
    assert f'href="{spring}/characters/leafcounter#id"' in client.get(f"{spring}/sets").text
    pick = f"{autumn.removeprefix('/s/')}/leafcounter"
    refused = act(client, spring, "bring", pick)
    assert refused.status_code == 422
    assert "Leaf Counter cannot be added: Leaf Blower has its id" in html.unescape(refused.text)


def test_what_differs_about_a_character_of_the_same_id_is_told_on_the_shelf_and_among_the_sets(
    client: FlaskClient, autumn: str
) -> None:
    meta = {"id": "_meta", "name": "Spring", "clockwright": {"format": 1, "characters": BESIDE}}
    same = opened(client, [meta, LEAF, "imp"])
    other = opened(client, [meta | {"name": "Summer"}, LEAF | {"reminders": ["Counted"]}, "imp"])

    def card(path: str, where: str) -> str:
        shelf = client.get(f"{path}{where}").text
        return shelf[shelf.index('data-key="leafcounter"') :].partition("</li>")[0]

    # The shelf shows the one that was changed last.
    client.post(f"{autumn}/do", data={"op": "author", "author": "Ann", "revision": 1})
    for where in ("", "/shelf?q=leaf"):
        assert "another version is on the script" in card(other, where)
        assert f'href="{other}/sets#set-{autumn.removeprefix("/s/")}"' in card(other, where)
    words = told(client, other)
    assert "Already on the script, but different." in words
    assert "List of reminder tokens Counted –" in words
    asked = client.get(f"{other}/would?id={autumn.removeprefix('/s/')}/leafcounter").text
    assert "another version of it" in asked
    assert "another version is on the script" not in card(same, "")
    assert "Already on the script, but different." not in told(client, same).partition("Summer")[0]


def test_a_copy_is_known_as_one_under_another_id_too(client: FlaskClient, autumn: str, winter: str) -> None:
    act(client, winter, "bring", f"{autumn.removeprefix('/s/')}/leafcounter")
    edit(client, winter, 1, id="leafcounter_winter")
    assert told(client, winter).count("On the script:") == 1
