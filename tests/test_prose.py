"""Markdown as authors write it."""

import pytest

from builder import prose


@pytest.mark.parametrize(
    ("written", "set_"),
    [
        ("The **bold** and the *brave*.", "<p>The <strong>bold</strong> and the <em>brave</em>.</p>"),
        ("<poof!> & <b>gone</b>", "<p>&lt;poof!&gt; &amp; &lt;b&gt;gone&lt;/b&gt;</p>"),
        ('"No," it\'s said...', "<p>“No,” it’s said…</p>"),
        ("one\ntwo", "<p>one<br>\ntwo</p>"),
        ("# Head", "<h4>Head</h4>"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
    ],
)
def test_texts_become_html(written: str, set_: str) -> None:
    assert prose.html(written).strip() == set_


def test_the_circle_of_a_night_reminder_is_no_word_of_the_format() -> None:
    assert prose.html("Mark them. :reminder:") == "<p>Mark them. •</p>\n"


def test_a_picture_in_a_text_is_not_fetched() -> None:
    assert "<img" not in prose.html("![x](https://example.org/x.png)")


def test_the_words_alone_keep_signs_that_look_like_markup() -> None:
    assert prose.plain("a **b** <poof!>\n\n- c") == "a b <poof!>\n\n\nc"


def test_a_text_without_end_ends() -> None:
    assert len(prose.html("*" * 2_000_000)) < 100_000


def test_a_long_line_is_not_followed_by_a_few_words() -> None:
    text = "Each night, choose 2 players: you learn if you learn how many were right."
    assert prose.bound(text).endswith("many were\xa0right.")
    assert prose.bound_on_wide_lines(text).endswith("learn how\xa0many\xa0were\xa0right.")
