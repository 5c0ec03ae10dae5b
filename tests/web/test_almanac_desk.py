"""The almanac desk: what is written, what is missing, what is drafted; as a plain form does it."""

import html
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from instant_press import InstantPress
from opening import opened

OWL = {"id": "owl of/night", "name": "Owl", "team": "townsfolk", "ability": "You hear."}
ALMANAC = {
    "synopsis": "Night *falls*.",
    "playGuide": ["Listen first."],
    "credits": [{"name": "Ann", "roles": ["icons", "words"]}],
}
IMP = {"id": "imp2", "name": "Old Imp", "team": "demon", "ability": "Each night*, knock.", "flavor": "Knock."}


@pytest.fixture
def path(client: FlaskClient) -> str:
    extras = {
        "imp2": {
            "almanac": {"overview": "It knocks.", "rules": ["Once."], "examples": ["Knock, knock."]},
            "icon": {"emblem": "imp", "credit": "Bo Low, CC BY 3.0"},
        },
        "owl of/night": {"notes": "hushhush", "icon": {"emblem": "owl", "credit": "Bo Low, CC BY 3.0"}},
    }
    meta = {"id": "_meta", "name": "Owls", "clockwright": {"almanac": ALMANAC, "characters": extras}}
    return opened(client, [meta, OWL, IMP, "washerwoman"])


def do(client: FlaskClient, path: str, op: str, **fields: str) -> None:
    answer = client.post(f"{path}/do", data={"op": op, "back": f"{path}/almanac", **fields})
    assert answer.status_code == 303, answer.text
    assert answer.headers["Location"] == f"{path}/almanac"


def almanac(client: FlaskClient, path: str) -> dict[str, Any]:
    block: dict[str, Any] = client.get(f"{path}/script.json").json[0]["clockwright"]["almanac"]
    return block


def text_of(page: str, field: str) -> str:
    found = re.search(rf'<textarea id="text-{field}"[^>]*>\n([^<]*)</textarea>', page)
    assert found, field
    return html.unescape(found[1])


