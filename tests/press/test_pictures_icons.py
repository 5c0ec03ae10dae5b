"""Characters whose authors gave a shape to paint."""

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from builder import uploads
from builder.game import paint_settings
from builder.game.character import Character, Icon
from builder.game.teams import Team
from builder.press import resources
from builder.press.pictures import album, icon_shapes, painted_icons, untrusted
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
    (usual, flipped) = album.gather_album([MINION], every_version=True).pictures["sapper"]
    assert colour(usual)[0] > colour(usual)[1]
    assert colour(flipped)[1] > colour(flipped)[0]


@pytest.mark.usefixtures("data_folder")
def test_a_sheet_paints_the_usual_version_only() -> None:
    assert len(album.gather_album([MINION]).pictures["sapper"]) == 1


def test_an_uploaded_shape_goes_before_a_picture_that_is_ready(data_folder: Path) -> None:
    target = io.BytesIO()
    Image.radial_gradient("L").save(target, "PNG")
    address = uploads.keep(target.getvalue(), data_folder)
    character = replace(MINION, icon=Icon(picture=address), images=("https://example.com/sapper.png",))
    shown = album.gather_album([character], fetching=False)
    assert shown.notices == ()
    assert len(shown.pictures["sapper"]) == 1


@pytest.mark.usefixtures("data_folder")
def test_an_upload_that_is_gone_is_said_and_an_emblem_stands_in() -> None:
    character = replace(MINION, icon=Icon(picture=uploads.SCHEME + "0" * 64))
    shown = album.gather_album([character])
    assert "sapper" not in shown.pictures
    assert "no longer stored here" in shown.notices[0].message


def test_a_traveller_has_three_versions_and_a_fabled_one() -> None:
    assert painted_icons.versions(Team.TRAVELLER) == ("traveller", "good", "evil")
    assert painted_icons.versions(Team.FABLED) == ("fabled",)


def test_files_have_bloodstars_names_and_two_of_one_id_differ() -> None:
    traveller = Character("guest", "Guest", Team.TRAVELLER)
    strange = Character("a/b c", "Strange", Team.FABLED)
    names = painted_icons.file_names([MINION, traveller, strange, replace(MINION, id="Sapper")])
    assert names == [
        ("sapper.png", "sapper_good.png"),
        ("guest.png", "guest_good.png", "guest_evil.png"),
        ("a-b_c.png",),
        ("Sapper-2.png", "Sapper-2_good.png"),
    ]


def test_files_are_painted_or_as_their_authors_made_them_and_nothing_is_fetched(data_folder: Path) -> None:
    target = io.BytesIO()
    Image.new("RGBA", (40, 30), (10, 200, 20, 255)).save(target, "PNG")
    address = uploads.keep(target.getvalue(), data_folder)
    ready = Character("b", "B", Team.DEMON, images=("https://example.com/b.png", address))
    bare = Character("c", "C", Team.DEMON)
    made = dict(painted_icons.files([MINION, ready, bare]))
    assert list(made) == ["sapper.png", "sapper_good.png", "b_good.png"]
    assert Image.open(io.BytesIO(made["sapper.png"])).size == (540, 540)
    assert Image.open(io.BytesIO(made["b_good.png"])).size == (40, 30)


def test_several_versions_at_once_are_those_that_are_painted_one_by_one(data_folder: Path) -> None:
    assert data_folder
    together = painted_icons.paint_each("top-hat", ("minion", "good", "traveller"))
    assert together == tuple(painted_icons.paint("top-hat", team) for team in ("minion", "good", "traveller"))
    assert len(set(together)) == 3


def test_every_ready_made_way_says_only_what_differs_and_stays_within_its_limits() -> None:
    for preset in painted_icons.presets():
        assert paint_settings.read(preset.settings).as_json() == dict(preset.settings), preset.name
    assert len({preset.name for preset in painted_icons.presets()}) == len(painted_icons.presets()) > 5


@pytest.mark.parametrize("name", ["top-hat", "spider-web", "no such emblem", ""])
def test_an_emblem_is_drawn_as_the_program_that_knows_svg_draws_it(name: str) -> None:
    quick = np.asarray(icon_shapes.emblem(name, 200), int)
    text = resources.emblem_svg(name, "#ffffff").replace("<svg ", '<svg width="200" height="200" ', 1)
    slow = np.asarray(Image.open(io.BytesIO(untrusted.rasterise(text))).getchannel("A"), int)
    assert abs(quick - slow).mean() < 1.5


@pytest.mark.usefixtures("data_folder")
def test_an_emblem_that_keeps_its_own_colours_is_ink() -> None:
    plain = paint_settings.read(dict.fromkeys(("whiten", "gradient", "texture", "border", "shadow"), False))
    body = store().get(painted_icons.paint("top-hat", "minion", plain))
    assert body
    pixels = np.asarray(Image.open(io.BytesIO(body)))
    assert pixels[pixels[..., 3] > 250][:, :3].max() == 0


@pytest.mark.usefixtures("data_folder")
def test_documents_leave_out_the_free_part_of_the_canvas_but_nothing_of_the_icon() -> None:
    usual = Image.open(io.BytesIO(store().get(painted_icons.paint("top-hat", "minion", framed=True)) or b""))
    assert usual.size == (340, 340)
    low = paint_settings.read({"y": 500, "size": 200})
    shifted = Image.open(
        io.BytesIO(store().get(painted_icons.paint("top-hat", "minion", low, framed=True)) or b"")
    )
    assert shifted.width == 340
    assert shifted.height > 480
    whole = Image.open(io.BytesIO(store().get(painted_icons.paint("top-hat", "minion", low)) or b""))
    assert sum(shifted.getchannel("A").histogram()[200:]) == sum(whole.getchannel("A").histogram()[200:])
