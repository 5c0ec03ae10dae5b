import pytest
from composing import homebrew, script

from builder import catalogue
from builder.game.markup import Mark
from builder.game.script import Script
from builder.printables import common, night
from builder.printables.night import Deed, moves, steps


def first(composed: Script) -> list[str]:
    return [row.icon.name for row in night.content(composed).nights[0].rows]


def lines(reminder: str) -> list[str]:
    """The steps as a reader sees them, with a ring for each token."""
    return [
        "".join("○" if piece.mark is Mark.TOKEN else piece.text for piece in step)
        .replace("\xa0", " ")
        .strip()
        for step in steps(reminder)
    ]


SIGNS = {
    Deed.CONDITION: "?",
    Deed.AWAKE: "awake",
    Deed.ASLEEP: "asleep",
    Deed.MARKER: "token",
    Deed.PLAIN: "-",
}


def deeds(reminder: str) -> list[str]:
    """The deeds as a reader sees them: sign, words, and a dot before what hangs on a condition."""
    return [
        f"{'• ' * move.nested}{SIGNS[move.deed]} "
        + "".join("○" if piece.mark is Mark.TOKEN else piece.text for piece in move.pieces).replace(
            "\xa0", " "
        )
        for move in moves(tuple(steps(reminder)))
    ]


def test_a_night_goes_from_dusk_to_dawn() -> None:
    assert first(script("imp", "poisoner", "monk", "empath")) == [
        "Dusk",
        "Minion Info",
        "Demon Info",
        "Poisoner",
        "Empath",
        "Dawn",
    ]


def test_other_nights_have_their_own_order_and_no_info() -> None:
    _, other = night.content(script("imp", "poisoner", "monk", "empath")).nights
    assert [row.icon.name for row in other.rows] == ["Dusk", "Poisoner", "Monk", "Imp", "Empath", "Dawn"]
    assert other.heading == "Other Nights"


def test_the_rows_of_the_game_itself_look_quieter_than_characters() -> None:
    rows = night.content(script("imp", "poisoner")).nights[0].rows
    assert [row.icon.name for row in rows if not row.ours] == ["Poisoner"]


@pytest.mark.parametrize(
    ("reminder", "wanted"),
    [
        ("Wake the Imp. They point. Sleep.", ["Wake the Imp.", "They point.", "Sleep."]),
        ("The player dies. :reminder:", ["The player dies. ○"]),
        (
            "Mark them. :reminder: Then wake the next. :reminder::reminder:",
            ["Mark them. ○", "Then wake the next. ○○"],
        ),
        ("Show *YOU ARE* & the token. Nod.", ["Show YOU ARE & the token.", "Nod."]),
        ("If so (only then!) act. (Else not.) Stop.", ["If so (only then!) act. (Else not.)", "Stop."]),
        ("Show a sign, e.g. a thumb, i.e. one. Done", ["Show a sign, e.g. a thumb, i.e. one.", "Done"]),
        ("Wait… Then go! Really? Yes.", ["Wait…", "Then go!", "Really?", "Yes."]),
        ('Say "boo." Then sleep.', ["Say “boo.”", "Then sleep."]),
        ("One dies. :reminder: (Not you!) Nod.", ["One dies. ○ (Not you!)", "Nod."]),
        ("1 of them.\nThe other one.", ["1 of them.", "The other one."]),
        ("選ぶ。眠る。", ["選ぶ。", "眠る。"]),
        (":reminder:", ["○"]),
        ("", []),
        ("   ", []),
        ("One line without an end", ["One line without an end"]),
    ],
)
def test_each_step_of_a_reminder_has_a_line(reminder: str, wanted: list[str]) -> None:
    assert lines(reminder) == wanted


@pytest.mark.parametrize(
    "reminder",
    ["A b. :reminder: C *D E* f. (G.) h", "x. y! z? :reminder: :reminder: w", "„Nein.“ Ja. «Oui.» Non."],
)
def test_no_word_of_a_reminder_is_lost_between_steps(reminder: str) -> None:
    plain = reminder.replace(":reminder:", "○").replace("*", "")
    assert "".join("".join(lines(reminder)).split()) == "".join(plain.split())


def test_info_tokens_and_circles_are_marked_to_be_drawn() -> None:
    (step,) = steps("Show *THIS IS THE DEMON* :reminder:")
    assert [piece.mark for piece in step if piece.text.strip() or piece.mark is Mark.TOKEN] == [
        Mark.TEXT,
        Mark.INFO,
        Mark.TOKEN,
    ]


def test_only_jinxes_of_those_who_act_stand_under_a_night(fair: Script) -> None:
    content = night.content(fair)
    assert len(content.jinxes) == 4
    acting = {row.icon.id for row in content.nights[1].rows}
    for row in content.nights[1].jinxes:
        assert {icon.id for icon in row.icons} & acting
    asleep = script(homebrew(1, "minion", jinxes=[{"id": "made2", "reason": "x"}]), homebrew(2, "demon"))
    assert [len(each.jinxes) for each in night.content(asleep).nights] == [0, 0]


