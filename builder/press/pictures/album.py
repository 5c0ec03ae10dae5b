"""Gathers the pictures of a script by character, and notices about missing ones."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from builder import catalogue, uploads
from builder.errors import PictureError
from builder.game.character import Character
from builder.game.problem import Problem, Severity
from builder.language import gettext as _, ngettext
from builder.press.pictures import downloads, painted_icons
from builder.press.pictures.store import ADDRESS, Known, store
from builder.prose_lists import join_some_and

#: Maximum number of names in a notice.
SHOWN = 4
#: Cache by path, size and time of a file: the name of its picture, or "" if it is not valid.
_SEEN: dict[tuple[str, int, int], str] = {}


@dataclass(frozen=True, slots=True)
class Album:
    """The pictures of a document, as addresses for templates."""

    #: By character id: default and flipped; for a Traveller unaligned, good, evil.
    pictures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    logo: str = ""
    notices: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class _Miss:
    """A missing picture."""

    #: `the picture of Pikeman`, `the logo`; and the character's id.
    owner: str
    character: str
    host: str
    reason: str


def gather_album(
    characters: Sequence[Character],
    logo: str = "",
    *,
    every_version: bool = False,
    fetching: bool = True,
    plain_http: bool = False,
    why_not: str = downloads.WAITING,
) -> Album:
    """Gathers the pictures of characters and the script's logo; with `every_version`, flipped ones as well.

    A character without one gets the synced official art, else an emblem; a notice says whose picture is missing, where
    it should be, and why. Never raises.
    """
    named = {each.id: each for each in characters if each.images or each.icon.picture}
    wanted = {who: _wanted(each, every_version=every_version) for who, each in named.items()}
    urls = [url for images in wanted.values() for url in images] + [logo] * bool(logo)
    found: Mapping[str, Known] = {}
    if urls:
        found = downloads.gather(urls, fetching=fetching, plain_http=plain_http, why_not=why_not)
    pictures = {who: _addresses(images, found) for who, images in wanted.items()}
    for each in characters:
        own = _painted(each, found, every_version) if each.icon.is_painted else pictures.get(each.id)
        pictures[each.id] = (
            own
            or official_art(each.key, every_version=every_version)
            or generic_art(each, every_version=every_version)
        )
    return Album(
        {who: addresses for who, addresses in pictures.items() if addresses},
        _address(found[logo]) if logo else _stored(catalogue.edition_logo(characters)),
        tuple(_notices(_misses(named, wanted, logo, found))),
    )


def _painted(character: Character, found: Mapping[str, Known], every_version: bool) -> tuple[str, ...]:
    """Paints a character's icon; returns nothing if its picture is missing."""
    icon = character.icon
    shape = found[icon.picture].name if icon.picture else icon.emblem
    return painted_icons.painted_art(character, shape, every_version=every_version) if shape else ()


def _misses(
    named: Mapping[str, Character],
    wanted: Mapping[str, Sequence[str]],
    logo: str,
    found: Mapping[str, Known],
) -> Iterator[_Miss]:
    """Every missing picture, the logo last."""
    for who, images in wanted.items():
        for url in dict.fromkeys(images):
            if found[url].reason:
                yield _Miss(named[who].name, who, host(url), found[url].reason)
    if logo and found[logo].reason:
        yield _Miss("", "", host(logo), found[logo].reason)


def host(url: str) -> str:
    """The host of an address, for people."""
    if url[:5].lower() == "data:":
        return _("in the script itself")
    if uploads.is_address(url):
        return _("uploaded")
    try:
        name = urlsplit(url).hostname
    except ValueError:
        name = None
    shown = name or url
    return "".join(letter for letter in shown[:60] if letter.isprintable())


def _wanted(character: Character, *, every_version: bool) -> tuple[str, ...]:
    """The addresses to fetch; an icon to paint takes precedence over finished pictures."""
    if character.icon.picture:
        return (character.icon.picture,)
    return () if character.icon.emblem else character.images[: None if every_version else 1]


def _address(known: Known) -> str:
    return ADDRESS + known.name if known.name else ""


def _addresses(images: Iterable[str], found: Mapping[str, Known]) -> tuple[str, ...]:
    """The versions of a picture, in order; a missing one falls back to the default."""
    versions = [_address(found[url]) for url in images]
    if not any(versions):
        return ()
    first = next(filter(None, versions))
    return tuple(version or versions[0] or first for version in versions)


def _notices(misses: Iterable[_Miss]) -> Iterable[Problem]:
    """One notice for all pictures that failed on the same host for the same reason."""
    groups: dict[tuple[str, str, bool], list[_Miss]] = {}
    for miss in misses:
        groups.setdefault((miss.host, miss.reason, bool(miss.owner)), []).append(miss)
    for (where, reason, is_character), group in groups.items():
        yield Problem(
            code="picture-missing",
            severity=Severity.NOTICE,
            message=_sentence(group, where, reason) if is_character else _logo_sentence(where, reason),
            characters=tuple(dict.fromkeys(miss.character for miss in group if miss.character)),
        )


def _sentence(group: Sequence[_Miss], where: str, reason: str) -> str:
    names = list(dict.fromkeys(miss.owner for miss in group))
    who = join_some_and(names, SHOWN)
    if reason == downloads.WAITING:
        words = ngettext(
            "The picture of %(who)s will be loaded when you download.",
            "The pictures of %(who)s will be loaded when you download.",
            len(names),
        )
        return words % {"who": who}
    words = ngettext(
        "Could not load the picture of %(who)s (%(where)s): %(reason)s. An emblem is printed instead.",
        "Could not load the pictures of %(who)s (%(where)s): %(reason)s. Emblems are printed instead.",
        len(names),
    )
    return words % {"who": who, "where": where, "reason": _(reason)}


def _logo_sentence(where: str, reason: str) -> str:
    if reason == downloads.WAITING:
        return _("The logo will be loaded when you download.")
    words = _("Could not load the logo (%(where)s): %(reason)s. The name is printed instead.")
    return words % {"where": where, "reason": _(reason)}


def official_art(key: str, *, every_version: bool = False) -> tuple[str, ...]:
    """The addresses of the publisher's art: default and flipped, or only the first. Empty if not synced."""
    return _stored_versions(catalogue.art(key), every_version=every_version)


def generic_art(character: Character, *, every_version: bool = False) -> tuple[str, ...]:
    """The addresses of the publisher's icons for the team of a homebrew character. Empty if not synced."""
    if catalogue.find(character.key):
        return ()
    return _stored_versions(catalogue.generic_art(character.team), every_version=every_version)


def _stored_versions(paths: tuple[Path, ...], *, every_version: bool) -> tuple[str, ...]:
    names = [*_official_names(paths[: None if every_version else 1])]
    return tuple(ADDRESS + name for name in names) if names and all(names) else ()


def community_mark() -> str:
    """The address of the publisher's mark for community-made things; empty if it is not synced."""
    return _stored(catalogue.community_logo())


def _stored(path: Path | None) -> str:
    name = next(_official_names((path,)), "") if path else ""
    return ADDRESS + name if name else ""


def _official_names(paths: tuple[Path, ...]) -> Iterator[str]:
    for path in paths:
        try:
            facts = path.stat()
            seen = (str(path), facts.st_size, facts.st_mtime_ns)
            name = _SEEN.get(seen)
            if name is None or (name and store().get(name) is None):
                name = _SEEN[seen] = _taken_in(path)
        except OSError:  # a sync is replacing the files
            name = ""
        yield name


def _taken_in(path: Path) -> str:
    try:
        return store().take_in(path.read_bytes())
    except PictureError:
        return ""
