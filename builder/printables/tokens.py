"""The tokens: one for each character and each reminder, and the cards to show at night; how many, and how large."""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import chain

from builder import catalogue
from builder.content import OWN_EMBLEM, TokenFace, Tokens, TokenSheet, TokenSizes
from builder.errors import UnknownChoiceError
from builder.files import safe_name
from builder.game import cards, keywords, markup
from builder.game.character import Character
from builder.game.ids import key
from builder.game.script import Script
from builder.game.setup.cast import Member, cast
from builder.game.setup.effects import ANY_NUMBER, Most
from builder.game.setup.rules import FEWEST_PLAYERS, MOST_PLAYERS, MOST_SEATS
from builder.game.teams import EVIL_TEAMS, GOOD_TEAMS, Team
from builder.language import filled, gettext as _
from builder.printables import common, names
from builder.printables.common import Icon, typeset, typeset_pieces
from builder.printables.night import info_words
from builder.printables.options import ART, DEFAULTS, Options, Setting, chosen_parts
from builder.prose_lists import capital

#: The colours of an emblem after a change of alignment.
GOOD, EVIL = Team.TOWNSFOLK.value, Team.DEMON.value


def characters(script: Script, options: Options) -> Iterator[tuple[str, TokenFace]]:
    """Key and token of each character, by team; with `versions`, also those for a changed alignment."""
    both = options.setting("versions") == "both"
    speaks = options.setting("ability") == "yes"
    for character in names.everybody(script):
        usual = _character(character, options, with_ability=speaks)
        for face in (usual, *_flipped(character, usual, options)) if both else (usual,):
            yield character.key, face
    for entry in script.unknown:
        if entry.id:
            yield entry.key, _unknown(entry.id)


def reminders(script: Script, options: Options) -> Iterator[tuple[str, TokenFace]]:
    """Key and reminder token for each reminder of a script, including duplicates."""
    for character in names.everybody(script):
        icon = common.icon(character, options)
        for words in filter(str.strip, character.all_reminders):
            yield character.key, _reminder(character, icon, words)


def info_cards(script: Script) -> Iterator[TokenFace]:
    """The cards to show at night: standard ones, and those that this script mentions."""
    shown = (*info_words(script), *cards.standard())
    wordings = {cards.plain(words): words for words in shown if words}
    standard = {cards.plain(words): words for words in cards.standard()}
    for words in {**standard, **wordings}.values():
        said = typeset(words)
        yield TokenFace(
            "card",
            _("Info tokens"),
            _("Info token: %(words)s") % {"words": said},
            f"info/{safe_name(words.lower())}",
            said,
            markup.direction(words),
        )


def rules(script: Script, options: Options) -> Iterator[TokenFace]:
    """A card for each of the script's own rules."""
    holder = next((each for each in script.characters if each.key == "bootlegger"), None)
    official = holder or catalogue.find("bootlegger")
    name = typeset(official.name) if official else "Bootlegger"
    icon = common.icon(holder, options) if holder else None
    for number, rule in enumerate(script.meta.rules, start=1):
        yield TokenFace(
            "card",
            _("Rules"),
            _("Rule of the script: %(rule)s") % {"rule": typeset(rule)},
            f"rules/Bootlegger {number}",
            name,
            markup.direction(name),
            icon=icon,
            team=Team.LORIC.value,
            words=common.ability(rule),
            words_direction=markup.direction(rule),
        )


def terms(script: Script) -> Iterator[TokenFace]:
    """A card for each of the script's own terms that a character has."""
    said = (text for each in script.characters for text in keywords.texts_of(each))
    for term in common.glossary(script, *said):
        words = common.text(term.text)
        yield TokenFace(
            "card",
            _("Rules"),
            _("Keyword: %(term)s: %(words)s") % {"term": term.term, "words": words},
            f"rules/{safe_name(term.term)}",
            capital(term.term),
            markup.direction(term.term),
            team=Team.LORIC.value,
            words=term.text,
            words_direction=term.direction,
        )


def almanac(script: Script) -> Iterator[TokenFace]:
    """A token with a QR code of the almanac's address, if the script has one."""
    address = script.meta.almanac.strip()
    if address.startswith(("https://", "http://")):
        yield TokenFace(
            "character",
            _("About the script"),
            _("Almanac of %(script)s, as a QR code: %(address)s")
            % {"script": typeset(script.name), "address": address},
            "about/Almanac",
            _("Almanac"),
            markup.direction(_("Almanac")),
            address=address,
        )