def test_a_row_names_those_it_is_jinxed_with(fair: Script) -> None:
    rows = {row.icon.name: row for row in night.content(fair).nights[0].rows}
    assert [icon.name for icon in rows["Spy"].jinxed] == ["Magician", "Damsel"]


def test_an_id_nobody_knows_in_the_authors_order_does_not_break_the_sheet() -> None:
    composed = script("imp", "poisoner", "nobody", firstNight=["dusk", "nobody", "poisoner", "dawn"])
    names = [row.icon.name for row in night.content(composed).nights[0].rows]
    assert names == ["Dusk", "nobody", "Minion Info", "Demon Info", "Poisoner", "Dawn"]


def test_a_note_stands_apart_from_the_steps() -> None:
    rows = {
        row.icon.name: row for row in night.content(script("imp", "poppygrower", "poisoner")).nights[0].rows
    }
    assert "Poppy Grower" in common.text(rows["Minion Info"].note)
    assert "Poppy Grower" not in " ".join(map(common.text, rows["Minion Info"].steps))


def test_travellers_and_guests_are_at_hand_on_the_strips(fair: Script) -> None:
    content = night.content(fair)
    assert [icon.name for icon in content.travellers] == [
        "Thief",
        "Bureaucrat",
        "Barista",
        "Gunslinger",
        "Gnome",
    ]
    assert [icon.name for icon in content.guests] == ["Djinn", "Bootlegger"]


def test_homebrew_wakes_where_its_number_says() -> None:
    maker = homebrew(1, "minion", name="Maker", firstNight=24.5, firstNightReminder="Nod.")
    order = first(script("poisoner", "empath", maker, "imp"))
    assert order.index("Demon Info") < order.index("Maker") < order.index("Empath")


@pytest.mark.parametrize(
    ("reminder", "wanted"),
    [
        ("The Imp chooses a player, who dies. :reminder:", ["awake The Imp chooses a player, who dies. ○"]),
        ("Put the Imp to sleep.", ["asleep Put the Imp to sleep."]),
        ("Make sure that every eye is closed.", ["asleep Make sure that every eye is closed."]),
        ("Mark a player. :reminder:", ["token Mark a player. ○"]),
        ("Show 0, 1 or 2 fingers.", ["- Show 0, 1 or 2 fingers."]),
        (
            "If nobody died today, the Zombuul chooses a player.",
            ["? If nobody died today,", "• awake the Zombuul chooses a player."],
        ),
        (
            "If so: put them to sleep, wake the new one & show *YOU ARE*.",
            ["? If so:", "• asleep put them to sleep,", "• awake wake the new one & show YOU ARE."],
        ),
        (
            "If one died, nod; otherwise shake your head.",
            ["? If one died,", "• - nod;", "? otherwise shake your head."],
        ),
        ("If they do: :reminder: Mark one.", ["? If they do: ○", "• token Mark one."]),
        (
            "If one died, nod. Then sleep. In every game, wake the Demon.",
            ["? If one died,", "• - nod.", "• asleep Then sleep.", "awake In every game, wake the Demon."],
        ),
        ("If it is the Imp (if, then, or: not) nod.", ["? If it is the Imp (if, then, or: not) nod."]),
        ("One by one, wake them.", ["awake One by one, wake them."]),
        ("選ぶ。眠る。", ["- 選ぶ。", "- 眠る。"]),
        (":reminder:", ["token ○"]),
        ("", []),
    ],
)
def test_each_deed_has_its_sign_and_stands_under_its_condition(reminder: str, wanted: list[str]) -> None:
    assert deeds(reminder) == wanted


def test_no_word_is_lost_between_the_deeds_of_any_official_character() -> None:
    for character in catalogue.everyone():
        for text in (character.first_night_reminder, character.other_night_reminder):
            whole = "".join("".join(lines(text)).split())
            told = "".join(
                "○" if piece.mark is Mark.TOKEN else piece.text
                for move in moves(tuple(steps(text)))
                for piece in move.pieces
            )
            assert "".join(told.split()) == whole


def test_a_sentence_longer_than_the_format_allows_is_left_whole() -> None:
    assert len(deeds("If so, " + "wake them, " * 20_000)) == 1


def test_a_circle_never_begins_a_line() -> None:
    (step,) = steps("A player dies. :reminder: :reminder:")
    assert common.text(step) == "A player dies.\xa0\xa0"


def test_the_words_of_a_reminder_token_are_told_from_a_card_to_show() -> None:
    row = next(
        row
        for row in night.content(script("imp", "investigator", "poisoner")).nights[0].rows
        if row.icon.name == "Investigator"
    )
    assert [piece.text for piece in row.steps[0] if piece.mark is Mark.NAMED] == ["MINION", "WRONG"]
    assert not [piece for piece in row.steps[0] if piece.mark is Mark.INFO]


def test_the_strips_have_a_row_for_each_name_and_none_for_a_jinx() -> None:
    content = night.content(script("spy", "alchemist", "imp"))
    assert content.jinxes
    sections = {section.name: section for section in content.sections}
    for each in content.nights:
        names = tuple(row.icon.name for row in each.rows)
        strip = sections[f"{each.name}-strip"]
        assert (strip.names, strip.rows, strip.texts) == (names, len(names), ())
