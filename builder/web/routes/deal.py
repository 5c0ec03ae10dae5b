"""Deals a game for a number of players: bag, bluffs, steps, and why; parts can be fixed, the rest redrawn."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, make_response, redirect, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

import builder
from builder import artefacts
from builder.artefact import PrintRequest
from builder.errors import ClockwrightError
from builder.game.ids import key
from builder.game.setup import seated_game
from builder.game.setup.rules import FEWEST_PLAYERS, MOST_PLAYERS, SetupError, seats
from builder.game.setup.seated_game import Game
from builder.language import gettext as _
from builder.web.infra import rights
from builder.web.infra.script_store import Opened
from builder.web.infra.services import services
from builder.web.routes import documents, theme
from builder.web.view_models import dealt_game, first_night, game_changes, print_choices
from builder.web.view_models.dealt_game import TEAMS

pages = Blueprint("deal", __name__)

USUAL_PLAYERS = 8
MOST_SEED = 40
MOST_TRAVELLERS = 5
#: Letters of all names on tent cards.
MOST_NAMES = 2000


@dataclass(frozen=True, slots=True)
class DealRequest:
    """The parameters of a deal."""

    #: With the Travellers.
    players: int
    seed: str
    wanted: tuple[str, ...]
    unwanted: tuple[str, ...]
    travellers: int = 0
    #: The Travellers who can come, by key.
    guests: tuple[str, ...] = ()

    def query(self, seed: str = "") -> str:
        """The query that deals the same game, or one with another seed."""
        parts = [("players", str(self.players)), ("seed", seed or self.seed)]
        if self.travellers > fewest_travellers(self.players):
            parts.append(("travellers", str(self.travellers)))
        parts += [("with", each) for each in self.wanted] + [("without", each) for each in self.unwanted]
        return "?" + urlencode(parts)

    @property
    def card(self) -> str:
        """The query of the printed card."""
        parts = {"cards": "bag", "players": str(self.players - self.travellers), "seed": self.seed}
        wanted, unwanted = self.of_bag(self.wanted), self.of_bag(self.unwanted)
        parts |= {"with": ",".join(wanted)} if wanted else {}
        parts |= {"without": ",".join(unwanted)} if unwanted else {}
        return "?" + urlencode(parts)

    def of_bag(self, keys: Sequence[str]) -> list[str]:
        """Those of them that have a token in the bag."""
        return [each for each in keys if each not in self.guests]

    def chosen_guests(self) -> list[str]:
        """The Travellers of this game: those who must be in, and random others. Raises SetupError."""
        chosen = [each for each in self.guests if each in self.wanted]
        free = [each for each in self.guests if each not in (*self.wanted, *self.unwanted)]
        if not len(chosen) <= self.travellers <= len(chosen) + len(free):
            raise SetupError(
                _(
                    "Travellers that must be in: %(count)s; that may be in: %(others)s; in the game: "
                    "%(travellers)s. Change the number of Travellers."
                )
                % {"count": len(chosen), "others": len(free), "travellers": self.travellers}
            )
        random = Random(f"travellers {self.seed}")  # noqa: S311  # a game, no secret
        return [*chosen, *random.sample(sorted(free), self.travellers - len(chosen))]


def fewest_travellers(players: int) -> int:
    """How many of the players have no token in the bag at least."""
    return players - seats(players)


@pages.get("/s/<identifier>/deal")
def show(identifier: str) -> Response:
    """The form and the requested game. What the form sends becomes a short address with a seed."""
    opened = rights.opened(identifier)
    players = request.args.get("players", "")
    try:
        game = _deal_request(opened)
    except SetupError as error:
        usual = DealRequest(USUAL_PLAYERS, "", *_wishes(opened))
        return _page(opened, usual, None, str(error), 422, players)
    if not players:
        return _page(opened, game, None)
    if not game.seed or any(name.startswith("wish-") for name in request.args):
        seed_or_random = game.seed or str(secrets.randbelow(10**6))
        return redirect(f"/s/{identifier}/deal" + game.query(seed_or_random) + "#dealt", 303)
    seed = int(game.seed) if game.seed.isdecimal() else game.seed
    try:
        guests = game.chosen_guests()
        wanted, unwanted = game.of_bag(game.wanted), game.of_bag(game.unwanted)
        dealt = builder.deal(
            opened.script, game.players - game.travellers, seed=seed, with_=wanted, without=unwanted
        )
    except (SetupError, ClockwrightError) as error:
        return _page(opened, game, None, str(error), 422)
    response = _page(opened, game, dealt_game.begin(opened, dealt, game.query(), guests))
    theme.remember(response, "players", str(game.players))
    return response


@pages.post("/s/<identifier>/deal/game")
def change(identifier: str) -> Response:
    """The page of a game that the browser stored, after a change by hand if one is requested. Stores nothing."""
    opened = rights.opened(identifier)
    fault = ""
    try:
        game = seated_game.read(request.form.get("game", ""))
        known = dealt_game.Known.of(opened, game)
    except SetupError as error:
        return _page(opened, DealRequest(USUAL_PLAYERS, "", *_wishes(opened)), None, str(error), 422)
    try:
        game = game_changes.changed(known, request.form)
    except SetupError as error:
        fault = str(error)
    try:
        asked = _deal_request(opened, MultiDict(parse_qsl(game.query.removeprefix("?"))))
    except SetupError:
        asked = DealRequest(USUAL_PLAYERS, game.seed, (), ())
    return _page(opened, asked, game, change_fault=fault)


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


def _deal_request(opened: Opened, query: MultiDict[str, str] | None = None) -> DealRequest:
    """The parameters from a query. Raises SetupError for invalid numbers of players or Travellers."""
    args = request.args if query is None else query
    last = _number(request.cookies.get("players", ""), FEWEST_PLAYERS, MOST_PLAYERS) or USUAL_PLAYERS
    players = _number(args["players"], FEWEST_PLAYERS, MOST_PLAYERS) if args.get("players") else last
    if players is None:
        raise SetupError(
            _("Type a number of players from %(fewest_players)s to %(most_players)s.")
            % {"fewest_players": FEWEST_PLAYERS, "most_players": MOST_PLAYERS}
        )
    fewest = fewest_travellers(players)
    travellers = _number(args.get("travellers") or "0", 0, MOST_TRAVELLERS)
    if travellers is None or players - max(travellers, fewest) < FEWEST_PLAYERS:
        most = min(MOST_TRAVELLERS, players - FEWEST_PLAYERS)
        raise SetupError(
            _("With %(players)s players there can be up to %(most)s Travellers, who count as players.")
            % {"players": players, "most": most}
        )
    guests = tuple(key(face.id) for face in dealt_game.travellers(opened))
    seed = args.get("seed", "").strip()[:MOST_SEED]
    return DealRequest(players, seed, *_wishes(opened, args), max(travellers, fewest), guests)


def _number(written: str, fewest: int, most: int) -> int | None:
    """A number in words of a form; None if it is not one in these limits."""
    number = int(written) if written.strip().isdecimal() and len(written) <= 3 else -1
    return number if fewest <= number <= most else None


def _wishes(
    opened: Opened, query: MultiDict[str, str] | None = None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Which characters must or must not be in play; `wish-imp=with` means the same as `with=imp`."""
    args = request.args if query is None else query
    known = {entry.key for entry in opened.script.entries}
    known |= {key(face.id) for face in dealt_game.travellers(opened)}
    found: dict[str, tuple[str, ...]] = {}
    for word in ("with", "without"):
        keys = [key(each) for each in args.getlist(word)]
        keys += [key(name[5:]) for name, value in args.items() if name[:5] == "wish-" and value == word]
        found[word] = tuple(dict.fromkeys(each for each in keys if each in known))
    return found["with"], tuple(each for each in found["without"] if each not in found["with"])


