import pytest
from composing import homebrew, script

from builder.errors import ClockwrightError, UnknownChoiceError
from builder.game.ids import key
from builder.game.script import Script
from builder.printables import options, table
from builder.printables.table import Content


def cards(composed: Script, **settings: str) -> Content:
    return table.content(composed, options.read(table, settings))


def shown(content: Content) -> list[str]:
    """The words of the cards to show, those to write on among them."""
    return [card.words for page in content.info for card in page.cards]


def saying(*words: str) -> Script:
    """A script with cards of its own."""
    return script(
        *(
            homebrew(number, "minion", firstNight=3, firstNightReminder=f"Show *{each}* here.")
            for number, each in enumerate(words)
        )
    )


def test_all_cards_that_make_sense_are_there_without_asking(fair: Script) -> None:
    content = cards(fair)
    assert content.counts
    assert content.bluffs
    assert content.jinxes
    assert content.info
    assert content.names
    assert content.seats
    assert content.blank
    assert content.back
    assert content.bag is None, "nobody has said how many play"


def test_only_the_cards_asked_for_are_printed(fair: Script) -> None:
    content = cards(fair, cards=" Counts, info")
    assert content.counts
    assert content.info
    others = (content.bluffs, content.jinxes, content.names, content.seats, content.blank, content.back)
    assert not any(others)


def test_a_card_that_does_not_exist_is_refused_with_those_that_do(fair: Script) -> None:
    with pytest.raises(UnknownChoiceError, match=r"table card “tarot”.*bluffs.*counts"):
        cards(fair, cards="counts,tarot")


def test_the_counts_say_who_changes_them_on_this_script() -> None:
    counts = cards(script("imp", "baron", "godfather", "chef", "baron")).counts
    assert counts
    assert [(change.icon.name, change.words) for change in counts.changes] == [
        ("Baron", "+2\xa0Outsiders"),
        ("Godfather", "−1\xa0or\xa0+1\xa0Outsider"),
    ]
    by_team = {row.team: dict(zip(counts.players, row.counts, strict=True)) for row in counts.rows}
    assert by_team["townsfolk"][12] == 7
    assert by_team["outsider"][12] == 2


def test_bluffs_are_the_good_characters_and_no_others(fair: Script) -> None:
    bluffs = cards(fair).bluffs
    assert {icon.team for icon in bluffs} == {"townsfolk", "outsider"}
    assert len(bluffs) == sum(
        character.team.value in ("townsfolk", "outsider") for character in fair.characters
    )


def test_cards_of_the_scripts_own_stand_behind_the_standard_ones() -> None:
    own = homebrew(1, "minion", firstNight=3, firstNightReminder="Show *YOU ARE* and *THE LAMP IS LIT* here.")
    marked = homebrew(
        2,
        "demon",
        otherNight=3,
        otherNightReminder="Point to *LIT*. Show *THE LAMP IS LIT*.",
        reminders=["Lit"],
    )
    words = shown(cards(script(own, marked)))
    assert words[:2] == ["THIS IS THE DEMON", "THESE ARE YOUR MINIONS"]
    assert [word for word in words if word][-1] == "THE LAMP IS LIT"
    assert words.count("YOU ARE") == words.count("THE LAMP IS LIT") == 1
    assert "LIT" not in words


@pytest.mark.parametrize(("own", "pages", "rows"), [(0, 1, 6), (1, 1, 7), (2, 1, 7), (3, 2, 6), (13, 2, 7)])
def test_no_lone_card_stands_on_a_page_that_closer_cards_would_save(own: int, pages: int, rows: int) -> None:
    content = cards(saying(*(f"LAMP {number} IS LIT" for number in range(own))))
    assert len(content.info) == pages
    assert {page.rows for page in content.info} == {rows}


def test_where_the_cards_end_empty_ones_to_write_on_fill_the_page() -> None:
    words = shown(cards(saying("THE LAMP IS LIT", "THE BELL IS CRACKED", "THE WELL IS DRY")))
    assert words[12:] == ["THE LAMP IS LIT", "THE BELL IS CRACKED", "THE WELL IS DRY", *[""] * 9]


def test_a_card_of_many_words_keeps_the_room_that_it_needs() -> None:
    """In the lower cards of a page of seven rows its lines would run out at the foot."""
    content = cards(saying("WHOEVER HOLDS THE LAMP " * 6))
    assert {page.rows for page in content.info} == {6}


def test_a_card_is_broken_into_lines_as_even_as_can_be(fair: Script) -> None:
    lines = {card.words: card.lines for page in cards(fair).info for card in page.cards if card.words}
    assert lines["THESE ARE YOUR MINIONS"] == ("THESE ARE", "YOUR MINIONS")
    assert lines["YOU ARE"] == ("YOU ARE",)
    assert all(" ".join(each) == words for words, each in lines.items())


