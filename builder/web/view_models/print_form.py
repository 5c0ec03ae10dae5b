"""The settings of a document as fields of a form: tick boxes, pickers and choices with plain labels."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from werkzeug.datastructures import MultiDict

from builder import printables
from builder.artefacts import FOR_PLAYERS, USUAL
from builder.game.ids import key
from builder.game.script import Script
from builder.printables import options
from builder.web.view_models.print_choices import LONGEST_VALUE

#: The group of settings about the printer rather than the document.
ALIGNMENT = "alignment"
#: Begins the field with the number of tokens of a character, behind the kind of document: `tokens.copies-legion`.
COPIES = "copies-"


@dataclass(frozen=True, slots=True)
class Field:
    """How a setting is asked for."""

    title: str
    #: select, text, number, lines, ticks, picker, or hidden: it is set elsewhere.
    widget: str = "text"
    hint: str = ""
    #: Values in words, in the order of the form.
    words: Mapping[str, str] = dataclasses.field(default_factory=lambda: options.NOTHING)
    group: str = ""
    placeholder: str = ""


YES_NO = MappingProxyType({"yes": "Yes", "no": "No"})
#: The fields of each kind in the order of the form; settings that are not here are typed.
FIELDS: Mapping[str, Mapping[str, Field]] = MappingProxyType(
    {
        "": {
            "ink": Field("Ink", "select", words={"full": "All colors and tints", "saving": "Save ink"}),
            "face": Field("Font", "select", words={"usual": "Standard", "readable": "Dyslexia-friendly"}),
        },
        "tokens": {
            "parts": Field(
                "What to print",
                "ticks",
                words={
                    "characters": "Character tokens",
                    "reminders": "Reminder tokens",
                    "info": "Cards to show at night",
                    "rules": "Rules of the script",
                    "almanac": "QR code of the almanac",
                    "credit": "Credits",
                },
            ),
            "only": Field(
                "Characters",
                "picker",
                "Tick some to print only these; leave a number empty for the default.",
            ),
            "duplicates": Field("Copies", "hidden"),
            "punch": Field(
                "Size (characters / reminders)",
                "select",
                words={
                    "45/25": "45 mm / 25 mm",
                    "1.75in/1in": "1.75 in / 1 in",
                    "48.7/27.5": "48.7 mm / 27.5 mm",
                    "38/19": "38 mm / 19 mm",
                },
            ),
            "ability": Field("Abilities on tokens", "select", words=YES_NO),
            "versions": Field("Versions", "select", words={"usual": "Usual", "both": "Good and evil"}),
            "art": Field(
                "If there is no picture",
                "select",
                words={"emblem": "Emblem in one color", "painted": "Painted emblem"},
            ),
            "players": Field(
                "Players", "number", "Enough tokens of Legion and the like for this many players."
            ),
            "cut": Field(
                "Cutting", "select", words={"lines": "Outlines", "marks": "Crop marks", "none": "None"}
            ),
            "character": Field("Other size of characters", placeholder="50 mm, 2 in", group=ALIGNMENT),
            "reminder": Field("Other size of reminders", placeholder="30 mm, 1.2 in", group=ALIGNMENT),
            "bleed": Field("Bleed (mm)", group=ALIGNMENT),
            "gutter": Field("Gap between tokens (mm)", group=ALIGNMENT),
            "packing": Field(
                "Packing",
                "select",
                words={"hexagonal": "As close as possible", "grid": "Rows and columns"},
                group=ALIGNMENT,
            ),
            "shift-right": Field("Shift right (mm)", hint="Negative: to the left.", group=ALIGNMENT),
            "shift-down": Field("Shift down (mm)", hint="Negative: up.", group=ALIGNMENT),
            "calibration": Field(
                "Test page with a 50 mm square", "select", words={"no": "No", "yes": "Yes"}, group=ALIGNMENT
            ),
        },
        "table": {
            "cards": Field(
                "What to print",
                "ticks",
                words={
                    "bag": "A dealt game",
                    "counts": "Number of characters by players",
                    "bluffs": "Bluffs",
                    "jinxes": "Jinxes",
                    "info": "Cards to show at night",
                    "names": "Tent cards",
                    "notes": "Grimoire notes",
                    "blank": "Empty script sheet",
                    "back": "Back of the character sheet",
                },
            ),
            "players": Field("Players", "number", "Needed for a dealt game; the Deal page has more."),
            "names": Field("Names on tent cards", "lines", "One per line; without names they are blank."),
            "seed": Field("Seed", "hidden"),
            "with": Field("With", "hidden"),
            "without": Field("Without", "hidden"),
        },
    }
)


@dataclass(frozen=True, slots=True)
class OptionView:
    """One option of a setting."""

    value: str
    title: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class PickView:
    """A character that can be picked, and the number of its tokens."""

    key: str
    name: str
    team: str
    is_picked: bool
    copies: str


@dataclass(frozen=True, slots=True)
class SettingView:
    """One setting as the page shows it."""

    name: str
    field: Field
    value: str
    options: tuple[OptionView, ...] = ()
    picks: tuple[PickView, ...] = ()


def values(kind: str, query: MultiDict[str, str]) -> dict[str, str]:
    """The settings of one kind: its own (`tokens.punch`), those of every document (`ink`), and copies for players."""
    common = (*options.COMMON, "copies") if kind in FOR_PLAYERS else options.COMMON
    found = {name: value for name in common if (value := query.get(name))}
    start, copies = f"{kind}.", []
    for name in query:
        own = name.removeprefix(start)
        if name.startswith(start + COPIES):
            copies += [f"{own.removeprefix(COPIES)}={query[name].strip()}"] if query[name].strip() else []
        elif name.startswith(start):
            found[own] = _several(FIELDS.get(kind, {}).get(own), query.getlist(name))
    return found | ({"duplicates": ", ".join(copies)} if copies else {})


def changed(query: MultiDict[str, str], paper: str) -> list[tuple[str, str]]:
    """What a sent form has other than the defaults; `paper` is the one that is usual here."""
    usual = dict.fromkeys(options.COMMON, "") | {"paper": paper, "copies": "1"}
    usual |= {name: each.default for name, each in options.COMMON.items()}
    for kind, styles in printables.kinds().items():
        usual |= {kind: styles[0], f"{kind}.paper": ""}
        own = values(kind, query)
        for name, each in getattr(printables.modules()[kind], "SETTINGS", {}).items():
            usual[f"{kind}.{name}"] = each.default
            if own.get(name, each.default) in {"", each.default}:  # of several that are ticked, too
                query = MultiDict(pair for pair in query.items(multi=True) if pair[0] != f"{kind}.{name}")
    is_chosen = "chosen" in query and tuple(query.getlist("make")) != USUAL
    return [
        (name, value)
        for name, value in query.items(multi=True)
        if (is_chosen if name in {"chosen", "make"} else value.strip() not in {"", usual.get(name, "")})
    ]


def settings(kind: str, script: Script, given: Mapping[str, str]) -> tuple[SettingView, ...]:
    """The fields of a document's own settings."""
    known = getattr(printables.modules()[kind], "SETTINGS", {})
    fields = FIELDS.get(kind, {})
    order = [*(name for name in fields if name in known), *(name for name in known if name not in fields)]
    return tuple(_view(kind, name, known[name], given, script) for name in order)


