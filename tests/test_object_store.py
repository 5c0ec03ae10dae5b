"""The store that several machines share."""

import subprocess
import sys
import uuid
from pathlib import Path

import fsspec
import pytest
import s3_server as s3
from s3_server import S3Server

from builder import object_store
from builder.errors import ClockwrightError, UnavailableError
from builder.object_store import ObjectStore

KINDS = ["file", "memory", pytest.param("s3", marks=pytest.mark.full)]


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "file":
        return f"file://{tmp_path}/documents"
    if request.param == "memory":
        return f"memory://{uuid.uuid4().hex}"
    server: S3Server = request.getfixturevalue("s3_server")
    use(server, monkeypatch)
    return f"{server.url}/{uuid.uuid4().hex}"


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine the store of these tests may take longer to answer than a real one ever should."""
    options = {"config_kwargs": {"connect_timeout": 10, "read_timeout": 20, "retries": {"max_attempts": 0}}}
    monkeypatch.setattr(object_store, "OPTIONS", {"s3": options})
    monkeypatch.setattr(object_store, "SECONDS", 60)


def use(server: S3Server, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in server.environment.items():
        monkeypatch.setenv(name, value)


def test_what_is_written_is_read_by_another_machine_and_can_be_replaced(url: str) -> None:
    ObjectStore(url).write("imp.artefact", b"red")
    assert ObjectStore(url).read("imp.artefact") == b"red"
    ObjectStore(url).write("imp.artefact", bytes(6_000_000))
    assert ObjectStore(url).read("imp.artefact") == bytes(6_000_000)
    assert ObjectStore(url).read("baron.artefact") is None


def test_what_was_truncated_changed_or_is_of_another_version_counts_as_missing(url: str) -> None:
    store = ObjectStore(url)
    store.write("imp", b"red and small", b"1")
    system, root = fsspec.url_to_fs(url)
    whole = system.cat_file(f"{root}/imp")
    assert store.read("imp", b"1") == b"red and small"
    assert store.read("imp", b"2") is None
    for damaged in (whole[:-1], whole[:20], b"", whole[:-1] + b"L"):
        system.pipe_file(f"{root}/imp", damaged)
        assert store.read("imp", b"1") is None


@pytest.mark.full
@pytest.mark.parametrize("way", ["is killed", pytest.param("hangs", marks=pytest.mark.slow)])
def test_a_store_that_is_away_gets_a_sentence_and_is_used_again_when_it_is_back(
    monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    with s3.started() as server:
        use(server, monkeypatch)
        store = ObjectStore(server.url)
        store.write("imp", b"red")
        server.pause() if way == "hangs" else server.kill()
        with pytest.raises(UnavailableError, match="does not answer"):
            store.read("imp")
        monkeypatch.setattr(store, "_away_until", 0.0)  # the pause after a failure
        with pytest.raises(UnavailableError, match=r"No change of yours is lost"):
            store.write("imp", b"blue")
        server.go_on() if way == "hangs" else server.start()
        monkeypatch.setattr(store, "_away_until", 0.0)
        store.write("imp", b"green")
        assert store.read("imp") == b"green"


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "documents").write_text("a file where a folder should be")
    with pytest.raises(UnavailableError):
        ObjectStore(f"file://{tmp_path}/documents").write("imp", b"red")


@pytest.mark.parametrize("url", ["nowhere://bucket", "s4:/x"])
def test_an_address_that_fsspec_does_not_know_is_named(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ClockwrightError, match=f"CLOCKWRIGHT_ARTEFACTS is “{url}”"):
        ObjectStore(url).read("imp")


@pytest.mark.full  # imports half of the program anew
def test_a_machine_alone_imports_nothing_of_the_farm() -> None:
    program = (
        "import sys, builder, builder.web.app, builder.cli.printing, builder.artefacts.runner\n"
        "print(*({'fsspec', 's3fs', 'celery', 'kombu', 'redis'} & {*sys.modules}))"
    )
    assert (
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
        == "\n"
    )


def test_what_is_deleted_is_gone_and_what_is_not_there_can_be_deleted(url: str) -> None:
    store = ObjectStore(url)
    store.write("icons/imp", b"red")
    for _ in range(2):
        store.delete("icons/imp")
        assert ObjectStore(url).read("icons/imp") is None
