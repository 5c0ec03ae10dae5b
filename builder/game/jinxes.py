"""Which jinxes apply to a script."""

from collections.abc import Iterable

from builder.game.character import Jinx
from builder.game.ids import key
from builder.game.script import Script


def elsewhere(script: Script) -> tuple[Jinx, ...]:
    """The jinxes of a script's homebrew characters with characters that are not on it, in the script's order.

    A homebrew character meant for any script brings its jinxes with official characters along.
    """
    on_script = {entry.key for entry in script.entries}
    found: dict[frozenset[str], Jinx] = {}
    for entry in script.entries:
        if entry.character and entry.is_custom:
            for jinx in entry.character.jinxes:
                if len(jinx.pair) == 2 and not jinx.pair <= on_script:
                    found.setdefault(jinx.pair, jinx)
    return tuple(found.values())


def applying(script: Script, official: Iterable[Jinx]) -> tuple[Jinx, ...]:
    """The jinxes between characters on this script, in the script's order, each pair once.

    A pair has no order. A script's own text for an official pair takes precedence. Every jinx of
    another Outsider also applies to the Hermit, who has all Outsiders' abilities.
    """
    on_script = {entry.key: place for place, entry in enumerate(script.entries)}
    found: dict[frozenset[str], Jinx] = {}
    own = (jinx for character in script.characters for jinx in character.jinxes)
    for jinx in (*own, *official):
        pair = jinx.pair
        if len(pair) == 2 and pair <= on_script.keys():
            found.setdefault(pair, jinx)
    if "hermit" in on_script:
        outsiders = {each.key for each in script.characters if each.team == "outsider"} - {"hermit"}
        for jinx in tuple(found.values()):
            for outsider in jinx.pair & outsiders:
                (other,) = jinx.pair - {outsider}
                if other != "hermit":
                    both = ("hermit", next(each for each in jinx.characters if key(each) == other))
                    inherited = Jinx(both, jinx.reason, "hermit", jinx.setup)
                    found.setdefault(inherited.pair, inherited)
    return tuple(sorted(found.values(), key=lambda jinx: sorted(on_script[each] for each in jinx.pair)))
