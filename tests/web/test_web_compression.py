"""Text comes packed to whoever takes it so, and is the same text."""

import gzip
import re

import pytest
from flask.testing import FlaskClient
from instant_press import Paste
from werkzeug.test import TestResponse

GZIP = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.fixture
def path(client: FlaskClient) -> str:
    found = re.search(r"/s/\w+", client.get("/").text)
    assert found
    return found[0]


def is_packed(answer: TestResponse) -> bool:
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    return answer.headers.get("Content-Encoding") == "gzip"


def static(client: FlaskClient, end: str) -> str:
    found = re.search(rf'/static/\w+/[^"]+{re.escape(end)}', client.get("/").text)
    assert found
    return found[0]


def test_a_page_is_a_fifth_of_its_size_on_the_way(client: FlaskClient, path: str) -> None:
    plain, packed = client.get(path), client.get(path, headers=GZIP)
    assert not is_packed(plain)
    assert is_packed(packed)
    assert len(packed.data) * 5 < len(plain.data)
    assert gzip.decompress(packed.data) == plain.data


@pytest.mark.parametrize("end", [".css", ".js", ".svg", ".ttf"])
def test_files_of_the_app_are_packed_and_kept_for_ever(client: FlaskClient, end: str) -> None:
    address = static(client, end)
    plain, packed = client.get(address), client.get(address, headers=GZIP)
    assert "immutable" in packed.headers["Cache-Control"]
    assert not is_packed(plain)
    if is_packed(packed):
        assert gzip.decompress(packed.data) == plain.data
    else:
        assert len(plain.data) < 1000  # our mark


def test_covers_answers_of_the_api_and_parts_of_a_page_are_packed(client: FlaskClient, path: str) -> None:
    assert is_packed(client.get(f"{path}/cover.svg", headers=GZIP))
    assert is_packed(client.get("/api/openapi.json", headers=GZIP))
    parts = client.post(f"{path}/do", data={"op": "add", "id": "imp"}, headers=GZIP | {"X-Parts": "1"})
    assert is_packed(parts)


@pytest.mark.parametrize("taken", ["", "identity", "gzip;q=0", "br"])
def test_who_does_not_take_it_gets_it_plain(client: FlaskClient, path: str, taken: str) -> None:
    assert not is_packed(client.get(path, headers={"Accept-Encoding": taken} if taken else {}))


def test_pictures_and_documents_are_not_packed_again(client: FlaskClient, path: str) -> None:
    for end in ("sheet/classic/a4.pdf", "sheet/classic/a4/1.png"):
        answer = client.get(f"{path}/{end}", headers=GZIP)
        assert answer.status_code == 200
        assert "Content-Encoding" not in answer.headers


def test_the_page_that_shows_a_secret_once_is_never_packed(client: FlaskClient, path: str) -> None:
    answer = client.post(f"{path}/share", data={"kind": "edit"}, headers=GZIP)
    assert "/e/" in answer.text
    assert not is_packed(answer)


def test_what_is_not_there_is_said_packed_or_not(client: FlaskClient, paste: Paste) -> None:
    assert "There is nothing here" in client.get("/s/abc").text
    head = client.head("/", headers=GZIP)
    assert "Content-Encoding" not in head.headers
    assert head.data == b""
