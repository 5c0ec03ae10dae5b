"""The build page as the server answers it: changes, conflicts, the panel, the shelf."""

import html
import json
import re
from typing import Any

import pytest
from buttons import ops
from flask import Flask
from flask.testing import FlaskClient
from opening import opened
from werkzeug.test import TestResponse

import builder
from builder import catalogue
from builder.library import Library
from builder.web.infra.script_store import Opened
from builder.web.routes import ops as saving

Script = list[Any]


def do(client: FlaskClient, path: str, revision: int, op: Any, **fields: str) -> TestResponse:
    """What the page's own script sends, and the parts it gets."""
    text = json.dumps(op) if isinstance(op, dict) else op
    data = {"op": text, "revision": revision, **fields}
    return client.post(f"{path}/do", data=data, headers={"X-Parts": "1"})


def said(answer: TestResponse) -> str:
    found = re.search(r'class="say"><bdi>(.*?)</bdi>', answer.text)
    return html.unescape(found[1]) if found else ""


def ids(client: FlaskClient, path: str) -> list[str]:
    return [one for one in client.get(f"{path}/script.json").get_json() if isinstance(one, str)]


def test_a_change_without_javascript_leads_back_to_the_page(client: FlaskClient, path: str) -> None:
    answer = client.post(
        f"{path}/do", data={"op": '{"op": "add", "id": "monk"}', "revision": 1, "q": "mo nk"}
    )
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"{path}?q=mo+nk#sheet"
    page = client.get(answer.headers["Location"]).text
    assert "Monk" in page
    assert 'data-revision="2"' in page
    assert "Monk added." in page
    assert "Monk added." not in client.get(path).text
    assert 'value="mo nk"' in page


@pytest.mark.parametrize(
    "op",
    [{"op": "add", "id": "monk"}, {"op": "rename", "name": "Twice"}, {"op": "drop", "who": [[1, "chef"]]}],
    ids=lambda op: op["op"],
)
def test_a_change_that_is_sent_again_is_no_change_of_somebody_else(
    client: FlaskClient, path: str, library: Library, op: dict[str, Any]
) -> None:
    first, again = do(client, path, 1, op), do(client, path, 1, op)
    assert first.status_code == again.status_code == 200
    assert said(again) == said(first)
    assert 'data-merged="1"' not in again.text
    assert 'data-revision="2"' in again.text


def test_the_parts_that_come_back_say_what_happened(client: FlaskClient, path: str) -> None:
    answer = do(client, path, 1, {"op": "add", "id": "monk"})
    assert answer.status_code == 200
    assert said(answer) == "Monk added."
    assert 'title="Revision 2"' in answer.text
    assert "<html" not in answer.text


def test_the_top_hit_for_some_words_is_added(client: FlaskClient, path: str) -> None:
    assert said(do(client, path, 1, {"op": "find", "words": "fortun tellr"})) == "Fortune Teller added."
    refused = do(client, path, 2, {"op": "find", "words": "qqqqqqqq"})
    assert refused.status_code == 422
    assert said(refused) == "No matches for “qqqqqqqq”."


def test_a_change_made_late_is_put_together_with_newer_ones(client: FlaskClient, path: str) -> None:
    do(client, path, 1, {"op": "add", "id": "monk"})
    answer = do(client, path, 1, {"op": "drop", "who": [[1, "chef"]]})
    assert said(answer) == "Chef removed. Merged with changes from another window."
    assert "monk" in ids(client, path)
    assert "chef" not in ids(client, path)