def test_every_part_has_its_field_with_what_is_written(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/almanac").text
    assert text_of(page, "synopsis") == "Night *falls*."
    assert "<em>falls</em>" in page
    assert "Listen first.</textarea>" in page
    assert 'value="icons, words"' in page
    for field in ("overview difficulty audience dedication disclaimer changelog iconCredits").split():
        assert text_of(page, field) == ""


def test_a_text_is_saved_by_its_form(client: FlaskClient, path: str) -> None:
    do(client, path, "front", overview="Owls\r\nwatch.")
    assert almanac(client, path)["overview"] == "Owls\nwatch."


def test_play_guide_and_credits_are_saved_by_their_forms(client: FlaskClient, path: str) -> None:
    do(client, path, "play-guide", **{"part.1": "Listen first.", "part.2": "Then speak.", "move": "2 -1"})
    do(client, path, "credits", **{"name.1": "Ann", "roles.1": "icons", "name.2": "Bo", "roles.2": ""})
    block = almanac(client, path)
    assert block["playGuide"] == ["Then speak.", "Listen first."]
    assert [each["name"] for each in block["credits"]] == ["Ann", "Bo"]


def test_an_answer_for_our_scripts_says_only_that_it_is_saved(client: FlaskClient, path: str) -> None:
    answer = client.post(
        f"{path}/do", data={"op": "front", "overview": "Owls.", "revision": "1"}, headers={"X-Parts": "saved"}
    )
    assert 'data-revision="2"' in answer.text
    assert 'id="panel"' not in answer.text


def test_missing_parts_are_listed_for_the_book_and_for_each_character(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/almanac").text
    assert '<a href="#overview">Overview</a>' in page
    assert '<a href="#synopsis">' not in page
    owl = re.search(r'<li class="team-townsfolk ">.*?</li>', page, re.DOTALL)
    assert owl
    assert f'href="{path}/characters/owl%20of%2Fnight"' in owl[0]
    assert re.sub(r"\s+", " ", owl[0]).count("flavor, overview, rules or how to run, examples") == 1
    imp = re.search(r'<li class="team-demon whole">.*?</li>', page, re.DOTALL)
    assert imp
    assert "Missing" not in imp[0]
    assert "1 of 2 incomplete" in page
    assert "Washerwoman" not in page


def test_words_are_counted(client: FlaskClient, path: str) -> None:
    do(client, path, "front", overview="- one\n- two *three* — four")
    page = client.get(f"{path}/almanac").text
    field = page[page.index('id="overview"') :]
    assert "4 words" in field[: field.index("</form>")]


def test_a_preview_shows_markdown_and_nothing_dangerous(client: FlaskClient, path: str) -> None:
    text = "**Bold** <script>alert(1)</script> [x](javascript:alert(1)) ![p](https://e.org/p.png) <poof!>"
    answer = client.post(f"{path}/almanac/preview", data={"text": text})
    assert "<strong>Bold</strong>" in answer.text
    assert "<script" not in answer.text
    assert "javascript:" not in re.sub(r"\[x\]\(javascript:alert\(1\)\)", "", answer.text)
    assert "<img" not in answer.text
    assert "&lt;poof!&gt;" in answer.text


def test_a_preview_of_more_than_any_text_is_refused(client: FlaskClient, path: str) -> None:
    assert client.post(f"{path}/almanac/preview", data={"text": "a" * 50_001}).status_code == 413


def test_the_changelog_is_drafted_from_the_history(client: FlaskClient, path: str) -> None:
    client.post(f"{path}/do", data={"op": "add", "id": "monk"})
    page = client.get(f"{path}/almanac?draft=changelog").text
    draft = re.search(r'<textarea id="draft-text-changelog"[^>]*>\n([^<]*)</textarea>', page)
    assert draft
    assert re.fullmatch(r"\*\*\d{4}-\d\d-\d\d:\*\* First version, with 4 characters\.\s*", draft[1])
    do(client, path, "front-add", field="changelog", text=draft[1])
    assert almanac(client, path)["changelog"] == draft[1].strip()
    assert "draft-text-changelog" not in client.get(f"{path}/almanac?draft=changelog").text


def test_icon_credits_are_drafted_from_the_icons(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/almanac?draft=icons").text
    draft = re.search(r'<textarea id="draft-text-iconCredits"[^>]*>\n([^<]*)</textarea>', page)
    assert draft
    assert draft[1] == "Bo Low, CC BY 3.0"


def test_the_whole_almanac_is_shown_with_nothing_allowed_but_its_own_style(
    client: FlaskClient, path: str, press: InstantPress
) -> None:
    answer = client.get(f"{path}/almanac.html")
    assert answer.mimetype == "text/html"
    assert press.asked[-1][0] == "almanac-page"
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "script-src" not in policy


def test_a_refused_text_says_why(client: FlaskClient, path: str) -> None:
    answer = client.post(f"{path}/do", data={"op": "front", "synopsis": "a" * 50_001})
    assert answer.status_code == 422
    assert "50,001 characters" in answer.text


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example", "/settings", "/s/other/almanac"])
def test_a_form_leads_back_to_a_page_of_its_script_only(client: FlaskClient, path: str, back: str) -> None:
    answer = client.post(f"{path}/do", data={"op": "front", "overview": back, "back": back})
    assert answer.headers["Location"].startswith(f"{path}#")


def test_a_hostile_almanac_is_shown_as_words(client: FlaskClient) -> None:
    bad = "</textarea><script>alert(1)</script>"
    block = {"synopsis": bad, "playGuide": [bad], "credits": [{"name": bad, "roles": [bad]}], "changelog": 7}
    path = opened(client, [{"id": "_meta", "name": bad[:40], "clockwright": {"almanac": block}}, OWL])
    page = client.get(f"{path}/almanac?draft=icons").text
    assert "<script>alert" not in page
    assert text_of(page, "synopsis") == bad


def test_a_script_without_characters_of_its_own_has_a_desk_as_well(client: FlaskClient) -> None:
    path = opened(client, ["imp", "monk"])
    page = client.get(f"{path}/almanac")
    assert page.status_code == 200
    assert "no homebrew characters" in page.text


def test_keywords_are_rows_with_an_empty_one_at_the_end(client: FlaskClient, path: str) -> None:
    sent = {
        "op": "keywords",
        "term.1": "hoot",
        "also.1": "hoots, hooting",
        "text.1": "A sound.",
        "term.2": "",
    }
    assert client.post(f"{path}/do", data=sent | {"revision": "1"}).status_code == 303
    page = client.get(f"{path}/almanac").text
    assert re.findall(r'name="(term\.\d)" value="(\w*)"', page) == [("term.1", "hoot"), ("term.2", "")]
    assert 'value="hoots, hooting"' in page
    assert "A sound." in page
