"""The studio as the server answers it: the list of own characters, the editor, the pictures."""

import html
import json
import re
from io import BytesIO
from typing import Any

import pytest
from buttons import ops
from flask.testing import FlaskClient
from instant_press import InstantPress
from opening import opened
from werkzeug.test import TestResponse

import builder
from builder import artefacts
from builder.artefact import PrintRequest
from builder.artefacts import web_jobs
from builder.library import Library
from builder.web.view_models import character_list, character_previews

LAMPLIGHTER = {
    "id": "lamplighter_bells",
    "name": "Lamplighter",
    "team": "townsfolk",
    "ability": "Each night, choose a player: you learn if their lamp is lit.",
    "otherNight": 40,
    "otherNightReminder": "The Lamplighter chooses a player. :reminder:",
    "reminders": ["Lit"],
}
SNUFFER = {"id": "snuffer_bells", "name": "Snuffer", "team": "minion", "ability": "The 1st lamp is out."}
META = {
    "id": "_meta",
    "name": "Evening Bells",
    "clockwright": {
        "characters": {
            "lamplighter_bells": {
                "notes": "Secret of the house.",
                "tags": ["information"],
                "almanac": {"overview": "It lights lamps.", "rules": ["One.", "Two."]},
            }
        }
    },
}
SCRIPT: list[Any] = [META, "chef", LAMPLIGHTER, SNUFFER, "imp"]


@pytest.fixture
def path(client: FlaskClient) -> str:
    return opened(client, SCRIPT)


def stored(client: FlaskClient, path: str, identifier: str) -> Any:
    script = client.get(f"{path}/script.json").get_json()
    return next(each for each in script if isinstance(each, dict) and each["id"] == identifier)


def beside(library: Library, path: str, identifier: str) -> Any:
    saved = library.get(path.removeprefix("/s/"))
    assert saved
    assert saved.script.written_meta
    return saved.script.written_meta["clockwright"]["characters"].get(identifier)


def form_of(page: str) -> dict[str, list[str]]:
    """What a browser without scripts would send, if nothing were touched."""
    body = page.partition('<form id="character"')[2].partition("</form>")[0]
    sent: dict[str, list[str]] = {}
    pattern = r"<(input|textarea|select)\b([^>]*)>(?:(.*?)</\1>)?"
    for kind, attributes, inner in re.findall(pattern, body, re.DOTALL):
        known = dict(re.findall(r'([\w-]+)="([^"]*)"', attributes))
        if "name" not in known or "form" in known:
            continue
        if kind == "select":
            chosen = re.search(r'value="([^"]*)"[^>]*selected', inner)
            value = chosen[1] if chosen else ""
        elif kind == "textarea":
            value = inner.removeprefix("\n").replace("\n", "\r\n")
        elif known.get("type") == "checkbox" and "checked" not in attributes:
            continue
        else:
            value = known.get("value", "")
        sent.setdefault(known["name"], []).append(html.unescape(value))
    return sent


def post(client: FlaskClient, address: str, **changed: Any) -> TestResponse:
    form: dict[str, Any] = {**form_of(client.get(address).text), **changed}
    return client.post(address, data=form)


def test_the_list_shows_own_characters_by_team_and_official_ones_apart(
    client: FlaskClient, path: str
) -> None:
    page = client.get(f"{path}/characters").text
    own, _, official = page.partition('id="official"')
    assert own.index("Lamplighter") < own.index("Snuffer")
    assert "Chef" in official
    assert "Still missing: icon<" in own
    assert "Still missing: icon, almanac page<" in own
    assert "problem" in own


def test_a_new_character_leads_to_its_page(client: FlaskClient, path: str) -> None:
    data = {"op": "new-character", "name": "Bell Ringer", "team": "outsider", "revision": 1}
    answer = client.post(f"{path}/characters", data=data, follow_redirects=True)
    assert "<h1" in answer.text
    assert 'value="Bell Ringer"' in answer.text
    assert re.search(r'value="outsider" selected', answer.text)


