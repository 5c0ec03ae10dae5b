"""What a proof says: findings, setup, nights, jinxes, deeds, likenesses, and what came of simulated games."""

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from composing import SHARED, company, homebrew, sample, script

import builder
from builder import catalogue, proofing
from builder.game.jinxes import applying
from builder.game.script import Script
from builder.game.setup.sampler import Simulation, simulate
from builder.printables import proof, proof_tables
from builder.printables.options import Options
from builder.printables.proof import AlikeRow, Content
from builder.printables.proof_tables import JinxBlock, jinx_block

pytestmark = pytest.mark.full

TROUBLE = script(
    *["washerwoman", "librarian", "investigator", "chef", "empath", "fortuneteller", "undertaker", "monk"],
    *["ravenkeeper", "virgin", "slayer", "soldier", "mayor", "butler", "drunk", "recluse", "saint"],
    *["poisoner", "spy", "scarletwoman", "baron", "imp"],
)


def proofed(composed: Script) -> Content:
    return proof.content(composed, replace(Options(), facts=proofing.facts(composed)))


@cache
def in_trouble() -> Simulation:
    return simulate(TROUBLE, catalogue.rules())


def own(number: int = 1, team: str = "townsfolk", **more: Any) -> dict[str, Any]:
    return homebrew(number, team, **more)


# -- Head and findings -------------------------------------------------------------------------------------


def test_it_counts_every_team_and_those_nobody_knows() -> None:
    counts = proof.counts(script("chef", "monk", "imp", "nobody"))
    assert [(each.number, each.heading) for each in counts] == [
        (2, "Townsfolk"),
        (1, "Demon"),
        (1, "Unknown"),
    ]


def test_findings_come_by_severity_the_gravest_first() -> None:
    composed = script("chef", "chef", "imp", "nobody")
    groups = proof.findings(proofing.facts(composed))
    gravity = ["error", "warning", "advice", "notice"]
    assert [group.severity for group in groups] == [
        each for each in gravity if each in {g.severity for g in groups}
    ]
    assert groups[0].severity == "error"
    assert sum(len(group.messages) for group in groups) == len(builder.problems(composed))
    assert any("nobody" in message for group in groups for message in group.messages)


def test_what_the_author_set_aside_is_counted_only() -> None:
    text = json.dumps([{"id": "_meta", "name": "Spare"}, "chef", "monk", "imp"])
    spare = builder.parse(text)
    first = builder.problems(spare)[-1]
    meta = {"dismissed": [{"code": first.code, "characters": list(first.characters)}], "format": 1}
    aside = builder.parse(
        json.dumps([{"id": "_meta", "name": "Spare", "clockwright": meta}, "chef", "monk", "imp"])
    )
    assert len(builder.problems(aside)) == len(builder.problems(spare)) - 1
    assert proofing.facts(aside).aside == 1


# -- Setup -------------------------------------------------------------------------------------------------


