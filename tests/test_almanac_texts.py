"""The almanac of the official characters: complete, of the right size, about things that exist, and our own words."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from composing import ROOT, SHARED

from builder import catalogue
from builder.game.cards import CARDS, plain
from builder.game.character import Character
from builder.game.teams import Team

CHARACTERS = catalogue.ours().characters
FOLDER = ROOT / "data" / "almanac"
#: Most letters of a text; least and most entries of a list, and most letters of each.
SIZES = {"flavor": 220, "overview": 140, "tip": 600}
LISTS = {"rules": (3, 8, 200), "examples": (2, 3, 350), "howToRun": (1, 20, 900), "advice": (2, 4, 200)}
#: What an entry says of a character with a tag.
SAYS = {
    "wakes": r"\bw[ao]ke|\bwoken|\bwaking|at night",
    "information": r"\b(?:learn|know|show|told|see|point|advice)",
    "drunkenness": r"\b[Dd]runk",
    "poison": r"\bpoison",
    "protection": r"\b(?:protect|safe|surviv|save|nobody dies|live|alive|not die)",
    "demon-kill": r"\b(?:kill|dies|attack)",
    "night-death": r"\b(?:kill|dies?|death)\b",
    "madness": r"\bmad\b",
    "misregistration": r"\b(?:register|counts? as|[Bb]eliev|[Tt]hink|seem|show)",
    "outsiders": r"\bOutsider",
    "execution": r"\bexecut",
    "nomination": r"\bnominat",
    "voting": r"\b(?:vote|votes|voting)\b",
    "resurrection": r"\b(?:alive|life|live)\b",
}
BRITISH = re.compile(
    r"\b(?:colou?rs?(?<=our|urs)|neighbour|favour|behaviour|honour|rumour|defence|grey|whilst|towards|\w+isation|recognis|realis)",
    re.IGNORECASE,
)
MARKUP = re.compile(r"[<>*_#]|\s{2}|—| - |[\"']")
#: A word with a capital within a sentence.
CAPITAL = re.compile(r"(?<=[a-z,;] )([A-Z][\w’-]*)")
#: Names of the game that no character, token or card has.
GAME = {"Storyteller", "Storytellers", "Grimoire", "Townsfolk", "Fabled", "Loric", "I"}
#: A run of so many common words counts as copied.
RUN = 8


def entry(character: Character) -> dict[str, Any]:
    return json.loads(path(character).read_text("utf-8"))  # type: ignore[no-any-return]


def path(character: Character) -> Path:
    return FOLDER / character.team.value / f"{character.id}.json"


def texts(value: object) -> Iterator[str]:
    """Every text in nested JSON, without ids and addresses."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, dict):
        for name, each in value.items():
            if name not in {"id", "sources", "url_param", "source_url", "artist", "name", "type"}:
                yield from texts(each)


def test_there_is_an_entry_for_every_character_and_no_other() -> None:
    assert sorted(FOLDER.glob("*/*.json")) == sorted(map(path, CHARACTERS))


def test_an_entry_is_complete_and_of_the_right_size() -> None:
    fields = ["id", "sources", "flavor", "overview", "rules", "examples", "howToRun", "advice", "tip"]
    for character in CHARACTERS:
        found, where = entry(character), character.id
        assert list(found) == fields, where
        assert found["id"] == where
        assert found["sources"] == (["official"] if character.team is Team.LORIC else ["wiki", "official"]), (
            where
        )
        for name, most in SIZES.items():
            assert 20 < len(found[name]) <= most, (where, name)
        for name, (least, many, most) in LISTS.items():
            assert least <= len(found[name]) <= many, (where, name)
            assert all(8 < len(text) <= most for text in found[name]), (where, name)
        assert sum(map(len, found["howToRun"])) <= LISTS["howToRun"][2], where
        assert 2 <= len(found["tip"].split("\n\n")) <= 3, where


def test_the_texts_are_plain_and_in_american_spelling() -> None:
    every = [(character.id, text) for character in CHARACTERS for text in texts(entry(character))]
    assert [each for each in every if MARKUP.search(each[1].replace("\n\n", " "))] == []
    assert [each for each in every if BRITISH.search(each[1])] == []
    assert [each for each in every if each[1] != each[1].strip()] == []


def test_an_entry_mentions_what_its_tags_say() -> None:
    assert [
        (character.id, tag)
        for character in CHARACTERS
        for tag in character.tags & SAYS.keys()
        if not re.search(SAYS[tag], " ".join(texts(entry(character))))
    ] == []


def test_every_name_in_an_entry_exists() -> None:
    unknown = []
    for character in CHARACTERS:
        found = entry(character)
        del found["flavor"]
        for text in texts(found):
            # Within quotation marks players speak; after them a sentence may begin.
            words = CAPITAL.findall(re.sub(r"“[^”]*”", "", text))
            unknown += [(character.id, word, text) for word in words if _bare(word) not in names()]
    assert unknown == []


def _bare(word: str) -> str:
    """A word without its genitive ending."""
    return word.removesuffix("’s").removesuffix("’")


@cache
def names() -> frozenset[str]:
    """The words in names of characters, teams, tokens and cards, also with a plural s."""
    called = [each.name for each in CHARACTERS] + [each.title for each in Team] + list(CARDS)
    called += [token for each in CHARACTERS for token in (*each.reminders, *each.reminders_global)]
    words = {_bare(word) for name in called for word in re.findall(r"[\w’-]+", name.replace("'", "’"))}
    return frozenset(words | {f"{word}s" for word in words} | GAME)


# Our own words


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9']+", text.casefold().replace("’", "'").replace("&", " and "))


def runs(text: str) -> Iterator[tuple[str, ...]]:
    some = words(text)
    return (tuple(some[at : at + RUN]) for at in range(len(some) - RUN + 1))


@cache
def theirs() -> frozenset[tuple[str, ...]]:
    """Every run of words in the publisher's files and wiki."""
    data = SHARED / "fixtures" / "official" / "resources" / "data"
    wiki = SHARED / "fixtures" / "rulings" / "characters.wiki.en.jsonl"
    values = [json.loads((data / name).read_text("utf-8")) for name in ("roles.json", "jinxes.json")]
    values += [json.loads(line) for line in wiki.read_text("utf-8").splitlines()]
    return frozenset(run for text in texts(values) for run in runs(text))


needs_sources = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the publisher's texts are not here (../shared)"
)


def copied(*ours: str) -> list[str]:
    """Runs of words that the publisher's texts have, too."""
    return [" ".join(run) for text in ours for run in runs(text) if run in theirs()]


@needs_sources
def test_an_entry_is_in_our_own_words() -> None:
    found = {character.id: copied(*texts(entry(character))) for character in CHARACTERS}
    assert {who: runs for who, runs in found.items() if runs} == {}


def test_the_names_of_cards_are_known() -> None:
    known = {plain(card) for card in CARDS}
    found = {
        plain(match[0])
        for character in CHARACTERS
        for text in texts(entry(character))
        for match in re.finditer(r"\b[A-Z]{2,}(?: [A-Z]{2,})+", text)
    }
    assert found <= known
