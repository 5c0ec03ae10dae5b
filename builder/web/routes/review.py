"""Pages on which an author reviews a set: its proof with links to the editors, house style, statistics."""

from collections.abc import Callable
from urllib.parse import quote

from flask import Blueprint, abort, render_template, request

from builder import catalogue, language, proofing
from builder.game.character import Character
from builder.game.ids import key
from builder.game.jinxes import applying
from builder.game.script import Entry, Script
from builder.printables import proof
from builder.printables.options import DEFAULTS, SimilarCharacter
from builder.printables.proof_tables import HEADINGS, SIGNS, deals_block, deeds, jinx_block, meeting_matrix
from builder.web.infra import rights
from builder.web.infra.script_store import Memory, Opened
from builder.web.view_models import house_style, panel
from builder.wording import set_statistics

pages = Blueprint("review", __name__)

#: At most this many characters in the grid of matchups.
MOST_MEETING = 60
DEALS, ALIKE = Memory(), Memory()


@pages.get("/s/<identifier>/proof")
def show(identifier: str) -> str:
    """The page. Slow parts are loaded after it."""
    opened = rights.opened(identifier)
    script = opened.script
    done = deeds(script)
    return render_template(
        "proof.html",
        script=opened,
        back=f"{opened.path}/proof",
        panel=panel.of(opened),
        counts=proof.counts(script),
        own=sum(entry.is_custom for entry in script.entries),
        nights=proof.nights(script, DEFAULTS),
        jinxes=jinx_block(script, DEFAULTS, applying(script, catalogue.jinxes())),
        meetings=meeting_matrix(script, DEFAULTS, proofing.meetings(script), MOST_MEETING),
        signs=SIGNS,
        deeds=done,
        columns=[(team, HEADINGS[team]) for team in done.columns],
        editor=_editor(opened),
    )


@pages.get("/s/<identifier>/proof/<part>")
def later(identifier: str, part: str) -> str:
    """A slow part: as a fragment for the page, or as a page of its own without JavaScript."""
    opened = rights.opened(identifier)
    if part not in PARTS:
        abort(404)
    template = f"part/proof_{part}.html" if request.headers.get("X-Fragment") else "proof_part.html"
    return render_template(
        template, script=opened, part=part, found=PARTS[part](opened), editor=_editor(opened)
    )


def alike(script: Script) -> list[tuple[Entry, list[tuple[Character, SimilarCharacter]]]]:
    """The script's own characters, each with the official ones whose abilities are most similar."""
    own = {entry.id: entry for entry in script.entries if entry.character}
    return [
        (own[name], [(who, each) for each in others if (who := catalogue.find(each.id))])
        for name, others in proofing.alike(script)
    ]


#: The slow parts.
PARTS: dict[str, Callable[[Opened], object]] = {
    "games": lambda opened: DEALS.get(opened.official, lambda: deals_block(opened.script, DEFAULTS)),
    "alike": lambda opened: ALIKE.get(opened.official, lambda: alike(opened.script)),
}


def _editor(opened: Opened) -> Callable[[str], str]:
    """Returns a function from a character to the address of its editor; official ones have none."""
    own = {
        entry.key: f"{opened.path}/characters/{quote(entry.id, safe='')}"
        for entry in opened.script.entries
        if entry.is_custom and entry.id
    }
    return lambda identifier: own.get(key(identifier), "")


@pages.get("/s/<identifier>/statistics")
def show_statistics(identifier: str) -> str:
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


@pages.get("/s/<identifier>/style")
def show_style(identifier: str) -> str:
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
