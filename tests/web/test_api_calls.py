"""Programs ask the API what the command line answers, and get the same."""

import json
import zipfile
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from instant_press import PICTURE, InstantPress

from builder.cli.program import program

SAMPLES = sorted(Path(__file__).parents[2].joinpath("data", "samples").glob("*.json"))
#: The sample with jinxes and a rule of its own.
EVERY_RUN = "the-wandering-fair"
TABLE = "washerwoman,chef,empath,fortuneteller,monk,poisoner,imp"
#: A call, what it is asked beside the script, and how the command line is asked the same.
SAME: list[tuple[str, dict[str, Any], list[str]]] = [
    ("check", {}, ["check"]),
    ("check", {"dismissed": True}, ["check", "--dismissed"]),
    ("setup", {}, ["setup"]),
    ("setup", {"players": 12}, ["setup", "--players", "12"]),
    (
        "setup",
        {"players": 7, "inPlay": TABLE.split(",")},
        ["setup", "--players", "7", "--in-play", TABLE],
    ),
    ("deal", {"players": 9, "seed": "Ravenswood"}, ["deal", "--players", "9", "--seed", "Ravenswood"]),
    ("deal", {"players": 9, "seed": "7"}, ["deal", "--players", "9", "--seed", "7"]),
    ("night", {}, ["night"]),
    ("night", {"players": 6}, ["night", "--players", "6"]),
    ("jinxes", {}, ["jinxes"]),
    ("style", {}, ["style"]),
    ("matchups", {}, ["matchups"]),
]


def told(*arguments: str) -> Any:
    result = CliRunner().invoke(program, [*arguments, "--json"])
    return json.loads(result.stdout)


def fits(client: FlaskClient, path: str, value: object, method: str = "post") -> None:
    """Fails unless an answer has the shape that the description promises."""
    described = client.get("/api/openapi.json").get_json()
    answer = described["paths"][path][method]["responses"]["200"]["content"]["application/json"]["schema"]
    jsonschema.Draft202012Validator({**answer, "components": described["components"]}).validate(value)


@pytest.mark.parametrize(
    ("call", "options", "typed"), SAME, ids=[f"{call} {[*options.items()]}"[:40] for call, options, _ in SAME]
)
@pytest.mark.parametrize(
    "sample",
    [pytest.param(path, marks=[] if path.stem == EVERY_RUN else [pytest.mark.full]) for path in SAMPLES],
    ids=[path.stem for path in SAMPLES],
)
def test_the_answer_is_that_of_the_command_line(
    client: FlaskClient, sample: Path, call: str, options: dict[str, Any], typed: list[str]
) -> None:
    name, *more = typed
    script = json.loads(sample.read_text("utf-8"))
    answer = client.post(f"/api/{call}", json={"script": script, **options})
    assert answer.status_code == 200, answer.text
    assert _without_lines(answer.get_json()) == _without_lines(told(name, str(sample), *more))
    fits(client, f"/api/{call}", answer.get_json())


