"""Texts of official characters in another language: field by field, with the same ids, effects, tags and findings."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import composing
import language_packs
import pytest

import builder
from builder import bundled, catalogue, language
from builder.artefact import PrintRequest
from builder.farm import jobs
from builder.game.character import Character
from builder.languages import findings, pack
from builder.languages.pack import Pack
from builder.printables import options, table
from builder.printables.common import typeset

BAG = options.read(table, {"seed": "4"}).with_defaults(table.SETTINGS)
SAMPLES = sorted(path.stem for path in composing.SAMPLES.glob("*.json"))
#: Every language that comes with Clockwright, and one that the tests add.
TAGS = [*(tag for tag in language.known() if tag != "en"), "sv"]
TEXTS = ("name", "ability", "first_night_reminder", "other_night_reminder", "reminders", "reminders_global")


@pytest.fixture(autouse=True)
def swedish(data_folder: Path) -> Path:
    return language_packs.write("sv", home=data_folder / "languages")


def test_a_character_is_in_the_current_language() -> None:
    assert catalogue.find("imp") == bundled.find("imp")
    with language.using("sv"):
        found = catalogue.find("Imp")
        assert found is not None
        assert (found.name, found.language, found.untranslated) == ("ÅImp", "sv", frozenset())
    assert catalogue.find("imp") == bundled.find("imp")


def test_what_a_language_lacks_stays_english_and_says_so(data_folder: Path) -> None:
    language_packs.write("sv", without={"ability", "monk"}, home=data_folder / "languages")
    with language.using("sv"):
        imp, monk = catalogue.find("imp"), catalogue.find("monk")
        assert imp is not None
        assert monk is not None
        assert (imp.name, imp.untranslated) == ("ÅImp", {"ability"})
        assert imp.ability == replace(imp, language="").ability == getattr(bundled.find("imp"), "ability", "")
        assert (monk.name, "name" in monk.untranslated) == ("Monk", True)


@pytest.mark.parametrize("tag", TAGS)
def test_only_texts_differ_between_languages(tag: str) -> None:
    with language.using(tag):
        there = {character.id: character for character in catalogue.everyone()}
    for english in catalogue.everyone():
        assert without_texts(there[english.id]) == without_texts(english)
        assert len(there[english.id].reminders) == len(english.reminders)


def without_texts(character: Character) -> Character:
    texts = {name: type(getattr(character, name))() for name in TEXTS}
    return replace(character, **texts, language="", english_name="", untranslated=frozenset())


#: The language of a quick run, which is least like English, with every sample; every run has each other with two.
QUICK = "he"


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        *((QUICK, name) for name in SAMPLES),
        *(
            pytest.param(*each.values, marks=[pytest.mark.full, *each.marks])
            for each in composing.in_turn([(tag,) for tag in TAGS if tag != QUICK], SAMPLES, share=2)
        ),
    ],
)
def test_findings_and_setups_are_the_same_in_every_language(name: str, tag: str) -> None:
    assert judged(name, tag) == judged(name, "en")
    assert judged(name, "en")[1]


@cache
def judged(name: str, tag: str) -> tuple[list[Any], dict[int, Any]]:
    """A sample's findings without their words, and what may be in play with each number of players."""
    with language.using(tag):
        script = builder.parse(composing.SAMPLES / f"{name}.json")
        found = [(each.code, each.path, each.severity, each.characters) for each in builder.problems(script)]
        return found, {number: row.allowed for number, row in builder.setups(script).rows.items()}


def test_jinxes_and_the_almanac_are_in_the_language(swedish: Path) -> None:
    language_packs.put(swedish / "almanac" / "demon.json", {"imp": {"overview": "Ond.", "rules": ["ett"]}})
    with language.using("sv"):
        assert all(jinx.reason.startswith("Å") for jinx in catalogue.jinxes())
        imp = catalogue.find("imp")
        assert imp is not None
        page = catalogue.explained(imp).page
        assert page.overview == "Ond."
        english = bundled.explanation("imp")
        assert english is not None
        assert page.rules == english.page.rules  # another number of texts: nobody knows which is which


def test_a_homebrew_character_keeps_its_authors_words() -> None:
    own = {"id": "own", "name": "Own", "team": "townsfolk", "ability": "You learn a thing."}
    with language.using("sv"):
        script = builder.parse(json.dumps([own, "imp"]))
        assert [each.name for each in script.characters] == ["Own", "ÅImp"]


def test_a_change_of_the_pack_is_seen_by_the_next_reader() -> None:
    with language.using("sv"):
        before = catalogue.wording().stamp
        pack.add(Pack("sv", characters={"imp": {"name": "Djävul"}}))
        assert getattr(catalogue.find("imp"), "name", "") == "Djävul"
        assert getattr(catalogue.find("monk"), "name", "") == "ÅMonk"
        assert catalogue.wording().stamp != before


@pytest.mark.parametrize("tag", TAGS)
def test_a_dealt_game_is_the_same_and_names_its_tokens_in_the_language(tag: str) -> None:
    source = (composing.SAMPLES / "the-wandering-fair.json").read_bytes()
    english = table.bag(builder.parse(source), BAG, 9)
    with language.using(tag):
        there = table.bag(builder.parse(source), BAG, 9)
        labels = {
            label for each in catalogue.everyone() for label in (*each.reminders, *each.reminders_global)
        }
    assert {each.icon.id for each in there.tokens} == {each.icon.id for each in english.tokens}
    assert [each.icon.id for each in there.markers] == [each.icon.id for each in english.markers]
    assert {each.words for each in there.markers} <= {typeset(label) for label in labels}
    assert english.markers


def test_a_document_in_another_language_is_another_one_for_every_cache() -> None:
    wanted = PrintRequest("sheet", "classic", "a4", language="sv")
    before = jobs.job("[]", wanted, 30)[0].key
    assert before != jobs.job("[]", replace(wanted, language="en"), 30)[0].key
    assert before != jobs.job("[]", replace(wanted, second_language="en"), 30)[0].key
    pack.add(Pack("sv", characters={"imp": {"name": "Djävul"}}))
    assert before != jobs.job("[]", wanted, 30)[0].key


@pytest.mark.parametrize(("lacks", "pages"), [("", 1), ("tip", 0), ("rules", 0)])
def test_a_page_of_the_almanac_counts_when_all_of_it_is_translated(
    swedish: Path, lacks: str, pages: int
) -> None:
    english = bundled.explanation("imp")
    assert english is not None
    names = {"overview", "tip", "rules", "examples", "how_to_run", "advice"} - {lacks}
    page = {
        {"how_to_run": "howToRun"}.get(ours, ours): [f"Å{text}" for text in value]
        if isinstance(value, tuple)
        else f"Å{value}"
        for ours in names
        if (value := getattr(english.page, ours))
    }
    language_packs.put(swedish / "almanac" / "demon.json", {"imp": page})
    (found,) = (each for each in findings.everything() if each.language.tag == "sv")
    assert found.almanac == (pages, len(bundled.everyone()))
