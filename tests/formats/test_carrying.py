"""Pictures of people's own: addresses at home, the pictures themselves in a file for elsewhere."""

import base64
import io
import json
from pathlib import Path

import pytest
from PIL import Image

import builder
from builder import formats, uploads
from builder.formats.carriers import script_pictures
from builder.game.script import Script

BLOCK = {"format": 1, "characters": {"pikeman": {"icon": {"settings": {"angle": 12}, "credit": "Anna"}}}}


def picture(colour: str = "red") -> bytes:
    target = io.BytesIO()
    noise = Image.effect_noise((64, 64), 90).convert("RGB")
    Image.blend(noise, Image.new("RGB", noise.size, colour), 0.5).save(target, "PNG")
    return target.getvalue()


def pikeman(image: str, icon: str) -> Script:
    block = json.loads(json.dumps(BLOCK))
    block["characters"]["pikeman"]["icon"]["picture"] = icon
    entry = {
        "id": "pikeman",
        "name": "Pikeman",
        "team": "townsfolk",
        "ability": "You stand.",
        "image": [image],
    }
    return builder.parse(json.dumps([{"id": "_meta", "name": "Pikes", "clockwright": block}, entry]))


@pytest.fixture
def own(data_folder: Path) -> Script:
    first, second = (uploads.keep(picture(colour), data_folder) for colour in ("red", "blue"))
    return pikeman(first, second)


def test_a_file_for_elsewhere_carries_the_pictures_and_comes_back_the_same(
    own: Script, data_folder: Path
) -> None:
    carried = formats.write(script_pictures.carried(own))
    assert carried.count("data:image/png;base64,") == 2
    assert uploads.SCHEME not in carried
    again = script_pictures.unpacked(builder.parse(carried), lambda body: uploads.keep(body, data_folder))
    assert builder.dump(again) == builder.dump(own)
    assert again.characters[0].icon.settings == {"angle": 12}
    assert again.characters[0].icon.credit == "Anna"


def test_a_picture_that_is_not_here_any_more_stays_an_address(own: Script, data_folder: Path) -> None:
    for file in (data_folder / uploads.FOLDER).iterdir():
        file.unlink()
    assert builder.dump(script_pictures.carried(own)) == builder.dump(own)


def test_a_small_file_does_without_pictures_and_without_empty_lists(own: Script) -> None:
    plain = script_pictures.without_pictures(own)
    assert uploads.SCHEME not in formats.write(plain)
    assert "image" not in plain.entries[0].written
    assert plain.characters[0].icon.settings == {"angle": 12}


def test_a_picture_that_would_come_back_otherwise_stays_where_it_is(data_folder: Path) -> None:
    odd = script_pictures.data_address(picture()).replace("image/png", "image/jpeg")
    script = pikeman(odd, "")
    assert script_pictures.unpacked(script, lambda body: uploads.keep(body, data_folder)) is not None
    assert builder.dump(
        script_pictures.unpacked(script, lambda body: uploads.keep(body, data_folder))
    ) == builder.dump(script)


def test_an_address_leads_to_uploads_only(data_folder: Path) -> None:
    data_folder.mkdir()
    (data_folder / "secret").write_text("mine")
    for address in (
        "clockwright:upload/../secret",
        uploads.SCHEME + "0" * 64,
        uploads.SCHEME,
        "",
        "/etc/passwd",
    ):
        assert uploads.read(address, data_folder) is None


def test_what_is_no_icon_counts_as_none() -> None:
    for strange in (7, [], "hat", {"emblem": "<svg>", "picture": 3, "settings": []}):
        block = {"format": 1, "characters": {"pikeman": {"icon": strange}}}
        entry = {"id": "pikeman", "name": "Pikeman", "team": "townsfolk", "ability": "You stand."}
        script = builder.parse(json.dumps([{"id": "_meta", "name": "Pikes", "clockwright": block}, entry]))
        assert not script.characters[0].icon.is_painted
        assert json.loads(builder.dump(script))[0]["clockwright"]["characters"]["pikeman"]["icon"] == strange


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("data:image/png;base64,AAAA", True),
        (f"data:image/png;base64,{base64.b64encode(b'<!DOCTYPE html><html>').decode()}", True),
        (f"data:image/png;BASE64,{base64.b64encode(b'GIF89a').decode()}", False),
        (f"data:image/avif;base64,{base64.b64encode(bytes(4) + b'ftypavif').decode()}", False),
        (f"data:image/bmp;base64,{base64.b64encode(b'BM' + bytes(12)).decode()}", False),
        (f"data:image/svg+xml,<!DOCTYPE svg [{' ' * 5_000}]><svg/>", False),
    ],
)
def test_only_what_begins_like_no_picture_is_broken(address: str, expected: bool) -> None:
    assert script_pictures.is_broken(address) is expected
