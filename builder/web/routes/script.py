"""The pages of one document of a script as pictures, and the paper that a visitor chose."""

from flask import Blueprint, Response, abort, render_template, request

from builder.web.infra.rights import opened
from builder.web.infra.services import services
from builder.web.routes import theme
from builder.web.view_models import print_choices, script_page

pages = Blueprint("script", __name__)


@pages.get("/s/<identifier>/<kind>/<style>/<paper>")
def document(identifier: str, kind: str, style: str, paper: str) -> str:
    """All pages of one document as pictures: a page of its own, or a fragment for JavaScript."""
    script = opened(identifier)
    if not print_choices.exists(kind, style, paper):
        abort(404)
    wanted = print_choices.document(kind, style, paper, request.args)
    services().press.render(script.official, wanted)
    view = script_page.document(script, wanted, press=services().press)
    template = "part/pages.html" if "part" in request.args else "document.html"
    return render_template(
        template, document=view, name=script.script.name, script_path=f"/s/{identifier}/print"
    )


def remember_paper(response: Response) -> Response:
    """Stores the chosen paper in a cookie for the next visit."""
    if request.args.get("paper"):
        theme.remember(response, "paper", print_choices.chosen().paper.id)
    return response
