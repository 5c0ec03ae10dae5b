"""The settings of a document as fields of a form: tick boxes, pickers and choices with plain labels."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from builder import printables
from builder.artefacts import FOR_PLAYERS, USUAL
from builder.game.ids import key
from builder.game.script import Script
from builder.language import N_, Later, gettext as _
from builder.printables import options, shop
from builder.web.view_models.print_choices import LONGEST_VALUE

#: The group of settings about the printer rather than the document.
ALIGNMENT = "alignment"
#: The group of settings that stand beside the style of a document.
BESIDE_STYLE = "style"
#: Begins the field with the number of tokens of a character, behind the kind of document: `tokens.copies-legion`.
COPIES = "copies-"
#: The QR code that opens a script's link to view; the setting then has its address.
READ = "read"


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


YES_NO = {"yes": N_("Yes"), "no": N_("No")}
#: Fields that several kinds have.
PUNCH = Field(
    N_("Size (characters / reminders)"),
    "select",
    words={
        "45/25": N_("45 mm / 25 mm"),
        "1.75in/1in": N_("1.75 in / 1 in"),
        "48.7/27.5": N_("48.7 mm / 27.5 mm"),
        "38/19": N_("38 mm / 19 mm"),
    },
)
VERSIONS = Field(N_("Versions"), "select", words={"usual": N_("Usual"), "both": N_("Good and evil")})
OTHER_CHARACTER = Field(N_("Other size of characters"), placeholder="50 mm, 2 in", group=ALIGNMENT)
OTHER_REMINDER = Field(N_("Other size of reminders"), placeholder="30 mm, 1.2 in", group=ALIGNMENT)
PLAYERS = Field(N_("Players"), "number", N_("Enough tokens of Legion and the like for this many players."))
ART = Field(
    N_("If there is no picture"),
    "select",
    words={"emblem": N_("Emblem in one color"), "painted": N_("Painted emblem")},
)
#: The fields of each kind in the order of the form; settings that are not here are typed.
FIELDS: Mapping[str, Mapping[str, Field]] = {
    "": {
        "ink": Field(
            N_("Ink"), "select", words={"full": N_("All colors and tints"), "saving": N_("Save ink")}
        ),
        "face": Field(
            N_("Font"), "select", words={"usual": N_("Standard"), "readable": N_("Dyslexia-friendly")}
        ),
    },
    "sheet": {
        "back": Field(
            N_("Pages"),
            "select",
            words={
                "facts": N_("2 (jinxes, rules, counts)"),
                "nights": N_("2 (both nights)"),
                "none": N_("1 (all on one)"),
            },
            group=BESIDE_STYLE,
        ),
        "qr": Field(
            N_("QR code"),
            "select",
            words={
                "no": N_("No QR code"),
                "almanac": N_("Almanac"),
                READ: N_("Link to view"),
                "script": N_("Script, for the script tool"),
            },
        ),
        "art": ART,
    },
    "night": {"art": ART},
    "almanac": {"art": ART},
    "tokens": {
        "parts": Field(
            N_("What to print"),
            "ticks",
            words={
                "characters": N_("Character tokens"),
                "reminders": N_("Reminder tokens"),
                "info": N_("Cards to show at night"),
                "rules": N_("Rules of the script"),
                "almanac": N_("QR code of the almanac"),
                "credit": N_("Credits"),
            },
        ),
        "only": Field(
            N_("Characters"),
            "picker",
            N_("Tick some to print only what belongs to them; leave a number empty for the default."),
        ),
        "duplicates": Field(N_("Copies"), "hidden"),
        "punch": PUNCH,
        "ability": Field(N_("Abilities on tokens"), "select", words=YES_NO),
        "versions": VERSIONS,
        "art": ART,
        "players": PLAYERS,
        "cut": Field(
            N_("Cutting"),
            "select",
            words={"lines": N_("Outlines"), "marks": N_("Crop marks"), "none": N_("No marks")},
        ),
        "character": OTHER_CHARACTER,
        "reminder": OTHER_REMINDER,
        "bleed": Field(N_("Bleed (mm)"), group=ALIGNMENT),
        "gutter": Field(N_("Gap between tokens (mm)"), group=ALIGNMENT),
        "packing": Field(
            N_("Packing"),
            "select",
            words={"hexagonal": N_("As close as possible"), "grid": N_("Rows and columns")},
            group=ALIGNMENT,
        ),
        "shift-right": Field(N_("Shift right (mm)"), hint=N_("Negative: to the left."), group=ALIGNMENT),
        "shift-down": Field(N_("Shift down (mm)"), hint=N_("Negative: up."), group=ALIGNMENT),
        "calibration": Field(
            N_("Test page with a 50 mm square"),
            "select",
            words={"no": N_("No"), "yes": N_("Yes")},
            group=ALIGNMENT,
        ),
    },
    "boxes": {
        "parts": Field(
            N_("What to print"),
            "ticks",
            words={"boxes": N_("Boxes"), "labels": N_("Labels"), "dividers": N_("Dividers")},
        ),
        "punch": PUNCH,
        "thickness": Field(N_("Thickness of a token (mm)")),
        "cards": Field(
            N_("Size of character cards"),
            "select",
            words={"poker": N_("Poker"), "bridge": N_("Bridge"), "tarot": N_("Tarot")},
        ),
        "versions": VERSIONS,
        "players": PLAYERS,
        "character": OTHER_CHARACTER,
        "reminder": OTHER_REMINDER,
        "only": Field(N_("Characters"), "hidden"),
        "duplicates": Field(N_("Copies"), "hidden"),
    },
    "table": {
        "cards": Field(
            N_("What to print"),
            "ticks",
            words={
                "bag": N_("A dealt game"),
                "counts": N_("Number of characters by players"),
                "bluffs": N_("Bluffs"),
                "jinxes": N_("Jinxes"),
                "info": N_("Cards to show at night"),
                "names": N_("Tent cards"),
                "notes": N_("Grimoire notes"),
                "blank": N_("Empty script sheet"),
                "back": N_("Back of the character sheet"),
            },
        ),
        "players": Field(N_("Players"), "number", N_("Needed for a dealt game; the Deal page has more.")),
        "names": Field(N_("Names on tent cards"), "lines", N_("One per line; without names they are blank.")),
        "seed": Field(N_("Seed"), "hidden"),
        "with": Field(N_("With"), "hidden"),
        "without": Field(N_("Without"), "hidden"),
    },
}


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
    common = [
        *options.COMMON,
        "language",
        "theme",
        *(("copies", "second-language") if kind in FOR_PLAYERS else ()),
    ]
    found = {name: value for name in common if (value := query.get(name))}
    start, copies = f"{kind}.", []
    for name in query:
        own = name.removeprefix(start)
        if name.startswith(start + COPIES):
            copies += [f"{own.removeprefix(COPIES)}={query[name].strip()}"] if query[name].strip() else []
        elif name.startswith(start):
            found[own] = _several(FIELDS.get(kind, {}).get(own), query.getlist(name))
    return found | ({"duplicates": ", ".join(copies)} if copies else {})


def shops(query: MultiDict[str, str]) -> tuple[OptionView, ...]:
    """What print shops can be given: each size that each of them takes."""
    return tuple(
        OptionView(
            value,
            " · ".join(filter(None, (_(each.title).replace("：", ":").partition(":")[0], size.capitalize()))),
            query.get("shop") == value,
        )
        for each in shop.shops().values()
        for size in each.sizes or ("",)
        for value in (f"{each.id}/{size}".rstrip("/"),)
    )


def shop_settings(query: MultiDict[str, str]) -> tuple[tuple[str, str], ...]:
    """The settings for a print shop: its own fields, and those of the documents that it prints."""
    name, _unused, size = query.get("shop", "").partition("/")
    chosen = shop.shops().get(name)
    like = "sheet" if chosen and chosen.makes == "sheet" else "tokens"
    found = {each: value for each, value in values("tokens", query).items() if value}
    found |= {"shop": name or shop.SETTINGS["shop"].default, "size": size, "style": query.get(like, "")}
    found |= {"files": "apart"} if "apart" in query else {}
    known = options.settings_of(shop)
    return tuple(sorted((each, value) for each, value in found.items() if each in known and value))


def changed(query: MultiDict[str, str], paper: str) -> list[tuple[str, str]]:
    """What a sent form has other than the defaults; `paper` is the one that is usual here."""
    usual = dict.fromkeys(options.COMMON, "") | {
        "paper": paper,
        "copies": "1",
        "theme": "",
        "shop": next(iter(shop.shops())),
    }
    usual |= {name: each.default for name, each in options.COMMON.items()}
    for kind, styles in printables.kinds().items():
        usual |= {kind: styles[0], f"{kind}.paper": ""}
        own = values(kind, query)
        for name, each in getattr(printables.module(kind), "SETTINGS", {}).items():
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
    known = getattr(printables.module(kind), "SETTINGS", {})
    fields = FIELDS.get(kind, {})
    order = [*(name for name in fields if name in known), *(name for name in known if name not in fields)]
    return tuple(_view(kind, name, known[name], given, script) for name in order)


def common(given: Mapping[str, str]) -> tuple[SettingView, ...]:
    """The fields of the settings that every document has."""
    return tuple(_view("", name, setting, given, None) for name, setting in options.COMMON.items())


def is_changed(kind: str, given: Mapping[str, str]) -> bool:
    """Whether a document has settings other than the defaults."""
    known = getattr(printables.module(kind), "SETTINGS", {})
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
        name.replace("-", " ").capitalize(), "select" if setting.choices else "text", Later(setting.help)
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
        yield OptionView(each, str(field.words.get(each, each.capitalize())), is_all or each in chosen)


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
