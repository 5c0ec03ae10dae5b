"""All icons of a set next to each other, before and after; and one set of settings for all of them."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from builder import editing
from builder.editing import EditError
from builder.editing.icon_ops import OF_ITS_OWN
from builder.formats.bloodstar import icons as bloodstar_icons
from builder.formats.carriers import script_pictures
from builder.game.character import Character
from builder.game.script import Script
from builder.language import gettext as _
from builder.press.pictures import painted_icons
from builder.web.infra import rights
from builder.web.infra.script_store import Opened
from builder.web.routes import icons, ops
from builder.web.view_models import character_list, icon_form, thumbnail

pages = Blueprint("icon_batch", __name__)

#: Places have fewer digits.
MOST_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Row:
    """One character of the list."""

    name: str
    team: str
    who: str
    #: The path of its pages.
    address: str
    has_icon: bool
    #: Whether it has a finished picture, which this page does not change.
    has_picture: bool
    #: The address of that picture, if it is stored here.
    picture: str
    is_ticked: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """The state of the form: the settings, the two check boxes, the selected characters."""

    settings: Mapping[str, Any]
    fills: bool = False
    places_too: bool = False
    #: Places of those who are not selected.
    spared: frozenset[int] = frozenset()

    @property
    def query(self) -> str:
        """The same as a query."""
        ticks = {name: 1 for name, on in (("fill", self.fills), ("place", self.places_too)) if on}
        spared = {"not": " ".join(map(str, sorted(self.spared)))} if self.spared else {}
        return urlencode({"look": json.dumps(dict(self.settings)), **ticks, **spared})


@pages.get("/s/<identifier>/icons")
def show(identifier: str) -> Response:
    """All icons with their saved settings."""
    return _page(rights.opened(identifier))


@pages.post("/s/<identifier>/icons")
def change(identifier: str) -> BaseResponse:
    """Previews the settings, or applies them to all selected icons."""
    opened = rights.opened(identifier)
    if request.form.get("act") != "apply":
        return _page(opened)
    try:
        outcome = ops.changed(opened, _op(), f"{opened.path}/icons")
    except EditError as error:
        return _page(opened, fault=str(error), status=422)
    query = urlencode({"said": outcome.script.revision})
    return redirect(f"{opened.path}/icons?{query}&{_typed(opened).query}", 303)


def _op() -> editing.Op:
    try:
        who = [json.loads(each) for each in request.form.getlist("who")]
    except (ValueError, RecursionError):
        raise EditError(_("It is not clear which character is meant.")) from None
    ticks = {name: True for name in ("fill", "place") if name in request.form}
    return {"op": "restyle", "settings": icon_form.read(request.form), "who": who, **ticks}


def _page(opened: Opened, *, fault: str = "", status: int = 200) -> Response:
    was_done = request.args.get("said", "") == str(opened.revision)
    choice = _typed(opened) if request.form else _done(request.args) if was_done else _first(opened.script)
    look = {"look": json.dumps(dict(choice.settings)), "draft": 1} | (
        {"place": 1} if choice.places_too else {}
    )
    page = render_template(
        "icons.html",
        script=opened,
        rows=list(_rows(opened.script, choice, opened.path)),
        groups=icon_form.groups(choice.settings),
        presets=painted_icons.presets(),
        like=[
            each.name for each in painted_icons.presets() if icon_form.is_like(choice.settings, each.settings)
        ],
        look=urlencode(look),
        fills=choice.fills,
        places_too=choice.places_too,
        fault=fault,
        was_done=was_done,
        on_the_web=len(script_pictures.on_the_web(opened.script)),
        paintable=bloodstar_icons.paintable(opened.script),
    )
    return make_response(page, status)


def _typed(opened: Opened) -> Choice:
    """The form as it was sent; a preset takes precedence over the sliders."""
    form, script = request.form, opened.script
    ticked = set(form.getlist("who"))
    chosen = next((each for each in painted_icons.presets() if each.name == form.get("preset")), None)
    spared = (place for place, _unused in _own(script) if character_list.who(script, place) not in ticked)
    settings = dict(chosen.settings) if chosen else icon_form.read(form)
    return Choice(settings, "fill" in form, "place" in form, frozenset(spared))


def _done(args: Mapping[str, str]) -> Choice:
    """The form after the icons were restyled: pressed once more, it does the same."""
    spared = (
        int(each) for each in args.get("not", "").split() if each.isdecimal() and len(each) < MOST_DIGITS
    )
    settings = icons.settings_in(args.get("look", ""), {})
    return Choice(settings, "fill" in args, "place" in args, frozenset(spared))


def _first(script: Script) -> Choice:
    """How most icons of the set are painted, except size and place; if there are none, all characters get an icon."""
    bare = [
        {name: value for name, value in each.icon.settings.items() if name not in OF_ITS_OWN}
        for _unused, each in sorted(_own(script), key=itemgetter(0))
        if each.icon.is_painted
    ]
    counted = Counter(json.dumps(each, sort_keys=True) for each in bare)
    return Choice(icons.settings_in(counted.most_common(1)[0][0] if counted else "", {}), fills=not bare)


def _own(script: Script) -> list[tuple[int, Character]]:
    """The homebrew characters with their places, in the order of the list."""
    known = ((place, script.entries[place]) for place in character_list.places(script))
    return [(place, entry.character) for place, entry in known if entry.is_custom and entry.character]


def _rows(script: Script, choice: Choice, path: str) -> Iterator[Row]:
    addresses = character_list.addresses(script)
    for place, character in _own(script):
        has_icon = character.icon.is_painted
        address = f"{path}/characters/{addresses[place]}"
        finished = f"{address}/icon/usual.png?draft=1&{thumbnail.FINISHED}=1"
        yield Row(
            name=character.name or script.entries[place].id,
            team=character.team.value,
            who=character_list.who(script, place),
            address=address,
            has_icon=has_icon,
            has_picture=bool(character.images) and not has_icon,
            picture=finished if thumbnail.finished(character) else "",
            is_ticked=place not in choice.spared,
        )
