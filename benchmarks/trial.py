"""Trial by fire: what malformed and hostile files, kills, disasters and crowds do to a server as it is by default.

    .venv/bin/python -m benchmarks.trial [malformed] [hostile] [kills] [disasters] [crowds]
        [--seed N] [--inputs N] [--minutes N] [--kills N] [--scale F]

Without a name all parts are tried. `--minutes` is for the mutation of real files; `--scale` shortens the crowds' time.
What is thrown is made by the modules of tests/, which throw a little of it in every run.
"""

import argparse
import html.parser
import io
import json
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache, partial
from http.client import HTTPException
from multiprocessing import get_context
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from click.testing import CliRunner

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests" / each) for each in ("", "web", "formats", "hostile")]

import malformed  # noqa: E402
import spoiling  # noqa: E402
from hostile_files import RUN, SONG, Canary, canary, hostile_files  # noqa: E402
from saving import SHARED  # noqa: E402
from saving_people import killed_while_people_save  # noqa: E402
from serving import Answer, Served, Visitor, served  # noqa: E402
from test_web_pages_of_anything import QUERIES  # noqa: E402

from benchmarks import load  # noqa: E402
from benchmarks.rows import Row  # noqa: E402
from builder import editing, formats  # noqa: E402
from builder.cli.program import program  # noqa: E402
from builder.web.api.calls import POST  # noqa: E402
from tests.formats.test_every_reader_spoilt import changed, spoilt  # noqa: E402

#: Megabytes by which a server may grow once its caches are full, which takes some ten minutes.
GROWTH = 50.0
SEED, INPUTS, MINUTES, KILLS, PEOPLE, CROWD = 16, 10_000, 30.0, 100, 20, 100
#: Seconds after which an answer counts as one that hangs, and after which nobody waits for it any more.
HANGS, GIVEN_UP = 5.0, 150.0
#: The same for documents of a hostile file, of which some are ended by the limit of a render: 30 s for each part.
RENDER_HANGS, PUBLISH_HANGS = 40.0, 130.0
#: Of so many requests one prints.
PRINTS = 25
DOCUMENTS = ("/sheet/classic/a4.pdf", "/night/full/a4.pdf", "/tokens/classic/a4.pdf", "/almanac/book/a4.pdf")
PRINTED = (*DOCUMENTS, "/export/almanac.html", "/publish.zip")
PAGES = [
    "",
    "/characters",
    "/night",
    "/export",
    "/history",
    "/script.json",
    "/deal?players=7",
    "/setup",
    "/print",
]
WAYS = [f"/export/{way}" for way in ("official", "bloodstar", "csv", "markdown")]
SHOWN = (*PAGES, "/characters/own", "/almanac", *WAYS, *PRINTED)
#: By what a page of a script is told from what may be anything.
BROKEN = (
    "Something broke on our side",
    "Something went wrong in Clockwright itself",
    "Traceback (most recent",
)
#: What a server says when it is full, has no room or waits for its library: with `Retry-After`, or in a sentence.
CLEAN = (503, 507)


