"""Files that unpack to far more than they are: each ends in a sentence, within 64 MB."""

import gzip
import io
import struct
import tracemalloc
import zipfile
import zlib
from base64 import b64encode
from collections.abc import Callable
from functools import cache

import pytest

import builder
from builder import chunks
from builder.errors import UnreadableScriptError

pytestmark = [pytest.mark.full, pytest.mark.volume]

#: What unpacking may take in memory at once.
MOST = 64_000_000
HUGE = 200_000_000


@cache
def packed(size: int = HUGE) -> bytes:
    """Blanks behind the opening of a script, packed with zlib, without ever being whole."""
    packer = zlib.compressobj(9)
    parts = [packer.compress(b"[")]
    parts += [packer.compress(b" " * 1_000_000) for _ in range(size // 1_000_000)]
    return b"".join([*parts, packer.flush()])


def pdf(filters: bytes, *bodies: bytes) -> bytes:
    """A PDF with these attachments."""
    attached = (
        b"%d 0 obj\n<</Type /EmbeddedFile /Filter %s /Length %d>>\nstream\n" % (n, filters, len(body))
        + body + b"\nendstream\nendobj\n"
        for n, body in enumerate(bodies, 1)
    )  # fmt: skip
    return b"%PDF-1.7\n" + b"".join(attached) + b"startxref\n0\n%%EOF"


def png(*bodies: bytes) -> bytes:
    """A PNG with these packed scripts."""
    opening = chunks.KEYWORD + b"\0\1\0\0\0"
    return chunks.SIGNATURE + b"".join(
        struct.pack(">I", len(opening + body)) + b"iTXt" + opening + body + bytes(4) for body in bodies
    )


def archive(name: str) -> bytes:
    """A ZIP with one file of blanks."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as target, target.open(name, "w") as member:
        for _ in range(HUGE // 1_000_000):
            member.write(b" " * 1_000_000)
    return made.getvalue()


def link() -> str:
    """A link with a script of blanks."""
    unpacked = gzip.compress(b"[" + b" " * 30_000_000, 9)
    return "https://example.org/?script=" + b64encode(unpacked).decode()


BOMBS: dict[str, Callable[[], bytes | str]] = {
    "PDF": lambda: pdf(b"/FlateDecode", *[packed()] * 20),
    "PDF with a chain of filters": lambda: pdf(b"[/FlateDecode /FlateDecode]", zlib.compress(packed(), 9)),
    "PNG": lambda: png(*[packed()] * 30),
    "ZIP": lambda: archive("script.json"),
    "Bloodstar file": lambda: archive("roles/imp.json"),
    "link": link,
    "gzip": lambda: gzip.compress(b"[" + b" " * 30_000_000),
}


@pytest.mark.parametrize("name", BOMBS)
def test_what_unpacks_to_far_more_than_it_is_ends_in_a_sentence(name: str) -> None:
    made = BOMBS[name]()
    with pytest.raises(UnreadableScriptError):  # what is loaded first is no part of it
        builder.parse(b"%PDF-1.7" if isinstance(made, bytes) else "")
    tracemalloc.start()
    try:
        with pytest.raises(UnreadableScriptError):
            builder.parse(made)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < MOST


def test_a_picture_with_many_bad_texts_is_given_up_within_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    unpacked = 0
    whole = chunks._text

    def counted(body: bytes, most: int) -> tuple[bytes | None, int]:
        nonlocal unpacked
        text, spent = whole(body, most)
        unpacked += spent
        return text, spent

    monkeypatch.setattr(chunks, "_text", counted)
    assert chunks.script_in(png(*[packed(20_000_000)] * 30)) is None
    assert unpacked <= MOST


def test_the_script_of_a_pdf_is_read_past_other_attachments() -> None:
    bodies = [zlib.compress(b"no script"), zlib.compress(b'["imp", "baron"]')]
    assert [each.id for each in builder.parse(pdf(b"/FlateDecode", *bodies)).entries] == ["imp", "baron"]
