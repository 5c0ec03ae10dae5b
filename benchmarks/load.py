"""Twenty people at once, for two minutes, against a server on this machine: pages, the panel, sheets.

Alone: `.venv/bin/python -m benchmarks.load [SECONDS]`.
"""

import http.client
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from benchmarks.rows import Row

PEOPLE = 20
SECONDS = 120
#: Seconds between two things that one person does.
PAUSE = 5.0
SAMPLES = sorted(Path(__file__).parents[1].joinpath("data", "samples").glob("*.json"))
#: Statuses of a server that has too much to do; it says when to come again.
SHED = (429, 503)
LIMITS = {"page": 200.0, "panel": 200.0, "sheet": 2000.0}


@dataclass
class Tally:
    """Milliseconds of each kind of answer, and what went wrong."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    #: Answers of 429 or 503 that said when to come again; changes that were acknowledged, and lost all the same.
    shed: int = 0
    told: int = 0
    lost: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, what: str, milliseconds: float, error: str) -> None:
        """One answer."""
        with self.lock:
            self.times[what].append(milliseconds)
            if error:
                self.errors.append(f"{what}: {error}")


class Person:
    """Opens a script, looks at it, changes it, and prints its sheet after each change."""

    def __init__(self, address: str, number: int, tally: Tally, pause: float = PAUSE) -> None:
        self.address, self.number, self.tally, self.pause = urlsplit(address), number, tally, pause
        # On a hosted server, each comes from an address of their own, and is known by a cookie.
        self.headers = {"X-Forwarded-For": f"192.0.2.{number}"}

    def live(self, until: float) -> None:
        """Goes on until a moment of the clock; the first script is opened before anything is timed."""
        time.sleep(self.number * self.pause / PEOPLE)
        script = self.opened()
        turn, told = 0, ""
        while time.monotonic() < until:
            turn += 1
            self.ask("page", "GET", script)
            time.sleep(self.pause)
            # A new title makes a new document: nothing comes off the shelf.
            name = f"Person {self.number}, turn {turn}"
            op = {"op": json.dumps({"op": "rename", "name": name})}
            told = name if self.ask("panel", "POST", f"{script}/do", op) else told
            time.sleep(self.pause)
            if turn % 3 == 1:
                self.ask("sheet", "GET", f"{script}/sheet/classic/a4.pdf")
                time.sleep(self.pause)
        self.count(script, told)

    def count(self, script: str, told: str) -> None:
        """Whether the last change that was acknowledged is still there."""
        if not told:
            return
        _, _, body = self.send("GET", f"{script}/script.json", None)
        with self.tally.lock:
            self.tally.lost += json.loads(body)[0]["name"] != told

    def opened(self) -> str:
        """The path of a script of one's own."""
        text = SAMPLES[self.number % len(SAMPLES)].read_text("utf-8")
        status, headers, _ = self.send("POST", "/open", {"text": text})
        while status in SHED:
            self.tally.shed += 1
            time.sleep(int(headers["Retry-After"]))
            status, headers, _ = self.send("POST", "/open", {"text": text})
        if status != http.client.SEE_OTHER:
            raise RuntimeError(f"a script could not be opened: {status}")
        cookies = [each.partition(";")[0] for each in headers.get_all("Set-Cookie", ())]
        self.headers["Cookie"] = "; ".join(cookies)
        return urlsplit(headers["Location"]).path

    def ask(self, what: str, method: str, path: str, form: dict[str, str] | None = None) -> bool:
        """One thing that is timed until its last byte; gives whether it was done."""
        begun = time.perf_counter()
        fine = False
        try:
            status, headers, body = self.send(method, path, form)
            if status in SHED and headers.get("Retry-After", "").isdecimal():
                with self.tally.lock:
                    self.tally.shed += 1
                return False
            fine = status == http.client.OK and (what != "sheet" or body.startswith(b"%PDF"))
            error = "" if fine else f"status {status}"
        except OSError as problem:
            error = str(problem) or type(problem).__name__
        self.tally.add(what, (time.perf_counter() - begun) * 1000, error)
        with self.tally.lock:
            self.tally.told += fine and what == "panel"
        return fine

    def send(
        self, method: str, path: str, form: dict[str, str] | None
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        """The answer of the server."""
        connection = http.client.HTTPConnection(self.address.hostname or "", self.address.port, timeout=60)
        body = urlencode(form) if form else None
        headers = self.headers | ({"Content-Type": "application/x-www-form-urlencoded"} if form else {})
        try:
            connection.request(
                method, path, body, headers | {"X-Parts": "1"} if path.endswith("/do") else headers
            )
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()


@contextmanager
def server(**environment: str) -> Iterator[str]:
    """A server of its own, with a folder of its own, on a free port; gives its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "builder.cli", "serve", "--no-browser", "--port", "0"]
        environment = os.environ | {"CLOCKWRIGHT_DATA": folder} | environment
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process:
            said = process.stdout.readline() if process.stdout else ""
            found = re.search(r"http://\S+", said)
            try:
                if found is None:
                    raise RuntimeError("the server did not start")
                yield found[0]
            finally:
                process.terminate()
                process.wait(60)


def measure(
    seconds: float = SECONDS, people: int = PEOPLE, pause: float = PAUSE, *, hosted: bool = False
) -> Tally:
    """What so many people find in so many seconds."""
    tally = Tally()
    public = {"CLOCKWRIGHT_HOSTED": "yes", "CLOCKWRIGHT_PROXIES": "1"} if hosted else {}
    with server(**public) as address:
        Person(address, 0, tally).opened()
        until = time.monotonic() + seconds
        threads = [
            threading.Thread(target=Person(address, number, tally, pause).live, args=(until,))
            for number in range(people)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return tally


def p95(times: list[float]) -> float:
    """What all but one answer in twenty take at most."""
    return statistics.quantiles(times, n=20)[-1] if len(times) > 1 else sum(times)


def rows() -> Iterator[Row]:
    """For benchmarks/RESULTS.md."""
    tally = measure()
    for what, limit in LIMITS.items():
        times = tally.times[what]
        remark = f"p95 of {len(times)} answers, {PEOPLE} people at once for {SECONDS} s"
        yield Row("11", f"load: {what}", p95(times), limit=limit, remark=remark)
    errors = [*tally.errors, *(f"{tally.shed} shed" for _ in range(tally.shed))]
    yield Row("11", "load: answers that failed", len(errors), "", limit=0, remark="; ".join(errors[:3]))


if __name__ == "__main__":
    found = measure(float(sys.argv[1]) if sys.argv[1:] else SECONDS)
    for kind, milliseconds in found.times.items():
        middle = statistics.median(milliseconds)
        print(f"{kind}: {len(milliseconds)} answers, median {middle:.0f} ms, p95 {p95(milliseconds):.0f} ms")
    print(f"{len(found.errors)} failed", *found.errors[:5], sep="\n")
