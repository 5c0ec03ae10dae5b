"""The paint settings in a form: groups of sliders, check boxes and colors."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from builder import language, uploads
from builder.editing.icon_ops import OF_ITS_OWN
from builder.game import paint_settings
from builder.game.paint_settings import LIMITS, PaintSettings
from builder.game.teams import Team
from builder.language import N_, gettext as _

#: Steps of the sliders whose step is not one.
STEPS = dict.fromkeys(("shading", "texture_strength", "shadow_strength"), 0.05)
STEPS |= {"scale": 0.25, "border_width": 0.5}
UNITS: Mapping[str, str] = {"angle": "°", "shading": "", "scale": "×"}
#: Settings that are said as a way from the usual place: the way of a smaller value, and of a larger one.
OFFSETS: Mapping[str, tuple[str, str]] = {
    "x": (N_("to the left"), N_("to the right")),
    "y": (N_("up"), N_("down")),
}
#: Group by group: (name, label).
GROUPS: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...] = (
    (
        "place",
        N_("Size and position"),
        (
            ("size", N_("Size")),
            ("x", N_("Horizontal")),
            ("y", N_("Vertical")),
            ("angle", N_("Rotation")),
            ("mirror", N_("Mirror")),
            ("crop", N_("Crop empty border")),
        ),
    ),
    (
        "colour",
        N_("Color"),
        (
            ("whiten", N_("Convert to silhouette")),
            ("shading", N_("Keep shading")),
            ("gradient", N_("Use team colors")),
            ("teal_outsiders", N_("Outsiders have their own color")),
            ("orange_minions", N_("Minions have their own color")),
        ),
    ),
    (
        "colours",
        N_("Team colors"),
        (
            ("good", N_("Good")),
            ("outsider", N_("Outsiders")),
            ("evil", N_("Evil")),
            ("minion", N_("Minions")),
            ("fabled", N_("Fabled")),
            ("loric", N_("Loric")),
        ),
    ),
    (
        "wear",
        N_("Wear"),
        (("texture", N_("Worn look")), ("texture_strength", N_("Strength")), ("texture_seed", N_("Pattern"))),
    ),
    (
        "border",
        N_("Border"),
        (("border", N_("Border")), ("border_width", N_("Width")), ("border_colour", N_("Color"))),
    ),
    (
        "shadow",
        N_("Shadow"),
        (
            ("shadow", N_("Shadow")),
            ("shadow_strength", N_("Opacity")),
            ("shadow_blur", N_("Blur")),
            ("shadow_x", N_("Offset X")),
            ("shadow_y", N_("Offset Y")),
        ),
    ),
    ("file", N_("File"), (("scale", N_("Resolution")),)),
)


#: The settings of color that say something about a team; the others are hidden at its icons.
COLOURS_OF: Mapping[Team, tuple[str, ...]] = {
    Team.TOWNSFOLK: ("good", "evil"),
    Team.OUTSIDER: ("good", "evil", "outsider", "teal_outsiders"),
    Team.MINION: ("good", "evil", "minion", "orange_minions"),
    Team.DEMON: ("good", "evil"),
    Team.TRAVELLER: ("good", "evil"),
    Team.FABLED: ("fabled",),
    Team.LORIC: ("loric",),
}


@dataclass(frozen=True, slots=True)
class FieldView:
    """One setting: a slider, a check box, a color or two colors (light above, dark below)."""

    name: str
    title: str
    kind: str
    value: Any
    usual: Any
    least: float = 0
    most: float = 0
    step: float = 1
    unit: str = ""


@dataclass(frozen=True, slots=True)
class GroupView:
    """Settings that belong together."""

    name: str
    title: str
    fields: tuple[FieldView, ...]

    @property
    def is_usual(self) -> bool:
        """Whether all its settings have their defaults."""
        return all(each.value == each.usual for each in self.fields)


def groups(settings: Mapping[str, Any]) -> list[GroupView]:
    """All settings with their values."""
    values, usual = asdict(paint_settings.read(settings)), asdict(PaintSettings())
    return [
        GroupView(
            name, title, tuple(_field(each, words, values[each], usual[each]) for each, words in fields)
        )
        for name, title, fields in GROUPS
    ]


def unrelated(team: Team) -> frozenset[str]:
    """The settings of color that change nothing about the icon of a character of a team."""
    if team not in COLOURS_OF:
        return frozenset()
    return frozenset(each for names in COLOURS_OF.values() for each in names) - frozenset(COLOURS_OF[team])


def words(icon: Mapping[str, Any]) -> str:
    """An icon as a script holds it, in words: a line for the shape, the artist and each setting that is not usual."""
    lines = []
    if emblem := icon.get("emblem"):
        lines.append(_("Emblem: %(name)s") % {"name": str(emblem).replace("-", " ")})
    if picture := icon.get("picture"):
        # The beginning of its hash tells one upload from another.
        digest = str(picture).removeprefix(uploads.SCHEME)
        name = (
            _("uploaded (%(digest)s)") % {"digest": digest[:6]}
            if uploads.is_address(picture)
            else digest[:40]
        )
        lines.append(_("Picture: %(name)s") % {"name": name})
    written = icon.get("settings")
    values, usual = asdict(paint_settings.read(written)), asdict(PaintSettings())
    for _unused, group, names in GROUPS:
        for name, title in names:
            if values[name] != usual[name]:
                where = str(title) if title == group else f"{group}, {_lowered(str(title))}"
                lines.append(f"{where}: {_in_words(name, values[name])}")
    if credit := icon.get("credit"):
        lines.append(_("Artist: %(credit)s") % {"credit": credit})
    return "\n".join(lines)


def _lowered(title: str) -> str:
    """A title behind another one; in a language that capitalizes by itself, as it is."""
    return title[:1].lower() + title[1:] if language.tag() == language.ENGLISH else title


def _in_words(name: str, value: Any) -> str:
    """The value of a setting."""
    if isinstance(value, bool):
        return _("on") if value else _("off")
    if isinstance(value, str):
        return value
    if not isinstance(value, (int, float)):
        return _("%(first)s to %(last)s") % {"first": value[0], "last": value[-1]}
    if name in OFFSETS:
        (less, more), usual = OFFSETS[name], getattr(PaintSettings(), name)
        share = abs(value - usual) / LIMITS["size"][1]
        return f"{share:.0%} {less if value < usual else more}"
    if name == "size":
        return _("%(share)s of the usual") % {"share": f"{value / PaintSettings().size:.0%}"}
    return f"{value:.0%}" if LIMITS[name] == (0, 1) else f"{value:g}{UNITS.get(name, '')}"


def is_like(settings: Mapping[str, Any], others: Mapping[str, Any]) -> bool:
    """Whether two sets of settings agree in all form fields, except size and place."""
    one, other = (asdict(paint_settings.read(each)) for each in (settings, others))
    names = {name for _unused, _unused, fields in GROUPS for name, _unused in fields} - OF_ITS_OWN
    return all(one[name] == other[name] for name in names)


def read(form: Mapping[str, str]) -> dict[str, Any]:
    """The settings of a whole form that differ from the defaults; a check box that was not sent is off."""
    return paint_settings.read(dict(_values(form))).as_json()


def _values(form: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    for name, usual in asdict(PaintSettings()).items():
        if isinstance(usual, bool):
            yield name, name in form
        elif isinstance(usual, tuple):
            yield name, [form.get(f"{name}.{number}", colour) for number, colour in enumerate(usual)]
        elif isinstance(usual, str):
            yield name, form.get(name, usual)
        else:
            yield name, _number(form.get(name, ""), usual)


def _number(text: str, usual: float) -> float:
    """A number as a slider or a person writes it."""
    try:
        number = float(text[:20].replace(",", "."))
    except ValueError:
        return usual
    return int(number) if number.is_integer() else number


def _field(name: str, title: str, value: Any, usual: Any) -> FieldView:
    if isinstance(usual, bool):
        return FieldView(name, title, "tick", value, usual)
    if isinstance(usual, tuple):
        return FieldView(name, title, "pair", value, usual)
    if isinstance(usual, str):
        return FieldView(name, title, "colour", value, usual)
    least, most = LIMITS[name]
    return FieldView(
        name, title, "slider", value, usual, least, most, STEPS.get(name, 1), UNITS.get(name, "")
    )
