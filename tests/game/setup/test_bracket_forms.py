import pytest
from setting_up import MINIONS, TOWNSFOLK, codes, deals, full, legal, own, row, script

from builder import catalogue
from builder.game.setup.cast import cast
from builder.game.setup.effects import (
    Alignment,
    Among,
    BagTokens,
    Change,
    Copies,
    Disguise,
    Effect,
    Either,
    Exactly,
    Later,
    Most,
    Never,
    Partner,
    Replaces,
    Seats,
    Step,
)
from builder.game.setup.explaining import seats
from builder.game.setup.grammar import read
from builder.game.teams import Team

OUTSIDER, MINION, DEMON = Team.OUTSIDER, Team.MINION, Team.DEMON
NO_EVIL = (Exactly(MINION, 0), Exactly(DEMON, 0), Exactly(OUTSIDER, None))

#: To teach the tool a new wording, add one rule in `bracket_rules` and one row here.
FORMS: list[tuple[str, tuple[Effect, ...]]] = [
    ("[+1 Outsider]", (Change(OUTSIDER, (1,)),)),
    ("[+2 Outsiders]", (Change(OUTSIDER, (2,)),)),
    ("[+ 1 outsider]", (Change(OUTSIDER, (1,)),)),
    ("[−1 Outsider]", (Change(OUTSIDER, (-1,)),)),
    ("[–1 OUTSIDER.]", (Change(OUTSIDER, (-1,)),)),
    ("[＋1 Outsider]", (Change(OUTSIDER, (1,)),)),
    ("[+one Outsider]", (Change(OUTSIDER, (1,)),)),
    ("[-1 or +1 Outsider]", (Change(OUTSIDER, (-1, 1)),)),
    ("[-1/+1 Outsider]", (Change(OUTSIDER, (-1, 1)),)),
    ("[±1 Outsider]", (Change(OUTSIDER, (-1, 1)),)),
    ("[+/-1 Outsider]", (Change(OUTSIDER, (-1, 1)),)),
    ("[+0 or +1 Outsider]", (Change(OUTSIDER, (0, 1)),)),
    ("[0 or +1 Outsider]", (Change(OUTSIDER, (0, 1)),)),
    ("[-0 or -1 Outsider]", (Change(OUTSIDER, (-1, 0)),)),
    ("[+0 to +1 Outsider]", (Change(OUTSIDER, (0, 1)),)),
    ("[-1 to +2 Outsiders]", (Change(OUTSIDER, (-1, 0, 1, 2)),)),
    ("[1 or 2 extra Outsiders]", (Change(OUTSIDER, (1, 2)),)),
    ("[2 fewer Outsiders]", (Change(OUTSIDER, (-2,)),)),
    ("[3 Outsiders]", (Exactly(OUTSIDER, 3),)),
    ("[Three Outsiders]", (Exactly(OUTSIDER, 3),)),
    ("[0 Outsiders]", (Exactly(OUTSIDER, 0),)),
    ("[0 Minions]", (Exactly(MINION, 0),)),
    ("[-1/0 Outsiders]", (Change(OUTSIDER, (-1, 0)),)),
    ("[20 Outsiders]", (Exactly(OUTSIDER, 20),)),
    ("[+the Agent 47]", (Partner("Agent 47"),)),
    ("[Exactly 1 Outsider]", (Exactly(OUTSIDER, 1),)),
    ("[No Outsiders]", (Exactly(OUTSIDER, 0),)),
    ("[X Outsiders]", (Exactly(OUTSIDER, None),)),
    ("[-? to +? Outsiders]", (Exactly(OUTSIDER, None),)),
    ("[Any number of Outsiders]", (Exactly(OUTSIDER, None),)),
    ("[No Demon]", (Exactly(DEMON, 0),)),
    ("[No evil characters]", NO_EVIL),
    ("[+1 Minion]", (Change(MINION, (1,)),)),
    ("[-1 Minion]", (Change(MINION, (-1,)),)),
    ("[+the Damsel]", (Partner("Damsel"),)),
    ("[+ Spartacus]", (Partner("Spartacus"),)),
    ("[+the Bootlegger ±the Djinn]", (Partner("Bootlegger"), Step("Djinn may be added."))),
    (
        "[+0 to +2 Village Idiots. 1 of the extras is drunk]",
        (
            Copies(1, 3, "Village Idiots", extra=True),
            Step("1 of the extras is drunk.", marker="Drunk", copies=2),
        ),
    ),
    (
        "[+0 to +2 Village Idiots. 1 extra is drunk]",
        (
            Copies(1, 3, "Village Idiots", extra=True),
            Step("1 of the extras is drunk.", marker="Drunk", copies=2),
        ),
    ),
    ("[+0 to +2 Legionary]", (Copies(1, 3, "Legionary", extra=True),)),
    ("[+1 Hannibal]", (Copies(2, 2, "Hannibal", extra=True),)),
    (
        "[+1 Mercenary of opposing alignment]",
        (Copies(2, 2, "Mercenary", extra=True), Step("The extra one is of the opposing alignment.")),
    ),
    ("[Max 3 Pikemen]", (Copies(0, 3, "Pikemen"),)),
    ("[Max. 3 Pikemen]", (Copies(0, 3, "Pikemen"),)),
    ("[Most players are Legion]", (Most("Legion"), Exactly(MINION, 0), Exactly(OUTSIDER, None))),
    ("[All Minions are Riot]", (Replaces(MINION, "Riot"),)),
    ("[1 Townsfolk is evil]", (Alignment(Team.TOWNSFOLK, 1),)),
    ("[2 Outsiders are evil]", (Alignment(OUTSIDER, 2),)),
    ("[you are evil]", (Alignment(None),)),
    ("[You are good.]", (Alignment(None, evil=False),)),
    ("[You neighbor the Demon]", (Seats("beside", "", "demon"),)),
    ("[You neighbour the Demon]", (Seats("beside", "", "demon"),)),
    ("[You must sit next to a Minion]", (Seats("beside", "", "minion"),)),
    ("[The Doll neighbors the Demon]", (Seats("beside", "Doll", "demon"),)),
    ("[No Minion neighbors the Demon]", (Seats("apart", "minion", "demon"),)),
    ("[You don't sit next to the Demon]", (Seats("apart", "", "demon"),)),
    ("[Sits opposite an evil player]", (Seats("opposite", "", "evil"),)),
    ("[Minions sit next to each other]", (Seats("beside", "minion", "minion"),)),
    ("[Evil players sit together]", (Seats("row", "evil", "evil"),)),
    ("[+0-1 Outsider]", (Change(OUTSIDER, (0, 1)),)),
    ("[+1–3 Outsiders]", (Change(OUTSIDER, (1, 2, 3)),)),
    ("[0-1 extra Outsiders]", (Change(OUTSIDER, (0, 1)),)),
    ("[Up to +2 Outsiders]", (Change(OUTSIDER, (0, 1, 2)),)),
    ("[Up to 2 fewer Outsiders]", (Change(OUTSIDER, (-2, -1, 0)),)),
    ("[Outsiders: +1 or +2]", (Change(OUTSIDER, (1, 2)),)),
    ("[Outsiders: 0-2]", (Among(OUTSIDER, (0, 1, 2)),)),
    ("[2 or 3 Outsiders]", (Among(OUTSIDER, (2, 3)),)),
    ("[1 or 3 Minions]", (Among(MINION, (1, 3)),)),
    ("[Up to 1 Minion]", (Among(MINION, (0, 1)),)),
    ("[Max. 2 Minions]", (Among(MINION, (0, 1, 2), nearest=True),)),
    ("[Minimum 1 Outsider]", (Among(OUTSIDER, tuple(range(1, 21)), nearest=True),)),
    ("[No Minions, any Outsiders]", (Exactly(MINION, 0), Exactly(OUTSIDER, None))),
    ("[+1 Minion or +2 Outsiders]", (Either(((Change(MINION, (1,)),), (Change(OUTSIDER, (2,)),))),)),
    ("[+2 Outsiders or -1 Outsider]", (Change(OUTSIDER, (-1, 2)),)),
    ("[-1 Townsfolk, +1 Outsider]", (Change(OUTSIDER, (1,)),)),
    ("[Swap a Townsfolk for an Outsider]", (Change(OUTSIDER, (1,)),)),
    ("[A Minion becomes an Outsider]", (Change(MINION, (-1,)), Change(OUTSIDER, (1,)))),
    ("[Add an Outsider]", (Change(OUTSIDER, (1,)),)),
    ("[Minus one Outsider]", (Change(OUTSIDER, (-1,)),)),
    ("[+1 Outsider with 10+ players]", (Change(OUTSIDER, (1,), players=10),)),
    ("[+1 Outsider (10+ players)]", (Change(OUTSIDER, (1,), players=10),)),
    ("[If the King is in play, +1 Outsider]", (Change(OUTSIDER, (1,), having="King"),)),
    ("[+1 Outsider if the King is in play]", (Change(OUTSIDER, (1,), having="King"),)),
    ("[+1 Outsider (but not the Drunk)]", (Change(OUTSIDER, (1,)), Never("Drunk"))),
    ("[+1 Ettin (you decide who)]", (Copies(2, 2, "Ettin", extra=True), Step("You decide who."))),
    ("[The Baron is never in play]", (Never("Baron"),)),
    ("[Never in play with the Baron]", (Never("Baron"),)),
    ("[No Drunk]", (Never("Drunk"),)),
    ("[Needs the King in play]", (Partner("King"),)),
    ("[The King is always in play]", (Partner("King"),)),
    ("[You don't start in play]", (Copies(0, 0),)),
    ("[Not in play at the start]", (Copies(0, 0),)),
    ("[There are 3 Twins]", (Copies(3, 3, "Twins"),)),
    ("[2 copies of this]", (Copies(2, 2, extra=True),)),
    ("[Any number of Pikemen]", (Copies(1, 20, "Pikemen"),)),
    ("[+1 Townsfolk in the bag]", (BagTokens(Team.TOWNSFOLK),)),
    ("[You are not in the bag]", (Disguise(()),)),
    ("[Put an Outsider token in the bag instead]", (Disguise((OUTSIDER,)),)),
    ("[A Townsfolk is evil]", (Alignment(Team.TOWNSFOLK),)),
    ("[All Outsiders are evil]", (Alignment(OUTSIDER, 20),)),
    ("[The Demon is good]", (Alignment(DEMON, evil=False),)),
    ("[One player is evil]", (Alignment(None, 1, teams=(OUTSIDER, Team.TOWNSFOLK)),)),
    ("[1 evil player is good]", (Alignment(None, 1, evil=False, teams=(DEMON, MINION)),)),
    ("[The Storyteller may add 1 Outsider]", (Change(OUTSIDER, (0, 1)),)),
    ("[The Storyteller might remove a Minion]", (Change(MINION, (-1, 0)),)),
    ("[May add two Outsiders]", (Change(OUTSIDER, (0, 2)),)),
    ("[The Storyteller may add the Damsel]", (Step("Damsel may be added."),)),
    ("[The Storyteller must add 1 Outsider]", (Change(OUTSIDER, (1,)),)),
    ("[There may be 1 extra Outsider]", (Change(OUTSIDER, (0, 1)),)),
    ("[There might be one fewer Minion]", (Change(MINION, (-1, 0)),)),
    ("[Possibly +1 Outsider]", (Change(OUTSIDER, (0, 1)),)),
    ("[Add or remove up to 2 Outsiders]", (Change(OUTSIDER, (-2, -1, 0, 1, 2)),)),
    ("[Add or remove 1 Outsider]", (Change(OUTSIDER, (-1, 1)),)),
    ("[Always +1 Outsider]", (Change(OUTSIDER, (1,)),)),
    ("[Also add the Damsel]", (Partner("Damsel"),)),
    ("[If 10+ players, +1 Minion]", (Change(MINION, (1,), players=10),)),
    ("[With 10 or more players: +1 Minion]", (Change(MINION, (1,), players=10),)),
    ("[For 10+ players, +1 Minion]", (Change(MINION, (1,), players=10),)),
    ("[Two Twins in play]", (Copies(2, 2, "Twins"),)),
    ("[There are 2 Twins in play]", (Copies(2, 2, "Twins"),)),
    ("[There may be 2 Twins]", (Copies(1, 2, "Twins"),)),
    ("[2 Minions are in play]", (Exactly(MINION, 2),)),
    ("[Remove all Outsiders]", (Exactly(OUTSIDER, 0),)),
    ("[Outsiders: none]", (Exactly(OUTSIDER, 0),)),
    ("[No Outsiders in play]", (Exactly(OUTSIDER, 0),)),
    ("[Must be exactly 2 Minions]", (Exactly(MINION, 2),)),
    (
        "[There must be at least 1 Outsider in play]",
        (Among(OUTSIDER, tuple(range(1, 21)), nearest=True),),
    ),
    ("[+the Demon Hunter]", (Partner("Demon Hunter"),)),
    ("[1 Townsfolk is drunk]", (Step("1 Townsfolk is drunk.", "Drunk", ("townsfolk",)),)),
    ("[A good player is poisoned]", (Step("1 good player is poisoned.", "Poisoned", ("good",)),)),
    ("[Secretly choose a player: they are cursed]", (Step("Secretly choose a player: they are cursed."),)),
    ("[You choose which players are which Minions]", (Exactly(MINION, 0), Later(MINION))),
    ("[You choose who is which Minion]", (Exactly(MINION, 0), Later(MINION))),
    (
        "[Evil players sit in a line. You sit in the middle. +1 Minion. -? to +? Outsiders]",
        (
            Step("All evil players sit in one unbroken line."),
            Step("They sit in the middle."),
            Exactly(MINION, 0),
            Later(MINION, 1),
            Exactly(OUTSIDER, None),
        ),
    ),
    (
        "[Evil characters are in a line. You are in the middle. +1 Minion. -? to +? Outsiders]",
        (
            Step("All evil players sit in one unbroken line."),
            Step("They sit in the middle."),
            Exactly(MINION, 0),
            Later(MINION, 1),
            Exactly(OUTSIDER, None),
        ),
    ),
    (
        "[Reduce non-traveller player count]",
        (Step("Set the game up for one player fewer: this player is counted with the Travellers."),),
    ),
    ("[+1 Minion, -1 Outsider]", (Change(MINION, (1,)), Change(OUTSIDER, (-1,)))),
    ("[+1 Minion and +1 Outsider]", (Change(MINION, (1,)), Change(OUTSIDER, (1,)))),
    ("[+1 Minion -1 Outsider]", (Change(MINION, (1,)), Change(OUTSIDER, (-1,)))),
    ("[…]", ()),
    ("[...]", ()),
    ("No bracket at all.", ()),
]


