"""Fetching one file: what comes, and from where and what nothing is ever taken."""

import http.server
import socket
import time
from contextlib import suppress
from typing import Any

import pytest
from toolmaker_site import redirect, send, served

from builder import fetch
from builder.errors import FetchError

LIMITS: dict[str, Any] = {"most_bytes": 100_000, "seconds": 5}
OURS: dict[str, Any] = LIMITS | {"allow_private": True, "plain_http": True}


def drip(request: http.server.BaseHTTPRequestHandler) -> None:
    """A byte now and then: each single wait is short, the whole has no end."""
    request.send_response(200)
    request.end_headers()
    with suppress(OSError):
        for _ in range(600):
            request.wfile.write(b"a")
            time.sleep(0.05)


def drip_header(request: http.server.BaseHTTPRequestHandler) -> None:
    with suppress(OSError):
        for _ in range(600):
            request.wfile.write(b"H")
            time.sleep(0.05)


def stall(request: http.server.BaseHTTPRequestHandler) -> None:
    request.connection.settimeout(20)
    with suppress(OSError):
        request.connection.recv(1)


def endless(request: http.server.BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.end_headers()
    with suppress(OSError):
        while True:
            request.wfile.write(b"a" * 50_000)


def packed(request: http.server.BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.send_header("Content-Encoding", "gzip")
    request.send_header("Content-Length", "2")
    request.end_headers()
    request.wfile.write(b"ab")


def garbage(request: http.server.BaseHTTPRequestHandler) -> None:
    request.wfile.write(b"\x00\xff no protocol of this world\r\n\r\n")


def reason(url: str, **limits: Any) -> str:
    with pytest.raises(FetchError) as refused:
        fetch.get(url, **limits)
    assert str(refused.value).count("\n") == 0
    return refused.value.reason


def test_a_file_comes_whole_with_its_kind() -> None:
    with served({"a.json": b"[1]"}) as site:
        found = fetch.get(f"{site}a.json", **OURS, media_types=("application/json",))
    assert (found.body, found.media_type, found.url) == (b"[1]", "application/json", f"{site}a.json")


def test_a_file_in_pieces_comes_whole() -> None:
    def pieces(request: http.server.BaseHTTPRequestHandler) -> None:
        request.protocol_version = "HTTP/1.1"
        request.send_response(200)
        request.send_header("Transfer-Encoding", "chunked")
        request.end_headers()
        request.wfile.write(b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")

    with served({}, {"a": pieces}) as site:
        assert fetch.get(f"{site}a", **OURS).body == b"abcde"


def test_a_redirect_within_the_site_is_followed() -> None:
    with served({"b.json": b"[2]"}, {"a": redirect("b.json")}) as site:
        assert fetch.get(f"{site}a", **OURS).url == f"{site}b.json"


def test_what_is_not_there_says_its_status() -> None:
    with served({}) as site, pytest.raises(FetchError) as refused:
        fetch.get(f"{site}a", **OURS)
    assert refused.value.status == 404
    assert not refused.value.again


@pytest.mark.parametrize("manners", [drip, drip_header, stall], ids=["drips", "drips its header", "stalls"])
def test_the_time_is_for_everything(manners: Any) -> None:
    with served({}, {"a": manners}) as site, pytest.raises(FetchError) as refused:
        fetch.get(f"{site}a", **(OURS | {"seconds": 0.4}))
    assert refused.value.reason == "it took too long"
    assert refused.value.again


def test_what_is_too_large_is_not_read_to_its_end() -> None:
    with served({"b.json": b"1" * 200_000}, {"a": endless}) as site:
        assert reason(f"{site}a", **OURS) == "it is larger than 100 kB"
        assert reason(f"{site}b.json", **OURS) == "it is larger than 100 kB"


def test_a_server_that_declares_more_than_it_sends_broke_off() -> None:
    def short(request: http.server.BaseHTTPRequestHandler) -> None:
        send(request, b"abc", "text/plain", length=100)

    with served({}, {"a": short}) as site:
        assert reason(f"{site}a", **OURS) == "the connection was lost halfway"


def test_a_server_that_declares_less_than_it_sends_is_taken_at_its_word() -> None:
    def long(request: http.server.BaseHTTPRequestHandler) -> None:
        send(request, b"abcdef", "text/plain", length=3)

    with served({}, {"a": long}) as site:
        assert fetch.get(f"{site}a", **OURS).body == b"abc"


def test_what_is_not_wanted_is_refused() -> None:
    def page(request: http.server.BaseHTTPRequestHandler) -> None:
        send(request, b"<html>", "text/html; charset=utf-8")

    with served({}, {"page": page, "packed": packed, "garbage": garbage}) as site:
        assert reason(f"{site}page", **OURS, media_types=("image/png",)) == "it is no image/png but text/html"
        assert reason(f"{site}packed", **OURS) == "the server sent it compressed, which is not supported"
        assert reason(f"{site}garbage", **OURS) == "there is no connection to that website"


PRIVATE = "it leads to this computer or its private network"


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "10.0.0.1",
        "192.168.1.1",
        "172.16.0.9",
        "169.254.169.254",
        "0.0.0.0",  # noqa: S104  # that is the point
        "2130706433",
        "0x7f.1",
        "[::ffff:127.0.0.1]",
        "100.64.0.1",
    ],
)
def test_nothing_is_fetched_from_private_machines(host: str) -> None:
    assert reason(f"https://{host}/a", **LIMITS) == PRIVATE


def test_a_private_machine_is_allowed_only_by_its_own_name_never_by_a_redirect() -> None:
    with served({"b.json": b"secret"}) as secret, served({}, {"a": redirect(f"{secret}b.json")}) as site:
        assert reason(f"{site}a", **OURS) == PRIVATE
        assert reason(f"{site}a", **LIMITS, plain_http=True) == PRIVATE


def test_a_name_that_means_this_machine_is_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    real = socket.getaddrinfo

    def lookup(host: Any, *given: Any, **named: Any) -> Any:
        return real("127.0.0.1" if host == "icons.example" else host, *given, **named)

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    assert reason("https://icons.example/a", **LIMITS) == PRIVATE


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("file:///etc/passwd", "this is not a web address"),
        ("ftp://example.org/a", "this is not a web address"),
        ("nonsense", "this is not a web address"),
        ("", "this is not a web address"),
        ("https://example.org:99999/", "this is not a web address"),
        ("https://[/", "this is not a web address"),
        ("https://example.org/a\nb", "this is not a web address"),
        ("http://example.org/", "only https addresses are allowed"),
    ],
)
def test_only_web_addresses_are_fetched(url: str, said: str) -> None:
    assert reason(url, **LIMITS) == said


def test_an_address_with_a_password_is_not_repeated() -> None:
    with pytest.raises(FetchError) as refused:
        fetch.get("https://me:secret@example.org/", **LIMITS)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("target", ["file:///etc/passwd", "gopher://x/", "javascript:alert()"])
def test_a_redirect_leads_only_to_web_addresses(target: str) -> None:
    with served({}, {"a": redirect(target)}) as site:
        assert "web address" in reason(f"{site}a", **OURS)


def test_a_redirect_to_nonsense_is_a_sentence() -> None:
    with served({}, {"a": redirect("https://[x/")}) as site:
        assert reason(f"{site}a", **OURS) == "its address or its answer is not valid"


def test_a_circle_of_redirects_ends() -> None:
    with served({}, {"a": redirect("a")}) as site:
        assert reason(f"{site}a", **OURS) == "it redirects too many times"


def test_a_server_that_is_not_there_is_a_sentence() -> None:
    with served({}) as site:
        pass
    assert reason(f"{site}a", **OURS) == "there is no connection to that website"


def test_nothing_of_a_refusal_goes_to_the_screen(capfd: pytest.CaptureFixture[str]) -> None:
    reason("https://127.0.0.1/a", **LIMITS)
    assert capfd.readouterr() == ("", "")
