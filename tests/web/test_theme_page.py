"""The page Theme: one of ours, fields over it, files, findings, other scripts."""

import base64
import html
import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from instant_press import InstantPress
from opening import opened
from PIL import Image
from small_font import font
from werkzeug.test import TestResponse

import builder
from builder import artefacts, assets, uploads
from builder.artefact import Artefact, PrintRequest
from builder.artefacts.web_jobs import THEME
from builder.editing import theme_ops
from builder.library.library import Library
from builder.press import theme_files
from builder.settings import settings
from builder.themes import tones
from builder.web.infra.services import of
from builder.web.view_models import theme_form


@pytest.fixture
def press(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[InstantPress]:
    """Reads themes as a worker does."""
    monkeypatch.setenv("CLOCKWRIGHT_DATA", str(tmp_path / "data"))
    settings.cache_clear()

    class Press(InstantPress):
        def render(self, script_json: str, wanted: PrintRequest, *, keep: bool = True) -> Artefact:
            if wanted == THEME:
                return artefacts.make(script_json, wanted)
            return super().render(script_json, wanted, keep=keep)

    yield Press()
    settings.cache_clear()


def do(client: FlaskClient, path: str, **fields: str) -> TestResponse:
    return client.post(f"{path}/do", data={"op": "theme", "back": f"{path}/theme", **fields})


def upload(client: FlaskClient, path: str, body: bytes, field: str = "") -> TestResponse:
    data = {"field": field, "file": (io.BytesIO(body), "file")}
    return client.post(f"{path}/theme/file", data=data)


def saved(client: FlaskClient, path: str) -> Any:
    meta = json.loads(client.get(f"{path}/script.json").data)[0]
    return meta.get("clockwright", {}).get("theme")


def png(color: str = "#e8dcc0") -> bytes:
    target = io.BytesIO()
    Image.new("RGB", (90, 120), color).save(target, "PNG")
    return target.getvalue()


def lexend() -> bytes:
    return assets.static("vendor", "fonts", "Lexend-Regular.ttf").read_bytes()


def test_a_theme_of_ours_is_chosen_and_left_again(client: FlaskClient, path: str) -> None:
    answer = do(client, path, theme="observatory")
    assert answer.headers["Location"] == f"{path}/theme"
    assert saved(client, path) == "observatory"
    page = client.get(f"{path}/theme").text
    assert re.findall(r'value="([\w-]*)" id="card-[\w-]+" aria-pressed="true"', page) == ["observatory"]
    do(client, path, theme="")
    assert saved(client, path) is None


def test_a_color_is_set_over_a_theme_of_ours_and_reset(client: FlaskClient, path: str) -> None:
    do(client, path, theme="vespers")
    do(client, path, **{"teams.minion": "#8a3a00"})
    assert saved(client, path) == {"extends": "vespers", "teams": {"minion": "#8a3a00"}}
    do(client, path, reset="teams.minion")
    assert saved(client, path) == "vespers"


def test_a_form_without_javascript_saves_only_what_was_changed(client: FlaskClient, path: str) -> None:
    do(client, path, theme="vespers")
    page = html.unescape(client.get(f"{path}/theme").text)
    was = dict(re.findall(r'name="(was\.[\w.]+)" value="([^"]*)"', page))
    assert len(was) > 30
    form = {name.removeprefix("was."): value for name, value in was.items()} | was
    do(client, path, **form)
    assert saved(client, path) == "vespers"
    do(client, path, **(form | {"paper.texture": "linen", "paper.strength": "0.8", "pictures.ring": "no"}))
    assert saved(client, path) == {
        "extends": "vespers",
        "paper": {"texture": "linen", "strength": 0.8},
        "pictures": {"ring": False},
    }


def test_the_guard_tells_beside_the_field_which_color_it_changed(client: FlaskClient, path: str) -> None:
    do(client, path, ink="#d8d0c0")
    page = client.get(f"{path}/theme").text
    found = re.search(r'id="n-ink">.*?Made darker so it can be read: (#[0-9a-f]{6})', page, re.DOTALL)
    assert found
    assert 'aria-describedby="n-ink"' in page
    assert 'id="n-paper.color"' not in page


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("paper.color", "red;}body{background:url(https://evil.example)}"),
        ("paper.edge", "jagged"),
        ("fonts.heading", "https://evil.example/font.otf"),
        ("paper.picture", "../../../etc/passwd"),
        ("paper.strength", "9"),
        ("paper.strength", "NaN"),
    ],
)
def test_a_bad_value_is_refused_in_a_sentence(client: FlaskClient, path: str, field: str, value: str) -> None:
    answer = do(client, path, **{field: value})
    assert answer.status_code == 422
    assert saved(client, path) is None