def test_the_setup_marks_what_is_other_than_usual() -> None:
    block = proof_tables.setup_block(TROUBLE)
    rows = {row.team: row.numbers for row in block.rows}
    assert block.players == (5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    assert [number.text for number in rows["outsider"]][:3] == ["0/2", "1/3", "0/2"]
    assert not any(number.is_usual for number in rows["outsider"])
    assert all(number.is_usual for number in rows["demon"])
    assert ("Baron", "+2 Outsiders") in block.because
    assert block.unfillable == ""


def test_a_fabled_or_loric_who_changes_the_setup_is_named_once() -> None:
    block = proof_tables.setup_block(script("pope", "chef", "imp"))
    assert ("Pope", "duplicates of Townsfolk and Outsiders") in block.because


def test_numbers_of_players_that_cannot_be_seated_are_told() -> None:
    block = proof_tables.setup_block(sample("six-candles"))
    assert block.unfillable == "10 to 15"


def test_a_partner_is_called_by_name_and_copies_are_told_once() -> None:
    guest = own(1, name="Old Man", ability="You might die.")
    friend = own(2, name="Friend", ability="You learn. [+ Old Man]", setup=True)
    several = {"special": [{"type": "selection", "name": "bag-duplicate"}]}
    pair = own(3, name="Legionary", ability="You learn. [+0 to +2 Legionary]", setup=True, **several)
    told = dict(proof_tables.setup_block(script(guest, friend, pair, "imp")).because)
    assert told["Friend"].startswith("+the Old Man")
    assert told["Legionary"].count("of them") == 1
    assert "20" not in told["Legionary"]


@pytest.mark.parametrize(
    ("numbers", "words"),
    [([], "–"), ([2], "2"), ([0, 2], "0/2"), ([1, 2], "1/2"), ([0, 1, 2], "0–2"), ([0, 7, 8, 9], "0/7–9")],
)
def test_numbers_of_a_team_are_short(numbers: list[int], words: str) -> None:
    assert proof_tables.listed(numbers) == words


# -- Nights and jinxes -------------------------------------------------------------------------------------


def test_both_nights_stand_side_by_side() -> None:
    rows = proof.nights(script("chef", "monk", "imp"), Options())
    first = [pair[0].name for pair in rows if pair[0]]
    other = [pair[1].name for pair in rows if pair[1]]
    assert first == ["Dusk", "Minion Info", "Demon Info", "Chef", "Dawn"]
    assert other == ["Dusk", "Monk", "Imp", "Dawn"]


def jinxed(number: int) -> Script:
    """Everybody is jinxed with the one before."""
    people = [
        own(n, jinxes=[{"id": f"made{n - 1}", "reason": f"Rule {n}."}] if n else []) for n in range(number)
    ]
    return script(*people)


def jinxes(composed: Script) -> JinxBlock:
    return jinx_block(composed, Options(), applying(composed, catalogue.jinxes()))


def test_the_matrix_names_the_rule_that_two_characters_share() -> None:
    block = jinxes(jinxed(4))
    assert [row.numbers for row in block.matrix] == [(), (1,), (0, 2), (0, 0, 3)]
    assert [row.icons[1].name for row in block.rows] == ["Maker 0", "Maker 1", "Maker 2"]


@pytest.mark.parametrize(
    ("number", "drawn", "wide"), [(2, 0, False), (3, 3, False), (8, 8, False), (9, 9, True), (20, 20, True)]
)
def test_the_matrix_is_drawn_where_it_helps(number: int, drawn: int, wide: bool) -> None:
    block = jinxes(jinxed(number))
    assert (len(block.matrix), block.is_wide) == (drawn, wide)


def test_more_than_twenty_jinxed_characters_are_a_list() -> None:
    block = jinxes(jinxed(21))
    assert block.matrix == ()
    assert len(block.rows) == 20


def test_jinxes_with_characters_that_are_not_on_the_script_stand_apart() -> None:
    both = [
        {"id": "imp", "reason": "Here."},
        {"id": "spy", "reason": "There."},
        {"id": "odd_one", "reason": "Odd."},
    ]
    block = jinxes(script(own(jinxes=both), "imp"))
    assert [row.icons[1].name for row in block.rows] == ["Imp"]
    assert [row.icons[1].name for row in block.elsewhere] == ["Spy", "odd_one"]


# -- Deeds -------------------------------------------------------------------------------------------------


def deed(composed: Script, label: str) -> dict[str, int]:
    table = proof_tables.deeds(composed)
    rows = {row.label: row for row in (*table.deeds, *table.times)}
    return {team: number for team, number in rows[label].counts if number} if label in rows else {}


def test_it_counts_who_learns_kills_protects_and_poisons_by_team() -> None:
    assert deed(TROUBLE, "Protect")["townsfolk"] >= 2
    assert deed(TROUBLE, "Poison") == {"minion": 1}
    assert deed(TROUBLE, "Kill")["demon"] == 1
    assert deed(TROUBLE, "Learn")["townsfolk"] >= 7


def test_it_counts_each_night_against_once_against_the_start() -> None:
    assert deed(script("empath", "monk", "imp"), "Each night") == {"townsfolk": 2, "demon": 1}
    assert deed(script("slayer", "imp"), "Once per game") == {"townsfolk": 1}
    assert deed(script("chef", "librarian", "imp"), "At the start") == {"townsfolk": 2}
    assert deed(script("saint", "imp"), "None of these") == {"outsider": 1}


def test_what_nobody_does_is_left_out() -> None:
    assert deed(script("imp"), "Poison") == {}


def test_the_ticks_of_the_author_go_before_the_wording() -> None:
    reads = own(ability="You are poisoned.")
    assert deed(script(reads), "Poison") == {"townsfolk": 1}
    extras = {"format": 1, "characters": {reads["id"]: {"tags": ["protection"]}}}
    ticked = script(reads, clockwright=extras)
    assert deed(ticked, "Poison") == {}
    assert deed(ticked, "Protect") == {"townsfolk": 1}


def test_travellers_fabled_and_loric_share_a_column() -> None:
    table = proof_tables.deeds(script("imp", "thief", "djinn"))
    assert table.columns == ("demon", "others")


def test_bars_are_parts_of_the_longest() -> None:
    table = proof_tables.deeds(TROUBLE)
    longest = max((*table.deeds, *table.times), key=lambda row: row.total)
    assert sum(part for _, part in longest.parts) == pytest.approx(100, abs=0.1)


# -- Likenesses --------------------------------------------------------------------------------------------


def alike(composed: Script) -> tuple[AlikeRow, ...]:
    return proof.alike(composed, replace(Options(), facts=proofing.facts(composed)))


def test_an_own_character_is_beside_the_official_one_that_says_the_same() -> None:
    monk = catalogue.find("monk")
    assert monk
    (row,) = alike(script(own(ability=monk.ability), "imp"))
    assert row.icon.name == "Maker 1"
    assert (row.others[0][0].name, row.others[0][1]) == ("Monk", 100)


def test_official_characters_are_compared_with_nobody() -> None:
    assert alike(TROUBLE) == ()


# -- Simulated games ---------------------------------------------------------------------------------------


def test_a_thousand_games_are_dealt_and_spread_over_the_numbers_of_players() -> None:
    found = in_trouble()
    assert found.deals == sum(found.players.values()) == 1000
    assert list(found.players) == [7, 8, 9, 10, 11, 12, 13, 14, 15]
    assert found.players[9] == pytest.approx(2 * found.players[7], abs=1)
    assert proof_tables.how(found) == "1,000 games for 7 to 15 players, those for 8 to 12 twice as often."


def test_the_same_script_deals_the_same_games_whatever_its_order() -> None:
    turned = replace(TROUBLE, entries=TROUBLE.entries[::-1])
    assert simulate(turned, catalogue.rules()).found == in_trouble().found


def test_without_changes_of_the_setup_the_shares_are_the_usual_ones() -> None:
    plain = script(*company(abilities=0))
    found = simulate(plain, catalogue.rules())
    assert found.outsiders == found.usual_outsiders
    assert all(found.found[name] == pytest.approx(found.expected[name], abs=0.06) for name in found.found)


def test_a_baron_brings_more_outsiders_than_usual() -> None:
    found = in_trouble()
    outsiders = ("butler", "drunk", "recluse", "saint")
    assert all(found.found[name] > found.expected[name] + 0.1 for name in outsiders)
    assert found.outsiders[4] > 0
    assert 4 not in found.usual_outsiders
    assert sum(found.outsiders.values()) == pytest.approx(1)


def test_the_only_demon_is_in_every_game() -> None:
    bars = {bar.label: bar for bar in proof_tables.deals_block(TROUBLE, Options()).characters}
    assert (bars["Imp"].percent, bars["Imp"].expected) == (100, 100)


def test_a_teensyville_is_dealt_for_five_and_six() -> None:
    found = simulate(sample("six-candles"), catalogue.rules())
    assert found.players == {5: 500, 6: 500}
    assert proof_tables.how(found) == "1,000 games for 5 and 6 players."


@cache
def slowly_dealt() -> proof_tables.DealsBlock:
    return proof_tables.deals_block(sample("the-wandering-fair"), Options())


def test_where_dealing_is_slow_there_are_fewer_games_and_the_page_says_so() -> None:
    found = slowly_dealt()
    assert found.deals == 150
    assert found.how.startswith("150 games for 7 to 15 players")


def test_so_few_games_are_said_to_lack_the_rare_ones_and_a_thousand_are_not() -> None:
    assert slowly_dealt().how.endswith("With so few games, rare characters may be missing.")
    assert "rare" not in proof_tables.how(in_trouble())


def test_what_came_about_hardly_ever_is_not_told_as_never() -> None:
    rare = replace(in_trouble(), outsiders={0: 0.996, 3: 0.004})
    bars = {bar.label: bar.told for bar in proof_tables._outsiders(rare)}
    assert (bars["0"], bars["1"], bars["3"]) == ("100", "0", "<1")


def test_a_script_that_cannot_be_dealt_says_so() -> None:
    found = proof_tables.deals_block(script("chef", "imp"), Options())
    assert found.how == "No legal game is possible with this script."
    assert found.characters == found.outsiders == ()


def test_nobody_at_all_has_a_proof_too() -> None:
    found = proofed(script())
    assert found.counts == found.alike == found.jinxes.rows == ()


@pytest.mark.slow
@pytest.mark.skipif(not SHARED.is_dir(), reason="the corpus is not here")
def test_every_script_of_the_corpus_has_a_proof() -> None:
    lines = (SHARED / "corpus" / "community-scripts.jsonl").read_text("utf-8").splitlines()
    assert len(lines) > 40
    for line in lines[::40]:
        assert proofed(builder.parse(json.dumps(json.loads(line)["script"]))).counts


# -- Matchups ----------------------------------------------------------------------------------------------


def grid(content: Content) -> dict[str, str]:
    """The signs of each row."""
    return {
        row.icon.id: "".join(content.signs.get(kind, ".") for kind in row.kinds) for row in content.meetings
    }


def test_the_grid_marks_who_meets_whom_by_the_gravest_kind() -> None:
    made = proofed(
        script("mayor", "artist", "heretic", "drunk", "lunatic", "marionette", "vortox", "monk", "imp")
    )
    assert grid(made) == {
        "mayor": "",
        "artist": ".",
        "heretic": "….",
        "drunk": "...",
        "marionette": "...!",
        "vortox": "×!…..",
    }
    assert next(heading for heading, _ in made.matchups) == "× Conflict"


def test_of_many_who_meet_only_those_that_ask_for_attention_are_in_the_grid() -> None:
    good = tuple("mathematician poisoner sailor innkeeper drunk philosopher courtier sweetheart".split())
    others = ("po", "monk", "fool", "soldier", "tealady", "exorcist", "minstrel", "mayor", "vortox", "artist")
    assert {kind for row in proofed(script(*good, *others)).meetings for kind in row.kinds} <= {
        "",
        "conflict",
        "watch",
    }
    assert proofed(script("chef", "empath", "imp")).meetings == ()