@pytest.mark.parametrize(("text", "expected"), FORMS, ids=[text for text, _ in FORMS])
def test_this_bracket_means(text: str, expected: tuple[Effect, ...]) -> None:
    found = read(f"Each night*, choose a player: they die. {text}")
    assert found.effects == expected
    assert found.unread == ()


@pytest.mark.parametrize(
    "text",
    [
        "[A frog watches]",
        "[Outsiders love you]",
        "[+1 Townsfolk]",
        "[If it rains, +1 Outsider]",
        "[Choose 2 Outsiders to add]",
        "[+1 Outsider (if it rains)]",
        "[0 Frogs]",
        "[+1 Outsider until dusk]",
        "[+1 Outsider on the 2nd night]",
        "[+1 Outsider?]",
        "[No Townsfolk is evil]",
        "[Up to 1 Townsfolk is evil]",
        "[You may add 1 Outsider]",
        "[The Storyteller may add 1 Townsfolk]",
        "[Never +1 Outsider]",
        "[+1 Outsider for 10+ players at dusk]",
        "[+21 Outsiders]",
        "[+99999999999999999999999 Outsiders]",
        "[+0 to +99 Outsiders]",
        "[Max 400 Frogs]",
        "[Reduce non-traveller player count by 2]",
    ],
)
def test_what_is_not_understood_is_kept_and_not_guessed(text: str) -> None:
    found = read(f"You might die. {text}")
    assert found.effects == ()
    assert found.unread == (text.strip("[]"),)


