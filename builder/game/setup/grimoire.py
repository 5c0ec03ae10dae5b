"""The initial Grimoire: who is evil, the red herring, the twin; and the Demon's bluffs."""

from builder.game.character import bare
from builder.game.setup import effects as fx
from builder.game.setup.seating import Marker, Seat, Seating, SeatRule, abilities, given
from builder.game.teams import COUNTED_TEAMS, GOOD_TEAMS, Team
from builder.language import N_, gettext as _


def turn_alignments(seating: Seating) -> None:
    """Change the alignment of players whose alignment differs from their character's."""
    if seating.branch.no_rules:
        return
    effects = [(member.key, effect) for member in seating.table.members for effect in member.effects]
    effects += [(holder, effect) for _unused, holder, member in given(seating) for effect in member.effects]
    effects += [(owner, effect) for _unused, owner, effect in seating.cast.always]
    for holder, effect in effects:
        if isinstance(effect, fx.Alignment):
            _turn(seating, effect, holder)


def _turn(seating: Seating, effect: fx.Alignment, holder: str) -> None:
    if effect.team is None and not effect.teams:
        turned = [seat for seat in seating.seats if seat.character == holder]
    else:
        open_to = [
            seat
            for seat in seating.seats
            if seating.member(seat).team in (effect.teams or (effect.team,)) and seat.evil is not effect.evil
        ]
        others = [seat for seat in open_to if seat.character != holder]
        if effect.number > len(others):
            others = open_to
        turned = seating.random.sample(others, min(effect.number, len(others)))
    for seat in turned:
        seat.evil = effect.evil
        text = _("The %(name)s is good: turn the token upside down in the Grimoire.")
        if effect.evil:
            text = _("The %(name)s is evil: turn the token upside down in the Grimoire.")
        seating.steps.append(text % {"name": bare(seating.cast.names[seat.character])})


def place_markers(seating: Seating) -> None:
    """Add the setup steps of the abilities at a table, and choose the players to mark and the tokens left over."""
    for through, holder, member in abilities(seating):
        is_own = holder == member.key
        for effect in member.effects:
            copies = effect.copies if isinstance(effect, fx.Step) else 1
            if copies == 1 or (is_own and seating.table.counts[holder] >= copies):
                _prepare(seating, effect, holder, "" if is_own else f"{through}: ", f"{through}: ")
    for _unused, owner, effect in seating.cast.always:
        _prepare(seating, effect, owner)


def _prepare(seating: Seating, effect: fx.Effect, holder: str, by: str = "", by_they: str = "") -> None:
    """Carry out one effect that changes no numbers; `by` (`by_they` if its text does not say who) comes before it."""
    match effect:
        case fx.BagTokens():
            _add_tokens(seating, effect)
        case fx.Seats():
            rule = SeatRule.of(effect, holder, seating.cast)
            seating.rules.append(rule)
            seating.steps.append(rule.text)
        case fx.Step(text, needs_name=needs_name):
            if text:
                says_nobody = needs_name or text.startswith("They ")
                seating.steps.append(f"{by_they if says_nobody else by}{_(text)}")
            _place(seating, effect, holder)


def _add_tokens(seating: Seating, effect: fx.BagTokens) -> None:
    """Choose tokens that are added to the bag beyond the number of players."""
    used = {seat.token for seat in seating.seats} | set(seating.left_over)
    free = [
        member.key
        for team in ([effect.team] if effect.team else COUNTED_TEAMS)
        for member in seating.cast.team(team)
        if member.baggable
        and member.key not in used | seating.banned
        and not (member.fills or member.disguises)
    ]
    seating.left_over += seating.random.sample(free, min(effect.number, len(free)))


def _place(seating: Seating, step: fx.Step, holder: str) -> None:
    if not step.marker:
        return
    own = seating.seat_of(holder)
    places = _places(seating, step, holder) if step.on else [(holder, own)]
    free = [(on, seat) for on, seat in places if not _is_marked(seating, step.marker, on, seat)]
    if places:
        on, seat = seating.random.choice(free or places) if step.on else places[0]
        seating.markers.append(Marker(on, step.marker, holder, seat, step.on))


def _is_marked(seating: Seating, text: str, on: str, seat: Seat | None) -> bool:
    return any(
        marker.text == text and (marker.seat is seat if seat else marker.on == on)
        for marker in seating.markers
    )


def _places(seating: Seating, step: fx.Step, holder: str) -> list[tuple[str, Seat | None]]:
    """The players who can get a marker, each with the token in the Grimoire; a Demon without a player has one too."""
    seats = [seat for seat in seating.seats if "others" not in step.on or seat.character != holder]
    if "opposing" in step.on:
        return [(seat.place, seat) for seat in _opposing(seating, seats, holder)]
    if "good" in step.on:
        found = [s for s in seats if seating.member(s).team in GOOD_TEAMS and not s.evil]
        return [(seat.place, seat) for seat in found or seats]
    teams = {Team(name) for name in step.on if name != "others"}
    return [
        *((seat.place, seat) for seat in seats if seating.member(seat).team in teams),
        *((member.key, None) for member in seating.table.members if member.nobody and member.team in teams),
    ]


