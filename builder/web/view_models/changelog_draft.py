"""Drafts a changelog from the history of a script: what players want to know, day by day."""

from collections.abc import Iterator
from dataclasses import fields
from datetime import date

from builder.formats.public_script import without_private
from builder.game.almanac import Page
from builder.game.character import Character
from builder.game.script import Script
from builder.language import filled, ngettext
from builder.language import gettext as _
from builder.library import Library, Revision
from builder.prose_lists import join_some_and

#: How many days are included, the newest first: each costs two reads of the library.
MOST_DAYS = 20
#: More names than that are only counted.
MOST_NAMES = 12


def draft(library: Library, identifier: str, known: str = "") -> str:
    """A line for each day of a script's history that `known` (its changelog) does not name; the newest first.

    A script that came with a changelog was no first version: its first day tells what changed since it came.
    """
    line = [each for each in library.history(identifier) if not each.is_aside]
    days = _days(line)
    lines = []
    for day, last, before in days[:MOST_DAYS]:
        if day.isoformat() in known:
            continue
        now, then = library.get(identifier, last), library.get(identifier, before or line[-1].number)
        if not before and then is not None and not then.script.almanac.changelog:
            then = None
        if now is not None:
            words = _words(without_private(then.script) if then else None, without_private(now.script))
            lines += [f"**{day.isoformat()}:** {words}"] if words else []
    return "\n\n".join(lines)


def _days(line: list[Revision]) -> list[tuple[date, int, int]]:
    """Each day with its last revision, and the last before it (0: none). `line` starts with the newest."""
    last: dict[date, int] = {}
    for each in line:
        last.setdefault(each.at.date(), each.number)
    numbers = [*[*last.values()][1:], 0]
    return [(day, number, before) for (day, number), before in zip(last.items(), numbers, strict=True)]


def _words(then: Script | None, now: Script) -> str:
    """A sentence about the changes of a day; empty if players would notice nothing."""
    if then is None:
        count = len(now.characters)
        if not count:
            return _("Begun.")
        text = ngettext(
            "First version, with %(count)s character.", "First version, with %(count)s characters.", count
        )
        return text % {"count": count}
    parts = [*_people(then, now), *_about(then, now)]
    if not parts:
        return ""
    sentence = "; ".join(parts)
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _people(then: Script, now: Script) -> Iterator[str]:
    old, new = _by_key(then), _by_key(now)
    if fresh := [each for key, each in new.items() if key not in old]:
        yield _("added %(names)s") % {"names": _names(fresh)}
    if gone := [each for key, each in old.items() if key not in new]:
        yield _("removed %(names)s") % {"names": _names(gone)}
    changed: dict[str, list[Character]] = {}
    for key, each in new.items():
        if key in old:
            for words in _changes(old[key], each):
                changed.setdefault(words, []).append(each)
    yield from (words % {"names": _names(who)} for words, who in changed.items())


def _changes(old: Character, new: Character) -> Iterator[str]:
    if old.name != new.name:
        yield filled(_("%(names)s renamed (was %(name)s)"), name=old.name)
    if old.team is not new.team:
        yield filled(_("%(names)s now in the team %(team)s"), team=new.team.label)
    if old.ability != new.ability:
        yield _("%(names)s reworded")
    if (old.reminders, old.reminders_global) != (new.reminders, new.reminders_global):
        yield _("%(names)s with changed reminder tokens")
    if _night(old) != _night(new):
        yield _("%(names)s with changed night actions")
    if {each.pair: each.reason for each in old.jinxes} != {each.pair: each.reason for each in new.jinxes}:
        yield _("%(names)s with changed jinxes")
    if _page(old.page) != _page(new.page) or old.flavor != new.flavor:
        yield _("%(names)s with a changed almanac page")


def _about(then: Script, now: Script) -> Iterator[str]:
    if then.name != now.name:
        yield _("named “%(name)s” (was “%(former)s”)") % {"name": now.name, "former": then.name}
    if (then.meta.first_night, then.meta.other_night) != (now.meta.first_night, now.meta.other_night):
        yield _("changed night order")
    if then.meta.bootlegger != now.meta.bootlegger:
        yield _("changed rules of the script")


def _night(who: Character) -> tuple[object, ...]:
    return who.first_night, who.other_night, who.first_night_reminder, who.other_night_reminder


def _page(page: Page) -> tuple[object, ...]:
    """All parts that are printed."""
    return tuple(getattr(page, each.name) for each in fields(page) if each.name not in {"notes", "export"})


def _by_key(script: Script) -> dict[str, Character]:
    return {each.key: each for each in reversed(script.characters)}


def _names(who: list[Character]) -> str:
    """`Imp`, `Imp and Baron`, `Imp, Baron and 3 more`, in the script's order."""
    names = [" ".join((each.name or each.id).split())[:60] for each in who][::-1]
    return join_some_and(names, MOST_NAMES)