def test_the_sentences_that_are_understood_count_beside_one_that_is_not() -> None:
    found = read("[+1 Outsider. The moon is full]")
    assert found.effects == (Change(OUTSIDER, (1,)),)
    assert found.unread == ("The moon is full",)


@pytest.mark.parametrize(
    "sentence", ["Most players are evil", "Most players are good", "Most players are Legion"]
)
@pytest.mark.parametrize("team", [Team.TOWNSFOLK, Team.MINION])
def test_nothing_of_a_sentence_counts_that_is_not_understood(team: Team, sentence: str) -> None:
    bell = own("bell", team, f"You know x. [{sentence}]")
    of = script(bell, *TOWNSFOLK[:7], "butler", "saint", "poisoner", "spy", "imp")
    [problem] = cast(of, catalogue.rules()).problems
    assert f"“[{sentence}]” in the ability of Bell is not understood" in problem.message
    assert row(of, 8).allowed == ((5, 1, 1, 1),)
    assert deals(of, 8, 1, with_=["bell"])[0].distribution == (5, 1, 1, 1)


def test_a_sentence_with_one_name_that_nobody_bears_adds_nobody_else_either() -> None:
    bell = own("bell", Team.TOWNSFOLK, "You know x. [+the King +the Heron]")
    who = cast(full(bell), catalogue.rules())
    assert [problem.characters for problem in who.problems] == [("bell",)]
    assert who.members["bell"].effects == ()


