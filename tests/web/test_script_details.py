"""Script details: the form beside the name, and the pictures of a script."""

import io

from flask.testing import FlaskClient
from PIL import Image


def png() -> io.BytesIO:
    body = io.BytesIO()
    Image.new("RGB", (40, 20), "red").save(body, "PNG")
    body.seek(0)
    return body


def test_a_form_without_javascript_changes_a_detail_and_leads_back_to_it(
    client: FlaskClient, path: str
) -> None:
    data = {"op": "details", "bootlegger": "Nobody whispers.\nNobody sings.", "revision": "1"}
    answer = client.post(f"{path}/do", data=data)
    assert answer.headers["Location"] == f"{path}#details"
    page = client.get(path).text
    assert "Rules of the script changed." in page
    assert '<li dir="auto">Nobody sings.</li>' in page
    assert client.get(f"{path}/script.json").get_json()[0]["bootlegger"] == [
        "Nobody whispers.",
        "Nobody sings.",
    ]


def test_a_box_that_is_not_ticked_shows_the_title(client: FlaskClient, path: str) -> None:
    ticked = {"op": "details", "revision": "1", "hideTitle": ["on", "off"]}
    client.post(f"{path}/do", data=ticked)
    assert client.get(f"{path}/script.json").get_json()[0]["hideTitle"] is True
    client.post(f"{path}/do", data=ticked | {"hideTitle": "off", "revision": "2"})
    assert "hideTitle" not in client.get(f"{path}/script.json").get_json()[0]


def test_what_is_no_picture_or_no_detail_is_refused(client: FlaskClient, path: str) -> None:
    answer = client.post(f"{path}/details/logo", data={"revision": "1"})
    assert answer.status_code == 422
    assert "Choose a picture first." in answer.text
    assert client.post(f"{path}/details/cover", data={"file": (png(), "a.png")}).status_code == 404
    assert client.get(f"{path}/details/logo/{'0' * 64}").status_code == 404


def test_the_rows_are_remembered_on_this_device(client: FlaskClient, path: str) -> None:
    assert 'class="build"' in client.get(path).text
    answer = client.post("/look", data={"rows": "comfortable", "next": path})
    assert answer.headers["Location"] == path
    assert 'class="build comfortable"' in client.get(path).text
    assert client.post("/look", data={"rows": "huge"}).status_code == 400
