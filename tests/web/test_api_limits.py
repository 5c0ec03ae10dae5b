"""Nobody can ask so much that nothing is left for others, and who runs the server sees what it does."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from instant_press import InstantPress
from opening import opened
from prometheus_client.parser import text_string_to_metric_families

from builder import logs
from builder.errors import BusyError, ClockwrightError, RenderError
from builder.settings import Settings
from builder.web import create_app
from builder.web.infra import rights
from builder.web.infra.render_cache import Work

pytestmark = pytest.mark.full

STRANGER = {"REMOTE_ADDR": "192.0.2.7"}
OTHER = {"REMOTE_ADDR": "192.0.2.8"}


def served(folder: Path, press: InstantPress, **chosen: Any) -> FlaskClient:
    """A browser of the server's owner, whatever its address."""
    settings = Settings(data=str(folder), **chosen)
    client = create_app(settings, press=press).test_client()
    client.get(rights.home_path(rights.secret_key(settings)))
    return client


def check(client: FlaskClient, visitor: dict[str, str], **more: Any) -> Any:
    return client.post("/api/check", json=["imp"], environ_base=visitor, **more)


def test_whoever_asks_too_often_is_told_when_to_come_back(tmp_path: Path, press: InstantPress) -> None:
    client = served(tmp_path, press, rate="2/minute")
    assert [check(client, STRANGER).status_code for _ in range(3)] == [200, 200, 429]
    answer = check(client, STRANGER)
    assert answer.mimetype == "application/problem+json"
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert "2/minute" in answer.get_json()["detail"]
    assert f"in {answer.headers['Retry-After']} second" in answer.get_json()["detail"]


def test_each_address_is_counted_by_itself(tmp_path: Path, press: InstantPress) -> None:
    client = served(tmp_path, press, rate="1/minute")
    assert [check(client, visitor).status_code for visitor in (STRANGER, OTHER, STRANGER)] == [200, 200, 429]


def test_prints_are_counted_apart(tmp_path: Path, press: InstantPress) -> None:
    client = served(tmp_path, press, rate="2/minute", print_rate="1/minute")
    prints = [client.post("/api/print", json=["imp"], environ_base=STRANGER).status_code for _ in range(2)]
    assert prints == [200, 429]
    assert check(client, STRANGER).status_code == 200


def test_opening_scripts_is_counted_and_refused_on_a_page(tmp_path: Path, press: InstantPress) -> None:
    client = served(tmp_path, press, rate="1/minute")
    opened = [client.post("/open", data={"text": '["imp"]'}, environ_base=STRANGER) for _ in range(2)]
    assert [each.status_code for each in opened] == [303, 429]
    assert opened[1].mimetype == "text/html"
    assert "1/minute" in opened[1].text


@pytest.mark.parametrize(
    "what",
    (
        "sheet/classic/a4.pdf all-a4.zip print/bundle.zip print/made/sheet almanac.html export/share-wide "
        "export/almanac-page export/token-pictures"
    ).split(),
)
def test_whatever_the_press_makes_to_be_taken_away_is_a_print(
    tmp_path: Path, press: InstantPress, what: str
) -> None:
    client = served(tmp_path, press, print_rate="1/minute")
    path = opened(client, ["imp"])
    assert [client.get(f"{path}/{what}", environ_base=STRANGER).status_code for _ in range(2)] == [200, 429]


def test_a_text_to_take_away_and_a_page_to_look_at_are_no_prints(tmp_path: Path, press: InstantPress) -> None:
    client = served(tmp_path, press, rate="1/minute", print_rate="1/minute")
    path = opened(client, ["imp"])
    for what in ("export/chat", "script.json", "sheet/classic/a4/1.png", "print"):
        assert {client.get(f"{path}/{what}", environ_base=STRANGER).status_code for _ in range(3)} == {200}


