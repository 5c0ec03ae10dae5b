"""The ids of characters."""

from collections.abc import Iterator

from builder import catalogue
from builder.checks.check import of_script
from builder.checks.facts import Finding
from builder.formats import misspelling
from builder.formats.official.schema import DEFINING
from builder.game.character import Character
from builder.game.ids import key
from builder.game.problem import Fix, Severity
from builder.game.script import Entry, Script
from builder.language import gettext as _


@of_script("duplicate", Severity.ERROR)
def duplicate(script: Script) -> Iterator[Finding]:
    """Whether a character is on the script twice.

    Each character belongs on a script once, even if several copies of it can be in play. Delete the second one. If two
    different characters have the same ID, apps take them for one: give one of them an ID of its own.
    """
    first: dict[str, tuple[Entry, str]] = {}
    for entry, path in zip(script.entries, script.places(), strict=True):
        who = entry.key or entry.id.strip()
        if not who:
            continue
        before, before_path = first.setdefault(who, (entry, path))
        if before is entry or not (before.id == entry.id or not entry.is_custom):
            continue
        if key(_name(before)) == key(_name(entry)):
            yield _twice(entry.id, _name(entry), path)
        else:
            yield _same_id(before, entry, path if entry.is_custom else before_path)


def _name(entry: Entry) -> str:
    return (entry.character.name.strip() if entry.character else "") or entry.id


def _same_id(before: Entry, entry: Entry, path: str) -> Finding:
    renamed = entry if entry.is_custom else before
    return Finding(
        _("%(name)s and %(other)s have the same ID, “%(id)s”. Give one of them another.")
        % {"name": _name(before), "other": _name(entry), "id": entry.id},
        (entry.id,),
        path=path,
        fix=Fix(
            _("Give %(name)s a new ID") % {"name": _name(renamed)},
            {"op": "new-id", "path": path},
        )
        if renamed.is_custom
        else None,
    )


def _twice(who: str, name: str, path: str) -> Finding:
    return Finding(
        _("%(name)s is on the script twice. Delete one of the two.") % {"name": name},
        (who,),
        path=path,
        fix=Fix(_("Delete the second %(name)s") % {"name": name}, {"op": "remove", "path": path}),
    )


@of_script("empty-id", Severity.ERROR)
def empty_id(script: Script) -> Iterator[Finding]:
    """Whether every entry has an id.

    Without an id, no app can tell which character an entry is.
    """
    for entry, path in zip(script.entries, script.places(), strict=True):
        if isinstance(entry.written, str | dict) and not entry.id.strip():
            name = entry.character.name.strip() if entry.character else ""
            who = name or _("This entry")
            yield Finding(
                _("%(who)s has an empty id. Write one in lowercase letters and digits, or delete it.")
                % {"who": who},
                path=path,
                fix=None if name else Fix(_("Delete the entry"), {"op": "remove", "path": path}),
            )


@of_script("id-spelling", Severity.NOTICE)
def id_spelling(script: Script) -> Iterator[Finding]:
    """Whether official characters have their official ids.

    Clockwright reads “Fang Gu”, “fang_gu” and “fanggu” as the same character. The last one is the official id, which
    every app knows. Exports keep your spelling until you change it.
    """
    for entry, path in zip(script.entries, script.places(), strict=True):
        official = None if entry.is_custom else catalogue.find(entry.id)
        if official and official.id != entry.id:
            yield Finding(
                _("“%(id)s” is read as %(name)s. The id that every app knows is “%(spelling)s”.")
                % {"id": entry.id, "name": official.name, "spelling": official.id},
                (entry.id,),
                path=path,
                fix=Fix(
                    _("Write “%(id)s”") % {"id": official.id},
                    {"op": "replace-id", "path": path, "id": official.id},
                ),
            )


@of_script("id-taken", Severity.WARNING)
def id_taken(script: Script) -> Iterator[Finding]:
    """Whether every homebrew character has a unique id.

    If a homebrew character has an official id, our sheets show your version, but the official app may show the
    official one. Two ids that differ only in capitals, spaces, hyphens or accents count as the same in most apps.
    """
    first: dict[str, Entry] = {}
    names = catalogue.keys()
    for entry, path in zip(script.entries, script.places(), strict=True):
        if not entry.key:
            continue
        other = first.setdefault(entry.key, entry)
        if entry.character is None or not entry.is_custom:
            continue
        official = catalogue.find(entry.id) if entry.key in names else None
        if official:
            yield Finding(_official_id_message(entry, official.name), (entry.id,), path=path)
        elif other.id != entry.id:
            yield Finding(_similar_id_message(entry, other), (entry.id,), path=path)


def _official_id_message(entry: Entry, name: str) -> str:
    return _(
        "“%(id)s” is the id of the official %(name)s. Clockwright prints and exports your "
        "version, but the official app may show the official one. Give your character another id."
    ) % {"id": entry.id, "name": name}


def _similar_id_message(entry: Entry, other: Entry) -> str:
    return _("The ids “%(id)s” and “%(other_id)s” count as the same in most apps. Change one of them.") % {
        "id": entry.id,
        "other_id": other.id,
    }


@of_script("unknown-id", Severity.ERROR)
def unknown_id(script: Script) -> Iterator[Finding]:
    """Whether every character on the script is known.

    Each id has to be the id of an official character (capitals, spaces, hyphens and accents don't matter), or the
    script has to define the character, with a name, a team and an ability.
    """
    for entry, path in zip(script.entries, script.places(), strict=True):
        if entry.character is None and _only_names(entry) and catalogue.find(entry.id) is None:
            nearest = next(iter(misspelling.nearest(entry.key)), None)
            yield Finding(
                _unknown_message(entry.id, nearest),
                (entry.id,),
                path=path,
                fix=_replacement_fix(path, nearest),
            )


def _only_names(entry: Entry) -> bool:
    """Half a definition is a matter of the check `format`; an empty id one of `empty-id`."""
    defines = isinstance(entry.written, dict) and entry.written.keys() & DEFINING
    return bool(entry.id.strip()) and not defines


def _unknown_message(who: str, meant: Character | None) -> str:
    shown = who if len(who) <= 40 else who[:39] + "…"
    if meant:
        return _("There is no character “%(shown)s”. Did you mean %(name)s?") % {
            "shown": shown,
            "name": meant.name,
        }
    return _(
        "There is no character “%(shown)s”. Write an official id, or give it a name, a team and an ability."
    ) % {"shown": shown}


def _replacement_fix(path: str, character: Character | None) -> Fix | None:
    if character is None:
        return None
    return Fix(
        _("Replace with %(name)s") % {"name": character.name},
        {"op": "replace-id", "path": path, "id": key(character.id)},
    )
