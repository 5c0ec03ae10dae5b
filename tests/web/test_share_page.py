"""Sharing: a link to read, a link to edit; each can be closed, and neither tells more than it should."""

import logging
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from instant_press import InstantPress
from opening import opened

from builder.settings import Settings
from builder.web import create_app
from builder.web.infra.services import of
from builder.web.routes import share
from builder.web.view_models.drawings import qr_code

Script = list[Any]


@pytest.fixture
def hosted(tmp_path: Path, press: InstantPress) -> Flask:
    """A server on which each visitor has scripts of their own."""
    return create_app(Settings(data=str(tmp_path / "hosted"), hosted=True), press=press)


@pytest.fixture
def author(hosted: Flask) -> FlaskClient:
    return hosted.test_client()


@pytest.fixture
def stranger(hosted: Flask) -> FlaskClient:
    return hosted.test_client()


@pytest.fixture
def path(author: FlaskClient, script: Script) -> str:
    return opened(author, script)


def link(author: FlaskClient, path: str, kind: str) -> str:
    answer = author.post(f"{path}/share", data={"kind": kind, "label": "For Ada"})
    assert answer.status_code == 201
    found = re.search(rf'id="made" readonly value="http://[\w.:]+(/{kind[0]}/[\w-]+)"', answer.text)
    assert found
    return found[1]


def test_what_one_may_not_see_looks_like_what_is_not_there(
    author: FlaskClient, stranger: FlaskClient, path: str
) -> None:
    assert author.get(path).status_code == 200
    missing = re.sub(r"\w{12}", "", stranger.get("/s/abcdefghjkmn").text)
    for page in (
        "",
        "/night",
        "/print",
        "/deal",
        "/history",
        "/share",
        "/export",
        "/script.json",
        "/cover.svg",
    ):
        answer = stranger.get(path + page)
        assert answer.status_code == 404, page
        if not page:
            assert re.sub(r"\w{12}", "", answer.text) == missing
    for deed in ("/do", "/night", "/share", "/duplicate", "/throw-away", "/history/1/restore"):
        assert stranger.post(path + deed, data={"op": "sort"}).status_code == 404, deed


def test_everybody_has_a_library_of_their_own(author: FlaskClient, stranger: FlaskClient, path: str) -> None:
    assert "Evening Bells" in author.get("/").text
    assert "Evening Bells" not in stranger.get("/").text


def test_a_read_link_shows_the_script_and_its_sheets_but_no_way_to_it(
    author: FlaskClient, stranger: FlaskClient, path: str
) -> None:
    address = link(author, path, "read")
    page = stranger.get(address)
    assert "Evening Bells" in page.text
    assert "Washerwoman" in page.text
    assert path.removeprefix("/s/") not in page.text
    assert "/e/" not in page.text
    for inside in set(re.findall(rf'(?:href|src)="({address}/[^"]+)"', page.text)):
        answer = stranger.get(inside.replace("&amp;", "&"))
        assert answer.status_code == 200, inside
        assert path.removeprefix("/s/").encode() not in answer.data
    assert stranger.get(path).status_code == 404


def test_a_reader_gets_no_private_notes(author: FlaskClient, stranger: FlaskClient) -> None:
    secret = {
        "id": "owl",
        "name": "Owl",
        "team": "townsfolk",
        "ability": "You hear everything.",
    }
    meta = {
        "id": "_meta",
        "name": "Owls",
        "clockwright": {"characters": {"owl": {"notes": "A hidden thought"}}},
    }
    path = opened(author, [meta, secret, "imp"])
    own = author.get(f"{path}/script.json").text
    assert "A hidden thought" in own
    address = link(author, path, "read")
    for page in (address, f"{address}/script.json", f"{address}/sheet/classic/a4.pdf"):
        assert "hidden thought" not in stranger.get(page).text


def test_an_edit_link_lets_a_stranger_change_the_script_until_it_is_closed(
    author: FlaskClient, stranger: FlaskClient, path: str
) -> None:
    address = link(author, path, "edit")
    assert stranger.get(address).headers["Location"] == path
    assert stranger.get(path).status_code == 200
    assert stranger.post(f"{path}/do", data={"op": "add", "id": "monk"}).status_code == 303
    assert "monk" in author.get(f"{path}/script.json").text
    number = re.findall(rf"{path}/share/(\d+)/revoke", author.get(f"{path}/share").text)[0]
    assert author.post(f"{path}/share/{number}/revoke").status_code == 303
    assert stranger.get(path).status_code == 404
    assert stranger.get(address).status_code == 404


