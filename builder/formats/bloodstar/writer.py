"""A script as a Bloodstar save, and what a save has no field for.

Only fields that differ from Bloodstar's defaults are written, as Bloodstar itself does.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from builder.formats.bloodstar.reader import OF_THE_SCRIPT, SPECIALS
from builder.formats.official.entries import extra_keys
from builder.game import keywords
from builder.game.almanac import Page
from builder.game.character import Character
from builder.game.ids import key
from builder.game.problem import Problem, Severity
from builder.game.script import Entry, Script
from builder.game.teams import Team
from builder.language import N_, gettext as _
from builder.prose_lists import join_and

Json = dict[str, Any]
TEAMS = {Team.TRAVELLER: "traveler"}
#: Descriptions of what a save has no field for, by the name of our field.
OF_META = {
    "background": N_("the background"),
    "almanac": N_("the almanac's address"),
    "hide_title": N_("the hidden title"),
    "bootlegger": N_("the rules of the Bootlegger"),
}
OF_ALMANAC = {
    "difficulty": N_("the difficulty"),
    "audience": N_("the audience"),
    "play_guide": N_("the play guide"),
    "dedication": N_("the dedication"),
    "disclaimer": N_("the disclaimer"),
    "credits": N_("the credits"),
    "icon_credits": N_("the icon credits"),
    "font_credits": N_("the font credits"),
    "cover_credits": N_("the cover credit"),
}
OF_CHARACTERS = {
    "jinxes": N_("jinxes"),
    "special": N_("app features (special)"),
    "images": N_("the other pictures"),
    "bracket": N_("what you chose for its bracket"),
}
OF_PAGES = {"revealed": N_("the date it was revealed"), "warnings": N_("the warnings")}


def fresh(script: Script) -> Json:
    """Build a new save from the script. Official characters are written in full."""
    save: Json = {
        "meta": _given(**{name: getattr(script.meta, name) for name in ("name", "author", "logo")}),
        "almanac": _given(**{name: getattr(script.almanac, name) for name in OF_THE_SCRIPT}),
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
        {"id": entry.id, "name": character.name, "team": TEAMS.get(character.team, character.team.value)}
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
            special=_special(character),
            styledImage=character.images[0] if character.images else "",
        )
        | ({} if page.export else {"export": False})
    )


def _texts(character: Character, page: Page) -> Json:
    """In Bloodstar, advice is a tip and an optional rule is part of how to run."""
    optional = f"**Optional rule:** {page.optional_rule}" if page.optional_rule else ""
    return _given(
        flavor=character.flavor,
        overview=_joined((page.overview, *page.rules)),
        examples=_joined(page.examples),
        howToRun=_joined((*page.how_to_run, optional)),
        tip=_joined((page.tip, *page.advice)),
    )


def _order(script: Script, night: str) -> list[str]:
    """The ids in the order of a night: the author's own, else by number; characters that do not wake come last."""
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


def _joined(parts: Iterable[str]) -> str:
    """Parts as one text, separated by empty lines."""
    return "\n\n".join(part for part in parts if part)


def _special(character: Character) -> str:
    """Bloodstar's `special` for the app features of a character; empty if it has none for them."""
    features = [dict(feature) for feature in character.special]
    return next((word for word, feature in SPECIALS.items() if features == [feature]), "")


def _given(**fields: Any) -> Json:
    """The nonempty fields."""
    return {name: value for name, value in fields.items() if value}


def lost(script: Script, back: Script) -> Iterator[Problem]:
    """Everything of a script that is missing after a round trip (`back`)."""
    gone = [*_gone(script.meta, back.meta, OF_META), *_gone(script.almanac, back.almanac, OF_ALMANAC)]
    if keywords.of(script):
        gone.append(_("keywords"))
    if gone:
        yield _left_out(_("A Bloodstar save cannot hold %(gone)s.") % {"gone": join_and(gone)})
    theirs = _by_name(back)
    for name, entry in _by_name(script).items():
        if entry.character is None:
            if isinstance(entry.written, str) or len(entry.written) == 1:
                yield _left_out(
                    _("“%(id)s” is unknown, so the save has only its id.") % {"id": entry.id}, entry.id
                )
            continue
        other = theirs[name].character if name in theirs else None
        if other is None:
            continue
        gone = [
            *_gone(entry.character, other, OF_CHARACTERS),
            *_gone(entry.character.page, other.page, OF_PAGES),
        ]
        if gone:
            yield _left_out(
                _("%(name)s: a Bloodstar save cannot hold %(gone)s.")
                % {"name": entry.character.name, "gone": join_and(gone)},
                entry.id,
            )


def _gone(one: object, other: object, words: Mapping[str, str]) -> Iterator[str]:
    for name, word in words.items():
        if getattr(one, name) and getattr(one, name) != getattr(other, name):
            yield word


def _by_name(script: Script) -> Mapping[str, Entry]:
    entries = [entry for entry in script.entries if entry.id]
    return dict(zip(extra_keys(entry.id for entry in entries), entries, strict=True))


def _left_out(message: str, *characters: str) -> Problem:
    return Problem("left-out", Severity.NOTICE, message, characters)
