"""Sites that cut off, stall, lie or send something else: the old wording stays, and one sentence says why."""

import http.server
import json
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import toolmaker_site
from syncing import bring, changed, in_folder
from toolmaker_site import jinxes, nights, redirect, role, roles, send, send_json, served, webp

from builder import catalogue
from builder.errors import ClockwrightError, FetchError, OfficialFilesError, SyncError
from builder.official import download, edition

pytestmark = pytest.mark.full

ROLES = "data/roles.json"


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(download, "SECONDS", 0.5)
    monkeypatch.setattr(download, "SECONDS_FOR_WORDS", 0.5)


@pytest.fixture
def before(tmp_path: Path) -> set[str]:
    """An official wording that is there already."""
    bring(toolmaker_site.write(tmp_path / "before"))
    return in_folder()


def refused(origin: object, before: set[str]) -> str:
    """The sentence with which a sync is refused; everything is as it was."""
    wording, imp = catalogue.wording(), catalogue.find("imp")
    with pytest.raises(ClockwrightError) as error:
        bring(origin)
    assert (catalogue.wording(), catalogue.find("imp")) == (wording, imp)
    assert wording.is_official
    assert in_folder() == before
    said = str(error.value)
    assert "\n" not in said
    assert len(said) < 600
    return said


def cut_off(request: http.server.BaseHTTPRequestHandler) -> None:
    body = json.dumps(roles()).encode()
    send(request, body[: len(body) // 2], "application/json", length=len(body))


def says_less(request: http.server.BaseHTTPRequestHandler) -> None:
    body = json.dumps(roles()).encode()
    send(request, body, "application/json", length=len(body) // 2)


def says_much_more(request: http.server.BaseHTTPRequestHandler) -> None:
    send(request, b"[]", "application/json", length=10**12)


def stall(request: http.server.BaseHTTPRequestHandler) -> None:
    with suppress(OSError):
        request.connection.recv(1)


def drip(request: http.server.BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.send_header("Content-Type", "application/json")
    request.end_headers()
    with suppress(OSError):
        for letter in json.dumps(roles()):
            request.wfile.write(letter.encode())
            time.sleep(0.05)


def page(request: http.server.BaseHTTPRequestHandler) -> None:
    send(request, b"<!doctype html><title>Sign in</title>", "text/html")


def disguised_page(request: http.server.BaseHTTPRequestHandler) -> None:
    send(request, b"<!doctype html><title>Sign in</title>", "application/json")


def raw(body: bytes) -> toolmaker_site.Answer:
    return lambda request: send(request, body, "application/json")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (cut_off, "the connection was lost halfway"),
        (says_less, "roles.json: it is not JSON from line 1, column"),
        (says_much_more, "it is larger than 2 MB"),
        (stall, "it took too long"),
        (drip, "it took too long"),
        (page, "it is no application/json"),
        (disguised_page, "roles.json: it is a web page, not JSON"),
        (raw(b"[" * 100_000 + b"]" * 100_000), "roles.json: it is nested too deep"),
        (raw(b"[" * 30 + b"]" * 30), "roles.json: it is nested too deep"),
        (raw(b'[{"id": "imp", "setup": NaN}]'), "roles.json: it has a number that is not valid"),
        (raw(b"\xff\xfe\x00"), "roles.json: it is not UTF-8 text"),
        (raw(b""), "roles.json: it is not JSON"),
        (send_json({"imp": 1}), "roles.json: it is not a list of 1 to 2000 characters"),
        (send_json([]), "roles.json: it is not a list of 1 to 2000 characters"),
        (send_json([1, None, "imp"]), "roles.json, character 1: it is not a character"),
        (send_json([*roles(), roles()[1]]), "roles.json: there are 2 characters “imp”"),
        (redirect("file:///etc/passwd"), "it does not lead to a web address"),
        (redirect("https://127.0.0.1/roles.json"), "it leads to this computer or its private network"),
        (lambda request: request.send_error(404), "the server answered with status 404"),
        (lambda request: request.send_error(500), "the server answered with status 500"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_bad_file_of_words_leaves_the_old_in_place(
    answer: toolmaker_site.Answer, said: str, before: set[str]
) -> None:
    with served(answers={ROLES: answer}) as site:
        assert said in refused(site, before)


def test_a_redirect_to_another_private_server_is_refused(before: set[str]) -> None:
    with served() as secret, served(answers={ROLES: redirect(f"{secret}{ROLES}")}) as site:
        assert "it leads to this computer or its private network" in refused(site, before)


def test_a_server_of_ones_own_may_redirect_within_itself() -> None:
    with served(
        toolmaker_site.files() | {"moved.json": json.dumps(roles()).encode()},
        {ROLES: redirect("../moved.json")},
    ) as site:
        assert bring(site).state.characters == 6


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"id": "../../etc"}, "character 2: “id” is not a word of lowercase letters and digits"),
        ({"id": 7}, "“id” is not a word"),
        ({"id": "a" * 51}, "“id” is not a word"),
        ({"name": ""}, "character 2 (imp): “name” is missing"),
        ({"name": ["Imp"]}, "character 2 (imp): “name” is not a text"),
        ({"ability": None}, "“ability” is missing"),
        ({"ability": "x" * 1001}, "“ability” is longer than 1000 characters"),
        ({"ability": "a\x00b"}, "“ability” has characters that cannot be printed"),
        ({"flavor": "\ud800"}, "“flavor” has characters that cannot be printed"),
        ({"team": "ghosts"}, "“team” is not a team"),
        ({"team": 3}, "“team” is not a team"),
        ({"edition": "../.."}, "“edition” is not a short lowercase word"),
        ({"setup": "yes"}, "“setup” is neither true nor false"),
        ({"reminders": "Dead"}, "“reminders” is not a list"),
        ({"reminders": [1]}, "“reminders” is not a text"),
        ({"reminders": ["x"] * 61}, "“reminders” has more than 60 entries"),
        ({"special": ["vote"]}, "“special” has something that is not an app feature"),
    ],
    ids=lambda value: "",
)
def test_a_character_of_the_wrong_form_is_named(
    change: dict[str, Any], said: str, before: set[str], tmp_path: Path
) -> None:
    wrong = [one | change if one["id"] == "imp" else one for one in roles()]
    assert said in refused(toolmaker_site.write(tmp_path / "site", changed(roles=wrong)), before)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"jinxes": {}}, "jinxes.json: it is not a list of jinxes"),
        ({"jinxes": ["imp"]}, "jinxes.json, entry 1: it is not a jinx"),
        ({"jinxes": [{"id": "imp", "jinx": "spy"}]}, "jinxes.json, entry 1: “jinx” is not a list"),
        ({"jinxes": [{"id": "imp", "jinx": [{"id": "spy"}]}]}, "“reason” is missing"),
        ({"jinxes": [{"id": "imp", "jinx": [{"id": "imp", "reason": "No."}]}]}, "imp is jinxed with itself"),
        (
            {
                "jinxes": [
                    {"id": "imp", "jinx": [{"id": "puddle", "reason": "Wet."}]},
                    {"id": "puddle", "jinx": [{"id": "imp", "reason": "Dry."}]},
                ]
            },
            "puddle and imp are jinxed twice, with different texts",
        ),
        ({"nights": []}, "nightsheet.json, firstNight: it is not a list of characters that wake"),
        (
            {"nights": nights() | {"otherNight": ["dusk", 3, "dawn"]}},
            "otherNight: it has something that is not an id",
        ),
        ({"nights": nights() | {"otherNight": ["dusk", "imp"]}}, "otherNight: dawn is missing"),
        (
            {"nights": nights() | {"firstNight": ["dusk", "dawn"]}},
            "firstNight: minioninfo, demoninfo is missing",
        ),
        ({"nights": nights() | {"otherNight": ["dusk", "imp", "imp", "dawn"]}}, "imp appears more than once"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_jinxes_and_nights_of_the_wrong_form_are_named(
    content: dict[str, Any], said: str, before: set[str], tmp_path: Path
) -> None:
    assert said in refused(toolmaker_site.write(tmp_path / "site", changed(**content)), before)


def test_a_pair_told_from_both_sides_in_the_same_words_is_one(tmp_path: Path) -> None:
    twice = [
        *jinxes(),
        {"id": "puddle", "jinx": [{"id": "umbrellist", "reason": jinxes()[0]["jinx"][0]["reason"]}]},
    ]
    assert bring(toolmaker_site.write(tmp_path / "site", changed(jinxes=twice))).state.jinxes == 1


def test_all_faults_are_known_and_the_first_are_said(tmp_path: Path) -> None:
    wrong = [{**one, "name": ""} for one in roles()]
    with pytest.raises(OfficialFilesError) as error:
        bring(toolmaker_site.write(tmp_path / "site", changed(roles=wrong)))
    assert len(error.value.faults) == 6
    assert "; and 3 more. Nothing was changed." in str(error.value)


def test_names_that_nobody_has_are_told_and_harm_nothing(tmp_path: Path) -> None:
    order = nights() | {"otherNight": ["dusk", "umbrella", "imp", "lamplighter", "dawn"]}
    synced = bring(toolmaker_site.write(tmp_path / "site", changed(nights=order)))
    assert synced.strangers == ("umbrella",)


# art


@pytest.mark.parametrize(
    "body",
    [b"", b"<html>", webp("imp")[:30], webp("imp") + b"and more", b"GIF89a" + b"." * 60],
    ids=["empty", "a page", "half", "too long", "another kind"],
)
def test_a_picture_that_is_none_is_left_out_and_its_character_named(body: bytes, tmp_path: Path) -> None:
    content = toolmaker_site.files() | {"characters/rain/imp_e.webp": body}
    synced = bring(toolmaker_site.write(tmp_path / "site", content))
    assert synced.state.without_art == ("imp", "weathervane")
    assert catalogue.art("imp") == ()
    assert catalogue.art("lamplighter") != ()


def test_a_picture_whose_line_breaks_comes_at_the_second_try() -> None:
    tries: list[str] = []

    def once(request: http.server.BaseHTTPRequestHandler) -> None:
        tries.append(request.path)
        body = webp("imp_e")
        send(request, body if len(tries) > 1 else body[:9], "image/webp", length=len(body))

    with served(answers={"characters/rain/imp_e.webp": once}) as site:
        assert bring(site).state.without_art == ("weathervane",)
    assert len(tries) == 2


def test_a_picture_whose_line_stays_broken_is_that_of_the_last_sync(before: set[str]) -> None:
    def broken(request: http.server.BaseHTTPRequestHandler) -> None:
        send(request, b"RIFF", "image/webp", length=100)

    with served(answers={"characters/rain/imp_e.webp": broken}) as site:
        synced = bring(site)
    assert synced.state.without_art == ("weathervane",)
    assert catalogue.art("imp")[0].read_bytes() == webp("imp_e")


def test_a_picture_that_the_publisher_took_away_is_gone(before: set[str]) -> None:
    content = toolmaker_site.files()
    del content["characters/rain/imp_e.webp"]
    with served(content) as site:
        assert bring(site).state.without_art == ("imp", "weathervane")


def test_where_the_line_breaks_among_the_art_the_old_stays(before: set[str]) -> None:
    words = {path: body for path, body in toolmaker_site.files().items() if path.endswith(".json")}

    def broken(request: http.server.BaseHTTPRequestHandler) -> None:
        send(request, b"RIFF", "image/webp", length=100)

    with served(words, other=broken) as site:
        assert "the connection was lost halfway" in refused(site, before)


def test_all_of_it_has_a_limit_of_size_and_of_time(before: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with served() as site:
        with monkeypatch.context() as small:
            small.setattr(download, "MOST_IN_ALL", 100)
            assert "all of it together is too large" in refused(site, before)
        monkeypatch.setattr(download, "SECONDS_IN_ALL", -1)
        assert "it took too long" in refused(site, before)


# where the files are


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("", "No address of the publisher's files."),
        ("ftp://example.org/resources/", "is not a web address"),
        ("https://example.org/?a=b", "is not a web address"),
        ("https://", "is not a web address"),
        ("/no/such/folder", "There is no folder “/no/such/folder”."),
        ("a\0b", "There is no folder"),
    ],
)
def test_a_place_that_is_none_gets_a_sentence(given: str, said: str) -> None:
    with pytest.raises(SyncError) as error:
        download.choose(given)
    assert said in str(error.value)


