"""The library: scripts come in one by one or many at once, are found, tagged, copied, thrown away and taken back."""

import io
import json
import re
import zipfile
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from instant_press import InstantPress, Paste
from opening import opened, saved
from spreadsheets import xlsx
from werkzeug.test import TestResponse

import builder
from builder import emblems, fetch
from builder.errors import FetchError, LibraryBusyError
from builder.fetch import Fetched
from builder.library import listing, revisions
from builder.settings import Settings
from builder.web import create_app

Script = list[Any]


def names(page: TestResponse) -> list[str]:
    return re.findall(r"<h[23][^>]*>(?:<a[^>]*>)?([^<]+)<", page.text.partition("data-found")[2])


def brought(client: FlaskClient, name: str, *characters: str) -> str:
    text = json.dumps([{"id": "_meta", "name": name}, *characters])
    return opened(client, text)


def files(client: FlaskClient, *contents: tuple[str, object], **fields: str) -> TestResponse:
    sent = [(io.BytesIO(json.dumps(content).encode()), name) for name, content in contents]
    return client.post("/open", data={"file": sent, **fields})


def test_the_columns_of_a_spreadsheet_without_titles_can_be_chosen(client: FlaskClient) -> None:
    file = (
        io.BytesIO(xlsx([["Toad", "Outsider", "You croak."], ["Heron", "Minion", "You wade."]])),
        "set.xlsx",
    )
    answer = client.post("/open", data={"file": file}, content_type="multipart/form-data")
    assert answer.status_code == 422
    assert re.findall(r'value="(\w+)" selected', answer.text) == ["name", "team"]
    assert "Toad\tOutsider\tYou croak.\nHeron\tMinion\tYou wade." in answer.text


def test_the_first_start_shows_two_samples_with_their_covers(client: FlaskClient) -> None:
    page = client.get("/")
    assert names(page) == ["The Dead Letter Office", "A Murmur of Moths"]
    for address in re.findall(r'<img src="(/s/[^"]+)"', page.text):
        cover = client.get(address)
        assert cover.mimetype == "image/svg+xml"
        assert "immutable" in cover.headers["Cache-Control"]


def test_a_card_counts_the_teams_of_homebrew_too(client: FlaskClient) -> None:
    card = client.get("/").text.split("The Dead Letter Office")[1].split("card-foot")[0]
    assert [
        team for team in ("townsfolk", "outsider", "minion", "demon") if f'class="team-{team}"' in card
    ] == [
        "townsfolk",
        "outsider",
        "minion",
        "demon",
    ]
    assert "team-unknown" not in card


def test_a_search_for_a_character_offers_to_look_it_up(client: FlaskClient) -> None:
    for words in ("vortox", "Fang Gu", "the Vortox"):
        name = "fanggu" if "Gu" in words else "vortox"
        page = client.get("/", query_string={"q": words}).text
        assert f'href="/characters/{name}"' in page
        assert client.get(f"/characters/{name}").status_code == 200
    assert "Look up the" not in client.get("/?q=pond").text


def test_who_throws_the_samples_away_is_not_given_them_again(client: FlaskClient) -> None:
    for identifier in re.findall(r'id="script-(\w+)"', client.get("/").text):
        client.post(f"/s/{identifier}/throw-away")
    assert "No scripts yet" in client.get("/").text


@pytest.mark.parametrize("words", ["moon riddle", "RINGER", "boffin", "evening tag-word"])
def test_a_search_finds_a_script_by_name_author_character_and_tag(client: FlaskClient, words: str) -> None:
    script = [{"id": "_meta", "name": "Moon Riddle", "author": "Ringer"}, "boffin", "imp"]
    path = opened(client, script)
    client.post(f"{path}/tags", data={"tags": "evening, #tag-word"})
    assert names(client.get("/", query_string={"q": words})) == ["Moon Riddle"]


def test_a_search_that_finds_nothing_says_so(client: FlaskClient) -> None:
    page = client.get("/?q=no+such+<script>")
    assert "0 scripts for “no such &lt;script&gt;”" in page.text
    assert "No script has all of these words." in page.text


