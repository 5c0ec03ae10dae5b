"""Changes by hand of a dealt game, from the fields of a form."""

from collections.abc import Callable, Mapping

from builder import catalogue
from builder.game.ids import key
from builder.game.setup import seated_game
from builder.game.setup.cast import cast
from builder.game.setup.seated_game import Game, GameError
from builder.game.teams import Team
from builder.language import gettext as _
from builder.web.view_models.dealt_game import Known


def changed(known: Known, form: Mapping[str, str]) -> Game:
    """A game after the change that the field `change` names; the same game without one. Raises GameError.

    A button says its change and where: “turn 3”. Seats are counted from 1 in the form.
    """
    what, _unused, where = form.get("change", "").partition(" ")
    return _CHANGES[what](known, where, form) if what in _CHANGES else known.game


def _join(known: Known, _where: str, form: Mapping[str, str]) -> Game:
    name = form.get("traveller", "")
    if known.team_of(name) is not Team.TRAVELLER:
        raise GameError(_("Choose a Traveller."))
    is_evil = form.get("alignment") == "evil"
    return seated_game.join(known.game, _seat(form, "at"), known.face(name).id, is_evil=is_evil)


def _exchange(known: Known, _where: str, form: Mapping[str, str]) -> Game:
    return seated_game.exchange(known.game, _seat(form, "seat"), _seat(form, "other"), known.team_of)


def _turn(known: Known, where: str, form: Mapping[str, str]) -> Game:
    seat = _number(where) if where else _seat(form, "changing")
    return seated_game.turn(known.game, seat, has_begun=_has_begun(form))


def _become(known: Known, _where: str, form: Mapping[str, str]) -> Game:
    name = form.get("become", "")
    if key(name) not in known.faces:
        raise GameError(_("Choose a character of this script."))
    seat, character, team = _seat(form, "changing"), known.face(name).id, known.team_of(name)
    member = cast(known.opened.script, catalogue.rules()).members.get(key(name))
    drawn = {team for each in (member.disguises if member else ()) for team in each.teams}
    tokens = {each for each in known.ids if known.team_of(each) in drawn} if drawn else None
    return seated_game.become(known.game, seat, character, team, tokens, has_begun=_has_begun(form))


def _has_begun(form: Mapping[str, str]) -> bool:
    """Whether players have looked at their tokens, or the first night is over: only the browser knows."""
    return form.get("begun") == "1"


def _move(known: Known, where: str, form: Mapping[str, str]) -> Game:
    seat, _unused, number = where.partition(" ")
    to = _seat(form, f"mark {where}")
    return seated_game.move_mark(known.game, _number(seat), _number(number) + 1, to, known.team_of)


def _show(known: Known, where: str, form: Mapping[str, str]) -> Game:
    game, seat, token = known.game, _number(where), form.get(f"token {where}", "")
    if not 0 <= seat < len(game.seats):
        raise GameError(_("There is no such seat."))
    choices = seated_game.tokens_for(game, seat, known.ids, known.team_of)
    names = known.face(game.seats[seat].token).name, known.face(token).name
    return seated_game.show_token(game, seat, token, choices, names)


def _bluff(known: Known, where: str, form: Mapping[str, str]) -> Game:
    game, number, bluff = known.game, _number(where), form.get(f"bluff {where}", "")
    choices = seated_game.bluffs_for(game, known.ids, known.team_of)
    if not 0 <= number < len(game.bluffs):
        raise GameError(_("There is no such bluff."))
    names = known.face(game.bluffs[number]).name, known.face(bluff).name
    return seated_game.choose_bluff(game, number, bluff, choices, names)


def _seat(form: Mapping[str, str], name: str) -> int:
    return _number(form.get(name, ""))


def _number(written: str) -> int:
    """A seat or a place counted from 0; the form counts from 1."""
    if not written.isdecimal() or len(written) > 3:
        raise GameError(_("Choose a player."))
    return int(written) - 1


_CHANGES: Mapping[str, Callable[[Known, str, Mapping[str, str]], Game]] = {
    "join": _join,
    "exchange": _exchange,
    "turn": _turn,
    "become": _become,
    "mark": _move,
    "token": _show,
    "bluff": _bluff,
}
