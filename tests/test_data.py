"""The data of the game: held to the publisher's facts where their files are here, and to itself always."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from builder import assets, catalogue
from builder.game import markup
from builder.game.markup import Mark
from builder.game.teams import COUNTED_TEAMS, Team

OFFICIAL = Path(__file__).resolve().parents[2] / "shared" / "fixtures" / "official" / "resources" / "data"
WIKI = OFFICIAL.parents[2] / "rulings" / "characters.wiki.en.jsonl"
COUNTS = {
    "townsfolk": 69,
    "outsider": 23,
    "minion": 27,
    "demon": 19,
    "traveller": 18,
    "fabled": 14,
    "loric": 11,
}
TEXTS = ("ability", "firstNightReminder", "otherNightReminder")
#: A text of so few words can hardly be said otherwise.
FEW_WORDS = 6
#: A run of so many common words counts as copied.
RUN = 8
#: Runs that may be common, and why.
STANDARD = {
    # The rules know these openings: they say how often and when, and whether "choose" meets a Goon; Assassin,
    # Bone Collector, Courtier, Huntsman, Nightwatchman, Philosopher and Professor differ in what they choose only.
    "once per game at night choose a player": "an opening that the sort order and the Goon go by",
    "once per game at night choose a living player": "the same",
    "once per game at night choose a dead player": "the same",
    "once per game at night choose a character": "the same",
    "once per game at night choose a good character": "the same",
    # Slayer: "during the day" is an opening of the sort order, "publicly" and "choose" are words of the rules.
    "once per game during the day publicly choose a player": "an opening, a rule of where, and the choice",
    # Cerenovus: who is chosen before what.
    "each night choose a player and a good character": "an opening, and the two choices in their order",
}
#: Set-up text whose official form is a sentence: ours states the same counts in other words.
REWORDED = {"kazali", "lordoftyphon", "villageidiot"}
#: Most length of all texts of a kind, as a share of the publisher's; a night row is read at 1 a.m.
LONGEST = {"ability": 1.05, "firstNightReminder": 1.1, "otherNightReminder": 1.1}


def ours() -> list[dict[str, Any]]:
    found = [json.loads(path.read_bytes()) for path in sorted(assets.data("characters").glob("*/*.json"))]
    assert found
    return found


@cache
def official(name: str) -> Any:  # JSON
    file = OFFICIAL / f"{name}.json"
    if not file.is_file():
        pytest.skip("the publisher's files are not beside the project (../shared)")
    return json.loads(file.read_bytes())


@cache
def roles() -> dict[str, dict[str, Any]]:
    return {role["id"]: role for role in official("roles")}


def words(text: str) -> list[str]:
    """A text as it is compared: without brackets, punctuation and capitals."""
    return re.findall(r"\w+", re.sub(r"\[[^\]]*\]", "", text).casefold())


def brackets(text: str) -> list[str]:
    return re.findall(r"\[[^\]]*\]", text)


def counts(bracket: str) -> list[str]:
    """The numbers in set-up text, and what they count: `+1 Minion`, `-? to +? Outsiders`."""
    return re.findall(r"[+-]?(?:\d+|\?)(?: [A-Z][a-z]+)*", bracket)


# What holds by itself


def test_there_are_181_characters_in_seven_teams() -> None:
    assert Counter(character["team"] for character in ours()) == COUNTS
    assert len(catalogue.everyone()) == sum(COUNTS.values()) == 181


def test_every_file_is_called_after_its_character_and_lies_with_its_team() -> None:
    files = [*assets.data("characters").glob("*/*.json")]
    assert len(files) == len(ours())
    for path in files:
        character = json.loads(path.read_bytes())
        assert (character["id"], character["team"]) == (path.stem, path.parent.name)
        assert re.fullmatch(r"[a-z0-9]+", character["id"])


def test_every_character_has_its_words_within_the_formats_limits() -> None:
    for character in ours():
        assert character["ability"].strip(), character["id"]
        assert len(character["ability"]) <= 250, character["id"]
        assert all(len(character.get(text, "")) <= 500 for text in TEXTS), character["id"]
        assert len(character["name"]) <= 30
        assert len(character["reminders"]) <= 20
        assert all(len(label) <= 30 for label in character["reminders"])
        assert all(len(label) <= 25 for label in character.get("remindersGlobal", ()))


def test_no_text_is_a_placeholder_or_has_loose_blanks() -> None:
    for character in ours():
        for field in (*TEXTS, "emblem"):
            text = character.get(field, "")
            assert "TODO" not in text, character["id"]
            assert text == " ".join(text.split()), f"{character['id']}: {field}"
    for jinx in catalogue.jinxes():
        assert jinx.reason.strip(), jinx.characters
        assert "TODO" not in jinx.reason, jinx.characters
        assert len(jinx.reason) <= 500, jinx.characters


def test_every_mark_in_a_reminder_is_closed() -> None:
    for character in ours():
        for field in ("firstNightReminder", "otherNightReminder"):
            for piece in markup.reminder(character.get(field, "")):
                assert piece.mark in {Mark.TEXT, Mark.TOKEN, Mark.INFO}, f"{character['id']}: {piece}"
                assert not re.search(r"(?<!night)(?<!dusk)\*|:reminder|<|@", piece.text), (
                    f"{character['id']}: {piece}"
                )


def test_an_info_token_in_a_reminder_is_written_in_capitals() -> None:
    for character in ours():
        for field in ("firstNightReminder", "otherNightReminder"):
            for token in re.findall(r"(?<!\w)\*([^*]+)\*", character.get(field, "")):
                assert token == token.upper(), f"{character['id']}: {token}"


def test_whoever_has_a_reminder_text_wakes_and_whoever_wakes_has_one() -> None:
    order = catalogue.night_order()
    for character in ours():
        for field, night in (
            ("firstNightReminder", order.first_night),
            ("otherNightReminder", order.other_night),
        ):
            assert bool(character.get(field)) == (character["id"] in night), f"{character['id']}: {field}"


def test_set_up_text_stands_at_the_end_and_only_with_the_set_up_flag() -> None:
    for character in ours():
        if found := brackets(character["ability"]):
            assert len(found) == 1, character["id"]
            assert character["ability"].endswith(found[0]), character["id"]
            assert character["setup"], character["id"]


def test_every_emblem_is_in_the_bundled_set_and_no_two_characters_share_one() -> None:
    file = assets.static("vendor", "emblems", "emblems.tsv")
    if not file.is_file():
        pytest.skip("the emblems are not assembled yet (bin/setup)")
    bundled = {line.split("\t", 1)[0] for line in file.read_text("utf-8").splitlines()}
    used = Counter(character["emblem"] for character in ours())
    assert used.keys() <= bundled
    assert [emblem for emblem, count in used.items() if count > 1] == []


def test_the_night_order_names_each_character_once_and_nobody_else() -> None:
    steps = {"dusk", "minioninfo", "demoninfo", "dawn"}
    order = catalogue.night_order()
    for night in (order.first_night, order.other_night):
        assert len(set(night)) == len(night)
        assert set(night) - steps <= catalogue.keys()


def test_there_are_131_jinxes_each_between_two_known_characters_and_once() -> None:
    pairs = [jinx.pair for jinx in catalogue.jinxes()]
    assert len(pairs) == len(set(pairs)) == 131
    assert all(len(pair) == 2 and pair <= catalogue.keys() for pair in pairs)


def test_the_setup_counts_are_those_of_the_rule_book() -> None:
    expected = {
        5: (3, 0, 1, 1),
        6: (3, 1, 1, 1),
        7: (5, 0, 1, 1),
        8: (5, 1, 1, 1),
        9: (5, 2, 1, 1),
        10: (7, 0, 2, 1),
        11: (7, 1, 2, 1),
        12: (7, 2, 2, 1),
        13: (9, 0, 3, 1),
        14: (9, 1, 3, 1),
        15: (9, 2, 3, 1),
    }
    counts = {
        players: tuple(teams[team] for team in COUNTED_TEAMS)
        for players, teams in catalogue.setup_counts().items()
    }
    assert counts == expected


def test_an_id_is_found_however_it_is_written() -> None:
    for written in ("Fang Gu", "fang_gu", "FANGGU", "Fang-Gu"):
        found = catalogue.find(written)
        assert found is not None
        assert found.name == "Fang Gu"
    assert catalogue.find("nobody at all") is None


# What the publisher's files say


def test_the_same_characters_with_the_same_facts_as_the_official_ones() -> None:
    for field, default in (
        ("name", None),
        ("team", None),
        ("edition", None),
        ("setup", None),
        ("reminders", []),
        ("remindersGlobal", []),
        ("special", []),
    ):
        expected = {identifier: role.get(field, default) for identifier, role in roles().items()}
        assert {each["id"]: each.get(field, default) for each in ours()} == expected, field


def test_texts_are_there_exactly_where_the_official_ones_are() -> None:
    for character in ours():
        role = roles()[character["id"]]
        assert [bool(character.get(text)) for text in TEXTS] == [bool(role.get(text)) for text in TEXTS], (
            role["id"]
        )


def test_the_night_order_is_the_official_one() -> None:
    order = catalogue.night_order()
    assert list(order.first_night) == official("nightsheet")["firstNight"]
    assert list(order.other_night) == official("nightsheet")["otherNight"]


def test_the_jinxed_pairs_are_the_official_ones() -> None:
    expected = {
        frozenset((entry["id"], jinx["id"])) for entry in official("jinxes") for jinx in entry["jinx"]
    }
    assert {jinx.pair for jinx in catalogue.jinxes()} == expected


def test_the_figures_put_every_team_into_the_official_order() -> None:
    from builder.game import sorting

    starts = catalogue.sort_starts()
    for team in Team:
        expected = [role["id"] for role in official("roles") if role["team"] == team]
        found = [character for character in catalogue.everyone() if character.team is team]
        assert [character.id for character in sorting.sort_characters(found, starts)] == expected


def test_the_figures_are_those_of_the_official_wording() -> None:
    from builder.game.sorting import sort_group

    starts = catalogue.sort_starts()
    for character in ours():
        ability = roles()[character["id"]]["ability"]
        assert character["sort"] == {"group": sort_group(ability, starts), "length": len(ability)}, character[
            "id"
        ]


def test_the_bracketed_set_up_text_is_kept_in_form() -> None:
    for character in ours():
        found, expected = (brackets(text["ability"]) for text in (character, roles()[character["id"]]))
        if character["id"] in REWORDED:
            assert list(map(counts, found)) == list(map(counts, expected)), character["id"]
            assert found != expected, character["id"]
        else:
            assert found == expected, character["id"]


def test_no_ability_or_reminder_is_worded_as_the_publishers() -> None:
    same = [
        f"{character['id']}: {field}"
        for character in ours()
        for field in TEXTS
        if len(words(character.get(field, ""))) > FEW_WORDS
        and words(character[field]) == words(roles()[character["id"]].get(field, ""))
    ]
    assert same == []


def test_no_jinx_is_worded_as_the_publishers() -> None:
    theirs = {tuple(words(jinx["reason"])) for entry in official("jinxes") for jinx in entry["jinx"]}
    same = [
        jinx.characters
        for jinx in catalogue.jinxes()
        if len(words(jinx.reason)) > FEW_WORDS and tuple(words(jinx.reason)) in theirs
    ]
    assert same == []


def runs(text: str) -> list[tuple[str, ...]]:
    """Every run of `RUN` words, brackets included; token circles are no words."""
    plain = text.casefold().replace(":reminder:", " ").replace("’", "'").replace("&", " and ")
    some = re.findall(r"[a-z0-9']+", plain)
    return [tuple(some[at : at + RUN]) for at in range(len(some) - RUN + 1)]


def texts(value: object) -> Iterator[str]:
    """Every text in nested JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts(each)


