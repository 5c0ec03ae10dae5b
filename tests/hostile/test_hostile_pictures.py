"""Bad pictures: the document prints with emblems, a notice says why, and nobody is called who must not be."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import proofreading
import pytest
from picturing import data_url, encoded, huge_png, icon, nested_svg, script_with, site, svg
from PIL import Image
from toolmaker_site import redirect, send

import builder
from builder import documents
from builder.game.script import Script
from builder.press.pictures import store
from builder.settings import settings

pytestmark = pytest.mark.usefixtures("fetching")


@contextmanager
def listening() -> Iterator[tuple[int, list[Any]]]:
    """A port of this machine, and who called there."""
    calls: list[Any] = []
    server = socket.socket(socket.AF_INET6)
    server.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    server.bind(("::", 0))
    server.listen(64)
    server.settimeout(0)
    yield server.getsockname()[1], calls
    # Whoever called stands in the queue, whether or not anybody answered.
    with suppress(BlockingIOError):
        while True:
            connection, caller = server.accept()
            calls.append(caller)
            connection.close()
    server.close()


def said(script: Script) -> str:
    """What a person is told when every picture of the script is missing; each shows its emblem."""
    album = documents.pictures(script)
    assert album.pictures == {}
    return " ".join(notice.message for notice in album.notices)


BAD = {
    "half a PNG": encoded(icon())[:400],
    "nothing": b"",
    "a page": b"<html>404</html>",
    "144 megapixels": huge_png(),
    "an SVG that means a billion shapes": nested_svg(),
    "an SVG 20,000 deep": svg("<g>" * 20_000 + "</g>" * 20_000),
    "an SVG of entities": b'<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + svg("<text>&a;</text>"),
    "an SVG of 100,000 shapes": svg('<path d="M0 0h9v9z"/>' * 100_000),
    "an empty picture": encoded(Image.new("RGBA", (9, 9))),
    "a broken JPEG": encoded(Image.new("RGB", (90, 90)), "JPEG")[:120] + b"\xff" * 500,
}


@pytest.mark.parametrize("body", BAD.values(), ids=BAD)
def test_a_bad_picture_in_the_script_itself_costs_its_emblem_only(body: bytes) -> None:
    script = script_with(data_url(body), data_url(encoded(icon())))
    album = documents.pictures(script)
    assert list(album.pictures) == ["piper2"]
    (notice,) = album.notices
    assert notice.characters == ("piper1",)
    assert notice.message.startswith("Could not load the picture of Piper 1 (in the script itself): ")
    assert notice.message.endswith(". An emblem is printed instead.")


@pytest.mark.full
def test_a_sheet_prints_with_every_bad_picture_at_once() -> None:
    script = script_with(
        *map(data_url, BAD.values()), "icons/relative.png", "file:///etc/passwd", "javascript:x"
    )
    document = builder.render(script, "sheet")
    printed = proofreading.text(document.pdf)
    assert [number for number in range(1, len(BAD) + 4) if f"Piper{number}You" not in printed] == []
    assert {who for notice in document.notices for who in notice.characters} == {
        f"piper{number}" for number in range(1, len(BAD) + 4)
    }


LOOPBACK = [
    "http://127.0.0.1:{}/a.png",
    *(
        f"https://{host}:{{}}/a.png"
        for host in (
            *("127.0.0.1", "127.1", "0x7f000001", "2130706433", "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]"),
            *("localhost", "LOCALHOST.", "0.0.0.0", "[::]", "me:word@127.0.0.1", "127.0.0.1%00.example.org"),  # noqa: S104
        )
    ),
    *("file://localhost:{}/etc/passwd", "gopher://127.0.0.1:{}/", "//127.0.0.1:{}/a.png"),
]


def test_a_call_is_noticed() -> None:
    with listening() as (port, calls):
        socket.create_connection(("127.0.0.1", port), 1).close()
        socket.create_connection(("::1", port), 1).close()
    assert len(calls) == 2


def test_nobody_on_this_machine_is_called_however_it_is_spelled() -> None:
    with listening() as (port, calls):
        script = script_with(*(url.format(port) for url in LOOPBACK))
        told = said(script)
    assert calls == []
    assert "Piper 1" in told
    assert "private network" in told


@pytest.mark.parametrize("plain", ["0", "1"])
def test_no_setting_opens_the_way_to_this_machine(plain: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLOCKWRIGHT_FETCH_HTTP", plain)
    settings.cache_clear()
    with listening() as (port, calls):
        assert "Piper 1 (127.0.0.1)" in said(script_with(f"http://127.0.0.1:{port}/a.png"))
    assert calls == []


def test_a_name_that_leads_to_this_machine_is_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    real = socket.getaddrinfo

    def lookup(host: Any, *given: Any, **named: Any) -> Any:
        return real("127.0.0.1" if host == "icons.example" else host, *given, **named)

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    with listening() as (port, calls):
        told = said(script_with(f"https://icons.example:{port}/a.png"))
    assert calls == []
    assert told == (
        "Could not load the picture of Piper 1 (icons.example): it leads to this computer or its private network. "
        "An emblem is printed instead."
    )


def test_a_redirect_to_this_machine_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening() as (port, calls):
        answers = {"a.png": redirect(f"http://127.0.0.1:{port}/secret.png")}
        with site(monkeypatch, {}, answers) as address:
            told = said(script_with(f"{address}a.png"))
    assert calls == []
    assert "private network" in told


def test_a_picture_that_is_gone_or_far_too_large_costs_its_emblem_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fifty_megabytes(request: Any) -> None:
        request.send_response(200)
        request.end_headers()
        with suppress(OSError):
            for _ in range(50):
                request.wfile.write(b"\x89PNG" * 250_000)

    def declared(request: Any) -> None:
        with suppress(OSError):
            send(request, b"\x89PNG", "image/png", length=50_000_000)

    answers = {"large.png": fifty_megabytes, "declared.png": declared}
    with site(monkeypatch, {"good.png": encoded(icon())}, answers) as address:
        names = ("gone.png", "large.png", "good.png", "declared.png")
        album = documents.pictures(script_with(*(address + name for name in names)))
    assert list(album.pictures) == ["piper3"]
    large, gone = sorted((notice.message for notice in album.notices), key=lambda told: "404" in told)
    assert gone == (
        "Could not load the picture of Piper 1 (127.0.0.1): the server answered with status 404."
        " An emblem is printed instead."
    )
    assert large == (
        "Could not load the pictures of Piper 2 and Piper 4 (127.0.0.1): it is larger than 5 MB."
        " Emblems are printed instead."
    )


def test_a_dead_server_is_asked_once_not_at_each_print(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def dead(request: Any) -> None:
        asked.append(request.path)
        request.send_error(503)

    with site(monkeypatch, {}, {"a.png": dead}) as address:
        script = script_with(f"{address}a.png")
        assert said(script) == said(script)
    assert len(asked) == 1


def test_a_disk_that_takes_nothing_does_not_keep_pictures_from_printing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_the_way = tmp_path / "a file"
    in_the_way.write_text("not a folder")
    monkeypatch.setenv("CLOCKWRIGHT_DATA", str(in_the_way))
    settings.cache_clear()
    album = documents.pictures(script_with(data_url(encoded(icon()))))
    assert list(album.pictures) == ["piper1"]
    assert album.notices == ()


def test_a_damaged_file_of_the_store_is_made_anew(data_folder: Path) -> None:
    script = script_with(data_url(encoded(icon())))
    (before,) = documents.pictures(script).pictures["piper1"]
    for path in (data_folder / "pictures").iterdir():
        path.write_bytes(path.read_bytes()[:20])
    store._at.cache_clear()
    assert documents.pictures(script).pictures["piper1"] == (before,)
