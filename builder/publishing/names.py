"""What the pictures of a published set are called: by their characters' ids, as far as a file can have such a name."""

import unicodedata

from builder.files import safe_name
from builder.game.script import Script
from builder.game.teams import Team

LOGO = "_meta.png"
#: Behind an id: the usual picture, that of the good and of the evil version.
VERSIONS = ("", "_good", "_evil")
OF_TEAM = {
    Team.TOWNSFOLK: ("", "_evil"),
    Team.OUTSIDER: ("", "_evil"),
    Team.MINION: ("", "_good"),
    Team.DEMON: ("", "_good"),
    Team.TRAVELLER: VERSIONS,
}
#: Bytes of an id that a name takes in; an address behind a base has no room for more.
LONGEST = 60


def versions(stem: str) -> tuple[str, ...]:
    """The names that the pictures of one character may have, the usual first."""
    return tuple(f"{stem}{version}.png" for version in VERSIONS)


def stems(script: Script) -> list[str]:
    """For each entry how the names of its pictures begin, empty for whoever is not the script's own; no two meet."""
    taken = {_compared(LOGO)}
    return [_stem(entry.id, taken) if entry.is_custom and entry.character else "" for entry in script.entries]


def _stem(identifier: str, taken: set[str]) -> str:
    """What is left of an id, where it is taken with a number; its names are taken then."""
    wanted = plain(identifier).encode()[:LONGEST].decode("utf-8", "ignore").strip(".-")
    stem, number = wanted, 1
    while taken & {_compared(name) for name in versions(stem)}:
        number += 1
        stem = f"{wanted}-{number}"
    taken |= {_compared(name) for name in versions(stem)}
    return stem


def expected(script: Script) -> set[str]:
    """The pictures that a set will have, as far as one knows before they are made; none of those that lie elsewhere."""
    found = {LOGO} if script.meta.logo and not is_elsewhere(script.meta.logo) else set()
    for entry, stem in zip(script.entries, stems(script), strict=True):
        who = entry.character
        if stem and who and (who.icon.is_painted or not any(map(is_elsewhere, who.images))):
            count = None if who.icon.is_painted or not who.images else len(who.images)
            found |= {f"{stem}{version}.png" for version in OF_TEAM.get(who.team, ("",))[:count]}
    return found


def is_elsewhere(address: str) -> bool:
    """Whether a picture lies on somebody's server."""
    return address[:8].lower().startswith(("http://", "https://"))


def plain(identifier: str) -> str:
    """An id as a file can have it for a name."""
    return safe_name(identifier).replace(" ", "_")


def _compared(name: str) -> str:
    """As file systems compare names that ignore case."""
    return unicodedata.normalize("NFKC", name).casefold()
