import pytest

from builder.game import markup
from builder.printables.common import typeset, typeset_pieces
from builder.prose import bound


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


def test_a_number_in_hebrew_or_arabic_has_its_sign_before_it() -> None:
    mark = "\N{LEFT-TO-RIGHT MARK}"
    assert typeset("בחר שחקן. [+1 זר]") == f"בחר שחקן. [{mark}+1 זר]"
    assert typeset("[-1 או +1 זר]") == f"[{mark}−1 או {mark}+1 זר]"
    assert typeset(f"[{mark}+1 זר]") == f"[{mark}+1 זר]"
    assert typeset("[+1 غريب]") == f"[{mark}+1 غريب]"


@pytest.mark.parametrize("text", ["“mad” – −1 … don’t", 'x "y" z', "'a' \"b\" -- c - -1 ..."])
def test_setting_type_twice_changes_nothing_more(text: str) -> None:
    assert typeset(typeset(text)) == typeset(text)


@pytest.mark.parametrize(
    ("ability", "kept"),
    [
        ("You win. [+1 Outsider]", "You win. [+1_Outsider]"),
        (
            "Lie. [+0 to +2 Village Idiots. 1 of the extra ones is drunk]",
            "Lie. [+0_to +2 Village Idiots. 1 of the extra ones is_drunk]",
        ),
        ("Lie. [The Storyteller chooses]", "Lie. [The_Storyteller_chooses]"),
    ],
)
def test_no_line_breaks_after_the_first_word_in_brackets_or_before_the_last(ability: str, kept: str) -> None:
    set_ = "".join(piece.text for piece in typeset_pieces(markup.ability(ability)))
    assert set_.replace("\N{NO-BREAK SPACE}", "_") == kept


@pytest.mark.parametrize(
    ("ability", "kept"),
    [
        ("Grow. [Reduce non-Travellers to 0]", "Grow. [Reduce_non-|Travellers to_0]"),
        ("You know if it is anti-clockwise.", "You know if it is anti-|clockwise."),
        ("An overly-long word, 1-2 or A-B", "An overly-long word, 1-2 or A-B"),
    ],
)
def test_no_line_breaks_after_a_hyphenated_syllable(ability: str, kept: str) -> None:
    set_ = "".join(piece.text for piece in typeset_pieces(markup.ability(ability)))
    assert set_.replace("\N{WORD JOINER}", "|").replace("\N{NO-BREAK SPACE}", "_") == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("One of them registers as a Demon.", "One of them registers as_a_Demon."),
        ("They make a nomination today.", "They make a nomination_today."),
        ("You learn their character.", "You learn their_character."),
        ("You learn their personalities.", "You learn their personalities."),
        ("You win.", "You_win."),
        ("Poof", "Poof"),
        (" [No Demon]", " [No_Demon]"),
        ("A donaudampfschifffahrtskapitän ate it", "A donaudampfschifffahrtskapitän ate_it"),
        ("", ""),
    ],
)
def test_no_short_word_stands_alone_in_the_last_line(text: str, kept: str) -> None:
    assert bound(text).replace("\N{NO-BREAK SPACE}", "_") == kept
