"""Names that no document has room for are cut, and that is said."""

import proofreading
import pytest
from composing import homebrew, script

import builder
from builder import printables
from builder.game.script import Script
from builder.printables import names


def endless(letters: int, **said: str) -> Script:
    return script(homebrew(1, "townsfolk", name="x" * letters), "imp", **said)


def test_a_name_with_room_on_paper_stays_as_it_is() -> None:
    composed = endless(names.LONGEST_NAME)
    assert names.shortened(composed) is composed
    assert not list(names.long_name_notices(composed))


def test_a_name_without_end_is_cut_and_told() -> None:
    composed = endless(5000, name="y" * 5000)
    short = names.shortened(composed)
    assert short.characters[0].name == "x" * 199 + "…"
    assert short.name == "y" * 199 + "…"
    assert short.characters[0].id == composed.characters[0].id
    script_name, character = names.long_name_notices(composed)
    assert "5,000 characters" in script_name.message
    assert "xxx…" in character.message
    assert character.characters == (composed.characters[0].id,)


def test_no_module_of_names_is_taken_for_a_document() -> None:
    assert "names" not in printables.kinds()


@pytest.mark.full
@pytest.mark.parametrize("kind", ["sheet", "almanac"])
def test_a_name_without_end_is_printed_with_its_beginning(kind: str) -> None:
    document = builder.render(endless(5000), kind)
    assert "x" * 15 in proofreading.text(document.pdf)
    assert any("5,000 characters" in each.message for each in document.notices)
