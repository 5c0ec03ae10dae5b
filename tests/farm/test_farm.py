"""What the farm does when machines fail, with a real Redis, real workers and real stores."""

import json
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import wait
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import farm_workers
import pytest
import redis
import redis_server as redis_servers
import s3_server as s3
from local_server import free_port
from redis_server import RedisServer
from runner_jobs import job

from builder.artefact import PrintRequest
from builder.artefacts.runner import Runner, farm
from builder.errors import BusyError, ClockwrightError, UnavailableError, WorkerDiedError
from builder.farm import jobs, worker as farm_worker
from builder.farm.client import FarmRunner
from builder.settings import Settings
from builder.web import create_app

pytestmark = pytest.mark.full
QUICK = job("doze", seconds=0)
OpenFarm = Callable[..., Runner]


@pytest.fixture
def broker(redis_server: RedisServer) -> RedisServer:
    """The broker that these tests share, emptied."""
    redis_server.empty()
    return redis_server


@pytest.fixture
def given(broker: RedisServer, tmp_path: Path) -> Settings:
    return Settings(broker=broker.address, data=str(tmp_path / "data"), artefacts=f"file://{tmp_path}")


@dataclass(frozen=True)
class Shared:
    """A farm with one worker, which nobody kills."""

    given: Settings
    metrics: str

    @property
    def documents(self) -> set[Path]:
        return {*Path(self.given.artefacts.removeprefix("file://"), "documents").glob("*")}