def credit(script: Script, options: Options) -> TokenFace:
    """A token with the credits of script and game."""
    name, author = typeset(script.name), typeset(script.meta.author.strip())
    by = _("Script by %(author)s.") % {"author": author} if author else ""
    words = f"{by} {_(common.CREDIT)} {options.wording}".strip()
    return TokenFace(
        "character",
        _("About the script"),
        _("Credits of %(script)s: %(credits)s") % {"script": name, "credits": words},
        "about/Credits",
        name,
        markup.direction(name),
        icon=Icon("", name, "info", options.mark or options.logo or OWN_EMBLEM),
        words=typeset_pieces(markup.ability(words)),
        words_direction=markup.direction(words),
    )


def _character(character: Character, options: Options, *, with_ability: bool) -> TokenFace:
    team = character.team
    words = common.ability(character.ability) if with_ability else ()
    spoken = _spoken(character)
    return TokenFace(
        "character",
        team.heading,
        typeset(spoken),
        f"{team.value}/{safe_name(character.name or character.id)}",
        typeset(character.name or character.id),
        markup.direction(character.name or character.id),
        common.icon(character, options),
        team.value,
        words,
        markup.direction(character.ability),
        common.other(character, "ability") if with_ability else "",
        setup=character.setup,
        first_night=bool(character.first_night and character.first_night > 0),
        other_night=bool(character.other_night and character.other_night > 0),
        reminders=len(character.reminders),
    )


def _flipped(character: Character, face: TokenFace, options: Options) -> Iterator[TokenFace]:
    """The tokens for a changed alignment; for a Traveller, good and evil."""
    if character.team in GOOD_TEAMS:
        yield _version(character, face, options, 1, EVIL)
    elif character.team in EVIL_TEAMS:
        yield _version(character, face, options, 1, GOOD)
    elif character.team is Team.TRAVELLER:
        yield _version(character, face, options, 1, GOOD)
        yield _version(character, face, options, 2, EVIL)


def _version(character: Character, face: TokenFace, options: Options, version: int, colour: str) -> TokenFace:
    icon = common.icon(character, options, version)
    if icon.url.startswith((common.EMBLEM, common.PAINTED)):
        kind, _unused, emblem = icon.url.split("/")
        icon = replace(icon, url=f"{kind}/{colour}/{emblem}")
    side = "good" if colour == GOOD else "evil"
    return replace(
        face, alt=typeset(_spoken(character, side)), file=f"{face.file}, {side}", icon=icon, team=colour
    )


def _spoken(character: Character, side: str = "") -> str:
    """The alternative text of a character token, of its `good` or `evil` version."""
    words = {
        "": _("%(team)s token: %(name)s. %(ability)s"),
        "good": _("%(team)s token, good: %(name)s. %(ability)s"),
        "evil": _("%(team)s token, evil: %(name)s. %(ability)s"),
    }[side]
    values = {"team": character.team.label, "name": character.name, "ability": character.ability}
    return (words % values).strip()


def _reminder(character: Character, icon: Icon, words: str) -> TokenFace:
    return TokenFace(
        "reminder",
        _("Reminder tokens"),
        _("Reminder token: %(name)s, %(words)s") % {"name": icon.name, "words": typeset(words)},
        f"reminders/{safe_name(f'{character.name} - {words}')}",
        typeset(words),
        markup.direction(words),
        icon,
        character.team.value,
        words_language=common.other(character, "reminders"),
    )


def _unknown(identifier: str) -> TokenFace:
    return TokenFace(
        "character",
        _("Unknown"),
        _("Token of an unknown character: %(id)s") % {"id": identifier},
        f"unknown/{safe_name(identifier)}",
        identifier,
        markup.direction(identifier),
        common.unknown_icon(identifier),
        "unknown",
    )


KIND = "tokens"
TITLE = "tokens"
ORDER = 4
#: Sheets of stickers are for tokens only.
TAKES_LABELS = True
#: Both art versions may be printed.
EVERY_PICTURE = True
PARTS = ("characters", "reminders", "info", "rules", "almanac", "credit")

