"""A little of the trial by fire; `python -m benchmarks.trial` is all of it."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import load, trial

pytestmark = pytest.mark.full

#: Some that call from inside a document, printed in all ways; the others are read in tests of their own.
CHOSEN = ("import in CSS, in a save", "SVG with a picture", "https://picture.example")
SLOW = {"marks": pytest.mark.slow}


def test_malformed_inputs_through_every_door_are_answered() -> None:
    tried, sizes = trial.malformed_inputs(seed=4, inputs=15, minutes=0)
    assert tried.tried > 15
    assert tried.faults["broken"] == []
    assert len(sizes) == 4


@pytest.mark.parametrize(
    "chosen", [pytest.param(CHOSEN[0], **SLOW), CHOSEN[1], pytest.param(CHOSEN[2], **SLOW)]
)
def test_a_hostile_file_is_contained_and_nobody_is_called(chosen: str, tmp_path: Path) -> None:
    tried = trial.hostile(tmp_path, lambda what: chosen in what)
    assert tried.files == 1
    assert tried.faults["broken"] == []
    assert tried.faults["leaks"] == []


CALLS = """
import socket, datetime
print(socket.getaddrinfo("leak.example", {port})[0][4][0])
socket.create_connection(("127.0.0.1", {port})).close()
"""


def test_a_call_and_what_it_brings_back_would_be_noticed(tmp_path: Path) -> None:
    watch = {
        "PYTHONPATH": str(Path(trial.__file__).parent / "trial_child"),
        "TRIAL_NETWORK": str(tmp_path / "n"),
    }
    with trial.canary(tmp_path) as bird:
        done = subprocess.run(
            [sys.executable, "-c", CALLS.format(port=bird.port)],
            env=watch,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout == "127.0.0.1\n"
        tried = trial.Trial()
        with socket.create_connection(("127.0.0.1", bird.port)) as caller:
            assert trial.SONG.encode() in caller.makefile("rb").read()
        page = f"<img src={bird.leak} onerror=x><script>{trial.RUN}</script>{trial.SONG}".encode()
        trial.is_contained(tried, "x", trial.Answer(200, {"Content-Type": "text/html", "X-Evil": "1"}, page))
        (tmp_path / "a" / "b" / "c").mkdir(parents=True)
        (tmp_path / "evil.json").touch()
        trial.wander(tried, bird, tmp_path / "n", {tmp_path / "a", tmp_path / "n", bird.secret}, tmp_path)
    assert len(bird.visits) == 2
    assert len(tried.faults["leaks"]) == 5 + 2 + 2 + 1


def test_a_hasty_crowd_is_shed_cleanly_and_no_change_is_lost() -> None:
    for seconds in (2, 20, 60):  # on a busy machine, nobody's change may be answered within two
        tally = load.measure(seconds, 10, pause=0.1, hosted=True)
        if tally.told:
            break
    assert tally.told >= 1
    assert tally.errors == []
    assert tally.lost == 0
