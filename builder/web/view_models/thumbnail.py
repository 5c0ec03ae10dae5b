"""The picture of a character in lists: its own small picture if it has one, else its emblem.

A picture is an icon painted here, or a finished one that was uploaded here. A picture on another server shows as
the emblem: nothing is fetched while a page is viewed.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from functools import cache

from markupsafe import Markup

from builder import catalogue, emblems, uploads
from builder.errors import MissingPartError
from builder.game.character import Character
from builder.memoize import of_values

NAME = re.compile(r"[a-z0-9-]{1,60}")
#: Marks in an address a finished picture, which is shown unchanged.
FINISHED = "finished"
#: Settings for a finished picture: nothing is painted.
AS_IT_IS: Mapping[str, bool] = dict.fromkeys(("whiten", "gradient", "texture", "border", "shadow"), False)


def finished(character: Character) -> str:
    """The address of the upload that is its usual picture; empty if it has an icon, or no picture stored here."""
    return "" if character.icon.is_painted else finished_version(character)


def finished_version(character: Character, number: int = 0) -> str:
    """The address of the upload that is a version of its finished picture, by default the usual one; empty if none.

    A version that is not among its pictures looks like the usual one.
    """
    version = (*character.images[number:], *character.images)[0] if character.images else ""
    return version if uploads.is_address(version) else ""


def picture(character: Character | None, address: str) -> str:
    """The path of its small picture, behind the path of its script; empty if it shows its emblem.

    `address` is that of its page, behind `/characters/`. The picture's address changes with the picture.
    """
    query = _query(character) if character else ""
    return f"/characters/{address}/icon/usual.png?{query}" if query else ""


@of_values()
def _query(character: Character) -> str:
    """The query for its picture; empty if it has none."""
    own = finished(character)
    if not (character.icon.is_painted or own):
        return ""
    return f"draft=1&framed=1{f'&{FINISHED}=1' if own else ''}&v={_stamp(character)}"


def _stamp(character: Character) -> str:
    """A version stamp that changes with the picture."""
    icon = character.icon
    facts = json.dumps(
        [character.team.value, icon.emblem, icon.picture, dict(icon.settings), finished(character)],
        sort_keys=True,
    )
    return hashlib.sha256(facts.encode()).hexdigest()[:10]


def shown(where: str, emblem: str) -> Markup:
    """The picture at an address, else the emblem. Hidden from screen readers: there is text next to it."""
    if not where:
        return drawn_emblem(emblem)
    return Markup(
        '<img class="emblem" src="{}" alt="" width="28" height="28" loading="lazy" decoding="async">'
    ).format(where)


def drawn_emblem(name: str) -> Markup:
    """An inline emblem, in the color of the text around it. Hidden from screen readers: there is text next to it."""
    address = emblem_address(name)
    if not address:
        return Markup("")
    return Markup(
        '<svg class="emblem" viewBox="0 0 512 512" fill="currentColor" aria-hidden="true"><use href="{}"/></svg>'
    ).format(address)


def emblem_address(name: str) -> str:
    """The address for `<use>` of an emblem of 512 × 512 units; empty if there is no such name."""
    if not NAME.fullmatch(name):
        return ""
    return f"/emblems/{symbols_stamp()}.svg#{name}" if name in _official() else f"/emblem/{name}.svg#e"


@catalogue.per_wording
def symbols() -> str:
    """The sheet of symbols as one SVG."""
    drawn = "".join(
        f'<g id="{name}" fill="currentColor">{body}</g>'
        for name in sorted(_official())
        if (body := emblem_body(name))
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{drawn}</defs></svg>'


@catalogue.per_wording
def _official() -> frozenset[str]:
    return frozenset(character.emblem for character in catalogue.everyone() if character.emblem)


@catalogue.per_wording
def symbols_stamp() -> str:
    """A version stamp that changes with the symbols."""
    return hashlib.sha256(symbols().encode()).hexdigest()[:12]


@cache
def emblem_body(name: str) -> str:
    """The content of its SVG; empty if there is no such emblem."""
    if not NAME.fullmatch(name):
        return ""
    try:
        return emblems.body(name)
    except MissingPartError:
        return ""