def test_two_names_at_once_are_both_shown_and_nothing_is_overwritten(client: FlaskClient, path: str) -> None:
    do(client, path, 1, "rename", name="Morning Bells")
    for headers in ({}, {"X-Parts": "1"}):
        data = {"op": "rename", "name": "Night Bells", "revision": 1}
        answer = client.post(f"{path}/do", data=data, headers=headers)
        assert answer.status_code == 409
        assert "Morning Bells" in answer.text
        assert "Night Bells" in answer.text
    assert 'value="Morning Bells"' in client.get(path).text
    form = re.search(
        r'data-choice="mine".*?name="revision" value="(\d+)".*?value="([^"]+)">Keep', answer.text, re.DOTALL
    )
    assert form
    kept = do(client, path, int(form[1]), html.unescape(form[2]))
    assert kept.status_code == 200
    assert 'value="Night Bells"' in client.get(path).text


def test_undo_and_redo_go_back_and_on(client: FlaskClient, path: str, script: Script) -> None:
    do(client, path, 1, {"op": "add", "id": "monk"})
    assert said(do(client, path, 2, "undo")) == "Undone: Monk added"
    assert ids(client, path) == script[1:]
    assert said(do(client, path, 1, "redo")) == "Redone: Monk added"
    assert "monk" in ids(client, path)
    assert said(do(client, path, 2, "redo")) == "There is nothing to redo."


def test_undo_does_not_take_back_what_one_has_not_seen(client: FlaskClient, path: str) -> None:
    do(client, path, 1, {"op": "add", "id": "monk"})
    answer = do(client, path, 1, "undo")
    assert answer.status_code == 422
    assert "changed elsewhere" in said(answer)
    assert "monk" in ids(client, path)


