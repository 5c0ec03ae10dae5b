"""A script as a Bloodstar save: only what is not Bloodstar's own default is written, as it does itself."""

from typing import Any

from builder.formats.bloodstar.words import joined, special_word
from builder.game.almanac import Page
from builder.game.character import Character
from builder.game.ids import key
from builder.game.script import Entry, Script
from builder.game.teams import Team

Json = dict[str, Any]
TEAMS = {Team.TRAVELLER: "traveler"}


def fresh(script: Script) -> Json:
    """A save that says what the script says. Official characters are written out in full."""
    told = script.meta
    save: Json = {
        "meta": _given(name=told.name, author=told.author, logo=told.logo),
        "almanac": _given(
            synopsis=script.almanac.synopsis,
            overview=script.almanac.overview,
            changelog=script.almanac.changelog,
        ),
        "characterList": [_entry(entry) for entry in script.entries],
        "firstNightOrder": _order(script, "first"),
        "otherNightOrder": _order(script, "other"),
    }
    return {name: value for name, value in save.items() if value or name not in {"meta", "almanac"}}


def _entry(entry: Entry) -> Any:
    if entry.character:
        return _character(entry, entry.character)
    if not isinstance(entry.written, dict):
        return {"id": entry.id, "name": entry.id} if entry.id else entry.written
    fields = {name: entry.written[name] for name in ("name", "team", "ability") if name in entry.written}
    return {"id": entry.id} | fields


def _character(entry: Entry, character: Character) -> Json:
    page = character.page
    return (
        {
            "id": entry.id,
            "name": character.name,
            "team": TEAMS.get(character.team, character.team.value),
        }
        | _given(
            ability=character.ability,
            almanac=_texts(character, page),
            attribution=page.attribution,
            notes=page.notes,
            characterReminderTokens="\n".join(character.reminders),
            globalReminderTokens="\n".join(character.reminders_global),
            firstNightReminder=character.first_night_reminder,
            otherNightReminder=character.other_night_reminder,
            edition=character.edition if entry.is_custom else "",
            setup=character.setup,
            special=special_word(character.special),
            styledImage=character.images[0] if character.images else "",
        )
        | ({} if page.export else {"export": False})
    )


def _texts(character: Character, page: Page) -> Json:
    """Advice is a tip there, and an optional rule is how to run it."""
    optional = f"**Optional rule:** {page.optional_rule}" if page.optional_rule else ""
    return _given(
        flavor=character.flavor,
        overview=joined((page.overview, *page.rules)),
        examples=joined(page.examples),
        howToRun=joined((*page.how_to_run, optional)),
        tip=joined((page.tip, *page.advice)),
    )


def _order(script: Script, night: str) -> list[str]:
    """Everybody in the order of a night: the author's own, else by number; who sleeps comes behind."""
    ids = list(dict.fromkeys(entry.id for entry in script.entries if entry.id))
    written = script.meta.first_night if night == "first" else script.meta.other_night
    if written is not None:
        place = {key(identifier): index for index, identifier in reversed(list(enumerate(written)))}
        return sorted(ids, key=lambda identifier: place.get(key(identifier), len(written)))
    number: dict[str, float] = {}
    for entry in script.entries:
        own = getattr(entry.character, f"{night}_night", None)
        number.setdefault(entry.id, own if own and own > 0 else float("inf"))
    return sorted(ids, key=lambda identifier: number[identifier])


def _given(**fields: Any) -> Json:
    """The fields that say something."""
    return {name: value for name, value in fields.items() if value}