def test_a_new_name_is_one_change_with_the_night_reminders_and_the_almanac_page(
    client: FlaskClient, path: str
) -> None:
    answer = client.post(f"{path}/characters", data={"op": "variant", "id": "poisoner", "revision": 1})
    variant = answer.headers["Location"]
    reminder = "The Poisoner points. Poisoners wait."
    rules = "POISONER first.\n\nThe Poisoner's poison."
    post(client, variant, otherNightReminder=reminder, overview="Fear the Poisoner.", rules=rules)
    op = {"op": "character", "who": [0, "poisoner_variant"], "name": "Doser"}
    answer = client.post(f"{path}/do", data={"op": json.dumps(op)}, headers={"X-Parts": "saved"})
    assert "Poisoner renamed; its night reminders and almanac page follow." in answer.text
    page = client.get(variant).text
    for text in (
        "The Doser points. Poisoners wait.",
        "Fear the Doser.",
        "DOSER first.",
        "The Doser&#39;s poison.",
    ):
        assert text in page
    assert client.get(f"{path}/history").text.count("Doser: name") == 1
    client.post(f"{path}/do", data={"op": "undo"})
    page = client.get(variant).text
    for text in (reminder, "Fear the Poisoner.", "POISONER first."):
        assert text in page


def test_what_is_missing_is_the_same_in_the_list_and_in_the_editor(client: FlaskClient) -> None:
    script = [
        {"id": "_meta", "name": "Lamps"},
        *(
            {"id": each, "name": each, "team": "townsfolk", "ability": "A.", **more}
            for each, more in (("one", {}), ("two", {"image": "https://a.example/2.png"}))
        ),
    ]
    path = client.post("/open", data={"text": json.dumps(script)}).headers["Location"]
    page = client.get(f"{path}/characters").text
    assert page.count("Still missing: icon, almanac page<") == page.count("Still missing: almanac page<") == 1
    assert re.search("problems?</span>", page) is None
    assert "Still missing: almanac page<" in " ".join(client.get(f"{path}/characters/one").text.split())


def test_the_tokens_to_insert_follow_the_list_of_tokens(client: FlaskClient, path: str) -> None:
    lamp = f"{path}/characters/lamplighter_bells"
    post(client, lamp, reminders="Brand new")
    parts = client.get(f"{lamp}/parts").text
    assert parts.count('<option value="*BRAND NEW*">Brand new</option>') == 2


def test_a_character_without_a_name_is_refused_with_a_sentence(client: FlaskClient, path: str) -> None:
    answer = client.post(f"{path}/characters", data={"op": "new-character", "name": " ", "team": "demon"})
    assert answer.status_code == 422
    assert "A new character needs a name." in answer.text
    assert re.search(r'value="demon" selected', answer.text)


