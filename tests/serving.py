"""A real server, to be stopped, killed and started again on the same data; and somebody who talks to it."""

import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

#: Disks that are mounted so are gone with the program.
MOUNT = ("unshare", "--map-root-user", "--mount", "sh", "-c")
#: The command line whose server does not warm up: it renders and prints nothing until somebody asks for it.
COLD = """
from builder.cli import main
from builder.web.infra import upkeep

upkeep.warm_up = lambda app: None
main()
"""


@dataclass(frozen=True)
class Served:
    """A server that runs: its process and where it listens."""

    process: "subprocess.Popen[str]"
    address: str

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    def kill(self) -> None:
        """As a power cut does it: no signal handler, no farewell. Its children get the same."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(30)


def command(*, is_cold: bool = False) -> list[str]:
    """The command line of this checkout, `clockwright` without its name."""
    return [sys.executable, *(["-c", COLD] if is_cold else ["-m", "builder.cli"])]


@contextmanager
def served(
    folder: Path, *, port: int = 0, wrapped: tuple[str, ...] = (), is_cold: bool = False, **environment: str
) -> Iterator[Served]:
    """`clockwright serve` on a folder of data; `wrapped` is a program that starts it.

    A cold server saves two seconds of work that a test which is not about the start, or prints itself, does not need.
    """
    program = [*wrapped, *command(is_cold=is_cold), "serve", "--no-browser", "--port", str(port)]
    with (folder.parent / f"{folder.name}.log").open("a") as log:
        process = subprocess.Popen(
            program,
            env=os.environ | {"CLOCKWRIGHT_DATA": str(folder)} | environment,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            start_new_session=True,
        )
        assert process.stdout
        with process.stdout:
            found = re.search(r"http://[\d.]+:\d+", process.stdout.readline())
            server = Served(process, found[0] if found else "")
            try:
                assert found, Path(log.name).read_text()
                yield server
            finally:
                server.kill()


@contextmanager
def on_a_small_disk(folder: Path) -> Iterator[tuple[Served, Path]]:
    """A server with its data on a disk of 40 MB that nobody else sees; and where that disk is reached from here."""
    folder.mkdir()
    mount = f'mount -t tmpfs -o size=40m tmpfs "{folder}"'
    if not shutil.which("unshare") or subprocess.run([*MOUNT, mount], check=False).returncode:
        pytest.skip("this machine lets nobody mount a small disk")
    with served(folder, wrapped=(*MOUNT, f'{mount} && exec "$@"', "sh"), is_cold=True) as server:
        yield server, Path(f"/proc/{server.process.pid}/root{folder}")


def fill(disk: Path) -> None:
    """Puts `ballast` on a disk until not a page more fits."""
    with (disk / "ballast").open("wb", 0) as ballast, suppress(OSError):
        while ballast.write(b"x" * 4096):
            pass
    assert shutil.disk_usage(disk).free < 4096


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


@dataclass(frozen=True)
class Visitor:
    """Somebody who talks to a server, and waits so many seconds for an answer."""

    server: Served
    patience: float = 60

    def ask(self, path: str, form: Mapping[str, str] | None = None, **headers: str) -> Answer:
        if form is None:
            return self.send(path, None, **headers)
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.send(path, urlencode(form, errors="replace").encode(), **kind, **headers)

    def send(self, path: str, body: bytes | None, **headers: str) -> Answer:
        """Asks for a page, or posts a body as it is."""
        port = self.server.port
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=self.patience)) as connection:
            connection.request("GET" if body is None else "POST", path, body, headers)
            answer = connection.getresponse()
            return Answer(answer.status, dict(answer.getheaders()), answer.read())

    def upload(self, path: str, name: str, content: bytes) -> Answer:
        """Posts a form with one file."""
        safe = name.translate({ord(each): f"%{ord(each):02X}" for each in '"\r\n'})
        head = f'--edge\r\nContent-Disposition: form-data; name="file"; filename="{safe}"\r\n\r\n'
        body = head.encode("utf-8", "replace") + content + b"\r\n--edge--\r\n"
        return self.send(path, body, **{"Content-Type": "multipart/form-data; boundary=edge"})

    def opened(self, script: object) -> str:
        """The path of a script of one's own."""
        answer = self.ask("/open", {"text": json.dumps(script)})
        assert answer.status == 303, answer.text
        return urlsplit(answer.headers["Location"]).path

    def do(self, path: str, op: Mapping[str, Any], revision: int | str = "") -> Answer:
        """One change, as the page's own script sends it."""
        form = {"op": json.dumps(op), "revision": str(revision)}
        return self.ask(f"{path}/do", form, **{"X-Parts": "1"})

    def script(self, path: str) -> list[Any]:
        found: list[Any] = json.loads(self.ask(f"{path}/script.json").text)
        return found
