"""Sets: the own characters of the owner's other scripts, to be used here, and kept up to date with what they became."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from flask import Blueprint, abort, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from builder import catalogue
from builder.editing import EditError, Op, beside, origins
from builder.editing.origins import Copy, Difference, Origin
from builder.game.ids import key
from builder.game.script import Entry
from builder.library import Listed
from builder.web import character_list, rights, saving, shelf, would
from builder.web.conflicts import ConflictView
from builder.web.services import services
from builder.web.shelf import Known
from builder.web.store import Opened

pages = Blueprint("sets", __name__)

#: So many sets are shown, those changed last.
MOST_SETS = 60
#: What the buttons beside copies say, and whether what was changed here stays.
RENEWING: Mapping[str, bool] = {"renew": False, "renew-and-keep": True}


@dataclass(frozen=True, slots=True)
class SetView:
    """Another script that has characters of its own."""

    id: str
    name: str
    members: tuple[Known, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """Why a character of a set cannot be added."""

    #: Whether it is on the script already; else somebody other there has its id.
    is_here: bool
    #: That one's name and page.
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class CopyView:
    """A character that was copied from a set."""

    id: str
    name: str
    team: str
    address: str
    #: What the set is called; empty where it is gone or somebody else's.
    set: str
    set_path: str
    #: `same`, `newer`, `mine` (only changed here), `both`, `missing` (no longer in its set), `gone` (no such set).
    state: str
    differences: tuple[Difference, ...] = ()
    #: Whether it is known what the character was when it was copied.
    is_known: bool = True

    @property
    def can_renew(self) -> bool:
        """Whether the set says something else than it did then."""
        return self.state in {"newer", "both"}


@dataclass(frozen=True, slots=True)
class Source:
    """What can be found out about where a copy comes from."""

    entry: Entry
    origin: Origin
    mine: Copy
    set: Opened | None
    then: Copy | None = None
    newest: Copy | None = None


@pages.get("/s/<identifier>/sets")
def show(identifier: str) -> str:
    """The sets, and what was copied from them."""
    return _page(rights.opened(identifier))


@pages.post("/s/<identifier>/sets")
def change(identifier: str) -> BaseResponse:
    """Brings characters in, up to date, or keeps them as they are: one change, whomever it is about."""
    held = rights.opened(identifier)
    try:
        outcome = saving.changed(held, _op(held))
    except EditError as error:
        return make_response(_page(held, fault=str(error)), 422)
    if isinstance(outcome, ConflictView):
        return saving.conflict(held, outcome)
    if outcome.script.revision == held.revision:
        return make_response(_page(outcome.script, fault=outcome.say), 422)
    return redirect(f"{held.path}/sets?done={outcome.script.revision}", 303)


@pages.get("/s/<identifier>/sets/would")
def would_change(identifier: str) -> str:
    """What a character of a set would change about this script."""
    held = rights.opened(identifier)
    known = _known(held, request.args.get("id", ""))
    if known is None:
        abort(404)
    template = "part/would.html" if request.headers.get("HX-Request") else "would.html"
    definition = would.definition(known, services().store)
    effects = would.effects(held, known, definition)
    return render_template(template, script=held, known=known, effects=effects)


def _page(held: Opened, fault: str = "") -> str:
    copies = [_view(held, source) for source in sources(held)]
    listed = [*_listed(held)]
    sets = [_set_view(each) for each in listed[:MOST_SETS]]
    done = request.args.get("done", "") == str(held.revision)
    newest = rights.library().history(held.id)[0] if done else None
    return render_template(
        "sets.html",
        script=held,
        copies=copies,
        renewable=sum(copy.can_renew for copy in copies),
        sets=sets,
        more=max(0, len(listed) - MOST_SETS),
        standings=_standings(held, [one for each in sets for one in each.members]),
        done=newest.label if newest else "",
        fault=fault,
    )


def _standings(held: Opened, members: Sequence[Known]) -> dict[str, Standing]:
    """By their addresses, those who cannot be added: who is here already, and whose id somebody other has."""
    script = held.script
    addresses = character_list.addresses(script)
    places = {entry.key: place for place, entry in reversed([*enumerate(script.entries)])}
    copied = {}
    for place, (entry, extra) in enumerate(zip(script.entries, beside.of(script), strict=True)):
        if entry.is_custom and (origin := origins.origin(extra)):
            copied[origin.set, key(origin.id or entry.id)] = place
    found = {}
    for one in members:
        copy = copied.get((one.script, one.key))
        at = places.get(one.key) if copy is None else copy
        if at is not None:
            who = script.entries[at].character
            is_same = who is not None and (who.name, who.team, who.ability) == (
                one.name,
                one.team,
                one.ability,
            )
            name = who.name if who else script.entries[at].id
            page = f"{held.path}/characters/{addresses[at]}"
            found[one.address] = Standing(copy is not None or is_same, name, page)
    return found


def sources(held: Opened) -> Iterator[Source]:
    """Every copy on a script, with what its set says of it: then and now."""
    opened_sets: dict[tuple[str, int | None], Opened | None] = {}

    def read(identifier: str, revision: int | None = None) -> Opened | None:
        name = (identifier, revision)
        if name not in opened_sets:
            opened_sets[name] = services().store.get(identifier, revision) if _is_mine(identifier) else None
        return opened_sets[name]

    for entry, extra in zip(held.script.entries, beside.of(held.script), strict=True):
        origin, mine = origins.origin(extra), origins.copy_of(held.script, entry.id)
        if origin and mine and entry.is_custom:
            now, then = read(origin.set), read(origin.set, origin.revision)
            name = origin.id or entry.id
            yield Source(entry, origin, mine, now, _copy(then, name), _copy(now, name))


def _copy(opened: Opened | None, identifier: str) -> Copy | None:
    return origins.copy_of(opened.script, identifier) if opened else None


def _is_mine(identifier: str) -> bool:
    """Whether a script is the owner's; what is somebody else's is not looked into."""
    return rights.library().owner_of(identifier) == rights.owner()


def _view(held: Opened, source: Source) -> CopyView:
    character = source.entry.character
    found: tuple[Difference, ...] = ()
    if source.newest:
        found = origins.differences(source.then, source.mine, source.newest)
    return CopyView(
        id=source.entry.id,
        name=character.name if character else source.entry.id,
        team=character.team.value if character else "unknown",
        address=f"{held.path}/characters/{quote(source.entry.id, safe='')}",
        set=source.set.script.name if source.set else "",
        set_path=source.set.path if source.set else "",
        state=_state(source, found),
        differences=found,
        is_known=source.then is not None,
    )


def _state(source: Source, found: Sequence[Difference]) -> str:
    if source.set is None:
        return "gone"
    if source.newest is None:
        return "missing"
    theirs, mine = any(each.is_theirs for each in found), any(each.is_mine for each in found)
    if source.then is None and mine:
        return "both"
    return {(True, True): "both", (True, False): "newer", (False, True): "mine"}.get((theirs, mine), "same")


def _op(held: Opened) -> Op:
    """The change that a form asks for."""
    wish, picked = request.form.get("act", ""), request.form.getlist("pick")
    wish, _, only = wish.partition(" ")
    if wish == "bring":
        return {"op": "bring", "characters": [_brought(held, each) for each in picked]}
    if wish not in {*RENEWING, "keep-mine", "renew-all"}:
        raise EditError("There is no such change.")
    found = [source for source in sources(held) if source.newest]
    if wish == "renew-all":
        old = [source for source in found if _view(held, source).can_renew]
        return {"op": "renew", "keep": True, "characters": [_renewal(source) for source in old]}
    chosen = [source for source in found if source.entry.key == key(only)]
    if not chosen:
        raise EditError("That character is not in its set any more, or not on this script.")
    name = "renew" if wish in RENEWING else wish
    return {"op": name, "keep": RENEWING.get(wish, True), "characters": [_renewal(one) for one in chosen]}


def _renewal(source: Source) -> dict[str, Any]:
    now = source.set.revision if source.set else source.origin.revision
    origin = Origin(source.origin.set, now, source.origin.id or source.entry.id)
    return {
        "id": source.entry.id,
        "then": _json(source.then),
        "newest": _json(source.newest),
        origins.FROM: origin.as_json(),
    }


def _json(copy: Copy | None) -> dict[str, Any] | None:
    return {"value": copy.value, "extra": copy.extra} if copy else None


def _brought(held: Opened, address: str) -> dict[str, Any]:
    known = _known(held, address)
    brought = would.brought(known, services().store) if known else None
    if brought is None:
        raise EditError("That character is in no script of this library any more.")
    return brought


def _known(held: Opened, address: str) -> Known | None:
    """An own character of another script of the same owner, by its address."""
    where, _, name = address.partition("/")
    if not where or where == held.id or not _is_mine(where):
        return None
    source = services().store.get(where)
    members = _members(where, source.revision) if source else ()
    return next((one for one in members if one.id == name), None)


def _members(identifier: str, revision: int) -> tuple[Known, ...]:
    return shelf.customs(services().store.library, identifier, revision, catalogue.wording().stamp)


def _listed(held: Opened) -> Iterator[Listed]:
    """The owner's other scripts on which somebody is not official."""
    names = catalogue.keys()
    for one in services().store.library.scripts(owner=rights.owner()):
        if one.id != held.id and not names.issuperset(map(key, one.characters)):
            yield one


def _set_view(listed: Listed) -> SetView:
    return SetView(listed.id, listed.name, _members(listed.id, listed.revision))