@pytest.mark.parametrize("op", ["", "{", "drop", '{"op": "sort"}', "[" * 5000, "variant"])
def test_what_makes_no_character_is_refused_with_a_sentence(client: FlaskClient, path: str, op: str) -> None:
    answer = client.post(f"{path}/characters", data={"op": op})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_a_variant_takes_the_place_of_the_official_one(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/characters/chef").text
    assert "Create variant" in page
    answer = client.post(f"{path}/characters", data={"op": "variant", "id": "chef", "revision": 1})
    assert answer.status_code == 303
    assert "chef" not in client.get(f"{path}/script.json").get_json()
    assert 'value="Chef"' in client.get(answer.headers["Location"]).text


def test_a_copy_is_made_and_opened(client: FlaskClient, library: Library, path: str) -> None:
    page = client.get(f"{path}/characters").text
    op = next(each for each in ops(page, "duplicate") if "lamplighter_bells" in str(each))
    answer = client.post(f"{path}/characters", data={"op": json.dumps(op), "revision": 1})
    assert answer.status_code == 303
    copy = answer.headers["Location"].rpartition("/")[2]
    assert copy != "lamplighter_bells"
    assert beside(library, path, copy)["notes"] == "Secret of the house."


def test_every_field_is_shown_as_it_is(client: FlaskClient, path: str) -> None:
    form = form_of(client.get(f"{path}/characters/lamplighter_bells").text)
    assert form["name"] == ["Lamplighter"]
    assert form["otherNight"] == ["40"]
    assert form["reminders"] == ["Lit"]
    assert form["rules"] == ["One.\r\n\r\nTwo."]
    assert form["notes"] == ["Secret of the house."]
    assert form["tags"] == ["information", ""]
    assert form["export"] == ["on", ""]


def test_a_form_that_nobody_touched_changes_nothing(client: FlaskClient, library: Library, path: str) -> None:
    for address in ("lamplighter_bells", "snuffer_bells"):
        answer = post(client, f"{path}/characters/{address}")
        assert answer.status_code == 303
    assert "Revision 1" in client.get(f"{path}/characters").text
    kept = client.get(f"{path}/script.json").get_json()
    assert kept == json.loads(json.dumps(SCRIPT))


def test_a_whole_form_is_saved_at_once(client: FlaskClient, library: Library, path: str) -> None:
    answer = post(
        client,
        f"{path}/characters/snuffer_bells",
        ability="Each night*, choose a lamp.",
        setup=["on", ""],
        otherNight="12,5",
        reminders="Out\r\nOut",
        rules="A lamp.\r\n\r\nAnother lamp.",
        tags=["poison", "drunkenness", ""],
        **{"special.0.feature": "signal/card", "special.0.value": "OUT"},
    )
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"{path}/characters/snuffer_bells#saved"
    kept = stored(client, path, "snuffer_bells")
    assert kept["ability"] == "Each night*, choose a lamp."
    assert kept["setup"] is True
    assert kept["otherNight"] == 12.5
    assert kept["reminders"] == ["Out", "Out"]
    assert kept["special"] == [{"type": "signal", "name": "card", "value": "OUT"}]
    held = beside(library, path, "snuffer_bells")
    assert held["almanac"]["rules"] == ["A lamp.", "Another lamp."]
    assert sorted(held["tags"]) == ["drunkenness", "poison"]


def test_what_a_bracket_does_is_chosen_in_rows_and_shown_again(client: FlaskClient, library: Library) -> None:
    ability = "Each night*, choose a player: they die. [The moon decides]"
    path = opened(client, [{"id": "frog", "name": "Frog", "team": "demon", "ability": ability}, "imp"])
    page = client.get(f"{path}/characters/frog").text
    assert '<details class="c-new" id="bracket" open>' in page
    rows = {"bracket.0.what": "more", "bracket.0.team": "outsider", "bracket.0.value": "1 or 2"}
    assert post(client, f"{path}/characters/frog", **rows).status_code == 303
    held = beside(library, path, "frog")
    assert held["bracket"] == [{"what": "more", "team": "outsider", "value": "1 or 2"}]
    assert held["bracketText"] == "[The moon decides]"
    page = client.get(f"{path}/characters/frog").text
    assert "By your choices: +1 Outsider, −1 Townsfolk" in page
    assert rows.items() <= {name: values[0] for name, values in form_of(page).items()}.items()
    refused = post(client, f"{path}/characters/frog", **{**rows, "bracket.0.value": "some"})
    assert refused.status_code == 422
    assert "“More of a team” needs a number from 0 to 20" in html.unescape(refused.text)
    assert form_of(refused.text)["bracket.0.value"] == ["some"]


def test_a_badge_leads_to_the_problems_and_nothing_says_that_there_are_none(
    client: FlaskClient, library: Library
) -> None:
    ability = "Each night*, choose a player: they die."
    owl = {"id": "owl", "name": "Owl", "team": "demon", "ability": ability, "otherNight": 30}
    path = opened(client, [owl, {"id": "elk", "name": "Elk", "team": "demon", "ability": ability}])
    rows = client.get(f"{path}/characters").text
    assert f'href="{path}/characters/elk#findings-head"' in rows
    assert "no place among the other nights" in client.get(f"{path}/characters/elk").text
    page = client.get(f"{path}/characters/owl").text
    assert "Still missing:" in page
    assert "No problems found." not in page


def test_a_spreadsheet_updates_the_characters_as_one_revision(client: FlaskClient, path: str) -> None:
    def send(content: bytes, revision: str = "1") -> TestResponse:
        sent = {"revision": revision, "file": (BytesIO(content), "set.csv")}
        return client.post(f"{path}/update", data=sent, content_type="multipart/form-data")

    answer = send(b"Name,Type,Ability\nSnuffer,Minion,All lamps are out.\nOiler,Outsider,You smell.\n")
    assert answer.status_code == 303
    assert stored(client, path, "snuffer_bells")["ability"] == "All lamps are out."
    assert stored(client, path, "oiler")["team"] == "outsider"
    page = client.get(answer.headers["Location"]).text
    assert "Revision 2" in page
    result = page.split('id="updated"')[1].split("c-list-page")[0]
    assert "1 ability changed: Snuffer. 1 character added: Oiler." in result
    assert f'href="{path}/history/2?with=1"' in result
    assert 'name="op" value="undo"' in result
    assert 'id="updated"' not in client.get(f"{path}/characters?updated=1").text
    same = send(b"Name,Type,Ability\nSnuffer,Minion,All lamps are out.\n", "2")
    result = client.get(same.headers["Location"]).text.split('id="updated"')[1].split("c-list-page")[0]
    assert "The file says nothing new." in result
    assert "undo" not in result
    refused = send(b"Dear Ada,\n\nhello.")
    assert refused.status_code == 422
    assert "This file cannot be read." in refused.text


def test_what_cannot_be_meant_is_told_and_all_that_was_typed_stays(client: FlaskClient, path: str) -> None:
    answer = post(client, f"{path}/characters/snuffer_bells", firstNight="soon", flavor="Dark & <darker>")
    assert answer.status_code == 422
    assert "“soon” is none" in html.unescape(answer.text)
    form = form_of(answer.text)
    assert form["firstNight"] == ["soon"]
    assert form["flavor"] == ["Dark & <darker>"]
    assert "flavor" not in stored(client, path, "snuffer_bells")


def test_a_new_id_leads_to_a_new_address(client: FlaskClient, path: str) -> None:
    answer = post(client, f"{path}/characters/snuffer_bells", id="snuffer_two")
    assert answer.headers["Location"] == f"{path}/characters/snuffer_two#saved"
    assert client.get(f"{path}/characters/snuffer_bells").status_code == 404


@pytest.mark.parametrize(
    "op", [{"op": "variant", "id": "\ud800"}, {"op": "new-character", "team": "demon", "name": "\udfff"}]
)
def test_half_a_letter_makes_no_character_and_is_told(
    client: FlaskClient, path: str, op: dict[str, str]
) -> None:
    answer = client.post(f"{path}/characters", data={"op": json.dumps(op)})
    assert answer.status_code == 422
    assert "half a character" in answer.text
    for name in ("add", "variant"):
        answer = client.post(f"{path}/do", data={"op": json.dumps({"op": name, "id": "\ud800"})})
        assert answer.status_code == 422
        assert "half a character" in answer.text


def test_half_a_letter_in_who_is_meant_is_answered_in_a_sentence(client: FlaskClient, path: str) -> None:
    who = json.dumps([0, "\ud800"])
    data = {"op": "jinx", "who": who, "with": "imp", "reason": "x"}
    assert client.post(f"{path}/characters/snuffer_bells", data=data).status_code == 422
    assert client.post(f"{path}/do", data={"op": "drop", "who": who}).status_code == 422


def keep_mine(client: FlaskClient, page: str) -> TestResponse:
    """Presses the button, as a browser without a script of ours does."""
    form = next(each for each in page.split("<form ") if 'data-choice="mine"' in each)
    fields = {name: html.unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form)}
    return client.post(re.findall(r'action="([^"]+)"', form)[0], data=fields)