def test_a_folder_with_something_else_in_it_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SyncError, match=r"has no data/roles\.json"):
        download.choose(str(tmp_path))


def test_the_publishers_site_is_asked_where_nothing_else_is_said() -> None:
    source = download.choose(None)
    assert source == download.Site("https://release.botc.app/resources/", chosen=False)


def test_the_publishers_name_never_leads_to_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    real = socket.getaddrinfo
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda host, *given, **named: real("127.0.0.1", *given, **named)
    )
    with pytest.raises(FetchError) as error:
        download.choose(None).read(ROLES, 1000, (), 5)
    assert error.value.reason == "it leads to this computer or its private network"


def test_a_pipe_in_the_folder_is_no_file(tmp_path: Path, before: set[str]) -> None:
    site = toolmaker_site.write(tmp_path / "site")
    (site / "data" / "jinxes.json").unlink()
    os.mkfifo(site / "data" / "jinxes.json")
    assert "the file does not exist" in refused(site, before)


def test_a_file_in_the_folder_may_be_too_large(tmp_path: Path, before: set[str]) -> None:
    content = toolmaker_site.files() | {"data/jinxes.json": b" " * 2_000_001}
    assert "it is too large" in refused(toolmaker_site.write(tmp_path / "site", content), before)


def test_a_full_disk_leaves_the_old_in_place(
    tmp_path: Path, before: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: object, **named: object) -> None:
        raise OSError(28, "No space left on device", "current.json")

    monkeypatch.setattr(edition, "write", full)
    wording = catalogue.wording()
    with pytest.raises(OSError, match="No space left"):
        bring(
            toolmaker_site.write(
                tmp_path / "site", changed(roles=[*roles(), role("fog", "Fog", "minion", "Hide.")])
            )
        )
    assert catalogue.wording() == wording
    assert catalogue.find("fog") is None


@pytest.mark.full
def test_a_sync_killed_in_the_middle_leaves_the_old_in_place(before: set[str]) -> None:
    words = {path: body for path, body in toolmaker_site.files().items() if path.endswith(".json")}
    asked = threading.Event()

    def wait(request: http.server.BaseHTTPRequestHandler) -> None:
        asked.set()
        stall(request)

    with served(words, other=wait) as site:
        arguments = [sys.executable, "-m", "builder.cli", "official", "sync", "--from", site]
        syncing = subprocess.Popen(arguments, stderr=subprocess.DEVNULL, env=dict(os.environ))
        assert asked.wait(60)
        syncing.kill()
        syncing.wait()
    assert catalogue.art("imp")[0].read_bytes() == webp("imp_e")
    assert in_folder() > before
    with served() as site:
        bring(site)
    assert not any(name.startswith(".new-") for name in in_folder())
