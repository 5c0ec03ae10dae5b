import json

import pytest
from composing import SHARED

from builder.game import markup
from builder.game.markup import Mark

CORPUS = SHARED / "corpus" / "community-scripts.jsonl"
HOMEBREW = SHARED / "fixtures" / "homebrew"


def drawn(text: str, *reminders: str) -> list[str]:
    """What is drawn of a reminder: cards in square brackets, names of reminder tokens in round ones."""
    return [
        f"[{piece.text}]" if piece.mark is Mark.INFO else f"({piece.text})"
        for piece in markup.reminder(text, reminders)
        if piece.mark in (Mark.INFO, Mark.NAMED)
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('Show them the "You are" card.', ["[YOU ARE]"]),
        ("Show the 'This character selected you' card, then sleep.", ["[THIS CHARACTER SELECTED YOU]"]),
        ("Show “You are,” then their token.", ["[YOU ARE]"]),
        ("Show the “These characters are in play” card.", ["[THESE CHARACTERS ARE IN PLAY]"]),
        ('Show the "Your lantern is lit" card.', ["[YOUR LANTERN IS LIT]"]),
        ("Say THIS IS THE DEMON and point.", ["[THIS IS THE DEMON]"]),
        ("Show them the YOUR LANTERN IS LIT.", ["[YOUR LANTERN IS LIT]"]),
        ("Ask: DID YOU VOTE TODAY?", ["[DID YOU VOTE TODAY?]"]),
        ("Show the YOU ARE token.", ["[YOU ARE]"]),
        ("Put the 'Has Ability' reminder there.", ["(HAS ABILITY)"]),
        ("Remove the NO ABILITY token.", ["(NO ABILITY)"]),
        ("Place a CAN'T KILL marker.", ["(CAN'T KILL)"]),
        ("Show the token of the player marked “Grandchild”.", ["(GRANDCHILD)"]),
        ("Place the 1ST DEMON token.", ["(1ST DEMON)"]),
    ],
)
def test_cards_and_reminder_tokens_are_read_where_the_words_leave_no_doubt(
    text: str, wanted: list[str]
) -> None:
    assert drawn(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        'Declare that "The Leviathan is in play." Replace the reminder token.',
        "The Po may choose a player OR chooses 3 players.",
        'They play (rock "fist", scissors "two fingers").',
        "Nod 'yes' or shake 'no'.",
        "The players' tokens and the Imp's marker, then the others' cards.",
        "Do NOT wake them. DO NOT EVER wake them.",
        "Show the Imp token, then the Demon card.",
        '"',
        "‘open and never closed card",
    ],
)
def test_other_quotations_and_capitals_stay_what_they_are(text: str) -> None:
    assert drawn(text) == []
    assert markup.plain(text) == text


def test_words_in_asterisks_are_a_card_unless_the_script_has_a_reminder_token_of_that_name() -> None:
    assert drawn("Point to the *KNOW* player: show *YOU ARE*.", "know") == ["(KNOW)", "[YOU ARE]"]
    assert drawn("Show *YOU ARE*.", "you are") == ["[YOU ARE]"]
    assert drawn("Show *DU BIST*.", "know") == ["[DU BIST]"]


def test_a_name_of_a_reminder_token_in_capitals_needs_no_word_behind_it() -> None:
    assert drawn("Place the LEARNS beside them.", "learns") == ["(LEARNS)"]
    assert drawn("Place the LEARNS beside them.") == []


@pytest.mark.volume
def test_endless_capitals_and_quotes_take_no_endless_time() -> None:
    for text in ("A" * 400_000 + "a", "AB " * 200_000, '"a' * 200_000, "'a " * 200_000, "marked 'A" * 50_000):
        assert markup.plain(text).upper() == text.upper()


@pytest.mark.skipif(not CORPUS.exists(), reason="needs ../shared")
def test_in_the_community_corpus_only_real_cards_and_tokens_are_drawn_from_words() -> None:
    found = set()
    with CORPUS.open(encoding="utf-8") as lines:
        for line in lines:
            for entry in json.loads(line)["script"]:
                for night in ("firstNightReminder", "otherNightReminder"):
                    words = entry.get(night) if isinstance(entry, dict) else None
                    found |= {each for each in drawn(words or "") if f"*{each[1:-1]}*" not in words}
    assert found == {"[YOU ARE]", "(IS THE APPRENTICE)"}


@pytest.mark.skipif(not HOMEBREW.exists(), reason="needs ../shared")
def test_homebrew_that_writes_its_tokens_in_words_is_understood() -> None:
    found = set()
    for entry in json.loads((HOMEBREW / "fall-of-rome.json").read_bytes()):
        for night in ("firstNightReminder", "otherNightReminder"):
            found |= set(drawn(entry.get(night) or ""))
    assert {"[YOU ARE]", "[THIS CHARACTER SELECTED YOU]", "(NO ABILITY)", "(CAN'T KILL)"} <= found
    assert not found & {"[FIST]", "(FIST)", "[YES]", "(YES)", "(TRUE)"}