def _without_lines(value: Any) -> Any:
    """Lines differ: the script stands on other ones in the body."""
    if isinstance(value, dict):
        return {name: _without_lines(inner) for name, inner in value.items() if name != "line"}
    return [_without_lines(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", ["characters", "papers", "formats"])
def test_what_there_is_is_told_like_on_the_command_line(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/api/{name}").get_json()
    assert answer == told(name)
    fits(client, f"/api/{name}", answer, "get")


def test_what_can_be_printed_is_told_with_styles_papers_and_settings(client: FlaskClient) -> None:
    answer = client.get("/api/printables").get_json()
    assert answer[0]["kind"] == "sheet"
    assert answer[0]["styles"][0] == "classic"
    assert "a4" in answer[0]["papers"]
    assert answer[0]["settings"]["ink"]["choices"] == ["full", "saving"]
    fits(client, "/api/printables", answer, "get")


def test_a_character_is_explained_as_on_the_command_line(client: FlaskClient) -> None:
    assert client.get("/api/characters/Fang Gu").get_json() == told("explain", "fanggu")


def test_an_unknown_character_is_not_found(client: FlaskClient) -> None:
    answer = client.get("/api/characters/nobodyknows")
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert "clockwright characters" in answer.get_json()["detail"]


def test_characters_of_one_team_are_told(client: FlaskClient) -> None:
    found = client.get("/api/characters?team=demon").get_json()
    assert "imp" in [each["id"] for each in found]
    assert {each["team"] for each in found} == {"demon"}


@pytest.mark.parametrize(
    "asked",
    [
        {"json": ["imp", "baron"]},
        {"json": {"script": ["imp", "baron"]}},
        {"json": {"script": '["imp", "baron"]'}},
        {"json": {"script": "imp\nbaron"}},
        {"data": "imp\nbaron", "content_type": "text/plain"},
        {"data": b'["imp", "baron",]', "content_type": "application/octet-stream"},
        {"data": b'["imp", "baron"]'},
        {"data": {"script": (BytesIO(b'["imp", "baron"]'), "two.json")}},
        {"data": {"script": "imp\r\nbaron"}, "content_type": "multipart/form-data"},
    ],
)
def test_a_script_comes_in_many_ways(client: FlaskClient, asked: dict[str, Any]) -> None:
    answer = client.post("/api/convert", **asked)
    assert (answer.status_code, answer.get_json()) == (200, ["imp", "baron"])


def test_a_file_of_a_form_has_its_options_beside_it(client: FlaskClient) -> None:
    file = (BytesIO(SAMPLES[0].read_bytes()), "script.json")
    answer = client.post("/api/night", data={"script": file, "players": "5"})
    assert "minioninfo" not in [step["kind"] for step in answer.get_json()["firstNight"]]
    file = (BytesIO(SAMPLES[0].read_bytes()), "script.json")
    answer = client.post("/api/night?players=7", data={"script": file})
    assert "minioninfo" in [step["kind"] for step in answer.get_json()["firstNight"]]


def test_lists_and_objects_can_stand_in_the_address(client: FlaskClient, press: InstantPress) -> None:
    text = SAMPLES[0].read_bytes()
    table = client.post(f"/api/setup?players=7&inPlay={TABLE}", data=text, content_type="text/plain")
    assert "legal" in table.get_json()
    address = "/api/print?kinds=sheet,night&styles=night=strips&settings=ink=saving&as=zip"
    assert client.post(address, data=text, content_type="text/plain").status_code == 200
    assert ("night", "strips", "a4", "ink=saving") in press.asked


def test_a_fault_is_told_with_its_line_in_the_body(client: FlaskClient) -> None:
    body = (
        '{\n  "dismissed": false,\n  "script": [\n    "imp",\n    {"id": "x", "name": "X", "team": 5}\n  ]\n}'
    )
    answer = client.post("/api/check", data=body, content_type="application/json").get_json()
    (fault,) = [problem for problem in answer["problems"] if problem["code"] == "wrong-type"]
    assert fault["line"] == 5
    assert "Line 5" in fault["message"]


def test_a_script_that_cannot_be_read_has_all_its_faults_told(client: FlaskClient) -> None:
    answer = client.post("/api/check", data="%PDF-1.7 nonsense", content_type="application/pdf")
    assert answer.status_code == 422
    assert answer.mimetype == "application/problem+json"
    details = answer.get_json()
    assert details["title"] == HTTPStatus.UNPROCESSABLE_ENTITY.phrase  # another word from Python 3.13 on
    assert details["status"] == 422
    assert details["instance"] == "/api/check"
    assert details["request"] == answer.headers["X-Request-ID"]
    assert details["problems"][0]["message"] in details["detail"]


@pytest.mark.parametrize(
    ("call", "options", "said"),
    [
        ("deal", {}, "“players” is needed"),
        ("deal", {"players": 4}, "a number from 5 to 20"),
        ("deal", {"players": "seven"}, "a whole number"),
        ("deal", {"players": True}, "a whole number"),
        ("deal", {"players": 7, "with": "imp"}, "a list"),
        ("deal", {"players": 7, "with": ["nobody"]}, "nobody"),
        ("check", {"dismissed": "perhaps"}, "true or false"),
        ("check", {"colour": "red"}, "The options are: dismissed"),
        ("convert", {"to": "papyrus"}, "is one of"),
        ("setup", {"inPlay": ["imp"]}, "needs “players”"),
        ("print", {"kinds": ["poster"]}, "sheet, night"),
        ("print", {"styles": {"sheet": "gothic"}}, "classic"),
        ("print", {"styles": {"tokens": "gothic"}}, "tokens"),
        ("print", {"settings": {"ink": "gold"}}, "saving"),
        ("print", {"settings": {"smell": "roses"}}, "smell"),
        ("print", {"settings": {"ink": 5}}, "a text"),
        ("print", {"paper": "papyrus"}, "a4"),
        ("print", {"dpi": 100_000}, "50 to 300"),
    ],
)
def test_an_option_that_cannot_be_is_explained(
    client: FlaskClient, call: str, options: dict[str, Any], said: str
) -> None:
    script = json.loads(SAMPLES[0].read_text("utf-8"))
    answer = client.post(f"/api/{call}", json={"script": script, **options})
    assert answer.status_code == 422
    assert said in answer.get_json()["detail"]


def test_an_option_given_twice_is_refused(client: FlaskClient) -> None:
    answer = client.post("/api/night?players=7", json={"script": ["imp"], "players": 8})
    assert answer.status_code == 422
    assert "twice" in answer.get_json()["detail"]


#: A form of which a field has no name.
NAMELESS = (
    b'--x\r\nContent-Disposition: form-data; name="script"\r\n\r\n["imp"]\r\n'
    b"--x\r\nContent-Disposition: form-data\r\n\r\n5\r\n--x--\r\n"
)


@pytest.mark.parametrize(
    ("path", "asked", "status"),
    [
        ("/api/nothing", {"json": []}, 404),
        ("/api", {"json": []}, 404),
        ("/api/characters", {"json": []}, 405),
        ("/api/check", {"data": b"x" * 5_000_000, "content_type": "text/plain"}, 413),
        ("/api/check", {"data": "script=imp", "content_type": "application/x-www-form-urlencoded"}, 415),
        ("/api/check", {"data": "{", "content_type": "application/json"}, 400),
        ("/api/check", {"data": "[" * 100_000, "content_type": "application/json"}, 422),
        ("/api/check", {"data": "", "content_type": "text/plain"}, 422),
        ("/api/check", {"data": {"players": "7"}, "content_type": "multipart/form-data"}, 400),
        ("/api/check", {"data": NAMELESS, "content_type": "multipart/form-data; boundary=x"}, 422),
        ("/api/check", {"json": {"script": 5}}, 422),
        ("/api/check", {"json": ["imp"], "headers": {"Origin": "https://evil.example"}}, 403),
    ],
)
def test_every_refusal_is_a_problem_and_never_a_page(
    client: FlaskClient, path: str, asked: dict[str, Any], status: int
) -> None:
    answer = client.post(path, **asked)
    assert answer.status_code == status
    assert answer.mimetype == "application/problem+json"
    details = answer.get_json()
    assert (details["status"], details["instance"]) == (status, path)
    assert "." in details["detail"]


def test_a_fault_of_ours_is_a_problem_too(client: FlaskClient, press: InstantPress) -> None:
    press.failure = ValueError("Whispered Secret")
    answer = client.post("/api/print", json=["imp"])
    assert answer.status_code == 500
    assert answer.mimetype == "application/problem+json"
    assert "Whispered" not in answer.text


def test_a_server_that_stops_says_so(app: Flask, client: FlaskClient) -> None:
    app.extensions["clockwright"].traffic.is_stopping = True
    answer = client.post("/api/check", json=["imp"])
    assert answer.status_code == 503
    assert answer.get_json()["title"] == "Service Unavailable"


def test_nothing_is_kept_and_no_cookie_is_set(app: Flask, client: FlaskClient, press: InstantPress) -> None:
    library = app.extensions["clockwright"].store.library
    before = len(library.scripts())
    for call in ("check", "print", "convert"):
        answer = client.post(f"/api/{call}", json=["imp", "chef"])
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers
    assert len(library.scripts()) == before
    assert press.asked
    assert press.made == {}


def test_one_document_is_a_pdf_and_several_are_a_zip(client: FlaskClient) -> None:
    script = [{"id": "_meta", "name": "Evening Bells"}, "imp", "chef"]
    one = client.post("/api/print", json={"script": script, "kinds": ["sheet"]})
    assert one.mimetype == "application/pdf"
    assert one.data.startswith(b"%PDF")
    assert "Evening Bells - character sheet (A4).pdf" in one.headers["Content-Disposition"]
    several = client.post("/api/print", json={"script": script})
    assert several.mimetype == "application/zip"
    assert names(several.data) == [
        "Evening Bells - character sheet (A4).pdf",
        "Evening Bells - night sheet (A4).pdf",
    ]
    whole = client.post("/api/print", json={"script": script, "kinds": ["sheet"], "as": "zip"})
    assert names(whole.data)[0] == "Evening Bells.json"


def test_pictures_of_pages_come_in_the_size_that_is_asked(client: FlaskClient) -> None:
    asked = {"script": ["imp"], "kinds": ["sheet"], "as": "png", "dpi": 72}
    answer = client.post("/api/print", json=asked)
    with zipfile.ZipFile(BytesIO(answer.data)) as archive:
        assert [archive.read(name) for name in archive.namelist()] == [PICTURE + b" 1 72", PICTURE + b" 2 72"]


def test_a_share_picture_is_one_file(client: FlaskClient, press: InstantPress) -> None:
    answer = client.post("/api/print", json={"script": ["imp"], "kinds": ["share-wide"]})
    assert answer.mimetype == "image/png"
    assert press.asked[0][0] == "share-wide"


def test_copies_are_for_players_only(client: FlaskClient, press: InstantPress) -> None:
    client.post("/api/print", json={"script": ["imp"], "copies": 8})
    assert press.asked == [("sheet", "classic", "a4", "copies=8"), ("night", "full", "a4")]


def test_a_sorted_script_can_say_why(client: FlaskClient) -> None:
    script = ["imp", "chef", "washerwoman"]
    plain = client.post("/api/sort", json=script).get_json()
    explained = client.post("/api/sort?explain=true", json=script).get_json()
    assert explained["script"] == plain
    assert plain[-1] == "imp"
    assert len(explained["reasons"]) == 2


def test_what_a_format_had_to_leave_out_can_be_told(client: FlaskClient) -> None:
    asked = {"script": json.loads(SAMPLES[0].read_text("utf-8")), "to": "markdown", "remarks": True}
    answer = client.post("/api/convert", json=asked).get_json()
    assert answer["text"].startswith("#")
    assert isinstance(answer["remarks"], list)
    plain = client.post("/api/convert", json={**asked, "remarks": False})
    assert plain.mimetype == "text/markdown"
    assert plain.text == answer["text"]


def test_the_description_is_a_valid_one_and_names_every_call(app: Flask, client: FlaskClient) -> None:
    described = client.get("/api/openapi.json").get_json()
    assert described["openapi"].startswith("3.1")
    addresses = {
        rule.rule.replace("<", "{").replace(">", "}")
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/") and rule.rule not in {"/api/", "/api/openapi.json"}
    }
    assert set(described["paths"]) == addresses
    for path in described["paths"].values():
        (operation,) = path.values()
        assert operation["summary"].endswith(".")
        assert "429" in operation["responses"]


def names(content: bytes) -> list[str]:
    with zipfile.ZipFile(BytesIO(content)) as archive:
        return archive.namelist()
