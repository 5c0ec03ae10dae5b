"""Pictures made for the tests: good ones, and what people with bad luck or bad intent send instead."""

import base64
import functools
import io
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import composing
import pytest
from PIL import Image, ImageDraw
from toolmaker_site import Answer, served

from builder import fetch
from builder.game.script import Script
from builder.press.pictures import downloads

RED, BLUE, CLEAR = (200, 30, 20, 255), (20, 40, 200, 255), (0, 0, 0, 0)


def icon(side: int = 200, colour: tuple[int, ...] = RED) -> Image.Image:
    """A disc with an empty border around it."""
    picture = Image.new("RGBA", (side, side), CLEAR)
    ImageDraw.Draw(picture).ellipse((side // 4, side // 4, 3 * side // 4, 3 * side // 4), fill=colour)
    return picture


def encoded(picture: Image.Image, form: str = "PNG", **options: Any) -> bytes:
    target = io.BytesIO()
    picture.save(target, form, **options)
    return target.getvalue()


def decoded(body: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(body))
    picture.load()
    return picture


def data_url(body: bytes, kind: str = "image/png") -> str:
    return f"data:{kind};base64,{base64.b64encode(body).decode()}"


def svg(inside: str, box: str = "0 0 100 100") -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{inside}</svg>'.encode()


@functools.cache
def huge_png(width: int = 12_000, height: int = 12_000) -> bytes:
    """144 million white pixels in a few kilobytes."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    packer = zlib.compressobj(9)
    row = b"\0" + b"\xff" * (-(-width // 8))
    body = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def nested_svg(levels: int = 12) -> bytes:
    """A few lines that mean ten to the power of twelve shapes."""
    groups = "".join(
        f'<g id="g{level}">' + f'<use href="#g{level - 1}"/>' * 10 + "</g>" for level in range(1, levels)
    )
    return svg(f'<defs><path id="g0" d="M0 0h9v9z"/>{groups}</defs><use href="#g{levels - 1}"/>')


def script_with(*images: str | list[str] | None, **meta: Any) -> Script:
    """A script of so many homebrew Townsfolk, Piper 1, Piper 2, …, each with its picture."""
    entries: list[dict[str, Any]] = [
        {"id": f"piper{number}", "name": f"Piper {number}", "team": "townsfolk", "ability": "You hum."}
        | ({} if image is None else {"image": image})
        for number, image in enumerate(images, 1)
    ]
    return composing.script(*entries, **meta)


@contextmanager
def site(
    monkeypatch: pytest.MonkeyPatch, content: dict[str, bytes], answers: dict[str, Answer] | None = None
) -> Iterator[str]:
    """A server of pictures on this machine, and a gathering that is allowed to go there."""
    real = fetch.get

    def allowed(url: str, **limits: Any) -> fetch.Fetched:
        return real(url, **(limits | {"allow_private": True, "plain_http": True}))

    with served(content, answers) as address:
        monkeypatch.setattr(downloads.fetch, "get", allowed)
        yield address