def test_what_was_typed_is_kept_under_the_other_id_that_the_character_got_meanwhile(
    client: FlaskClient, path: str
) -> None:
    address = f"{path}/characters/snuffer_bells"
    typed = {**form_of(client.get(address).text), "ability": "What I typed for an hour."}
    assert post(client, address, id="snuffer_two", ability="What they typed.").status_code == 303
    answer = client.post(address, data=typed)
    assert answer.status_code == 409
    page = html.unescape(answer.text)
    assert "“Snuffer” got another id while you changed it." in page
    assert "<dd><bdi>What I typed for an hour.</bdi></dd>" in page
    assert "<dd><bdi>What they typed.</bdi></dd>" in page
    assert f'action="{path}/characters/snuffer_two"' in page
    kept = keep_mine(client, answer.text)
    assert kept.headers["Location"] == f"{path}/characters/snuffer_two"
    assert stored(client, path, "snuffer_two")["ability"] == "What I typed for an hour."


def test_a_jinx_is_kept_although_both_its_characters_got_other_ids(client: FlaskClient, path: str) -> None:
    first, second = f"{path}/characters/snuffer_bells", f"{path}/characters/lamplighter_bells"
    jinx = {"op": "jinx", "with": "lamplighter_bells", "revision": 1, "who": json.dumps([2, "snuffer_bells"])}
    post(client, first, id="snuffer_two", flavor="So they differ.")
    post(client, second, id="lamplighter_two")
    answer = client.post(first, data=jinx | {"reason": "No light."})
    assert answer.status_code == 409
    assert "<dd><bdi>No light.</bdi></dd>" in answer.text
    assert keep_mine(client, answer.text).status_code == 303
    partner = stored(client, path, "snuffer_two")["jinxes"]
    assert partner == [{"id": "lamplighter_two", "reason": "No light."}]


