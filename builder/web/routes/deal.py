"""Deals a game for a number of players: bag, bluffs, steps, and why; parts can be fixed, the rest redrawn."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, make_response, redirect, render_template, request
from werkzeug.wrappers import Response

import builder
from builder import artefacts
from builder.artefact import PrintRequest
from builder.errors import ClockwrightError
from builder.game.ids import key
from builder.game.script import Script
from builder.game.setup.rules import FEWEST_PLAYERS, MOST_PLAYERS, SetupError
from builder.web.infra import rights
from builder.web.infra.script_store import Opened
from builder.web.infra.services import services
from builder.web.routes import documents
from builder.web.view_models import dealt_game, first_night, print_choices
from builder.web.view_models.dealt_game import TEAMS, Face, Table
from builder.web.view_models.first_night import WakingRow

pages = Blueprint("deal", __name__)

USUAL_PLAYERS = 8
MOST_SEED = 40
#: Letters of all names on tent cards.
MOST_NAMES = 2000


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
    table = dealt_game.table(opened, dealt, game.wanted)
    response = _page(opened, game, table, night=first_night.rows(opened.script, dealt, table))
    response.set_cookie(
        "players", str(game.players), max_age=print_choices.YEAR, httponly=True, samesite="Lax"
    )
    return response


@pages.post("/s/<identifier>/deal/tent-cards.pdf")
def tent_cards(identifier: str) -> Response:
    """Tent cards with the names of the form. Neither the names nor the document are stored."""
    opened = rights.opened(identifier)
    names = request.form.get("names", "")[:MOST_NAMES]
    settings = (("cards", "names"), ("names", names)) if names.strip() else (("cards", "names"),)
    paper = print_choices.chosen().paper.id
    wanted = artefacts.judged(PrintRequest("table", "classic", paper, settings))
    made = services().press.render(opened.official, wanted, keep=False)
    return documents.download(made.pdf, "application/pdf", f"{opened.script.name} - tent cards.pdf")


def _deal_request(script: Script) -> DealRequest | None:
    """The parameters from the query; None for an invalid number of players."""
    last = _players(request.cookies.get("players", "")) or USUAL_PLAYERS
    players = _players(request.args["players"]) if request.args.get("players") else last
    if not players:
        return None
    return DealRequest(players, request.args.get("seed", "").strip()[:MOST_SEED], *_wishes(script))


def _players(written: str) -> int:
    """A number of players; 0 if it is not one."""
    players = int(written) if written.strip().isdecimal() and len(written) <= 3 else 0
    return players if FEWEST_PLAYERS <= players <= MOST_PLAYERS else 0


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
    night: Sequence[WakingRow] = (),
) -> Response:
    faces = dealt_game.faces(opened)
    states = dict.fromkeys(asked.wanted, "with") | dict.fromkeys(asked.unwanted, "without")
    choices = [Choice(face, states.get(name, "")) for name, face in faces.items() if face.team in TEAMS]
    html = render_template(
        "deal.html",
        script=opened,
        asked=asked,
        typed=typed or str(asked.players),
        choices=sorted(choices, key=lambda choice: dealt_game.rank(choice.face.team)),
        dealt=dealt,
        night=night,
        fault=fault,
        paper=print_choices.chosen().paper.id,
        longest=MOST_NAMES,
        fewest=FEWEST_PLAYERS,
        most=MOST_PLAYERS,
    )
    return make_response(html, status)