@cache
def published() -> frozenset[tuple[str, ...]]:
    """Every run of words in the publisher's files and, if it is here, in the publisher's wiki."""
    sources = [official(name) for name in ("roles", "jinxes", "nightsheet")]
    if WIKI.is_file():
        sources += [json.loads(line) for line in WIKI.read_text("utf-8").splitlines()]
    standard = {run for phrase in STANDARD for run in runs(phrase)}
    return frozenset(run for text in texts(sources) for run in runs(text)) - standard


def test_no_ability_reminder_or_jinx_shares_eight_words_in_a_row_with_the_publishers() -> None:
    wordings = {f"{each['id']}: {field}": each.get(field, "") for each in ours() for field in TEXTS}
    wordings |= {"/".join(jinx.characters): jinx.reason for jinx in catalogue.jinxes()}
    copied = {
        where: [" ".join(run) for run in runs(text) if run in published()] for where, text in wordings.items()
    }
    assert {where: found for where, found in copied.items() if found} == {}


def test_every_standard_phrase_is_needed() -> None:
    written = {run for each in ours() for run in runs(each["ability"])}
    assert [phrase for phrase in STANDARD if not written & set(runs(phrase))] == []


@pytest.mark.parametrize("field", TEXTS)
def test_texts_are_hardly_longer_than_the_publishers(field: str) -> None:
    """A circle counts as one letter, as on the sheet."""

    def length(characters: Iterable[dict[str, Any]]) -> int:
        return sum(len(each.get(field, "").replace(":reminder:", "○").strip()) for each in characters)

    assert length(ours()) <= LONGEST[field] * length(roles().values())
