"""The almanac desk: all texts of the almanac besides its characters, what is missing, and its style."""

from flask import Blueprint, Response, abort, render_template, request

from builder import prose
from builder.artefact import PrintRequest
from builder.editing.script_ops import LONGEST, LONGEST_NAME, MOST_CREDITS, MOST_PARTS
from builder.game import keywords
from builder.language import gettext as _, number
from builder.web.infra import rights
from builder.web.infra.script_store import Opened
from builder.web.infra.services import services
from builder.web.view_models import almanac_desk, print_choices

pages = Blueprint("almanac", __name__)

#: The almanac as a page of its own: everything included, its style too.
ALONE = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox allow-popups;"
    " frame-ancestors 'none'"
)


@pages.get("/s/<identifier>/almanac")
def show(identifier: str) -> str:
    """The desk; with `?draft=changelog` or `?draft=icons`, with a draft for its field."""
    opened = rights.opened(identifier)
    wanted = request.args.get("draft", "")
    return render_template(
        "almanac.html",
        script=opened,
        desk=almanac_desk.desk(opened.script, opened.path),
        seen=prose.html,
        wanted=wanted,
        draft=_draft(opened, wanted),
        style=print_choices.chosen().styles["almanac"],
        paper=print_choices.chosen().paper.id,
        limits={
            "text": LONGEST,
            "name": LONGEST_NAME,
            "parts": MOST_PARTS,
            "credits": MOST_CREDITS,
            "keywords": keywords.MOST,
            "term": keywords.LONGEST_TERM,
            "meaning": keywords.LONGEST_TEXT,
        },
    )


@pages.post("/s/<identifier>/almanac/preview")
def preview(identifier: str) -> str:
    """A text in Markdown as the almanac will show it; nothing is saved."""
    rights.opened(identifier)
    text = request.form.get("text", "")
    if len(text) > LONGEST:
        abort(413, _("The text can have up to %(longest)s characters.") % {"longest": number(LONGEST)})
    return f'<div id="seen">{prose.html(text)}</div>'


@pages.get("/s/<identifier>/almanac.html")
def alone(identifier: str) -> Response:
    """The whole almanac as the one web page that is published, without private notes."""
    return web_page(rights.opened(identifier))


def web_page(opened: Opened) -> Response:
    """The almanac as one web page, which runs no scripts and loads nothing."""
    services().press.bring(opened.official)
    made = services().press.render(opened.official, PrintRequest("almanac-page"))
    return Response(made.body, headers={"Content-Security-Policy": ALONE}, mimetype="text/html")


def _draft(opened: Opened, wanted: str) -> str:
    if wanted == "changelog":
        return almanac_desk.changelog_draft(
            services().store.library, opened.id, opened.script.almanac.changelog
        )
    return almanac_desk.icon_credits(opened.script) if wanted == "icons" else ""
