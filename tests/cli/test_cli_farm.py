"""`clockwright print --farm` and `clockwright worker`."""

from collections.abc import Iterator
from pathlib import Path

import farm_workers
import pytest
from calling import SCRIPT, call, write
from local_server import free_port
from redis_server import RedisServer

from builder.settings import Settings, settings

pytestmark = pytest.mark.full


@pytest.fixture
def environment(
    redis_server: RedisServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Settings]:
    """The command line uses the farm."""
    redis_server.empty()
    given = Settings(broker=redis_server.address, data=str(tmp_path / "data"), artefacts=f"file://{tmp_path}")
    for name in ("broker", "artefacts", "data"):
        monkeypatch.setenv(f"CLOCKWRIGHT_{name.upper()}", getattr(given, name))
    settings.cache_clear()
    yield given
    settings.cache_clear()


def test_a_batch_is_printed_by_the_farm_and_goes_on_where_it_was(
    environment: Settings, tmp_path: Path
) -> None:
    folder = tmp_path / "scripts"
    folder.mkdir()
    for number in range(3):
        write(folder / f"{number}.json", [{"id": "_meta", "name": f"Night {number}"}, *SCRIPT])
    with farm_workers.working(environment):
        printed = call("print", folder, "--farm", "-k", "night", "-d", tmp_path / "out")
    assert printed.exit_code == 0, printed.output
    assert "[3/3]" in printed.stderr
    again = call("print", folder, "--farm", "-k", "night", "-d", tmp_path / "again")  # without a worker
    assert again.exit_code == 0
    made = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    assert len(made) == 3
    assert {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()} == made


def test_a_farm_that_is_not_there_gets_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data_folder: Path
) -> None:
    script = write(tmp_path / "one.json", SCRIPT)
    for command in (("print", script, "--farm"), ("worker",)):
        result = call(*command)
        assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
        assert "set CLOCKWRIGHT_BROKER to its Redis" in result.stderr
    for address, words in (
        (f"redis://127.0.0.1:{free_port()}/0", "does not answer"),
        ("http://127.0.0.1", "is no address of a Redis"),
    ):
        monkeypatch.setenv("CLOCKWRIGHT_BROKER", address)
        settings.cache_clear()
        result = call("print", script, "--farm")
        assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
        assert words in result.stderr
