"""Files that were good, with a few things changed as an accident or an enemy would."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from saving import SAVE, SHARED, packed

JUNK = json.dumps(
    [None, True, False, 0, 1, -1, 1.5, "", " ", "$name $capname", "imp", "_meta", [], {}, [None], [["x"]],
     {"id": "_meta"}, {"put": {"name": 5}, "absent": ["id"]}, "data:image/png;base64,AAAA", "traveler", "jinxes",
     "x" * 300, ["a", "b"],
     {"flavor": 3}, "<b>x</b>", "\u0130\u00df", "12", "showGrimoire", "\U0001f980"]
)  # fmt: skip
NAMES = [
    "id", "name", "team", "ability", "almanac", "meta", "characterList", "special", "export", "setup", "links", "notes",
    "firstNightOrder", "clockwright", "firstNight", "flavor", "overview", "strays", "put", "bloodstar",
]  # fmt: skip
BITS = [
    "<div>", "</div>", '<li class="page" id="x">', "</li>", '<p class="ability">', "</p>", "<h2>",
    "<h3>First Night</h3>", "<", "&lt;", "“", "*", "**", "_", "<ul><li>", "<table><tr><td>", "<!--",
    "<script>", "<img src=x>", "class=flavor", "&#0;", "\x00", "<br>", "<a href='javascript:x'>",
    "<splash!>", "<pre>", "<code>", "|", "`", "#", "<blockquote>", "<ol start=99999999999>",
    "<td colspan=99999999>", "1.", "-", "+", "=", ">", "&", "](", "\\", "&#xD800;", "&#99999999999;",
]  # fmt: skip
ROLE: dict[str, Any] = {
    "name": "Smith", "team": "townsfolk", "reminders": ["a"], "globalReminders": [], "note": "n",
    "almanacEntry": {"flavor": "f", "overview": "x\ny"}, "firstNight": 3, "otherNight": 0, "includeInExport": True,
    "firstNightReminder": "Ring.",
}  # fmt: skip
PAGE = (
    '<title>Tolling Almanac</title><ol class="nav"><li><a href="#a">A</a></li></ol><ol>'
    '<li class="page" id="synopsis"><div class="page-contents"><p>A <em>bell</em>.</p></div></li>'
    '<li class="page" id="a"><div class="page-contents demon"><h2>A</h2><p class="ability">Each night*, ring.</p>'
    '<div class="flavor">“Ding <poof!>”</div><div class="overview"><p>One</p><ul><li>two</li></ul></div>'
    '<h3>Examples</h3><div class="example"><p>x</p></div><div class="tip"><p>y</p></div><p class="team">Demon</p></div>'
    '</li><li class="page" id="nightOrder"><div><h3>First Night</h3><div class="night-item">A</div></div></li></ol>'
)


def save(random: Random) -> str:
    """A spoilt save."""
    return json.dumps(spoilt(_short(_found("bloodstar/save.json", SAVE)), random))


def archive(random: Random) -> bytes:
    """A spoilt .blood file: its JSON, its names, or its bytes."""
    files: dict[str, bytes | str] = {
        "meta.json": json.dumps(spoilt({"name": "x", "synopsis": "a\nb"}, random))
    }
    for number in range(4):
        folder = random.choice(["roles/", "roles/", "roles/", "roles/../", "/roles/"])
        files[f"{folder}{number}.json"] = json.dumps(spoilt({"id": f"own{number}", **ROLE}, random))
        files[f"src_images/{number}.png"] = b"x" * number
    whole = bytearray(packed(files, random.choice([0, 8])))
    for _ in range(random.choice([0, 0, 1, 8])):
        whole[random.randrange(len(whole))] = random.randrange(256)
    return bytes(whole[: random.choice([None, None, None, random.randrange(len(whole))])])


def page(random: Random) -> str:
    """A spoilt almanac page."""
    path = SHARED / "bloodstar" / "almanac.html"
    text = path.read_text("utf-8") if path.exists() else PAGE
    for _ in range(random.randint(1, 10)):
        at, other = random.randrange(len(text)), random.randrange(len(text))
        match random.randrange(4):
            case 0 | 1:
                text = text[:at] + random.choice(BITS) * random.choice([1, 1, 30]) + text[at:]
            case 2:
                text = text[:at] + text[at + random.randint(1, 60) :] + " "
            case 3:
                text = text[:at] + text[other : other + random.randint(1, 400)] + text[at:]
    return text


def spoilt(value: Any, random: Random) -> Any:
    """A JSON value with up to six changes."""
    value = json.loads(json.dumps(value))
    for _ in range(random.randint(1, 6)):
        places = [place for place in _places(value) if place]
        if places:
            _change(value, random.choice(places), random)
    return value


def _change(value: Any, place: tuple[Any, ...], random: Random) -> None:
    for step in place[:-1]:
        value = value[step]
    junk = random.choice(json.loads(JUNK))
    how = random.random()
    if how < 0.5:
        value[place[-1]] = junk
    elif how < 0.65:
        del value[place[-1]]
    elif isinstance(value, list):
        value.insert(
            random.randint(0, len(value)), random.choice([junk, json.loads(json.dumps(random.choice(value)))])
        )
    else:
        value[random.choice(NAMES)] = junk


def _places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield place
    for step in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from _places(value[step], (*place, step))


def _found(name: str, otherwise: Any) -> Any:
    path = SHARED / name
    return json.loads(path.read_bytes()) if path.exists() else otherwise


def _short(value: Any) -> Any:
    """With short pictures: they are not what is spoilt here."""
    if isinstance(value, str):
        return value[:60] if value.startswith("data:") else value
    if isinstance(value, list):
        return [_short(item) for item in value]
    return {name: _short(item) for name, item in value.items()} if isinstance(value, dict) else value