def test_a_tag_is_shown_and_leads_to_all_scripts_that_have_it(client: FlaskClient) -> None:
    path = brought(client, "Moon Riddle", "imp")
    client.post(f"{path}/tags", data={"tags": "Tiny"})
    page = client.get("/").text
    assert '<a class="tag" href="/?q=tiny"' in page
    assert names(client.get("/?q=tiny")) == ["Moon Riddle"]


def test_a_long_list_is_shown_a_hundred_at_a_time(app: Flask, client: FlaskClient) -> None:
    library = app.extensions["clockwright"].store.library
    for number in range(203):
        made = library.create(builder.parse(f'[{{"id": "_meta", "name": "Bell {number}"}}, "imp"]'))
        library.tag(made.id, ["odd" if number % 2 else "even"])
    first, second, third = (client.get(f"/?page={number}") for number in (1, 2, 3))
    assert [len(names(page)) for page in (first, second, third)] == [100, 100, 5]
    assert names(first)[0] == "Bell 202"
    assert names(third)[-2:] == ["The Dead Letter Office", "A Murmur of Moths"]
    assert len({*names(first), *names(second), *names(third)}) == 205
    assert "205 scripts" in first.text
    assert all(tag in third.text for tag in ("?q=even", "?q=odd"))
    assert 'rel="prev"' not in first.text
    assert 'rel="next" href="/?page=3"' in second.text
    assert 'rel="prev" href="/"' in second.text
    found = client.get("/?q=odd")
    assert "101 scripts" in found.text
    assert 'rel="next" href="/?q=odd&amp;page=2"' in found.text
    assert len(names(client.get("/?q=odd&page=2"))) == 1


@pytest.mark.parametrize("number", ["0", "-1", "x", "2", "999999999", "9" * 5000, "²"])
def test_a_page_that_there_is_not_is_the_nearest_one(client: FlaskClient, number: str) -> None:
    page = client.get("/", query_string={"page": number})
    assert page.status_code == 200
    assert len(names(page)) == 2