def _opposing(seating: Seating, seats: list[Seat], holder: str) -> list[Seat]:
    """Players of the other alignment, preferably not the Demon or anyone who does not know their character."""
    is_evil = any(seat.evil for seat in seating.seats if seat.character == holder)
    found = [seat for seat in seats if seat.evil is not is_evil]
    knowing = [seat for seat in found if seat.token == seat.character]
    return [seat for seat in knowing if not seating.is_demon(seat)] or knowing or found


#: With fewer players the Demon learns no Minions and no bluffs.
PLAYERS_FOR_INFO = 7
_NUMBER = 3


def choose_bluffs(seating: Seating) -> tuple[str, ...]:
    """Three good characters out of play, or fewer if there are not enough; empty if no one learns any.

    With an Insider in play, three that are in play. Adds a step that says who learns them. A Snitch's Minions get
    bluffs even if the Demon does not, but under a Tor no one does.
    """
    present = {effect for *_unused, member in abilities(seating) for effect in member.effects}
    always = {effect for *_unused, effect in seating.cast.always}
    modes = {effect.mode for effect in present | always if isinstance(effect, fx.Bluffs)}
    silent = "none" in modes or _is_silent(seating)
    shown: tuple[str, ...] = ()
    if not silent and (len(seating.seats) >= PLAYERS_FOR_INFO or modes & {"always", "instead"}):
        shown = _three(seating, _in_play(seating) if "in-play" in modes else _out_of_play(seating))
        _tell_demon(seating, shown, modes)
    if "each-minion" in modes and not (silent and fx.Bluffs("none") in always):
        _tell_minions(seating)
    elif silent:
        seating.steps.append(_("Show no bluffs."))
    return shown


def _is_silent(seating: Seating) -> bool:
    """Whether a jinx removes the bluffs (Alchemist-Summoner), and there is no Summoner to learn them."""
    silent = seating.cast.jinxes.no_bluffs
    return any(pair in silent and pair[1] not in seating.table.counts for pair in seating.grants)


def _in_play(seating: Seating) -> list[list[str]]:
    good = [member for member in seating.table.members if member.team in GOOD_TEAMS]
    return [[m.key for m in good if not m.disguises], [m.key for m in good if m.disguises]]


def _out_of_play(seating: Seating) -> list[list[str]]:
    """Good characters by suitability: ordinary ones, those that a player thinks they are, those never drawn."""
    used = (
        {seat.token for seat in seating.seats}
        | set(seating.left_over)
        | {ability for _unused, ability in seating.grants}
    )
    good = [member for team in sorted(GOOD_TEAMS) for member in seating.cast.team(team)]
    out = [member for member in good if member.key not in seating.table.counts]
    seating.random.shuffle(out)
    return [
        [m.key for m in out if m.baggable and m.key not in used],
        [m.key for m in out if m.baggable and m.key in used],
        [m.key for m in out if not m.baggable],
    ]


def _three(seating: Seating, ranked: list[list[str]]) -> tuple[str, ...]:
    shown: list[str] = []
    for rank in ranked:
        shown += seating.random.sample(sorted(rank), min(len(rank), _NUMBER - len(shown)))
    return tuple(shown)


def _names(seating: Seating, shown: tuple[str, ...]) -> str:
    return ", ".join(seating.cast.names[name] for name in shown)


_IN_PLAY = {
    "demon": N_("Show the Demon these in-play characters as bluffs: %(names)s."),
    "may-demon": N_("You may show the Demon these in-play characters as bluffs: %(names)s."),
    "summoner": N_("Show the Summoner these in-play characters as bluffs: %(names)s."),
    "may-summoner": N_("You may show the Summoner these in-play characters as bluffs: %(names)s."),
}
_NOT_IN_PLAY = {
    "demon": N_("Show the Demon these not-in-play characters: %(names)s."),
    "may-demon": N_("You may show the Demon these not-in-play characters: %(names)s."),
    "summoner": N_("Show the Summoner these not-in-play characters: %(names)s."),
    "may-summoner": N_("You may show the Summoner these not-in-play characters: %(names)s."),
}


def _tell_demon(seating: Seating, shown: tuple[str, ...], modes: set[str]) -> None:
    names = _names(seating, shown) or _("none (all good characters are in play)")
    form = ("may-" * ("optional" in modes)) + ("summoner" if "instead" in modes else "demon")
    text = (_IN_PLAY if "in-play" in modes else _NOT_IN_PLAY)[form]
    seating.steps.append(text % {"names": names})


def _tell_minions(seating: Seating) -> None:
    hidden = {mask.holder for mask in seating.branch.shown}
    for member in map(seating.member, seating.seats):
        if member.team is Team.MINION and member.key not in hidden:
            names = _names(seating, _three(seating, _out_of_play(seating)))
            seating.steps.append(
                _("Show the %(name)s these not-in-play characters: %(names)s.")
                % {"name": bare(member.name), "names": names}
            )
