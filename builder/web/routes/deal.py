"""Deals a game for a number of players: bag, bluffs, steps, and why; parts can be fixed, the rest redrawn."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, make_response, redirect, render_template, request
from werkzeug.wrappers import Response

import builder
from builder import catalogue, emblems
from builder.errors import ClockwrightError
from builder.game.character import Character
from builder.game.ids import key
from builder.game.script import Script
from builder.game.setup.dealing import Deal
from builder.game.setup.rules import FEWEST_PLAYERS, MOST_PLAYERS, SetupError
from builder.web.infra import rights
from builder.web.infra.script_store import Opened
from builder.web.view_models import character_list, thumbnail

pages = Blueprint("deal", __name__)

USUAL_PLAYERS = 8
MOST_SEED = 40
#: The teams of the bag: others never have a token in it.
TEAMS = ("townsfolk", "outsider", "minion", "demon")


@dataclass(frozen=True, slots=True)
class DealRequest:
    """The parameters of a deal."""

    players: int
    seed: str
    wanted: tuple[str, ...]
    unwanted: tuple[str, ...]

    def query(self, seed: str = "") -> str:
        """The query that deals the same game, or one with another seed."""
        parts = [("players", str(self.players)), ("seed", seed or self.seed)]
        parts += [("with", each) for each in self.wanted] + [("without", each) for each in self.unwanted]
        return "?" + urlencode(parts)

    @property
    def card(self) -> str:
        """The query of the printed card."""
        parts = {"cards": "bag", "players": str(self.players), "seed": self.seed}
        parts |= {"with": ",".join(self.wanted)} if self.wanted else {}
        parts |= {"without": ",".join(self.unwanted)} if self.unwanted else {}
        return "?" + urlencode(parts)


@dataclass(frozen=True, slots=True)
class Face:
    """A character as the page shows it."""

    id: str
    name: str
    team: str
    #: The name of its emblem.
    emblem: str
    #: The address of its small picture; empty if it shows its emblem.
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Token:
    """A token of the bag; `truly` is the player's real character if that differs."""

    face: Face
    truly: Face | None
    is_evil: bool
    is_locked: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A dealt game, for the page."""

    tokens: tuple[Token, ...]
    extra: tuple[Face, ...]
    bluffs: tuple[Face, ...]
    reminders: tuple[tuple[Face, str], ...]
    steps: tuple[str, ...]
    because: tuple[str, ...]
    counts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A character that can be requested or excluded."""

    face: Face
    #: `with`, `without`, or empty.
    state: str


@pages.get("/s/<identifier>/deal")
def show(identifier: str) -> Response:
    """The form and the requested game. Without a seed, a random one is chosen and put into the address."""
    opened = rights.opened(identifier)
    players = request.args.get("players", "")
    game = _deal_request(opened.script)
    if game is None:
        words = f"Type a number of players from {FEWEST_PLAYERS} to {MOST_PLAYERS}."
        return _page(
            opened, DealRequest(USUAL_PLAYERS, "", *_wishes(opened.script)), None, words, 422, players
        )
    if not players:
        return _page(opened, game, None)
    if not game.seed:
        return redirect(f"/s/{identifier}/deal" + game.query(str(secrets.randbelow(10**6))) + "#dealt", 303)
    seed = int(game.seed) if game.seed.isdecimal() else game.seed
    try:
        dealt = builder.deal(opened.script, game.players, seed=seed, with_=game.wanted, without=game.unwanted)
    except (SetupError, ClockwrightError) as error:
        return _page(opened, game, None, str(error), 422)
    return _page(opened, game, table(opened, dealt, game.wanted))


def table(opened: Opened, dealt: Deal, wanted: Iterable[str] = ()) -> Table:
    """A dealt game, for the page."""
    locked = {key(each) for each in wanted}
    faces = _faces(opened)

    def face(identifier: str) -> Face:
        return faces.get(key(identifier)) or _face(catalogue.find(identifier), identifier)

    evil, tokens = list(dealt.evil), []
    for token, who in dealt.bag:
        bad = who in evil
        if bad:
            evil.remove(who)
        tokens.append(Token(face(token), face(who) if token != who else None, bad, key(who) in locked))
    return Table(
        tokens=tuple(sorted(tokens, key=lambda token: _rank((token.truly or token.face).team))),
        extra=tuple(map(face, dealt.extra)),
        bluffs=tuple(map(face, dealt.bluffs)),
        reminders=tuple((face(on), words) for on, words in dealt.reminders),
        steps=dealt.steps,
        because=dealt.because,
        counts=tuple((team, number) for team, number in zip(TEAMS, dealt.distribution, strict=True)),
    )


def _deal_request(script: Script) -> DealRequest | None:
    """The parameters from the query; None for an invalid number of players."""
    written = request.args.get("players", str(USUAL_PLAYERS)).strip()
    players = int(written) if written.isdecimal() and len(written) <= 3 else 0
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        return None
    return DealRequest(players, request.args.get("seed", "").strip()[:MOST_SEED], *_wishes(script))


def _wishes(script: Script) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Which characters must or must not be in play; `wish-imp=with` means the same as `with=imp`."""
    known = {entry.key for entry in script.entries}
    found: dict[str, tuple[str, ...]] = {}
    for word in ("with", "without"):
        keys = [key(each) for each in request.args.getlist(word)]
        keys += [
            key(name[5:]) for name, value in request.args.items() if name[:5] == "wish-" and value == word
        ]
        found[word] = tuple(dict.fromkeys(each for each in keys if each in known))
    return found["with"], tuple(each for each in found["without"] if each not in found["with"])


def _page(
    opened: Opened,
    asked: DealRequest,
    dealt: Table | None,
    fault: str = "",
    status: int = 200,
    typed: str = "",
) -> Response:
    faces = _faces(opened)
    states = dict.fromkeys(asked.wanted, "with") | dict.fromkeys(asked.unwanted, "without")
    choices = [Choice(face, states.get(name, "")) for name, face in faces.items() if face.team in TEAMS]
    html = render_template(
        "deal.html",
        script=opened,
        asked=asked,
        typed=typed or str(asked.players),
        choices=sorted(choices, key=lambda choice: _rank(choice.face.team)),
        dealt=dealt,
        fault=fault,
        fewest=FEWEST_PLAYERS,
        most=MOST_PLAYERS,
    )
    return make_response(html, status)


def _rank(team: str) -> int:
    return TEAMS.index(team) if team in TEAMS else len(TEAMS)


def _faces(opened: Opened) -> dict[str, Face]:
    script = opened.script
    names, addresses = emblems.assign(script.characters), character_list.addresses(script)
    found = {}
    for address, entry in zip(addresses, script.entries, strict=True):
        each = entry.character
        if each:
            small = thumbnail.picture(each, address) if entry.is_custom else ""
            picture = f"{opened.path}{small}" if small else ""
            found[each.key] = Face(each.id, each.name, each.team.value, names.get(each.id, ""), picture)
    return found


def _face(character: Character | None, identifier: str) -> Face:
    if character is None:
        return Face(identifier, identifier, "unknown", "")
    return Face(character.id, character.name, character.team.value, emblems.of(character))
