"""Whatever is thrown at the app, a person gets a clear answer and loses nothing."""

import io
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from instant_press import Paste
from patience import little_work

pytestmark = pytest.mark.full

DEEP = "[" * 100_000
UNREADABLE = {
    "not JSON": "this is { not [ JSON",
    "deep": DEEP,
    "deep and closed": DEEP + "]" * 100_000,
    "a number": "42",
    "nan": "[NaN]",
    "half a list": '["washerwoman", "libra',
    "nulls": "\0" * 500,
    "only spaces": "   \n\t ",
}


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_gets_a_message_and_keeps_its_text(paste: Paste, text: str) -> None:
    with little_work():
        answer = paste(text)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "Traceback" not in answer.text
    if text.strip(" \n\t\0"):
        assert 'aria-invalid="true"' in answer.text
        assert text[:200].replace('"', "&#34;") in answer.text


def test_nothing_at_all_is_answered_with_what_to_do(client: FlaskClient) -> None:
    for data in ({}, {"text": ""}, {"file": (io.BytesIO(b""), "empty.json")}):
        answer = client.post("/open", data=data)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text


def test_a_binary_file_is_refused_by_name(client: FlaskClient) -> None:
    answer = client.post("/open", data={"file": (io.BytesIO(bytes(range(256)) * 100), "holiday.jpg")})
    assert answer.status_code == 422
    assert "holiday.jpg" in answer.text


def test_a_faulty_file_comes_back_in_the_field_to_be_mended(client: FlaskClient) -> None:
    answer = client.post("/open", data={"file": (io.BytesIO(b'["washerwoman" "chef"'), "bells.json")})
    assert answer.status_code == 422
    assert "[&#34;washerwoman&#34; &#34;chef&#34;" in answer.text


def multipart(name: str, content: bytes) -> dict[str, Any]:
    """A form as a browser sends it. (The test client would leave its own large temporary file open.)"""
    head = f'--edge\r\nContent-Disposition: form-data; name="{name}"'
    head += '; filename="big.json"' if name == "file" else ""
    return {
        "data": head.encode() + b"\r\n\r\n" + content + b"\r\n--edge--\r\n",
        "content_type": "multipart/form-data; boundary=edge",
    }


def test_five_megabytes_are_too_large(client: FlaskClient) -> None:
    for name, status in (("file", 422), ("text", 413)):
        answer = client.post("/open", **multipart(name, b"x" * 5_000_000))
        assert answer.status_code == status
        assert "2 MB" in answer.text


def test_more_than_a_hundred_scripts_take_is_not_even_read(client: FlaskClient) -> None:
    assert client.post("/open", **multipart("file", b"x" * 45_000_000)).status_code == 413


def test_between_the_limit_of_a_script_and_that_of_a_form_the_script_is_refused(client: FlaskClient) -> None:
    answer = client.post("/open", **multipart("file", b'["imp"' + b" " * 2_100_000 + b"]"))
    assert answer.status_code == 422
    assert "2 MB" in answer.text


def test_a_paste_of_nearly_two_megabytes_is_read(client: FlaskClient) -> None:
    """Browsers send each line end as two characters; what counts is the text that was pasted."""
    text = b"[" + b"\r\n" * 1_900_000 + b'"washerwoman", "imp"]'
    answer = client.post("/open", **multipart("text", text))
    assert answer.status_code == 303, answer.text
    assert "Washerwoman" in client.get(answer.headers["Location"]).text


def test_markup_in_names_is_shown_and_never_run(paste: Paste) -> None:
    evil = '<script>alert("x")</script><img src=x onerror=alert(1)>'
    character = {
        "id": "x" + evil[:20],
        "name": evil[:30],
        "team": "townsfolk",
        "ability": evil,
        "image": "javascript:alert(1)",
    }
    answer = paste([{"id": "_meta", "name": evil, "author": evil}, character, evil, "imp", "imp"])
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text
    assert "<img src=x" not in answer.text
    assert "&lt;script&gt;" in answer.text
    assert not re.search(r'(?:href|src)="javascript:', answer.text)


def test_a_huge_name_is_cut_to_what_a_page_can_bear(paste: Paste) -> None:
    answer = paste(
        [{"id": "_meta", "name": "N" * 100_000, "author": "A" * 100_000}, "imp", "chef", "u" * 50_000]
    )
    assert answer.status_code == 200
    assert len(answer.data) < 400_000


def test_a_script_of_very_many_entries_is_answered_briefly(paste: Paste) -> None:
    answer = paste([f"nobody{number}" for number in range(1_900)])
    assert answer.status_code == 200
    assert len(answer.data) < 900_000
    assert "more" in answer.text


def test_names_that_turn_the_writing_direction_stay_in_their_place(paste: Paste) -> None:
    answer = paste([{"id": "_meta", "name": "\u202eecalp", "author": "\u2067x"}, "imp", "\u202enaidrauG"])
    assert answer.status_code == 200
    assert 'value="\u202eecalp" maxlength="200" dir="auto"' in answer.text
    assert "<bdi>\u202enaidrauG" in answer.text


VALUES: dict[str, object] = {
    "two metas": [{"id": "_meta", "name": "One"}, {"id": "_meta", "name": "Two"}, "imp"],
    "unknown ids": ["imp", "nosuchcharacter", "chef"],
    "wrong types": ["imp", 7, None, [], {"id": 3}, {"id": "x", "name": [], "team": {}, "ability": 5}],
    "meta of wrong types": [
        {"id": "_meta", "name": 7, "author": [], "bootlegger": "x", "firstNight": 3},
        "imp",
    ],
    "surrogate": ["imp", "\ud800"],
    "percent signs": [{"id": "_meta", "name": "100%s %(x)s {{7*7}} {% raw %}"}, "imp"],
    "no characters": [{"id": "_meta", "name": "Empty"}],
    "an object": {"id": "imp"},
    "empty list": [],
    "a text": "imp",
}


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_odd_scripts_are_shown_or_explained(paste: Paste, value: object) -> None:
    answer = paste(json.dumps(value))
    assert answer.status_code in {200, 422}
    assert "severity-" in answer.text or 'role="alert"' in answer.text or "Still to add" in answer.text


def test_percent_signs_and_braces_in_a_name_stay_as_they_are(paste: Paste) -> None:
    assert "100%s %(x)s {{7*7}} {% raw %}" in paste(VALUES["percent signs"]).text
