"""An edit costs what it changes: what cannot have changed is not read, written, checked or rendered again."""

import json
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

from flask.testing import FlaskClient

import builder

PACKAGE = str(Path(builder.__file__).parent)
FEW, MANY = 20, 120
#: Calls of our functions that one more character may add to an edit; 156 before runs were taken over.
MOST = 70


def script(count: int) -> str:
    """A script of so many homebrew characters with almanac pages, unlike those of another number."""
    ids = [f"own{number}of{count}" for number in range(count)]
    pages = {each: {"almanac": {"overview": f"About {each}."}} for each in ids}
    meta = {"id": "_meta", "name": f"A set of {count}", "clockwright": {"format": 1, "characters": pages}}
    characters = [
        {
            "id": each,
            "name": f"Own {each}",
            "team": ("townsfolk", "outsider", "minion", "demon")[number % 4],
            "ability": f"Each night, choose a player: they learn {each}.",
            "otherNight": number + 1,
            "otherNightReminder": f"{each} points. :reminder:",
            "reminders": ["Known"],
        }
        for number, each in enumerate(ids)
    ]
    return json.dumps([meta, *characters])


def calls_of_an_edit(client: FlaskClient, count: int) -> Counter[str]:
    """How often each of our functions is called for a change of one ability, and for the parts of the page."""
    answer = client.post("/open", data={"text": script(count)})
    path = answer.headers["Location"].partition("?")[0]
    calls: Counter[str] = Counter()

    def note(frame: FrameType, event: str, _given: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(PACKAGE):
            calls[frame.f_code.co_qualname] += 1

    for number in range(4):
        calls.clear()
        op = {"op": "character", "who": [3, f"own3of{count}"], "ability": f"Each night*, {number} things."}
        sys.setprofile(note)
        try:
            answer = client.post(f"{path}/do", data={"op": json.dumps(op)}, headers={"X-Parts": "1"})
        finally:
            sys.setprofile(None)
        assert answer.status_code == 200
    return calls


def test_a_change_of_one_character_asks_little_more_in_a_set_of_many(client: FlaskClient) -> None:
    few, many = calls_of_an_edit(client, FEW), calls_of_an_edit(client, MANY)
    more = (many - few).most_common(12)
    assert (many.total() - few.total()) / (MANY - FEW) <= MOST, more


def test_only_the_run_with_the_changed_character_is_read_written_and_checked_again(
    client: FlaskClient,
) -> None:
    few, many = calls_of_an_edit(client, FEW), calls_of_an_edit(client, MANY)
    work = (
        "entry_of",
        "_with_extra",
        "_run",
        "entry_faults",
        "each_night_star",
        "facts_of",
        "sort_key",
        "read",
    )
    assert {name: many[name] for name in work if many[name] > few[name]} == {}
    assert all(many[name] <= 60 for name in work), many
