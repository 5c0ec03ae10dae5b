"""The tokens: one for each character and each reminder, and the cards to show at night."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from types import MappingProxyType

from builder.content import TokenFace, Tokens
from builder.errors import UnknownChoiceError
from builder.game.ids import key
from builder.game.script import Script
from builder.language import gettext as _
from builder.printables import common, token_copies, token_faces, token_sizes
from builder.printables.options import ART, DEFAULTS, Options, Setting, chosen_parts
from builder.printables.token_sizes import PUNCHES

KIND = "tokens"
TITLE = "tokens"
ORDER = 4
#: Sheets of stickers are for tokens only.
TAKES_LABELS = True
#: Both art versions may be printed.
EVERY_PICTURE = True
PARTS = ("characters", "reminders", "info", "rules", "almanac", "credit")

#: The parts that belong to single characters.
OF_CHARACTERS = frozenset({"characters", "reminders"})
SETTINGS: Mapping[str, Setting] = MappingProxyType(
    {
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
        "calibration": Setting(
            "Whether a test page with a square of 50 mm comes first.", "no", ("no", "yes")
        ),
        "shift-right": Setting("Moves everything to the right by this many mm (to the left: -1).", "0"),
        "shift-down": Setting("Moves everything down by this many mm (up: -1).", "0"),
    }
)


def content(script: Script, options: Options = DEFAULTS) -> Tokens:
    """The tokens of a script. Raises UnknownChoiceError for an invalid setting."""
    options = options.with_defaults(SETTINGS)
    return Tokens(
        front=common.front(script, options, TITLE),
        faces=tuple(_faces(script, options)),
        sizes=token_sizes.sizes(options),
        sheet=token_sizes.sheet(options),
        saving=options.setting("ink") == "saving",
        readable=options.setting("face") == "readable",
    )


def judge(options: Options) -> None:
    """Validates the settings without a script. Raises UnknownChoiceError."""
    token_sizes.sizes(options)
    token_sizes.sheet(options)
    judge_parts(options)


def judge_parts(options: Options) -> None:
    """Validates which tokens are wanted. Raises UnknownChoiceError."""
    _parts(options.setting("parts"))


def _faces(script: Script, options: Options) -> Iterator[TokenFace]:
    parts, wanted = _parts(options.setting("parts")), _wanted(script, options.setting("only"))
    if options.setting("only").strip():
        # What belongs to these characters; cards for the whole script only if nothing else was asked for.
        parts = tuple(each for each in parts if each in OF_CHARACTERS) or parts
    copies = token_copies.copies(script, options)
    if "characters" in parts:
        for owner, face in token_faces.characters(script, options):
            if owner in wanted:
                yield from (face,) * copies.get(owner, 1)
    makers: dict[str, Callable[[], Iterator[TokenFace]]] = {
        "almanac": lambda: token_faces.almanac(script),
        "credit": lambda: iter((token_faces.credit(script, options),)),
        "reminders": lambda: (
            face for owner, face in token_faces.reminders(script, options) if owner in wanted
        ),
        "info": lambda: token_faces.info_cards(script),
        "rules": lambda: chain(token_faces.rules(script, options), token_faces.terms(script)),
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
