"""The beginner's guide to the game, and the Storyteller's check list, as a page of the app."""

from flask import Blueprint, render_template, request

from builder import catalogue
from builder.game.teams import COUNTED_TEAMS
from builder.printables import guide_texts
from builder.web.infra.guard import VISITS
from builder.web.routes import theme

pages = Blueprint("guide", __name__)


@pages.get("/guide")
def show() -> str:
    """The page; a script's own numbers and setup are on its printed guide."""
    page = theme.own_page(request.args.get("from", ""))
    return render_template(
        "guide.html",
        texts=guide_texts.guide(),
        counts=catalogue.setup_counts(),
        counted=COUNTED_TEAMS,
        origin=page if page.startswith((theme.SCRIPTS, *VISITS)) else "",
    )
