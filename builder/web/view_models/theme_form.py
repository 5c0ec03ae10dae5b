"""The theme of a script as a form: each field with its value and where that comes from, and what the guard changed."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from builder import assets, uploads
from builder.editing import theme_ops
from builder.errors import ClockwrightError
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import N_, Later, gettext as _
from builder.press.grounds import TEXTURES
from builder.themes import NONE, PLAIN, Theme, guard, loading, resolving, schema, tones
from builder.web.infra.services import services

#: Titles of teams.
TEAMS = {team.value: Later(team.plural) for team in Team} | {"unknown": N_("Unknown")}
#: The fields by group, in the order of the page: their titles.
GROUPS: tuple[tuple[str, Mapping[str, str]], ...] = (
    (
        N_("Colors"),
        {
            "paper.color": N_("Paper"),
            "ink": N_("Ink"),
            "accent": N_("Accents"),
            "rule": N_("Lines"),
            "soft": N_("Remarks"),
            "faint": N_("Small print"),
        },
    ),
    (N_("Teams"), {f"teams.{name}": title for name, title in TEAMS.items()}),
    (
        N_("Fonts"),
        {"fonts.heading": N_("Titles"), "fonts.text": N_("Text"), "fonts.reading": N_("Almanac text")},
    ),
    (
        N_("Paper"),
        {
            "paper.picture": N_("Background"),
            "paper.texture": N_("Texture"),
            "paper.strength": N_("Strength of the texture"),
            "paper.edge": N_("Edge"),
        },
    ),
    (
        N_("Ornaments"),
        {
            "ornaments.flourish": N_("Below titles"),
            "ornaments.divider": N_("Between parts"),
            "ornaments.corner": N_("Corners"),
            "ornaments.leaf": N_("Leaves on tokens"),
            "ornaments.rule": N_("Lines beside headings"),
            "ornaments.cap": N_("Drop caps"),
            "ornaments.title": N_("Color of titles"),
        },
    ),
    (
        N_("Pictures and logo"),
        {
            "pictures.art": N_("If there is no picture"),
            "pictures.ring": N_("Ring around pictures"),
            "logo.picture": N_("Logo"),
            "logo.place": N_("Place of the logo"),
        },
    ),
    (
        N_("Layout"),
        {
            "density": N_("Density"),
            "cards.shape": N_("Cards to show at night"),
            "cards.color": N_("Color of these cards"),
            "cards.ink": N_("Letters on these cards"),
        },
    ),
    (
        N_("Tokens"),
        {
            "tokens.disc": N_("Token"),
            "tokens.reminder": N_("Reminder"),
            "tokens.card": N_("Card"),
            "tokens.ink": N_("Letters"),
            "tokens.rule": N_("Lines"),
            "tokens.leaf": N_("Leaves"),
            "tokens.night": N_("Night mark"),
            "tokens.setup": N_("Setup mark"),
            "tokens.dot": N_("Dots"),
        },
    ),
    (N_("Cover"), {"cover.color": N_("Cover"), "cover.ink": N_("Letters")}),
    (
        N_("About this theme"),
        {"title": N_("Name"), "by": N_("Author"), "description": N_("Description"), "license": N_("License")},
    ),
)
#: Groups that are open at first.
OPEN = frozenset({N_("Colors"), N_("Teams"), N_("Fonts"), N_("Paper")})
#: The names of choices.
WORDS: Mapping[str, str] = {
    "none": N_("None"),
    "laid": N_("Laid"),
    "linen": N_("Linen"),
    "fibers": N_("Fibers"),
    "flecks": N_("Flecks"),
    "stars": N_("Stars"),
    "rhumb": N_("Rhumb lines"),
    "torn": N_("Torn"),
    "threads": N_("Threads"),
    "gilt": N_("Gilt"),
    "awning": N_("Awning"),
    "degrees": N_("Degrees"),
    "steps": N_("Stepped"),
    "lozenges": N_("Lozenges"),
    "punched": N_("Punched"),
    "straight": N_("Straight, with a rim"),
    "line": N_("Line"),
    "double": N_("Double"),
    "thin": N_("Thin"),
    "dotted": N_("Dotted"),
    "dashed": N_("Dashed"),
    "thick": N_("Thick"),
    "accent": N_("In the accent color"),
    "ink": N_("In ink"),
    "instead": N_("Instead of the title"),
    "emblem": N_("Emblem in one color"),
    "painted": N_("Painted emblem"),
    "close": N_("Tight"),
    "normal": N_("Normal"),
    "airy": N_("Airy"),
    "rounded": N_("Rounded"),
    "square": N_("Square"),
    "pill": N_("Pill"),
    "yes": N_("Yes"),
    "no": N_("No"),
}
#: Where a theme that is filled in has the colors that the form shows, if they have other names there.
_MADE = {"paper.color": "paper", "cards.color": "card", "cards.ink": "on-card", "cover.color": "cover"}
_MADE |= {"cover.ink": "on-cover"}
FILES = frozenset({*schema.PICTURES, "fonts.heading", "fonts.text", "fonts.reading"})


@dataclass(frozen=True, slots=True)
class FieldView:
    """One field."""

    name: str
    title: str
    #: color, select, number, text or file; a font has a menu and a file.
    widget: str
    value: str
    #: Whether the script says it itself.
    is_own: bool
    #: (value, title, class of its font)
    options: tuple[tuple[str, str, str], ...] = ()
    takes_file: str = ""
    most: int = 300
    #: What the guard did to it, and the color that is used.
    finding: str = ""
    used: str = ""


@dataclass(frozen=True, slots=True)
class GroupView:
    """Fields that belong together."""

    title: str
    fields: tuple[FieldView, ...]
    is_open: bool


@dataclass(frozen=True, slots=True)
class CardView:
    """One of our themes."""

    name: str
    title: str
    #: Colors of its swatch: paper, ink, accent, and those of teams.
    paper: str = ""
    ink: str = ""
    accent: str = ""
    teams: tuple[str, ...] = ()
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class ThemeView:
    """All of the page but its previews."""

    cards: tuple[CardView, ...]
    groups: tuple[GroupView, ...]
    #: What it extends, for a person; whether the script changes anything of that.
    base: str
    is_changed: bool
    #: Why the theme cannot be used; empty if it can.
    fault: str = ""


def worn(script: Script) -> Theme:
    """The theme of a script without its files; no theme if it has none that can be used."""
    own = theme_ops.own(script)
    with suppress(ClockwrightError):
        return resolving.resolved(loading.packed(theme_ops.read(own).fields)) if own else PLAIN
    return PLAIN


def of(script: Script) -> ThemeView:
    """The form for a script."""
    own, fault, merged = theme_ops.own(script), "", {}
    if isinstance(script.theme, str) and script.theme and not own:
        fault = _("There is no theme “%(name)s”.") % {"name": script.theme[:60]}
    try:
        merged = theme_ops.read(own).fields
        made = resolving.resolved(loading.packed(merged))
    except ClockwrightError as error:
        fault, merged = str(error), {}
        made = resolving.resolved("{}")
    base = str(own.get("extends", ""))
    changed = {name: (before, after) for name, before, after in made.changed}
    groups = tuple(
        GroupView(
            title,
            tuple(_field(name, label, own, merged, made, changed) for name, label in fields.items()),
            title in OPEN,
        )
        for title, fields in GROUPS
    )
    return ThemeView(
        cards=(
            CardView("", _("No theme"), is_chosen=not script.theme),
            *(_card(name, is_chosen=name == base) for name in loading.ours()),
        ),
        groups=groups,
        base=_title(base) if base in loading.ours() else "",
        is_changed=bool(set(own) - {"extends"}),
        fault=fault,
    )


def _field(
    name: str,
    title: str,
    own: Mapping[str, Any],
    merged: Mapping[str, Any],
    made: Theme,
    changed: Mapping[str, tuple[str, str]],
) -> FieldView:
    node = theme_ops.fields()[name]
    written = schema.found(own, name)
    value = schema.reader(merged)(name)
    if node.get("title") == "color":
        before, after = changed.get(name, ("", ""))
        shown = schema.long_color(str(schema.found(merged, name) or "")) or _color(made, name)
        words = _finding(before, after) if after else ""
        return FieldView(name, title, "color", shown, bool(written), finding=words, used=after)
    if name.startswith("fonts."):
        return FieldView(
            name, title, "select", _face(merged, name), bool(written), _faces(merged, name), takes_file="font"
        )
    if name in FILES:
        has = schema.found(merged, name) not in {None, "", NONE}
        return FieldView(
            name, title, "file", _("a picture") if has else "", bool(written), takes_file="image"
        )
    if node["type"] == "number":
        return FieldView(name, title, "number", f"{value:g}", written is not None)
    if choices := _names(name, node):
        shown = ("no", "yes")[value] if isinstance(value, bool) else str(value or NONE)
        return FieldView(name, title, "select", shown, written is not None, _options(*choices))
    most = int(node.get("maxLength", 300))
    return FieldView(name, title, "text", str(written or ""), bool(written), most=most)


def _color(made: Theme, name: str) -> str:
    group, _dot, inner = name.partition(".")
    if group == "tokens":
        return made.tokens["classic"][inner]
    return made.values[_MADE.get(name, inner or group)]


def _finding(before: str, after: str) -> str:
    darker = tones.luminance(after) < tones.luminance(before)
    words = (
        _("Made darker so it can be read: %(color)s")
        if darker
        else _("Made paler so it can be read: %(color)s")
    )
    return words % {"color": after}


def _names(name: str, node: Mapping[str, Any]) -> tuple[str, ...]:
    """The choices of a field; none if anything can be written in it."""
    if "enum" in node or node["type"] == "boolean":
        return tuple(node.get("enum", ("yes", "no")))
    if name == "paper.texture":
        return (NONE, *TEXTURES)
    group, _dot, inner = name.partition(".")
    if group == "ornaments":
        return (NONE, *sorted(path.stem for path in assets.data("ornaments", inner).glob("*.svg")))
    return ()


def _options(*names: str) -> tuple[tuple[str, str, str], ...]:
    return tuple((name, _(WORDS.get(name, name.replace("-", " ").capitalize())), "") for name in names)


def _face(merged: Mapping[str, Any], name: str) -> str:
    font = schema.found(merged, name)
    return font if isinstance(font, str) and font in schema.faces_of_ours() else ("own" if font else "")


def _faces(merged: Mapping[str, Any], name: str) -> tuple[tuple[str, str, str], ...]:
    """Our fonts; first the usual one, last the one of a file, if there is one."""
    mine = (("own", _("Your file"), ""),) if _face(merged, name) == "own" else ()
    return (
        ("", _("Standard"), ""),
        *((each, each, f"face-{number}") for number, each in enumerate(schema.faces_of_ours())),
        *mine,
    )


def faces_css(address: str) -> str:
    """A style sheet in which each of our fonts has a class; `address` is where their files are."""
    parts = []
    for number, files in enumerate(schema.faces_of_ours().values()):
        parts.append(
            f'@font-face {{ font-family: "theme {number}"; font-display: swap;'
            f' src: url("{address}{files["regular"]}.ttf"); }}\n'
            f'.face-{number} {{ font-family: "theme {number}", sans-serif; }}\n'
        )
    return "".join(parts)


def _title(name: str) -> str:
    return str(loading.by_name(name).fields.get("title", name))


def _card(name: str, *, is_chosen: bool) -> CardView:
    title, theme = _title(name), resolving.resolved(loading.packed(loading.by_name(name).fields))
    teams = tuple(theme.values[team] for team in resolving.TEAMS)
    paper, ink, accent = (theme.values[each] for each in ("paper", "ink", "accent"))
    return CardView(name, title, paper, ink, accent, teams, is_chosen=is_chosen)


def choices() -> Iterator[tuple[str, str]]:
    """Names and titles of our themes, for a menu."""
    for name in loading.ours():
        yield name, _title(name)


#: The papers and boxes of pages that colors of a theme stand on: pale and dark ones (static/css/base.css).
PALE, DARK = ("#f7f3ea", "#fffdf8"), ("#171412", "#211d1a")
#: The colors of links on pale and on dark pages.
LINKS = ("#1d4f91", "#9cc4fa")
WHITE = "#ffffff"


def reading_css(script: Script, address: str) -> str:
    """A style sheet that gives pages about a script the paper, inks and accents of its theme; empty if it has none.

    `address` is where our fonts are. Each color is made readable on the theme's paper, or if it has no color of paper
    on our pages, pale and dark.
    """
    theme = worn(script)
    if not theme.key:
        return ""
    page, pale, dark = _page_colors(script, theme)
    colors = {team: theme.values[team] for team in resolving.TEAMS}
    both = [guard.apart(colors, grounds) for grounds in (pale, dark)]
    rules = [f"--{team}: light-dark({both[0][team]}, {both[1][team]});" for team in colors]
    accent = [guard.text(theme.values["accent"], grounds) for grounds in (pale, dark)]
    title = f"color: light-dark({accent[0]}, {accent[1]});"
    known = {file for files in schema.faces_of_ours().values() for file in files.values()}
    heading, parts = theme.face("IMFellEnglishSC-Regular"), []
    if heading in known and heading != "IMFellEnglishSC-Regular":
        parts.append(
            f'@font-face {{ font-family: "theme heading"; font-display: swap; src: url("{address}{heading}.ttf"); }}'
        )
        title += ' font-family: "theme heading", var(--display);'
    return "\n".join([*parts, *page, f".read {{ {' '.join(rules)} }}", f".read .title .name {{ {title} }}"])


def _page_colors(script: Script, theme: Theme) -> tuple[list[str], tuple[str, ...], tuple[str, ...]]:
    """The rules that give a page the theme's paper and ink, and the grounds of its texts on pale and dark pages."""
    with suppress(ClockwrightError):
        if schema.found(theme_ops.read(theme_ops.own(script)).fields, "paper.color"):
            paper, ink = theme.values["paper"], theme.values["ink"]
            is_dark = guard.is_dark(paper)
            card = tones.mixed(paper, ink if is_dark else WHITE, 0.06 if is_dark else 0.5)
            grounds = (paper, card)
            inks = {
                "paper": paper,
                "card": card,
                "ink": guard.text(ink, grounds),
                "quiet": guard.text(tones.mixed(ink, paper, 0.25), grounds),
                "rule": tones.mixed(paper, ink, 0.2),
                "edge": guard.text(tones.mixed(ink, paper, 0.4), grounds, 3),
                "hover": tones.mixed(paper, ink, 0.08),
                **dict.fromkeys(("link", "focus"), guard.text(LINKS[is_dark], grounds)),
            }
            colors = " ".join(f"--{name}: {color};" for name, color in inks.items())
            scheme = "dark" if is_dark else "light"
            return [f":root:root:root {{ color-scheme: {scheme}; {colors} }}"], grounds, grounds
    return [], PALE, DARK


def exported(script: Script) -> tuple[dict[str, Any], dict[str, bytes]]:
    """The theme of a script as a file: its fields, and its files by the names that they have in it."""
    said = theme_ops.own(script)
    files: dict[str, bytes] = {}

    def named(value: Any, name: str) -> Any:
        if isinstance(value, dict):
            return {each: named(part, f"{name}-{each}".strip("-")) for each, part in value.items()}
        body = (
            uploads.read(value, services().settings.data_folder)
            if isinstance(value, str) and uploads.is_address(value)
            else None
        )
        if body is None:
            return value
        file = f"{name}.{loading.ending(body)}"
        files[file] = body
        return file

    return named(json.loads(json.dumps(said)), ""), files
