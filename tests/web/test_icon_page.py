"""The icon studio as the server answers it: uploads, refusals, previews, files, all icons of a set."""

import base64
import html
import io
import json
import re
import threading
from pathlib import Path
from typing import Any

import numpy as np
import picturing
import pytest
from flask import Flask
from flask.testing import FlaskClient
from instant_press import InstantPress
from opening import opened
from PIL import Image
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

import builder
from builder import artefacts
from builder.artefact import Artefact, PrintRequest
from builder.artefacts import web_jobs
from builder.errors import BusyError
from builder.settings import Settings
from builder.web import create_app
from builder.web.routes import export


class PaintingPress(InstantPress):
    """Paints for real, here; prints at once, in memory."""

    def render(self, script_json: str, wanted: PrintRequest, *, keep: bool = True) -> Artefact:
        if wanted in {web_jobs.READ, web_jobs.PAINT} and not self.failure:
            return artefacts.make(script_json, wanted)
        return super().render(script_json, wanted, keep=keep)


@pytest.fixture
def press() -> InstantPress:
    return PaintingPress()


@pytest.fixture
def app(data_folder: Path, press: InstantPress) -> Flask:
    """Uploads lie where painting looks for them: in the user's data folder."""
    return create_app(Settings(data=str(data_folder)), press=press)


@pytest.fixture
def path(app: Flask) -> str:
    extras = {"lamp": {"icon": {"emblem": "lantern-flame"}}, "weaver": {"icon": {"emblem": "spider-web"}}}
    entries = [
        {"id": "_meta", "name": "Lamps", "clockwright": {"format": 1, "characters": extras}},
        {"id": "lamp", "name": "Lamplighter", "team": "townsfolk", "ability": "You light lamps."},
        {"id": "weaver", "name": "Weaver", "team": "minion", "ability": "You weave."},
        {"id": "guest", "name": "Guest", "team": "traveller", "ability": "You may leave."},
        {
            "id": "queen",
            "name": "Queen",
            "team": "fabled",
            "ability": "Bow.",
            "image": "https://a.example/q.png",
        },
        "imp",
    ]
    kept = app.extensions["clockwright"].store.library.create(builder.parse(json.dumps(entries)))
    return f"/s/{kept.id}"


def form(**changed: Any) -> dict[str, Any]:
    """The form as the page has it when nothing was touched, with some changes; None: a tick that is off."""
    ticks = ("crop", "whiten", "gradient", "teal_outsiders", "orange_minions", "texture", "border", "shadow")
    fields = {
        "revision": "1",
        "shape": "lantern-flame",
        "credit": "",
        **dict.fromkeys(ticks, "on"),
        **changed,
    }
    return {name: value for name, value in fields.items() if value is not None}


def icons(client: FlaskClient, path: str) -> dict[str, Any]:
    """The icons as they are saved, by the ids of their characters."""
    opened = client.application.extensions["clockwright"].store.get(path.rpartition("/")[2])
    extras = opened.script.written_meta["clockwright"]["characters"]
    return {name: extra["icon"] for name, extra in extras.items() if "icon" in extra}


def upload(client: FlaskClient, path: str, body: bytes, name: str = "a.png") -> TestResponse:
    return post(
        client, f"{path}/characters/weaver/icon/upload", {"file": FileStorage(io.BytesIO(body), name)}
    )


def post(client: FlaskClient, address: str, data: dict[str, Any]) -> TestResponse:
    """Sends a form with a file in it; werkzeug's own client leaves a large one open."""
    boundary, body = encode_multipart(data)
    return client.post(address, data=body, content_type=f"multipart/form-data; boundary={boundary}")


def fault(answer: TestResponse) -> str:
    found = re.search(r'id="file-fault"[^>]*>([^<]*)<', answer.text)
    return found[1] if found else ""


def pixels(body: bytes) -> Any:
    return np.asarray(Image.open(io.BytesIO(body)).convert("RGBA"), int)