@pytest.fixture(scope="module")
def shared(redis_server: RedisServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    folder, port = tmp_path_factory.mktemp("shared-farm"), free_port()
    given = Settings(
        broker=f"{redis_server.address.removesuffix('0')}9", data=str(folder), artefacts=f"file://{folder}"
    )
    with farm_workers.working(given, 1, 1, "--metrics", str(port)):
        yield Shared(given, f"http://127.0.0.1:{port}/metrics")


@pytest.fixture
def open_farm() -> Iterator[OpenFarm]:
    opened: list[Runner] = []

    def open_it(given: Settings, queue: str = "pages") -> Runner:
        opened.append(farm(given, queue=queue))
        return opened[-1]

    yield open_it
    for runner in opened:
        runner.close()


def wait_until(is_so: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def has_begun(note: Path) -> bool:
    """Whether a job has written its note: a job that is killed between opening and writing it leaves it empty."""
    return note.exists() and note.stat().st_size > 0


def test_a_job_whose_worker_is_killed_is_done_by_another(
    given: Settings, open_farm: OpenFarm, tmp_path: Path
) -> None:
    note = tmp_path / "note"
    with farm_workers.working(given) as (first,):
        running = open_farm(given).submit("x", job("note", note=note, seconds=3))
        wait_until(lambda: has_begun(note))
        first.kill()
    with farm_workers.working(given):
        assert running.result(60).body == b"done"
    assert note.read_text() == "xx"


@pytest.mark.slow
def test_a_worker_that_is_stopped_finishes_its_job_and_takes_no_other(
    given: Settings, open_farm: OpenFarm, tmp_path: Path
) -> None:
    runner = open_farm(given)
    with farm_workers.working(given) as (worker,):
        running = runner.submit("x", job("note", note=tmp_path / "note", seconds=2))
        wait_until(lambda: has_begun(tmp_path / "note"))
        later = runner.submit("y", QUICK)
        worker.process.terminate()
        assert worker.process.wait(60) == 0
    assert running.result(0.5).body == b"done"
    assert not later.done()


@pytest.mark.slow
def test_a_job_that_kills_machine_after_machine_is_given_up(
    given: Settings, open_farm: OpenFarm, tmp_path: Path
) -> None:
    note = tmp_path / "note"
    runner = open_farm(given)
    poison = runner.submit("x", job("kill-all", note=note))
    for _ in range(jobs.MOST_STARTS):
        with farm_workers.working(given) as (worker,):
            assert worker.process.wait(60)
    with farm_workers.working(given):
        assert isinstance(poison.exception(60), WorkerDiedError)
        assert runner.submit("x", QUICK).result(60).body == b"done"
        with pytest.raises(WorkerDiedError):
            runner.submit("x", job("kill-all", note=note)).result(60)
    assert note.read_text() == "x" * jobs.MOST_STARTS


def test_a_broker_that_is_killed_loses_no_job_even_if_one_ends_meanwhile(
    open_farm: OpenFarm, tmp_path: Path
) -> None:
    with redis_servers.started() as server:
        given = Settings(broker=server.address, data=str(tmp_path), artefacts=f"file://{tmp_path}")
        with farm_workers.working(given):
            runner = open_farm(given, "bulk")
            long = runner.submit("long", job("note", note=tmp_path / "note", seconds=1))
            asked = [long, *(runner.submit(str(number), QUICK) for number in range(20))]
            wait_until(lambda: has_begun(tmp_path / "note"))
            server.kill()
            wait_until(lambda: [*tmp_path.glob("documents/*")])
            server.start()
            asked += [runner.submit(str(number), QUICK) for number in range(20, 25)]
            assert {each.result(60).body for each in asked} == {b"done"}


def test_those_who_ask_for_one_document_at_once_on_several_servers_share_one_job(
    given: Settings, open_farm: OpenFarm, tmp_path: Path
) -> None:
    wanted = job("note", note=tmp_path / "note", seconds=0.3)
    asked = [open_farm(given).submit("x", wanted) for _ in range(3)]
    asked += [open_farm(given, "bulk").submit("x", wanted)]
    with farm_workers.working(given, 2):
        assert {each.result(60).body for each in asked} == {b"done"}
    assert (tmp_path / "note").read_text() == "x"
    assert open_farm(given).submit("x", wanted).result(0).body == b"done"  # stored: nobody works now


def test_what_somebody_waits_for_goes_before_bulk(
    given: Settings, open_farm: OpenFarm, tmp_path: Path
) -> None:
    wanted = job("note", note=tmp_path / "note")
    bulk = [open_farm(given, "bulk").submit(b"b%d" % number, wanted) for number in range(4)]
    pages = open_farm(given).submit(b"p", wanted)
    with farm_workers.working(given):
        wait([*bulk, pages], 60)
    assert (tmp_path / "note").read_text().startswith("p")


def test_a_full_queue_is_busy(given: Settings, open_farm: OpenFarm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "QUEUES", {"pages": replace(jobs.QUEUES["pages"], limit=1, start_seconds=1)})
    runner = open_farm(given)
    first = runner.submit("1", QUICK)
    with pytest.raises(BusyError) as caught:
        runner.submit("2", QUICK)
    assert caught.value.retry_after > 0
    assert isinstance(first.exception(30), BusyError)  # nobody began it in time


@pytest.mark.parametrize("way", ["is killed", pytest.param("hangs", marks=pytest.mark.slow)])
def test_a_broker_that_is_away_gets_a_sentence_and_is_used_again_when_it_is_back(
    open_farm: OpenFarm, tmp_path: Path, way: str
) -> None:
    with redis_servers.started() as server:
        given = Settings(broker=server.address, data=str(tmp_path))
        runner = open_farm(given)
        waiting = runner.submit("1", QUICK)
        assert runner.is_available
        server.pause() if way == "hangs" else server.kill()
        with pytest.raises(UnavailableError, match="broker of the farm does not answer"):
            runner.submit("2", QUICK)
        assert isinstance(waiting.exception(30), UnavailableError)
        assert not runner.is_available
        server.go_on() if way == "hangs" else server.start()
        with farm_workers.working(given):
            assert runner.submit("2", QUICK).result(60).body == b"done"


def test_one_answer_of_the_broker_that_does_not_come_in_time_fails_no_job(
    shared: Shared, open_farm: OpenFarm, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, late = FarmRunner._check, iter([True])

    def check(runner: FarmRunner, every: Sequence[Any]) -> None:
        if next(late, False):
            time.sleep(jobs.QUEUES["pages"].away_seconds + 0.1)
            raise redis.TimeoutError
        usual(runner, every)

    monkeypatch.setattr(FarmRunner, "_check", check)
    assert open_farm(shared.given).submit("late", QUICK).result(60).body == b"done"


def test_news_of_a_stored_document_say_where_it_is(
    shared: Shared, open_farm: OpenFarm, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FarmRunner, "_check", lambda *_: None)  # nobody asks for replies
    assert open_farm(shared.given).submit("news", job("doze", seconds=1)).result(60).body == b"done"


def test_a_document_that_is_made_and_has_to_be_stored_leaves_room_for_the_next_job(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(farm_worker.state, "reserved_requests", {"the only job"})
    room = farm_worker._Room(1)
    assert not room.is_free
    with room.made():
        assert room.is_free
        assert room.news.is_set()
    assert not room.is_free


def test_a_page_says_503_while_the_broker_is_away(tmp_path: Path) -> None:
    app = create_app(
        Settings(data=str(tmp_path), broker=f"redis://127.0.0.1:{free_port()}/0", rate="", print_rate="")
    )
    client = app.test_client()
    answer = client.post("/api/print", json={"script": ["chef", "imp"], "kinds": ["sheet"]})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "broker" in answer.get_data(as_text=True)


def test_nothing_private_is_in_the_broker_or_the_store(shared: Shared, open_farm: OpenFarm) -> None:
    script = json.dumps(
        [
            {
                "id": "_meta",
                "name": "Canaries",
                "clockwright": {"notes": "canary1", "characters": {"imp": {"notes": "canary2", "tags": []}}},
            },
            "imp",
        ]
    )
    runner, before = open_farm(shared.given), shared.documents
    made = [runner.submit(script, PrintRequest(kind, paper="a4")).result(60) for kind in ("sheet", "almanac")]
    assert all(b"Canaries" in each.body or each.pages for each in made)
    with redis.Redis.from_url(shared.given.broker) as client:
        sources = [jobs.zlib.decompress(client.get(name)) for name in client.keys("clockwright:source:*")]
        rest = [client.dump(name) for name in client.keys("*")]
    assert any(b"Canaries" in each for each in sources)
    stored = [path.read_bytes() for path in shared.documents - before]
    assert len(stored) == 2
    assert not any(b"canary" in each for each in (*sources, *rest, *stored))


@pytest.mark.slow
def test_a_store_that_is_away_fails_jobs_with_a_sentence_until_it_is_back(
    broker: RedisServer, open_farm: OpenFarm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with s3.started() as server:
        for name, value in server.environment.items():
            monkeypatch.setenv(name, value)
        given = Settings(broker=broker.address, data=str(tmp_path), artefacts=server.url)
        with farm_workers.working(given):
            runner = open_farm(given)
            assert runner.submit("1", QUICK).result(60).body == b"done"
            running = runner.submit("2", job("doze", seconds=1))
            server.pause()
            assert isinstance(running.exception(60), UnavailableError)
            with pytest.raises(UnavailableError, match="store of finished documents does not answer"):
                runner.submit("3", QUICK)
            server.go_on()
            wait_until(lambda: _makes(runner, "2"))


def _makes(runner: Runner, source: str) -> bool:
    try:
        return runner.submit(source, job("doze", seconds=1)).result(60).body == b"done"
    except UnavailableError:
        return False


def test_a_damaged_document_in_the_store_is_made_again(
    shared: Shared, open_farm: OpenFarm, tmp_path: Path
) -> None:
    wanted = job("note", note=tmp_path / "note")
    runner, before = open_farm(shared.given), shared.documents
    assert runner.submit("x", wanted).result(60).body == b"done"
    (path,) = shared.documents - before
    whole = path.read_bytes()
    path.write_bytes(whole[:-2])
    assert runner.submit("x", wanted).result(60).body == b"done"
    assert path.read_bytes() == whole
    assert (tmp_path / "note").read_text() == "xx"


def test_a_worker_counts_its_jobs_and_its_queues_for_prometheus(
    shared: Shared, open_farm: OpenFarm, tmp_path: Path
) -> None:
    runner = open_farm(shared.given)
    runner.submit("1", job("echo")).result(60)
    assert isinstance(runner.submit("1", job("refuse", why="choice")).exception(60), ClockwrightError)
    running = runner.submit("2", job("note", note=tmp_path / "note", seconds=1))
    wait_until(lambda: has_begun(tmp_path / "note"))
    later = runner.submit("3", job("echo"))
    with urllib.request.urlopen(shared.metrics) as answer:
        found = answer.read().decode()
    wait([running, later], 60)
    for line in (
        # Not how many: on a busy machine a job is done twice if its claim was not renewed in time.
        'clockwright_jobs_total{kind="echo",outcome="made"} ',
        'clockwright_jobs_total{kind="refuse",outcome="RenderError"} ',
        'clockwright_job_seconds_count{kind="echo"} ',
        'clockwright_queue_jobs{queue="pages"} 1.0',
        'clockwright_queue_jobs{queue="bulk"} 0.0',
        "clockwright_broker_up 1.0",
    ):
        assert line in found
    assert "clockwright_queue_oldest_seconds" in found
