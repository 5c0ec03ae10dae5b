"""The sets of an owner: their characters, and which of them can be added to a script."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from builder import catalogue
from builder.editing import extra_fields, origins
from builder.editing.origins import Difference
from builder.game.ids import key
from builder.game.script import Entry
from builder.library import Listed
from builder.web.infra import rights
from builder.web.infra.script_store import Opened
from builder.web.infra.services import services
from builder.web.view_models import character_list, shelf
from builder.web.view_models.set_copies import is_mine
from builder.web.view_models.shelf import Known


@dataclass(frozen=True, slots=True)
class SetView:
    """Another script that has characters of its own."""

    id: str
    name: str
    members: tuple[Known, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """Why a character of a set cannot be added."""

    #: Whether it is on the script already; else another character there has its id.
    is_here: bool
    #: Name and page of the one on the script.
    name: str
    address: str
    #: How the one on the script differs, if it was not copied from this set.
    differences: tuple[Difference, ...] = ()


def listed(held: Opened) -> Iterator[Listed]:
    """The owner's other scripts with homebrew characters."""
    names = catalogue.keys()
    for one in services().store.library.scripts(owner=rights.owner()):
        if one.id != held.id and not names.issuperset(map(key, one.characters)):
            yield one


def view(listed: Listed) -> SetView:
    """What the page shows of a set."""
    return SetView(listed.id, listed.name, _members(listed.id, listed.revision))


def known(held: Opened, address: str) -> Known | None:
    """A homebrew character of another script of the same owner, by its address."""
    where, _, name = address.partition("/")
    if not where or where == held.id or not is_mine(where):
        return None
    source = services().store.get(where)
    members = _members(where, source.revision) if source else ()
    return next((one for one in members if one.id == name), None)


def _members(identifier: str, revision: int) -> tuple[Known, ...]:
    return shelf.customs(services().store.library, identifier, revision, catalogue.wording().stamp)


def standings(held: Opened, members: Sequence[Known]) -> dict[str, Standing]:
    """By address, the characters that cannot be added: already on the script, or with an id that is taken."""
    script = held.script
    places = {entry.key: place for place, entry in reversed([*enumerate(script.entries)])}
    addresses, copied = character_list.addresses(script), _copied(held)
    found = {}
    for one in members:
        is_copy = (one.script, one.key) in copied
        at = copied[one.script, one.key] if is_copy else places.get(one.key)
        if at is not None:
            different = () if is_copy else _differences(held, script.entries[at], one)
            name, is_same = _name(script.entries[at]), is_copy or _is_same(script.entries[at], one)
            page = f"{held.path}/characters/{addresses[at]}"
            found[one.address] = Standing(is_same, name, page, different if is_same else ())
    return found


def _copied(opened: Opened) -> dict[tuple[str, str], int]:
    """For set and key of each copied character, the places of its copies."""
    return {
        (origin.set, key(origin.id or entry.id)): place
        for place, (entry, extra) in enumerate(
            zip(opened.script.entries, extra_fields.of(opened.script), strict=True)
        )
        if entry.is_custom and (origin := origins.origin(extra))
    }


def _is_same(entry: Entry, one: Known) -> bool:
    """Whether a character with the same id is the same one, perhaps in other words."""
    who = entry.character
    return bool(entry.is_custom and who and (key(who.name) == key(one.name) or who.ability == one.ability))


def _differences(opened: Opened, entry: Entry, one: Known) -> tuple[Difference, ...]:
    """How a character on the script differs from the one with the same id in a set."""
    mine = origins.copy_of(opened.script, entry.id)
    if mine is None or origins.mark(mine) == one.mark:
        return ()
    source = services().store.get(one.script)
    theirs = origins.copy_of(source.script, one.id) if source else None
    return origins.differences(None, mine, theirs) if theirs else ()


def _name(entry: Entry) -> str:
    return entry.character.name if entry.character else entry.id