#: Sizes of common punches, and the official ones: character token / reminder token.
PUNCHES = ("45/25", "1.75in/1in", "48.7/27.5", "38/19")
#: The parts that belong to single characters.
OF_CHARACTERS = frozenset({"characters", "reminders"})
SETTINGS: Mapping[str, Setting] = {
    "punch": Setting("Size of the punch: character tokens / reminder tokens.", "45/25", PUNCHES),
    "character": Setting(
        "Size of character tokens, if no punch size fits: 25 to 100 mm, or inches: 2in.", ""
    ),
    "reminder": Setting("Size of reminder tokens: 15 to 80 mm, or inches.", ""),
    "parts": Setting(f"What is printed, separated by commas: {', '.join(PARTS)}.", "all"),
    "only": Setting(
        "Only tokens of these characters, separated by commas, without cards for the whole script. "
        "Empty: all characters.",
        "",
    ),
    "ability": Setting("Whether character tokens show the ability.", "yes", ("yes", "no")),
    "versions": Setting(
        "Character tokens as usual, or good and evil versions of each.", "usual", ("usual", "both")
    ),
    "art": ART,
    "players": Setting("Enough tokens of Legion and the like for this many players.", "15"),
    "duplicates": Setting("Number of tokens of a character, if not the usual one: legion=5.", ""),
    "cut": Setting("How the edge of a token is shown.", "lines", ("lines", "marks", "none")),
    "bleed": Setting("How far a token's background goes beyond its edge, in mm.", "1"),
    "gutter": Setting("Smallest gap between two tokens, in mm.", "2"),
    "packing": Setting(
        "Tokens as close as possible, or in rows and columns.", "hexagonal", ("hexagonal", "grid")
    ),
    "calibration": Setting("Whether a test page with a square of 50 mm comes first.", "no", ("no", "yes")),
    "shift-right": Setting("Moves everything to the right by this many mm (to the left: -1).", "0"),
    "shift-down": Setting("Moves everything down by this many mm (up: -1).", "0"),
}


def content(script: Script, options: Options = DEFAULTS) -> Tokens:
    """The tokens of a script. Raises UnknownChoiceError for an invalid setting."""
    options = options.with_defaults(SETTINGS)
    return Tokens(
        front=common.front(script, options, TITLE),
        faces=tuple(_faces(script, options)),
        sizes=sizes(options),
        sheet=sheet(options),
        saving=options.setting("ink") == "saving",
        readable=options.setting("face") == "readable",
    )


def judge(options: Options) -> None:
    """Validates the settings without a script. Raises UnknownChoiceError."""
    sizes(options)
    sheet(options)
    judge_parts(options)


def judge_parts(options: Options) -> None:
    """Validates which tokens are wanted. Raises UnknownChoiceError."""
    _parts(options.setting("parts"))


def _faces(script: Script, options: Options) -> Iterator[TokenFace]:
    parts, wanted = _parts(options.setting("parts")), _wanted(script, options.setting("only"))
    if options.setting("only").strip():
        # What belongs to these characters; cards for the whole script only if nothing else was asked for.
        parts = tuple(each for each in parts if each in OF_CHARACTERS) or parts
    numbers = copies(script, options)
    if "characters" in parts:
        for owner, face in characters(script, options):
            if owner in wanted:
                yield from (face,) * numbers.get(owner, 1)
    makers: dict[str, Callable[[], Iterator[TokenFace]]] = {
        "almanac": lambda: almanac(script),
        "credit": lambda: iter((credit(script, options),)),
        "reminders": lambda: (face for owner, face in reminders(script, options) if owner in wanted),
        "info": lambda: info_cards(script),
        "rules": lambda: chain(rules(script, options), terms(script)),
    }
    for part, make in makers.items():
        if part in parts:
            yield from make()


def _parts(written: str) -> tuple[str, ...]:
    return chosen_parts(written, PARTS, _("There is no part of the tokens “%(name)s”."))


def _wanted(script: Script, written: str) -> frozenset[str]:
    """The keys of requested characters (ids or names). Raises UnknownChoiceError for one not on the script."""
    everybody = {entry.key for entry in script.entries}
    if not written.strip():
        return frozenset(everybody)
    by_name = {key(each.name): each.key for each in script.characters} | {each: each for each in everybody}
    asked = [part.strip() for part in written.split(",") if part.strip()]
    for part in asked:
        if key(part) not in by_name:
            raise UnknownChoiceError(
                _("There is no character on this script called “%(name)s”."), part, sorted(everybody)[:40]
            )
    return frozenset(by_name[key(part)] for part in asked)


