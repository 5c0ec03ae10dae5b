"""Import from Bloodstar: what is given together becomes one set, and is shown beside its files."""

import base64
import html
import io
import json
import re
import zipfile
import zlib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask
from flask.testing import FlaskClient
from instant_press import InstantPress
from werkzeug.test import TestResponse

from builder import fetch, uploads
from builder.errors import FetchError
from builder.formats import bloodstar
from builder.library.models import ImportRow
from builder.settings import Settings
from builder.web import create_app
from builder.web.infra.services import of
from builder.web.routes import importing

SHARED = Path(__file__).resolve().parents[3] / "shared" / "fixtures" / "bloodstar"
shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the shared fixtures are not here")
PUBLISHED = ("script.json", "almanac.html")


def picture(mark: int = 0) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + bytes([mark]) * 600


def inside(body: bytes) -> str:
    return "data:image/png;base64," + base64.b64encode(body).decode()


def owl(**more: Any) -> dict[str, Any]:
    return {
        "id": "owl_hoots",
        "name": "Owl",
        "team": "townsfolk",
        "ability": "Each night, $name hears.",
        "styledImage": inside(picture(1)),
        "unStyledImage": inside(picture(2)),
        "imageSettings": {"shouldColorize": False},
        "almanac": {"flavor": "Hoo.", "overview": "$name hears."},
    } | more


def save(**more: Any) -> bytes:
    return json.dumps({"meta": {"name": "Hoots"}, "characterList": [owl(**more)]}).encode()


def bring(client: FlaskClient, files: Mapping[str, bytes], text: str = "") -> TestResponse:
    given = [(io.BytesIO(content), name) for name, content in files.items()]
    return client.post("/bloodstar", data={"file": given, "text": text})


def words(answer: TestResponse) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", answer.text)).split())


def sides(client: FlaskClient, files: Mapping[str, bytes]) -> TestResponse:
    answer = bring(client, files)
    assert answer.status_code == 303, words(answer)
    page = client.get(answer.headers["Location"])
    assert page.status_code == 200
    return page


