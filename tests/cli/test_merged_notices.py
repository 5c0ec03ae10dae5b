"""A script whose pictures cannot be fetched says so once, however many of its documents are printed."""

from builder.cli.printing import merged_notices
from builder.game.problem import Problem, Severity


def missing(message: str, *characters: str) -> Problem:
    return Problem("picture-missing", Severity.NOTICE, message, characters)


def glyph(message: str) -> Problem:
    return Problem("no-glyph", Severity.NOTICE, message)


def test_pictures_are_missed_once_with_the_count_of_the_document_that_misses_most() -> None:
    sheet = [missing("2 pictures: no connection", "a", "b"), missing("the logo: too long")]
    tokens = [missing("2 pictures: no connection", "a", "b"), missing("1 picture: too long", "c")]
    almanac = [missing("3 pictures: no connection", "a", "b", "c"), missing("the logo: no connection")]
    assert merged_notices([sheet, almanac]) == ["3 pictures: no connection", "the logo: no connection"]
    assert merged_notices([sheet, tokens]) == [
        "2 pictures: no connection",
        "the logo: too long",
        "1 picture: too long",
    ]
    assert merged_notices([tokens, almanac, sheet]) == merged_notices([sheet, almanac])


def test_a_picture_that_only_one_document_needs_is_told_too() -> None:
    sheet = [missing("3 pictures", "a", "b", "c")]
    shop = [missing("1 picture, flipped", "d")]
    assert merged_notices([shop, sheet]) == ["3 pictures", "1 picture, flipped"]


def test_the_other_notices_keep_their_order_and_are_told_once() -> None:
    assert merged_notices([[glyph("x"), missing("1 picture", "a")], [glyph("y"), glyph("x")], []]) == [
        "1 picture",
        "x",
        "y",
    ]
    assert merged_notices([]) == []