def test_a_file_has_540_pixels_and_each_version_its_colours(client: FlaskClient, path: str) -> None:
    usual = client.get(f"{path}/characters/lamp/icon/usual.png")
    evil = client.get(f"{path}/characters/lamp/icon/evil.png")
    assert usual.mimetype == "image/png"
    assert pixels(usual.data).shape == (540, 540, 4)
    middle = pixels(usual.data)[pixels(usual.data)[..., 3] > 250].mean(axis=0)
    other = pixels(evil.data)[pixels(evil.data)[..., 3] > 250].mean(axis=0)
    assert middle[2] > middle[0]
    assert other[0] > other[2]
    assert client.get(f"{path}/characters/lamp/icon/good.png").data == usual.data
    assert client.get(f"{path}/characters/lamp/icon/unaligned.png").status_code == 404
    assert client.get(f"{path}/characters/guest/icon/unaligned.png").status_code == 200
    assert client.get(f"{path}/characters/queen/icon/evil.png").status_code == 404


def test_a_file_that_is_known_is_not_sent_again_and_a_download_has_a_name(
    client: FlaskClient, path: str
) -> None:
    first = client.get(f"{path}/characters/lamp/icon/evil.png?download=1")
    assert 'filename="Lamplighter (evil).png"' in first.headers["Content-Disposition"]
    again = client.get(
        f"{path}/characters/lamp/icon/evil.png", headers={"If-None-Match": first.headers["ETag"]}
    )
    assert again.status_code == 304


def test_a_preview_shows_every_version_of_what_is_not_saved_yet(client: FlaskClient, path: str) -> None:
    settings = json.dumps({"size": 120, "texture": False})
    answer = client.get(
        f"{path}/characters/guest/icon/preview",
        query_string={"shape": "top-hat", "settings": settings, "draft": "1"},
    )
    pictures = answer.get_json()["pictures"]
    assert set(pictures) == {"unaligned", "good", "evil"}
    drawn = pixels(base64.b64decode(pictures["good"].partition(",")[2]))
    assert drawn.shape == (270, 270, 4)
    columns = np.flatnonzero((drawn[..., 3] > 250).any(axis=0))
    assert columns[-1] - columns[0] == pytest.approx(63, abs=4)
    assert "guest" not in icons(client, path)


@pytest.mark.parametrize("settings", ["{", "[1]", '{"size": "wide", "scale": 1e9}', "9" * 5000, "[" * 3000])
def test_settings_that_mean_nothing_are_the_usual(client: FlaskClient, path: str, settings: str) -> None:
    query = {"settings": settings, "draft": "1"}
    answer = client.get(f"{path}/characters/lamp/icon/preview", query_string=query)
    assert set(answer.get_json()["pictures"]) == {"usual", "evil"}


def test_an_upload_is_made_anew_and_says_nothing_of_where_it_was_taken(
    client: FlaskClient, path: str, data_folder: Path
) -> None:
    photo = Image.effect_noise((300, 200), 80).convert("RGB")
    exif = Image.Exif()
    exif[0x010E] = "secret garden"
    body = picturing.encoded(photo, "JPEG", exif=exif)
    address = upload(client, path, body, "garden.jpg").get_json()["picture"]
    kept = (data_folder / "icons" / address.rpartition("/")[2]).read_bytes()
    assert kept.startswith(b"\xff\xd8\xff")
    assert b"secret garden" in body
    assert b"secret garden" not in kept
    drawing = upload(client, path, picturing.svg('<path d="M10 10h80v80z"/>'), "a.svg").get_json()["picture"]
    assert (data_folder / "icons" / drawing.rpartition("/")[2]).read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "The file is empty"),
        (b"just some words", "an image we can read"),
        (picturing.encoded(picturing.icon())[:300], "damaged"),
        (picturing.huge_png(), "more than 16 million pixels"),
        (picturing.nested_svg(), "too many parts"),
        (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>', "definitions"),
        (b"\x89PNG\r\n\x1a\n" + bytes(5_000_001), "larger than 5 MB"),
        (picturing.encoded(Image.new("RGBA", (50, 50))), "it is blank"),
    ],
    ids=["empty", "text", "cut off", "144 megapixels", "bomb", "entities", "too large", "invisible"],
)
def test_a_picture_that_cannot_be_used_is_refused_in_a_sentence_and_nothing_else_is_lost(
    client: FlaskClient, path: str, body: bytes, words: str
) -> None:
    told = upload(client, path, body)
    assert told.status_code == 422
    assert words in told.get_json()["fault"]
    data = form(
        shape="spider-web",
        credit="Ada & Ben",
        size="222",
        act="upload",
        file=FileStorage(io.BytesIO(body), "a.png"),
    )
    page = post(client, f"{path}/characters/weaver/icon", data)
    assert page.status_code == 422
    assert words in fault(page)
    assert 'value="Ada &amp; Ben"' in page.text
    assert re.search(r'name="size"[^>]*value="222"', page.text)
    assert icons(client, path)["weaver"] == {"emblem": "spider-web"}


