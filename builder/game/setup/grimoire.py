"""What stands in the Grimoire from the beginning: who is evil, the red herring, the twin, whoever is drunk all game."""

from builder.game.setup.effects import Alignment, Step
from builder.game.setup.granting import abilities, given
from builder.game.setup.seating import Seat, Seating
from builder.game.teams import GOOD_TEAMS, Team


def turn(seating: Seating) -> None:
    """Make those players evil, or good, whose alignment is not their character's."""
    members = seating.table.members
    effects = [(member.key, effect) for member in members for effect in member.effects]
    effects += [(holder, effect) for _, holder, member in given(seating) for effect in member.effects]
    effects += [(owner, effect) for _, owner, effect in seating.cast.always]
    for holder, effect in effects:
        if isinstance(effect, Alignment) and not seating.branch.no_rules:
            _turn(seating, effect, holder)


def _turn(seating: Seating, effect: Alignment, holder: str) -> None:
    if effect.team is None:
        turned = [seat for seat in seating.seats if seat.character == holder]
    else:
        open_to = [
            seat
            for seat in seating.seats
            if seating.cast.members[seat.character].team is effect.team and seat.evil is not effect.evil
        ]
        others = [seat for seat in open_to if seat.character != holder] or open_to
        turned = seating.random.sample(others, min(effect.number, len(others)))
    for seat in turned:
        seat.evil = effect.evil
        seating.steps.append(
            f"The {seating.cast.names[seat.character]} is {'evil' if effect.evil else 'good'}: "
            "turn the token upside down in the Grimoire."
        )


def mark(seating: Seating) -> None:
    """Tell the steps that come with the abilities at a table, and choose the players who are marked by them."""
    for through, holder, member in abilities(seating):
        is_own = holder == member.key
        for step in (each for each in member.effects if isinstance(each, Step)):
            if step.copies > 1 and (not is_own or seating.table.counts[holder] < step.copies):
                continue
            says_who = is_own and not step.text.startswith("They ")
            seating.steps.append(step.text if says_who else f"{through}: {step.text}")
            _place(seating, step, holder)
    for _, owner, effect in seating.cast.always:
        if isinstance(effect, Step):
            seating.steps.append(effect.text)
            _place(seating, effect, owner)


def _place(seating: Seating, step: Step, holder: str) -> None:
    if step.marker and not step.on:
        seating.markers.append((holder, step.marker))
    elif step.marker:
        places = _places(seating, step, holder)
        unmarked = [place for place in places if (place, step.marker) not in seating.markers]
        if places:
            seating.markers.append((seating.random.choice(unmarked or places), step.marker))


def _places(seating: Seating, step: Step, holder: str) -> list[str]:
    """The tokens of those whom a marker can be put on; a Demon that no player is has a token as well."""
    seats = [seat for seat in seating.seats if "others" not in step.on or seat.character != holder]
    if "opposing" in step.on:
        return [seat.place for seat in _opposing(seating, seats, holder)]
    if "good" in step.on:
        found = [s for s in seats if seating.cast.members[s.character].team in GOOD_TEAMS and not s.evil]
        return [seat.place for seat in found or seats]
    teams = {Team(name) for name in step.on if name != "others"}
    return [
        *(seat.place for seat in seats if seating.cast.members[seat.character].team in teams),
        *(member.key for member in seating.table.members if member.nobody and member.team in teams),
    ]


def _opposing(seating: Seating, seats: list[Seat], holder: str) -> list[Seat]:
    """Players of the other alignment, at best no Demon and nobody who does not know what they are."""
    is_evil = any(seat.evil for seat in seating.seats if seat.character == holder)
    found = [seat for seat in seats if seat.evil is not is_evil]
    knowing = [seat for seat in found if seat.token == seat.character]
    return [seat for seat in knowing if not seating.is_demon(seat)] or knowing or found
