"""What goes out for people: Markdown, chat, table; and lists that come in with slips."""

import csv
import json
from io import StringIO

import pytest

import builder
from builder import formats
from builder.errors import UnknownChoiceError
from builder.formats import official
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
    with pytest.raises(UnknownChoiceError):
        builder.variant(character, own)
