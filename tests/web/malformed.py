"""Scripts, ops and forms with values that nobody expects, from a seed."""

import re
from pathlib import Path
from random import Random
from typing import Any

import builder

#: As JSON would give them; half letters and endless numbers are JSON too.
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 1.5, 10**12, 10**20, -(10**20), 10**320, 1e308, "", " ", "\0", "\n", "\t\u2028",
    "\u3000", "\ud800", "a\udfff", "\u202e<b>", "'\"><script>", "{{7*7}} %(x)s %s", "../..",
    "/", "_meta", "imp", "0", "9" * 400,
    "x" * 3000, "[+1 Outsider]" * 2, "\u0301" * 300, "\U0001f980", "clockwright:upload/" + "0" * 64, "javascript:x",
    "data:image/png;base64,AAAA", "http://[", "traveler", [], {}, [None], [[]], [["x", 1]], {"id": "_meta"}, {"x": []},
    ["imp", "imp"], ["\ud800"], [{}], {"id": []}, [1, 2], [10**20, "imp"], {"a": {"b": {"c": 1}}},
)  # fmt: skip
TEAMS = ("townsfolk", "outsider", "minion", "demon", "traveller", "fabled", "loric", "nobody", "")
FIELDS = (
    "id", "name", "team", "ability", "flavor", "image", "setup", "edition", "firstNight", "firstNightReminder",
    "otherNight", "otherNightReminder", "reminders", "remindersGlobal", "special", "jinxes", "clockwright", "notes",
)  # fmt: skip
META = (
    "name", "author", "logo", "background", "almanac", "bootlegger", "hideTitle", "firstNight", "otherNight", "colour",
    "clockwright", "x",
)  # fmt: skip


def script(dice: Random) -> list[Any]:
    """A script with up to four values changed."""
    people = [_character(number, dice) for number in range(dice.randint(0, 4))]
    meta: dict[str, Any] = {"id": "_meta", "name": "Bells", "author": "R."}
    items = [
        meta,
        *people,
        *dice.sample(["imp", "chef", "baron", "spy", "nobodyknows", "beggar", "djinn"], 3),
    ]
    for _ in range(dice.randint(1, 4)):
        where = dice.choice([meta, meta, *people])
        where[dice.choice(META if where is meta else FIELDS)] = value(dice)
    if dice.random() < 0.2:
        items.insert(dice.randint(0, len(items)), value(dice))
    return items


def value(dice: Random) -> Any:
    """Anything; sometimes several things in one."""
    one = dice.choice(VALUES)
    return one if dice.random() < 0.8 else [one, dice.choice(VALUES)]


def op(name: str, fields: list[str], dice: Random) -> dict[str, Any]:
    """An op with some of the fields that ops have."""
    told = {field: value(dice) for field in dice.sample(fields, dice.randint(0, 6))}
    likely = {"who": [dice.randint(0, 5), "imp"], "id": "imp", "team": "minion", "place": 1}
    return {"op": name, **{k: v for k, v in likely.items() if dice.random() < 0.5}, **told}


def fields_of(*folders: str) -> list[str]:
    """The names under which the modules of some folders of ours look for something."""
    here = Path(builder.__file__).parent
    texts = (path.read_text("utf-8") for folder in folders for path in sorted((here / folder).glob("*.py")))
    return sorted(
        {
            name
            for text in texts
            for name in re.findall(r'(?:get|getlist)\("(\w+)"|\["(\w+)"\]', text)
            for name in name
            if name
        }
    )


def _character(number: int, dice: Random) -> dict[str, Any]:
    return {
        "id": f"own{number}",
        "name": f"Own {number}",
        "team": dice.choice(TEAMS),
        "ability": "Each night*, ring. [+1 Outsider]",
    }
