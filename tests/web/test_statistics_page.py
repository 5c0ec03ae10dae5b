import re

from flask.testing import FlaskClient
from opening import opened

OWL = {"id": "owl own", "name": "<Owl>", "team": "townsfolk", "ability": "Each night, hoot. " + "word " * 40}


def test_figures_stand_side_by_side_and_long_abilities_are_links(client: FlaskClient) -> None:
    path = opened(client, [OWL, "imp"])
    page = client.get(f"{path}/statistics").text
    assert re.search(r"Townsfolk</th><td><b>1</b> <small>100 %</small></td><td><b>1</b> <small>50 %", page)
    assert f'<a href="{path}/characters/owl%20own"><bdi>&lt;Owl&gt;</bdi></a>' in page
    assert f'href="{path}/statistics"' in client.get(f"{path}/characters").text


def test_a_script_without_homebrew_has_a_page_too(client: FlaskClient) -> None:
    path = opened(client, '["imp"]')
    assert "<td>–</td>" in client.get(f"{path}/statistics").text