@dataclass
class Trial:
    """What was tried, and what should not have happened."""

    tried: int = 0
    files: int = 0
    slowest: float = 0.0
    faults: dict[str, list[str]] = field(default_factory=lambda: {"broken": [], "hangs": [], "leaks": []})
    statuses: Counter[int] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def fault(self, kind: str, what: str) -> None:
        """Notes one, and says it at once."""
        with self.lock:
            self.faults[kind].append(what)
        print(f"{kind}: {what}", flush=True)

    def ask(self, what: str, work: Callable[[], Answer], hangs: float = HANGS) -> Answer | None:
        """One answer, timed and judged; None if there was none."""
        begun = time.monotonic()
        try:
            answer = work()
        except (OSError, HTTPException, BrokenExecutor) as error:
            self.fault("hangs" if isinstance(error, TimeoutError) else "broken", f"{what}: {error!r}")
            return None
        seconds = time.monotonic() - begun
        with self.lock:
            self.tried += 1
            self.slowest = max(self.slowest, seconds)
            self.statuses[answer.status] += 1
        if seconds > hangs:
            self.fault("hangs", f"{what}: {seconds:.1f} s")
        is_broken = answer.status >= 500 and answer.status not in CLEAN
        if is_broken or any(word in answer.text for word in BROKEN):
            self.fault("broken", f"{what}: {answer.status}")
        return answer

    def rows(self, number: str, what: str, remark: str, kinds: tuple[str, ...]) -> Iterator[Row]:
        """A row for each kind of fault."""
        words = {"broken": "answers of 500", "hangs": f"answers after {HANGS:g} s", "leaks": "not contained"}
        for kind in kinds:
            found = self.faults[kind]
            told = "; ".join([remark, f"slowest {self.slowest:.1f} s" if kind == "hangs" else "", *found[:3]])
            yield Row(
                number, f"trial: {what}: {words[kind]}", len(found), "", limit=0, remark=told.strip("; ")
            )


# ---- malformed inputs over all doors


class Attacker:
    """Throws one malformed input after the other at every door."""

    def __init__(self, trial: Trial, server: Served, dice: Random) -> None:
        self.trial, self.dice, self.visitor = trial, dice, Visitor(server)
        self.own = json.dumps(
            ["imp", "chef", {"id": "own0", "name": "Own", "team": "minion", "ability": "x"}]
        )
        self.path = self.visitor.opened(json.loads(self.own))
        self.doors = (
            self.page,
            self.file,
            self.bloodstar,
            self.api,
            self.api,
            self.edit,
            self.edit,
            self.command,
        )

    def throw(self, body: bytes) -> None:
        """One input, through one door."""
        self.dice.choice(self.doors)(body)

    def page(self, body: bytes) -> None:
        """Pastes it, and looks at what came of it."""
        text = body.decode("utf-8", "replace")
        self.look(self.trial.ask("paste", lambda: self.visitor.ask("/open", {"text": text})))

    def file(self, body: bytes) -> None:
        """Drops it as a file."""
        name = f"x.{self.dice.choice(('json', 'zip', 'txt', 'html', 'pdf', 'png', 'blood', 'csv'))}"
        self.look(self.trial.ask("file", lambda: self.visitor.upload("/open", name, body)))

    def bloodstar(self, body: bytes) -> None:
        """Brings it from Bloodstar."""
        self.look(self.trial.ask("bloodstar", lambda: self.visitor.upload("/bloodstar", "x.blood", body)))

    def look(self, answer: Answer | None) -> None:
        """Looks at the script that was opened, and now and then prints it."""
        if answer is None or answer.status != 303:
            return
        path = urlsplit(answer.headers["Location"]).path
        page = self.dice.choice(PAGES if self.dice.randrange(PRINTS) else DOCUMENTS)
        self.trial.ask(f"GET {page or '/s'}", lambda: self.visitor.ask(f"{path}{page}"))

    def api(self, body: bytes) -> None:
        """Posts it to a call of the API; seldom to one that prints."""
        call = self.dice.choice(sorted(POST))
        if call == "print" and self.dice.randrange(4):
            return self.api(body)
        query = self.dice.choice((*QUERIES, "?players=7", "?to=csv", "?kind=night", "?seed=1&players=9"))
        kind = self.dice.choice(("application/json", "text/plain", "application/octet-stream"))
        ask = lambda: self.visitor.send(f"/api/{call}{query}", body, **{"Content-Type": kind})  # noqa: E731
        self.trial.ask(f"/api/{call}{query[:60]}", ask)
        return None

    def edit(self, body: bytes) -> None:
        """Changes a script of its own by an op with wrong values, or by what is no op at all."""
        op = malformed.op(self.dice.choice(ops()), op_fields(), self.dice)
        form = {"op": body.decode("utf-8", "replace") if self.dice.randrange(8) == 0 else json.dumps(op)}
        headers = self.dice.choice(({}, {"X-Parts": "saved"}, {"X-Parts": "all"}))
        self.trial.ask(f"do {form['op'][:200]}", lambda: self.visitor.ask(f"{self.path}/do", form, **headers))
        page = self.dice.choice(("", "/characters", "/night", "/export"))
        self.trial.ask(f"after it {page or '/s'}", lambda: self.visitor.ask(f"{self.path}{page}"))
        if self.dice.randrange(50) == 0:
            self.path = self.visitor.opened(json.loads(self.own))

    def command(self, body: bytes) -> None:
        """Gives it to a command."""
        words = self.dice.choice(COMMANDS)
        self.trial.ask(f"clockwright {' '.join(words)}", lambda: COMMAND_LINE.ask(words, body))


