"""What a character looks like in lists: its own small picture where it has one, else its emblem.

A picture is an icon painted here, or a finished one that was uploaded here. What lies on somebody's server shows as the
emblem: nothing is fetched while somebody looks.
"""

import hashlib
import json
from collections.abc import Mapping
from types import MappingProxyType

from markupsafe import Markup

from builder import uploads
from builder.game.character import Character
from builder.memoize import of_values
from builder.web import drawings

#: Says in an address that a finished picture is meant, which is shown as it is.
FINISHED = "finished"
#: How a finished picture is shown: nothing is painted.
AS_IT_IS: Mapping[str, bool] = MappingProxyType(
    dict.fromkeys(("whiten", "gradient", "texture", "border", "shadow"), False)
)


def finished(character: Character) -> str:
    """The address of the upload that is its usual picture; empty where it has an icon, or none that is kept here."""
    first = next(iter(character.images), "")
    return first if not character.icon.is_painted and uploads.is_address(first) else ""


def picture(character: Character | None, address: str) -> str:
    """Where its small picture is, behind the path of its script; empty where the emblem stands for it.

    `address` is that of its page, behind `/characters/`. The picture's address changes with the picture.
    """
    query = _query(character) if character else ""
    return f"/characters/{address}/icon/usual.png?{query}" if query else ""


@of_values()
def _query(character: Character) -> str:
    """How its picture is asked for; empty where it has none."""
    own = finished(character)
    if not (character.icon.is_painted or own):
        return ""
    return f"draft=1&framed=1{f'&{FINISHED}=1' if own else ''}&v={_stamp(character)}"


def _stamp(character: Character) -> str:
    """Changes with the picture."""
    icon = character.icon
    facts = json.dumps(
        [character.team.value, icon.emblem, icon.picture, dict(icon.settings), finished(character)],
        sort_keys=True,
    )
    return hashlib.sha256(facts.encode()).hexdigest()[:10]


def shown(where: str, emblem: str) -> Markup:
    """The picture at an address, else the emblem. Hidden from screen readers: words stand beside."""
    if not where:
        return drawings.emblem(emblem)
    return Markup(
        '<img class="emblem" src="{}" alt="" width="28" height="28" loading="lazy" decoding="async">'
    ).format(where)
