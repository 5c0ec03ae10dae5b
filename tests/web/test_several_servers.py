"""Several servers over one database and one broker: one library, one count of requests, and no edit lost."""

import json
import os
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import killed_edits
import pytest
import redis_server
from flask.testing import FlaskClient
from instant_press import InstantPress
from opening import opened
from redis_server import RedisServer
from serving import Served, Visitor, served

from builder import printables
from builder.errors import ClockwrightError
from builder.library import Library
from builder.settings import Settings, settings, variables
from builder.web import create_app
from builder.web.infra import broker as brokers, rights
from builder.web.infra.broker import Broker

pytestmark = pytest.mark.full

SECRET = secrets.token_hex(32)
STRANGER = {"REMOTE_ADDR": "192.0.2.7"}


@pytest.fixture(scope="module")
def running() -> Iterator[RedisServer]:
    with redis_server.started() as server:
        yield server


@pytest.fixture
def broker(running: RedisServer, monkeypatch: pytest.MonkeyPatch) -> RedisServer:
    """A broker with nothing in it, and servers that soon try again when it was away."""
    running.empty()
    monkeypatch.setattr(brokers, "PAUSE", 0.05)
    monkeypatch.setattr(brokers, "PATIENCE", 1.0)
    return running


def clients(folder: Path, press: InstantPress, **chosen: Any) -> list[FlaskClient]:
    """The owner's browsers at two servers with data folders of their own and one library."""
    settings = {"database": str(folder / "library.sqlite3"), "secret": SECRET, **chosen}
    found = [
        create_app(Settings(data=str(folder / name), **settings), press=press).test_client() for name in "ab"
    ]
    for client in found:
        client.get(rights.home_path(bytes.fromhex(SECRET)))  # whatever their addresses
    return found


def previews(path: str) -> list[str]:
    return [f"{path}/{kind}/{styles[0]}/a4/1.png" for kind, styles in printables.kinds().items()][:4]