def test_a_background_is_judged_stored_and_exported(client: FlaskClient, path: str) -> None:
    assert upload(client, path, png(), "paper.picture").status_code == 303
    script = builder.parse(client.get(f"{path}/script.json").data)
    held = script.theme["paper"]
    assert held["picture"].startswith("data:image/jpeg")  # in the file that leaves
    assert len(held["tones"]) == 3
    packed = zipfile.ZipFile(io.BytesIO(client.get(f"{path}/theme.zip").data))
    assert sorted(packed.namelist()) == ["paper-picture.jpg", "theme.json"]
    assert json.loads(packed.read("theme.json"))["paper"]["picture"] == "paper-picture.jpg"


def test_an_exported_theme_dresses_another_script(client: FlaskClient, path: str, script: list[Any]) -> None:
    do(client, path, theme="observatory")
    do(client, path, accent="#ffd27f")
    assert upload(client, path, font()).status_code == 303  # what it is for is told by its bytes
    body = client.get(f"{path}/theme.zip").data
    other = opened(client, script[1:])
    assert upload(client, other, body).status_code == 303
    theme = saved(client, other)
    assert theme["accent"] == "#ffd27f"
    assert theme["paper"]["color"] == "#131a33"
    assert theme["fonts"]["heading"].startswith("data:font/ttf;base64,")
    assert "Your file" in client.get(f"{other}/theme").text


def test_a_script_file_brings_its_theme_with_font_along(client: FlaskClient, path: str) -> None:
    upload(client, path, lexend(), "fonts.heading")
    body = client.get(f"{path}/script.json").data
    again = opened(client, body.decode())
    assert saved(client, again) == saved(client, path)
    page = client.get(f"{again}/theme").text
    assert 'id="theme-fault" hidden' in re.sub(r"\s+", " ", page)


@pytest.mark.parametrize(
    "body",
    [
        b"PK\x03\x04 no archive",
        b"{" * 5000,
        b'{"paper": {"picture": "https://evil.example/x.png"}}',
        b'{"extends": "../../secret.json"}',
        b'{"ink": "#12"}',
        b"OTTO not a font",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"",
    ],
)
def test_a_hostile_file_is_refused_in_a_sentence(client: FlaskClient, path: str, body: bytes) -> None:
    answer = upload(client, path, body)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "Traceback" not in answer.text
    assert saved(client, path) is None


def test_another_script_gets_the_theme(client: FlaskClient, path: str, script: list[Any]) -> None:
    do(client, path, theme="observatory")
    other = opened(client, script[1:])
    answer = client.post(f"{path}/theme/use", data={"script": other.removeprefix("/s/")})
    assert answer.headers["Location"] == f"{other}/theme"
    assert saved(client, other) == "observatory"
    assert client.post(f"{path}/theme/use", data={"script": "nobody"}).status_code == 422