def test_a_new_id_typed_against_another_change_leads_to_its_page(client: FlaskClient, path: str) -> None:
    address = f"{path}/characters/snuffer_bells"
    typed = {**form_of(client.get(address).text), "id": "snuffer_two", "name": "Mine"}
    post(client, address, name="Theirs")
    answer = client.post(address, data=typed)
    assert answer.status_code == 409
    assert keep_mine(client, answer.text).headers["Location"] == f"{path}/characters/snuffer_two"
    assert stored(client, path, "snuffer_two")["name"] == "Mine"


def test_keeping_mine_leads_back_to_the_page_of_the_form(client: FlaskClient, path: str) -> None:
    client.post(f"{path}/do", data={"op": "front", "synopsis": "Theirs.", "revision": 1})
    desk = f"{path}/almanac#synopsis"
    answer = client.post(f"{path}/do", data={"op": "front", "synopsis": "Mine.", "revision": 1, "back": desk})
    assert answer.status_code == 409
    assert f'action="{desk}"' in answer.text
    assert keep_mine(client, answer.text).headers["Location"] == desk
    answer = client.post(f"{path}/do", data={"op": "rename", "name": "Mine.", "revision": 1})
    client.post(f"{path}/do", data={"op": "rename", "name": "Theirs.", "revision": 1})
    answer = client.post(f"{path}/do", data={"op": "rename", "name": "Hers.", "revision": 1})
    assert keep_mine(client, answer.text).headers["Location"].startswith(f"{path}#")


def test_what_was_typed_is_not_lost_where_the_character_was_taken_off(client: FlaskClient, path: str) -> None:
    address = f"{path}/characters/snuffer_bells"
    typed = {**form_of(client.get(address).text), "ability": "What I typed for an hour."}
    wrong = {**typed, "firstNight": "soon"}
    client.post(f"{path}/do", data={"op": "drop", "who": json.dumps([2, "snuffer_bells"])})
    assert client.get(address).status_code == 404
    answer = client.post(address, data=typed)
    assert answer.status_code == 409
    assert "<dd><bdi>What I typed for an hour.</bdi></dd>" in answer.text
    assert "can’t be saved any more" in answer.text
    assert "Keep mine" not in answer.text
    assert f'action="{path}/characters"' in answer.text
    answer = client.post(address, data=wrong)
    assert answer.status_code == 422
    assert form_of(answer.text)["ability"] == ["What I typed for an hour."]


def test_nothing_praises_an_ability_with_slips(client: FlaskClient, path: str) -> None:
    slips = "Each night*, choose a player: tommorow they is poisoned ."
    post(client, f"{path}/characters/lamplighter_bells", ability=slips)
    page = client.get(f"{path}/characters/lamplighter_bells").text
    assert "tommorow" in page
    assert "Official wording" not in page.partition('id="help"')[2].partition("</div>")[0]


def test_a_jinx_is_added_changed_and_taken_away(client: FlaskClient, path: str) -> None:
    address = f"{path}/characters/lamplighter_bells"

    def jinx(reason: str, partner: str = "imp") -> TestResponse:
        who = html.unescape(re.findall(r'data-who="([^"]+)"', client.get(address).text)[0])
        return client.post(address, data={"op": "jinx", "who": who, "with": partner, "reason": reason})

    assert jinx("Two lamps.", "Imp").status_code == 303
    assert stored(client, path, "lamplighter_bells")["jinxes"] == [{"id": "imp", "reason": "Two lamps."}]
    assert "Two lamps." in client.get(address).text
    jinx("Three lamps.")
    assert "Three lamps." in client.get(address).text
    jinx("")
    assert "jinxes" not in stored(client, path, "lamplighter_bells")
    assert jinx("Nobody.", "no such person").status_code == 422