def zipped(files: Mapping[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def test_the_report_says_that_names_were_filled_in(client: FlaskClient) -> None:
    assert "$name and $capname in texts are now the character's name" in words(
        sides(client, {"save.json": save()})
    )


def test_the_library_leads_here_and_the_form_says_what_each_file_holds(client: FlaskClient) -> None:
    assert 'href="/bloodstar"' in client.get("/").text
    page = words(client.get("/bloodstar"))
    for name in (".blood", "full.json", "script.json", "almanac.html", "Icons (PNG)"):
        assert name in page


@shared
@pytest.mark.parametrize(
    "names",
    [
        ["save.json"],
        ["script.json"],
        ["almanac.html"],
        ["harbour-lights.blood"],
        ["script.json", "almanac.html"],
        ["almanac.html", "save.json"],
        ["save.json", "script.json", "almanac.html", "harbour-lights.blood"],
    ],
    ids="+".join,
)
def test_every_kind_of_file_alone_and_together_becomes_one_set(client: FlaskClient, names: list[str]) -> None:
    page = sides(client, {name: (SHARED / name).read_bytes() for name in names})
    text = words(page)
    assert "Harbour Lights" in text
    assert "saved, not used here" not in text
    for name in ("Lamplighter", "Ferrykeeper", "Máire Ní Bhriain", "Wrecker", "The Tide"):
        assert name in text
    assert "Mind the third step. It was not there yesterday." in text
    assert "/characters/lamplighter_harbour_lights/preview/token.png" in page.text


@shared
def test_a_zip_of_the_published_pages_is_the_same_set(client: FlaskClient) -> None:
    files = {name: (SHARED / name).read_bytes() for name in PUBLISHED}
    icons = {"lamplighter_harbour_lights.png": picture(3), "_meta.png": picture(4)}
    page = sides(client, {"all.zip": zipped(files | icons)})
    script = opened(client.application, page)
    assert script.characters[0].images == (uploads.address_of(picture(3)),)
    assert script.meta.logo == uploads.address_of(picture(4))
    assert script.characters[0].page.overview


def opened(app: Flask, page: TestResponse) -> Any:
    identifier = str(page.request.path).split("/")[2]
    held = of(app).store.get(identifier)
    assert held is not None
    return held.script


def test_icons_beside_published_pages_are_matched_by_name(client: FlaskClient) -> None:
    entry = {
        "id": "owl",
        "name": "Owl",
        "team": "townsfolk",
        "ability": "You hear.",
        "image": "https://x.example/owl.png",
    }
    page = sides(
        client, {"script.json": json.dumps([entry]).encode(), "owl.png": picture(5), "cat.png": picture(6)}
    )
    assert opened(client.application, page).characters[0].images == (uploads.address_of(picture(5)),)
    assert "were left out: “cat.png”" in words(page)
    assert (
        client.get(f"{page.request.path}/picture/{uploads.address_of(picture(6))[-64:]}").status_code == 404
    )


def test_what_is_not_understood_is_named_and_goes_back_to_bloodstar(client: FlaskClient) -> None:
    page = sides(client, {"save.json": save(bellColour="a deep green")})
    assert "Saved for Bloodstar, not used here: Bell colour." in words(page)
    again = json.loads(bloodstar.write(opened(client.application, page)))
    assert again["characterList"][0]["bellColour"] == "a deep green"
    assert again["characterList"][0]["ability"] == "Each night, $name hears."


def test_what_is_missing_and_what_the_official_app_wants_otherwise_is_told(client: FlaskClient) -> None:
    page = words(sides(client, {"save.json": save(ability="", almanac={}, characterReminderTokens="x" * 60)}))
    assert "Not in your file: ability, flavor, overview, examples, how to run." in page
    assert "For the official format: Owl: the export shortens reminders" in page


def test_tokens_look_as_before_until_the_author_paints_them_anew(client: FlaskClient) -> None:
    page = sides(client, {"save.json": save()})
    script = opened(client.application, page)
    assert script.characters[0].images == (uploads.address_of(picture(1)),)
    assert not script.characters[0].icon.is_painted
    assert client.post(f"{page.request.path}/paint").status_code == 303
    painted = opened(client.application, page).characters[0]
    assert painted.icon.picture == uploads.address_of(picture(2))
    assert painted.icon.settings == {"whiten": False, "gradient": False}
    assert painted.images == script.characters[0].images
    assert "Repaint from" not in client.get(page.request.path).text
    client.post(str(page.request.path).replace("/bloodstar", "/do"), data={"op": "undo"})
    assert not opened(client.application, page).characters[0].icon.is_painted


def test_the_studio_shows_what_was_imported_and_paints_one_icon_from_its_source(client: FlaskClient) -> None:
    page = sides(client, {"save.json": save()})
    owl = opened(client.application, page).entries[0].id
    address = str(page.request.path).replace("/bloodstar", f"/characters/{owl}/icon")
    studio = client.get(address).text
    assert "Finished picture" in studio
    source = uploads.address_of(picture(2))
    assert f'value="{source}"  data-painted=' in studio
    ticks = dict.fromkeys(
        (*("crop", "whiten", "gradient", "teal_outsiders", "orange_minions"), "texture", "border", "shadow"),
        "on",
    )
    form = {"act": "save", "shape": source, "revision": "1", **ticks}
    assert client.post(address, data=form).status_code == 303
    icon = opened(client.application, page).characters[0].icon
    assert (icon.picture, icon.settings) == (source, {"whiten": False, "gradient": False})


def test_report_and_repainting_are_found_again_from_every_page_of_the_set(client: FlaskClient) -> None:
    page = sides(client, {"save.json": save()})
    path = str(page.request.path).removesuffix("/bloodstar")
    for place in ("", "/characters", "/icons"):
        assert f'href="{path}/bloodstar"' in client.get(path + place).text
    assert "1 icon can be repainted" in client.get(f"{path}/icons").text
    answer = client.post(f"{path}/bloodstar/paint", data={"back": "icons"}, follow_redirects=True)
    assert answer.request.path == f"{path}/icons"
    assert "can be repainted" not in answer.text
    assert "Delete" not in client.get(f"{path}/bloodstar").text


def test_pictures_as_they_came_are_shown_and_nothing_in_them_runs(client: FlaskClient) -> None:
    drawing = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script>" + b" " * 600 + b"</svg>"
    svg = "data:image/svg+xml;base64," + base64.b64encode(drawing).decode()
    page = sides(client, {"save.json": save(styledImage=svg)})
    shown = re.findall(r'src="(/s/\w+/bloodstar/picture/[0-9a-f]{64})"', page.text)
    assert len(shown) == 2
    answers = [client.get(address) for address in shown]
    assert {answer.data for answer in answers} == {drawing, picture(2)}
    for answer in answers:
        assert "sandbox" in answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_no_revision_holds_a_picture(client: FlaskClient) -> None:
    page = sides(client, {"save.json": save()})
    identifier = str(page.request.path).split("/")[2]
    held = of(client.application).store.get(identifier)
    assert held is not None
    assert "base64" not in held.official
    assert held.official.count(uploads.SCHEME) == 2


def test_a_set_that_is_not_wanted_goes_to_the_bin(client: FlaskClient) -> None:
    page = sides(client, {"save.json": save()})
    identifier = str(page.request.path).split("/")[2]
    assert f'action="/s/{identifier}/throw-away"' in page.text
    client.post(f"/s/{identifier}/throw-away")
    assert client.get(page.request.path).status_code == 404
    assert "Hoots" in client.get("/?bin").text


def rewrite(app: Flask, column: str, value: object) -> None:
    with of(app).store.library.engine.begin() as connection:
        assert connection.execute(sa.update(ImportRow).values({column: value})).rowcount == 1


def test_what_came_is_kept_a_month_only(app: Flask, client: FlaskClient) -> None:
    page = sides(client, {"save.json": save()})
    rewrite(app, "at", datetime(2020, 1, 1))  # noqa: DTZ001  # as the tables store it
    answer = client.get(page.request.path)
    assert answer.status_code == 404
    assert "The script itself is complete" in words(answer)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"\0" * 90, b'{"pages": 3}', b"hello <b>", b"\xff\xfe\0\0"]
)
def test_a_record_that_was_damaged_does_no_harm(app: Flask, client: FlaskClient, content: bytes) -> None:
    page = sides(client, {"save.json": save()})
    rewrite(app, "packed", content)
    assert client.get(page.request.path).status_code == 404
    rewrite(app, "packed", zlib.compress(content))
    assert client.get(page.request.path).status_code == 404


