"""What the page of find and replace shows: the hits by text, each in its sentence."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType

from builder.editing.fields import FIELDS
from builder.editing.script_ops import FRONT
from builder.game.script import Script
from builder.language import N_
from builder.prose_lists import capital
from builder.web.view_models import character_list
from builder.wording import replacing
from builder.wording.replacing import Hit, Wanted, Where

#: The kinds of texts as the form calls them.
TITLES: Mapping[Where, str] = MappingProxyType(
    {
        Where.NAMES: N_("Names"),
        Where.ABILITIES: N_("Abilities"),
        Where.NIGHTS: N_("Night reminders"),
        Where.TOKENS: N_("Reminder tokens"),
        Where.JINXES: N_("Jinxes"),
        Where.ALMANAC: N_("Almanac pages and flavor"),
        Where.SCRIPT: N_("The script’s own texts"),
    }
)
OF_SCRIPT = {
    **FRONT,
    "playGuide": N_("Play guide"),
    "bootlegger": N_("Rules of the script"),
    "keywords": N_("Keywords"),
}


@dataclass(frozen=True, slots=True)
class FoundText:
    """The hits in the texts of one field."""

    #: The character; empty: the script itself.
    name: str
    #: Behind `/characters/`; empty for the script itself.
    address: str
    field: str
    #: Each with its number among all.
    hits: tuple[tuple[int, Hit], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """All hits."""

    texts: tuple[FoundText, ...]
    count: int


def of(script: Script, wanted: Wanted) -> Found:
    """The hits in a script. Raises EditError if there is nothing to look for."""
    hits = replacing.hits(script, wanted)
    texts = []
    for _text, those in groupby(enumerate(hits), key=lambda each: (each[1].source.who, each[1].source.field)):
        group = tuple(those)
        source = group[0][1].source
        address = character_list.address(script, source.who[0]) if source.who else ""
        texts.append(FoundText(source.name, address, _title(source.field, own=bool(source.who)), group))
    return Found(tuple(texts), len(hits))


def _title(field: str, *, own: bool) -> str:
    if field == "jinxes":
        return str(TITLES[Where.JINXES])
    return capital(str(FIELDS[field].title if own and field in FIELDS else OF_SCRIPT.get(field, field)))
