"""The publisher's generic icons, edition logos and mark come with a sync, and are where they belong."""

import io
from pathlib import Path

import proofreading
import pytest
import toolmaker_site
from PIL import Image
from syncing import bring

import builder
from builder import catalogue, documents
from builder.game.teams import Team

EDITION = ("lamplighter", "imp", "puddle", "umbrellist")
OWN = '[{"id": "own", "name": "Own", "team": "demon", "ability": "Each night*, hum."}]'
WORDS = "Community created content."


def picture(kind: str, colour: str) -> bytes:
    target = io.BytesIO()
    Image.new("RGBA", (60, 40), colour).save(target, kind)
    return target.getvalue()


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site whose edition is called like one that has a logo."""
    extra = {
        **{f"characters/generic/{each}": picture("WEBP", "red") for each in ("demon_e.webp", "demon_g.webp")},
        "editions/tb/logo.webp": picture("WEBP", "blue"),
        "community/ccc-parchment.png": picture("PNG", "green"),
    }
    renamed = {
        name: body.replace(b'"rain"', b'"tb"') if name.endswith("roles.json") else body
        for name, body in toolmaker_site.files().items()
    }
    bring(toolmaker_site.write(tmp_path / "site", renamed | extra))
    return tmp_path / "site"


@pytest.mark.usefixtures("site")
def test_a_homebrew_character_without_a_picture_has_the_icon_of_its_team() -> None:
    script = builder.parse(OWN)
    (address,) = documents.pictures(script).pictures["own"]
    assert address.startswith("clockwright:picture/")
    assert len(documents.pictures(script, every_version=True).pictures["own"]) == 2
    assert len(catalogue.generic_art(Team.DEMON)) == 2
    assert catalogue.generic_art(Team.MINION) == ()


@pytest.mark.usefixtures("site")
def test_the_whole_edition_has_its_logo_and_any_other_script_none() -> None:
    whole = builder.parse(str([*EDITION]).replace("'", '"'))
    assert documents.pictures(whole).logo
    for other in (EDITION[:-1], (*EDITION, "chef")):
        assert documents.pictures(builder.parse(str([*other]).replace("'", '"'))).logo == ""
    assert documents.pictures(builder.parse(OWN)).logo == ""


@pytest.mark.full
@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("kind", ["sheet", "booklet", "almanac", "tokens"])
def test_documents_with_their_art_show_the_mark(kind: str) -> None:
    import pypdfium2

    made = builder.render(builder.parse(OWN), kind)
    pdf = pypdfium2.PdfDocument(made.pdf)
    pixels = {
        tuple(colour) for page in pdf for _, colour in page.render(scale=0.7).to_pil().getcolors(1 << 22)
    }
    assert (0, 128, 0) in pixels
    assert proofreading.squeezed(WORDS) not in proofreading.text(made.pdf)


@pytest.mark.full
def test_without_the_mark_it_is_said_in_words_and_without_a_sync_not_at_all(tmp_path: Path) -> None:
    own = builder.render(builder.parse('["imp"]'), "sheet").pdf
    assert proofreading.squeezed(WORDS) not in proofreading.text(own)
    bring(toolmaker_site.write(tmp_path / "site"))
    theirs = builder.render(builder.parse('["imp"]'), "sheet").pdf
    assert proofreading.squeezed(WORDS) in proofreading.text(theirs)
