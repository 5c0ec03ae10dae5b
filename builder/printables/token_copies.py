"""How many tokens of a character a game can need: three Village Idiots, a table full of Legion."""

import math
import re
from collections.abc import Mapping

from builder import catalogue
from builder.errors import UnknownChoiceError
from builder.game.character import Character
from builder.game.ids import key
from builder.game.script import Script
from builder.game.setup.cast import Member, cast
from builder.game.setup.effects import ANY_NUMBER, Most
from builder.game.setup.rules import FEWEST_PLAYERS, MOST_PLAYERS, MOST_SEATS
from builder.language import gettext as _
from builder.printables.options import Options

#: Maximum number of copies of a token.
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