def test_the_help_follows_the_words(client: FlaskClient, path: str) -> None:
    part = client.get(f"{path}/characters/lamplighter_bells/parts").text
    assert "Each night" in part.partition('id="help"')[2]
    assert "has no place in the first night" in part
    assert "<html" not in part


def test_every_picture_has_an_address_of_its_own_state(client: FlaskClient, path: str) -> None:
    def addresses() -> dict[str, str]:
        page = client.get(f"{path}/characters/lamplighter_bells").text
        return dict(re.findall(r'data-picture="(\w+)"[^>]*>\s*<a href="([^"]+)"', page))

    before = addresses()
    assert set(before) == {"token", "reminders", "row", "almanac"}
    answer = client.get(html.unescape(before["token"]))
    assert answer.mimetype == "image/png"
    assert "immutable" in answer.headers["Cache-Control"]
    post(client, f"{path}/characters/lamplighter_bells", overview="It lights all lamps.")
    after = addresses()
    assert [what for what in before if before[what] != after[what]] == ["almanac"]
    assert "immutable" not in client.get(html.unescape(before["almanac"])).headers["Cache-Control"]


def test_nobody_else_changes_a_picture(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/characters/lamplighter_bells").text
    client.post(f"{path}/do", data={"op": "rename", "name": "Other Bells", "revision": 1})
    client.post(f"{path}/do", data={"op": '{"op": "add", "id": "monk"}', "revision": 2})
    token = re.search(r"preview/token\.png\?v=(\w+)", page)
    assert token
    assert token[0] in client.get(f"{path}/characters/lamplighter_bells").text


def test_no_picture_knows_the_private_notes(press: InstantPress, client: FlaskClient, path: str) -> None:
    for what in character_previews.SHOWN:
        answer = client.get(f"{path}/characters/lamplighter_bells/preview/{what}.png")
        assert answer.status_code == 200
        assert b"Secret of the house" not in answer.data
    assert {kind for kind, *_ in press.asked} == set(web_jobs.PREVIEWS)
    assert client.get(f"{path}/characters/lamplighter_bells/preview/other.png").status_code == 404


@pytest.mark.full
def test_the_pictures_wear_the_theme_of_the_script() -> None:
    plain = [{"id": "_meta", "name": "Lamps", "clockwright": {"theme": ""}}, LAMPLIGHTER]
    meta = {"id": "_meta", "name": "Lamps", "clockwright": {"theme": "observatory"}}

    def row(items: list[Any]) -> bytes:
        around = character_previews.around(builder.parse(json.dumps(items)), 0)
        small = character_previews.reduced(around, "row")
        return artefacts.make(small, PrintRequest("preview-row")).body

    assert row(plain) != row([meta, LAMPLIGHTER])


def test_a_character_that_is_kept_back_still_has_its_pictures(
    client: FlaskClient, library: Library, path: str
) -> None:
    post(client, f"{path}/characters/lamplighter_bells", export=[""])
    assert beside(library, path, "lamplighter_bells")["export"] is False
    saved = library.get(path.removeprefix("/s/"))
    assert saved
    around = character_previews.around(saved.script, 1)
    small = builder.parse(character_previews.reduced(around, "token"))
    assert small.entries[0].id == "lamplighter_bells"
    assert small.characters[0].page.export


@pytest.mark.full
def test_every_picture_is_made_by_the_real_press() -> None:
    script = builder.parse(
        json.dumps([*SCRIPT[:-1], {**LAMPLIGHTER, "id": "x", "jinxes": [{"id": "chef", "reason": "R."}]}])
    )
    around = character_previews.around(script, 3)
    assert [each.id for each in around.partners] == ["chef"]
    for name in web_jobs.PREVIEWS:
        what = name.removeprefix(web_jobs.PREFIX)
        small = character_previews.reduced(around, what)
        assert artefacts.make(small, PrintRequest(name)).body.startswith(b"\x89PNG")


@pytest.mark.full
@pytest.mark.parametrize("team", ["outsider", "demon", "traveller", "fabled", "loric"])
def test_a_row_of_every_team_is_made_wherever_the_sheet_has_it(team: str) -> None:
    script = builder.parse(json.dumps([META, {**LAMPLIGHTER, "team": team}, "imp", "beggar", "angel"]))
    small = character_previews.reduced(character_previews.around(script, 0), "row")
    assert artefacts.make(small, PrintRequest("preview-row")).body.startswith(b"\x89PNG")


@pytest.mark.full
def test_the_icon_of_the_studio_is_on_the_token() -> None:
    def token(extra: dict[str, Any]) -> bytes:
        meta = {**META, "clockwright": {"characters": {"lamplighter_bells": extra}}}
        script = builder.parse(json.dumps([meta, LAMPLIGHTER]))
        small = character_previews.reduced(character_previews.around(script, 0), "token")
        return artefacts.make(small, PrintRequest("preview-token")).body

    assert token({"icon": {"emblem": "top-hat"}}) != token({"emblem": "top-hat"}) != token({})


@pytest.mark.parametrize(
    "identifier",
    [
        "a/b",
        "..",
        ".",
        "@1",
        "ä ö",
        "x" * 300,
        "imp (2)",
        "a?b#c%2F",
        "//",
        "<b>",
        "a\nb",
        "\r\n",
        "\x00\u2028",
    ],
)
def test_every_id_has_a_page(client: FlaskClient, library: Library, identifier: str) -> None:
    path = opened(client, [{**SNUFFER, "id": identifier}, {**SNUFFER, "id": identifier}, "imp"])
    for link in re.findall(r'class="c-name"><a href="([^"]+)"', client.get(f"{path}/characters").text):
        page = client.get(html.unescape(link))
        assert page.status_code == 200, link
        assert 'value="Snuffer"' in page.text
    saved = library.get(path.removeprefix("/s/"))
    assert saved
    places = [character_list.address(saved.script, place) for place in (0, 1)]
    assert len(set(places)) == 2


def test_hostile_definitions_have_a_page_too(client: FlaskClient, library: Library) -> None:
    strange: list[Any] = [
        {"id": "a", "name": ["x"], "team": "townsfolk", "ability": 5, "reminders": "one", "firstNight": "7"},
        {"id": "b", "name": "", "team": "townsfolk", "ability": "<script>alert(1)</script>", "special": "x"},
        {"id": "c", "name": "No team", "ability": "x"},
        {
            "id": "d",
            "name": "D" * 5000,
            "team": "demon",
            "ability": "y" * 5000,
            "jinxes": [{"id": "d", "reason": "me"}],
        },
        {"name": "Nameless", "team": "loric", "ability": "", "image": [1, None, "x"]},
    ]
    path = opened(client, strange)
    page = client.get(f"{path}/characters")
    assert page.status_code == 200
    assert "<script>alert" not in page.text
    for place in range(len(strange)):
        answer = client.get(f"{path}/characters/@{place}")
        assert answer.status_code == 200
        assert "<script>alert" not in answer.text
        assert client.get(f"{path}/characters/@{place}/parts").status_code == 200


def test_nobody_is_at_an_address_that_was_never_given(client: FlaskClient, path: str) -> None:
    for name in ("nobody", "@99", "@-1", "@", "@1x"):
        assert client.get(f"{path}/characters/{name}").status_code == 404
        assert client.post(f"{path}/characters/{name}", data={}).status_code == 404
        assert client.get(f"{path}/characters/{name}/preview/token.png").status_code == 404
    assert client.get("/s/nobodynobody/characters").status_code == 404


def test_a_character_of_nobody_can_be_given_a_team(client: FlaskClient, library: Library) -> None:
    path = opened(client, [{"id": "stray", "name": "Stray", "ability": "A lamp."}, "imp"])
    assert "Choose one" in client.get(f"{path}/characters/stray").text
    assert post(client, f"{path}/characters/stray", team="minion").status_code == 303
    assert stored(client, path, "stray")["team"] == "minion"


def test_the_character_before_and_after_are_linked(client: FlaskClient, path: str) -> None:
    first, last = (client.get(f"{path}/characters/{name}_bells").text for name in ("lamplighter", "snuffer"))
    assert re.search(r'snuffer_bells" rel="next"', first)
    assert re.search(r'lamplighter_bells" rel="prev"', last)
    assert 'rel="prev"' not in first
    assert 'rel="next"' not in last


def test_undo_leads_back_to_the_character(client: FlaskClient, path: str) -> None:
    address = f"{path}/characters/snuffer_bells"
    post(client, address, flavor="Dark.")
    answer = client.post(f"{path}/do", data={"op": "undo", "revision": 2, "back": address})
    assert answer.headers["Location"] == address
    assert "flavor" not in stored(client, path, "snuffer_bells")


def test_the_list_cuts_nothing_of_an_ability(client: FlaskClient, library: Library) -> None:
    plain = {name: value for name, value in META.items() if name != "clockwright"}
    long = {
        **LAMPLIGHTER,
        "ability": "Each night, choose a player: " + "you learn if their lamp is lit, or " * 5,
    }
    page = client.get(f"{opened(client, [plain, long, SNUFFER])}/characters").text
    assert page.count("their lamp is lit, or") == 5  # nothing of it is cut


def test_a_mistyped_variant_keeps_what_was_typed_and_offers_a_similar_name(
    client: FlaskClient, path: str
) -> None:
    answer = client.post(f"{path}/characters", data={"op": "variant", "id": "Poisenor", "revision": 1})
    assert answer.status_code == 422
    assert "No official character is called “Poisenor”. Did you mean Poisoner?" in answer.text
    assert 'value="Poisenor"' in answer.text


def test_the_forms_for_variants_say_whose_wording_they_get(client: FlaskClient, path: str) -> None:
    for page in (f"{path}/characters", f"{path}/characters/chef"):
        assert "In our own wording." in client.get(page).text


def test_the_characters_of_the_script_come_before_the_forms(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/characters").text
    places = [page.index(words) for words in ("Lamplighter", 'href="/characters/chef"', 'id="new-name"')]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("op", "both"),
    [
        ({"op": "front", "synopsis": "Mine."}, {"op": "front", "synopsis": "Mine.\n\nTheirs."}),
        (
            {"op": "character", "who": [1, "snuffer_bells"], "flavor": "Mine."},
            {"op": "character", "who": [1, "snuffer_bells"], "flavor": "Mine. Theirs."},
        ),
        ({"op": "character", "who": [1, "snuffer_bells"], "name": "Mine."}, None),
    ],
    ids=["almanac", "flavor", "name"],
)
def test_both_versions_of_a_text_can_be_kept_but_not_both_names(
    client: FlaskClient, path: str, op: dict[str, Any], both: dict[str, Any] | None
) -> None:
    theirs = {name: "Theirs." if value == "Mine." else value for name, value in op.items()}
    assert client.post(f"{path}/do", data={"op": json.dumps(theirs)}).status_code == 303
    answer = client.post(f"{path}/do", data={"op": json.dumps(op), "revision": "1"})
    assert answer.status_code == 409
    offered = {
        name: html.unescape(value) for value, name in re.findall(r'value="([^"]*)">Keep (\w+)<', answer.text)
    }
    assert json.loads(offered["mine"]) == op
    assert json.loads(offered.get("both", "null")) == both


def test_what_two_versions_share_is_kept_once(client: FlaskClient, path: str) -> None:
    def change(text: str, **more: str) -> Any:
        op = {"op": "front", "synopsis": text}
        return client.post(f"{path}/do", data={"op": json.dumps(op), **more})

    base = "It rains.\n\nNobody sleeps.\n\nThe lamp burns.\n\nDawn comes."
    change(base)
    change("It pours.\n\nNobody sleeps.\n\nOur lamp burns.\n\nDawn comes.")
    answer = change(base.replace("The lamp", "My lamp"), revision="2")
    (both,) = re.findall(r'value="([^"]*)">Keep both<', answer.text)
    kept = "It pours.\n\nNobody sleeps.\n\nMy lamp burns.\n\nOur lamp burns.\n\nDawn comes."
    assert json.loads(html.unescape(both))["synopsis"] == kept
