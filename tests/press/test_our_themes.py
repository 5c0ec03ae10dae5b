"""The themes that come with Clockwright: faces with all letters, small grounds, pages for a home printer."""

import io
import json
from pathlib import Path

import pytest
from PIL import Image, ImageStat

import builder
from builder.press import grounds
from builder.themes import loading, resolving, schema, tones, using

SAMPLE = Path(__file__).parents[2] / "data" / "samples" / "six-candles.json"
DARK = {"observatory"}
#: Letters of German, French, Spanish, Polish and Portuguese.
LETTERS = "äöüßàâæçéèêëîïôœùûÿñáíóúãõąćęłńśźż"
#: Most ink of a pale theme, of a page all black; most characters of a ground.
INK, CHARACTERS = 0.12, 60_000


@pytest.mark.parametrize("family", schema.faces_of_ours())
def test_a_face_has_the_letters_of_our_languages(family: str) -> None:
    from builder.press import fonts, resources

    for file in schema.faces_of_ours()[family].values():
        known = fonts.glyphs(resources.font_file(file))
        wanted = LETTERS + LETTERS.replace("ß", "").replace("ÿ", "").upper() + "„“”‚‘’«»¿¡–—…"
        assert [letter for letter in wanted if ord(letter) not in known] == []


@pytest.mark.parametrize("name", loading.ours())
def test_a_ground_is_small(name: str) -> None:
    worn = resolving.resolved(loading.packed(loading.by_name(name).fields))
    assert worn.ground
    with using(worn):
        assert len(grounds.svg(worn.ground, 210, 297)) < CHARACTERS


def test_the_dark_ones_say_that_they_take_ink() -> None:
    for name in DARK:
        assert "ink" in json.loads(loading.ours()[name].read_bytes())["description"]


@pytest.mark.full
@pytest.mark.parametrize("name", sorted(loading.ours().keys() - DARK))
def test_a_pale_theme_takes_little_ink(name: str) -> None:
    page = builder.render(builder.parse(SAMPLE.read_bytes()), "sheet", theme=name).png(40)[0]
    assert 1 - ImageStat.Stat(Image.open(io.BytesIO(page)).convert("L")).mean[0] / 255 < INK


def test_on_white_paper_ink_is_dark_and_titles_and_corners_save_it() -> None:
    worn = resolving.resolved(loading.packed(loading.by_name("observatory").fields))
    assert worn.ornaments["title"] == "accent"
    assert worn.bare
    assert tones.contrast(worn.bare.values["ink"], "#ffffff") > 12
    assert worn.bare.ornaments["title"] == "ink"
    assert not worn.bare.has_frame
