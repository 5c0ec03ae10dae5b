"""The page that publishes: where the set will lie, what will be in it, the ZIP; and pictures by address in exports."""

import json
import re
import zipfile
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient
from instant_press import InstantPress
from opening import opened

import builder
from builder.artefact import Artefact, PrintRequest, bundle
from builder.errors import RenderError

OWL = {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": "You hear."}
HIDDEN = {"id": "mole", "name": "Secret Mole", "team": "outsider", "ability": "You dig."}


@pytest.fixture
def path(client: FlaskClient) -> str:
    ours = {"characters": {"mole": {"export": False}, "owl": {"notes": "hushhush"}}}
    meta = {"id": "_meta", "name": "Owls: a Set", "clockwright": ours}
    script = [meta, OWL, HIDDEN, "imp"]
    return opened(client, script)


@pytest.fixture
def zipping(press: InstantPress, monkeypatch: pytest.MonkeyPatch) -> InstantPress:
    """A press that gives parts as the render processes do: in a ZIP."""
    render = press.render

    def parts(script_json: str, wanted: PrintRequest, **more: Any) -> Artefact:
        made = render(script_json, wanted, **more)
        if not wanted.kind.startswith("set-"):
            return made
        return bundle([("owl.png", b"\x89PNG")] if wanted.kind == "set-icons-1" else [])

    monkeypatch.setattr(press, "render", parts)
    return press


def set_address(client: FlaskClient, path: str) -> None:
    answer = client.post(
        f"{path}/do",
        data={"op": "base-url", "url": "https://example.org/owls/", "back": f"{path}/publish#address"},
    )
    assert answer.headers["Location"] == f"{path}/publish#address"


def test_the_page_says_what_will_be_in_it_and_what_stays_back(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/publish").text
    for word in (
        "script.json",
        "almanac.html",
        "set.json",
        "tokens/",
        "Secret Mole",
        "The icon of 1 homebrew character",
    ):
        assert word in page
    assert "hushhush" not in page


def test_an_address_is_kept_and_shown_as_others_need_it(client: FlaskClient, path: str) -> None:
    set_address(client, path)
    assert "https://example.org/owls/script.json" in client.get(f"{path}/publish").text


def test_an_address_that_is_none_is_refused_with_an_example(client: FlaskClient, path: str) -> None:
    answer = client.post(f"{path}/do", data={"op": "base-url", "url": "javascript:alert(1)"})
    assert answer.status_code == 422
    assert "https://example.org/my-set" in answer.text


def test_the_zip_holds_the_set_and_nothing_private(
    client: FlaskClient, path: str, zipping: InstantPress
) -> None:
    set_address(client, path)
    answer = client.get(f"{path}/publish.zip")
    assert answer.mimetype == "application/zip"
    assert "Owls" in answer.headers["Content-Disposition"]
    with zipfile.ZipFile(BytesIO(answer.data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    assert set("index.html script.json set.json almanac.html almanac.pdf tokens.pdf".split()) <= files.keys()
    assert json.loads(files["script.json"])[1]["image"] == "https://example.org/owls/owl.png"
    for name in ("index.html", "script.json", "set.json"):
        assert b"hushhush" not in files[name]
        assert b"Secret Mole" not in files[name]
    assert [each.name for each in builder.parse(files["set.json"]).characters][:1] == ["Owl"]
    assert zipping.brought


def test_the_zip_is_made_for_the_address_that_was_typed(
    client: FlaskClient, path: str, zipping: InstantPress
) -> None:
    form = {"revision": "1", "url": "https://example.org/typed"}
    answer = client.post(f"{path}/publish.zip", data=form)
    with zipfile.ZipFile(BytesIO(answer.data)) as archive:
        assert json.loads(archive.read("script.json"))[1]["image"] == "https://example.org/typed/owl.png"
    assert 'value="https://example.org/typed/script.json"' in client.get(f"{path}/publish").text
    assert zipping.brought
    refused = client.post(f"{path}/publish.zip", data={"url": "javascript:alert(1)"})
    assert refused.status_code == 422
    assert client.post(f"{path}/publish.zip").status_code == 400


def test_what_cannot_be_made_is_said_in_a_sentence(
    client: FlaskClient, path: str, press: InstantPress
) -> None:
    press.failure = RenderError("The almanac has no room.")
    answer = client.get(f"{path}/publish.zip")
    assert answer.status_code == 422
    assert "The almanac has no room." in answer.text


def test_a_script_that_is_not_there_cannot_be_published(client: FlaskClient) -> None:
    assert client.get("/s/nobodyhere12/publish").status_code == 404
    assert client.get("/s/nobodyhere12/publish.zip").status_code == 404


def test_exports_for_others_name_pictures_by_address_once_there_is_one(
    client: FlaskClient, path: str
) -> None:
    assert "https://" not in client.get(f"{path}/export/official").text
    set_address(client, path)
    images = ["https://example.org/owls/owl.png", "https://example.org/owls/owl_evil.png"]
    assert client.get(f"{path}/export/official").json[1]["image"] == images
    assert "https://example.org/owls/owl.png" in client.get(f"{path}/export").text
    assert "image" not in client.get(f"{path}/export/official?pictures=none").json[1]
    (picture, *_) = client.get(f"{path}/export/official?pictures=inside").json[1]["image"]
    assert picture.startswith("data:image/")


def test_what_one_keeps_for_oneself_has_its_pictures_inside(client: FlaskClient, path: str) -> None:
    set_address(client, path)
    kept = client.get(f"{path}/export/official?for=me").json
    assert "image" not in kept[1]
    assert kept[0]["clockwright"]["characters"]["owl"]["notes"] == "hushhush"


def test_without_an_address_nobody_can_ask_for_addresses(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/export?pictures=addresses").text
    assert "Links to pictures" not in page
    assert "https://" not in client.get(f"{path}/export/official?pictures=addresses").text


def test_one_button_publishes_page_almanac_and_script_with_its_icons(client: FlaskClient, path: str) -> None:
    done = client.post(f"{path}/publish")
    assert done.headers["Location"] == f"{path}/publish#published"
    page = client.get(f"{path}/publish").text
    (base,) = set(re.findall(r'value="(http://[^"]+/r/[\w-]+)"', page))
    for name in ("almanac.html", "script.json"):
        assert f'value="{base}/{name}"' in page
    client.post(f"{path}/publish")
    assert client.get(f"{path}/publish").text.count(f'value="{base}"') == 1
    stranger = client.application.test_client()
    answer = stranger.get(base.removeprefix("http://localhost") + "/script.json")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    meta, owl, imp = json.loads(answer.text)
    assert meta["almanac"] == f"{base}/almanac.html"
    icons = f"{base}/characters/owl/icon"
    assert (owl["image"], imp) == ([f"{icons}/usual.png", f"{icons}/evil.png"], "imp")
    assert not re.search("mole|hushhush", answer.text)