def test_undo_on_the_share_page_opens_a_revoked_link_again(author: FlaskClient, path: str) -> None:
    address = link(author, path, "read")
    number = re.findall(rf"{path}/share/(\d+)/revoke", author.get(f"{path}/share").text)[0]
    assert 'id="undo"' not in author.get(f"{path}/share").text
    page = author.post(f"{path}/share/{number}/revoke", follow_redirects=True).text
    assert f'action="{path}/share/{number}/restore"' in page
    assert author.get(address).status_code == 404
    page = author.post(f"{path}/share/{number}/restore", follow_redirects=True).text
    assert "Undone: Link revoked." in page
    assert author.get(address).status_code == 200
    assert author.post(f"{path}/share/77/restore").status_code == 404


def test_who_came_by_an_edit_link_neither_shares_nor_throws_away(
    author: FlaskClient, stranger: FlaskClient, path: str
) -> None:
    stranger.get(link(author, path, "edit"))
    page = stranger.get(f"{path}/share")
    assert page.status_code == 200
    assert "only its owner" in page.text
    assert "For Ada" not in page.text
    assert "/revoke" not in page.text
    number = re.findall(rf"{path}/share/(\d+)/revoke", author.get(f"{path}/share").text)[0]
    for deed in ("share", "publish", f"share/{number}/revoke", "throw-away", "take-back"):
        assert stranger.post(f"{path}/{deed}", data={"kind": "edit"}).status_code == 404, deed
    assert author.get(path).status_code == 200
    assert len(re.findall(rf"{path}/share/\d+/revoke", author.get(f"{path}/share").text)) == 1


def test_a_read_link_is_no_edit_link_and_the_other_way_round_shows_the_script(
    author: FlaskClient, stranger: FlaskClient, path: str
) -> None:
    token = link(author, path, "read").removeprefix("/r/")
    assert stranger.get(f"/e/{token}").status_code == 404


def test_a_closed_link_a_wrong_one_and_one_of_a_lost_script_look_the_same(
    author: FlaskClient, stranger: FlaskClient, path: str
) -> None:
    closed, orphaned = link(author, path, "read"), link(author, path, "read")
    number = re.findall(rf"{path}/share/(\d+)/revoke", author.get(f"{path}/share").text)[0]
    author.post(f"{path}/share/{number}/revoke")
    author.post(f"{path}/throw-away")
    pages = [stranger.get(address) for address in (closed, orphaned, "/r/nonsense", "/r/" + "x" * 900)]
    assert {page.status_code for page in pages} == {404}
    assert len({re.sub(r"[0-9a-f]{12}|value=\"/r/[^\"]*\"", "", page.text) for page in pages}) == 1
    assert "This link was closed" in pages[0].text
    assert "Ask whoever sent it." in pages[0].text
    assert "Settings" not in pages[0].text


def test_a_link_to_view_can_be_copied_again_and_one_to_edit_never(author: FlaskClient, path: str) -> None:
    read, edit = (link(author, path, kind).rpartition("/")[2] for kind in ("read", "edit"))
    page = author.get(f"{path}/share").text
    assert page.count("For Ada") == 4
    assert f"/r/{read}" in page
    assert edit not in page


def test_the_token_of_a_link_to_view_is_not_stored_and_needs_the_key(
    hosted: Flask, author: FlaskClient, path: str, tmp_path: Path
) -> None:
    token = link(author, path, "read").removeprefix("/r/")
    files = [each for each in (tmp_path / "hosted").rglob("*") if each.is_file()]
    assert not [each for each in files if token.encode() in each.read_bytes()]
    (share,) = of(hosted).store.library.shares(path.removeprefix("/s/"))
    assert of(hosted).store.library.read_token(share, b"another key") == ""


