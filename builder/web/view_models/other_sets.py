"""The sets of an owner: which of their characters can be added to a script, and how copies differ from their originals.

A set is another script of the same owner that has homebrew characters.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from builder import catalogue
from builder.editing import extra_fields, origins
from builder.editing.origins import Copy, Difference, Origin
from builder.game.ids import key
from builder.game.script import Entry
from builder.library import Listed
from builder.web.infra import rights
from builder.web.infra.script_store import Opened
from builder.web.infra.services import services
from builder.web.view_models import character_list, shelf
from builder.web.view_models.shelf import Known


@dataclass(frozen=True, slots=True)
class CopyView:
    """A character that was copied from a set."""

    id: str
    name: str
    team: str
    address: str
    #: The title of the set; empty if it is gone or somebody else's.
    set: str
    set_path: str
    #: `same`, `newer`, `mine` (only changed here), `both`, `missing` (no longer in its set), `gone` (no such set).
    state: str
    differences: tuple[Difference, ...] = ()
    #: Whether the character's definition at the time of the copy is known.
    is_known: bool = True

    @property
    def can_renew(self) -> bool:
        """Whether the original has changed since."""
        return self.state in {"newer", "both"}


@dataclass(frozen=True, slots=True)
class Source:
    """What is known about the origin of a copy."""

    entry: Entry
    origin: Origin
    mine: Copy
    set: Opened | None
    then: Copy | None = None
    newest: Copy | None = None


def sources(held: Opened) -> Iterator[Source]:
    """Every copy on a script, with its original: at the time of the copy, and now."""
    opened_sets: dict[tuple[str, int | None], Opened | None] = {}

    def read(identifier: str, revision: int | None = None) -> Opened | None:
        name = (identifier, revision)
        if name not in opened_sets:
            opened_sets[name] = services().store.get(identifier, revision) if is_mine(identifier) else None
        return opened_sets[name]

    script = held.script
    for entry, extra, mine in zip(
        script.entries, extra_fields.of(script), origins.copies(script), strict=True
    ):
        if mine and (origin := origins.origin(extra)):
            now, then = read(origin.set), read(origin.set, origin.revision)
            name = origin.id or entry.id
            yield Source(entry, origin, mine, now, _copy(then, name), _copy(now, name))


def outdated(held: Opened) -> Mapping[str, str]:
    """Copies whose original changed since: the key of each, and the title of its set.

    A script with copies is compared after each change, so a set is only read if it has another revision by now.
    """
    heads: dict[str, int | None] = {}
    found: dict[str, str] = {}
    for entry, extra in zip(held.script.entries, extra_fields.of(held.script), strict=True):
        if entry.is_custom and (origin := origins.origin(extra)):
            if origin.set not in heads:
                heads[origin.set] = rights.library().head(origin.set) if is_mine(origin.set) else None
            if heads[origin.set] not in (None, origin.revision):
                found[entry.key] = ""
    if not found:
        return found
    views = (view(held, source) for source in sources(held) if source.entry.key in found)
    # Where the revision of the copy is gone, nobody knows which side changed: Sets compares them.
    return {key(each.id): each.set for each in views if each.can_renew and each.is_known}


def of_one(held: Opened, entry: Entry) -> CopyView | None:
    """The copy at an entry, with its original; None if it is no copy."""
    return next((view(held, source) for source in sources(held) if source.entry is entry), None)


def _copy(opened: Opened | None, identifier: str) -> Copy | None:
    return origins.copy_of(opened.script, identifier) if opened else None


def is_mine(identifier: str) -> bool:
    """Whether a script is the owner's; somebody else's is not read."""
    return rights.library().owner_of(identifier) == rights.owner()


def view(held: Opened, source: Source) -> CopyView:
    """What the page shows of a copy."""
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


def known(held: Opened, address: str) -> Known | None:
    """A homebrew character of another script of the same owner, by its address."""
    where, _, name = address.partition("/")
    if not where or where == held.id or not is_mine(where):
        return None
    source = services().store.get(where)
    found = members(where, source.revision) if source else ()
    return next((one for one in found if one.id == name), None)


def members(identifier: str, revision: int) -> tuple[Known, ...]:
    """The characters of a set at a revision."""
    return shelf.customs(services().store.library, identifier, revision, catalogue.wording().stamp)


def standings(held: Opened, ones: Sequence[Known]) -> dict[str, Standing]:
    """By address, the characters that cannot be added: already on the script, or with an id that is taken."""
    script = held.script
    places = {entry.key: place for place, entry in reversed([*enumerate(script.entries)])}
    addresses, copied = character_list.addresses(script), _copied(held)
    found = {}
    for one in ones:
        is_copy = (one.script, one.key) in copied
        at = copied[one.script, one.key] if is_copy else places.get(one.key)
        if at is not None:
            entry = script.entries[at]
            different = () if is_copy else _differences(held, entry, one)
            name = entry.character.name if entry.character else entry.id
            is_same = is_copy or _is_same(entry, one)
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
