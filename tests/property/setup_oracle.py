"""A slow judge of small scripts, written from the rules of setup and not from the engine.

It knows the official characters by name, looks at every multiset of characters and tries every choice of a
Storyteller. Nothing here is shared with `builder.game.setup`.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

BASE = {5: (3, 0, 1, 1), 6: (3, 1, 1, 1), 7: (5, 0, 1, 1), 8: (5, 1, 1, 1), 9: (5, 2, 1, 1), 10: (7, 0, 2, 1)}

TOWNSFOLK = {
    "alchemist amnesiac atheist balloonist bountyhunter chef choirboy empath huntsman king monk villageidiot virgin",
    "washerwoman",
}
OUTSIDERS = {"damsel drunk heretic hermit klutz mutant saint"}
MINIONS = {"assassin baron boffin godfather marionette poisoner spy summoner witch xaan"}
DEMONS = {"fanggu imp kazali legion lilmonsta lordoftyphon vigormortis zombuul"}
TEAM = {
    name: letter
    for letter, names in (("T", TOWNSFOLK), ("O", OUTSIDERS), ("M", MINIONS), ("D", DEMONS))
    for some in names
    for name in some.split()
}

ADDS = {
    "baron": (2,),
    "fanggu": (1,),
    "vigormortis": (-1,),
    "godfather": (-1, 1),
    "balloonist": (0, 1),
    "hermit": (0, -1),
    "huntsman": (0, 1),
}
ANY = {"xaan", "kazali", "lordoftyphon", "legion"}
PARTNER = {"choirboy": "king", "huntsman": "damsel"}
HERETIC_AGAINST = {"baron", "godfather", "lleech", "pithag", "spy", "widow"}
ALCHEMIST_WITH = {"marionette", "organgrinder", "spy", "widow", "wraith"}
NEVER_BOFFIN = {"drunk", "heretic", "ogre", "politician"}
LATE_WITH = {"kazali", "lilmonsta", "summoner"}

Table = Counter[str]


def team(table: Table, letter: str) -> int:
    return sum(n for name, n in table.items() if TEAM[name] == letter and name != "lilmonsta")


def numbers(table: Table) -> tuple[int, int, int, int]:
    return team(table, "T"), team(table, "O"), team(table, "M"), team(table, "D")


def tables(script: set[str], players: int) -> Iterator[Table]:
    """Every multiset of players that copies alone do not rule out."""
    seats = sorted(name for name in script if name in TEAM and name != "lilmonsta")
    for held in combinations_with_replacement(seats, players):
        table = Counter(held)
        if "atheist" in table or "pope" in script or all(n <= copies(name) for name, n in table.items()):
            yield table
            if "lilmonsta" in script:
                yield table + Counter(["lilmonsta"])


def copies(name: str) -> int:
    return {"villageidiot": 3, "legion": 20}.get(name, 1)


def legal(table: Table, players: int, script: set[str]) -> bool:
    if "atheist" in table:
        return all(TEAM[name] in "TO" for name in table)
    if not copies_are_legal(table, script) or exclude_each_other(table, script):
        return False
    return any(works(table, players, script, story) for story in stories(table, script))


def copies_are_legal(table: Table, script: set[str]) -> bool:
    too_many = [name for name, number in table.items() if number > copies(name)]
    return all("pope" in script and TEAM[name] in "TO" for name in too_many)


def exclude_each_other(table: Table, script: set[str]) -> bool:
    heretic = "heretic" in table or ("hermit" in table and "heretic" in script)
    return bool(
        (heretic and table.keys() & HERETIC_AGAINST) or ("marionette" in table and table.keys() & LATE_WITH)
    )


Story = dict[str, str]


def stories(table: Table, script: set[str]) -> Iterator[Story]:
    """Every set of choices: abilities given, what the Marionette holds, whether one is still to come."""
    alchemist = minions(table, script) if "alchemist" in table else [""]
    demon = team(table, "D") > 0 or "lilmonsta" in table
    boffin = goods(table, script) if "boffin" in table and demon else [""]
    amnesiac = ["own", *goods(table, script, amnesiac=True)] if "amnesiac" in table else [""]
    marionette = ["T", "O", "balloonist", "huntsman"] if "marionette" in table else [""]
    late = ["", "1", "2"] if "marionette" in script - table.keys() and table.keys() & LATE_WITH else [""]
    for a, b, c, m, x in product(alchemist, boffin, amnesiac, marionette, late):
        if m in ("balloonist", "huntsman") and (m in table or m not in script):
            continue
        yield {"alchemist": a, "boffin": b, "amnesiac": c, "marionette": m, "late": x}


def minions(table: Table, script: set[str]) -> list[str]:
    those = (name for name in script if TEAM.get(name) == "M")
    return [name for name in those if name in table or name not in ALCHEMIST_WITH] or [""]


def goods(table: Table, script: set[str], *, amnesiac: bool = False) -> list[str]:
    found = []
    for name in script:
        if TEAM.get(name) not in ("T", "O") or name == "atheist":
            continue
        if not amnesiac and (name in NEVER_BOFFIN or (name == "hermit" and script & NEVER_BOFFIN)):
            continue
        spare = name == "villageidiot" and not amnesiac
        if name not in table or (spare and table[name] <= 2):
            found.append(name)
    return found or [""]


def works(table: Table, players: int, script: set[str], story: Story) -> bool:
    active = [name for name in table if name != "drunk"]
    active += [story[by] for by in ("alchemist", "boffin", "amnesiac") if story[by] not in ("", "own")]
    active += [story["marionette"]] if story["marionette"] in ("balloonist", "huntsman") else []
    if any(name in ("alchemist", "boffin", "amnesiac") for name in active if name not in table):
        return False  # Scripts with an ability inside an ability are not given to this judge.
    if any(PARTNER[name] not in table for name in active if name in PARTNER):
        return False
    if not tokens(table, script, story):
        return False
    if not made_later(table, players, script, story, active):
        return False
    return numbers(table) in expected(table, players, script, story, active)


def tokens(table: Table, script: set[str], story: Story) -> bool:
    """The Drunk and the Marionette hold tokens of characters that are not in play."""
    free = {"T": 0, "O": 0}
    for name in script:
        if TEAM.get(name) in free and name != "drunk" and not (name == "hermit" and "drunk" in script):
            most = 20 if "pope" in script else copies(name)
            free[TEAM[name]] += max(0, most - table[name])
    need = Counter()
    need["T"] += table["drunk"]
    if "hermit" in table and "drunk" in script:
        need["T"] += 1
    if story["marionette"]:
        need["O" if story["marionette"] == "O" else "T"] += 1
    return all(need[letter] <= free[letter] for letter in "TO")


def made_later(table: Table, players: int, script: set[str], story: Story, active: list[str]) -> bool:
    base = BASE[players]
    left = Counter(TEAM[name] for name in script if name in TEAM and name not in table)
    if "kazali" in table and left["M"] < base[2]:
        return False
    if "lordoftyphon" in table and left["M"] < base[2] + 1:
        return False
    if left["M"] < int(story["late"] or 0):
        return False
    return left["D"] >= active.count("summoner")  # an Alchemist with the ability makes a Demon as well


def expected(
    table: Table, players: int, script: set[str], story: Story, active: list[str]
) -> set[tuple[int, int, int, int]]:
    shown = 1 if story["marionette"] == "O" else 0
    extra = sum(n - 1 for name, n in table.items() if TEAM[name] == "O") if "pope" in script else 0
    found = {
        (players - (total - shown + extra) - minions_ - demons, total - shown + extra, minions_, demons)
        for minions_, demons in evil(table, players, story, active)
        for total in outsiders(table, players, script, active)
        if total >= shown
    }
    return {each for each in found if min(each) >= 0}


def evil(table: Table, players: int, story: Story, active: list[str]) -> list[tuple[int, int]]:
    """The numbers of Minions and Demons that there can be."""
    minions_, demons = BASE[players][2], [BASE[players][3]]
    if sum(name in active for name in ("summoner", "legion", "lilmonsta")) > 1:
        return []
    if "lilmonsta" in table:
        minions_ += 1
    if "lilmonsta" in table or "summoner" in active:
        demons = [0]
    if table.keys() & {"kazali", "lordoftyphon", "legion"}:
        minions_ = 0
    if "legion" in table:
        demons = [d for d in range(players) if d > players / 2 and table["legion"] == team(table, "D")]
    if story["late"] == "2" and minions_ != 3:
        return []
    minions_ -= int(story["late"] or 0)
    return [(minions_, each) for each in demons if minions_ >= 0]


def outsiders(table: Table, players: int, script: set[str], active: list[str]) -> list[int]:
    """The totals that the characters come to."""
    if set(active) & ANY:
        return list(range(players + 1))
    changes = [ADDS[name] for name in active if name in ADDS]
    if "hermit" in script and "hermit" not in table:
        changes.append((0, -1))
    if "sentinel" in script:
        changes.append((-1, 0, 1))
    sums = [BASE[players][1] + sum(options) for options in product(*changes)]
    return [total for total in sums if total >= 0] or [0]


def legal_tables(script: set[str], players: int) -> list[Table]:
    return [table for table in tables(script, players) if legal(table, players, script)]
