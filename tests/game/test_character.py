"""What a character is called in a sentence."""

import pytest

from builder.game.character import bare


@pytest.mark.parametrize(
    ("name", "after_the"),
    [("The Twins", "Twins"), ("The  Twins", "Twins"), ("Thief", "Thief"), ("The", "The"), ("", "")],
)
def test_a_name_after_an_article_has_no_article_of_its_own(name: str, after_the: str) -> None:
    assert bare(name) == after_the
