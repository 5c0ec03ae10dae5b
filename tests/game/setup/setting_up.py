"""Scripts for the tests of the setup, and short questions to ask of them."""

from dataclasses import replace
from typing import Any

from builder import catalogue
from builder.game.character import Character
from builder.game.script import Entry, Script
from builder.game.setup.dealing import Deal, deal
from builder.game.setup.legality import Verdict, check_table
from builder.game.setup.rules import Rules
from builder.game.setup.summary import Row, setups
from builder.game.teams import Team

RULES = catalogue.rules()
TOWNSFOLK = (
    "washerwoman librarian investigator chef empath monk undertaker ravenkeeper virgin slayer soldier "
    "mayor dreamer"
).split()
OUTSIDERS = ["butler", "saint", "klutz", "mutant"]
MINIONS = ["poisoner", "scarletwoman", "witch", "assassin"]
PLAIN = [*TOWNSFOLK, *OUTSIDERS, *MINIONS, "imp"]


def own(identifier: str, team: Team, ability: str = "", **values: Any) -> Character:
    """A homebrew character; its name is its id with capitals."""
    return Character(identifier, identifier.replace("_", " ").title(), team, ability, **values)


def script(*items: "str | Character") -> Script:
    """A resolved script of official ids and homebrew characters."""
    return catalogue.resolve(Script(entries=tuple(map(_entry, items))))


def _entry(item: "str | Character") -> Entry:
    if isinstance(item, str):
        return Entry(item, item)
    return Entry(
        item.id, {"id": item.id, "name": item.name, "team": item.team.value, "ability": item.ability}, item
    )


def full(*items: "str | Character") -> Script:
    """A full script of characters that change nothing, and these beside them."""
    return script(*items, *PLAIN)


def team_of(identifier: str) -> Team | None:
    found = catalogue.find(identifier)
    return found.team if found else None


def verdict(of: Script, players: int, *in_play: str, rules: Rules = RULES) -> Verdict:
    return check_table(of, rules, players, in_play)


def legal(of: Script, players: int, in_play: str) -> bool:
    return verdict(of, players, *in_play.split()).legal


def codes(of: Script, players: int, in_play: str) -> list[str]:
    return [violation.code for violation in verdict(of, players, *in_play.split()).violations]


def outsiders(of: Script, players: int, *in_play: str, rules: Rules = RULES) -> set[int]:
    """How many Outsiders are allowed with these in play."""
    return {each.outsider for each in verdict(of, players, *in_play, rules=rules).allowed}


def numbers(of: Script, players: int, *in_play: str, rules: Rules = RULES) -> set[tuple[int, ...]]:
    return {tuple(each) for each in verdict(of, players, *in_play, rules=rules).allowed}


def row(of: Script, players: int, rules: Rules = RULES) -> Row:
    return setups(of, rules, players).rows[players]


def deals(of: Script, players: int, number: int = 40, **values: Any) -> list[Deal]:
    """Several deals; each is judged legal on the way."""
    found = [deal(of, RULES, players, seed=seed, **values) for seed in range(number)]
    assert found
    for each in found:
        said = check_table(of, RULES, players, (*each.characters, *each.extra))
        assert said.legal, (each.characters, said.violations)
    return found


def instead(**effects: list[dict[str, Any]]) -> Rules:
    """The official rules with other effects for some characters."""
    return replace(RULES, effects={name: tuple(its) for name, its in effects.items()})