@pytest.mark.parametrize("megabytes", [25, 31])
def test_a_file_that_is_far_too_large_is_refused_as_every_other_picture(
    client: FlaskClient, path: str, megabytes: int
) -> None:
    told = upload(client, path, bytes(megabytes * 1_000_000))
    assert told.status_code == 413
    assert told.get_json()["fault"] == "This picture cannot be used: it is larger than 5 MB."
    file = FileStorage(io.BytesIO(bytes(megabytes * 1_000_000)), "a.png")
    page = post(client, f"{path}/characters/weaver/icon", form(act="upload", file=file))
    assert page.status_code == 413
    assert "it is larger than 5 MB" in page.text
    assert "A script can have" not in page.text


def test_of_an_animation_the_first_picture_is_taken(client: FlaskClient, path: str) -> None:
    red, blue = (Image.new("RGB", (60, 60), colour) for colour in ("red", "blue"))
    body = picturing.encoded(red, "GIF", save_all=True, append_images=[blue])
    address = upload(client, path, body, "a.gif").get_json()["picture"]
    as_is = json.dumps(dict.fromkeys(("whiten", "gradient", "texture", "border", "shadow"), False))
    png = client.get(
        f"{path}/characters/weaver/icon/usual.png", query_string={"shape": address, "settings": as_is}
    )
    assert tuple(pixels(png.data)[184, 270]) == pytest.approx((255, 0, 0, 255), abs=8)


def test_a_form_saves_shape_settings_and_thanks_together(client: FlaskClient, path: str) -> None:
    picture = (io.BytesIO(picturing.encoded(picturing.icon())), "moth.png")
    looked = client.post(
        f"{path}/characters/weaver/icon", data=form(act="upload", file=picture, border=None, mirror="on")
    )
    address = re.search(r'value="(clockwright:upload/\w+)" checked', looked.text)
    assert address
    data = form(act="save", shape=address[1], border=None, mirror="on", credit="Ada")
    answer = client.post(f"{path}/characters/weaver/icon", data=data)
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"{path}/characters/weaver/icon"
    assert icons(client, path)["weaver"] == {
        "picture": address[1],
        "settings": {"border": False, "mirror": True},
        "credit": "Ada",
    }
    gone = client.post(f"{path}/characters/weaver/icon", data=form(act="save", shape="", revision="2"))
    assert gone.status_code == 303
    assert "weaver" not in icons(client, path)


def test_an_icon_chosen_for_a_character_that_was_taken_off_is_a_conflict_and_no_lost_page(
    client: FlaskClient, path: str
) -> None:
    client.post(f"{path}/do", data={"op": "drop", "who": json.dumps([1, "weaver"])})
    address = f"{path}/characters/weaver/icon"
    answer = client.post(address, data=form(act="save"))
    assert answer.status_code == 409
    assert "Emblem: lantern flame" in answer.text
    assert client.post(address, data=form(act="save", revision="2")).status_code == 404


def test_emblems_are_offered_that_fit_the_character_or_some_words(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/characters/guest/icon").text
    assert page.count('name="shape"') > 12
    found = client.get(f"{path}/characters/guest/icon/offers?q=lanturn").text
    assert 'value="lantern-flame"' in found
    nothing = client.get(f"{path}/characters/guest/icon/offers?q=xqzzyv").text
    assert "No emblems found" in nothing


def test_the_icon_of_an_official_character_leads_to_its_page_and_of_nobody_nowhere(
    client: FlaskClient, path: str
) -> None:
    answer = client.get(f"{path}/characters/imp/icon")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{path}/characters/imp")
    assert client.get(f"{path}/characters/nobody/icon").status_code == 404
    assert client.get(f"{path}/characters/nobody/icon/usual.png").status_code == 404


def test_a_picture_that_is_gone_is_said(client: FlaskClient, path: str) -> None:
    query = {"shape": "clockwright:upload/" + "0" * 64}
    answer = client.get(f"{path}/characters/lamp/icon/preview", query_string=query)
    assert answer.status_code == 422
    assert "no longer stored here" in answer.get_json()["fault"]
    assert client.get(f"{path}/characters/lamp/icon/usual.png", query_string=query).status_code == 404


def test_a_busy_press_says_when_to_come_back(client: FlaskClient, path: str, press: InstantPress) -> None:
    press.failure = BusyError(4)
    answer = client.get(f"{path}/characters/lamp/icon/preview")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "4")


