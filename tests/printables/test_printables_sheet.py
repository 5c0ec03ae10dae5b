import pytest
from composing import company, homebrew, prose, script

from builder import catalogue
from builder.game.markup import Mark
from builder.game.script import Script
from builder.printables import common, sheet
from builder.printables.options import Options
from builder.prose import NO_BREAK

ALL_TEAMS = ("loric", "demon", "fabled", "townsfolk", "traveller", "minion", "outsider")


def names(block: sheet.Block) -> list[str]:
    return [row.icon.name for row in block.rows]


def spaced(text: str) -> str:
    """A text whose words may all be parted."""
    return text.replace(NO_BREAK, " ")


def test_teams_stand_in_the_usual_order_whatever_the_file_says() -> None:
    content = sheet.content(script(*company(ALL_TEAMS)))
    assert [block.heading for block in content.blocks] == ["Townsfolk", "Outsiders", "Minions", "Demons"]
    assert [block.heading for block in content.back] == ["Travellers", "Fabled", "Loric"]


def test_inside_a_team_the_author_has_the_order() -> None:
    (townsfolk, demons) = sheet.content(script("virgin", "imp", "chef", "monk")).blocks
    assert names(townsfolk) == ["Virgin", "Chef", "Monk"]
    assert names(demons) == ["Imp"]


def test_a_team_without_anybody_has_no_heading() -> None:
    assert sheet.content(script("imp")).blocks[0].heading == "Demons"
    assert sheet.content(script()).blocks == ()


@pytest.mark.parametrize(
    ("ability", "legend"),
    [
        ("Each night*, choose a player.", True),
        ("Each night, choose a player.", False),
        ("Say **boo**.", False),
    ],
)
def test_the_legend_stands_only_where_an_ability_has_its_star(ability: str, legend: bool) -> None:
    assert sheet.content(script(homebrew(1, "demon", ability=ability))).legend is legend


def test_a_star_on_the_back_alone_needs_no_legend_in_front() -> None:
    content = sheet.content(script(homebrew(1, "traveller"), homebrew(2, "demon", ability="You win.")))
    assert not content.legend


def test_partners_stand_beside_both_names(fair: Script) -> None:
    beside = {
        row.icon.name: [other.name for other in row.jinxed]
        for block in sheet.content(fair).blocks
        for row in block.rows
        if row.jinxed
    }
    assert beside["Spy"] == ["Magician", "Damsel"]
    assert beside["Magician"] == ["Spy"]
    assert beside["Boffin"] == ["Village Idiot", "Drunk"]


def test_the_hermit_takes_over_the_jinxes_of_the_other_outsiders() -> None:
    content = sheet.content(script("hermit", "damsel", "spy", "imp"))
    pairs = [{icon.name for icon in row.icons} for row in content.jinxes]
    assert {"Spy", "Hermit"} in pairs
    assert {"Spy", "Damsel"} in pairs


def test_a_jinx_of_the_script_itself_is_listed_with_its_own_words() -> None:
    jinx = {"id": "imp", "reason": "The Imp may not - ever - be 'it'."}
    (row,) = sheet.content(script(homebrew(1, "minion", name="Pest", jinxes=[jinx]), "imp")).jinxes
    assert [icon.name for icon in row.icons] == ["Pest", "Imp"]
    assert spaced(common.text(row.reason)) == "The Imp may not – ever – be ‘it’."


def test_a_jinx_with_somebody_nobody_knows_prints_all_the_same() -> None:
    people = [
        homebrew(1, "demon", name="Ogre King", jinxes=[{"id": "nobody", "reason": "They agree."}]),
        "nobody",
    ]
    content = sheet.content(script(*people))
    assert [[icon.name for icon in row.icons] for row in content.jinxes] == [["Ogre King", "nobody"]]
    assert content.jinxes[0].icons[1].team == "unknown"


def test_ids_that_nobody_knows_are_listed_as_they_were_written() -> None:
    content = sheet.content(script("imp", "Lord_Nobody", {"id": "perfumer_the_shop"}))
    assert content.unknown == ("Lord_Nobody", "perfumer_the_shop")


def test_the_rules_of_the_author_are_set_as_text() -> None:
    content = sheet.content(script("imp", bootlegger=['Nobody says "Imp" ... or -1.', "Be kind."]))
    assert tuple(map(spaced, content.rules)) == ("Nobody says “Imp” … or −1.", "Be kind.")


def test_fabled_and_loric_are_named_at_the_head(fair: Script) -> None:
    assert [guest.name for guest in sheet.content(fair).guests] == ["Djinn", "Bootlegger"]
    assert sheet.content(fair).more_guests == 0


def test_more_guests_than_the_head_holds_are_counted_there_and_listed_behind() -> None:
    content = sheet.content(script(*company(("fabled",) * 9)))
    assert (len(content.guests), content.more_guests) == (6, 3)
    assert len(content.back[0].rows) == 9


def test_the_counts_are_those_of_the_game() -> None:
    content = sheet.content(script("imp"))
    table = {row.heading: dict(zip(content.players, row.counts, strict=True)) for row in content.counts}
    assert [table[team][7] for team in table] == [5, 0, 1, 1]
    assert [table[team][15] for team in table] == [9, 2, 3, 1]
    assert content.players == tuple(range(5, 16))


