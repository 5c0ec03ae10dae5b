"""File names of the pictures of a published set, derived from their characters' ids."""

from builder.files import compared, safe_name
from builder.game.script import Script
from builder.game.teams import Team

LOGO = "_meta.png"
#: Suffixes of an id: for the default picture, the good and the evil version.
VERSIONS = ("", "_good", "_evil")
OF_TEAM = {
    Team.TOWNSFOLK: ("", "_evil"),
    Team.OUTSIDER: ("", "_evil"),
    Team.MINION: ("", "_good"),
    Team.DEMON: ("", "_good"),
    Team.TRAVELLER: VERSIONS,
}
#: Maximum bytes of an id in a file name, to limit the length of addresses.
LONGEST = 60


def versions(stem: str) -> tuple[str, ...]:
    """The possible file names of a character's pictures, the default first."""
    return tuple(f"{stem}{version}.png" for version in VERSIONS)


def stems(script: Script) -> list[str]:
    """For each entry a unique prefix of its pictures' names; empty if it is not the script's own character."""
    taken = {compared(LOGO)}
    return [_stem(entry.id, taken) if entry.is_custom and entry.character else "" for entry in script.entries]


def _stem(identifier: str, taken: set[str]) -> str:
    """A file name for an id, with a number if it is in `taken`; adds its versions to `taken`."""
    wanted = plain(identifier).encode()[:LONGEST].decode("utf-8", "ignore").strip(".-")
    stem, number = wanted, 1
    while taken & {compared(name) for name in versions(stem)}:
        number += 1
        stem = f"{wanted}-{number}"
    taken |= {compared(name) for name in versions(stem)}
    return stem


def expected(script: Script) -> set[str]:
    """The pictures that a set is expected to have, without those on other servers."""
    found = {LOGO} if script.meta.logo and not is_elsewhere(script.meta.logo) else set()
    for entry, stem in zip(script.entries, stems(script), strict=True):
        who = entry.character
        if stem and who and (who.icon.is_painted or not any(map(is_elsewhere, who.images))):
            count = None if who.icon.is_painted or not who.images else len(who.images)
            found |= {f"{stem}{version}.png" for version in OF_TEAM.get(who.team, ("",))[:count]}
    return found


def is_elsewhere(address: str) -> bool:
    """Whether a picture is on another server."""
    return address[:8].lower().startswith(("http://", "https://"))


def plain(identifier: str) -> str:
    """An id with only characters that are safe in file names."""
    return safe_name(identifier).replace(" ", "_")