def test_one_more_of_a_character_that_most_players_are_is_not_understood() -> None:
    bell = own("bell", Team.MINION, "You know x. [+1 Legion]")
    of = full(bell, "legion")
    [problem] = cast(of, catalogue.rules()).problems
    assert "“[+1 Legion]” in the ability of Bell is not understood" in problem.message
    assert deals(of, 9, 1, with_=["bell"])[0].distribution == (5, 2, 1, 1)


def test_minions_of_two_sentences_are_all_made_later_where_evil_sits_in_a_line() -> None:
    found = read("[Evil characters are in a line. +1 Minion. +1 Minion]").effects
    later = [each for each in found if isinstance(each, Later)]
    assert later == [Later(MINION, 1), Later(MINION, 1, as_usual=False)]
    bell = own("bell", Team.DEMON, "[Evil characters are in a line. +1 Minion. +1 Minion]")
    assert legal(script(bell, *TOWNSFOLK, *MINIONS), 10, " ".join(["bell", *TOWNSFOLK[:9]]))
    assert codes(script(bell, *TOWNSFOLK, *MINIONS[:3]), 10, " ".join(["bell", *TOWNSFOLK[:9]]))


def test_an_unread_bracket_is_a_problem_that_quotes_it() -> None:
    frog = own("frog", Team.TOWNSFOLK, "You croak. [A frog watches]")
    [problem] = cast(script(frog, "imp"), catalogue.rules()).problems
    assert problem.code == "bracket-not-understood"
    assert "“[A frog watches]” in the ability of Frog" in problem.message
    assert problem.characters == ("frog",)


