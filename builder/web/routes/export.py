"""Exports a script: official JSON, a link, other programs' files, text for a chat, pictures to share."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace

from flask import Blueprint, Response, abort, render_template, request

from builder import artefacts, formats, publishing, uploads
from builder.artefact import PrintRequest
from builder.formats import links
from builder.formats.bloodstar import icons
from builder.formats.carriers import script_pictures
from builder.formats.source import LIMIT_WITH_PICTURES
from builder.game.character import Icon
from builder.game.script import Script
from builder.language import N_, gettext as _, ngettext
from builder.publishing import names
from builder.web.infra import icon_jobs, rights
from builder.web.infra.script_store import Memory, Opened
from builder.web.infra.services import services
from builder.web.routes import documents
from builder.web.view_models import character_list

pages = Blueprint("export", __name__)

#: Caches: scripts as others may see them, and scripts in every format: a large set is written ten times for its page.
PUBLIC, WRITTEN = Memory(), Memory()


@dataclass(frozen=True, slots=True)
class Way:
    """A format to write: its title, its purpose, its file."""

    title: str
    hint: str
    suffix: str
    media_type: str
    #: Lines of the field that shows it, to be copied; 0: it is only available as a file.
    rows: int = 8


#: What to know about each format, in the order of the page.
WAYS: Mapping[str, Way] = {
    "official": Way(
        N_("Official JSON"),
        N_("For the official app, the script tool and most other programs."),
        "json",
        "application/json",
    ),
    "link": Way(
        N_("Script tool link"),
        N_("Opens the script in the official script tool."),
        "txt",
        "text/plain",
        3,
    ),
    "chat": Way(N_("For a chat"), N_("A few lines: the characters, team by team."), "txt", "text/plain"),
    "markdown": Way(N_("Markdown"), N_("With every ability, for forums and wikis."), "md", "text/markdown"),
    "text": Way(N_("Plain text"), N_("One name per line; you can paste it back in."), "txt", "text/plain"),
    "bloodstar": Way(
        N_("Bloodstar save"), N_("To open the script in Bloodstar."), "json", "application/json"
    ),
    "csv": Way(N_("Table (CSV)"), N_("For a spreadsheet."), "csv", "text/csv"),
}
#: Where a file has the author's own pictures.
PICTURES = ("addresses", "inside", "none")
#: Why there is no file with all pictures inside: no program could open it, this one neither.
TOO_LARGE = N_(
    "With all its icons inside, this file would be larger than %(megabytes)s MB, and no program could open "
    "it. Publish the set instead, so that the file links to its icons; or download it “For me”: "
    "Clockwright then paints the icons again wherever the file is opened."
)
#: Formats that can refer to them by address.
LINKED = frozenset({"official", "link"})


@dataclass(frozen=True, slots=True)
class Written:
    """The script in one of the formats."""

    name: str
    way: Way
    text: str
    #: What the format had to change or leave out.
    remarks: tuple[str, ...]
    #: Whether it is an address that can be opened.
    is_link: bool
    #: What is always left out, or left out for others.
    note: str = ""


@pages.get("/s/<identifier>/export")
def show(identifier: str) -> str:
    """The page with all export formats of a script."""
    opened = rights.opened(identifier)
    is_public = request.args.get("for", "others") != "me"
    outward = public(opened)
    script = outward if is_public else opened
    pictures = _pictures(script)
    return render_template(
        "export.html",
        script=opened,
        is_public=is_public,
        has_private=outward.official != opened.official,
        ways=[_for_whom(each, opened, outward, is_public=is_public) for each in _ways(script, pictures)],
        extras=artefacts.singly(),
        pictures=pictures,
        has_own=any(entry.is_custom for entry in script.script.entries),
        has_own_logo=uploads.is_address(script.script.meta.logo),
        has_address=bool(links.base_url(script.script)),
    )


def _for_whom(way: Written, opened: Opened, outward: Opened, *, is_public: bool) -> Written:
    """One of the formats: a link never has private parts, and what a save for others lacks is said."""
    if way.is_link and not is_public and outward.official != opened.official:
        link = next(each for each in _ways(outward, "none") if each.is_link)
        return replace(link, note=_("Without private notes or hidden characters, as every link."))
    lost = sum(1 for _unused in icons.origins(opened.script)) if way.name == "bloodstar" and is_public else 0
    if lost:
        words = ngettext(
            "%(num)s source picture from Bloodstar is left out, as it is private; “For me” has it.",
            "%(num)s source pictures from Bloodstar are left out, as they are private; “For me” has them.",
            lost,
        )
        return replace(way, note=words % {"num": lost})
    return way


@pages.get("/s/<identifier>/export/<name>")
def file(identifier: str, name: str) -> Response:
    """The script as a file of one of the formats, or one of the extras."""
    is_public = request.args.get("for", "others") != "me" or name == "link"
    opened = rights.opened(identifier)
    opened = public(opened) if is_public else opened
    if name in artefacts.singly():
        return _extra(opened, name)
    if name not in WAYS:
        abort(404)
    way = WAYS[name]
    pictures = _pictures(opened)
    if name == "bloodstar" or (name == "official" and pictures == "inside" and is_public):
        opened = replace(opened, script=script_pictures.with_icons(opened.script, _painted(opened.script)))
    script = _with_pictures(opened.script, pictures) if name in LINKED else None
    text = formats.write(script or script_pictures.carried(opened.script), name)
    suffix = f"bloodstar.{way.suffix}" if name == "bloodstar" else way.suffix
    return documents.download(
        text.encode("utf-8", "replace"), way.media_type, f"{opened.script.name}.{suffix}"
    )


def tool_link(opened: Opened) -> str:
    """The address that opens the script in the official script tool, without private parts."""
    return next(way.text.strip() for way in _ways(public(opened), "none") if way.is_link)


def public(opened: Opened) -> Opened:
    """The script as others may see it: without private notes and entries that are not exported."""

    def work() -> tuple[Script, str]:
        script = formats.public(opened.script)
        return script, formats.write(script)

    script, text = PUBLIC.get(opened.official, work)
    return replace(opened, script=script, official=text)


def _pictures(opened: Opened) -> str:
    """How a file has its pictures: as requested, else the set's own for its author, their addresses for others."""
    choice = request.args.get("pictures", "")
    has_address = bool(links.base_url(opened.script))
    if choice in PICTURES and (has_address or choice != "addresses"):
        return choice
    return "addresses" if has_address and request.args.get("for", "others") != "me" else "inside"


