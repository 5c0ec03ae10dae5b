"""House style: the abilities of a set that are not worded like the official ones, and one button for all safe fixes."""

from flask import Blueprint, render_template

from builder.web.infra import rights
from builder.web.view_models import house_style

pages = Blueprint("style", __name__)


@pages.get("/s/<identifier>/style")
def show(identifier: str) -> str:
    """The slips of a whole set."""
    opened = rights.opened(identifier)
    members, fix_all = house_style.of(opened.script)
    return render_template(
        "style.html",
        script=opened,
        members=members,
        fix_all=fix_all,
        switched_off=house_style.switched_off(opened.script),
        left=house_style.left(opened.script),
    )
