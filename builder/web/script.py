"""The page of one script: who is on it, what is wrong with it, its sheets as pictures."""

from dataclasses import dataclass

from flask import Blueprint, Response, abort, make_response, render_template, request

from builder.web import choices, views
from builder.web.choices import Choices
from builder.web.services import services
from builder.web.store import Opened

pages = Blueprint("script", __name__)


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that the page of a script shows."""

    id: str
    name: str
    author: str
    teams: list[views.TeamView]
    severities: list[views.SeverityView]
    documents: list[views.DocumentView]
    papers: list[views.StyleView]
    choices: Choices

    @property
    def path(self) -> str:
        """Where its addresses begin."""
        return f"/s/{self.id}"

    @property
    def problems(self) -> int:
        """How many problems there are in all."""
        return sum(severity.count for severity in self.severities)


@pages.get("/s/<identifier>")
def show(identifier: str) -> Response:
    """The page of a script that was opened before."""
    response = make_response(
        render_template("script.html", table=table(opened(identifier)), samples=services().store.samples())
    )
    return remember_paper(response)


@pages.get("/s/<identifier>/<kind>/<style>/<paper>")
def document(identifier: str, kind: str, style: str, paper: str) -> str:
    """All pages of one document as pictures: a page of its own, or the part that scripts put into another."""
    script = opened(identifier)
    if not choices.exists(kind, style, paper):
        abort(404)
    services().press.render(script.official, kind, style, paper)
    picked = choices.picked(kind, style, paper)
    view = views.document(script, kind, style, picked, press=services().press)
    template = "part/pages.html" if "part" in request.args else "document.html"
    return render_template(template, document=view, name=script.script.name, script_path=f"/s/{identifier}")


def opened(identifier: str) -> Opened:
    """The script under this id, or the page that says there is none."""
    found = services().store.get(identifier)
    if found is None:
        abort(404)
    return found


def table(script: Opened) -> Table:
    """What the page of this script shows, as the visitor chose."""
    picked = choices.chosen()
    return Table(
        id=script.id,
        name=script.script.name,
        author=script.script.meta.author.strip(),
        teams=views.teams(script.script),
        severities=views.severities(script),
        documents=views.documents(script, picked, services().press),
        papers=views.papers(picked),
        choices=picked,
    )


def remember_paper(response: Response) -> Response:
    """Keeps the paper that somebody chose for the next visit."""
    if request.args.get("paper"):
        response.set_cookie(
            "paper", choices.chosen().paper.id, max_age=choices.YEAR, httponly=True, samesite="Lax"
        )
    return response