MM_PER_INCH = 25.4
#: Smallest and largest tokens (mm).
CHARACTER_RANGE, REMINDER_RANGE = (25.0, 100.0), (15.0, 80.0)
_LENGTH = re.compile(r"\s*([+-]?\d{1,4}(?:[.,]\d{1,4})?)\s*(mm|cm|in|inch|″|\"|)\s*", re.IGNORECASE)
_FACTORS = {"": 1.0, "mm": 1.0, "cm": 10.0}


def sizes(options: Options) -> TokenSizes:
    """Parses the chosen sizes. Raises UnknownChoiceError for an invalid one."""
    character, reminder = options.setting("punch").split("/")
    return TokenSizes(
        length(options.setting("character") or character, _("size of character tokens"), *CHARACTER_RANGE),
        length(options.setting("reminder") or reminder, _("size of reminder tokens"), *REMINDER_RANGE),
    )


def sheet(options: Options) -> TokenSheet:
    """Parses the settings of the sheets. Raises UnknownChoiceError for an invalid length."""
    return TokenSheet(
        bleed=length(options.setting("bleed"), _("bleed"), 0, 5),
        gutter=length(options.setting("gutter"), _("gutter"), 0, 30),
        cut=options.setting("cut"),
        packing=options.setting("packing"),
        calibration=options.setting("calibration") == "yes",
        right=length(options.setting("shift-right"), _("shift to the right"), -20, 20),
        down=length(options.setting("shift-down"), _("shift downwards"), -20, 20),
    )


def length(written: str, what: str, least: float, most: float) -> float:
    """Parses a length to mm: `45`, `45 mm`, `4.5 cm`, `1.75in`. Raises UnknownChoiceError."""
    found = _LENGTH.fullmatch(written)
    if found:
        value = float(found[1].replace(",", ".")) * _FACTORS.get(found[2].lower(), MM_PER_INCH)
        if least <= value <= most:
            return round(value, 3)
    allowed = f"{least:g} to {most:g} mm, or {least / MM_PER_INCH:.2f}in to {most / MM_PER_INCH:.2f}in"
    raise UnknownChoiceError(filled(_("There is no %(what)s “%(name)s”."), what=what), written, (allowed,))


MOST_COPIES = 20
#: Share of players who are such a character if its rules do not advise a number.
USUAL_SHARE = 0.7
#: Default copies of a token that may be in the bag any number of times.
TWICE = 2
_ASKED = re.compile(r"\s*([^=,;]+?)\s*[=×x]\s*(\d{1,2})\s*")


def copies(script: Script, options: Options) -> Mapping[str, int]:
    """The number of tokens by key, for characters that need more than one or whose number was chosen."""
    players = _players(options.setting("players"))
    members = cast(script, catalogue.rules()).members
    found = {each.key: _copies(each, members.get(each.key), players) for each in script.characters}
    return {**found, **_parse_copies(options.setting("duplicates"))}


def _copies(character: Character, member: Member | None, players: int) -> int:
    if member is None:
        return 1
    most = next((effect for effect in member.effects if isinstance(effect, Most)), None)
    if most:
        return dict(most.advised).get(players, math.ceil(players * USUAL_SHARE))
    if 1 < member.high < ANY_NUMBER:
        return min(member.high, MOST_COPIES)
    return TWICE if any(each.get("name") == "bag-duplicate" for each in character.special) else 1


def _players(written: str) -> int:
    if written.strip().isdecimal() and FEWEST_PLAYERS <= int(written) <= MOST_PLAYERS:
        return min(int(written), MOST_SEATS)
    raise UnknownChoiceError(
        _("There is no number of players “%(name)s”."), written, (f"{FEWEST_PLAYERS} to {MOST_PLAYERS}",)
    )


def _parse_copies(written: str) -> dict[str, int]:
    """Parses `legion=5, monk=2` to numbers by key. Raises UnknownChoiceError for other syntax."""
    found = {}
    for part in filter(str.strip, re.split(r"[,;]", written)):
        asked = _ASKED.fullmatch(part)
        if asked is None or int(asked[2]) > MOST_COPIES:
            example = f"such as legion=5, monk=2 (at most {MOST_COPIES} of each)"
            raise UnknownChoiceError(_("There is no number of tokens “%(name)s”."), part.strip(), (example,))
        found[key(asked[1])] = int(asked[2])
    return found
