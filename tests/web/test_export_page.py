"""Export: every way a script leaves the builder, and what stays behind."""

import csv
import io
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from instant_press import InstantPress
from opening import opened

import builder
from builder import artefacts, formats, uploads
from builder.formats.carriers import script_pictures

Script = list[Any]


@pytest.mark.parametrize("name", ["official", "link", "text", "bloodstar"])
def test_what_goes_out_comes_in_again(client: FlaskClient, path: str, name: str) -> None:
    answer = client.get(f"{path}/export/{name}")
    assert "attachment" in answer.headers["Content-Disposition"]
    again = builder.parse(answer.data)
    assert {"washerwoman", "imp"} <= {entry.key for entry in again.entries}


def test_every_format_stands_on_the_page_to_be_copied(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/export").text
    for name in ("official", "link", "chat", "markdown", "text", "bloodstar", "csv"):
        field = re.search(rf'<textarea id="text-{name}"[^>]*>\n([^<]+)</textarea>', page)
        assert field, name
        assert len(field[1]) > 20


def test_a_table_of_the_characters_can_be_read_by_a_spreadsheet(client: FlaskClient, path: str) -> None:
    rows = list(csv.reader(io.StringIO(client.get(f"{path}/export/csv").data.decode("utf-8-sig"))))
    assert any("Washerwoman" in row for row in rows)


def test_a_table_has_no_uploaded_pictures_and_its_notes_say_so(client: FlaskClient) -> None:
    picture = uploads.keep(b"\x89PNG" + b"x" * 900)
    meta = {"id": "_meta", "name": "Owls", "logo": picture}
    path = opened(client, [meta, "imp"])
    table = client.get(f"{path}/export/csv?for=me").text
    assert "_meta,name,,Owls" in table
    assert "data:" not in table
    assert picture not in table
    note = "A table cannot hold embedded pictures and fonts."
    assert note in client.get(f"{path}/export").text
    assert note not in client.get(f"{opened(client, ['imp'])}/export").text


def test_private_notes_go_out_only_for_oneself(client: FlaskClient) -> None:
    meta = {
        "id": "_meta",
        "name": "Owls",
        "clockwright": {"characters": {"owl": {"notes": "A hidden thought"}}},
    }
    owl = {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": "You hear."}
    path = opened(client, [meta, owl, "imp"])
    assert "hidden thought" not in client.get(f"{path}/export").text
    assert "hidden thought" not in client.get(f"{path}/export/official").text
    assert "hidden thought" in client.get(f"{path}/export?for=me").text
    assert "hidden thought" in client.get(f"{path}/export/official?for=me").text


def test_a_link_never_has_private_parts_and_a_save_for_others_says_what_it_lacks(client: FlaskClient) -> None:
    source = "clockwright:upload/" + "a" * 64
    extra = {"notes": "A hidden thought", "bloodstar": {"put": {"unStyledImage": source}}}
    meta = {"id": "_meta", "name": "Owls", "clockwright": {"characters": {"owl": extra}}}
    owl = {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": "You hear."}
    path = opened(client, [meta, owl, "imp"])
    mine, others = (client.get(f"{path}/export?for={each}").text for each in ("me", "others"))

    def link(page: str) -> str:
        return page.split('id="text-link"')[1].partition("</textarea>")[0].partition(">")[2]

    assert link(mine) == link(others)
    assert client.get(f"{path}/export/link?for=me").data == client.get(f"{path}/export/link").data
    assert "as every link" in mine
    assert "1 source picture from Bloodstar is left out" in others
    assert "left out, as" not in mine


def test_a_painted_emblem_leaves_nothing_in_a_set_that_comes_back() -> None:
    owl = {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": "You hear."}
    script = builder.parse(json.dumps([{"id": "_meta", "name": "Owls"}, owl, "imp"]))
    given = formats.write(script_pictures.with_icons(script, {0: [b"\x89PNG" + b"x" * 900] * 2}))
    assert len(json.loads(given)[1]["image"]) == 2
    assert formats.write(script_pictures.without_icons(builder.parse(given))) == formats.write(script)


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("share-wide", "image/png"),
        ("share-square", "image/png"),
        ("almanac-page", "text/html"),
        ("token-pictures", "application/zip"),
    ],
)
def test_pictures_and_pages_are_made_by_the_press(
    client: FlaskClient, path: str, press: InstantPress, name: str, media_type: str
) -> None:
    answer = client.get(f"{path}/export/{name}")
    assert answer.mimetype == media_type
    assert "attachment" in answer.headers["Content-Disposition"]
    assert press.asked[-1][0] == name


@pytest.mark.parametrize("name", ["floppy", *sorted(artefacts.extras().keys() - artefacts.singly().keys())])
def test_a_format_that_is_none_or_is_for_pages_of_ours_is_not_found(
    client: FlaskClient, path: str, name: str
) -> None:
    assert client.get(f"{path}/export/{name}").status_code == 404


def test_the_page_follows_every_change_at_once(client: FlaskClient) -> None:
    """What was written is held ready: never for another state of the script, another person or other pictures."""

    def own(words: str) -> list[object]:
        meta = {
            "id": "_meta",
            "name": "Owls",
            "clockwright": {"characters": {"owl": {"notes": f"Hidden {words}"}}},
        }
        return [meta, {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": f"You {words}."}, "imp"]

    def page(query: str = "") -> str:
        return client.get(f"{path}/export{query}").text

    path = opened(client, own("hear"))
    for query in ("", "?for=me", "?for=me&pictures=none"):
        assert "You hear." in page(query)
        assert ("Hidden hear" in page(query)) == ("me" in query)
    op = {"op": "character", "who": [0, "owl"], "ability": "You see.", "notes": "Hidden see"}
    assert client.post(f"{path}/do", data={"op": json.dumps(op)}, headers={"X-Parts": "1"}).status_code == 200
    for query in ("", "?for=me", "?for=me&pictures=none"):
        assert "You see." in page(query)
        assert "You hear." not in page(query)
        assert ("Hidden see" in page(query)) == ("me" in query)
    assert client.post(f"{path}/do", data={"op": "undo"}).status_code == 303
    assert "You hear." in page()
    assert "Hidden hear" in page("?for=me")
    other = opened(client, own("sleep"))
    assert "You sleep." in client.get(f"{other}/export").text
    assert "You hear." in page()


def test_a_page_asked_for_again_is_not_written_again(
    client: FlaskClient, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = client.get(f"{path}/export").text
    monkeypatch.setattr("builder.formats.write", lambda *_: pytest.fail("it was written again"))
    assert client.get(f"{path}/export").text.partition("<main")[2] == first.partition("<main")[2]
