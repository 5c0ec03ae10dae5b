"""Taking a script elsewhere: official JSON, a link, other programs' files, text for a chat, pictures to share."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from types import MappingProxyType

from flask import Blueprint, Response, abort, render_template, request

from builder import formats, publishing
from builder.formats import carrying, links, shown_icons
from builder.game.script import Script
from builder.press.pictures import icons as art
from builder.publishing import names
from builder.web import documents, icon_jobs, rights
from builder.web.services import services
from builder.web.store import Opened

pages = Blueprint("export", __name__)


@dataclass(frozen=True, slots=True)
class Way:
    """A format to write: what it is called, what it is for, its file."""

    title: str
    hint: str
    suffix: str
    media_type: str
    #: Lines of the field that shows it, to be copied; 0: it is only for a file.
    rows: int = 8


#: Format to what a person should know of it, in the order of the page.
WAYS: Mapping[str, Way] = MappingProxyType(
    {
        "official": Way(
            "Official JSON",
            "For the official app, the script tool and every other program.",
            "json",
            "application/json",
        ),
        "link": Way(
            "Script tool link", "Opens the script in the official script tool.", "txt", "text/plain", 3
        ),
        "chat": Way("For a chat", "A few lines: who is on it, team by team.", "txt", "text/plain"),
        "markdown": Way("Markdown", "With every ability, for forums and wikis.", "md", "text/markdown"),
        "text": Way("Plain text", "One name a line; it can be pasted in again.", "txt", "text/plain"),
        "bloodstar": Way("Bloodstar save", "To open it in Bloodstar.", "json", "application/json"),
        "csv": Way("Table (CSV)", "For a spreadsheet.", "csv", "text/csv"),
    }
)
#: Where the pictures of somebody's own are in a file.
PICTURES = ("addresses", "inside", "none")
#: Formats that can name them by address.
LINKED = frozenset({"official", "link"})
#: Extra to (title, hint, file name's end, media type).
EXTRAS: Mapping[str, tuple[str, str, str, str]] = MappingProxyType(
    {
        "share-wide": (
            "Picture, wide",
            "Everybody at a glance, 1200 by 630 pixels.",
            "wide.png",
            "image/png",
        ),
        "share-square": ("Picture, square", "The same, 1200 by 1200 pixels.", "square.png", "image/png"),
        "almanac-page": (
            "Almanac page",
            "One HTML file for a phone or a web site.",
            "almanac.html",
            "text/html",
        ),
        "token-pictures": (
            "Token pictures",
            "A PNG file of each token, for virtual tables.",
            "tokens.zip",
            "application/zip",
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Written:
    """The script in one of the formats."""

    name: str
    way: Way
    text: str
    #: What the format had to change or leave out.
    remarks: tuple[str, ...]
    #: Whether it is an address that one can follow.
    is_link: bool


@pages.get("/s/<identifier>/export")
def show(identifier: str) -> str:
    """Everything that a script can be taken away as."""
    opened = rights.opened(identifier)
    is_public = request.args.get("for", "others") != "me"
    script = _variant(opened, is_public=is_public)
    pictures = _pictures(script)
    return render_template(
        "export.html",
        script=opened,
        is_public=is_public,
        has_private=formats.write(_variant(opened, is_public=True).script) != opened.official,
        ways=[_written(script, name, pictures) for name in WAYS],
        extras=EXTRAS,
        pictures=pictures,
        has_own=any(entry.is_custom for entry in script.script.entries),
        has_address=bool(links.base_url(script.script)),
    )


@pages.get("/s/<identifier>/export/<name>")
def file(identifier: str, name: str) -> Response:
    """The script as a file of one of the formats, or one of the extras."""
    is_public = request.args.get("for", "others") != "me"
    opened = _variant(rights.opened(identifier), is_public=is_public)
    if name in EXTRAS:
        return _extra(opened, name)
    if name not in WAYS:
        abort(404)
    way = WAYS[name]
    pictures = _pictures(opened)
    if name == "official" and pictures == "inside" and is_public:
        opened = replace(opened, script=shown_icons.with_icons(opened.script, _painted(opened.script)))
    script = _with_pictures(opened.script, pictures) if name in LINKED else None
    text = formats.write(script or carrying.carried(opened.script), name)
    return documents.download(
        text.encode("utf-8", "replace"), way.media_type, f"{opened.script.name}.{_suffix(name, way)}"
    )


def public(opened: Opened) -> Opened:
    """A script as others may see it: without private notes, and without what is not exported."""
    return _variant(opened, is_public=True)


def _variant(opened: Opened, *, is_public: bool) -> Opened:
    if not is_public:
        return opened
    script = formats.public(opened.script)
    return replace(opened, script=script, official=formats.write(script))


def _pictures(opened: Opened) -> str:
    """Which pictures a file has: what was asked for, else the set's own for its author, their addresses for others."""
    asked = request.args.get("pictures", "")
    has_address = bool(links.base_url(opened.script))
    if asked in PICTURES and (has_address or asked != "addresses"):
        return asked
    return "addresses" if has_address and request.args.get("for", "others") != "me" else "inside"


def _with_pictures(script: Script, pictures: str) -> Script:
    """The script with its pictures by their published addresses, with them inside, or without."""
    if pictures == "addresses":
        return publishing.linked(script, links.base_url(script), names.expected(script))
    return carrying.carried(script) if pictures == "inside" else carrying.without_pictures(script)


def _painted(script: Script) -> dict[int, tuple[bytes, ...]]:
    """The painted icons of those who have one, by their places: other programs cannot paint them."""
    found = {}
    for place, entry in enumerate(script.entries):
        who = entry.character
        if who and entry.is_custom and who.icon.is_painted:
            shape = who.icon.picture or who.icon.emblem
            with suppress(icon_jobs.UnpaintableError):
                found[place] = icon_jobs.paint(
                    services().press, shape, art.versions(who.team), dict(who.icon.settings)
                )
    return found


def _written(opened: Opened, name: str, pictures: str) -> Written:
    report = getattr(formats.found()[name], "report", None)
    remarks = tuple(remark.message for remark in report(opened.script)) if report else ()
    # A field with megabytes of pictures could not be read or copied.
    shown = pictures if name in LINKED and pictures == "addresses" else "none"
    text = formats.write(_with_pictures(opened.script, shown), name)
    return Written(name, WAYS[name], text, remarks, is_link=name == "link")


def _extra(opened: Opened, name: str) -> Response:
    _, _, end, media_type = EXTRAS[name]
    services().press.bring(opened.official)
    made = services().press.render(opened.official, name, "", "")
    return documents.download(made.pdf, media_type, f"{opened.script.name} - {end}")


def _suffix(name: str, way: Way) -> str:
    return f"bloodstar.{way.suffix}" if name == "bloodstar" else way.suffix
