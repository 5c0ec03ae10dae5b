"""Bloodstar saves as large as people have them, made of numbers alone: the same every time."""

import base64
import io
import json
import random
from functools import cache
from typing import Any

#: Side of an icon in pixels, as Bloodstar paints it.
SIDE = 540
#: Sides of the noisy part of the finished and of the source picture: it makes them as large as drawn ones.
FINISHED, SOURCE = 260, 130
TEAMS = (*["townsfolk"] * 4, "outsider", "minion", "demon")
RULE = "What happens then is said here, at a length that authors have. "


@cache
def save(
    characters: int = 35, finished: int = FINISHED, source: int = SOURCE, edition: str = "timed"
) -> bytes:
    """A save of so many characters, each with an almanac page, its finished picture and the one before.

    Saves of another edition have other ids and words, so that nothing of one is known by the other.
    """
    every = [_character(number, finished, source, edition) for number in range(characters)]
    ids = [each["id"] for each in every]
    whole = {
        "meta": {"name": f"A set of {characters}", "author": "Nobody", "logo": _picture(5000, finished)},
        "almanac": {"synopsis": RULE, "overview": RULE * 4, "changelog": "**1.0** All of it."},
        "characterList": every,
        "firstNightOrder": ids,
        "otherNightOrder": ids,
    }
    return json.dumps(whole).encode()


def _character(number: int, finished: int, source: int, edition: str) -> dict[str, Any]:
    return {
        "id": f"own{number}_{edition}",
        "name": f"Own {edition} {number}",
        "team": TEAMS[number % len(TEAMS)],
        "ability": f"Each night*, choose a player: $name learns {number} {edition} things about them.",
        "almanac": {
            "flavor": "It goes on and on.",
            "overview": f"$name learns.\n\n{RULE * 3}\n\n{RULE * 3}",
            "examples": f"{RULE}\n\n{RULE}",
            "howToRun": f"Wake $name. {RULE * 4}",
            "tip": RULE,
        },
        "characterReminderTokens": "Known\nSeen",
        "firstNightReminder": f"$name points, {edition}. :reminder:",
        "otherNightReminder": f"$name points, {edition}. :reminder:",
        "unStyledImage": _picture(number, source),
        "styledImage": _picture(1000 + number, finished),
    }


def _picture(seed: int, noisy: int) -> str:
    from PIL import Image, ImageDraw  # noqa: PLC0415  # only this needs it

    chance = random.Random(seed)  # noqa: S311  # a picture, no secret
    picture = Image.new("RGBA", (SIDE, SIDE))
    pen = ImageDraw.Draw(picture)
    for _ in range(60):
        x, y, radius = chance.randrange(SIDE), chance.randrange(SIDE), chance.randrange(10, 90)
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=(*chance.randbytes(3), 255))
    picture.paste(Image.frombytes("RGB", (noisy, noisy), chance.randbytes(3 * noisy * noisy)), (40, 40))
    target = io.BytesIO()
    picture.save(target, "PNG")
    return "data:image/png;base64," + base64.b64encode(target.getvalue()).decode()