def common(given: Mapping[str, str]) -> tuple[SettingView, ...]:
    """The fields of the settings that every document has."""
    return tuple(_view("", name, setting, given, None) for name, setting in options.COMMON.items())


def is_changed(kind: str, given: Mapping[str, str]) -> bool:
    """Whether a document has settings other than the defaults."""
    known = getattr(printables.modules()[kind], "SETTINGS", {})
    return any(given.get(name) not in {None, each.default} for name, each in known.items())


def _several(field: Field | None, chosen: Sequence[str]) -> str:
    """The values of one name: the first, or all of them where several can be ticked (all together: the default)."""
    if field is None or field.widget not in {"ticks", "picker"}:
        return chosen[0]
    return "" if field.words and set(field.words) <= set(chosen) else ",".join(chosen)


def _view(
    kind: str, name: str, setting: options.Setting, given: Mapping[str, str], script: Script | None
) -> SettingView:
    field = FIELDS.get(kind, {}).get(name) or Field(
        name.replace("-", " ").capitalize(), "select" if setting.choices else "text", setting.help
    )
    value = given.get(name, setting.default)[:LONGEST_VALUE]
    return SettingView(
        name=f"{kind}.{name}" if kind else name,
        field=field,
        value=value,
        options=tuple(_options(field, setting, value)),
        picks=tuple(_picks(script, value, given)) if script and field.widget == "picker" else (),
    )


def _options(field: Field, setting: options.Setting, value: str) -> Iterator[OptionView]:
    chosen = {part.strip() for part in value.split(",")} if field.widget == "ticks" else {value}
    is_all = field.widget == "ticks" and (not value.strip() or "all" in chosen)
    for each in field.words or setting.choices:
        yield OptionView(each, field.words.get(each, each.capitalize()), is_all or each in chosen)


def _picks(script: Script, value: str, given: Mapping[str, str]) -> Iterator[PickView]:
    picked = {key(part) for part in value.split(",") if part.strip()}
    numbers = {
        key(who): number.strip()
        for part in given.get("duplicates", "").split(",")
        for who, _, number in (part.partition("="),)
    }
    for character in {each.key: each for each in script.characters}.values():
        name = key(character.name)
        yield PickView(
            character.key,
            character.name,
            character.team.value,
            bool({character.key, name} & picked),
            numbers.get(character.key, numbers.get(name, "")),
        )
