"""Documents in other languages: words, `lang` and direction of every run, letters that are there, PDF/UA."""

import re
from contextlib import nullcontext
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import composing
import language_packs
import pikepdf
import pytest
from conforming import faults
from language_packs import in_arabic

import builder
from builder import artefacts, assets, language, printables
from builder.artefact import PrintRequest
from builder.content import CREDIT
from builder.press import typeset
from builder.press.tokens import sheets, typesetting
from builder.printables import options

needs_press = pytest.mark.skipif(
    not assets.static("vendor", "fonts").is_dir(), reason="the fonts are not assembled yet (bin/setup)"
)
SAMPLE = composing.SAMPLES / "the-wandering-fair.json"
#: For the style in which long scripts do not fit, and for what is set several times until it does.
SHORT = composing.SAMPLES / "six-candles.json"
SEVERAL_TIMES = {"proof", "guide", "booklet"}
BUNDLED = [tag for tag in language.known() if tag != "en"]
LOOKS = [(kind, style) for kind in printables.kinds() for style in printables.kinds()[kind]]


def html(kind: str, style: str, tag: str, **more: Any) -> str:
    """The HTML of a document of the sample."""
    with language.using(tag):
        module = printables.module(kind)
        chosen = options.read(module, {})
        content = module.content(builder.parse(SAMPLE), replace(chosen, **more))
        return typeset.html(kind, style, content)


def test_a_document_says_its_language_and_the_runs_that_are_english(data_folder: Path) -> None:
    language_packs.write("sv", without={"ability"}, home=data_folder / "languages")
    shown = html("sheet", "classic", "sv")
    assert '<html lang="sv">' in shown
    assert shown.count('<p class="ability" dir="ltr" lang="en">') == shown.count('<p class="ability"') > 20
    assert '<html lang="en">' in html("sheet", "classic", "en")


def test_a_document_is_turned_where_the_language_is(data_folder: Path) -> None:
    language_packs.write("ar", in_arabic, direction="rtl", home=data_folder / "languages")
    shown = html("sheet", "classic", "ar")
    assert '<html lang="ar" dir="rtl">' in shown
    assert 'class="ability" dir="rtl"' in shown
    assert 'class="ability" dir="ltr"' not in shown


def test_the_full_stop_of_an_english_credit_stays_behind_it_on_pages_from_right_to_left() -> None:
    paper = printables.choose("sheet", "classic", "a4")[2]
    english, mark = "A fan project, printed here.", "\N{LEFT-TO-RIGHT MARK}"
    assert typeset.css_string(english + mark) in typeset.page_rules(paper, english, "B", "rtl")
    assert typeset.css_string(english) in typeset.page_rules(paper, english, "B", "ltr")
    assert typeset.css_string("מודפס כאן.") in typeset.page_rules(paper, "מודפס כאן.", "B", "rtl")


def test_a_sheet_in_two_languages_has_the_second_below_the_first(data_folder: Path) -> None:
    language_packs.write("sv", home=data_folder / "languages")
    shown = html("sheet", "classic", "en", second_language="sv")
    assert re.search(
        r'<p class="ability" dir="ltr">[^<]+<span class="translation" lang="sv" dir="ltr"><b dir="ltr">Å',
        shown,
    )
    assert 'class="translation"' not in html("sheet", "classic", "sv", second_language="sv")


def test_a_request_carries_its_language_and_refuses_an_unknown_one(data_folder: Path) -> None:
    language_packs.write("sv", home=data_folder / "languages")
    with language.using("sv"):
        assert PrintRequest("sheet").language == "sv"
    assert PrintRequest("sheet").language == "en"
    assert repr(PrintRequest("sheet", language="sv")) != repr(PrintRequest("sheet"))
    with pytest.raises(builder.ClockwrightError, match="tlh"):
        artefacts.make(SAMPLE.read_bytes(), PrintRequest("sheet", "classic", "a4", language="tlh"))


@needs_press
@pytest.mark.full
def test_characters_that_the_language_lacks_are_named(data_folder: Path) -> None:
    def said(tag: str) -> list[str]:
        with language.using(tag):
            made = builder.render(builder.parse('["imp", "monk", "chef"]'), "sheet")
        return [notice.message for notice in made.notices if notice.code == "untranslated"]

    language_packs.put(
        data_folder / "languages" / "sv" / "language.json", {"name": "svenska", "direction": "ltr"}
    )
    language_packs.put(
        data_folder / "languages" / "sv" / "characters.json",
        {"imp": {"name": "Djävul", "ability": "Varje natt*."}, "monk": {"name": "Munk"}},
    )
    (words,) = said("sv")
    assert "svenska" in words
    assert "2 of the characters" in words
    assert "Munk" in words
    assert "Chef" in words
    assert said("de") == said("en") == []


@needs_press
@pytest.mark.full
def test_an_almanac_says_how_many_of_its_pages_are_partly_in_english(data_folder: Path) -> None:
    def said(tag: str) -> list[str]:
        with language.using(tag):
            made = builder.render(builder.parse('["imp", "monk"]'), "almanac")
        return [notice.message for notice in made.notices if notice.code == "untranslated"]

    language_packs.write("sv", home=data_folder / "languages")
    (words,) = said("sv")
    assert "2 pages of the almanac" in words
    assert said("de") == []


@needs_press
@pytest.mark.full
@pytest.mark.parametrize(("kind", "style", "tag"), composing.in_turn(LOOKS, [*BUNDLED, "ar"], share=23))
def test_every_document_prints_in_every_language(kind: str, style: str, tag: str, data_folder: Path) -> None:
    if tag == "ar":
        language_packs.write("ar", in_arabic, direction="rtl", home=data_folder / "languages")
    made = artefacts.make(
        (SHORT if style == "teensy" or kind in SEVERAL_TIMES else SAMPLE).read_bytes(),
        PrintRequest(kind, style, "a4", language=tag, settings=settings(kind)),
    )
    assert made.style == style
    assert "no-font" not in {notice.code for notice in made.notices}
    assert faults(made.body, style) == []
    with pikepdf.open(BytesIO(made.body)) as pdf:
        assert str(pdf.Root.Lang) == tag


def settings(kind: str) -> tuple[tuple[str, str], ...]:
    return (("players", "9"),) if kind == "table" else ()


def test_the_credit_below_tokens_runs_from_right_to_left_where_the_language_does() -> None:
    ink, paper = MagicMock(readable=False), (210.0, 297.0)
    with language.using("he"):
        credit = language.gettext(CREDIT)
        running = typesetting.line("Clockwright", "ltr", "text")
        sheets.foot(ink, credit, [running], 0, paper, nullcontext())
    lines = [called.args[0] for called in ink.text_from.call_args_list][1:]
    assert lines[0].atoms[-1].text == credit.split()[0]
    assert [atom.text for atom in lines[-1].atoms[:2]] == [".", "Clockwright"]
