"""What goes out for people: Markdown, chat, table; and lists that come in with slips."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from examples import examples
from hypothesis import given, strategies as st

import builder
from builder import catalogue, formats
from builder.errors import UnknownCharacterError, UnknownChoiceError
from builder.formats import official
from builder.game.jinxes import applying
from builder.game.night import night_sheet
from builder.game.script import Script
from tests.composing import homebrew, script


def test_a_list_with_slips_is_read_and_each_slip_asked_about() -> None:
    read = builder.parse("Empth\nChef\nFortune Teler\nBaron\nImp")
    asked = [problem.message for problem in builder.problems(read) if problem.code == "unknown-id"]
    assert asked == [
        "Line 1: there is no character “Empth”. Did you mean Empath?",
        "Line 3: there is no character “Fortune Teler”. Did you mean Fortune Teller?",
    ]


def test_what_is_written_for_a_chat_is_read_back() -> None:
    made = script("chef", "empath", "drunk", "baron", "imp", name="Fog")
    assert formats.write(made, "chat") == (
        "# Fog\nTownsfolk: Chef, Empath\nOutsiders: Drunk\nMinions: Baron\nDemons: Imp\n"
    )
    assert builder.parse(formats.write(made, "chat")).written() == made.written()


def test_markdown_has_teams_jinxes_nights_and_the_almanac() -> None:
    page = {"almanac": {"overview": "The Pest talks.", "rules": ["Twice."], "examples": ["Ada talks."]}}
    made = script(
        "imp",
        "chambermaid",
        "mathematician",
        homebrew(1, "minion", name="Pest", ability="Each night*, talk.", flavor="Hush."),
        name="Fog",
        author="Ada",
        clockwright={
            "characters": {homebrew(1, "minion")["id"]: page},
            "almanac": {"synopsis": "It is foggy."},
        },
    )
    text = formats.write(made, "markdown")
    for part in (
        "# Fog\n\nby Ada\n\nIt is foggy.",
        "## Minions\n\n- **Pest**: Each night\\*, talk.",
        "## Jinxes\n\n- **Mathematician & Chambermaid**:",
        "## Other nights\n\n1. **Dusk**",
        "## Pest\n\n*Minion*\n\n**Each night\\*, talk.**\n\n> Hush.\n\nThe Pest talks.\n\n- Twice.",
        "\n\n### Examples\n\nAda talks.",
    ):
        assert part in text


SAMPLES = sorted(Path("data/samples").glob("*.json"))


@pytest.mark.parametrize("sample", SAMPLES, ids=[each.stem for each in SAMPLES])
def test_a_sample_written_as_markdown_is_read_back(sample: Path) -> None:
    made = builder.parse(sample.read_text("utf-8"))
    read = builder.parse(formats.write(made, "markdown"))
    assert _told(read) == _told(made)
    assert (read.meta.name, read.meta.author, read.meta.bootlegger) == (
        made.meta.name,
        made.meta.author,
        made.meta.bootlegger,
    )
    assert _jinxes(read) == _jinxes(made)
    assert _night(read) == _night(made)


@pytest.mark.full
@examples(20)
@given(
    sample=st.sampled_from(SAMPLES),
    names=st.lists(st.text("ab &:*#-é1", min_size=1, max_size=12).map(str.strip), min_size=2, max_size=2),
)
def test_a_jinx_is_never_read_as_a_character(sample: Path, names: list[str]) -> None:
    text = formats.write(builder.parse(sample.read_text("utf-8")), "markdown")
    jinxed = text.replace(
        "## First night", f"## Jinxes\n\n- **{' & '.join(names)}**: Not both.\n\n## First night"
    )
    assert len(builder.parse(jinxed).entries) == len(builder.parse(text).entries)


def test_a_jinx_with_somebody_who_is_not_there_is_told() -> None:
    made = builder.parse(SAMPLES[0].read_text("utf-8"))
    text = formats.write(made, "markdown") + "\n## Jinxes\n\n- **Imp & Nobody At All**: Not both.\n"
    (told,) = (each for each in builder.parse(text).reading if each.code == "jinx-stranger")
    assert "“Imp & Nobody At All”" in told.message


def test_the_markdown_of_homebrew_comes_back_with_brackets_tokens_and_nights() -> None:
    smith = homebrew(1, "minion", name="Tinker & Smith", ability="Each night*, forge. [+1 Outsider]")
    smith |= {"otherNight": 7, "otherNightReminder": "The Smith forges. :reminder:"}
    smith |= {"jinxes": [{"id": "imp", "reason": "Not both: it is hot."}]}
    made = script("chef", "empath", "monk", smith, "imp", name="Fog", author="Ada")
    read = builder.parse(formats.write(made, "markdown"))
    written = next(each.written for each in read.entries if isinstance(each.written, dict))
    assert (written["name"], written["ability"], written["setup"]) == (smith["name"], smith["ability"], True)
    assert written["otherNightReminder"] == "The Smith forges. :reminder:"
    assert written["jinxes"] == smith["jinxes"]


def _told(of: Script) -> dict[str, tuple[str, str]]:
    return {each.name: (each.team.value, " ".join(each.ability.split())) for each in of.characters}


def _jinxes(of: Script) -> set[tuple[frozenset[str], str]]:
    names = {each.key: each.name for each in of.characters}
    return {
        (frozenset(names[one] for one in jinx.pair), jinx.reason) for jinx in applying(of, catalogue.jinxes())
    }


def _night(of: Script) -> list[str]:
    return [row.name for row in night_sheet(of, catalogue.night_order()).other]


def test_a_table_holds_no_formula() -> None:
    made = script("imp", homebrew(1, "minion", name="=1+1", ability="-1 Outsider"))
    rows = list(csv.reader(StringIO(formats.write(made, "csv"))))
    assert rows[1][:3] == ["imp", "Imp", "demon"]
    assert rows[2][1:4] == ["'=1+1", "minion", "'-1 Outsider"]


def test_a_variant_is_a_full_character_that_the_official_format_takes() -> None:
    made = builder.variant("Lunatic", "my_lunatic")
    assert (made["id"], made["name"], made["team"]) == ("my_lunatic", "Lunatic", "outsider")
    assert {jinx["id"] for jinx in builder.variant("spy")["jinxes"]} >= {"magician", "damsel"}
    assert not list(official.format_problems(["imp", "baron", "chef", "drunk", made]))
    assert builder.parse(f'["imp", {json.dumps(made)}]').characters[1].name == "Lunatic"


@pytest.mark.parametrize(("character", "own"), [("nobody", ""), ("imp", "baron"), ("imp", "-")])
def test_a_variant_needs_a_character_and_a_free_id(character: str, own: str) -> None:
    with pytest.raises((UnknownCharacterError, UnknownChoiceError)):
        builder.variant(character, own)
