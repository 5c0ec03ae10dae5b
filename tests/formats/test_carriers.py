"""Scripts inside something else: links, pictures, PDF files."""

import base64
import gzip
import json
import zlib
from urllib.parse import quote

import pytest

import builder
from builder import chunks, formats
from builder.errors import UnreadableScriptError
from tests.composing import script

TOOL = "https://script.bloodontheclocktower.com/?script="
VALUES = [{"id": "_meta", "name": "Fog + Frost"}, "imp", "baron", "chef"]
TEXT = json.dumps(VALUES)
ZIPPED = base64.b64encode(gzip.compress(TEXT.encode())).decode()
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@pytest.mark.parametrize(
    "link",
    [
        TOOL + quote(ZIPPED, safe=""),
        TOOL + ZIPPED,  # as browsers copy it
        TOOL + ZIPPED.rstrip("="),
        f"<{TOOL}{quote(ZIPPED, safe='')}>\n",
        TOOL + base64.urlsafe_b64encode(zlib.compress(TEXT.encode())).decode(),
        TOOL + base64.b64encode(TEXT.encode()).decode(),
        f"https://www.botcscripts.com/script/?name=x&json={quote(TEXT)}",
        f"https://example.org/tool#/{ZIPPED.replace('+', '-').replace('/', '_')}",
        f"https://example.org/tool#script={quote(TEXT)}",
        ZIPPED,
    ],
)
def test_a_link_that_holds_a_script_is_read(link: str) -> None:
    assert builder.parse(link).written() == VALUES
    assert builder.parse(link.encode()).written() == VALUES


@pytest.mark.parametrize(
    "link",
    [
        "https://www.botcscripts.com/script/12/1.0.0/",
        TOOL + "H4sIAAAAAAAAA",
        "https://[broken/?script=x",
        TOOL + base64.b64encode(gzip.compress(b"[" + b" " * 50_000_000)).decode(),
    ],
)
def test_a_link_without_a_script_says_what_to_do(link: str) -> None:
    with pytest.raises(UnreadableScriptError, match=r"save the script as JSON|2,000,000"):
        builder.parse(link)


def test_the_link_that_we_write_comes_back() -> None:
    made = script("imp", "baron", name="Fog + Frost")
    link = formats.write(made, "link")
    assert link.startswith(TOOL)
    assert builder.parse(link) == made


def test_a_picture_gives_its_script_back() -> None:
    made = script("imp", "baron", name="Σκοτάδι")
    picture = chunks.with_script(PNG, builder.dump(made).encode())
    assert builder.parse(picture) == made


@pytest.mark.parametrize(
    "picture",
    [
        PNG,
        PNG[:20],
        PNG[:33] + b"\xff\xff\xff\xff" + PNG[37:],
        chunks.with_script(PNG, b"x")[:60],
        chunks.with_script(PNG, b"[" * 9_000_000),
        PNG[:33] + chunks.chunk(b"iTXt", chunks.KEYWORD + b"\0\1") + PNG[33:],
        PNG[:33] + chunks.chunk(b"iTXt", chunks.KEYWORD + b"\0\1\0\0\0nonsense") + PNG[33:],
    ],
)
def test_a_picture_without_a_script_says_so(picture: bytes) -> None:
    with pytest.raises(UnreadableScriptError, match="There is no script inside"):
        builder.parse(picture)


def test_a_document_gives_its_script_back_and_so_do_its_pages() -> None:
    made = script("imp", "baron", "chef", name="Fog")
    document = builder.render(made, "sheet")
    assert builder.parse(document.pdf) == made
    assert [builder.parse(page) for page in document.png(30)] == [made] * document.pages


@pytest.mark.parametrize("attach", [False])
def test_a_document_without_its_script_says_so(attach: bool) -> None:
    document = builder.render(script("imp"), "sheet", attach=attach)
    with pytest.raises(UnreadableScriptError, match="There is no script inside"):
        builder.parse(document.pdf)
    with pytest.raises(UnreadableScriptError, match="There is no script inside"):
        builder.parse(document.png(30)[0])


@pytest.mark.parametrize("pdf", [b"%PDF-1.7", b"%PDF-1.7\n" + b"1 0 obj <<" * 10_000, b"\n\n%PDF-"])
def test_a_damaged_document_says_so(pdf: bytes) -> None:
    with pytest.raises(UnreadableScriptError, match=r"damaged|There is no script inside"):
        builder.parse(pdf)
