"""Settings: paper and colours stay; the official wording comes by a button; the library goes into a ZIP."""

import io
import os
import threading
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from opening import opened
from sqlalchemy.engine import Engine
from werkzeug.test import TestResponse

from builder.errors import SyncError
from builder.library import backup
from builder.official import download
from builder.web.infra import syncing, upkeep
from builder.web.infra.services import of
from builder.web.infra.syncing import Progress


@pytest.fixture(autouse=True)
def fresh_sync() -> Iterator[None]:
    yield
    syncing.CURRENT.progress = Progress()


def test_the_paper_and_the_colours_are_kept(client: FlaskClient) -> None:
    client.post("/settings/paper", data={"paper": "letter"})
    client.post("/look", data={"theme": "dark", "next": "/settings"})
    page = client.get("/settings").text
    assert '<option value="letter" selected>' in page
    assert '<option value="dark" selected>' in page


def test_a_paper_that_does_not_exist_is_refused(client: FlaskClient) -> None:
    assert client.post("/settings/paper", data={"paper": "papyrus"}).status_code == 400


def test_the_wording_in_use_is_told(client: FlaskClient) -> None:
    assert "Clockwright&#39;s own wording" in client.get("/settings").text


def test_a_sync_that_fails_says_why_and_that_nothing_changed(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(_: str | None) -> None:
        raise SyncError("There is no folder “/nowhere”.")

    monkeypatch.setattr(download, "choose", choose)
    assert client.post("/settings/sync").status_code == 303
    for _ in range(6000):
        if not syncing.CURRENT.progress.is_running:
            break
        time.sleep(0.01)
    assert "There is no folder “/nowhere”." in client.get("/settings").text


def test_a_running_sync_shows_how_far_it_is_and_looks_again_by_itself(client: FlaskClient) -> None:
    syncing.CURRENT.progress = Progress(is_running=True, what="art", done=12, total=160)
    answer = client.get("/settings")
    assert "Downloading the pictures: 12 / 160" in answer.text
    assert answer.headers["Refresh"].startswith("2;")
    assert "/settings/sync" not in answer.text
    assert not syncing.CURRENT.start()


def test_a_sync_that_waits_says_so_and_can_be_canceled(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, answered = threading.Event(), threading.Event()

    def choose(_: str | None) -> None:
        asked.set()
        assert answered.wait(60)
        raise SyncError("Too late.")

    monkeypatch.setattr(download, "choose", choose)
    client.post("/settings/sync")
    assert asked.wait(60)
    page = client.get("/settings").text
    assert "Asking the publisher’s site" in page
    assert 'action="/settings/cancel-sync"' in page
    assert client.post("/settings/cancel-sync").status_code == 303
    assert "Canceled. Nothing was changed." in client.get("/settings").text
    answered.set()
    assert "Too late." not in client.get("/settings").text


def test_the_backup_is_a_zip_with_the_whole_library(client: FlaskClient) -> None:
    with client.get("/settings/backup.zip", buffered=False) as answer:
        assert answer.is_streamed  # however large it is, it is never in memory as a whole
        assert "attachment" in answer.headers["Content-Disposition"]
        assert "library.sqlite3" in zipfile.ZipFile(io.BytesIO(answer.data)).namelist()


def test_going_back_to_our_own_wording_is_harmless_where_it_is_in_use(client: FlaskClient) -> None:
    assert client.post("/settings/forget").status_code == 303


def test_a_backup_is_made_in_the_data_folder_and_leaves_nothing_there(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Path] = []
    write = backup.write

    def noted(engine: Engine, folder: Path, target: Path) -> None:
        made.append(target)
        write(engine, folder, target)

    monkeypatch.setattr(backup, "write", noted)
    data = of(app).store.library.folder
    with client.get("/settings/backup.zip", buffered=False) as answer:
        assert zipfile.ZipFile(io.BytesIO(answer.data)).testzip() is None
    assert [data in path.parents for path in made] == [True]
    assert list(data.glob(".clockwright-*")) == []


def test_what_a_killed_server_left_of_a_backup_is_swept_away_after_a_day(app: Flask) -> None:
    library = of(app).store.library
    old, new = library.folder / ".clockwright-old", library.folder / ".clockwright-new"
    for folder in (old, new):
        folder.mkdir()
        (folder / "backup.zip").write_bytes(b"half")
    os.utime(old, (0, 0))
    upkeep.tidy(library)
    assert (old.exists(), new.exists()) == (False, True)


def restore(client: FlaskClient, content: bytes, **fields: str) -> TestResponse:
    return client.post("/settings/restore", data={"file": (io.BytesIO(content), "mine.zip"), **fields})


def test_a_backup_is_restored_in_the_app_and_the_old_library_is_saved(
    client: FlaskClient, app: Flask
) -> None:
    path = opened(client, '[{"id": "_meta", "name": "Old Bells"}, "imp"]')
    with client.get("/settings/backup.zip", buffered=False) as download:
        saved = download.data
    client.post(f"{path}/do", data={"op": "rename", "name": "New Bells"})
    later = client.post("/new", data={"name": "Later"}).headers["Location"]
    answer = restore(client, saved, replace="yes")
    assert answer.status_code == 303
    page = client.get(answer.headers["Location"]).text
    assert "Backup restored." in page
    assert client.get(f"{path}/script.json").json[0]["name"] == "Old Bells"  # type: ignore[index]  # it is a list
    assert client.get(later).status_code == 404
    client.post(f"{path}/do", data={"op": "rename", "name": "Newer Bells"})
    assert client.get(f"{path}/script.json").json[0]["name"] == "Newer Bells"  # type: ignore[index]  # it is a list
    assert list(of(app).settings.data_folder.glob("*.old-1"))


def test_a_restore_needs_a_backup_and_a_confirmation(client: FlaskClient) -> None:
    with client.get("/settings/backup.zip", buffered=False) as download:
        saved = download.data
    unconfirmed = restore(client, saved)
    assert unconfirmed.status_code == 422
    assert "Confirm that the backup replaces" in unconfirmed.text
    wrong = restore(client, b"not a ZIP", replace="yes")
    assert wrong.status_code == 422
    assert "“mine.zip” cannot be read as a backup" in wrong.text
    assert client.post("/settings/restore", data={"replace": "yes"}).status_code == 422


def test_the_settings_lead_back_to_the_script(client: FlaskClient) -> None:
    path = opened(client, '[{"id": "_meta", "name": "Bells"}, "imp"]')
    assert f'href="/settings?from={path}/deal"' in client.get(f"{path}/deal").text
    back = f'<a href="{path}/deal">Back to the script</a>'
    assert back in client.get(f"/settings?from={path}/deal").text
    answer = client.post(f"/settings/paper?from={path}/deal", data={"paper": "letter"}, follow_redirects=True)
    assert back in answer.text
    for elsewhere in ("", "//evil.example", "https://evil.example", "/metrics", "/s\\evil"):
        assert "Back to the script" not in client.get("/settings", query_string={"from": elsewhere}).text
    refused = client.post(f"{path}/do", data={"op": "nonsense"}).text
    assert f'href="/settings?from={path}"' in refused