def test_what_lay_in_the_bin_for_a_month_is_gone_at_the_next_start(
    tmp_path: Path, press: InstantPress, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(data=str(tmp_path / "data"))
    client = create_app(settings, press=press).test_client()
    path = brought(client, "Moon Riddle", "imp")
    client.post(f"{path}/throw-away")
    assert names(create_app(settings, press=press).test_client().get("/?bin")) == ["Moon Riddle"]
    monkeypatch.setattr(listing, "now", lambda: revisions.now() + timedelta(days=31))
    assert names(create_app(settings, press=press).test_client().get("/?bin")) == []


def test_a_bin_that_cannot_be_emptied_keeps_nobody_from_starting(
    tmp_path: Path, press: InstantPress, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object) -> None:
        raise LibraryBusyError("busy")

    monkeypatch.setattr(listing, "empty_bin", busy)
    assert create_app(Settings(data=str(tmp_path)), press=press).test_client().get("/").status_code == 200


def test_a_copy_is_a_script_of_its_own(client: FlaskClient) -> None:
    path = brought(client, "Moon Riddle", "imp")
    copy = client.post(f"{path}/duplicate").headers["Location"]
    assert copy != path
    client.post(f"{copy}/throw-away")
    assert client.get(path).status_code == 200


def test_what_was_thrown_away_is_gone_until_it_is_taken_back(client: FlaskClient) -> None:
    path = brought(client, "Moon Riddle", "imp")
    page = client.post(f"{path}/throw-away", follow_redirects=True)
    assert "“Moon Riddle” was moved to the bin" in page.text
    assert "Moon Riddle" not in names(page)
    assert client.get(path).status_code == 404
    assert names(client.get("/?bin")) == ["Moon Riddle"]
    back = client.post(f"{path}/take-back", follow_redirects=True)
    assert "Moon Riddle" in names(back)
    assert client.get(path).status_code == 200


def test_what_is_not_there_can_be_neither_copied_nor_thrown_away(client: FlaskClient) -> None:
    for deed in ("duplicate", "throw-away", "take-back", "tags"):
        assert client.post(f"/s/abcdefghjkmn/{deed}").status_code == 404


def test_many_files_are_opened_at_once_and_what_cannot_be_read_is_named(client: FlaskClient) -> None:
    answer = files(
        client,
        ("one.json", [{"id": "_meta", "name": "First Bell"}, "imp"]),
        ("two.json", [{"id": "_meta", "name": "Second Bell"}, "imp"]),
        ("bad.json", "no script"),
    )
    assert answer.status_code == 200
    assert "2 scripts opened" in answer.text
    assert "bad.json" in answer.text
    assert {"First Bell", "Second Bell"} <= set(names(client.get("/")))


def test_two_files_can_be_one_script(client: FlaskClient) -> None:
    script = [{"id": "_meta", "name": "First Bell"}, "imp"]
    answer = files(client, ("one.json", script), ("two.json", script), together="yes")
    assert answer.status_code == 303
    assert names(client.get("/")).count("First Bell") == 1


def test_nothing_given_is_said_beside_the_form(client: FlaskClient) -> None:
    answer = client.post("/open", data={"text": "  "})
    assert answer.status_code == 422
    assert "Choose a file, or paste" in answer.text


def test_more_files_than_anybody_has_are_refused_with_their_number(client: FlaskClient) -> None:
    answer = files(client, *((f"{number}.json", ["imp"]) for number in range(101)))
    assert answer.status_code == 422
    assert "101" in answer.text


def test_a_link_that_holds_a_script_opens_without_asking_anybody(
    client: FlaskClient, paste: Paste, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetch, "get", lambda *_, **__: pytest.fail("nobody is to be asked"))
    path = opened(client, script)
    link = client.get(f"{path}/export/link").text
    assert "Evening Bells" in paste(link).text


def test_the_file_behind_a_link_is_fetched(
    paste: Paste, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def get(url: str, **_: object) -> Fetched:
        asked.append(url)
        return Fetched(json.dumps(script).encode(), "application/json", url)

    monkeypatch.setattr(fetch, "get", get)
    assert "Evening Bells" in paste(" https://example.org/bells.json\n").text
    assert asked == ["https://example.org/bells.json"]


def test_a_link_that_leads_nowhere_says_why_and_what_to_do(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def get(url: str, **_: object) -> Fetched:
        raise FetchError(url, "there is no such page")

    monkeypatch.setattr(fetch, "get", get)
    answer = client.post("/open", data={"text": "https://example.org/x"})
    assert answer.status_code == 422
    assert "there is no such page" in answer.text
    assert "Save the script as a file" in answer.text


def test_a_link_to_this_machine_is_refused(client: FlaskClient) -> None:
    answer = client.post("/open", data={"text": "https://127.0.0.1:8000/s/secret"})
    assert answer.status_code == 422
    assert "could not be downloaded" in answer.text


def test_a_full_disk_is_said_and_the_text_is_still_there(
    client: FlaskClient, script: Script, full_disk: None
) -> None:
    answer = client.post("/open", data={"text": json.dumps(script)})
    assert answer.status_code == 507
    assert "Evening Bells" in answer.text


def test_a_script_with_nobody_on_it_has_a_cover_and_a_card(client: FlaskClient) -> None:
    path = client.post("/new").headers["Location"]
    assert client.get(f"{path}/cover.svg").data.startswith(b"<svg")
    assert "No characters yet" in client.get("/").text


def test_the_secret_key_is_kept_and_only_this_user_may_read_it(app: Flask) -> None:
    path = app.extensions["clockwright"].settings.data_folder / "secret.key"
    assert path.read_bytes() == app.secret_key
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_first_page_says_what_this_is_and_offers_three_ways_to_begin(client: FlaskClient) -> None:
    page = client.get("/").text
    assert "Print, check and write scripts for Blood on the Clocktower." in page
    assert page.index("Drop script files here") < page.index("Print a script") < page.index("Your scripts")
    new = client.post("/new", data={"to": "characters"}).headers["Location"]
    assert new.endswith("/characters")
    assert client.get(new).status_code == 200


def test_a_script_that_was_just_opened_says_what_it_is_and_how_to_print_it_once(client: FlaskClient) -> None:
    path = brought(client, "Moon Riddle", "imp", "chef")
    page = client.get(path).text
    assert "2 characters" not in page  # they are counted beside the script, and there the count is of today
    assert f"{path}/sheet/classic/a4/1.png" in page
    addresses = re.findall(r'href="([^"]+bundle[^"]+)"', page)
    assert [address.rpartition("=")[2] for address in addresses] == ["a4", "letter"]
    made = zipfile.ZipFile(io.BytesIO(client.get(addresses[1].replace("&amp;", "&")).data)).namelist()
    assert sum(name.endswith(".pdf") for name in made) == 2
    assert "Abilities are in our own wording." in page
    assert "You have this already" not in page
    assert "just-opened" not in client.get(path).text


def test_the_same_script_again_is_named_and_one_of_both_can_go(client: FlaskClient) -> None:
    first = brought(client, "Moon Riddle", "imp")
    client.post(f"{first}/do", data={"op": "rename", "name": "Sun Riddle"})
    again = brought(client, "Moon Riddle", "imp")
    page = client.get(again).text
    assert "You have this already" in page
    instead = re.findall(r'name="instead" value="(\w+)"', page)
    assert [f"/s/{each}" for each in instead] == [first]
    answer = client.post(f"{again}/throw-away", data={"instead": instead[0]})
    assert answer.headers["Location"] == first
    assert names(client.get("/"))[0] == "Sun Riddle"
    assert client.get(again).status_code == 404


def test_what_was_repaired_in_a_file_is_told_once_where_it_is_opened(client: FlaskClient) -> None:
    slips = '[{"id": "_meta", "name": "Slips",},\n "imp" "baron"]'
    opened = client.post("/open", data={"text": slips})
    page = client.get(opened.headers["Location"]).text
    banner = page.split('class="just-opened"')[1].split("</section>")[0]
    assert "Fixed while reading" in banner
    assert "There is an extra comma" in banner
    assert "A comma is missing before this" in banner
    assert re.search(r"[Ll]ine 2", banner)
    assert page.count("There is an extra comma") == 1
    assert "Fixed while reading" not in client.get(opened.headers["Location"]).text
    sent = [(io.BytesIO(each.encode()), "set.json") for each in (slips, '["imp"]')]
    both = client.post("/open", data={"file": sent})
    assert both.text.count("There is an extra comma") == 1


POND = [
    {"id": "_meta", "name": "Pond"},
    {"id": "toad_pond", "name": "Toad", "team": "outsider", "ability": "You croak."},
    {"id": "heron_pond", "name": "Heron", "team": "minion", "ability": "You wade."},
    "imp",
]


def test_a_changed_file_of_a_set_that_is_here_can_update_it(client: FlaskClient) -> None:
    def dropped(ability: str) -> str:
        value = [POND[0], {**POND[1], "ability": ability}, *POND[2:]]
        return str(files(client, ("pond.json", value)).headers["Location"])

    first, again = dropped("You croak."), dropped("You croak twice.")
    page = client.get(again).text
    assert "You have this set: “Pond”" in page
    assert "1 ability changed: Toad." in page
    assert "Keep both" in page
    answer = client.post(f"{again}/into", data={"instead": first.rpartition("/")[2]})
    assert answer.headers["Location"].startswith(f"{first}/characters?updated=1")
    assert "1 ability changed: Toad." in client.get(answer.headers["Location"]).text
    assert client.get(f"{first}/script.json").json[1]["ability"] == "You croak twice."
    assert client.get(again).status_code == 404
    old = dropped("You croak.")
    page = client.get(old).text
    assert "You have this already" in page
    assert "Toad changed" in page
    assert client.post(f"{old}/into", data={"instead": old.rpartition("/")[2]}).status_code == 422


def test_of_many_files_each_says_whether_it_is_here_already(client: FlaskClient) -> None:
    bell = [{"id": "_meta", "name": "First Bell"}, "imp"]
    files(client, ("one.json", bell))
    answer = files(client, ("one.json", bell), ("two.json", [{"id": "_meta", "name": "Second"}, "imp"]))
    assert answer.text.count("You have this already") == 1
    assert "1 character" in answer.text


def test_a_copy_is_called_a_copy(client: FlaskClient) -> None:
    path = brought(client, "Moon Riddle", "imp")
    copy = client.post(f"{path}/duplicate").headers["Location"]
    assert client.get(f"{copy}/script.json").json[0]["name"] == "Moon Riddle (copy)"


def test_a_bad_file_marks_the_field_for_files_and_leaves_the_library(client: FlaskClient) -> None:
    answer = files(client, ("bad.json", "no script"))
    assert answer.status_code == 422
    assert re.search(r'id="open-file"[^>]*aria-invalid', answer.text)
    assert not re.search(r'id="open-text"[^>]*aria-invalid', answer.text)
    assert "The Dead Letter Office" in answer.text
    pasted = client.post("/open", data={"text": "{"})
    assert re.search(r'id="open-text"[^>]*aria-invalid', pasted.text, re.DOTALL)
    assert not re.search(r'id="open-file"[^>]*aria-invalid', pasted.text)


def test_a_cover_has_the_emblem_that_the_author_chose(client: FlaskClient) -> None:
    own = {"id": "lamp_own", "name": "Lamplighter", "team": "demon", "ability": "Each night."}
    path = brought(client, "Lamps", own)  # type: ignore[arg-type]  # a character of one's own
    before = client.get(f"{path}/cover.svg").text
    icon = {"op": "icon", "who": [0, "lamp_own"], "emblem": "anchor", "settings": {}, "credit": ""}
    assert client.post(f"{path}/do", data={"op": json.dumps(icon)}).status_code == 303
    after = client.get(f"{path}/cover.svg").text
    assert after != before
    assert emblems.body("anchor") in after


def test_a_script_in_the_bin_has_its_own_cover(client: FlaskClient) -> None:
    path = brought(client, "Moon Riddle", "imp")
    drawn = client.get(f"{path}/cover.svg").data
    client.post(f"{path}/throw-away")
    assert f"{path}/cover.svg" in client.get("/?bin").text
    assert client.get(f"{path}/cover.svg").data == drawn


@pytest.mark.parametrize(
    ("text", "characters"),
    [("Trouble Brewing", 22), (" bad moon rising\n", 25), ("Sects & Violets", 25), ("The Wandering Fair", 0)],
)
def test_the_name_of_a_base_script_or_a_sample_opens_it(
    app: Flask, client: FlaskClient, text: str, characters: int
) -> None:
    path = client.post("/open", data={"text": text}).headers["Location"]
    script = saved(app, path).script
    assert script.name.casefold() == text.strip().casefold()
    assert not script.unknown
    if characters:
        assert len(script.entries) == characters


def test_a_name_before_a_script_does_not_open_another_script(app: Flask, client: FlaskClient) -> None:
    text = f'Trouble Brewing{" " * 500}\n["chef", "imp"]'
    answer = client.post("/open", data={"text": text})
    assert answer.status_code != 303 or len(saved(app, answer.headers["Location"]).script.entries) == 2


def test_the_start_page_offers_the_base_scripts(client: FlaskClient) -> None:
    page = client.get("/").text
    for name in ("Trouble Brewing", "Bad Moon Rising", "Sects &amp; Violets"):
        assert f'name="text" value="{name}"' in page


def test_the_banner_of_an_opened_script_names_ids_that_nobody_knows(client: FlaskClient) -> None:
    page = client.post("/open", data={"text": '["chief", "imp"]'}, follow_redirects=True).text
    banner = page.split('class="just-opened"')[1].split("</section>")[0]
    assert "Clockwright does not know this ID: chief. See the checks." in banner
    assert "characters" not in banner  # a number that a change would make wrong
    page = client.post("/open", data={"text": '["chef", "imp"]'}, follow_redirects=True).text
    assert "does not know" not in page