def test_a_full_disk_refuses_an_upload_and_says_so(
    client: FlaskClient, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(builder.files, "write", full)
    answer = upload(client, path, picturing.encoded(picturing.icon()))
    assert answer.status_code == 507
    assert "Free some space" in answer.get_json()["fault"]
    file = FileStorage(io.BytesIO(picturing.encoded(picturing.icon())), "a.png")
    assert post(client, f"{path}/characters/weaver/icon", form(act="upload", file=file)).status_code == 507


def test_all_icons_are_shown_before_and_after_and_restyled_in_one_revision(
    client: FlaskClient, path: str
) -> None:
    looked = client.post(f"{path}/icons", data={"preset": "flat", "revision": "1"})
    assert looked.text.count("data-after=") == 3
    assert "picture on the web" in looked.text
    who = [json.dumps(each) for each in ([0, "lamp"], [2, "guest"])]
    data = form(act="apply", who=who, texture=None, fill="on")
    answer = client.post(f"{path}/icons", data=data, follow_redirects=True)
    assert "Style applied and saved." in answer.text
    found = icons(client, path)
    assert found["lamp"]["settings"] == found["guest"]["settings"] == {"texture": False}
    assert "settings" not in found["weaver"]
    undone = client.post(f"{path}/do", data={"op": "undo", "revision": "2", "back": f"{path}/icons"})
    assert undone.headers["Location"] == f"{path}/icons"
    assert "guest" not in icons(client, path)


def test_restyling_nobody_is_said_and_the_choices_stay(client: FlaskClient, path: str) -> None:
    answer = client.post(f"{path}/icons", data=form(act="apply", border=None))
    assert answer.status_code == 422
    assert "No characters selected" in answer.text
    assert not re.search(r'id="s-border"[^>]*checked', answer.text)
    spoilt = client.post(f"{path}/icons", data=form(act="apply", who="{{{"))
    assert "not clear which character is meant" in spoilt.text


def test_pressed_once_more_restyle_does_the_same(client: FlaskClient, path: str) -> None:
    first = form(act="apply", who=json.dumps([0, "lamp"]), texture=None, place="on")
    page = client.post(f"{path}/icons", data=first, follow_redirects=True).text
    ticked = re.findall(r'name="(\w+)" value="[^"]*" checked', page)
    assert {"fill", "texture"}.isdisjoint(ticked)
    assert {"place", "border"} <= set(ticked)
    assert re.findall(r'name="who" value="([^"]+)" checked', page) == ["[0, &#34;lamp&#34;]"]
    again = {name: "on" for name in ticked if name != "who"} | {
        "who": json.dumps([0, "lamp"]),
        "act": "apply",
    }
    client.post(f"{path}/icons", data=again | {"revision": "2"})
    assert icons(client, path)["lamp"]["settings"] == {"texture": False}


def test_the_form_begins_with_what_most_icons_are_and_marks_the_way_that_it_is(
    client: FlaskClient, path: str
) -> None:
    def marked() -> list[str]:
        found = re.findall(
            r'value="([\w-]+)" title="[^"]*" aria-pressed="true"', client.get(f"{path}/icons").text
        )
        return list(found)

    assert marked() == ["usual"]
    who = [json.dumps(each) for each in ([0, "lamp"], [1, "weaver"])]
    flat = form(act="apply", who=who, texture=None, border=None, shadow=None, shading="0.35")
    client.post(f"{path}/icons", data=flat)
    assert marked() == ["flat"]


def test_the_small_picture_of_an_icon_stands_wherever_its_character_is_listed(
    client: FlaskClient, path: str
) -> None:
    def shown(where: str) -> str:
        found = re.search(rf'src="({path}/characters/lamp/icon/usual[^"]+)"', client.get(where).text)
        assert found, where
        return html.unescape(found[1])

    before = shown(path)
    for where in (f"{path}/characters", f"{path}/deal"):
        assert shown(where) == before
    other = opened(client, '["imp", "chef"]')
    assert shown(f"{other}/sets") == before
    assert client.get(before).mimetype == "image/png"
    assert "/characters/queen/icon" not in client.get(path).text
    client.post(f"{path}/icons", data=form(act="apply", who=json.dumps([0, "lamp"]), texture=None))
    assert shown(path) != before


def test_a_finished_picture_is_shown_small_as_it_is(client: FlaskClient, path: str) -> None:
    address = upload(client, path, picturing.encoded(picturing.icon())).get_json()["picture"]
    op = {"op": "character", "who": [3, "queen"], "image": address}
    client.post(f"{path}/do", data={"op": json.dumps(op)})
    found = re.search(rf'src="({path}/characters/queen/icon/usual[^"]+)"', client.get(path).text)
    assert found
    answer = client.get(html.unescape(found[1]))
    assert answer.mimetype == "image/png"
    studio = client.get(f"{path}/characters/queen/icon")
    assert "Finished picture" in studio.text
    assert answer.data == client.get(f"{path}/characters/queen/icon/usual.png?draft=1&framed=1").data
    emblem = f"{path}/characters/queen/icon/usual.png?draft=1&framed=1&shape=crown"
    assert answer.data != client.get(emblem).data
    assert "finished=1" in client.get(f"{path}/icons").text
    previews = {
        shape: client.get(f"{path}/characters/queen/icon/preview?shape={shape}").get_json()["pictures"]
        for shape in ("", "crown")
    }
    assert previews[""]["usual"] != previews["crown"]["usual"]


def test_a_file_for_others_has_the_painted_icons_and_comes_back_the_same(
    client: FlaskClient, path: str
) -> None:
    given = client.get(f"{path}/export/official?for=others&pictures=inside").data
    images = {each["id"]: each.get("image") for each in json.loads(given) if isinstance(each, dict)}
    assert [each[:22] for each in images["lamp"]] == ["data:image/png;base64,"] * 2
    assert images["lamp"] != images["weaver"]
    assert len(images["guest"]) == 3  # its emblem, which our sheets show, too
    assert images["queen"] == "https://a.example/q.png"
    again = opened(client, given.decode())
    theirs = {"pictures": "none", "for": "me"}
    assert client.get(f"{again}/export/official", query_string=theirs).data == (
        client.get(f"{path}/export/official", query_string=theirs).data
    )


def test_it_is_said_that_a_logo_of_ones_own_comes_along_for_clockwright_only(client: FlaskClient) -> None:
    logo = "data:image/png;base64," + base64.b64encode(picturing.encoded(picturing.icon())).decode()
    meta = {"id": "_meta", "name": "Owls", "logo": logo}
    owl = {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": "You hear."}
    path = opened(client, [meta, owl, "imp"])
    assert "The logo comes along for Clockwright only" in client.get(f"{path}/export").text
    given = client.get(f"{path}/export/official?for=me&pictures=inside").get_json()[0]
    assert "logo" not in given
    assert given["clockwright"]["meta"]["put"]["logo"].startswith("data:image/png")


def test_the_icons_of_a_file_are_painted_several_at_once(
    client: FlaskClient, path: str, press: InstantPress, monkeypatch: pytest.MonkeyPatch
) -> None:
    every, paint = threading.Barrier(3, timeout=30), press.render

    def together(script_json: str, wanted: PrintRequest, *, keep: bool = True) -> Artefact:
        every.wait()
        return paint(script_json, wanted, keep=keep)

    monkeypatch.setattr(press, "render", together)
    given = client.get(f"{path}/export/official?for=others&pictures=inside")
    assert [len(each["image"]) for each in given.get_json()[1:3]] == [2, 2]


def test_a_file_with_more_icons_than_anybody_could_open_is_refused_with_the_ways_out(
    client: FlaskClient, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "LIMIT_WITH_PICTURES", 1000)
    answer = client.get(f"{path}/export/official?for=others&pictures=inside")
    assert answer.status_code == 422
    assert "no program could open it. Publish the set instead" in answer.text
    for way in ("for=me", "for=others&pictures=none"):
        assert client.get(f"{path}/export/official?{way}").status_code == 200


def test_a_set_without_icons_is_shown_with_the_emblems_that_it_could_have(
    client: FlaskClient, app: Flask, path: str
) -> None:
    def fills(where: str) -> bool:
        return bool(re.search(r'id="fill"[^>]*checked', client.get(f"{where}/icons").text))

    bare = builder.parse(
        '[{"id": "lamp", "name": "Lamplighter", "team": "townsfolk", "ability": "You light."}]'
    )
    kept = app.extensions["clockwright"].store.library.create(bare)
    assert fills(f"/s/{kept.id}")
    assert not fills(path)


@pytest.mark.parametrize(
    ("team", "hidden"),
    [("townsfolk", {"outsider", "minion", "fabled", "loric"}), ("minion", {"outsider", "fabled", "loric"})],
)
def test_only_the_colors_of_its_own_team_are_offered(
    client: FlaskClient, team: str, hidden: set[str]
) -> None:
    entry = {"id": "owl", "name": "Owl", "team": team, "ability": "You hear."}
    path = opened(client, [entry])
    page = client.get(f"{path}/characters/owl/icon").text
    pairs = dict(re.findall(r'i-pair" [^>]*data-setting="(\w+)" (hidden)?', page))
    assert {name for name, state in pairs.items() if state} == hidden


OWL = {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": "You hear."}


def published(client: FlaskClient, path: str) -> tuple[str, list[Any]]:
    """Publishes a script; gives its address and what others load there."""
    client.post(f"{path}/publish")
    found = re.search(r'value="http://localhost(/r/[\w-]+)"', client.get(f"{path}/publish").text)
    assert found
    return found[1], json.loads(client.application.test_client().get(f"{found[1]}/script.json").text)


def colors(client: FlaskClient, addresses: list[str]) -> list[Any]:
    """The color in the middle of each picture."""
    bodies = [client.get(each.removeprefix("http://localhost")).data for each in addresses]
    pictures = [Image.open(io.BytesIO(body)).convert("RGB") for body in bodies]
    return [each.getpixel((each.width // 2, each.height // 2)) for each in pictures]


def data_address(color: str) -> str:
    return "data:image/png;base64," + base64.b64encode(solid(color)).decode()


def solid(color: str) -> bytes:
    body = io.BytesIO()
    Image.new("RGB", (90, 90), color).save(body, "PNG", compress_level=0)
    return body.getvalue()


def test_a_published_script_links_to_every_picture_of_a_character_and_to_its_logo(
    client: FlaskClient,
) -> None:
    traveller = {"id": "gull", "name": "Gull", "team": "traveller", "ability": "You fly."}
    web = "https://example.org/evil.png"
    path = opened(
        client,
        [
            {"id": "_meta", "name": "Owls"},
            OWL | {"image": [data_address("red"), web]},
            traveller | {"image": [data_address(each) for each in ("red", "lime", "blue")]},
            traveller | {"id": "tern", "name": "Tern"},
            {
                "id": "elk",
                "name": "Elk",
                "team": "demon",
                "ability": "Elk.",
                "image": [web, data_address("blue")],
            },
        ],
    )
    assert (
        client.post(f"{path}/details/logo", data={"file": (io.BytesIO(solid("lime")), "a.png")}).status_code
        == 303
    )
    base, (meta, owl, gull, tern, elk) = published(client, path)
    assert colors(client, [*gull["image"], owl["image"][0], elk["image"][1], meta["logo"]]) == [
        (255, 0, 0),
        (0, 255, 0),
        (0, 0, 255),
        (255, 0, 0),
        (0, 0, 255),
        (0, 255, 0),
    ]
    assert owl["image"][1] == elk["image"][0] == web
    assert [each.rpartition("/")[2] for each in tern["image"]] == ["usual.png", "good.png", "evil.png"]
    assert client.get(f"{base}/characters/tern/icon/unaligned.png").status_code == 200
    assert client.get(f"{base}/characters/tern/icon/other.png").status_code == 404


def test_every_id_has_an_address_for_its_pictures_and_of_two_alike_each_has_its_own(
    client: FlaskClient,
) -> None:
    ids, shades = ("a/b", "..", "twin", "twin"), ("red", "lime", "blue", "yellow")
    path = opened(
        client,
        [
            OWL | {"id": each, "name": shade, "image": data_address(shade)}
            for each, shade in zip(ids, shades, strict=True)
        ],
    )
    _base, (_meta, *people) = published(client, path)
    assert colors(client, [each["image"] for each in people]) == [
        (255, 0, 0),
        (0, 255, 0),
        (0, 0, 255),
        (255, 255, 0),
    ]