@pytest.mark.parametrize(
    "sentence",
    [
        "+the Heron",
        "+1 Außenseiter",
        "+1 Outsider if it rains",
        "Most players are Herons",
        "+2 Frogs in a pond",
    ],
)
def test_a_name_that_nobody_bears_is_not_understood(sentence: str) -> None:
    frog = own("frog", Team.TOWNSFOLK, f"You croak. [{sentence}. +1 Outsider]")
    [problem] = cast(script(frog, "imp"), catalogue.rules()).problems
    assert problem.code == "bracket-not-understood"
    assert f"“[{sentence}]”" in problem.message


def test_the_official_brackets_say_what_the_official_data_says() -> None:
    differing = set()
    for character in catalogue.everyone():
        stated = {repr(e) for e in read(character.ability).effects if isinstance(e, Change | Exactly)}
        data = {
            repr(e)
            for m in [cast(script(character.id), catalogue.rules())]
            for e in _effects(m, character.key)
        }
        if not stated <= data:
            differing.add(character.id)
    # Its Minion is made on the first night, as many as usual and one.
    assert differing <= {"atheist"}


def _effects(of: object, key: str) -> list[Effect]:
    members = of.members  # type: ignore[attr-defined]
    return list(members[key].effects) if key in members else []


def test_a_team_in_one_row_is_told_as_a_team() -> None:
    assert seats(Seats("row", "minion", "minion"), {}) == "all Minions sit in one row"