def test_a_theme_for_a_script_that_somebody_just_changed_is_no_silent_success(
    client: FlaskClient, path: str, script: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    do(client, path, theme="observatory")
    other = client.post("/open", data={"text": json.dumps(script[1:])}).headers["Location"]
    save = Library.save

    def late(library: Library, identifier: str, *args: Any, **values: Any) -> object:
        with monkeypatch.context() as patched:
            patched.setattr(Library, "save", save)
            do(client, other, theme="vespers")
        return save(library, identifier, *args, **values)

    monkeypatch.setattr(Library, "save", late)
    answer = client.post(f"{path}/theme/use", data={"script": other.removeprefix("/s/")})
    assert answer.status_code == 409
    assert saved(client, other) == "vespers"


def test_a_theme_in_a_script_that_cannot_be_used_is_told(client: FlaskClient, script: list[Any]) -> None:
    script[0]["clockwright"] = {"theme": {"paper": {"color": "mauve"}}}
    path = opened(client, script)
    page = client.get(f"{path}/theme")
    assert page.status_code == 200
    assert "paper.color" in page.text


def test_each_font_of_ours_has_a_class(client: FlaskClient) -> None:
    css = client.get("/themes/faces.css").text
    files = re.findall(r'url\("/static/\w+/vendor/fonts/([\w-]+\.ttf)"\)', css)
    assert files
    assert all(assets.static("vendor", "fonts", each).exists() for each in files)


def test_pages_of_another_theme_have_other_addresses(client: FlaskClient, path: str) -> None:
    def pictures() -> list[str]:
        return re.findall(r'<img src="([^"]+\.png[^"]+)"', client.get(f"{path}/theme").text)

    before = pictures()
    do(client, path, theme="observatory")
    after = pictures()
    assert len(before) == len(after) == 4
    assert not set(before) & set(after)
    assert client.get(html.unescape(after[0])).status_code == 200


def test_stored_files_are_addresses_in_the_library(client: FlaskClient, path: str) -> None:
    upload(client, path, png(), "logo.picture")
    app = client.application
    saved_script = of(app).store.get(path.removeprefix("/s/"))
    assert saved_script
    assert uploads.is_address(saved_script.script.theme["logo"]["picture"])
    assert base64.b64encode(png()).decode() not in saved_script.official


def test_print_has_a_picker_of_themes(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/print?theme=observatory&chosen=1&make=sheet")
    assert 'value="observatory" lang="en" selected' in page.text
    pictures = re.findall(r'<img src="([^"]+\.png[^"]*)"', page.text)
    assert pictures
    assert all("theme=observatory" in each for each in pictures)
    assert client.get(f"{path}/sheet/classic/a4.pdf?theme=observatory").status_code == 200
    assert client.get(f"{path}/print?theme=evil&chosen=1&make=sheet").status_code == 200


def test_a_document_is_asked_for_in_the_theme_that_was_picked(
    client: FlaskClient, path: str, press: InstantPress
) -> None:
    for theme, asked in (("observatory", "observatory"), ("none", "none"), ("evil", ""), ("", "")):
        press.made.clear()
        client.get(f"{path}/sheet/classic/a4.pdf?theme={theme}")
        assert [wanted.theme for _script, wanted in press.made] == [asked]


def test_the_cover_and_the_link_to_view_have_the_accents_of_the_theme(client: FlaskClient, path: str) -> None:
    shared = re.search(r"/r/([\w-]+)", client.post(f"{path}/share", data={"kind": "read"}).text)
    assert shared
    link = f"/r/{shared[1]}"
    plain = client.get(f"{path}/cover.svg").text
    assert "theme.css" not in client.get(link).text
    do(client, path, theme="observatory")
    assert "#131a33" in client.get(f"{path}/cover.svg").text
    assert "#131a33" not in plain
    address = re.search(r'href="(/r/[\w-]+/theme\.css[^"]*)"', client.get(link).text)
    assert address
    css = client.get(address[1])
    assert css.mimetype == "text/css"
    paper, card, ink, quiet = (
        re.search(rf"--{name}: (#\w{{6}});", css.text)[1]  # type: ignore[index]  # fails if it is not there
        for name in ("paper", "card", "ink", "quiet")
    )
    assert paper == "#131a33"
    for color in (ink, quiet, *re.findall(r"light-dark\((#\w{6}), #\w{6}\)", css.text)):
        assert tones.least_contrast(color, (paper, card)) >= 4.5


def test_a_theme_without_a_paper_leaves_the_link_to_view_on_pages_of_ours(
    client: FlaskClient, path: str
) -> None:
    do(client, path, accent="#ffd27f")
    css = client.get(f"{path}/read/theme.css").text
    assert "--paper" not in css
    found = re.findall(r"light-dark\((#\w{6}), (#\w{6})\)", css)
    assert found
    for pale, dark in found:
        assert tones.least_contrast(pale, theme_form.PALE) >= 4.5
        assert tones.least_contrast(dark, theme_form.DARK) >= 4.5


def test_two_people_change_two_fields_of_a_theme(client: FlaskClient, path: str) -> None:
    do(client, path, theme="observatory")
    revision = re.search(r'name="revision" value="(\d+)"', client.get(f"{path}/theme").text)
    assert revision
    do(client, path, accent="#ffd27f", revision=revision[1])
    do(client, path, **{"paper.edge": "line", "revision": revision[1]})
    assert saved(client, path) == {"extends": "observatory", "accent": "#ffd27f", "paper": {"edge": "line"}}


def test_a_worker_reads_the_uploaded_font_of_a_script(client: FlaskClient, path: str) -> None:
    upload(client, path, font(), "fonts.text")
    kept = of(client.application).store.get(path.removeprefix("/s/"))
    assert kept
    worn = theme_files.worn(builder.parse(kept.official).theme)
    assert worn.face("AlegreyaSans-Regular").startswith("stored:")
    assert theme_files.missing(worn) == []


def test_the_form_has_every_field_of_the_format() -> None:
    titles = {name: title for _group, fields in theme_form.GROUPS for name, title in fields.items()}
    assert set(titles) == set(theme_ops.fields())
