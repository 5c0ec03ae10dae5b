"""The cover of a script: its Demon's icon in the middle, others of its characters around, on a card."""

import base64
from collections.abc import Callable, Iterator, Mapping
from math import cos, pi, sin

from builder import emblems
from builder.errors import MissingPartError
from builder.formats.carriers import script_pictures
from builder.game.character import Character
from builder.game.script import Script
from builder.game.teams import Team
from builder.web.view_models import theme_form, thumbnail

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
#: The most space of a logo.
LOGO = 190, 150
#: Colors of the card for scripts without a theme.
PAPER, LINE, DISC, RIM = "#f4ecdb", "#b9a98a", "#fbf6ea", "#d6c8ab"


def _frame(paper: str, line: str) -> str:
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{paper}"/>'
        f'<rect x="12" y="12" width="{WIDTH - 24}" height="{HEIGHT - 24}" rx="6" fill="none" stroke="{line}"'
        ' stroke-width="1.5"/>'
        f'<rect x="18" y="18" width="{WIDTH - 36}" height="{HEIGHT - 36}" rx="3" fill="none" stroke="{line}"'
        ' stroke-width=".75"/>'
    )


def draw(script: Script, picture: Callable[[Character], bytes] = lambda _: b"", logo: bytes = b"") -> str:
    """Draws the cover as SVG; a script without characters has an empty card.

    `picture` returns the PNG of a character that has an uploaded picture, else nothing: its emblem is drawn then.
    A logo takes the place of the Demon. The card has the colors of the script's theme.
    """
    colors = theme_form.worn(script).values
    frame = _frame(colors.get("paper", PAPER), colors.get("rule", LINE))
    disc, rim = colors.get("panel", DISC), colors.get("rule-light", RIM)
    middle = (
        _image(
            logo,
            f'x="{(WIDTH - LOGO[0]) / 2}" y="{(HEIGHT - LOGO[1]) / 2}" width="{LOGO[0]}" height="{LOGO[1]}"',
        )
        if logo
        else f'<ellipse cx="{WIDTH / 2}" cy="{HEIGHT / 2}" rx="92" ry="92" fill="{disc}" stroke="{rim}"/>'
    )
    marks = list(_marks(script, picture, colors))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{frame}{middle}'
        f"{''.join(marks[1:] if logo else marks)}</svg>"
    )


def _image(content: bytes, place: str) -> str:
    data = base64.b64encode(content).decode()
    return f'<image href="data:{script_pictures.media_type(content)};base64,{data}" {place}/>'


def _marks(script: Script, picture: Callable[[Character], bytes], colors: Mapping[str, str]) -> Iterator[str]:
    chosen = _chosen(script.characters)
    if not chosen:
        return
    try:
        names = emblems.assign(chosen)
        bodies = [_drawing(each, names.get(each.id, ""), picture) for each in chosen]
    except MissingPartError:
        return
    for place, (character, body) in enumerate(zip(chosen, bodies, strict=True)):
        ink = colors.get(character.team.value) or INK.get(character.team, "#4a4a4a")
        if place == 0:
            yield _mark(body, ink, WIDTH / 2, HEIGHT / 2, MIDDLE)
            continue
        angle = 2 * pi * (place - 1) / (len(chosen) - 1) - pi / 2 + pi / AROUND
        yield _mark(body, ink, WIDTH / 2 + 172 * cos(angle), HEIGHT / 2 + 120 * sin(angle), SMALL)


def _drawing(character: Character, emblem: str, picture: Callable[[Character], bytes]) -> str:
    """The content of a character's mark: its uploaded picture, else the emblem that it has or gets."""
    png = picture(character)
    if png:
        return _image(png, 'width="512" height="512"')
    return thumbnail.emblem_body(character.icon.emblem or emblem)


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