COMMANDS = (
    ("check", "-"), ("check", "-", "--json"), ("sort", "-"), ("night", "-"), ("setup", "-"), ("jinxes", "-"),
    ("deal", "-", "--players", "7"),
    *(("convert", "-", "--to", name) for name in ("csv", "markdown", "bloodstar", "text")),
)  # fmt: skip


class CommandLine:
    """A process of its own for commands, as one that hangs could not be ended otherwise."""

    def __init__(self) -> None:
        self._processes: ProcessPoolExecutor | None = None
        self._lock = threading.Lock()

    def ask(self, words: tuple[str, ...], given: bytes) -> Answer:
        """What a command says; a status of 500 if it broke. Raises TimeoutError."""
        with self._lock:
            if self._processes is None:
                self._processes = ProcessPoolExecutor(1, get_context("spawn"))
            try:
                return self._processes.submit(command, words, given).result(GIVEN_UP)
            except TimeoutError:
                self.close()
                raise

    def close(self) -> None:
        """Ends the process, whatever it does."""
        if self._processes:
            for process in self._processes._processes.values():  # noqa: SLF001  # there is no other way to it
                process.kill()
            self._processes.shutdown(cancel_futures=True)
            self._processes = None


COMMAND_LINE = CommandLine()


def command(words: tuple[str, ...], given: bytes) -> Answer:
    """Runs a command in this process."""
    result = CliRunner().invoke(program, words, input=given)
    is_fine = result.exit_code in {0, 1, 2} and isinstance(result.exception, SystemExit | None)
    return Answer(200 if is_fine else 500, {}, result.output.encode("utf-8", "replace"))


@cache
def ops() -> tuple[str, ...]:
    """The names of all ops, and some that are none."""
    return (*sorted(editing.ops()), "undo", "redo", "find", "add", "nothing")


@cache
def op_fields() -> list[str]:
    """The fields that ops look for."""
    return malformed.fields_of("editing", "checks")


def malformed_body(dice: Random) -> bytes:
    """A malformed script, save, archive, page or text."""
    kind = dice.randrange(10)
    if kind < 6:
        return json.dumps(malformed.script(dice)).encode()
    if kind == 6:
        return spoiling.archive(dice)
    if kind == 7:
        return spoiling.page(dice).encode("utf-8", "replace")
    return spoiling.save(dice).encode() if kind == 8 else spoilt(dice.randrange(2**40))


@cache
def real_files() -> tuple[bytes, ...]:
    """Files that people have: the fixtures and the corpus beside the repository where they are, and our samples."""
    paths = [*ROOT.glob("data/samples/*.json")]
    for pattern in ("bloodstar/*", "homebrew/*", "seeds/*", "wc25/*"):
        paths += [path for path in SHARED.glob(pattern) if path.stat().st_size < 2_000_000]
    corpus = SHARED.parent / "corpus" / "community-scripts.jsonl"
    lines = corpus.read_text("utf-8").splitlines() if corpus.exists() else []
    scripts = [json.dumps(json.loads(line)["script"]).encode() for line in lines]
    read = [path.read_bytes() for path in sorted(paths)]
    sample = formats.read(read[0])
    return (
        *read,
        *scripts,
        *(formats.write(sample, name).encode() for name in ("csv", "markdown", "chat", "link")),
    )


