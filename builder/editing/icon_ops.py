"""Icons of homebrew characters: the shape, how it is painted, who drew it.

| op | with | does |
|---|---|---|
| `icon` | `who`; `emblem` or `picture`; `settings`, `credit` if wanted | sets an icon; omitted parts are unchanged |
| `no-icon` | `who`, one or several | removes it: the emblem that fits the name is the fallback |
| `restyle` | `settings`; `who`, `fill`, `place` if wanted | paints all (or those) the same way, in one step |

`who` is `[index, id]`. `emblem` is the name of a picture in the game-icons set, `picture` the address of an upload
(`builder.uploads`). `settings` are those of `game.paint_settings`; values that differ from the defaults are stored.
With `fill`, a character without an icon gets its fitting emblem. Each icon's size and position are unchanged, unless
`place` is set.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from builder import emblems, uploads
from builder.editing import extra_fields
from builder.editing.change import (
    Change,
    EditError,
    Op,
    find,
    meant,
    name_of,
    one,
    op,
    own,
    several,
    with_extras,
)
from builder.formats.official.clockwright_block import EMBLEM, LONGEST_CREDIT, icon_block, icon_of
from builder.game import paint_settings
from builder.game.character import Icon
from builder.game.script import Script
from builder.language import gettext as _, ngettext, number

#: Default credit of an emblem whose author is not named.
SET_CREDIT = "game-icons.net contributors (CC BY 3.0)"
#: Settings that are specific to one icon.
OF_ITS_OWN = frozenset({"crop", "size", "x", "y", "mirror", "angle"})
MOST_SETTINGS = 100


@op("icon")
def _icon(script: Script, op: Op) -> Change:
    place = meant(script, one(op))
    own(script, place, op)
    before = _of(script, place)
    icon = _shaped(op, before)
    if "settings" in op:
        icon = replace(icon, settings=_settings(op["settings"]))
    icon = _credited(op, before, icon)
    name = name_of(script.entries[place])
    return _changed(
        script, {place: icon}, f"{name}: icon", _("The icon of %(name)s is saved.") % {"name": name}
    )


@op("no-icon")
def _no_icon(script: Script, op: Op) -> Change:
    places = [meant(script, who) for who in several(op)]
    if not places:
        raise EditError(_("No characters selected."))
    names = ", ".join(name_of(script.entries[place]) for place in places[:4])
    fresh = dict.fromkeys(places, Icon())
    return _changed(
        script,
        fresh,
        f"{names}: no icon",
        _("%(names)s: icon removed; an emblem is shown instead.") % {"names": names},
    )


@op("restyle")
def _restyle(script: Script, op: Op) -> Change:
    """The settings for everybody who has an icon; where ticks were sent, for those alone."""
    settings = _settings(op.get("settings", {}))
    chosen = {find(script, who) for who in several(op)} if "who" in op else None
    if chosen is not None and not chosen:
        raise EditError(_("No characters selected."))
    places = [
        place
        for place, entry in enumerate(script.entries)
        if entry.is_custom and entry.character and (chosen is None or place in chosen)
    ]
    shapes = _filled(script, places) if op.get("fill") in {True, "on"} else {}
    fresh = {}
    for place in places:
        icon = shapes.get(place) or _of(script, place)
        if icon.is_painted:
            fresh[place] = restyled(icon, settings, place=op.get("place") in {True, "on"})
    if not fresh:
        raise EditError(
            _("None of these characters has an icon yet. Give them an emblem, or choose icons first.")
        )
    count = len(fresh)
    say = ngettext("%(count)s icon restyled.", "%(count)s icons restyled.", count) % {"count": count}
    return _changed(script, fresh, f"{count} icon{'s' * (count > 1)} restyled", say)


def restyled(icon: Icon, settings: Mapping[str, Any], *, place: bool = False) -> Icon:
    """The icon with other paint settings; its size and position change only with `place`."""
    if place:
        return replace(icon, settings=settings)
    looks = {name: value for name, value in settings.items() if name not in OF_ITS_OWN}
    placed = {name: value for name, value in icon.settings.items() if name in OF_ITS_OWN}
    return replace(icon, settings=looks | placed)


def _of(script: Script, place: int) -> Icon:
    return icon_of(extra_fields.at(script, place))


def _shaped(op: Op, before: Icon) -> Icon:
    """The icon with the shape from the op; another shape removes the credit of the old one."""
    emblem, picture = op.get("emblem"), op.get("picture")
    if emblem and picture:
        raise EditError(_("Choose either an emblem or a picture."))
    if picture:
        if not isinstance(picture, str) or not uploads.is_address(picture):
            raise EditError(_("This picture was not uploaded here. Upload it, then choose it."))
        return before if picture == before.picture else Icon(picture=picture, settings=before.settings)
    if emblem:
        if not isinstance(emblem, str) or not EMBLEM.fullmatch(emblem) or not emblems.body(emblem):
            raise EditError(
                _("There is no emblem “%(emblem)s”. Look for one by a word, such as lantern.")
                % {"emblem": str(emblem)[:60]}
            )
        same = emblem == before.emblem and not before.picture
        return before if same else Icon(emblem, settings=before.settings, credit=SET_CREDIT)
    if not before.is_painted:
        raise EditError(_("Choose a picture or an emblem first."))
    return before


def _credited(op: Op, before: Icon, icon: Icon) -> Icon:
    """The icon with the credit from the op; the credit of an old shape does not apply to a new one."""
    typed = op.get("credit")
    if typed is None or (typed == before.credit and _shape(icon) != _shape(before)):
        return icon
    if not isinstance(typed, str):
        raise EditError(_("The credit must be a text."))
    words = " ".join(typed.split())
    if len(words) > LONGEST_CREDIT:
        raise EditError(
            _("The credit has %(count)s characters. The limit is %(longest)s. Shorten it.")
            % {"count": number(len(words)), "longest": LONGEST_CREDIT}
        )
    return replace(icon, credit=words)


def _shape(icon: Icon) -> tuple[str, str]:
    return icon.emblem, icon.picture


def _settings(written: object) -> Mapping[str, Any]:
    """Settings clamped to their limits, without those that equal the defaults."""
    if not isinstance(written, Mapping) or len(written) > MOST_SETTINGS:
        raise EditError(_("These are not settings of an icon."))
    return paint_settings.read(written).as_json()


def _filled(script: Script, places: Iterable[int]) -> dict[int, Icon]:
    """Fallback emblems for entries without an icon; those with a finished picture are skipped."""
    shown = emblems.assign(script.characters)
    return {
        place: Icon(shown[who.id], credit=SET_CREDIT)
        for place in places
        if (who := script.entries[place].character) and not who.images and not _of(script, place).is_painted
    }


def _changed(script: Script, fresh: Mapping[int, Icon], label: str, say: str) -> Change:
    extras = extra_fields.of(script)
    for place, icon in fresh.items():
        held = {name: part for name, part in extra_fields.as_object(extras[place]).items() if name != "icon"}
        block = icon_block(icon)
        extras[place] = (held | ({"icon": block} if block else {})) or None
    changed = with_extras(script, script.entries, extras)
    same = changed.written_meta == script.written_meta
    return Change(changed, "" if same else label, _("Nothing was changed.") if same else say)
