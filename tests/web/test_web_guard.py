"""Strangers are kept out, and every page is in our look."""

import logging
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from instant_press import InstantPress, Paste
from opening import opened

from builder.errors import LibraryError
from builder.logs import REQUEST_ID
from builder.settings import Settings
from builder.web import create_app
from builder.web.infra.script_store import Opened
from builder.web.view_models import panel


def test_every_answer_forbids_foreign_code_and_framing(client: FlaskClient) -> None:
    for path in ("/", "/nothing", "/healthz", "/favicon.ico"):
        headers = client.get(path).headers
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        assert "camera=()" in headers["Permissions-Policy"]


def test_pages_carry_no_inline_script_style_or_foreign_address(
    client: FlaskClient, paste: Paste, script: list[Any]
) -> None:
    for page in (client.get("/").text, paste(script).text, paste("{").text, client.get("/nothing").text):
        assert not re.search(r"<script(?![^>]*\bsrc=)", page)
        assert not re.search(r"<style|\sstyle=|\son\w+=", page)
        assert not re.search(r"(?:src|href|action)=\"(?:https?:)?//", page)


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
    ],
)
def test_a_form_from_another_site_is_refused(client: FlaskClient, headers: dict[str, str]) -> None:
    answer = client.post("/open", data={"text": '["imp"]'}, headers=headers)
    assert answer.status_code == 403
    assert "That form came from another site" in answer.text


@pytest.mark.parametrize("headers", [{}, {"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://localhost"}])
def test_a_form_of_our_own_is_taken(client: FlaskClient, headers: dict[str, str]) -> None:
    assert client.post("/open", data={"text": '["imp"]'}, headers=headers).status_code == 303


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "evil.example:80",
        "",
        "a b",
        "[::1",
        "127.0.0.1.evil.example",
    ],
)
def test_a_strangers_name_for_this_server_is_refused(client: FlaskClient, host: str) -> None:
    answer = client.get("/", headers={"Host": host})
    assert answer.status_code == 400


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.1.7:8000"])
def test_this_machines_own_names_are_answered(client: FlaskClient, host: str) -> None:
    assert client.get("/healthz", headers={"Host": host}).status_code == 200


def test_further_names_can_be_set(tmp_path: Path, press: InstantPress) -> None:
    settings = Settings(data=str(tmp_path), trusted_hosts="scripts.example, Other.example")
    client = create_app(settings, press=press).test_client()
    for host in ("scripts.example", "other.example:443"):
        assert client.get("/healthz", headers={"Host": host}).status_code == 200


def test_a_method_that_does_not_fit_is_explained(client: FlaskClient) -> None:
    answer = client.get("/new")
    assert answer.status_code == 405
    assert "Home" in answer.text
    assert "POST" in answer.headers["Allow"]


def test_a_fault_of_ours_is_a_page_without_a_traceback_and_a_log_without_the_script(
    monkeypatch: pytest.MonkeyPatch,
    paste: Paste,
    script: list[Any],
    caplog: pytest.LogCaptureFixture,
) -> None:
    script[0]["name"] = "Whispered Secret"

    def stumble(script: Opened, **_: object) -> None:
        raise ValueError(script.official)

    monkeypatch.setattr(panel, "of", stumble)
    with caplog.at_level(logging.INFO):
        answer = paste(script)
    assert answer.status_code == 500
    assert "Something broke on our side" in answer.text
    assert "Traceback" not in answer.text
    assert answer.headers["X-Request-ID"] in answer.text
    assert answer.headers["X-Request-ID"] in caplog.text
    assert "ValueError" in caplog.text
    assert "Whispered" not in caplog.text + answer.text


