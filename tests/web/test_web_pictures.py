"""Pictures from outside: fetched for those who print, never for those who look."""

import re

import pytest
from flask.testing import FlaskClient
from instant_press import InstantPress, Paste

PIPER = {
    "id": "piper",
    "name": "Piper",
    "team": "townsfolk",
    "ability": "You hum.",
    "image": "https://icons.example/a.png",
}


@pytest.fixture
def path(paste: Paste) -> str:
    return paste([PIPER, "imp", "baron", "monk", "drunk"]).request.path


def test_who_looks_at_a_script_has_nothing_fetched(
    client: FlaskClient, path: str, press: InstantPress
) -> None:
    page = client.get(path).text
    for address in re.findall(r'<img src="(/s/[^"]+)"', page):
        assert client.get(address.replace("&amp;", "&")).status_code == 200
    assert client.get(f"{path}/sheet/classic/a4").status_code == 200
    assert client.get(f"{path}/script.json").status_code == 200
    assert press.brought == []


@pytest.mark.parametrize("what", ["sheet/classic/a4.pdf", "all-a4.zip"])
def test_who_prints_has_the_pictures_fetched_first(
    client: FlaskClient, path: str, press: InstantPress, what: str
) -> None:
    assert client.get(f"{path}/{what}").status_code == 200
    assert len(press.brought) == 1
    assert "icons.example" in press.brought[0]


def test_a_page_seen_before_its_pictures_came_is_not_kept_for_ever(client: FlaskClient, path: str) -> None:
    answer = client.get(f"{path}/sheet/classic/a4/1.png?v=older")
    assert answer.status_code == 200
    assert "immutable" not in answer.headers.get("Cache-Control", "")
