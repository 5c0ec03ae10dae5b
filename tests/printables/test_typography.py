import pytest

from builder.printables.typography import typeset


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ('you are "mad" that', "you are “mad” that"),
        ('"Yes," they said.', "“Yes,” they said."),
        ('("quoted")', "(“quoted”)"),
        ("don't", "don’t"),
        ("the players' votes", "the players’ votes"),
        ("they say 'no'.", "they say ‘no’."),
        ("rock 'n' roll", "rock ‘n’ roll"),
        ("wait...", "wait…"),
        ("a - b", "a – b"),
        ("a--b and a -- b", "a–b and a – b"),
        ("Pit-Hag", "Pit-Hag"),
        ("[-1 or +1 Outsider]", "[−1 or +1 Outsider]"),
        ("[-? to +?]", "[−? to +?]"),
        ("5-3", "5-3"),
        ("Slógh's “own”", "Slógh’s “own”"),
        ("", ""),
        ("القمر - لا", "القمر – لا"),
    ],
)
def test_typed_text_is_set_as_a_printer_does(typed: str, set_: str) -> None:
    assert typeset(typed) == set_


@pytest.mark.parametrize("text", ["“mad” – −1 … don’t", 'x "y" z', "'a' \"b\" -- c - -1 ..."])
def test_setting_type_twice_changes_nothing_more(text: str) -> None:
    assert typeset(typeset(text)) == typeset(text)