def test_a_dealt_bag_holds_a_token_for_every_player_and_the_steps_in_order(fair: Script) -> None:
    bag = cards(fair, players="12", seed="1").bag
    assert bag
    assert len(bag.tokens) == 12
    assert [token.icon.name for token in bag.tokens] == sorted(token.icon.name for token in bag.tokens)
    assert bag.steps[0].startswith("Put these 12 tokens into the bag:")
    assert len(bag.bluffs) == 3


def test_a_state_that_lasts_all_game_has_its_token_and_its_step_on_the_card() -> None:
    bag = cards(
        script("lycanthrope", "chef", "monk", "empath", "virgin", "slayer", "poisoner", "imp"),
        players="7",
        seed="1",
        **{"with": "lycanthrope"},
    ).bag
    assert bag
    assert [marker.words for marker in bag.markers] == ["Faux Paw"]
    assert any("Faux Paw and registers as evil." in step for step in bag.steps)


def test_the_same_seed_deals_the_same_bag_and_another_one_another(fair: Script) -> None:
    once, again, other = (cards(fair, players="9", seed=seed).bag for seed in ("moth", "moth", "candle"))
    assert once == again
    assert once != other


def test_a_token_whose_player_is_somebody_else_says_who() -> None:
    people = script("washerwoman", "chef", "empath", "monk", "drunk", "poisoner", "imp", name="Small")
    bag = cards(people, players="6").bag
    assert bag
    (drunk,) = [token for token in bag.tokens if token.truly]
    assert drunk.truly
    assert drunk.truly.name == "Drunk"
    assert [token.icon.name for token in bag.tokens if token.evil] == ["Imp", "Poisoner"]


@pytest.mark.parametrize(
    ("players", "complaint"),
    [
        ("many", "“many” is not a number of players"),
        ("4", "5 to 20"),
        ("-7", "not a number"),
        ("9" * 5000, "5 to 20"),
    ],
)
def test_a_number_of_players_that_is_none_is_refused_in_a_sentence(
    fair: Script, players: str, complaint: str
) -> None:
    with pytest.raises(ClockwrightError, match=complaint):
        cards(fair, players=players)


def test_a_game_that_cannot_be_dealt_says_why() -> None:
    with pytest.raises(ClockwrightError, match=r"Demon|players"):
        cards(script("imp"), players="7")


def test_any_seed_is_a_seed(fair: Script) -> None:
    for seed in ("", "9" * 6000, "Nacht 7 🌙"):
        assert cards(fair, players="7", seed=seed).bag


def test_names_are_printed_and_blank_cards_fill_their_page(fair: Script) -> None:
    assert [card.name for card in cards(fair, names="Ada, ,Bo’, עדה").names] == ["Ada", "Bo’", "עדה"]
    assert cards(fair, names="עדה").names[0].direction == "rtl"
    assert len(cards(fair).names) == 8
    assert len(cards(fair, players="12").names) == 16


def test_more_names_than_anybody_plays_with_are_refused(fair: Script) -> None:
    with pytest.raises(ClockwrightError, match="The limit is 40"):
        cards(fair, names=",".join("A" * 41))


def test_every_player_has_a_place_on_the_page_for_notes(fair: Script) -> None:
    seats = cards(fair, players="9").seats
    assert [seat.number for seat in seats] == list(range(1, 10))
    assert (seats[0].across, seats[0].down) == (0.5, 0.0)
    assert len({(seat.across, seat.down) for seat in seats}) == 9


def test_long_words_stand_smaller_than_short_ones() -> None:
    sizes = [
        cards(script("imp", name=name), cards="back").back for name in ("Ox", "A Murmur of Moths", "W" * 50)
    ]
    assert [each.size for each in sizes if each] == ["huge", "large", "tiny"]


def test_a_script_of_nobody_still_has_its_cards() -> None:
    content = cards(script())
    assert content.bluffs == content.jinxes == ()
    assert content.info
    assert content.counts
    assert not content.counts.changes


def test_a_deal_knows_its_characters_by_their_own_pictures(fair: Script) -> None:
    bag = cards(fair, players="10").bag
    assert bag
    on_script = {character.key for character in fair.characters}
    assert {key(icon.id) for icon in bag.bluffs} <= on_script


@pytest.mark.parametrize(
    ("words", "lines"),
    [("你是", ("你是",)), ("这些角色不在场", ("这些角色", "不在场")), ("", ("",)), ("YOU ARE", ("YOU ARE",))],
)
def test_a_card_is_broken_into_even_lines_also_without_spaces(words: str, lines: tuple[str, ...]) -> None:
    assert table._card(words).lines == lines
