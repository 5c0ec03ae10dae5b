"""Whoever is not exported, and private notes, are in nothing that is printed."""

import io
from collections.abc import Iterator

import pypdfium2
import pytest

import builder
from builder import chunks, documents
from builder.game.script import Script
from tests.composing import script

HIDDEN = "Zyxwv"
KEPT_BACK = {
    "id": "hid",
    "name": f"{HIDDEN}name",
    "team": "minion",
    "ability": f"{HIDDEN} ability.",
    "reminders": [f"{HIDDEN} token"],
    "firstNight": 2,
    "firstNightReminder": f"{HIDDEN} wakes.",
    "otherNight": 2,
    "otherNightReminder": f"{HIDDEN} wakes.",
    "jinxes": [{"id": "imp", "reason": f"{HIDDEN} jinx."}],
}


@pytest.fixture
def secretive() -> Script:
    """A script with notes of the author's, and with a character that is not ready."""
    extras = {"imp": {"notes": f"{HIDDEN} note"}, "hid": {"export": False, "notes": f"{HIDDEN} note"}}
    block = {"characters": extras, "dismissed": [{"code": "x", "note": HIDDEN}]}
    return script(KEPT_BACK, "imp", "baron", "chef", clockwright=block)


def spoken(pdf: bytes) -> Iterator[str]:
    """Everything that a PDF says, on its pages, in its outline and in what it carries."""
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        yield page.get_textpage().get_text_range()
    for mark in document.get_toc():
        yield mark.get_title()
    for number in range(document.count_attachments()):
        yield bytes(document.get_attachment(number).get_data()).decode()
    document.close()


@pytest.mark.full
@pytest.mark.parametrize("kind", ["sheet", "night", "tokens", "table", "almanac", "guide"])
def test_no_document_shows_who_is_not_exported_and_that_is_said(secretive: Script, kind: str) -> None:
    document = documents.render(secretive, kind, fetch=False)
    assert HIDDEN.casefold() not in " ".join(spoken(document.pdf)).casefold()
    said = [each.message for each in document.notices if each.code == "kept-back"]
    assert said == [f"Not exported, so not printed: {HIDDEN}name."]


def test_no_token_picture_shows_who_is_not_exported(secretive: Script) -> None:
    pictures = dict(builder.token_pictures(secretive, dpi=50, fetch=False))
    assert pictures
    assert not [name for name in pictures if HIDDEN in name]
    assert not [name for name, png in pictures.items() if HIDDEN.encode() in (chunks.script_in(png) or b"")]
    assert all(io.BytesIO(png).read(4) == b"\x89PNG" for png in pictures.values())
