"""A few documents at once, each in a child that can be killed."""

import mmap
import os
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from builder.errors import RenderError
from builder.press import forked, job
from builder.press.forked import ChildLostError, Limits

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot fork")
LIMITS = Limits(seconds=20, memory_mb=1500)


def told(*jobs: Callable[[], Any], limits: Limits = LIMITS, at_once: int = 2) -> dict[int, Any]:
    return dict(forked.answers(jobs, at_once=at_once, limits=limits))


def hog_memory() -> int:
    return len([bytearray(1 << 24) for _ in range(1000)])


def hog_the_processor() -> None:
    while True:
        pass


def stop(number: int) -> None:
    os.kill(os.getpid(), number)


def doze(seconds: float, answer: object = None) -> object:
    time.sleep(seconds)
    return answer


def test_each_job_gives_its_own_answer() -> None:
    assert told(*(partial(pow, number, 2) for number in range(5))) == {0: 0, 1: 1, 2: 4, 3: 9, 4: 16}


def test_the_first_to_be_done_comes_first() -> None:
    answers = forked.answers([partial(doze, 1, "late"), partial(doze, 0, "soon")], at_once=2, limits=LIMITS)
    assert [answer for _, answer in answers] == ["soon", "late"]


def test_something_else_is_done_here_once_while_the_children_work() -> None:
    done: list[float] = []
    jobs = [partial(doze, 0.2, number) for number in range(3)]
    answers = forked.answers(jobs, at_once=2, limits=LIMITS, meanwhile=lambda: done.append(time.monotonic()))
    next(answers)
    (when,) = done
    assert when <= time.monotonic()
    assert len(list(answers)) == 2
    assert done == [when]


def test_another_process_is_worth_it_only_where_no_job_waits_for_a_core(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(forked, "is_possible", lambda: True)
    assert forked.is_worth_it()
    assert set(told(*[forked.is_worth_it] * 2).values()) == {True}
    assert set(told(*[forked.is_worth_it] * 3).values()) == {False}


def test_a_child_makes_one_after_another() -> None:
    found = told(*[os.getpid] * 6)
    assert len(set(found.values())) <= 2
    assert os.getpid() not in found.values()


def test_what_cannot_travel_is_lost_alone() -> None:
    found = told(lambda: lambda: None, partial(doze, 0, "done"), partial(doze, 0, "this too"), at_once=1)
    assert isinstance(found[0], ChildLostError)
    assert (found[1], found[2]) == ("done", "this too")


def test_a_large_answer_comes_whole() -> None:
    assert told(lambda: b"x" * 5_000_000)[0] == b"x" * 5_000_000


def test_a_child_that_takes_too_long_is_stopped_and_the_others_go_on() -> None:
    found = told(partial(doze, 60), partial(doze, 0, "done"), limits=Limits(1, 1500))
    assert isinstance(found[0], TimeoutError)
    assert found[1] == "done"


def test_a_child_that_only_reckons_is_stopped_too() -> None:
    assert isinstance(told(hog_the_processor, limits=Limits(1, 1500))[0], TimeoutError | ChildLostError)


def test_a_child_that_wants_too_much_memory_is_lost_alone() -> None:
    found = told(hog_memory, partial(doze, 0, "done"), limits=Limits(20, 700))
    assert isinstance(found[0], ChildLostError)
    assert found[1] == "done"


def test_a_child_of_a_big_program_may_take_as_much_as_any_other() -> None:
    with mmap.mmap(-1, 1 << 31):
        found = told(lambda: len(bytearray(1 << 27)), limits=Limits(20, 700))
    assert found[0] == 1 << 27


def fails_when_full() -> str:
    kept = []
    try:
        while True:
            kept.append(bytearray(1 << 24))
    except MemoryError:
        pass

    def fails() -> None:
        raise SystemError("error return without exception set")

    try:
        job.work(fails)
    except RenderError as error:
        return str(error)
    return ""


def test_a_fault_of_c_code_that_wants_memory_is_told_as_that() -> None:
    assert "more memory" in told(fails_when_full, limits=Limits(20, 300))[0]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_child_that_is_killed_is_lost_alone(number: int) -> None:
    found = told(partial(stop, number), partial(doze, 0, "done"))
    assert isinstance(found[0], ChildLostError)
    assert found[1] == "done"


def children() -> set[str]:
    """Who this process started and has not waited for (other tests' browsers, too)."""
    tasks = Path(f"/proc/{os.getpid()}/task")
    return {child for task in tasks.iterdir() for child in (task / "children").read_text().split()}


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux tells a process's children")
def test_who_stops_listening_leaves_no_child_behind() -> None:
    before = children()
    answers = forked.answers([partial(doze, 0, os.getpid()), partial(doze, 60)], at_once=2, limits=LIMITS)
    next(answers)
    assert children() - before
    answers.close()
    assert children() == before