def test_on_this_computer_the_page_says_so_and_offers_what_works(
    client: FlaskClient, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = opened(client, script)
    monkeypatch.setattr("builder.web.infra.guard.network_host", lambda _: "")
    page = client.get(f"{path}/share").text
    assert "This works only on this computer" in page
    for offer in (
        "https://script.bloodontheclocktower.com/",
        "/export/share-wide",
        "/export/official",
        "/publish",
    ):
        assert offer in page, offer
    monkeypatch.setattr("builder.web.infra.guard.network_host", lambda _: "192.168.1.7:8000")
    made = client.post(f"{path}/share", data={"kind": "read"}).text
    assert 'value="http://192.168.1.7:8000/r/' in made
    assert "This works only on this computer" not in made
    elsewhere = client.get(f"{path}/share", base_url="http://192.168.1.7:8000").text
    assert "works only" not in elsewhere.partition("<h1")[2].partition('class="share"')[0]


def test_the_page_probes_the_network_once(
    client: FlaskClient, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = opened(client, script)
    probed: list[str] = []
    monkeypatch.setattr("builder.web.infra.guard.network_host", lambda host: probed.append(host) or "")
    assert client.get(f"{path}/share").status_code == 200
    assert probed == ["localhost"]


def test_the_reader_sees_the_rules_and_the_storyteller_who_wakes_when(client: FlaskClient) -> None:
    rules = ["No whispers after dusk.", " "]
    meta = {"id": "_meta", "name": "Owls", "bootlegger": rules}
    path = opened(client, [meta, "chef", "poisoner", "imp"])
    address = link(client, path, "read")
    page = client.get(address).text
    assert "Rules of this script" in page
    assert "No whispers after dusk." in page
    assert "First night" not in page
    assert f'{address}/sheet/classic/letter.pdf"' in page
    for_storyteller = client.get(f"{address}?for=storyteller").text
    assert "First night" in for_storyteller
    assert f'{address}/night/full/a4.pdf"' in for_storyteller


def test_a_reader_saves_a_copy_of_their_own(author: FlaskClient, stranger: FlaskClient, path: str) -> None:
    answer = stranger.post(link(author, path, "read") + "/copy")
    assert answer.status_code == 303
    assert answer.headers["Location"] != path
    page = stranger.get(answer.headers["Location"]).text
    assert "Evening Bells (copy)" in page
    assert "Saved: this is your copy" in page
    assert author.get(answer.headers["Location"]).status_code == 404
    assert stranger.post("/r/nonsense/copy").status_code == 404


def test_pictures_of_a_read_link_lead_nowhere_else(
    author: FlaskClient, stranger: FlaskClient, path: str
) -> None:
    address = link(author, path, "read")
    for wrong in ("imp", "nobody"):
        assert stranger.get(f"{address}/characters/{wrong}/icon/usual.png").status_code == 404


def test_a_link_of_no_kind_is_refused(author: FlaskClient, path: str) -> None:
    assert author.post(f"{path}/share", data={"kind": "own"}).status_code == 400
    assert author.post(f"{path}/share/77/revoke").status_code == 404


def test_a_forged_cookie_opens_nothing(stranger: FlaskClient, path: str) -> None:
    stranger.set_cookie("clockwright", "eyJvd25lciI6IiJ9.aaaa.bbbb")
    assert stranger.get(path).status_code == 404


def test_no_token_reaches_the_log(author: FlaskClient, path: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "clockwright.web"):
        address = link(author, path, "read")
        author.get(address)
        author.get(f"{address}/sheet/classic/a4.pdf")
    assert "/r/…" in caplog.text
    assert address.removeprefix("/r/") not in caplog.text


def test_on_a_server_of_one_person_everybody_at_its_computer_is_that_person(
    client: FlaskClient, app: Flask, script: Script
) -> None:
    path = opened(client, script)
    assert app.test_client().get(path).status_code == 200


def test_what_all_share_on_a_hosted_server_is_nobodys_to_change(author: FlaskClient) -> None:
    for deed in ("sync", "forget"):
        assert author.post(f"/settings/{deed}").status_code == 404
    assert author.get("/settings/backup.zip").status_code == 404
    assert "Download a backup" not in author.get("/settings").text


def test_the_reader_sees_which_jinxes_apply(client: FlaskClient) -> None:
    own = {"id": "gloom", "name": "Gloom", "team": "minion", "ability": "Each night, sigh."}
    own["jinxes"] = [{"id": "imp", "reason": "Only one of them may <sigh>."}]  # type: ignore[assignment]
    path = opened(client, ["chef", "imp", own])
    page = client.get(link(client, path, "read")).text
    assert "Gloom</bdi> × <bdi>Imp" in page
    assert "Only one of them may &lt;sigh&gt;." in page
    plain = opened(client, '["chef", "imp"]')
    assert "Jinxes" not in client.get(link(client, plain, "read")).text


def test_the_reader_reaches_the_almanac_and_nothing_private(client: FlaskClient) -> None:
    pages = {
        "gloom": {"almanac": {"overview": "Gloom sighs."}, "notes": "Secret note"},
        "veil": {"almanac": {"overview": "Hidden veil."}, "export": False},
    }
    meta = {"id": "_meta", "name": "Sighs", "clockwright": {"almanac": {"synopsis": "A *long* night."}}}
    meta["clockwright"]["characters"] = pages  # type: ignore[index]
    own = [
        {"id": each, "name": each.title(), "team": "minion", "ability": "Each night, sigh."} for each in pages
    ]
    path = opened(client, [meta, *own, "imp"])
    address = link(client, path, "read")
    page = client.get(address).text
    assert "A <em>long</em> night." in page
    assert re.findall(rf'href="{address}/almanac.html([^"]*)"', page) == ["", "#gloom"]
    almanac = client.get(f"{address}/almanac.html")
    assert almanac.status_code == 200
    assert "Gloom sighs." in almanac.text  # the press of the tests returns the script that it was to print
    assert "Secret note" not in almanac.text
    assert "Hidden veil" not in almanac.text
    assert almanac.headers["X-Robots-Tag"] == "noindex"
    assert "sandbox" in almanac.headers["Content-Security-Policy"]
    plain = opened(client, '["chef", "imp"]')
    assert "almanac.html" not in client.get(link(client, plain, "read")).text


@pytest.mark.parametrize("kind", ["read", "edit"])
def test_whoever_opens_a_link_of_a_script_counts_as_a_visit_of_its_owner(
    hosted: Flask, author: FlaskClient, stranger: FlaskClient, path: str, kind: str
) -> None:
    address, library = link(author, path, kind), of(hosted).store.library
    with library.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE visits SET seen = '2020-01-01 00:00:00'")
    assert library.visits
    library.visits._noted.clear()
    assert stranger.get(address, follow_redirects=True).status_code == 200
    library.empty_bin()
    assert author.get(path).status_code == 200


def test_an_owner_who_looks_at_their_scripts_is_seen_and_a_stranger_leaves_no_trace(
    hosted: Flask, author: FlaskClient, stranger: FlaskClient, path: str
) -> None:
    library = of(hosted).store.library
    with library.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM visits")
    assert library.visits
    library.visits._noted.clear()
    assert stranger.get("/").status_code == 200
    with library.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT owner FROM visits").fetchall() == []
    assert author.get("/").status_code == 200
    with library.engine.connect() as connection:
        assert len(connection.exec_driver_sql("SELECT owner FROM visits").fetchall()) == 1


def test_a_reader_finds_every_team_and_no_settings(client: FlaskClient) -> None:
    script = ["chef", "drunk", "baron", "imp"]
    path = opened(client, script)
    link = re.search(r"/r/[\w-]+", client.post(f"{path}/share", data={"kind": "read"}).text)
    assert link
    page = client.get(link[0]).text
    assert "/settings" not in page
    jump = page.partition('<nav class="jump"')[2].partition("</nav>")[0]
    for target in re.findall(r'href="#([^"]+)"', jump):
        assert f'id="{target}"' in page
    assert [jump.index(team) for team in ("townsfolk", "outsider", "minion", "demon")]


def test_a_reader_finds_keywords_explained_but_not_those_of_hidden_characters(client: FlaskClient) -> None:
    words = [{"term": "ash", "text": "A <b>mark</b>."}, {"term": "veil", "text": "Secret."}]
    block = {"keywords": words, "characters": {"own_b": {"export": False}}}
    characters = [
        {"id": f"own_{one}", "name": one, "team": "minion", "ability": f"You {word}, & more."}
        for one, word in (("a", "Ash"), ("b", "veil"))
    ]
    script = [{"id": "_meta", "name": "Ash", "clockwright": block}, *characters, "imp"]
    path = opened(client, script)
    link = re.search(r"/r/[\w-]+", client.post(f"{path}/share", data={"kind": "read"}).text)
    assert link
    page = client.get(link[0]).text
    assert "You <i>Ash</i>, &amp; more." in page
    assert '<dt><bdi>ash</bdi></dt><dd dir="auto">A &lt;b&gt;mark&lt;/b&gt;.</dd>' in page
    assert "veil" not in page


def test_publishing_twice_at_once_makes_one_link(
    author: FlaskClient, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(share, "published", lambda _opened: None)  # as each of two fast clicks sees it
    for _click in range(2):
        assert author.post(f"{path}/publish").status_code == 303
    assert author.get(f"{path}/share").text.count("Address of the link") == 1


def test_stop_publishing_closes_all_that_publishing_made_and_says_what_stays_open(
    author: FlaskClient, path: str
) -> None:
    author.post(f"{path}/publish")
    library = of(author.application).store.library
    identifier = path.removeprefix("/s/")
    library.share(identifier, may_edit=False, label="Published", key=b"")  # by an older version
    link(author, path, "edit")
    number = library.shares(identifier)[0].id
    page = author.post(f"{path}/share/{number}/revoke", follow_redirects=True).text
    assert "No longer published." in page
    assert "still open" not in page
    assert [each.label for each in library.shares(identifier)] == ["For Ada"]
    link(author, path, "read")
    author.post(f"{path}/publish")
    number = library.shares(identifier)[-1].id
    page = author.post(f"{path}/share/{number}/revoke", follow_redirects=True).text
    assert "No longer published. 1 other link to view is still open." in page


def test_a_link_of_ones_own_cannot_pass_for_the_published_one(author: FlaskClient, path: str) -> None:
    answer = author.post(f"{path}/share", data={"kind": "read", "label": " Published "})
    assert answer.status_code == 422
    assert "Choose another label" in answer.text
    assert "Stop publishing" not in author.get(f"{path}/publish").text


def test_links_that_phones_can_open_have_a_qr_code(
    client: FlaskClient, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = opened(client, script)
    link(client, path, "read")

    def codes(page: str, network: str) -> int:
        monkeypatch.setattr("builder.web.infra.guard.network_host", lambda _: network)
        return client.get(f"{path}/{page}").text.count('src="data:image/svg+xml')

    assert codes("share", "") == 1  # the link to the script tool: no phone can open the other one
    assert codes("share", "192.168.1.7:8000") == 2
    client.post(f"{path}/publish")
    assert codes("publish", "") == 0
    assert codes("publish", "192.168.1.7:8000") == 3


def test_the_published_script_opens_as_text_and_is_downloaded_on_request(
    author: FlaskClient, path: str
) -> None:
    address = link(author, path, "read")
    shown = author.get(f"{address}/script.json")
    assert (shown.mimetype, shown.headers["Content-Disposition"]) == ("application/json", "inline")
    saved = author.get(f"{address}/script.json?download=1")
    assert saved.headers["Content-Disposition"].startswith("attachment")
    assert f"{address}/script.json?download=1" in author.get(address).text


def test_the_author_reads_the_script_without_a_link(
    author: FlaskClient, stranger: FlaskClient, path: str
) -> None:
    assert f"{path}/read" in author.get(path).text
    assert f"{path}/read" in author.get(f"{path}/share").text
    page = author.get(f"{path}/read")
    assert "Washerwoman" in page.text
    assert "Save a copy" not in page.text
    assert "First night" in author.get(f"{path}/read?for=storyteller").text
    assert stranger.get(f"{path}/read").status_code == 404


def test_the_reader_sees_the_logo_and_brackets_that_stay_together(client: FlaskClient) -> None:
    logo = "data:image/png;base64,iVBORw0KGgo="
    owl = {"id": "owl", "name": "Owl", "team": "outsider", "ability": "You hoot. [+1 Outsider]"}
    path = opened(client, [{"id": "_meta", "name": "Owls", "logo": logo}, owl])
    page = client.get(f"{path}/read").text
    assert f'class="read-logo" src="{logo}"' in page
    assert 'You hoot. <b class="setup">[+1 Outsider]</b>' in page


def test_the_codes_of_as_many_links_as_a_script_can_have_are_made_once() -> None:
    assert qr_code.cache_info().maxsize > share.MOST_LINKS
