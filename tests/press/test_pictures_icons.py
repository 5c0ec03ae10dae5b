"""Characters whose authors gave a shape to paint."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from builder import uploads
from builder.game.character import Character
from builder.game.icon import Icon
from builder.game.teams import Team
from builder.press.pictures import icons, wishes
from builder.press.pictures.store import ADDRESS, store

MINION = Character("sapper", "Sapper", Team.MINION, icon=Icon(emblem="top-hat"))


def colour(address: str) -> tuple[float, float]:
    """Mean red and blue of what is opaque."""
    body = store().get(address.removeprefix(ADDRESS))
    assert body is not None
    pixels = [
        pixel for pixel in Image.open(io.BytesIO(body)).convert("RGBA").get_flattened_data() if pixel[3] > 250
    ]
    return tuple(sum(pixel[band] for pixel in pixels) / len(pixels) for band in (0, 2))  # type: ignore[return-value]


@pytest.mark.usefixtures("data_folder")
def test_a_minion_is_red_and_blue_as_if_good() -> None:
    (usual, flipped) = wishes.album([MINION], every_version=True).pictures["sapper"]
    assert colour(usual)[0] > colour(usual)[1]
    assert colour(flipped)[1] > colour(flipped)[0]


@pytest.mark.usefixtures("data_folder")
def test_a_sheet_paints_the_usual_version_only() -> None:
    assert len(wishes.album([MINION]).pictures["sapper"]) == 1


def test_an_uploaded_shape_goes_before_a_picture_that_is_ready(data_folder: Path) -> None:
    target = io.BytesIO()
    Image.radial_gradient("L").save(target, "PNG")
    address = uploads.keep(target.getvalue(), data_folder)
    character = replace(MINION, icon=Icon(picture=address), images=("https://example.com/sapper.png",))
    album = wishes.album([character], fetching=False)
    assert album.notices == ()
    assert len(album.pictures["sapper"]) == 1


@pytest.mark.usefixtures("data_folder")
def test_an_upload_that_is_gone_is_said_and_an_emblem_stands_in() -> None:
    character = replace(MINION, icon=Icon(picture=uploads.SCHEME + "0" * 64))
    album = wishes.album([character])
    assert "sapper" not in album.pictures
    assert "not kept on this machine" in album.notices[0].message


def test_a_traveller_has_three_versions_and_a_fabled_one() -> None:
    assert icons.versions(Team.TRAVELLER) == ("traveller", "good", "evil")
    assert icons.versions(Team.FABLED) == ("fabled",)
