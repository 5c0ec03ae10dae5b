"""The statistics of a set, beside those of the official characters."""

from flask import Blueprint, render_template

from builder import language
from builder.web.infra import rights
from builder.wording import set_statistics

pages = Blueprint("statistics", __name__)


@pages.get("/s/<identifier>/statistics")
def show(identifier: str) -> str:
    """The figures of a whole set."""
    opened = rights.opened(identifier)
    return render_template(
        "statistics.html",
        script=opened,
        found=set_statistics.of(opened.script),
        teams=set_statistics.TEAMS,
        titles=set_statistics.TITLES,
        number=language.number,
    )
