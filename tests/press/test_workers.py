"""Jobs in processes of their own, which a bad one cannot harm."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import jobs
import pytest
from patience import wait_until

import builder
from builder import assets
from builder.errors import RenderError
from builder.press.workers import Workers

pytestmark = pytest.mark.full

needs_press = pytest.mark.skipif(
    not assets.static("vendor", "fonts").is_dir(), reason="the fonts are not assembled yet (bin/setup)"
)
SCRIPT = builder.parse(assets.data("samples", "six-candles.json"))
OpenWorkers = Callable[..., Workers]


@pytest.fixture
def open_workers() -> Iterator[OpenWorkers]:
    opened: list[Workers] = []

    def started(count: int = 2, *, seconds: float = 60, memory_mb: int = 1500) -> Workers:
        opened.append(Workers(count, seconds=seconds, memory_mb=memory_mb, preload=("builder.documents",)))
        return opened[-1]

    yield started
    for workers in opened:
        workers.close()


@needs_press
def test_a_pool_prints_what_the_library_prints_in_the_order_asked() -> None:
    with builder.pool(workers=2) as press:
        night, sheet = press.render_each([(SCRIPT, "night"), (SCRIPT, "sheet")], paper="letter")
        with pytest.raises(RenderError, match="marble"):
            press.render(SCRIPT, "sheet", style="marble")
        again = press.render(SCRIPT, "sheet", paper="letter")
    assert night.pdf == builder.render(SCRIPT, "night", paper="letter").pdf
    assert sheet.pdf == again.pdf == builder.render(SCRIPT, "sheet", paper="letter").pdf


def test_what_cannot_travel_is_lost_alone(open_workers: OpenWorkers) -> None:
    workers = open_workers(1)
    with pytest.raises(RenderError, match="our fault"):
        workers.submit(jobs.what_cannot_travel).result()
    assert workers.submit(pow, 2, 2).result() == 4


def test_an_idle_process_that_is_killed_is_replaced(open_workers: OpenWorkers) -> None:
    workers = open_workers(2)
    for _ in range(3):
        os.kill(workers.submit(os.getpid).result(), signal.SIGKILL)
        assert workers.submit(pow, 3, 2).result() == 9
    assert workers.is_available


def test_processes_killed_at_any_moment_of_a_job_are_replaced(open_workers: OpenWorkers) -> None:
    workers = open_workers(2)
    for number in range(0, 12, 2):
        victim = workers.submit(os.getpid).result()
        future = workers.submit(jobs.doze, 0.03, number)
        time.sleep(0.005 * number)
        os.kill(victim, signal.SIGKILL)
        assert future.result() == number
    assert workers.is_available


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has it at hand who forked whom")
def test_the_server_that_processes_are_forked_from_is_replaced_as_well(open_workers: OpenWorkers) -> None:
    workers = open_workers(1)
    server = workers.submit(os.getppid).result()
    assert server != os.getpid()
    os.kill(server, signal.SIGKILL)
    wait_until(lambda: not is_running(str(server)))
    assert workers.submit(pow, 3, 2).result() == 9
    assert workers.submit(os.getppid).result() != server


def test_a_process_lives_in_the_environment_of_whoever_starts_it(
    open_workers: OpenWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert open_workers(1).submit(os.getenv, "CLOCKWRIGHT_TRIED").result() is None
    monkeypatch.setenv("CLOCKWRIGHT_TRIED", "yes")
    assert open_workers(1).submit(os.getenv, "CLOCKWRIGHT_TRIED").result() == "yes"


@needs_press
def test_printing_leaves_no_temporary_files() -> None:
    """WeasyPrint writes megabytes of fonts for each process that uses it."""
    program = (
        'import builder; script = builder.parse(\'["imp", "monk"]\');'
        "builder.render(script, 'sheet');"
        "print(len(builder.pool(workers=1).__enter__().render(script, 'night').pdf), flush=True)"
    )
    with tempfile.TemporaryDirectory() as written:  # of a short name, as the address of a socket has to be
        environment = os.environ | {"TMPDIR": written}
        said = subprocess.run(
            [sys.executable, "-c", program], env=environment, check=True, capture_output=True
        )
        assert int(said.stdout) > 1000
        assert [*Path(written).iterdir()] == []


PROGRAM = """
import jobs
from builder.press.workers import Workers
workers = Workers(2, seconds=300, memory_mb=1500, preload=("builder.documents",))
print(*workers.submit(jobs.family).result(), flush=True)
print(*workers.submit(jobs.family).result(), flush=True)
workers.submit(jobs.say_and_doze).result()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_nobody_outlives_a_program_that_is_killed(tmp_path: Path) -> None:
    """The program has no guard for its main module, as a user's may have none."""
    (tmp_path / "program.py").write_text(PROGRAM)
    path = os.pathsep.join((str(Path(__file__).parent), str(assets.root())))
    with subprocess.Popen(
        [sys.executable, tmp_path / "program.py"],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": path},
    ) as program:
        assert program.stdout
        family = {*program.stdout.readline().split(), *program.stdout.readline().split()}
        assert program.stdout.readline() == "busy\n"
        program.kill()
    assert len(family) == 3  # a worker, its helper, and the server
    wait_until(lambda: not any(is_running(process) for process in family))


def is_running(process: str) -> bool:
    try:
        state = Path("/proc", process, "stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.skipif(sys.platform != "linux", reason="only there a process can say how many threads it has")
def test_a_process_that_has_used_pango_gets_no_helper(open_workers: OpenWorkers) -> None:
    workers = open_workers(1)
    assert workers.submit(jobs.has_helper).result()
    assert workers.submit(jobs.can_fork).result()
    assert not workers.submit(jobs.can_fork_after_printing).result()


INTERRUPTED = """
import os, signal
from builder.press.workers import Workers
signal.signal(signal.SIGINT, lambda *_: None)
workers = Workers(1, seconds=300, memory_mb=1500, preload=("builder.documents",))
future = workers.submit(pow, 3, 2)
while not future.done():
    os.killpg(0, signal.SIGINT)
print(future.result(), workers.died)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no Ctrl-C to send on Windows")
def test_ctrl_c_disturbs_no_process_that_is_still_starting() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        start_new_session=True,
        env=os.environ | {"PYTHONPATH": str(assets.root())},
    )
    assert (done.stdout, done.stderr) == ("9 0\n", "")