def test_setup_text_is_set_apart_and_listed_under_the_counts() -> None:
    content = sheet.content(
        script("baron", "imp", homebrew(1, "minion", ability="Lie. [-1 or +1 Outsider] [No Demon]"))
    )
    plain = {row.icon.name: [spaced(text) for text in row.brackets] for row in content.setup}
    assert plain == {"Baron": ["+2 Outsiders"], "Maker 1": ["−1 or +1 Outsider", "No Demon"]}
    baron = content.blocks[0].rows[0]
    assert [piece.text for piece in baron.ability if piece.mark is Mark.SETUP] == [" [+2\xa0Outsiders]"]


def test_the_title_is_hidden_only_behind_a_logo() -> None:
    hidden = script("imp", hideTitle=True, logo="https://example.org/x.png")
    assert not sheet.content(hidden).hide_title  # its picture could not be had
    assert sheet.content(hidden, Options(logo="clockwright:picture/1")).hide_title


@pytest.mark.parametrize(("author", "subject"), [("Ada", " by Ada"), ("", ""), ("   ", "")])
def test_the_document_says_whose_script_it_is(author: str, subject: str) -> None:
    front = sheet.content(script("imp", name="Moth", author=author)).front
    assert front.subject == f"Character sheet for the script Moth{subject}"
    assert front.author == author.strip()


def test_a_script_without_a_name_has_one_on_paper() -> None:
    assert sheet.content(script("imp", name="  ")).front.title == "Unnamed script"


def test_arabic_and_hebrew_read_from_the_right() -> None:
    (block,) = sheet.content(script(homebrew(1, "demon", name="שטן", ability="You win. الفوز"))).blocks
    assert (block.rows[0].name_direction, block.rows[0].direction) == ("rtl", "ltr")


def test_everybody_known_has_a_picture() -> None:
    content = sheet.content(script(*(each.id for each in catalogue.everyone())))
    urls = {row.icon.url for block in (*content.blocks, *content.back) for row in block.rows}
    assert len(urls) > 175
    assert all(url.startswith("clockwright:emblem/") for url in urls)


# -- two columns -------------------------------------------------------------------------------------------


def divided(*lengths: int) -> list[tuple[list[str], list[str]]]:
    """The columns of Townsfolk whose abilities have so many letters, by their numbers."""
    people = [
        homebrew(n, "townsfolk", name=str(n), ability=prose(length, n)) for n, length in enumerate(lengths)
    ]
    (block,) = sheet.content(script(*people)).blocks
    return [
        ([row.icon.name for row in part.left], [row.icon.name for row in part.right]) for part in block.parts
    ]


def test_a_team_is_divided_in_the_middle_with_the_odd_one_on_the_left() -> None:
    assert divided(60, 60, 60, 60) == [(["0", "1"], ["2", "3"])]
    assert divided(60, 60, 60) == [(["0", "1"], ["2"])]
    assert divided(60) == [(["0"], [])]


def test_long_abilities_move_the_place_where_a_team_is_divided() -> None:
    assert divided(250, 250, 30, 30, 30, 30) == [(["0", "1"], ["2", "3", "4", "5"])]


def test_columns_are_divided_anew_by_the_heights_that_their_rows_have_on_paper() -> None:
    content = sheet.content(script(*(homebrew(n, "townsfolk", name=str(n)) for n in range(5))))
    ((part,),) = (block.parts for block in content.blocks)
    assert (len(part.left), len(part.right)) == (3, 2)
    assert content.divided([(1, 1, 1, 1, 1)]) is content
    ((anew,),) = (block.parts for block in content.divided([(9, 1, 1, 9, 1)]).blocks)
    assert (len(anew.left), len(anew.right)) == (3, 2), "11 beside 10; no other division is better"
    ((anew,),) = (block.parts for block in content.divided([(9, 9, 2, 9, 9)]).blocks)
    assert [row.icon.name for row in anew.left] == ["0", "1", "2"]
    ((anew,),) = (block.parts for block in content.divided([(9, 1, 1, 1, 1)]).blocks)
    assert [row.icon.name for row in anew.left] == ["0"]


def test_a_team_too_long_for_a_page_comes_in_parts_of_the_same_length() -> None:
    parts = divided(*[60] * 41)
    assert [len(left) + len(right) for left, right in parts] == [8, 8, 8, 8, 9]
    assert [name for left, right in parts for name in (*left, *right)] == [str(n) for n in range(41)]


def test_two_teams_of_one_character_each_stand_side_by_side() -> None:
    def rows(*ids: str) -> list[list[str]]:
        return [[block.team for block in row] for row in sheet.content(script(*ids)).back_rows]

    assert rows("djinn", "bootlegger") == [["fabled", "loric"]]
    assert rows("judge", "djinn", "bootlegger") == [["traveller", "fabled"], ["loric"]]
    assert rows("judge", "bureaucrat", "djinn", "bootlegger") == [["traveller"], ["fabled", "loric"]]
    assert rows("djinn", "sentinel", "bootlegger") == [["fabled"], ["loric"]]


def test_the_taller_column_decides_how_large_the_type_may_be(fair: Script) -> None:
    columns = next(section for section in sheet.content(fair).sections if section.name == "columns")
    assert columns.headings == 4
    assert columns.texts[0].startswith("Oracle\n")
    assert not any(text.startswith("Librarian\n") for text in columns.texts)
