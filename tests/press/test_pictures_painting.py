"""Painted art: shape, team colours, texture, border and shadow, each of which can be left out or turned."""

from typing import Any

import numpy as np
import pytest
from picturing import decoded, encoded, icon
from PIL import Image

from builder.game import paint_settings
from builder.game.paint_settings import PaintSettings
from builder.press import resources
from builder.press.pictures import painting, scaling, store, untrusted

pytestmark = pytest.mark.usefixtures("data_folder")
BARE = PaintSettings(texture=False, border=False, shadow=False)


def art(team: str, settings: PaintSettings = BARE, source: Image.Image | None = None) -> Any:
    """Painted pixels, by row, column and red, green, blue, opacity."""
    return np.asarray(decoded(painting.paint(untrusted.read(encoded(source or icon())), team, settings)), int)


def test_the_icon_is_300_pixels_wide_in_the_upper_middle_of_540() -> None:
    pixels = art("townsfolk")
    rows, columns = np.nonzero(pixels[..., 3].any(axis=1))[0], np.nonzero(pixels[..., 3].any(axis=0))[0]
    assert pixels.shape == (540, 540, 4)
    assert (rows[-1] - rows[0] + 1, columns[-1] - columns[0] + 1) == pytest.approx((300, 300), abs=3)
    assert (rows[-1] + rows[0]) / 2 == pytest.approx(184, abs=2)
    assert (columns[-1] + columns[0]) / 2 == pytest.approx(270, abs=2)


@pytest.mark.parametrize(
    ("team", "strongest"),
    [("townsfolk", 2), ("good", 2), ("demon", 0), ("evil", 0), ("minion", 0), ("loric", 1), ("fabled", 0)],
)
def test_each_team_has_its_colour_lighter_above_than_below(team: str, strongest: int) -> None:
    pixels = art(team)
    above, below = pixels[60, 270], pixels[310, 270]
    assert above[:3].argmax() == strongest
    assert above[:3].sum() > below[:3].sum() + 60


def test_outsiders_and_minions_can_share_the_colour_of_their_side() -> None:
    plain = PaintSettings(
        texture=False, border=False, shadow=False, teal_outsiders=False, orange_minions=False
    )
    assert (art("outsider", plain) == art("townsfolk")).all()
    assert (art("minion", plain) == art("demon")).all()
    assert (art("outsider") != art("townsfolk")).any()


def test_a_traveller_is_half_blue_and_half_red() -> None:
    pixels = art("traveller")
    assert pixels[184, 200][:3].argmax() == 2
    assert pixels[184, 340][:3].argmax() == 0


def test_the_border_is_white_and_the_shadow_below_it_dark_and_soft() -> None:
    pixels = art("demon", PaintSettings(texture=False))
    column = pixels[:, 270]
    edge = np.nonzero(column[:, 3])[0]
    assert (column[333:337] > 240).any(axis=0).all()
    assert tuple(column[345][:3]) == (0, 0, 0)
    assert 0 < column[345][3] < 200
    assert edge[-1] < 370


def test_the_texture_wears_the_colour_and_is_always_the_same() -> None:
    worn = PaintSettings(border=False, shadow=False)
    assert (art("townsfolk", worn) == art("townsfolk", worn)).all()
    darker = art("townsfolk", worn)[..., :3].sum() / art("townsfolk")[..., :3].sum()
    assert 0.6 < darker < 0.97
    other = paint_settings.read({"border": False, "shadow": False, "texture_seed": 8})
    assert (art("townsfolk", worn) != art("townsfolk", other)).any()


def test_a_picture_can_keep_its_own_colours() -> None:
    own = PaintSettings(whiten=False, gradient=False, texture=False, border=False, shadow=False)
    assert tuple(art("townsfolk", own)[184, 270]) == pytest.approx((200, 30, 20, 255), abs=2)


def test_a_drawing_on_paper_is_painted_without_its_paper_and_fills_its_place() -> None:
    paper = Image.new("RGB", (400, 300), "white")
    paper.paste((10, 10, 10), (100, 50, 150, 250))
    paper.paste((10, 10, 10), (100, 200, 300, 250))
    pixels = art("townsfolk", source=paper)
    assert pixels[184, 150][3] == pixels[310, 400][3] == 255
    assert pixels[60, 390][3] == 0
    assert tuple(pixels[184, 150]) == tuple(art("townsfolk")[184, 200])


def test_a_photograph_keeps_its_frame_and_its_light_and_dark() -> None:
    photo = Image.linear_gradient("L").convert("RGB")
    pixels = art("demon", source=photo)
    assert (pixels[40:330:40, 140:400:40, 3] == 255).all()
    assert pixels[60, 270][0] < pixels[180, 270][0]


def test_turning_mirroring_and_placing_move_the_icon() -> None:
    lopsided = Image.new("RGBA", (100, 100), (0, 0, 0, 0))
    lopsided.paste((0, 0, 0, 255), (0, 0, 100, 20))
    lopsided.paste((0, 0, 0, 255), (0, 0, 20, 100))
    places = {"texture": False, "border": False, "shadow": False}
    usual = art("demon", paint_settings.read(places), lopsided)[..., 3]
    mirrored = art("demon", paint_settings.read(places | {"mirror": True}), lopsided)[..., 3]
    turned = art("demon", paint_settings.read(places | {"angle": 180}), lopsided)[..., 3]
    lower = art("demon", paint_settings.read(places | {"y": 340}), lopsided)[..., 3]
    assert usual[300, 130] > 200
    assert mirrored[300, 130] < 50
    assert mirrored[300, 410] > 200
    assert turned[320, 300] > 200
    assert usual[320, 300] < 50
    assert lower[456, 130] > 200


def test_settings_survive_json_and_nonsense_becomes_the_usual() -> None:
    settings = PaintSettings(size=200, mirror=True, good=("#112233", "#445566"))
    assert settings.as_json() == {"size": 200, "mirror": True, "good": ["#112233", "#445566"]}
    assert paint_settings.read(settings.as_json()) == settings
    nonsense = {
        "size": 1e9,
        "x": "wide",
        "mirror": 3,
        "good": ["red"],
        "border_colour": "url(x)",
        "scale": float("nan"),
        "unknown": 1,
    }
    assert paint_settings.read(nonsense) == PaintSettings(size=540)
    assert paint_settings.read([1, 2]) == PaintSettings()


@pytest.mark.parametrize("extreme", ["least", "most"])
def test_every_setting_at_its_limit_still_paints(extreme: str) -> None:
    settings = paint_settings.read(
        {name: limits[extreme == "most"] for name, limits in paint_settings.LIMITS.items()} | {"scale": 0.5}
    )
    assert art("traveller", settings).shape == (270, 270, 4)


def test_art_by_address_is_painted_once_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "clockwright:painted/demon/trident"
    body, kind = resources.read(url)
    assert kind == "image/png"
    store._at.cache_clear()  # another process
    monkeypatch.setattr(painting, "paint", lambda *_: pytest.fail("it was painted already"))
    assert resources.read(url) == (body, kind)


def test_the_art_of_a_picture_is_its_shape_in_the_colour_of_the_other_side() -> None:
    name = store.store().take_in(encoded(icon(colour=(20, 200, 30, 255))))
    body = scaling.png(f"clockwright:painted/evil/{name}")
    assert body
    pixels = np.asarray(decoded(body), int)
    assert pixels[184, 270][:3].argmax() == 0


def test_an_emblem_that_does_not_exist_is_painted_as_a_plain_one() -> None:
    assert decoded(resources.read("clockwright:painted/demon/no-such-thing")[0]).getextrema()[3][1] == 255
