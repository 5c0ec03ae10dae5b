"""The cover of a script: its Demon's emblem in the middle, others of its characters around, on a card."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import cos, pi, sin

from builder import emblems
from builder.errors import MissingPartError
from builder.game.character import Character
from builder.game.script import Script
from builder.game.teams import Team

WIDTH, HEIGHT = 480, 360
AROUND = 8
#: Ink of each team on cream paper.
INK: Mapping[Team, str] = {
    Team.TOWNSFOLK: "#1d4f91",
    Team.OUTSIDER: "#176b78",
    Team.MINION: "#b23a12",
    Team.DEMON: "#7f1420",
    Team.TRAVELLER: "#5d3a8e",
    Team.FABLED: "#7a5a06",
    Team.LORIC: "#3f6212",
}
#: How many of each team are placed around, at first; the rest is filled up from the front.
SHARE = ((Team.MINION, 2), (Team.OUTSIDER, 2), (Team.TOWNSFOLK, 4))
MIDDLE, SMALL = 132, 58
FRAME = (
    f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#f4ecdb"/>'
    f'<rect x="12" y="12" width="{WIDTH - 24}" height="{HEIGHT - 24}" rx="6" fill="none" stroke="#b9a98a"'
    ' stroke-width="1.5"/>'
    f'<rect x="18" y="18" width="{WIDTH - 36}" height="{HEIGHT - 36}" rx="3" fill="none" stroke="#b9a98a"'
    ' stroke-width=".75"/>'
)


def draw(script: Script) -> str:
    """Draws the cover as SVG; a script without characters has an empty card."""
    marks = "".join(_marks(script))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{FRAME}'
        f'<ellipse cx="{WIDTH / 2}" cy="{HEIGHT / 2}" rx="92" ry="92" fill="#fbf6ea" stroke="#d6c8ab"/>'
        f"{marks}</svg>"
    )


def _marks(script: Script) -> Iterator[str]:
    chosen = _chosen(script.characters)
    if not chosen:
        return
    try:
        names = emblems.assign(chosen)
        bodies = [_body(names.get(each.id, "")) for each in chosen]
    except MissingPartError:
        return
    for place, (character, body) in enumerate(zip(chosen, bodies, strict=True)):
        ink = INK.get(character.team, "#4a4a4a")
        if place == 0:
            yield _mark(body, ink, WIDTH / 2, HEIGHT / 2, MIDDLE)
            continue
        angle = 2 * pi * (place - 1) / (len(chosen) - 1) - pi / 2 + pi / AROUND
        yield _mark(body, ink, WIDTH / 2 + 172 * cos(angle), HEIGHT / 2 + 120 * sin(angle), SMALL)


def _chosen(characters: tuple[Character, ...]) -> list[Character]:
    """The first Demon (or else the first character) for the middle, then some of each team in turn."""
    first = next((each for each in characters if each.team is Team.DEMON), next(iter(characters), None))
    if first is None:
        return []
    rest = [each for each in characters if each is not first]
    some = [each for team, most in SHARE for each in [one for one in rest if one.team is team][:most]]
    some += [each for each in rest if each not in some]
    return [first, *_mixed(some[:AROUND])]


def _mixed(some: list[Character]) -> list[Character]:
    """The teams in turn, so that those of one team are apart."""
    half = (len(some) + 1) // 2
    pairs = zip(some[:half], [*some[half:], None], strict=False)
    return [each for pair in pairs for each in pair if each is not None]


def _mark(body: str, ink: str, x: float, y: float, size: float) -> str:
    return (
        f'<svg x="{x - size / 2:.1f}" y="{y - size / 2:.1f}" width="{size}" height="{size}" viewBox="0 0 512 512"'
        f' color="{ink}" fill="{ink}">{body}</svg>'
    )


@lru_cache(maxsize=512)
def _body(name: str) -> str:
    return emblems.body(name) if name else ""
