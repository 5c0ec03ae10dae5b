import pytest

from builder.printables.typography import bound, typeset


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


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("One of them registers as a Demon.", "One of them registers as_a_Demon."),
        ("They make a nomination today.", "They make a nomination_today."),
        ("You learn their character.", "You learn their character."),
        ("You win.", "You_win."),
        ("Poof", "Poof"),
        (" [No Demon]", " [No_Demon]"),
        ("A donaudampfschifffahrtskapitän ate it", "A donaudampfschifffahrtskapitän ate_it"),
        ("", ""),
    ],
)
def test_no_short_word_stands_alone_in_the_last_line(text: str, kept: str) -> None:
    assert bound(text).replace("\N{NO-BREAK SPACE}", "_") == kept