@pytest.mark.parametrize("page", ["setup", "deal", "proof", "proof/games"])
def test_a_page_that_takes_long_to_work_out_is_counted(
    tmp_path: Path, press: InstantPress, page: str
) -> None:
    client = served(tmp_path, press, rate="1/minute")
    path = opened(client, ["imp"])
    assert [client.get(f"{path}/{page}", environ_base=STRANGER).status_code for _ in range(2)] == [200, 429]


def test_copies_are_counted_as_scripts_that_are_brought(tmp_path: Path, press: InstantPress) -> None:
    client = served(tmp_path, press, rate="1/minute")
    path = opened(client, ["imp"])
    copies = [client.post(f"{path}/duplicate", environ_base=STRANGER).status_code for _ in range(2)]
    assert copies == [303, 429]


def test_changes_are_counted_apart_and_more_of_them_may_come(tmp_path: Path, press: InstantPress) -> None:
    client = served(tmp_path, press, rate="1/minute", change_rate="3/minute")
    path = opened(client, ["imp"])
    done = [
        client.post(f"{path}/do", data={"op": "rename", "name": f"N{number}"}, environ_base=STRANGER)
        for number in range(4)
    ]
    assert [each.status_code for each in done] == [303, 303, 303, 429]
    assert "3/minute" in done[-1].text


def test_previews_are_counted_when_they_are_made_and_not_when_they_are_looked_at(
    tmp_path: Path, press: InstantPress
) -> None:
    client = served(tmp_path, press, change_rate="2/minute")
    path = opened(client, ["imp"])
    first = [f"{path}/sheet/classic/a4/{page}.png" for page in (1, 2, 1, 2, 1)]
    assert {client.get(page, environ_base=STRANGER).status_code for page in first} == {200}
    assert client.get(f"{path}/sheet/classic/letter/1.png", environ_base=STRANGER).status_code == 200
    answer = client.get(f"{path}/sheet/classic/a4/1.png?ink=saving", environ_base=STRANGER)
    assert answer.status_code == 429
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert client.get(first[0], environ_base=STRANGER).status_code == 200
    assert client.get(f"{path}/sheet/classic/a4/1.png?ink=saving", environ_base=OTHER).status_code == 200


def test_a_zip_of_everything_counts_for_each_of_its_documents(tmp_path: Path, press: InstantPress) -> None:
    client = served(tmp_path, press, change_rate="2/minute")
    path = opened(client, ["imp"])
    assert client.get(f"{path}/all-a4.zip", environ_base=STRANGER).status_code == 429


def test_all_addresses_of_an_ipv6_network_are_one_visitor(tmp_path: Path, press: InstantPress) -> None:
    client = served(tmp_path, press, rate="1/minute")
    addresses = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1"]
    statuses = [check(client, {"REMOTE_ADDR": each}).status_code for each in addresses]
    assert statuses == [200, 429, 200]


def test_looking_is_free(tmp_path: Path, press: InstantPress) -> None:
    client = served(tmp_path, press, rate="1/minute", print_rate="1/minute")
    assert {client.get("/healthz", environ_base=STRANGER).status_code for _ in range(5)} == {200}


@pytest.mark.parametrize("chosen", [{"rate": ""}, {"rate": "  "}])
def test_without_a_limit_nobody_is_refused(
    tmp_path: Path, press: InstantPress, chosen: dict[str, str]
) -> None:
    client = served(tmp_path, press, **chosen)
    assert {check(client, STRANGER).status_code for _ in range(150)} == {200}


def test_whoever_sits_at_the_machine_is_not_counted_unless_it_is_hosted(
    tmp_path: Path, press: InstantPress
) -> None:
    here = {"REMOTE_ADDR": "127.0.0.1"}
    own = served(tmp_path / "own", press, rate="1/minute")
    assert [check(own, here).status_code for _ in range(2)] == [200, 200]
    hosted = served(tmp_path / "hosted", press, rate="1/minute", hosted=True)
    assert [check(hosted, here).status_code for _ in range(2)] == [200, 429]