def test_of_two_tabs_that_undo_at_once_one_does(
    app: Flask, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = app.test_client(), app.test_client()
    for number, who in enumerate(("monk", "saint"), 1):
        do(first, path, number, {"op": "add", "id": who})
    look, answers = saving.opened, []

    def late(identifier: str) -> Opened:
        """Between a tab's look and its deed, the other tab undoes."""
        found = look(identifier)
        monkeypatch.setattr(saving, "opened", look)
        answers.append(do(second, path, 3, "undo"))
        return found

    monkeypatch.setattr(saving, "opened", late)
    answers.append(do(first, path, 3, "undo"))
    assert [(answer.status_code, said(answer)) for answer in answers] == [
        (200, "Undone: Saint added"),
        (422, "The script was changed elsewhere. This is the current version."),
    ]
    assert "monk" in ids(first, path)
    assert "saint" not in ids(first, path)


def test_a_step_back_whose_answer_was_lost_happens_once(client: FlaskClient, path: str) -> None:
    do(client, path, 1, {"op": "add", "id": "monk"})
    do(client, path, 2, {"op": "add", "id": "saint"})
    for step, seen, words in (("undo", 3, "Undone: Saint added"), ("redo", 2, "Redone: Saint added")):
        do(client, path, seen, step)
        answer = do(client, path, seen, step, again="1")
        assert (answer.status_code, said(answer)) == (200, words)
        assert "monk" in ids(client, path)
    assert "saint" in ids(client, path)


@pytest.mark.parametrize(
    "op",
    [
        {"op": "rename", "name": "Evening Bells"},
        {"op": "rename", "what": 1},
        {"op": "add", "id": "nobody at all"},
    ],
)
def test_an_answer_that_changes_nothing_says_what_one_has_not_seen(
    client: FlaskClient, path: str, op: Any
) -> None:
    do(client, path, 1, {"op": "add", "id": "monk"})
    assert 'data-merged="1"' in do(client, path, 1, op).text
    assert 'data-merged="1"' not in do(client, path, 2, op).text


def test_a_change_sent_twice_happens_once(client: FlaskClient, path: str) -> None:
    for op in ({"op": "add", "id": "monk"}, {"op": "drop", "who": [[1, "chef"]]}):
        for _ in range(2):
            assert do(client, path, 1, op).status_code == 200
    assert ids(client, path).count("monk") == 1
    assert len(ids(client, path)) == 7


@pytest.mark.parametrize(
    "op", ["", "{", '{"op": "explode"}', "add", '{"op":"drop","who":[[1]]}', "[" * 10_000]
)
def test_what_is_no_change_is_refused_with_a_sentence(client: FlaskClient, path: str, op: str) -> None:
    answer = do(client, path, 1, op)
    assert answer.status_code == 422
    assert re.fullmatch(r"[A-Z“].{12,}\.", said(answer))
    page = client.post(f"{path}/do", data={"op": op, "revision": "x"})
    assert page.status_code == 422
    assert said(answer) in html.unescape(page.text)
    assert "That could not be done" in page.text
    assert "document" not in page.text


def test_a_finding_is_set_aside_and_taken_back(client: FlaskClient, path: str) -> None:
    found = ops(client.get(path).text, "dismiss")
    answer = do(client, path, 1, found[0], note=" We like <it>. ")
    assert answer.status_code == 200
    assert "We like &lt;it&gt;." in answer.text
    assert ops(answer.text, "dismiss") == found[1:]
    (back,) = ops(answer.text, "restore")
    again = do(client, path, 2, back).text
    assert (ops(again, "dismiss"), ops(again, "restore")) == (found, [])


def test_the_panel_names_impossible_tables_jinxes_and_the_night(client: FlaskClient) -> None:
    text = '["chambermaid", "mathematician", "empath", "imp", "baron", "drunk", "butler"]'
    page = client.get(opened(client, text)).text
    assert 'class=" impossible"' in page
    assert re.search(r'<th scope="row">\d+–15</th>\s*<td colspan="4">no legal game</td>', page)
    assert re.search(r"<bdi>(Chambermaid|Mathematician)</bdi> × <bdi>(Chambermaid|Mathematician)<", page)
    assert "Minion Info" in page
    assert re.search(r"<bdi>Baron</bdi></b> \+2 Outsiders", page)


def test_choices_of_the_setup_are_words_and_no_fractions(client: FlaskClient) -> None:
    text = '["chef", "empath", "monk", "soldier", "mayor", "butler", "drunk", "saint", "godfather", "imp"]'
    path = opened(client, text)
    table = client.get(f"{path}/setup", headers={"X-Fragment": "true"}).text
    cells = re.findall(r"<td>(.*?)</td>", table)
    assert "0 or 2" in cells
    assert not [cell for cell in cells if "/" in cell]


def test_mistyped_names_are_replaced_by_one_button(client: FlaskClient) -> None:
    text = '["chef", "empath", "monk", "poisoner", "impp", "butlr", "imp"]'
    path = opened(client, text)
    (both,) = ops(client.get(path).text, "replace-ids")
    assert said(do(client, path, 1, both)) == "impp replaced with Imp, butlr replaced with Butler."
    assert ids(client, path)[4:6] == ["imp", "butler"]
    assert said(do(client, path, 2, "undo")) == "Undone: 2 names replaced"
    _, other = ops(client.get(path).text, "replace-id")
    assert said(do(client, path, 1, other)) == "butlr replaced with Butler."
    assert said(do(client, path, 3, "undo")) == "Undone: butlr replaced with Butler"
    for wrong in ({"op": "replace-ids"}, {"op": "replace-ids", "replacements": [1]}):
        assert do(client, path, 1, wrong).status_code == 422


def test_a_table_that_takes_long_comes_after_the_page(client: FlaskClient) -> None:
    many = "baron godfather fanggu vigormortis balloonist huntsman damsel drunk imp chef".split()
    path = opened(client, many)
    assert f'data-load="{path}/setup"' in client.get(path).text
    part = client.get(f"{path}/setup", headers={"X-Fragment": "true"}).text
    assert part.count('<th scope="row">') == 3
    assert "<html" in client.get(f"{path}/setup").text
    assert part.count('<th scope="row">') == client.get(path).text.count('<th scope="row">')


def test_the_shelf_shows_what_somebody_would_change(client: FlaskClient, path: str) -> None:
    words = client.get(f"{path}/would?id=godfather", headers={"X-Fragment": "true"}).text
    assert "<b>Setup</b>" in words
    jinxed = do(client, path, 1, {"op": "add", "id": "chambermaid"})
    assert jinxed.status_code == 200
    words = client.get(f"{path}/would?id=mathematician").text
    assert "<b>Jinx</b> · <bdi>Chambermaid</bdi>" in words
    assert "Already on the script." in client.get(f"{path}/would?id=imp").text
    assert client.get(f"{path}/would?id=nobody").status_code == 404


def test_a_problem_that_only_gets_another_number_is_neither_caused_nor_fixed(client: FlaskClient) -> None:
    path = opened(client, ["chef", "imp"])
    words = client.get(f"{path}/would?id=monk").text
    assert "Unusual for" not in words
    assert "This script has" not in words


def test_similar_characters_are_offered_and_put_in_place(client: FlaskClient, path: str) -> None:
    page = client.get(f'{path}/similar?who=[6,"imp"]').text
    assert "js/filter_list." in page, "its field filters also in a tab of its own"
    offered = re.findall(r"value='(\{[^']*swap[^']*)'", page)
    demons = sum(one.team.value == "demon" for one in catalogue.everyone())
    assert len(offered) == len(set(offered)) == demons - 1
    assert page.index("no new problems") > page.index("swap")
    answer = do(client, path, 1, offered[0])
    assert answer.status_code == 200
    assert "imp" not in ids(client, path)
    for wrong in ("", "x", "[]", '[99,"nobody"]', "[" * 5000):
        assert client.get(f"{path}/similar", query_string={"who": wrong}).status_code in {400, 404}


def test_jinxes_come_before_the_setup_which_says_what_is_legal(client: FlaskClient, path: str) -> None:
    page = client.get(path).text
    assert page.index('id="jinxes-head"') < page.index('id="setup-head"')
    assert re.search(r'class="legal">(Legal for \d|No legal game)', page)


def test_a_search_shows_how_many_match_and_that_only_homebrew_does(
    client: FlaskClient, library: Library, path: str
) -> None:
    assert re.search(r'class="found">\d+ matches</p>', client.get(f"{path}/shelf?q=learn").text)
    own = {"id": "zither", "name": "Zither", "team": "townsfolk", "ability": "You play the zither."}
    library.create(builder.parse(json.dumps([own])))
    assert "1 match: none is official" in client.get(f"{path}/shelf?q=zither").text


def test_an_explanation_is_about_this_script(client: FlaskClient, library: Library) -> None:
    script = library.create(builder.parse('["chef", "empath", "mathematician", "chambermaid", "imp"]'))
    page = client.get(f"/characters/chambermaid?on=/s/{script.id}").text
    assert page.index("Jinxes on this script") < page.index("How to run")
    assert "after the Empath, before" in page
    # One that is not on it stands where it would.
    assert "after the Empath, before" in client.get(f"/characters/dreamer?on=/s/{script.id}").text
    # The page of a link that is revoked stays readable.
    assert "How to run" in client.get("/characters/chef?on=/r/nobody").text
    assert client.get("/characters/chef?on=//evil.example").status_code == 200


def test_homebrew_of_another_script_is_added_with_its_definition(
    client: FlaskClient, library: Library, path: str
) -> None:
    own = {
        "id": "lamplighter_own",
        "name": "Lamplighter",
        "team": "townsfolk",
        "ability": "Each night, a lamp.",
    }
    source = library.create(builder.parse(json.dumps([own, "imp"])))
    assert "Lamplighter" in client.get(f"{path}/shelf?q=lamplighter").text
    answer = do(client, path, 1, {"op": "add", "id": f"{source.id}/lamplighter_own"})
    assert said(answer) == "Lamplighter added."
    assert own in client.get(f"{path}/script.json").get_json()
    assert do(client, path, 2, {"op": "add", "id": f"{source.id}/nobody"}).status_code == 422


def test_a_page_that_is_up_to_date_gets_nothing(client: FlaskClient, path: str) -> None:
    assert client.get(f"{path}/parts?revision=1").status_code == 204
    do(client, path, 1, {"op": "add", "id": "monk"})
    assert "Monk" in client.get(f"{path}/parts?revision=1").text


def test_an_empty_script_can_be_built_up_and_emptied_again(client: FlaskClient) -> None:
    path = opened(client, ["imp"])
    emptied = do(client, path, 1, {"op": "drop", "who": [[0, "imp"]]}).text
    for page in (emptied, client.get(path).text):
        goals = re.findall(r'<span class="count" aria-hidden="true">0/(\d+)</span>', page)
        assert goals == ["13", "4", "4", "1"]
        assert re.findall(r'<span class="visually-hidden">0 of (\d+)</span></h3>', page) == goals
        assert "severity-error" not in page
        assert 'id="setup"' not in page
    assert said(do(client, path, 2, {"op": "add", "id": "imp"})) == "Imp added."


def test_emblems_are_drawn_from_one_sheet_of_symbols(client: FlaskClient, path: str) -> None:
    page = client.get(path).text
    address, name = re.findall(r'<use href="(/emblems/[0-9a-f]+\.svg)#([a-z0-9-]+)"', page)[0]
    answer = client.get(address)
    assert f'id="{name}"' in answer.text
    assert "immutable" in answer.headers["Cache-Control"]
    assert client.get("/emblem/no-such-thing.svg").status_code == 404


def test_nobody_elses_script_can_be_changed(client: FlaskClient) -> None:
    assert client.post("/s/nobodynobody/do", data={"op": "sort", "revision": 1}).status_code == 404
    assert client.get("/s/nobodynobody/shelf?q=imp").status_code == 404


def test_parts_that_pages_share_name_their_own_script_alone(client: FlaskClient, path: str) -> None:
    own = {"id": "gloom", "name": "<b>Gloom", "team": "minion", "ability": "Each night, <i>sigh."}
    other = opened(client, ["chef", "imp", own])
    for here, there in ((path, other), (other, path), (path, other)):
        page = client.get(here).text
        assert f"{here}/would?id=imp" in page
        assert f"{here}/similar?who=" in page
        assert f"{there}/" not in page
        assert set(re.findall(r"/s/\w+", page)) <= {here, there}
        assert "&lt;b&gt;Gloom" in page
        assert "<b>Gloom" not in page


def test_a_card_on_the_shelf_says_who_is_on_the_script(client: FlaskClient, path: str) -> None:
    def is_there(key: str) -> bool:
        found = re.search(rf'<li class="known ([^"]*)" data-key="{key}"', client.get(path).text)
        assert found
        return "there" in found[1].split()

    assert (is_there("chef"), is_there("monk")) == (True, False)
    do(client, path, 1, {"op": "add", "id": "monk"})
    do(client, path, 2, {"op": "drop", "who": [[1, "chef"]]})
    assert (is_there("chef"), is_there("monk")) == (False, True)


def test_the_setup_is_worked_out_anew_only_where_it_can_differ(
    client: FlaskClient, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked: list[int] = []
    setups = builder.setups
    monkeypatch.setattr(builder, "setups", lambda script: worked.append(1) or setups(script))
    client.get(path)
    begun = len(worked)
    do(client, path, 1, "rename", name="Evening Bells again")
    do(client, path, 2, {"op": "move", "who": [0, "washerwoman"], "by": 1})
    assert len(worked) == begun
    usual = client.get(f"{path}/setup").text
    do(client, path, 3, {"op": "add", "id": "godfather"})
    assert len(worked) == begun + 1
    assert client.get(f"{path}/setup").text != usual


def test_where_every_character_is_homebrew_no_row_says_so(client: FlaskClient) -> None:
    owl = {"id": "owl", "name": "Owl", "team": "demon", "ability": "You hoot."}
    for script, expected in (([owl], True), ([owl, "chef"], False)):
        page = client.get(opened(client, script)).text
        assert ('class="sheet all-own"' in page) == expected