HOSTILE = {
    "nothing": b"",
    "no almanac": b"<html><body><h1>Recipes</h1></body></html>",
    "a picture that is none": b"\x89PNG but not",
    "a picture alone": picture(),
    "half a save": b'{"meta": {"name": "x"}, "characterList": [',
    "no characters": b'{"characterList": []}',
    "a bomb": zipped({"save.json": b" " * 30_000_000}),
    "a zip of nothing": zipped({}),
    "a zip of a zip": zipped({"inner.zip": zipped({"save.json": b"{}"})}),
    "half a zip": zipped({"save.json": save()})[:-30],
    "deep": b'{"characterList": ' + b"[" * 90_000,
    "noise": bytes(range(256)) * 40,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_that_is_no_set_is_refused_in_words_and_nothing_is_kept(
    client: FlaskClient, name: str
) -> None:
    before = client.get("/").text.count('class="script-card"')
    answer = bring(client, {"given.json": HOSTILE[name]})
    assert answer.status_code == 422
    assert "This could not be imported. Nothing was saved." in words(answer)
    assert "Traceback" not in answer.text
    assert client.get("/").text.count('class="script-card"') == before


def test_one_bad_file_among_good_ones_keeps_nothing_and_is_named(client: FlaskClient) -> None:
    answer = bring(client, {"save.json": save(), "script.json": b'[{"id": "owl_hoots", "name": '})
    assert answer.status_code == 422
    assert "script.json: Line 1, column 30:" in words(answer)
    assert "File 2" not in words(answer)
    assert words(answer).count("column 30") == 1


def raw(content: bytes) -> dict[str, Any]:
    """A form as bytes: the test client leaves files open that nobody reads."""
    head = b'--edge\r\nContent-Disposition: form-data; name="file"; filename="save.json"\r\n\r\n'
    return {
        "data": head + content + b"\r\n--edge--\r\n",
        "content_type": "multipart/form-data; boundary=edge",
    }


def test_more_than_forty_megabytes_are_refused_in_words(client: FlaskClient) -> None:
    answer = client.post("/bloodstar", **raw(b"{" + b" " * 40_000_001))
    assert answer.status_code == 422
    assert "limit " in words(answer)
    answer = client.post("/bloodstar", **raw(b"{" + b" " * importing.LARGEST_UPLOAD))
    assert answer.status_code == 413
    assert "more than 40 MB" in words(answer)


def test_names_that_lead_out_of_a_zip_lead_nowhere(client: FlaskClient, tmp_path: Path) -> None:
    page = sides(client, {"x.zip": zipped({"../../../save.json": save()})})
    assert "Hoots" in words(page)
    assert not list(tmp_path.rglob("save.json"))


def test_two_sets_at_once_are_too_many_and_the_open_page_takes_them(client: FlaskClient) -> None:
    archive = zipped({"a.json": save(), "b/b.json": save(name="Cat")})
    answer = bring(client, {"two.zip": archive})
    assert answer.status_code == 422
    assert "2 sets in these files" in words(answer)
    answer = client.post("/open", data={"file": [(io.BytesIO(archive), "two.zip")]})
    assert "2 scripts opened" in words(answer)


@shared
def test_the_open_page_opens_a_zip_of_one_set_as_one(client: FlaskClient) -> None:
    archive = zipped({f"x/{name}": (SHARED / name).read_bytes() for name in PUBLISHED})
    answer = client.post("/open", data={"file": [(io.BytesIO(archive), "set.zip")]})
    assert answer.status_code == 303
    held = of(client.application).store.get(answer.headers["Location"].split("/")[2])
    assert held is not None
    assert held.script.almanac.synopsis


def test_nothing_chosen_is_said(client: FlaskClient) -> None:
    answer = client.post("/bloodstar", data={"text": "  "})
    assert answer.status_code == 422
    assert "Choose the files of your set" in words(answer)


def test_an_address_that_may_not_be_fetched_stays_in_its_field(client: FlaskClient) -> None:
    answer = bring(client, {}, "https://127.0.0.1/almanac.html")
    assert answer.status_code == 422
    assert "Save the page as a file, and choose that file" in words(answer)
    assert 'value="https://127.0.0.1/almanac.html"' in answer.text


@shared
@pytest.mark.parametrize("name", PUBLISHED)
def test_the_address_of_a_published_page_brings_what_lies_beside_it(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    asked = []

    def fetched(address: str) -> bytes:
        asked.append(address)
        return (SHARED / address.rpartition("/")[2]).read_bytes()

    monkeypatch.setattr(importing, "fetched", fetched)
    answer = bring(client, {}, f"https://bloodstar.example/p/a/b/{name}")
    page = client.get(answer.headers["Location"])
    assert sorted(asked) == [f"https://bloodstar.example/p/a/b/{each}" for each in sorted(PUBLISHED)]
    script = opened(client.application, page)
    assert script.almanac.synopsis
    assert script.characters[0].reminders == ("Lit", "Snuffed")


def test_what_does_not_lie_beside_a_page_is_done_without(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fetched(address: str) -> bytes:
        if address.endswith("almanac.html"):
            raise FetchError("bloodstar.example", "there is nothing")
        return json.dumps([{"id": "_meta", "name": "Alone"}, "imp", "baron"]).encode()

    monkeypatch.setattr(importing, "fetched", fetched)
    answer = bring(client, {}, "https://bloodstar.example/p/a/b/script.json")
    assert "Alone" in words(client.get(answer.headers["Location"]))


def test_pictures_on_the_web_are_told_and_downloaded_at_once(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def get(address: str, **limits: Any) -> fetch.Fetched:
        assert limits["most_bytes"] <= 5_000_000
        assert limits["seconds"] <= 5
        if "gone" in address:
            raise FetchError(address, "there is nothing")
        return fetch.Fetched(picture(7), "image/png", address)

    monkeypatch.setattr(fetch, "get", get)
    meta = {"id": "_meta", "name": "Web", "almanac": "https://www.bloodstar.xyz/p/a/web/almanac.html"}
    value = [
        meta,
        *(
            {
                "id": f"owl{number}",
                "name": "Owl",
                "team": "demon",
                "ability": "Hoo.",
                "image": f"https://bloodstar.example/{name}.png",
            }
            for number, name in enumerate(("one", "two", "gone"))
        ),
    ]
    answer = bring(client, {"script.json": json.dumps(value).encode()})
    path = answer.headers["Location"].removesuffix("/bloodstar")
    report = words(client.get(f"{path}/bloodstar"))
    assert "3 pictures on the web" in report
    assert "3 pictures are only on the web" in report
    assert "Download them now" in words(client.get(f"{path}/icons"))
    done = client.post(f"{path}/bloodstar/import-pictures", data={"back": "icons"}, follow_redirects=True)
    assert "2 pictures downloaded. 1 is still on the web." in words(done)
    images = [each["image"] for each in client.get(f"{path}/script.json").json[1:]]
    assert [each.startswith("https://") for each in images] == [False, False, True]
    report = words(client.get(f"{path}/bloodstar"))
    assert "1 picture is only on the web" in report


def test_a_script_opened_elsewhere_says_at_once_that_its_pictures_are_on_the_web(client: FlaskClient) -> None:
    image = "https://bloodstar.example/one.png"
    own = {"id": "owl", "name": "Owl", "team": "demon", "ability": "Hoo.", "image": image}
    answer = client.post("/open", data={"text": json.dumps([{"id": "_meta", "name": "Web"}, own])})
    path = answer.headers["Location"]
    page = client.get(path)
    assert "1 picture is only on the web" in words(page)
    assert "Download them now" in words(page)
    done = client.post(f"{path}/bloodstar/import-pictures", data={"back": "script"})
    assert done.headers["Location"] == path


def test_a_file_that_is_taken_home_has_its_pictures_in_it(data_folder: Path, press: InstantPress) -> None:
    client = create_app(Settings(data=str(data_folder)), press=press).test_client()
    page = sides(client, {"save.json": save()})
    script = client.get(str(page.request.path).replace("/bloodstar", "/script.json"))
    assert inside(picture(1)) in script.text
    assert uploads.SCHEME not in script.text


def test_a_full_disk_keeps_nothing_and_says_so(client: FlaskClient, full_disk: None) -> None:
    answer = bring(client, {"save.json": save()})
    assert answer.status_code == 507
    assert "room" in words(answer)


def test_it_is_said_how_long_the_old_address_of_the_almanac_holds(client: FlaskClient) -> None:
    meta = {"id": "_meta", "name": "Hoots", "almanac": "https://old.example/hoots/almanac.html"}
    entry = {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": "You hear."}
    page = sides(client, {"script.json": json.dumps([meta, entry]).encode()})
    assert "https://old.example/hoots/almanac.html, is kept until you publish the set" in words(page)
    assert "is kept until you publish" not in words(sides(client, {"save.json": save()}))


@shared
def test_all_files_of_one_set_say_nothing_of_a_night_order_that_one_of_them_has(client: FlaskClient) -> None:
    names = ["save.json", "script.json", "almanac.html", "harbour-lights.blood"]
    page = words(sides(client, {name: (SHARED / name).read_bytes() for name in names}))
    assert "has no night order" not in page
    assert "is only in" in page
    assert re.search(r"“\w+_harbour_lights” is only in", page) is None


@pytest.mark.parametrize("whom", ["others", "me"])
def test_a_save_for_bloodstar_has_the_icons_of_today_and_their_source_pictures(
    data_folder: Path, press: InstantPress, whom: str
) -> None:
    client = create_app(Settings(data=str(data_folder)), press=press).test_client()
    path = bring(client, {"save.json": save()}).headers["Location"].removesuffix("/bloodstar")
    icon = {"op": "icon", "who": [0, "owl_hoots"], "picture": uploads.address_of(picture(2))}
    added = {"op": "new-character", "name": "Night Mare", "team": "demon"}
    for op in (icon | {"settings": {"size": 270}}, added):
        assert client.post(f"{path}/do", data={"op": json.dumps(op)}).status_code == 303
    page = client.get(f"{path}/export/bloodstar?for={whom}&pictures=inside")
    hooting, fresh = page.json["characterList"]
    assert hooting["unStyledImage"] == inside(picture(2))
    assert hooting["imageSettings"] == {
        "sizeFactor": 0.5,
        "horizontalPlacement": 0.5,
        "verticalPlacement": 0.1815,
    }
    for each in (hooting, fresh):
        painted = base64.b64decode(each["styledImage"].partition(",")[2])
        assert painted.startswith(b"%PDF"), "what the press of these tests paints"
    assert "unStyledImage" not in fresh


@pytest.mark.parametrize(
    "form",
    [
        lambda: {"file": (io.BytesIO(save()), "save.json")},
        lambda: {"text": save().decode()},
        lambda: {"file": (io.BytesIO(zipped({"a/save.json": save()})), "all.zip")},
    ],
    ids=["file", "text", "zip"],
)
def test_a_save_opened_on_the_first_page_has_the_same_report(client: FlaskClient, form: Any) -> None:
    path = client.post("/open", data=form()).headers["Location"]
    opened = client.get(path)
    assert f'href="{path}/bloodstar">Import report' in opened.text
    assert "It cannot hold jinxes" in words(opened)
    report = words(client.get(f"{path}/bloodstar"))
    assert "1 source picture" in report
    assert "$name and $capname in texts are now the character's name" in report
    assert client.get(f"{path}/bloodstar/picture/{uploads.address_of(picture(2))[-64:]}").data == picture(2)


def test_a_blood_file_opened_on_the_first_page_says_that_it_has_no_night_order(client: FlaskClient) -> None:
    old = {"roles/owl.json": b'{"name": "Owl", "team": "townsfolk", "ability": "You hear."}'}
    path = client.post(
        "/open", data={"file": (io.BytesIO(zipped({"meta.json": b"{}", **old})), "owls.blood")}
    ).headers["Location"]
    assert "This .blood file has no night order, so all who wake are listed just before dawn." in words(
        client.get(path)
    )


def test_a_script_that_is_not_from_bloodstar_has_no_report(client: FlaskClient) -> None:
    plain = client.post("/open", data={"text": '["imp", "monk"]'}).headers["Location"]
    assert "Import report" not in client.get(plain).text
    assert client.get(f"{plain}/bloodstar").status_code == 404


def test_the_report_lists_the_logo_and_an_other_night_reminder_equal_to_the_first(
    client: FlaskClient,
) -> None:
    whole = json.loads(save(firstNightReminder="Hoot at them.", otherNightReminder="Hoot at them."))
    whole["meta"]["logo"] = inside(picture(7))
    page = sides(client, {"save.json": json.dumps(whole).encode()})
    assert "First night Hoot at them. Other nights Hoot at them." in words(page)
    assert re.search(rf'picture/{uploads.address_of(picture(7))[-64:]}".*?<figcaption>Logo', page.text)


def test_the_wording_is_mentioned_only_where_many_characters_are_official(client: FlaskClient) -> None:
    own = [{"id": f"owl{number}", "name": "Owl", "team": "townsfolk", "ability": "x"} for number in range(5)]
    for entries, is_said in (([*own, "imp"], False), ([*own[:2], "imp"], True)):
        path = client.post("/open", data={"text": json.dumps(entries)}).headers["Location"]
        assert ("in our own wording" in client.get(path).text) == is_said


def odd(**more: Any) -> bytes:
    """A save with a finished picture that is none, and two characters with one id."""
    owls = [owl(styledImage="data:image/png;base64,AAAA"), owl(name="Heron", team="minion", **more)]
    return json.dumps({"meta": {"name": "Hoots"}, "characterList": owls}).encode()


def test_a_picture_that_is_none_is_told_and_the_icon_is_painted_from_its_source(client: FlaskClient) -> None:
    page = sides(client, {"save.json": odd(id="heron_hoots")})
    told = words(page)
    assert (
        "Owl: its finished picture is not a picture, so its icon is painted from the source picture." in told
    )
    assert "“Finished picture” is not a picture. The icon is painted from the source picture." in told
    assert re.search(r"<bdi>Owl</bdi> <span class=\"flag\"", page.text)
    assert not re.search(r"<bdi>Heron</bdi> <span class=\"flag\"", page.text)
    assert "1 source picture and its settings were imported, too" in told  # the other one is used already
    assert "look as before" not in told


def test_a_broken_picture_goes_back_to_bloodstar_as_it_came(client: FlaskClient) -> None:
    script = bloodstar.read(odd(id="heron_hoots"))
    assert json.loads(bloodstar.write(script))["characterList"][0] == json.loads(odd())["characterList"][0]


def test_two_characters_with_one_id_are_told_and_each_has_only_its_own_pictures(client: FlaskClient) -> None:
    page = sides(client, {"save.json": odd(unStyledImage=inside(picture(3)), styledImage=inside(picture(4)))})
    assert "Owl and Heron have the same ID, “owl_hoots”. Give one of them another." in words(page)
    first, second = page.text.split('class="pair')[1:3]
    assert (first.count("<figure"), second.count("<figure")) == (2, 2)
    assert "Heron" not in words_of(first).replace("It has the same ID as Heron.", "")
    assert "It has the same ID as Owl." in words_of(second)
    assert "/characters/owl_hoots%20" in second  # its own pages


def test_a_report_runs_no_other_check_than_the_one_whose_findings_it_has(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.problems", lambda *_: pytest.fail("all checks ran"))
    assert bring(client, {"save.json": odd()}).status_code == 303


def words_of(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


def test_the_notes_name_what_a_save_lacks(client: FlaskClient) -> None:
    content = json.loads(save(name=""))
    content["firstNightOrder"] = ["owl_hoots", "ghost_missing"]
    page = sides(client, {"save.json": json.dumps(content).encode()})
    assert "A character has no name: “owl_hoots”." in words(page)
    assert "It has no name." in words(page)
    assert "lists a character that is not in this save, so it was skipped: “ghost_missing”." in words(page)


def test_a_set_that_was_imported_before_is_named_on_its_report(client: FlaskClient) -> None:
    first = bring(client, {"save.json": save()}).headers["Location"].split("/")[2]
    page = sides(client, {"save.json": save()})
    assert "You have this already" in words(page)
    assert f'name="instead" value="{first}"' in page.text
