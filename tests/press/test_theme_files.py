"""Pictures and fonts of a theme are judged and written anew; what is hostile in them does not get in."""

import io
import json
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont
from PIL import Image
from small_font import font

from builder.errors import ClockwrightError
from builder.press import theme_files
from builder.press.pictures import untrusted
from builder.themes import loading, resolving

PICTURES = ("paper", "logo")


def taken(fields: dict[str, Any], files: dict[str, bytes], folder: Path) -> dict[str, Any]:
    folder.joinpath("theme.json").write_text(json.dumps(fields))
    for name, body in files.items():
        folder.joinpath(name).write_bytes(body)
    made: dict[str, Any] = json.loads(theme_files.taken_in(loading.from_path(folder)))
    return made


def refusal(fields: dict[str, Any], files: dict[str, bytes], folder: Path) -> str:
    with pytest.raises(ClockwrightError) as error:
        taken(fields, files, folder)
    return str(error.value)


def png(width: int, height: int, color: str = "#336699") -> bytes:
    target = io.BytesIO()
    Image.new("RGB", (width, height), color).save(target, "PNG")
    return target.getvalue()


def bomb() -> bytes:
    """A PNG file that says that it has 40,000 × 40,000 pixels."""
    head = struct.pack(">IIBBBBB", 40_000, 40_000, 8, 2, 0, 0, 0)

    def part(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    return (
        b"\x89PNG\r\n\x1a\n"
        + part(b"IHDR", head)
        + part(b"IDAT", zlib.compress(b"\0" * 10**6))
        + part(b"IEND", b"")
    )


def test_a_font_keeps_nothing_but_what_printing_needs() -> None:
    made = TTFont(io.BytesIO(theme_files.cleaned(font(program=True), "0123456789abcdef-font")))
    assert not {"fpgm", "prep", "cvt ", "SVG "} & set(made.keys())
    assert made.getBestCmap().keys() == {32, 65, 97, 160}
    assert "Evil" not in {str(each) for each in made["name"].names}


def test_a_font_is_the_same_whenever_it_is_made() -> None:
    assert theme_files.cleaned(font(), "x-font") == theme_files.cleaned(font(), "x-font")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (font(rights=2), "its license forbids embedding"),
        (font(rights=0x200), "its license forbids embedding"),
        (b"\0\1\0\0" + b"\xff" * 400, "damaged"),
        (font()[:300], "damaged"),
        (b"wOF2" + b"\0" * 200, "damaged"),
        (font(letters="Aa"), "no space"),
        (b"%!PS-AdobeFont", "isn’t a font"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "isn’t a font"),
        (b"OTTO" + b"\0" * 5_000_001, "larger than 5 MB"),
    ],
    ids=["restricted", "pixels", "noise", "cut off", "woff", "no space", "type 1", "svg", "large"],
)
def test_a_font_that_cannot_be_used_is_refused_with_a_reason(
    body: bytes, reason: str, tmp_path: Path
) -> None:
    said = refusal({"fonts": {"text": "own.ttf"}}, {"own.ttf": body}, tmp_path)
    assert said.startswith("The file of the theme’s “fonts.text.regular” cannot be used: ")
    assert reason in said


def test_a_font_that_may_be_embedded_for_editing_is_taken(tmp_path: Path) -> None:
    made = taken({"fonts": {"text": "own.ttf"}}, {"own.ttf": font(rights=8)}, tmp_path)
    path = theme_files.font_path(made["fonts"]["text"]["regular"])
    assert path
    assert TTFont(path).getBestCmap().keys() == {32, 65, 97, 160}


@pytest.mark.parametrize("place", PICTURES)
@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (bomb(), "million pixels"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 90, "image|damaged"),
        (png(300, 300)[:200], "damaged"),
        (b"GIF89a", "image|damaged"),
        (b"x" * 5_000_001, "larger than 5 MB"),
    ],
    ids=["bomb", "noise", "cut off", "gif", "large"],
)
def test_a_picture_that_cannot_be_used_is_refused_with_a_reason(
    place: str, body: bytes, reason: str, tmp_path: Path
) -> None:
    said = refusal({place: {"picture": "x.png"}}, {"x.png": body}, tmp_path)
    assert said.startswith(f"The file of the theme’s “{place}.picture” cannot be used: ")
    assert any(word in said for word in reason.split("|")), said


def test_a_drawing_with_scripts_is_no_background(tmp_path: Path) -> None:
    svg = b"<svg xmlns='http://www.w3.org/2000/svg' onload='x()'><image href='file:///etc/passwd'/></svg>"
    assert "cannot be used" in refusal({"paper": {"picture": "x.svg"}}, {"x.svg": svg}, tmp_path)


def test_the_tones_of_a_picture_are_those_that_it_has(tmp_path: Path) -> None:
    picture = Image.new("RGB", (400, 400), "#ffffff")
    picture.paste("#000000", (0, 0, 400, 100))
    target = io.BytesIO()
    picture.save(target, "PNG")
    average, dark, pale = untrusted.background(target.getvalue()).tones
    assert (dark, pale) == ("#000000", "#ffffff")
    assert average == "#bfbfbf"
    made = taken({"paper": {"picture": "x.png"}}, {"x.png": target.getvalue()}, tmp_path)
    worn = resolving.resolved(json.dumps(made))
    assert worn.ground
    assert worn.ground.veil > 0.5


def test_a_large_picture_is_made_smaller() -> None:
    with Image.open(io.BytesIO(untrusted.background(png(3600, 3000)).body)) as picture:
        assert max(picture.size) == untrusted.LONGEST


def test_a_theme_whose_files_are_gone_says_so() -> None:
    gone = '{"logo":{"picture":"stored:' + "0" * 32 + '"},"title":"Gone"}'
    (notice,) = theme_files.missing(theme_files.worn(gone))
    assert "Gone" in notice.message
    assert theme_files.missing(theme_files.worn("observatory")) == []
