import pytest
from patience import little_work

from builder.game import markup
from builder.game.markup import Mark, Piece


def marks(text: str) -> list[tuple[str, str]]:
    return [(piece.mark.value, piece.text) for piece in markup.reminder(text)]


@pytest.mark.parametrize(
    "mark", [":reminder:", "@", '<i class="reminder-token"></i>', "<i class='reminder-token'> </i>"]
)
def test_every_way_to_write_a_token_circle_is_the_same_circle(mark: str) -> None:
    assert marks(f"The Imp chooses a player. {mark}") == [
        ("text", "The Imp chooses a player. "),
        ("token", ""),
    ]


def test_a_circle_may_carry_its_label() -> None:
    assert marks('<i class="reminder-token">Dead</i>') == [("token", "Dead")]
    assert markup.plain('<i class="reminder-token">Dead</i>') == "● Dead"


def test_circles_stand_before_and_behind_punctuation() -> None:
    assert markup.plain("A player (@), :reminder:. Then @.") == "A player (●), ●. Then ●."


@pytest.mark.parametrize("text", ["mail me@example.org", "@everyone sleeps", "9@9", "a@ b"])
def test_an_at_sign_inside_a_word_is_an_at_sign(text: str) -> None:
    assert marks(text) == [("text", text)]


def test_an_info_token_is_shown_in_capitals() -> None:
    assert marks("Show *you are*, then leave.") == [
        ("text", "Show "),
        ("info", "YOU ARE"),
        ("text", ", then leave."),
    ]


def test_three_asterisks_are_an_info_token_too() -> None:
    assert marks("***YOU ARE***") == [("info", "YOU ARE")]


@pytest.mark.parametrize("text", ["**now**", "<b>now</b>", "<B>now</B>", "<strong>now</strong>"])
def test_every_way_to_write_bold_is_the_same_bold(text: str) -> None:
    assert marks(f"Do it {text}!") == [("text", "Do it "), ("bold", "now"), ("text", "!")]


def test_bold_words_may_hold_a_circle_and_an_info_token() -> None:
    assert marks("<b>put :reminder: and show *YOU ARE* now</b>") == [
        ("bold", "put "),
        ("token", ""),
        ("bold", " and show "),
        ("info", "YOU ARE"),
        ("bold", " now"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Each night*, they choose a player. Each night*, they wake.",
        "3 * 4 * 5",
        "*open, and never closed",
        "**open",
        "<b>open",
        "* not * a token",
        "reminder: none :reminder",
        "<poof!> & gone",
        "*two\nlines*",
        '<i class="reminder-token">open',
        "****",
        "",
    ],
)
def test_marks_that_are_never_closed_are_ordinary_text(text: str) -> None:
    assert markup.plain(text) == text


def test_the_star_of_each_night_does_not_open_an_info_token() -> None:
    assert marks("Each night*, show *YOU ARE*.")[0] == ("text", "Each night*, show ")


def test_japanese_needs_no_space_before_an_info_token() -> None:
    assert marks("彼に*あなたは*を見せる")[1] == ("info", "あなたは")


def test_the_text_of_all_pieces_is_what_the_author_wrote_but_for_the_marks() -> None:
    text = '**Wake** the *DEMON*: @ then :reminder: <i class="reminder-token">X</i> and Each night*.'
    assert markup.plain(text) == "Wake the DEMON: ● then ● ● X and Each night*."


def test_set_up_text_of_an_ability_is_set_apart_with_its_brackets() -> None:
    assert markup.ability("Each night*, choose a player. [+2 Outsiders]") == (
        Piece(Mark.TEXT, "Each night"),
        Piece(Mark.STAR, "*"),
        Piece(Mark.TEXT, ", choose a player. "),
        Piece(Mark.SETUP, "[+2 Outsiders]"),
    )


@pytest.mark.parametrize(
    "text", ["They said […] and left.", "They said [...] and left.", "An [open bracket", "[]"]
)
def test_brackets_that_say_nothing_are_ordinary_text(text: str) -> None:
    assert markup.ability(text) == (Piece(Mark.TEXT, text),)


def test_info_tokens_are_no_marks_of_abilities() -> None:
    assert {piece.mark for piece in markup.ability("You *might* be drunk :reminder:")} == {
        Mark.TEXT,
        Mark.STAR,
    }


def test_bold_words_in_abilities_are_bold() -> None:
    assert Piece(Mark.BOLD, "all") in markup.ability("Choose **all** players.")


@pytest.mark.volume
@pytest.mark.parametrize("bit", ["*a", "**a", "<b>", "<i ", "[", "*", "@", ":reminder:", "<b>*a"])
def test_hostile_text_takes_no_long_time(bit: str) -> None:
    text = bit * 20_000
    with little_work():
        markup.reminder(text)
        markup.ability(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("占い師", "ltr"), ("שומר", "rtl"), ("حكواتي", "rtl"), ("123 Moira", "ltr"), ("?", "ltr")],
)
def test_a_text_reads_in_the_direction_of_its_first_letter(text: str, expected: str) -> None:
    assert markup.direction(text) == expected
