"""The pictures of a set while it is published: read once, and made in a size once for all of its parts."""

from itertools import chain

import composing
import picturing
import pytest
from PIL import Image

import builder
from builder import artefacts, documents
from builder.artefact import PrintRequest
from builder.artefacts import set_parts
from builder.artefacts.set_parts import STAGES
from builder.game.script import Script
from builder.press.pictures import scaling, untrusted

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("data_folder")]
COLOURS = ((200, 30, 20, 255), (20, 40, 200, 255), (10, 150, 30, 255))


def owls() -> Script:
    """Three characters with icons as large as Bloodstar's, two reminder tokens and a page in the almanac each."""
    pictures = [picturing.data_url(picturing.encoded(picturing.icon(1080, colour))) for colour in COLOURS]
    entries = [
        {
            "id": f"owl{number}",
            "name": f"Owl {number}",
            "team": "townsfolk",
            "ability": "You hear.",
            "image": url,
        }
        | {"reminders": ["Heard", "Seen"], "firstNight": number, "firstNightReminder": "The Owl hears."}
        for number, url in enumerate(pictures, 1)
    ]
    page = {"overview": composing.prose(160), "howToRun": [composing.prose(300)], "tip": composing.prose(120)}
    pages = {each["id"]: {"almanac": page} for each in entries}
    return composing.script(*entries, "imp", clockwright={"characters": pages})


def source() -> str:
    return builder.dump(owls())


def test_an_icon_is_read_once_for_all_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[bytes] = []
    take_in = untrusted.picture

    def noted(body: bytes) -> Image.Image:
        read.append(body)
        return take_in(body)

    monkeypatch.setattr(untrusted, "picture", noted)
    for wanted in chain(*STAGES):
        artefacts.make(source(), wanted)
    assert len(read) == len(COLOURS)


def test_what_is_shown_in_every_set_is_ready_before_it_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    for wanted in STAGES[0]:
        artefacts.make(source(), wanted)
    asked: set[int] = set()
    made: set[int] = set()
    find, encode = scaling.encoded, scaling._encode

    def found(name: str, pixels: int) -> scaling.Encoded | None:
        asked.add(pixels)
        return find(name, pixels)

    def encoded(picture: Image.Image) -> scaling.Encoded:
        made.add(max(picture.size))
        return encode(picture)

    monkeypatch.setattr(scaling, "encoded", found)
    monkeypatch.setattr(scaling, "_encode", encoded)
    for name in ("almanac", "tokens", "almanac-page"):
        artefacts.make(source(), PrintRequest(name, paper="a4"))
    assert set(set_parts.SIZES) <= asked
    assert made == asked - set(set_parts.SIZES)


def test_the_token_pictures_of_both_halves_are_those_of_the_whole() -> None:
    whole = dict(documents.token_pictures(owls(), dpi=50))
    halves = [dict(documents.token_pictures(owls(), dpi=50, share=slice(half, None, 2))) for half in range(2)]
    assert halves[0] | halves[1] == whole
    assert not halves[0].keys() & halves[1].keys()


def test_a_half_of_the_token_pictures_has_all_tokens_with_its_icons() -> None:
    half = dict(documents.token_pictures(owls(), dpi=50, share=slice(0, None, 2)))
    owners = {
        name.rpartition("/")[2].removesuffix(".png").partition(" - ")[0] for name in half if "Owl" in name
    }
    assert sum("Owl" in name for name in half) == 3 * len(owners)


def test_a_picture_that_is_published_is_the_one_that_was_given() -> None:
    ((_, png),) = (file for file in artefacts.make(source(), STAGES[0][0]).files if file[0] == "owl1.png")
    given = picturing.icon(1080, COLOURS[0])
    assert picturing.decoded(png).tobytes() == given.crop(given.getbbox()).tobytes()
    assert Image.Image.getexif(picturing.decoded(png)) == {}
