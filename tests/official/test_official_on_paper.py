"""Documents in the publisher's words say so at the foot of every page."""

from pathlib import Path

import language_packs
import proofreading
import pytest
import toolmaker_site
from syncing import bring

import builder
from builder import catalogue, language
from builder.press import sharing
from builder.printables import options, share

SCRIPT = '["imp", "lamplighter", "puddle", "umbrellist", "chef", "monk", "empath"]'
OWN = '[{"id": "own", "name": "Own", "team": "demon", "ability": "Each night*, hum."}]'


@pytest.fixture
def said(tmp_path: Path) -> str:
    """What has to stand there, once their words are in force."""
    day = bring(toolmaker_site.write(tmp_path / "site")).state.day
    return proofreading.squeezed(f"Official wording, synced {day}. {catalogue.POLICY_SHORT}.")


@pytest.mark.parametrize("kind", ["sheet", "night"])
def test_every_page_in_their_words_says_whose_they_are_and_since_when(kind: str, said: str) -> None:
    document = builder.render(builder.parse(SCRIPT), kind)
    for page in proofreading.pages(document.pdf):
        assert said in proofreading.squeezed(page.text)
    assert proofreading.faults(document.pdf) == []


@pytest.mark.full
@pytest.mark.parametrize("kind", ["almanac", "tokens", "table"])
def test_so_do_the_other_documents(kind: str, said: str) -> None:
    assert said in proofreading.text(builder.render(builder.parse(SCRIPT), kind).pdf)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_foot_has_room_for_it_in_two_lines(paper: str, said: str) -> None:
    (page, *_) = proofreading.pages(builder.render(builder.parse(SCRIPT), "sheet", paper=paper).pdf)
    left = [
        letter for letter in page.letters if proofreading.is_foot(letter) and letter.left < page.width / 2
    ]
    assert said
    assert max(each.top for each in left) - min(each.bottom for each in left) < 2.2 * proofreading.FOOT_SIZE


def test_a_share_picture_says_it_too(said: str) -> None:
    script = builder.parse(SCRIPT)
    content = share.content(script, options.Options(wording=f"Official wording. {catalogue.POLICY_SHORT}."))
    assert proofreading.squeezed(catalogue.POLICY_SHORT) in proofreading.text(sharing.pdf(content, "square"))
    with_words = builder.share_pictures(script)
    assert said
    assert len(with_words) == 2


@pytest.mark.usefixtures("said")
def test_a_script_of_ones_own_characters_says_nothing_of_their_words() -> None:
    assert "Officialwording" not in proofreading.text(builder.render(builder.parse(OWN), "sheet").pdf)


def test_our_own_words_are_not_said_to_be_theirs() -> None:
    assert "Officialwording" not in proofreading.text(builder.render(builder.parse(SCRIPT), "sheet").pdf)


def test_their_words_are_for_english_only_and_another_language_says_whose_words_it_has(
    said: str, data_folder: Path
) -> None:
    theirs = catalogue.find("imp")
    language_packs.write("sv", without={"monk"}, home=data_folder / "languages")
    with language.using("sv"):
        imp, monk = catalogue.find("imp"), catalogue.find("monk")
        assert imp is not None
        assert monk is not None
        assert imp.ability.startswith("Å")
        assert monk.ability == getattr(catalogue.find_english("monk"), "ability", "")
        shown = proofreading.text(builder.render(builder.parse(SCRIPT), "sheet").pdf)
    assert said not in shown
    assert proofreading.squeezed("Clockwright's own wording, in SV") in shown.replace("’", "'")
    assert catalogue.find("imp") == theirs