def test_requests_are_counted_by_all_servers_together_and_by_each_without_the_broker(
    tmp_path: Path, press: InstantPress, broker: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = clients(tmp_path, press, broker=broker.address, rate="3/day", change_rate="2/day")

    def check(client: FlaskClient) -> int:
        return client.post("/api/check", json=["imp"], environ_base=STRANGER).status_code

    path = one.post("/open", data={"text": '["imp"]'}, environ_base=STRANGER).headers["Location"]
    assert [check(one), check(other), check(one), check(other)] == [200, 200, 429, 429]
    pages = zip((one, other, one), previews(path), strict=False)
    assert [client.get(page, environ_base=STRANGER).status_code for client, page in pages] == [200, 200, 429]
    broker.pause()
    try:
        answers = [check(client) for client in (one, other, one, one, one)]
        assert answers == [200, 200, 200, 200, 429]
        assert caplog.text.count("falling back to in-memory storage") == 2  # once for each server
        assert one.post(f"{path}/do", data={"op": "sort"}, environ_base=STRANGER).status_code == 303
    finally:
        broker.go_on()


def test_a_preview_notices_that_the_broker_is_away_and_counts_in_memory(
    tmp_path: Path, press: InstantPress, broker: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    one, _ = clients(tmp_path, press, broker=broker.address, change_rate="2/day")
    path = opened(one, '["imp"]')
    broker.pause()
    try:
        answers = [one.get(page, environ_base=STRANGER).status_code for page in previews(path)]
        assert answers == [200, 200, 429, 429]
        assert caplog.text.count("falling back to in-memory storage") == 1
    finally:
        broker.go_on()


def test_whoever_is_at_one_server_is_seen_at_the_other(
    tmp_path: Path, press: InstantPress, broker: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = clients(tmp_path, press, broker=broker.address)
    path = opened(one, '["imp"]')

    def here(client: FlaskClient, device: str, name: str) -> list[str]:
        answer = client.get(f"{path}/live", query_string={"device": device, "name": name})
        assert answer.json
        found: list[str] = answer.json["here"]
        return found

    assert here(one, "d1", "Ada") == []
    assert here(other, "d2", "  Ben \n B.") == ["Ada"]
    assert here(one, "d1", "Ada") == ["Ben B."]
    ready = one.get("/readyz")
    assert ready.json
    assert (ready.status_code, ready.json["status"], ready.json["missing"]) == (200, "degraded", ["workers"])
    broker.pause()
    try:
        ready = one.get("/readyz")
        assert ready.json
        assert (ready.status_code, ready.json["status"]) == (
            200,
            "degraded",
        )  # it still opens and changes scripts
        assert ready.json["missing"] == ["broker", "workers"]
        assert here(one, "d1", "Ada") == []  # each server knows its own visitors only
        assert here(one, "d3", "Cleo") == ["Ada"]
        assert caplog.text.count("The broker does not answer (TimeoutError)") == 1
    finally:
        broker.go_on()
    while "Ben B." not in here(one, "d1", "Ada"):  # until the servers try again
        here(other, "d2", "Ben B.")
    assert "The broker answers again." in caplog.text


def test_a_crowd_at_one_script_is_cut_off_in_the_broker_too(broker: RedisServer) -> None:
    here = brokers.Presence(Broker(broker.address))
    for number in range(brokers.MOST_DEVICES + 20):
        others = here.note("script", f"device {number}", "x" * 100)
    assert others == ("x" * brokers.LONGEST_NAME,) * brokers.MOST_DEVICES


def test_a_broker_that_is_no_redis_is_explained(tmp_path: Path, press: InstantPress) -> None:
    for address in ("amqp://host", "redis://host:port", "unix:///socket", "6379"):
        with pytest.raises(ClockwrightError, match="CLOCKWRIGHT_BROKER is not an address of Redis"):
            create_app(Settings(data=str(tmp_path), broker=address), press=press)


def test_a_server_without_a_broker_imports_nothing_of_the_farm(tmp_path: Path) -> None:
    program = (
        "import sys; from builder.web import create_app; from builder.settings import Settings;"
        f"create_app(Settings(data={str(tmp_path)!r})).test_client().get('/');"
        "print(*{'celery', 'kombu', 'redis', 'fsspec', 's3fs', 'psycopg'} & sys.modules.keys())"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == ""


def test_with_the_same_secret_a_cookie_and_a_link_of_one_server_are_good_at_the_other(
    tmp_path: Path, press: InstantPress
) -> None:
    one, other = clients(tmp_path, press, hosted=True)
    path = opened(one, '["imp"]')
    cookie = one.get_cookie("clockwright")
    assert cookie
    assert other.get(path).status_code == 404
    other.set_cookie("clockwright", cookie.value)
    assert other.get(path).status_code == 200
    made = one.post(f"{path}/share", data={"kind": "read"}).text
    token = made.partition('id="made" readonly value="http://localhost/r/')[2].partition('"')[0]
    assert f"/r/{token}" in other.get(f"{path}/share").text  # it is not stored, but made of the secret again
    assert other.get(f"/r/{token}").status_code == 200
    assert not [*tmp_path.rglob("secret.key")]


def test_a_server_goes_on_with_the_key_that_it_had_in_a_file(tmp_path: Path, press: InstantPress) -> None:
    alone = create_app(Settings(data=str(tmp_path / "a")), press=press)
    given = (tmp_path / "a" / "secret.key").read_bytes().hex()
    assert (
        create_app(Settings(data=str(tmp_path / "b"), secret=given), press=press).secret_key
        == alone.secret_key
    )


@pytest.mark.parametrize("secret", ["short", "00" * 31, "zz" * 32])
def test_a_secret_that_is_none_is_refused_without_showing_it(
    tmp_path: Path, press: InstantPress, secret: str
) -> None:
    with pytest.raises(ClockwrightError, match="openssl rand -hex 32") as told:
        create_app(Settings(data=str(tmp_path), secret=secret), press=press)
    assert secret not in str(told.value)


def test_the_list_of_settings_shows_no_secret(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLOCKWRIGHT_SECRET", SECRET)
    monkeypatch.setenv("CLOCKWRIGHT_BROKER", "rediss://:geheim@host:6379/0")
    monkeypatch.setenv("CLOCKWRIGHT_DATABASE", "postgresql+psycopg://me:geheim@host/name")
    settings.cache_clear()
    shown = dict(variables())
    assert SECRET not in shown.values()
    assert shown["CLOCKWRIGHT_BROKER"] == "rediss://…@host:6379/0"
    assert shown["CLOCKWRIGHT_DATABASE"] == "postgresql+psycopg://…@host/name"


@pytest.fixture
def servers(
    tmp_path: Path, empty_database: str, broker: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Served, Served]]:
    """Two server processes on one machine, which share nothing but a database, a broker and a secret."""
    Library.upgrade(Settings(data=str(tmp_path), database=empty_database))
    for name, value in {
        "DATABASE": empty_database,
        "BROKER": broker.address,
        "SECRET": SECRET,
        "RATE": "",
    }.items():
        monkeypatch.setenv(f"CLOCKWRIGHT_{name}", value)
    monkeypatch.setenv("CLOCKWRIGHT_CHANGE_RATE", "")
    monkeypatch.setenv("CLOCKWRIGHT_ARTEFACTS", f"file://{tmp_path}/store")
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path / "metrics"))
    with ExitStack() as both:
        first, second = (both.enter_context(served(tmp_path / name, is_cold=True)) for name in "ab")
        yield first, second


def test_an_edit_at_one_server_is_seen_at_the_other_at_once(servers: tuple[Served, Served]) -> None:
    ada, ben = map(Visitor, servers)
    path = ada.opened(["imp"])
    assert json.loads(ben.ask(f"{path}/live?device=b&name=Ben").text) == {"revision": 1, "here": []}
    for number, (who, character) in enumerate([(ada, "chef"), (ben, "monk"), (ada, "baron")], 2):
        assert who.do(path, {"op": "add", "id": character}, number - 1).status == 200
        other = ben if who is ada else ada
        news = json.loads(other.ask(f"{path}/live?device={'b' if other is ben else 'a'}").text)
        assert news["revision"] == number
        assert other.script(path)[-1] == character
    assert ada.do(path, {"op": "undo"}, 4).status == 200
    assert ben.script(path) == ["imp", "chef", "monk"]
    counted = 'clockwright_requests_total{method="POST",route="/s/<identifier>/do",status="200"} 4.0'
    assert counted in ben.ask("/metrics").text  # both count in one folder


def test_a_worker_logs_the_request_for_which_it_works_and_a_server_is_ready_with_all_parts(
    servers: tuple[Served, Served], tmp_path: Path
) -> None:
    visitor, told = Visitor(servers[0]), tmp_path / "worker.log"
    path = visitor.opened(["imp", "chef"])
    worker = [sys.executable, "-m", "builder.cli", "worker", "--concurrency", "1"]
    given = {"CLOCKWRIGHT_DATA": str(tmp_path / "worker"), "CLOCKWRIGHT_LOG": "json"}
    with told.open("w") as log, subprocess.Popen(worker, stderr=log, env=os.environ | given) as process:
        try:
            made = visitor.ask(f"{path}/sheet/classic/a4.pdf")
            ready = visitor.ask("/readyz")
        finally:
            process.terminate()
    assert made.status == 200, told.read_text()
    parts = dict.fromkeys(("press", "scripts", "running", "broker", "workers", "store"), True)
    assert json.loads(ready.text) == {"status": "ok", "parts": parts}
    lines = [json.loads(line) for line in told.read_text().splitlines()]
    (line,) = [line for line in lines if line.get("request") == made.headers["X-Request-Id"]]
    assert re.search(r"sheet made \d+ms", line["message"])


@pytest.mark.parametrize(("users", "edits"), [(6, 60), pytest.param(20, 2000, marks=pytest.mark.slow)])
def test_a_server_killed_while_many_edit_at_two_loses_no_edit_that_it_acknowledged(
    servers: tuple[Served, Served], users: int, edits: int
) -> None:
    acknowledged, lost = killed_edits.trial(servers, users, edits)
    assert acknowledged == edits
    assert lost == []
