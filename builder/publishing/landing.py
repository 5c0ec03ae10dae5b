"""The index page of a published set."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from builder import language, themes
from builder.files import safe_name
from builder.formats import links
from builder.game.character import Character
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import N_, gettext as _
from builder.printables import common
from builder.printables.names import named
from builder.publishing import names

#: Title and description of each file by its path, in the order of the page.
DOCUMENTS: Mapping[str, tuple[str, str]] = {
    "almanac.pdf": (N_("Almanac"), N_("The same as a book, to print.")),
    "sheet.pdf": (N_("Character sheet"), N_("For every player.")),
    "night.pdf": (N_("Night sheet"), N_("For the Storyteller.")),
    "tokens.pdf": (N_("Tokens"), N_("To print and cut out.")),
    "tabletop-simulator.json": (
        "Tabletop Simulator",
        N_("A saved object: bags with all tokens. Save it in the folder “Saved Objects” of the game."),
    ),
    "script.json": (N_("Script"), N_("For the official app, the script tool and other programs.")),
    "set.json": (N_("Whole set"), N_("With almanac and pictures, to import into Clockwright.")),
}
KILOBYTE = 1000


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a file."""

    path: str
    title: str
    words: str
    kilobytes: int


@dataclass(frozen=True, slots=True)
class Face:
    """A character: its name, the anchor of its page in the almanac, its token or icon."""

    name: str
    web_name: str
    picture: str


@dataclass(frozen=True, slots=True)
class Landing:
    """The content of the page."""

    title: str
    author: str
    #: Markdown.
    synopsis: str
    logo: str
    #: The address of the script for other programs; empty if unknown.
    address: str
    links: tuple[Link, ...]
    teams: tuple[tuple[str, str, tuple[Face, ...]], ...]
    #: Credits of authors and of icons, as Markdown.
    credits: tuple[tuple[str, str], ...]
    icon_credits: str
    credit: str
    icon_credit: str
    language: str
    direction: str


def page(script: Script, files: Mapping[str, bytes], base: str = "") -> str:
    """Renders the page; `files` are those that it may link to."""
    from builder.press import theme_files, typeset
    from builder.press.almanac import web_page

    environment = typeset.environment().overlay()
    environment.filters = {**environment.filters, "path": quote}
    template = environment.get_template("published/page.html")
    with themes.using(theme_files.of_script(script.theme)):
        return web_page.with_fonts(template.render(page=content(script, files, base)))


def content(script: Script, files: Mapping[str, bytes], base: str = "") -> Landing:
    """The content of a script's page."""
    book = script.almanac
    faces = tuple(_faces(script, files))
    teams = ((team, tuple(face for of, face in faces if of is team)) for team in Team)
    return Landing(
        title=script.name,
        author=script.meta.author.strip(),
        synopsis=book.synopsis or book.overview,
        logo=names.LOGO if names.LOGO in files else "",
        address=links.address(base, "script.json") if base else "",
        links=tuple(_links(files)),
        teams=tuple((team.value, team.heading, faces) for team, faces in teams if faces),
        credits=tuple((each.name, ", ".join(each.roles)) for each in book.credits),
        icon_credits=book.icon_credits,
        credit=_(common.CREDIT),
        icon_credit=_(common.ICON_CREDIT),
        language=language.tag(),
        direction=language.current().direction,
    )


def _links(files: Mapping[str, bytes]) -> Iterator[Link]:
    for path, (title, words) in DOCUMENTS.items():
        if path in files:
            yield Link(path, _(title), _(words), max(1, round(len(files[path]) / KILOBYTE)))


def _faces(script: Script, files: Mapping[str, bytes]) -> Iterator[tuple[Team, Face]]:
    stems = {
        id(entry.character): stem for entry, stem in zip(script.entries, names.stems(script), strict=True)
    }
    taken: set[str] = set()
    for each in named(script):
        who = each.character
        pictures = (_token(who, taken), f"{stems[id(who)]}.png")
        found = next((path for path in pictures if path in files), "")
        yield who.team, Face(who.name, each.name, found)


def _token(character: Character, taken: set[str]) -> str:
    """The path of a character's token picture; duplicate names have numbers."""
    stem = f"tokens/{character.team.value}/{safe_name(character.name or character.id)}"
    name, number = stem, 1
    while name.casefold() in taken:
        number += 1
        name = f"{stem} ({number})"
    taken.add(name.casefold())
    return f"{name}.png"
