"""How many of our files a change walks through: who reads the code after it, or debugs it, opens no more than these."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import builder
from builder import catalogue
from builder.game.teams import COUNTED_TEAMS, Team
from builder.settings import Settings
from builder.web import create_app

HERE = str(Path(builder.__file__).parent)
#: 13 Townsfolk, 4 Outsiders, 4 Minions, 4 Demons.
USUAL = {Team.TOWNSFOLK: 13, Team.OUTSIDER: 4, Team.MINION: 4, Team.DEMON: 4}
MOST_FILES = 85
MOST_BYTES = 12_000


class NoPress:
    def finished(self, *_: object) -> None:
        """Nothing is made."""

    def close(self) -> None:
        """Nothing runs."""


def walked(work: Callable[[], Any]) -> set[str]:
    """The files of `builder` in which functions run while `work` does."""
    files = set()

    def note(frame: FrameType, _event: str, _argument: object) -> None:
        if frame.f_code.co_name != "<module>" and frame.f_code.co_filename.startswith(HERE):
            files.add(frame.f_code.co_filename.removeprefix(f"{HERE}/"))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return files


def usual_script() -> list[Any]:
    ids = {team: [each.id for each in catalogue.everyone() if each.team is team] for team in COUNTED_TEAMS}
    return [
        {"id": "_meta", "name": "A walk"},
        *(who for team in COUNTED_TEAMS for who in ids[team][: USUAL[team]]),
    ]


def large_script() -> list[Any]:
    own = [
        {
            "id": f"own{number}",
            "name": f"{chr(97 + number % 26) * 3} {number * 7919 % 1000}",  # no two are alike
            "team": COUNTED_TEAMS[number % 4].value,
            "ability": f"Each night, {number}.",
        }
        for number in range(200)
    ]
    return [{"id": "_meta", "name": "A long walk"}, *own]


@pytest.fixture
def drag(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Callable[[str, str], Any]]:
    """Drags somebody before somebody else, as the build page does."""
    press: Any = NoPress()
    script = getattr(request, "param", usual_script)()
    app = create_app(Settings(data=str(tmp_path)), press=press)
    client = app.test_client()
    answer = client.post("/open", data={"text": json.dumps(script)})
    path = answer.headers["Location"]

    def move(who: str, before: str) -> Any:
        page = client.get(path).text
        op = {"op": "move", "who": [-1, who], "before": [-1, before]}
        revision = re.findall(r'data-revision="(\d+)"', page)[0]
        pieces = " ".join(re.findall(r'data-piece="([^"]+)"', page))
        data = {"op": json.dumps(op), "revision": revision, "pieces": pieces}
        found: list[Any] = []
        files = walked(lambda: found.append(client.post(f"{path}/do", data=data, headers={"X-Parts": "1"})))
        return files, found[0]

    yield move
    app.extensions["clockwright"].store.library.engine.dispose()


def test_a_drag_enters_few_files_and_answers_what_changed(drag: Callable[[str, str], Any]) -> None:
    first, second, *_, last = usual_script()[1:14]
    drag(second, first)  # the checks and everything that is worked out once
    files, answer = drag(last, second)
    assert answer.status_code == 200
    assert "moved." in answer.text
    assert len(answer.data) <= MOST_BYTES
    assert len(files) <= MOST_FILES, "\n".join(sorted(files))


@pytest.mark.parametrize("drag", [large_script], indirect=True)
def test_a_drag_on_a_script_of_200_answers_what_changed(drag: Callable[[str, str], Any]) -> None:
    drag("own4", "own0")
    _files, answer = drag("own152", "own52")
    assert answer.status_code == 200
    assert "moved." in answer.text
    assert len(answer.data) <= MOST_BYTES