def mutated(dice: Random) -> bytes:
    """A real file with a few changes, of its bytes or of its values."""
    whole = dice.choice(real_files())
    if dice.random() < 0.5:
        return changed(whole, dice)
    try:
        return json.dumps(spoiling.spoilt(json.loads(whole), dice)).encode()
    except ValueError:
        return changed(whole, dice)


def warm_up(server: Served) -> None:
    """Prints once: the first document waits until there are processes that print."""
    visitor = Visitor(server)
    visitor.ask(f"{visitor.opened(['imp', 'chef'])}{DOCUMENTS[0]}")


def memory(server: Served) -> float:
    """Megabytes of the server itself."""
    text = Path(f"/proc/{server.process.pid}/status").read_text("utf-8")
    return int(text.partition("VmRSS:")[2].split()[0]) / 1000


def malformed_inputs(seed: int, inputs: int, minutes: float) -> tuple[Trial, list[float]]:
    """All of both kinds; and the server's memory after each half of the inputs and of the minutes."""
    trial, sizes = Trial(), []
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder, "data"), CLOCKWRIGHT_FETCH_PICTURES="0") as server,
    ):
        warm_up(server)
        attackers = [Attacker(trial, server, Random(seed + number)) for number in range(2)]  # noqa: S311

        def throw(made: Callable[[Random], bytes], goes_on: Callable[[], bool]) -> None:
            def work(one: Attacker) -> None:
                while goes_on():
                    one.throw(made(one.dice))

            with ThreadPoolExecutor() as threads:
                list(threads.map(work, attackers))
            sizes.append(memory(server))

        for count in (inputs // 2, inputs - inputs // 2):
            left = iter(range(count))
            throw(malformed_body, lambda left=left: next(left, None) is not None)
        for _ in range(2):
            until = time.monotonic() + minutes * 30
            throw(mutated, lambda until=until: time.monotonic() < until)
        COMMAND_LINE.close()
        trial.ask("the first page", lambda: Visitor(server).ask("/"))
    return trial, sizes


# ---- hostile files


class Seen(html.parser.HTMLParser):
    """Notes what a page would run or load for somebody."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.harm: list[str] = []
        self._inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Attributes that run or load."""
        self._inside = "data" if ("type", "application/json") in attrs else tag
        for name, value in attrs:
            text = (value or "").strip()
            loads = name in {"src", "srcset", "data", "poster", "style"} or (
                tag in {"link", "base"} and name == "href"
            )
            if (
                name.startswith("on")
                or text.lower().startswith("javascript:")
                or (loads and is_stranger(text))
            ):
                self.harm.append(f"<{tag} {name}={text[:80]}>")

    def handle_data(self, data: str) -> None:
        """Scripts and styles within the page."""
        if (self._inside == "script" and RUN in data) or (self._inside == "style" and is_stranger(data)):
            self.harm.append(f"<{self._inside}>")

    def handle_endtag(self, _: str) -> None:
        """Text goes on."""
        self._inside = ""


def is_stranger(text: str) -> bool:
    """Whether an address of a hostile file is in it."""
    return any(word in text for word in ("//leak.example", "//picture.example", "file:/", "//127.0.0.1"))


def documents_in(answer: Answer) -> Iterator[tuple[str, bytes]]:
    """An answer, or what is in the archive that it is."""
    kind = answer.headers.get("Content-Type", "")
    if not kind.startswith("application/zip"):
        yield kind, answer.body
        return
    with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
        for name in archive.namelist():
            is_safe = (
                ".." not in name.split("/") and not name.startswith("/") and not set(name) & set("\\:\0")
            )
            yield name if is_safe else f"a path out of the archive: {name}", archive.read(name)


def is_contained(trial: Trial, what: str, answer: Answer) -> None:
    """Notes the canary's song, paths, headers and markup where none may be."""
    if "X-Evil" in answer.headers or "evil=" in answer.headers.get("Set-Cookie", ""):
        trial.fault("leaks", f"{what}: a header")
    for kind, body in documents_in(answer):
        if kind.startswith("a path out"):
            trial.fault("leaks", f"{what}: {kind}")
        is_page = "html" in kind
        if body.startswith(b"%PDF"):
            body = readable(body)  # noqa: PLW2901  # the same, unpacked
        if SONG.encode() in body:
            trial.fault("leaks", f"{what}: the song in {kind}")
        for harm in Seen(body.decode("utf-8", "replace")).harm if is_page else ():
            trial.fault("leaks", f"{what}: {harm}")


def readable(pdf: bytes) -> bytes:
    """Everything in a PDF, unpacked, without the script that it carries."""
    import pikepdf  # noqa: PLC0415  # of the tests alone

    target = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as document:
        document.attachments.clear()
        document.save(
            target, stream_decode_level=pikepdf.StreamDecodeLevel.generalized, compress_streams=False
        )
    return target.getvalue()


def hostile(folder: Path, only: Callable[[str], bool] = bool) -> Trial:
    """Sends each file, or those that are chosen; looks at all that opened, and at who was called meanwhile."""
    trial = Trial()
    inner = folder / "a" / "b" / "c" / "data"
    inner.parent.mkdir(parents=True)
    network = folder / "network.txt"
    watch = {"PYTHONPATH": str(Path(__file__).parent / "trial_child"), "TRIAL_NETWORK": str(network)}
    with canary(folder) as bird, served(inner, **watch) as server:
        warm_up(server)
        for what, name, body in hostile_files(bird, only):
            trial.files += 1
            content = body if isinstance(body, bytes) else body.encode("utf-8", "replace")
            bring(trial, Visitor(server, GIVEN_UP), what, name, content)
        trial.ask("the end", lambda: Visitor(server).ask("/readyz"))
        wander(trial, bird, network, {folder / "a", network, bird.secret}, folder)
    return trial


def bring(trial: Trial, visitor: Visitor, what: str, name: str, content: bytes) -> None:
    """One file through both doors for files; then every page and document of it."""
    for door in ("/open", "/bloodstar"):
        answer = trial.ask(f"{what} at {door}", partial(visitor.upload, door, name, content))
        if answer is None:
            continue
        is_contained(trial, what, answer)
        if answer.status != 303:
            continue
        path = urlsplit(answer.headers["Location"]).path.removesuffix("/bloodstar")
        for page in SHOWN if door == "/open" else [""]:
            ask = partial(visitor.ask, f"{path}{page}")
            hangs = PUBLISH_HANGS if page == PRINTED[-1] else RENDER_HANGS if page in PRINTED else HANGS
            if shown := trial.ask(f"{what}: {page}", ask, hangs):
                is_contained(trial, f"{what}: {page}", shown)
        visitor.ask(f"{path}/delete", {})


def wander(trial: Trial, bird: Canary, network: Path, ours: set[Path], folder: Path) -> None:
    """Notes who was called, and files where none should be."""
    for caller in bird.visits:
        trial.fault("leaks", f"the canary was called by {caller}")
    for line in sorted(set(network.read_text("utf-8").splitlines())) if network.exists() else ():
        if line.startswith("connect") or "leak" in line:
            trial.fault("leaks", line)
    for place in (folder, folder / "a", folder / "a" / "b", folder / "a" / "b" / "c"):
        for path in place.iterdir():
            if "evil" in path.name or (place == folder and path not in ours):
                trial.fault("leaks", f"a file at {path}")


# ---- disasters and crowds


def disasters() -> tuple[int, list[str]]:
    """How many tests of disasters there are, each with a server of its own, and those that failed."""
    tests = [str(path) for path in (ROOT / "tests" / "web").glob("test_web_disasters*.py")]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rA", *tests]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = [
        line for line in done.stdout.splitlines() if line.startswith(("PASSED", "FAILED", "ERROR", "SKIPPED"))
    ]
    return len(lines), [line for line in lines if not line.startswith("PASSED")]


