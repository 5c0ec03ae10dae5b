"""Keywords: how they are read from a file, and where a text has them."""

from typing import Any

import pytest

from builder.game import keywords
from builder.game.keywords import Keyword
from builder.game.script import Script


def script(*written: Any) -> Script:
    return Script(written_meta={"id": "_meta", "clockwright": {"keywords": list(written)}})


def test_keywords_are_read_in_the_authors_order_and_nonsense_is_skipped() -> None:
    found = keywords.of(
        script(
            {"term": " cursed  player ", "also": ["curse", 3, ""], "text": "No\nvote."},
            "x",
            {"term": 4},
            {"text": "Nothing."},
            {"term": "Ash", "also": "x", "text": None},
        )
    )
    assert found == (Keyword("cursed player", "No vote.", ("curse",)), Keyword("Ash"))
    assert keywords.of(Script(written_meta={"clockwright": {"keywords": "x"}})) == ()
    assert keywords.of(Script(written_meta={"clockwright": []})) == ()


@pytest.mark.parametrize(
    ("term", "text", "parts"),
    [
        ("cursed", "A Cursed player.", ["A ", "Cursed", " player."]),
        ("Cursed", "A cursed player.", ["A cursed player."]),
        ("curse", "You are cursed, un-curse it.", ["You are cursed, un-curse it."]),
        ("night kill", "A night\N{NO-BREAK SPACE}kill", ["A ", "night\N{NO-BREAK SPACE}kill"]),
        ("devil's mark", "The devil’s mark.", ["The ", "devil’s mark", "."]),
        ("(x)", "An (x) b", ["An ", "(x)", " b"]),
        ("verflucht", "Du bist VERFLUCHT!", ["Du bist ", "VERFLUCHT", "!"]),
    ],
)
def test_a_term_is_found_as_a_whole_word(term: str, text: str, parts: list[str]) -> None:
    found = list(keywords.split(text, (Keyword(term),)))
    assert [part for part, _ in found] == parts
    assert [part for part, is_term in found if is_term] == parts[1:2]


def test_the_longest_of_two_terms_counts() -> None:
    both = (Keyword("mark"), Keyword("mark of ash"))
    assert [part for part, is_term in keywords.split("A mark of ash or a mark", both) if is_term] == [
        "mark of ash",
        "mark",
    ]


def test_a_term_in_the_meaning_of_a_used_one_is_used() -> None:
    known = (Keyword("gilded", "Not cursed."), Keyword("cursed", "Bad."), Keyword("other", "x"))
    assert keywords.used(known, ["A gilded player."]) == known[:2]
    assert keywords.used(known, ["Nobody."]) == ()