def test_behind_a_proxy_the_visitors_address_counts_and_nobody_can_make_one_up(
    tmp_path: Path, press: InstantPress
) -> None:
    client = served(tmp_path / "one", press, rate="1/minute", proxies=1)
    first = check(client, STRANGER, headers={"X-Forwarded-For": "198.51.100.1"})
    second = check(client, STRANGER, headers={"X-Forwarded-For": "198.51.100.2"})
    lied = check(client, STRANGER, headers={"X-Forwarded-For": "203.0.113.9, 198.51.100.1"})
    assert [each.status_code for each in (first, second, lied)] == [200, 200, 429]
    bare = served(tmp_path / "none", press, rate="1/minute")
    statuses = [
        check(bare, STRANGER, headers={"X-Forwarded-For": f"198.51.100.{number}"}).status_code
        for number in range(2)
    ]
    assert statuses == [200, 429]


@pytest.mark.parametrize("text", ["often", "12", "1/fortnight"])
def test_a_limit_that_means_nothing_is_explained(tmp_path: Path, press: InstantPress, text: str) -> None:
    with pytest.raises(ClockwrightError, match=r"CLOCKWRIGHT_PRINT_RATE is .* 120/minute"):
        served(tmp_path, press, print_rate=text)


def test_a_press_with_too_much_to_do_asks_to_come_back(client: FlaskClient, press: InstantPress) -> None:
    press.failure = BusyError(4)
    answer = client.post("/api/print", json=["imp"])
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "4")
    assert answer.mimetype == "application/problem+json"


def test_a_document_that_cannot_be_made_says_why(client: FlaskClient, press: InstantPress) -> None:
    press.failure = RenderError("This document took longer than 30 seconds to lay out.")
    answer = client.post("/api/print", json=["imp"])
    assert answer.status_code == 422
    assert "30 seconds" in answer.get_json()["detail"]


def numbers(client: FlaskClient) -> dict[tuple[str, ...], float]:
    """Every number that /metrics tells, by its name and the values of its labels."""
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert answer.mimetype == "text/plain"
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_requests_are_counted_by_route_method_and_status(client: FlaskClient) -> None:
    check(client, STRANGER)
    check(client, STRANGER)
    client.post("/api/check", data="{", content_type="application/json")
    client.get("/nothing/Whispered-Secret")
    client.open("/api/check", method="WHISPER")
    told = numbers(client)
    assert told["clockwright_requests_total", "POST", "/api/check", "200"] == 2
    assert told["clockwright_requests_total", "POST", "/api/check", "400"] == 1
    assert told["clockwright_requests_total", "GET", "none", "404"] == 1
    assert told["clockwright_request_seconds_count", "/api/check"] >= 3
    text = client.get("/metrics").text
    assert "Whispered" not in text
    assert "WHISPER" not in text


def test_the_press_tells_how_much_it_has_to_do(client: FlaskClient, press: InstantPress) -> None:
    press.work = Work(running=2, waiting=5, made=40, failed=1)
    told = numbers(client)
    assert told["clockwright_renders_running",] == 2
    assert told["clockwright_renders_waiting",] == 5
    assert told["clockwright_renders_total", "made"] == 40
    assert told["clockwright_renders_total", "failed"] == 1


def test_a_log_for_programs_has_one_object_a_line(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "clockwright.web"):
        answer = client.post("/api/check?dismissed=1", json=["imp", "whispered-secret"])
    (record,) = [record for record in caplog.records if record.name == "clockwright.web"]
    line = logs.JsonLines().format(record)
    told = json.loads(line)
    assert told["request"] == answer.headers["X-Request-ID"]
    assert (told["method"], told["path"], told["status"]) == ("POST", "/api/check", 200)
    assert told["level"] == "info"
    assert "whispered" not in line
    assert "dismissed" not in line


def test_a_log_that_there_is_not_is_explained() -> None:
    with pytest.raises(ClockwrightError, match="text or json"):
        logs.begin(Settings(log="loud"))