def crowds(scale: float) -> Iterator[Row]:
    """Twenty people for ten minutes, and a hundred hasty ones for five at a hosted server."""
    calm = load.measure(600 * scale, PEOPLE)
    for what, limit in load.LIMITS.items():
        times = calm.times[what]
        remark = f"p95 of {len(times)} answers, {PEOPLE} people at once for {600 * scale:.0f} s"
        yield Row("16e", f"trial: crowd: {what}", load.p95(times), limit=limit, remark=remark)
    rush = load.measure(300 * scale, CROWD, pause=0.5, hosted=True)
    count = sum(map(len, rush.times.values()))
    remark = (
        f"{CROWD} people at once for {300 * scale:.0f} s, {count} answers, {rush.shed} shed with Retry-After"
    )
    yield Row("16e", "trial: crowd: answers that failed otherwise", len(calm.errors + rush.errors), "", limit=0,
              remark="; ".join([remark, *(calm.errors + rush.errors)[:3]]))  # fmt: skip
    remark = f"{calm.told + rush.told} changes acknowledged"
    yield Row("16e", "trial: crowd: changes lost", calm.lost + rush.lost, "", limit=0, remark=remark)


def rows(
    *parts: str,
    seed: int = SEED,
    inputs: int = INPUTS,
    minutes: float = MINUTES,
    kills: int = KILLS,
    scale: float = 1,
) -> Iterator[Row]:
    """For benchmarks/RESULTS.md: those parts, or all."""
    print(f"trial: seed {seed}", flush=True)
    if not parts or "malformed" in parts:
        trial, sizes = malformed_inputs(seed, inputs, minutes)
        remark = (
            f"{inputs} malformed inputs and {minutes:g} min of mutation, {trial.tried} answers, seed {seed}"
        )
        yield from trial.rows("16a", "malformed", remark, ("broken", "hangs"))
        remark = f"in the second half of the minutes; MB after each half of both: {[*map(round, sizes)]}"
        growth = sizes[-1] - sizes[-2]
        yield Row("16a", "trial: malformed: growth of the server", growth, "MB", limit=GROWTH, remark=remark)
    if not parts or "hostile" in parts:
        with tempfile.TemporaryDirectory() as folder:
            trial = hostile(Path(folder))
        yield from trial.rows(
            "16b", "hostile", f"{trial.files} files, {trial.tried} answers", tuple(trial.faults)
        )
    if not parts or "kills" in parts:
        lost, remark = 0, ""
        with tempfile.TemporaryDirectory() as folder:
            try:
                told = killed_while_people_save(Path(folder, "data"), rounds=kills, dice=Random(seed))  # noqa: S311
                remark = f"{kills} × kill -9, {told} changes acknowledged, every library whole; seed {seed}"
            except AssertionError as error:
                lost, remark = 1, f"{error}; seed {seed}"
        yield Row("16c", "trial: kills: changes lost", lost, "", limit=0, remark=remark)
    if not parts or "disasters" in parts:
        count, failed = disasters()
        remark = "; ".join(
            [f"{count} tried: full and read-only disk, clock, database, caches, locks", *failed[:3]]
        )
        yield Row(
            "16d", "trial: disasters: not mastered", len(failed) + (not count), "", limit=0, remark=remark
        )
    if not parts or "crowds" in parts:
        yield from crowds(scale)


def main() -> None:
    """Reads the words of the command line, and prints the rows."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "parts", nargs="*", choices=["malformed", "hostile", "kills", "disasters", "crowds", []]
    )
    for name, usual in (("seed", SEED), ("inputs", INPUTS), ("kills", KILLS)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--scale", type=float, default=1.0)
    given = vars(parser.parse_args())
    found = []
    for row in rows(*given.pop("parts"), **given):
        print(row.line(), flush=True)
        found.append(row)
    sys.exit(any(row.keeps_its_limit is False for row in found))


if __name__ == "__main__":
    main()
