"""The server takes its port, says where it is, and stops without losing anybody's print."""

import json
import os
import re
import signal
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPResponse
from pathlib import Path

import pytest
from serving import command

pytestmark = pytest.mark.full

SCRIPT = ["washerwoman", "chef", "empath", "butler", "poisoner", "imp"]


def start(folder: Path, *more: str, is_cold: bool = False) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*command(is_cold=is_cold), "serve", "--no-browser", *more],
        env=os.environ | {"CLOCKWRIGHT_DATA": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@contextmanager
def started(folder: Path, *, is_cold: bool = False) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server on a folder, and its address."""
    with start(folder, "--port", "0", is_cold=is_cold) as process:
        try:
            assert process.stdout
            address = re.search(r"http://[\d.:]+", process.stdout.readline())
            assert address
            yield process, address[0]
        finally:
            process.kill()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    with started(tmp_path, is_cold=True) as found:
        yield found


def ask(address: str, body: bytes | None = None) -> HTTPResponse:
    assert address.startswith("http://127.0.0.1:")
    answer: HTTPResponse = urllib.request.urlopen(address, body)  # checked above
    return answer


def opened(address: str) -> str:
    body = b"text=" + json.dumps(SCRIPT).encode()
    with ask(f"{address}/open", body) as answer:
        return str(answer.url)


def test_a_port_that_is_taken_is_said_with_a_way_out(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with start(tmp_path, "--port", str(port)) as process:
            _, said = process.communicate(timeout=90)
    assert process.returncode == 2
    assert f"Port {port} on 127.0.0.1 cannot be used" in said
    assert f"--port {port + 1}" in said
    assert "Traceback" not in said


def running_now(address: str, what: str) -> float:
    with ask(f"{address}/metrics") as answer:
        found = re.search(rf"^clockwright_{what}_running (\S+)", answer.read().decode(), re.MULTILINE)
    assert found
    return float(found[1])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_print_that_runs_is_finished_before_the_server_stops(
    running: tuple[subprocess.Popen[str], str], number: signal.Signals
) -> None:
    process, address = running
    path = opened(address)
    answers: list[bytes] = []

    def download() -> None:
        with ask(f"{path}/almanac/book/a4.pdf") as answer:
            answers.append(answer.read())

    visitor = threading.Thread(target=download)
    visitor.start()
    # The question itself is a request.
    while (running_now(address, "requests") < 2 or running_now(address, "renders") < 1) and not answers:
        time.sleep(0.02)
    assert not answers
    # A terminal sends Ctrl-C to every process of the server, a service manager SIGTERM to the first alone.
    os.killpg(process.pid, number) if number == signal.SIGINT else process.send_signal(number)
    visitor.join(90)
    assert answers[0].startswith(b"%PDF")
    assert process.wait(90) == 0


@dataclass(frozen=True)
class Stopped:
    """What a server leaves that was started on an empty folder, used and stopped while it was idle."""

    folder: Path
    status: int
    log: str
    #: The id of one of its requests.
    request: str


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Stopped:
    folder = tmp_path_factory.mktemp("data")
    with started(folder) as (process, address):
        with ask(f"{address}/healthz") as answer:
            request = answer.headers["X-Request-ID"]
        with ask(f"{opened(address)}/sheet/classic/a4.pdf") as answer:
            assert answer.read().startswith(b"%PDF")
        process.terminate()
        _, log = process.communicate(timeout=20)
        return Stopped(folder, process.returncode, log, request)


def test_an_idle_server_stops_at_once(stopped: Stopped) -> None:
    assert stopped.status == 0


def test_its_log_names_requests_and_no_script(stopped: Stopped) -> None:
    assert stopped.request in stopped.log
    assert "washerwoman" not in stopped.log


def test_after_a_stop_the_library_is_one_file(stopped: Stopped) -> None:
    assert {path.name for path in stopped.folder.glob("library.sqlite3*")} == {"library.sqlite3"}


def test_the_first_start_tells_nothing_of_making_tables(stopped: Stopped) -> None:
    assert "alembic" not in stopped.log
    assert "upgrade" not in stopped.log


def test_the_server_hands_on_which_visitor_a_proxy_speaks_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("HOSTED", "yes"), ("PROXIES", "1"), ("RATE", "1/minute")):
        monkeypatch.setenv(f"CLOCKWRIGHT_{name}", value)
    with started(tmp_path, is_cold=True) as (_, address):
        statuses = []
        for visitor in ("192.0.2.1", "192.0.2.2", "192.0.2.1"):
            asked = urllib.request.Request(f"{address}/api/check", b'["imp"]', {"X-Forwarded-For": visitor})
            asked.add_header("Content-Type", "application/json")
            try:
                with urllib.request.urlopen(asked) as answer:
                    statuses.append(answer.status)
            except urllib.error.HTTPError as error:
                statuses.append(error.code)
                error.close()
    assert statuses == [200, 200, 429]
