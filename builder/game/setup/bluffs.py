"""Which characters the Demon is shown as not in play (game-facts §3, Bluffs)."""

from random import Random

from builder.game.setup.effects import Bluffs, Disguise
from builder.game.setup.granting import abilities
from builder.game.setup.seating import Seating
from builder.game.teams import GOOD_TEAMS, Team

#: Below so many players the Demon learns nobody and nothing.
_PLAYERS_FOR_INFO = 7
_NUMBER = 3


def chosen(seating: Seating, random: Random) -> tuple[str, ...]:
    """Three good characters out of play, or what there is of them; none where nobody is shown any.

    With an Insider in play they are three that are in play. Adds a step that says who is shown them. Minions have those
    of a Snitch where the Demon has none, but under a Tor nobody has any.
    """
    modes = _modes(seating)
    if "none" in modes or _silent(seating):
        if "each-minion" in modes and not any(effect == Bluffs("none") for *_, effect in seating.cast.always):
            _tell_minions(seating, random)
            return ()
        seating.steps.append("Nobody is shown bluffs.")
        return ()
    small = len(seating.seats) < _PLAYERS_FOR_INFO
    shown: tuple[str, ...] = ()
    if not small or modes & {"always", "instead"}:
        shown = _three(_in_play(seating) if "in-play" in modes else _out_of_play(seating, random), random)
        _tell(seating, shown, modes)
    if "each-minion" in modes:
        _tell_minions(seating, random)
    return shown


def _modes(seating: Seating) -> set[str]:
    present = {effect for *_, member in abilities(seating) for effect in member.effects}
    present |= {effect for *_, effect in seating.cast.always}
    return {effect.mode for effect in present if isinstance(effect, Bluffs)}


def _silent(seating: Seating) -> bool:
    """Whether a jinx takes the bluffs away (Alchemist-Summoner), and no Summoner is there to be shown them."""
    silent = seating.cast.jinxes.no_bluffs
    return any(pair in silent and pair[1] not in seating.table.counts for pair in seating.grants)


def _in_play(seating: Seating) -> list[list[str]]:
    good = [member for member in seating.table.members if member.team in GOOD_TEAMS]
    plain = [
        member.key for member in good if not any(isinstance(effect, Disguise) for effect in member.effects)
    ]
    return [plain, [member.key for member in good if member.key not in plain]]


def _out_of_play(seating: Seating, random: Random) -> list[list[str]]:
    """Good characters by how well they serve: plain ones, those that somebody thinks to be, those never drawn."""
    tokens = {seat.token for seat in seating.seats}
    given = {ability for _, ability in seating.grants}
    out = [
        m for team in sorted(GOOD_TEAMS) for m in seating.cast.team(team) if m.key not in seating.table.counts
    ]
    random.shuffle(out)
    best = [m.key for m in out if m.baggable and m.key not in tokens | given]
    known = [m.key for m in out if m.baggable and m.key not in best]
    return [best, known, [m.key for m in out if not m.baggable]]


def _three(ranked: list[list[str]], random: Random) -> tuple[str, ...]:
    shown: list[str] = []
    for rank in ranked:
        shown += random.sample(sorted(rank), min(len(rank), _NUMBER - len(shown)))
    return tuple(shown)


def _tell(seating: Seating, shown: tuple[str, ...], modes: set[str]) -> None:
    names = (
        ", ".join(seating.cast.names[name] for name in shown) or "nobody (all good characters are in play)"
    )
    whom = "the Summoner" if "instead" in modes else "the Demon"
    may = "You may show" if "optional" in modes else "Show"
    what = "as not in play, though they are" if "in-play" in modes else "as not in play"
    seating.steps.append(f"{may} {whom} {what}: {names}.")


def _tell_minions(seating: Seating, random: Random) -> None:
    hidden = {mask.holder for mask in seating.branch.shown}
    for seat in seating.seats:
        member = seating.cast.members[seat.character]
        if member.team is Team.MINION and member.key not in hidden:
            names = ", ".join(
                seating.cast.names[name] for name in _three(_out_of_play(seating, random), random)
            )
            seating.steps.append(f"Show the {member.name} as not in play: {names}.")
