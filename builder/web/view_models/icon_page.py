"""What the icon page shows of one character: its shape, its versions, other shapes to choose from."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import abort, redirect

from builder import emblems, uploads
from builder.errors import MissingPartError
from builder.formats.bloodstar import icons as bloodstar_icons
from builder.formats.bloodstar.icons import Origin
from builder.formats.official.entries import extra_keys
from builder.game.character import Character
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import N_
from builder.press.pictures import painted_icons as art
from builder.web.infra.script_store import Opened
from builder.web.view_models import character_list, thumbnail

#: How many emblems are offered at once.
OFFERED = 36
LONGEST_SEARCH = 80
#: The title of each version but the usual one.
TITLES = {
    "usual": N_("Usual"),
    "good": N_("Good"),
    "evil": N_("Evil"),
    "unaligned": N_("Unaligned"),
}


@dataclass(frozen=True, slots=True)
class Version:
    """One of the pictures of a character: its name in addresses, its title, the team it is painted for."""

    name: str
    title: str
    team: str


@dataclass(frozen=True, slots=True)
class Work:
    """The icon being edited: saved or not."""

    #: An emblem, the address of an upload, or empty: no icon.
    shape: str
    settings: Mapping[str, Any]
    credit: str

    @property
    def picture(self) -> str:
        """The address of the uploaded picture; empty for an emblem."""
        return self.shape if uploads.is_address(self.shape) else ""

    @property
    def query(self) -> str:
        """The same as a query."""
        return urlencode({"shape": self.shape, "settings": json.dumps(dict(self.settings))})

    def op(self, who: object) -> dict[str, Any]:
        """The op that saves it."""
        if not self.shape:
            return {"op": "no-icon", "who": who}
        kind = "picture" if self.picture else "emblem"
        shown = {"settings": dict(self.settings), "credit": self.credit}
        return {"op": "icon", "who": who, kind: self.shape, **shown}


@dataclass(frozen=True, slots=True)
class Subject:
    """The character whose icon it is."""

    opened: Opened
    place: int
    character: Character

    @property
    def address(self) -> str:
        """The path of its pages."""
        return f"{self.opened.path}/characters/{character_list.address(self.opened.script, self.place)}"

    @property
    def who(self) -> list[Any]:
        """Refers to the character as ops do."""
        meant: list[Any] = json.loads(character_list.who(self.opened.script, self.place))
        return meant

    @property
    def saved(self) -> Work:
        """Its icon as it is saved."""
        icon = self.character.icon
        return Work(icon.picture or icon.emblem, icon.settings, icon.credit)

    @property
    def source(self) -> Origin | None:
        """The picture from which its imported picture was made, if that was imported, too."""
        script = self.opened.script
        name = extra_keys(entry.id for entry in script.entries)[self.place]
        found = (each for each in bloodstar_icons.origins(script) if each.name == name)
        return next((each for each in found if uploads.is_address(each.picture)), None)

    @property
    def has_finished(self) -> bool:
        """Whether it shows a finished picture that is stored here while it has no icon."""
        return bool(thumbnail.finished_version(self.character))

    def paintings(self, shape: str, settings: Mapping[str, Any]) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """What is painted for each version, and how; without a shape, its finished picture, else a fitting emblem."""
        if shape:
            return ((shape, settings),) * len(self.versions)
        finished = (thumbnail.finished_version(self.character, at) for at, _ in enumerate(self.versions))
        return tuple(
            (each, dict(thumbnail.AS_IT_IS)) if each else (self.fallback_emblem, settings)
            for each in finished
        )

    @property
    def fallback_emblem(self) -> str:
        """Its emblem while it has no icon."""
        return character_list.drawn(self.opened.script).get(self.character.id, "")

    @property
    def versions(self) -> tuple[Version, ...]:
        """Its pictures, the usual one first."""
        return versions(self.character.team)


def versions(team: Team) -> tuple[Version, ...]:
    """The pictures of a character of this team, the usual one first."""
    usual, *others = art.versions(team)
    first = "unaligned" if team is Team.TRAVELLER else "usual"
    return (
        Version(first, TITLES[first], usual),
        *(Version(other, TITLES[other], other) for other in others),
    )


def version(team: Team, name: str) -> Version | None:
    """The picture with that name; `usual`, and the character's own side, mean the first."""
    known = {each.name: each for each in versions(team)}
    own_side = "good" if team in {Team.TOWNSFOLK, Team.OUTSIDER} else "evil"
    if name == "usual" or (name == own_side and name not in known and len(known) > 1):
        return versions(team)[0]
    return known.get(name)


def subject(opened: Opened, name: str, *, is_reader: bool = False) -> Subject:
    """The homebrew character with this address; aborts with 404 if there is none.

    For an official one, redirects its author to a page that says how to change it.
    """
    place = character_list.find(opened.script, name)
    if place is None:
        abort(404)
    entry = opened.script.entries[place]
    if not entry.is_custom or entry.character is None:
        page = f"{opened.path}/characters/{character_list.address(opened.script, place)}"
        abort(404 if is_reader else redirect(page, 303))
    return Subject(opened, place, entry.character)


def offers(script: Script, character: Character, words: str) -> tuple[str, ...]:
    """Emblems to choose from: for a search, or those that fit the character."""
    try:
        if words.strip():
            return emblems.search(words[:LONGEST_SEARCH], OFFERED)
        found = emblems.suggestions(character.name, character.ability, character.team.value)
    except MissingPartError:
        return ()
    shown = character_list.drawn(script).get(character.id, "")
    return tuple(dict.fromkeys([*([shown] if shown else []), *found]))[:OFFERED]
