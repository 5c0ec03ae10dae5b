"""Whoever is not exported, and private notes, are in nothing that is printed."""

import io
import zipfile
from collections.abc import Iterator

import pypdfium2
import pytest

import builder
from builder import artefacts, chunks, documents, formats, printables
from builder.artefact import PDF, PNG, ZIP, PrintRequest
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
@pytest.mark.parametrize("kind", [kind for kind in printables.kinds() if not printables.is_for_authors(kind)])
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


def said(name: str, body: bytes) -> Iterator[str]:
    """Everything that a file says, and each file in it."""
    yield name
    if body.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            for each in archive.namelist():
                yield from said(each, archive.read(each))
    elif body.startswith(b"%PDF"):
        yield from spoken(body)
    else:
        yield (chunks.script_in(body) or b"").decode() + body.decode("utf-8", "replace")


@pytest.mark.full
@pytest.mark.parametrize("kind", [name for name, extra in artefacts.extras().items() if extra.title])
def test_no_extra_says_who_is_not_exported(secretive: Script, kind: str) -> None:
    made = artefacts.make(formats.write(secretive), PrintRequest(kind, paper="a4", dpi=50))
    assert made.media_type in {PDF, PNG, ZIP, "text/html"}
    assert HIDDEN.casefold() not in " ".join(said(made.name, made.body)).casefold()
