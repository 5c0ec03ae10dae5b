"""A judge of games dealt with one bracket, written from what its author means and not from the engine."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

TEAMS = ("townsfolk", "outsider", "minion", "demon")
BASE = {
    7: (5, 0, 1, 1), 8: (5, 1, 1, 1), 9: (5, 2, 1, 1), 10: (7, 0, 2, 1), 11: (7, 1, 2, 1),
    12: (7, 2, 2, 1), 13: (9, 0, 3, 1), 14: (9, 1, 3, 1), 15: (9, 2, 3, 1),
}  # fmt: skip
GOOD, EVIL = {"townsfolk", "outsider"}, {"minion", "demon"}


def faults(dealt: Any, owner: str, means: Mapping[str, Any], team_of: Mapping[str, str]) -> list[str]:
    """Everything about a deal that is not as the author means it."""
    return [*_numbers(dealt, owner, means, team_of), *_characters(dealt, owner, means, team_of),
            *_alignments(dealt, owner, means, team_of), *_tokens(dealt, owner, means, team_of),
            *_told(dealt, means, team_of)]  # fmt: skip


def _numbers(dealt: Any, owner: str, means: Mapping[str, Any], team_of: Mapping[str, str]) -> Iterator[str]:
    usual = dict(zip(TEAMS, BASE[dealt.players], strict=True))
    found = Counter(team_of[who] for who in dealt.characters)
    if means.get("absent"):
        return
    if "copies" in means and team_of[owner] != "townsfolk":  # the others do not count
        found[team_of[owner]] -= dealt.characters.count(owner) - 1
    if sum(found.values()) != dealt.players and "copies" not in means:
        yield f"{sum(found.values())} characters for {dealt.players} players"
    applies = dealt.players >= means.get("from", 0) and means.get("with", owner) in dealt.characters
    ways = means.get("either", [means.get("change", {})]) if applies else [{}]
    if not any(_fits(found, usual, way, means, team_of) for way in ways):
        yield f"the numbers are {dict(found)} for {dealt.players} players"


def _fits(
    found: Counter[str],
    usual: dict[str, int],
    way: Mapping[str, list[int]],
    means: Mapping[str, Any],
    team_of: Mapping[str, str],
) -> bool:
    for team in TEAMS[1:]:
        if team in means.get("count", {}):
            least, most = means["count"][team]
            fits = least <= found[team] <= most
        elif team in means.get("among", {}):
            fits = found[team] in means["among"][team]
        else:
            added = sum(team_of[who] == team for who in means.get("needs", ()))  # for each, one may be added
            totals = {usual[team] + by + more for by in way.get(team, [0]) for more in range(added + 1)}
            fits = found[team] in ({total for total in totals if total >= 0} or {0})
        if not fits:
            return False
    return True


def _characters(dealt: Any, owner: str, means: Mapping[str, Any], _: object) -> Iterator[str]:
    present = Counter(dealt.characters)
    yield from (f"{who} is missing" for who in means.get("needs", ()) if not present[who])
    yield from (f"{who} is in play" for who in means.get("never", ()) if present[who])
    low, high = means.get("copies", (0, 1) if means.get("absent") else (1, 1))
    if not low <= present[owner] <= high:
        yield f"{present[owner]} of {owner}"
    if means.get("absent") and present[owner]:
        yield f"{owner} starts in play"


def _alignments(
    dealt: Any, owner: str, means: Mapping[str, Any], team_of: Mapping[str, str]
) -> Iterator[str]:
    def is_one(who: str, of: str) -> bool:
        if of == "self":
            return who == owner
        return team_of[who] in {"good": GOOD, "evil": EVIL}.get(of, {of})

    turned = Counter(who for who in dealt.evil if team_of[who] in GOOD)
    turned.update(who for who in dealt.characters if team_of[who] in EVIL and who not in dealt.evil)
    for of, number in {**means.get("evil", {}), **means.get("good", {})}.items():
        there = sum(is_one(who, of) for who in dealt.characters)
        if sum(n for who, n in turned.items() if is_one(who, of)) != min(number, there):
            yield f"{dict(turned)} are turned of {there}"
        turned = Counter({who: n for who, n in turned.items() if not is_one(who, of)})
    if turned:
        yield f"{dict(turned)} are of the other alignment"


def _tokens(dealt: Any, owner: str, means: Mapping[str, Any], team_of: Mapping[str, str]) -> Iterator[str]:
    bag = [token for token, _ in dealt.bag]
    if kind := means.get("unbagged"):
        shown = [token for token, who in dealt.bag if who == owner]
        if owner in bag or not shown or any(kind not in ("any", team_of[token]) for token in shown):
            yield f"{owner} draws {shown}"
    elif any(token != who for token, who in dealt.bag if who != "drunk"):
        yield f"somebody draws another token: {dealt.bag}"
    more = Counter(team_of[token] for token in dealt.left_over)
    wanted = Counter(means.get("bag", {}))
    if sum(more.values()) != wanted.total() or ("any" not in wanted and more != wanted):
        yield f"{dealt.left_over} are in the bag too"
    if set(dealt.left_over) & {*bag, *dealt.characters, *dealt.bluffs}:
        yield f"{dealt.left_over} are in the bag twice, or shown as bluffs"
    if not any(f"these {len(bag) + wanted.total()} tokens into the bag" in step for step in dealt.steps):
        yield "the steps name another number of tokens"


def _told(dealt: Any, means: Mapping[str, Any], team_of: Mapping[str, str]) -> Iterator[str]:
    if means.get("step") and not any(str(means["step"]) in step for step in dealt.steps):
        yield f"no step says “{means['step']}”: {dealt.steps}"
    if "marker" in means:
        text, team = means["marker"]
        places = [team_of[on] for on, words in dealt.reminders if words.lower() == text]
        if len(places) != 1 or team not in ("any", *places):
            yield f"the markers are {dealt.reminders}"


def seats(order: Sequence[str], owner: str, rule: Sequence[str], team_of: Mapping[str, str]) -> bool:
    """Whether players around a table, by their characters, sit as an author means it."""
    who, where, whom = rule
    n = len(order)

    def those(group: str) -> set[int]:
        return {at for at, it in enumerate(order) if it == owner or team_of[it] != "x"} & {
            at for at, it in enumerate(order) if (it == owner if group == "self" else team_of[it] == group)
        }

    for at in those(who):
        near = {(at + 1) % n, (at - 1) % n} if where != "opposite" else {(at + n // 2) % n, (at - n // 2) % n}
        others = those(whom) - {at}
        if others and bool(near & others) is (where == "not next to"):
            return False
    return True
