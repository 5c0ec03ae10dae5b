"""The proof in the browser: what an author looks over, and where each thing is changed."""

import json
import re

import pytest
from flask.testing import FlaskClient
from instant_press import InstantPress
from opening import opened

from builder import assets, catalogue

LEAF = {
    "id": "leafcounter",
    "name": "Leaf Counter",
    "team": "townsfolk",
    "ability": "Each night, count leaves.",
    "otherNight": 53,
    "otherNightReminder": "Show how many.",
    "firstNight": 37,
    "firstNightReminder": "Show how many.",
    "jinxes": [{"id": "imp", "reason": "The Imp is counted twice."}],
}
SCRIPT = [{"id": "_meta", "name": "Autumn"}, LEAF, "monk", "chef", "empath", "butler", "baron", "spy", "imp"]


def sample(client: FlaskClient, name: str) -> str:
    return opened(client, json.loads(assets.data("samples", f"{name}.json").read_text("utf-8")))


def plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_the_page_tells_findings_setup_nights_jinxes_and_deeds(client: FlaskClient) -> None:
    page = client.get(opened(client, SCRIPT) + "/proof").text
    for heading in ("Checks", "Setup", "Similar wording", "Night order", "Jinxes", "Kinds of abilities"):
        assert heading in page
    told = plain(page)
    assert "Leaf Counter × Imp : The Imp is counted twice." in told
    assert "1 homebrew" in told
    assert re.search(r"Learn \d", told)


def test_own_characters_lead_to_their_editor_and_official_ones_do_not(client: FlaskClient) -> None:
    path = opened(client, SCRIPT)
    page = client.get(path + "/proof").text
    assert f'href="{path}/characters/leafcounter"' in page
    assert f'href="{path}/characters/imp"' not in page


def test_a_finding_mended_on_the_proof_leads_back_to_it(client: FlaskClient) -> None:
    path = opened(client, ["imp", "chef", "chef"])
    page = client.get(path + "/proof").text
    form = next(part for part in page.split("<form")[1:] if 'name="op"' in part and "/do" in part)
    revision = re.search(r'name="revision" value="(\d+)"', form)
    op = re.search(r'name="op" value="([^"]+)"', form)
    assert revision
    assert op
    data = {
        "revision": revision[1],
        "back": f"{path}/proof",
        "op": op[1].replace("&#34;", '"').replace("&quot;", '"'),
    }
    answer = client.post(f"{path}/do", data=data)
    assert answer.headers["Location"] == f"{path}/proof"
    assert f'name="back" value="{path}/proof"' in form


def test_what_takes_a_moment_comes_after_the_page(client: FlaskClient) -> None:
    empath = catalogue.find("empath")
    assert empath
    path = opened(client, [{**LEAF, "ability": empath.ability}, "imp"])
    page = client.get(path + "/proof").text
    assert f'data-load="{path}/proof/games"' in page
    assert f'data-load="{path}/proof/alike"' in page
    part = client.get(path + "/proof/alike", headers={"X-Fragment": "true"}).text
    assert part.lstrip().startswith("<")
    assert "<html" not in part
    assert re.search(r"Leaf Counter .*Empath 100 %", plain(part))


def test_without_scripts_the_slow_parts_are_pages_of_their_own(client: FlaskClient) -> None:
    path = sample(client, "six-candles")
    games = client.get(path + "/proof/games").text
    assert "<html" in games
    assert "1,000 games for 5 and 6 players." in plain(games)
    assert f'href="{path}/proof"' in games


def test_a_part_that_is_none_is_not_there(client: FlaskClient) -> None:
    assert client.get(opened(client, SCRIPT) + "/proof/wine").status_code == 404


def test_a_script_of_official_characters_has_a_proof_too(client: FlaskClient) -> None:
    page = client.get(sample(client, "the-wandering-fair") + "/proof").text
    assert "All characters are official." in page


@pytest.mark.parametrize("script", [["nobodyknows"], [{"id": "_meta", "name": "<b>"}, {"id": "x"}]])
def test_strange_scripts_have_a_proof(client: FlaskClient, script: list[object]) -> None:
    path = opened(client, script)
    for page in ("/proof", "/proof/games", "/proof/alike"):
        assert client.get(path + page).status_code == 200


def test_the_pdf_is_one_click_away(client: FlaskClient, press: InstantPress) -> None:
    path = opened(client, SCRIPT)
    assert f'href="{path}/proof/classic/a4.pdf"' in client.get(path + "/proof").text
    assert client.get(path + "/proof/classic/a4.pdf").data.startswith(b"%PDF")


def test_a_grid_says_who_meets_whom(client: FlaskClient) -> None:
    page = client.get(opened(client, ["mayor", "artist", "vortox", "imp"]) + "/proof").text
    assert re.findall(r'<td class="meets-(\w+)"><span aria-hidden="true">(.)</span>', page) == [
        ("conflict", "×"),
        ("watch", "!"),
    ]
    assert "meets-" not in client.get(opened(client, ["chef", "imp"]) + "/proof").text


def test_similar_abilities_are_shown_of_a_character_whose_id_stands_twice(client: FlaskClient) -> None:
    imp = catalogue.find("imp")
    assert imp
    own = {"id": "zed", "name": "Zed", "team": "demon", "ability": imp.ability}
    path = opened(client, [{"id": "_meta", "name": "Twice"}, own, "zed"])
    answer = client.get(f"{path}/proof/alike")
    assert answer.status_code == 200
    assert "Zed" in answer.text