def _page(
    opened: Opened,
    asked: DealRequest,
    game: Game | None,
    fault: str = "",
    status: int = 200,
    typed: str = "",
    change_fault: str = "",
) -> Response:
    faces = [*dealt_game.faces(opened).values()]
    faces = [face for face in faces if face.team in TEAMS] + dealt_game.travellers(opened)
    states = dict.fromkeys(asked.wanted, "with") | dict.fromkeys(asked.unwanted, "without")
    choices = [(face, states.get(key(face.id), "")) for face in faces]  # `with`, `without`, or empty
    dealt = dealt_game.table(opened, game, asked.wanted) if game else None
    then = dealt_game.as_dealt(opened, game).script if game else opened.script
    html = render_template(
        "deal.html",
        script=opened,
        asked=asked,
        typed=typed or str(asked.players),
        choices=sorted(choices, key=lambda choice: dealt_game.rank(choice[0].team)),
        dealt=dealt,
        night=first_night.rows(then, dealt) if dealt else (),
        other_night=first_night.other_rows(then, dealt) if dealt else (),
        fault=fault,
        change_fault=change_fault,
        is_opened="change" in request.form,
        paper=print_choices.chosen().paper.id,
        longest=MOST_NAMES,
        fewest=FEWEST_PLAYERS,
        most=MOST_PLAYERS,
        most_travellers=MOST_TRAVELLERS,
        most_seats=seats(MOST_PLAYERS),
    )
    return make_response(html, status)