def test_log_lines_hold_no_words_of_a_script(
    client: FlaskClient, paste: Paste, script: list[Any], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        paste(script)
        paste("Whispered nonsense")
        client.get("/?text=Whispered")
    assert "POST /open 303" in caplog.text
    assert "Evening" not in caplog.text
    assert "Whispered" not in caplog.text


def test_a_server_that_stops_takes_no_new_work(app: Flask, client: FlaskClient) -> None:
    app.extensions["clockwright"].traffic.is_stopping = True
    assert client.get("/").status_code == 503
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 503


def test_requests_are_counted_until_they_are_answered(app: Flask, client: FlaskClient) -> None:
    for path in ("/", "/nothing", "/open"):
        client.get(path)
    client.get("/", headers={"Host": "evil.example"})
    assert app.extensions["clockwright"].traffic.running == 0


def test_the_app_is_ready_when_it_can_keep_and_print(
    app: Flask, client: FlaskClient, press: InstantPress
) -> None:
    assert client.get("/readyz").json == {
        "status": "ok",
        "parts": {"press": True, "scripts": True, "running": True},
    }
    press.is_available = False
    assert client.get("/readyz").status_code == 503
    with app.extensions["clockwright"].store.library.engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE scripts")
    parts = client.get("/readyz").get_json()["parts"]
    assert parts["scripts"] is False


def test_a_server_that_could_keep_nothing_does_not_start_and_says_why(
    tmp_path: Path, press: InstantPress
) -> None:
    (tmp_path / "blocked").write_text("")
    with pytest.raises(LibraryError, match="blocked"):
        create_app(Settings(data=str(tmp_path / "blocked")), press=press)


def test_a_full_disk_is_said_and_the_text_stays(client: FlaskClient, full_disk: None) -> None:
    answer = client.post("/open", data={"text": '["imp"]'})
    assert answer.status_code == 507
    assert "There is no room left" in answer.text
    assert "[&#34;imp&#34;]" in answer.text


@pytest.mark.parametrize(
    "path", ["/x%0a2026-11-22 INFO FAKE", "/x%0d%0aFAKE", "/%1b[31mred", "/x%e2%80%a8y", "/%c2%85"]
)
def test_no_path_writes_a_line_or_a_colour_of_its_own_into_the_log(
    client: FlaskClient, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    with caplog.at_level("INFO", "clockwright.web"):
        client.get(path)
    (line,) = [record.getMessage() for record in caplog.records if " GET " in record.getMessage()]
    assert line.isprintable()
    assert " 404 " in line


@pytest.mark.parametrize(("scheme", "is_secure"), [("https", True), ("http", False)])
def test_what_ones_scripts_hang_on_never_goes_over_plain_http_where_the_proxy_says_https(
    tmp_path: Path, press: InstantPress, scheme: str, is_secure: bool
) -> None:
    app = create_app(Settings(data=str(tmp_path), hosted=True, proxies=1), press=press)
    answer = app.test_client().post(
        "/open",
        data={"text": '["imp"]'},
        headers={"X-Forwarded-Proto": scheme, "X-Forwarded-For": "192.0.2.1"},
    )
    assert ("Secure" in answer.headers["Set-Cookie"]) is is_secure
    assert ("Strict-Transport-Security" in answer.headers) is is_secure


@pytest.mark.parametrize("given", ["4f0c9a7be21d", "b2c0ee52-0b5a-4b9e-8e0b-0d4c2d1f9a10"])
def test_a_request_keeps_the_number_that_a_trusted_proxy_gave_it(
    tmp_path: Path, press: InstantPress, caplog: pytest.LogCaptureFixture, given: str
) -> None:
    caplog.set_level("INFO")
    client = create_app(Settings(data=str(tmp_path), proxies=1), press=press).test_client()
    assert client.get("/guide", headers={"X-Request-ID": given}).headers["X-Request-ID"] == given
    assert f"{given} GET /guide 200" in caplog.text
    for forged in ("short", "x" * 65, "line\tbreak", "<script>alert(1)</script>", "ünicöde-number"):
        assert client.get("/guide", headers={"X-Request-ID": forged}).headers["X-Request-ID"] != forged


def test_a_visitor_does_not_choose_the_number_of_a_request(client: FlaskClient) -> None:
    given = "4f0c9a7be21d"
    assert client.get("/guide", headers={"X-Request-ID": given}).headers["X-Request-ID"] != given


def test_the_number_of_a_request_goes_with_every_job_for_the_press(
    client: FlaskClient, press: InstantPress, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, seen, usual = (
        opened(client, '["imp"]'),
        set(),
        press.render,
    )

    def render(*values: Any, **more: Any) -> Any:
        seen.add(REQUEST_ID.get())
        return usual(*values, **more)

    monkeypatch.setattr(press, "render", render)
    for page in (f"{path}/publish.zip", f"{path}/sheet/classic/a4.pdf"):
        answer = client.get(page)
        assert seen == {answer.headers["X-Request-ID"]}
        seen.clear()
