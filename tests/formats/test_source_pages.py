"""The original texts in the files of a set, which an import is compared with."""

import base64
import io
import json

from PIL import Image

from builder.formats.source_pages import SourcePage, source_pages
from builder.uploads import SCHEME


def picture() -> str:
    """The address of an embedded picture that is too long to stay in a script."""
    file = io.BytesIO()
    Image.effect_noise((64, 64), 90).save(file, "PNG")
    return f"data:image/png;base64,{base64.b64encode(file.getvalue()).decode()}"


PICTURE = picture()
SCRIPT = [
    {"id": "_meta", "name": "Lamps", "logo": "https://lamps.example/logo.png", "clockwright": {"notes": "x"}},
    {
        "id": "owl",
        "name": "Owl",
        "team": "minion",
        "ability": "You see.",
        "reminders": ["Seen", "Not seen"],
        "image": PICTURE,
    },
    {
        "id": "elk",
        "special": [{"type": "selection"}],
        "flavor": "",
        "image": ["https://elk.example/1.png", 5],
    },
    "imp",
]
SAVE = {
    "meta": {"name": "Lamps", "author": "Ada", "logo": PICTURE},
    "almanac": {"synopsis": "Two."},
    "characterList": [
        {
            "id": "owl",
            "name": "Owl",
            "ability": "You saw.",
            "almanac": {"overview": "It sees."},
            "styledImage": PICTURE,
        },
        {"name": "Night Elk", "ability": "Run."},
    ],
}
ALMANAC = """<html><body><ul><li class="page" id="synopsis"><p>Two lamps.</p></li>
<li class="page minion" id="owl"><h2>Owl</h2><p class="ability">You see.</p><div class="overview"><p>It sees.</p></div>
<p class="example">One.</p><p class="example">Two.</p></li></ul></body></html>"""


def of(*sources: object) -> dict[str, list[SourcePage]]:
    found: dict[str, list[SourcePage]] = {}
    for page in source_pages(
        [each if isinstance(each, bytes) else json.dumps(each).encode() for each in sources]
    ):
        found.setdefault(page.id, []).append(page)
    return found


def test_a_script_gives_each_characters_words_and_pictures() -> None:
    pages = of(SCRIPT)
    assert [*pages] == ["", "owl", "elk"]
    (script,), (owl,), (elk,) = pages.values()
    assert (script.name, script.pictures) == ("Lamps", (("logo", "https://lamps.example/logo.png"),))
    assert "notes" not in str(script.fields)
    assert dict(owl.fields)["reminders"] == "Seen\nNot seen"
    assert owl.pictures[0][1].startswith(SCHEME)  # an embedded picture, by its hash
    assert dict(elk.fields) == {"id": "elk", "special": '[{"type": "selection"}]'}
    assert (elk.name, elk.pictures) == ("elk", (("image", "https://elk.example/1.png"),))
    assert owl.as_json()["fields"][0] == ["id", "owl"]


def test_a_bloodstar_save_gives_its_almanac_too() -> None:
    pages = of(SAVE)
    assert dict(pages[""][0].fields) == {
        "meta.name": "Lamps",
        "meta.author": "Ada",
        "almanac.synopsis": "Two.",
    }
    assert dict(pages["owl"][0].fields)["almanac.overview"] == "It sees."
    assert [label for label, _ in pages["owl"][0].pictures] == ["styledImage"]
    assert [page.name for page in pages["nightelk"]] == ["Night Elk"]


def test_what_several_files_say_of_a_character_stands_together() -> None:
    pages = of(SCRIPT, SAVE, ALMANAC.encode(), b"no script at all", b"[{")
    assert [len(pages[each]) for each in ("owl", "elk")] == [3, 1]
    parts = dict(pages["owl"][2].fields)
    assert parts["name"] == "Owl"
    assert parts["example"] == "One.\n\nTwo."