def _with_pictures(script: Script, pictures: str) -> Script:
    """The script with its pictures by their published addresses, embedded, or without them."""
    if pictures == "addresses":
        return publishing.linked(script, links.base_url(script), names.expected(script))
    return (
        script_pictures.carried(script) if pictures == "inside" else script_pictures.without_pictures(script)
    )


def _painted(script: Script) -> dict[int, tuple[bytes, ...]]:
    """The painted icons by the places of their characters, also of emblems: other programs cannot paint them."""
    drawn = character_list.drawn(script)
    wanted = {
        place: who if who.icon.is_painted else replace(who, icon=Icon(drawn.get(who.id, "")))
        for place, entry in enumerate(script.entries)
        if entry.is_custom and (who := entry.character) and (who.icon.is_painted or not who.images)
    }
    found, letters = {}, 0
    made = icon_jobs.paint_each(services().press, [*wanted.values()])
    with closing(made):
        for place, pictures in zip(wanted, made, strict=True):
            found[place] = pictures
            letters += sum(4 * -(-len(each) // 3) for each in pictures)
            if letters > LIMIT_WITH_PICTURES:
                abort(422, TOO_LARGE % {"megabytes": LIMIT_WITH_PICTURES // 1_000_000})
    return found


def _ways(opened: Opened, pictures: str) -> list[Written]:
    """The script in every format, without embedded pictures: a field with megabytes could not be read or copied."""

    def work() -> list[Written]:
        bare = script_pictures.without_pictures(opened.script)
        linked = _with_pictures(opened.script, pictures) if pictures == "addresses" else bare
        return [_written(opened.script, linked if name in LINKED else bare, name) for name in WAYS]

    return WRITTEN.get(f"{pictures} {opened.official}", work)


def _written(script: Script, shown: Script, name: str) -> Written:
    text = formats.write(shown, name)
    report = getattr(formats.found()[name], "report", None)
    remarks = tuple(remark.message for remark in report(script)) if report else ()
    return Written(name, WAYS[name], text, remarks, is_link=name == "link")


def _extra(opened: Opened, name: str) -> Response:
    services().press.bring(opened.official)
    made = services().press.render(opened.official, PrintRequest(name))
    return documents.download(made.body, made.media_type, f"{opened.script.name} - {made.name}")
