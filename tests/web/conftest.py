"""A web app whose press prints at once, in memory."""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy.exc
from flask import Flask
from flask.testing import FlaskClient
from instant_press import InstantPress, Paste
from jinja2.bccache import Bucket, BytecodeCache
from opening import opened
from werkzeug.routing import Map
from werkzeug.test import TestResponse

from builder.library import Library, revisions
from builder.settings import Settings
from builder.web import app as web_app, create_app
from builder.web.infra import samples
from builder.web.infra.services import of

if TYPE_CHECKING:
    from types import CodeType


class Compiled(BytecodeCache):
    """What the tests of this run have compiled, in all its processes: the app of each test would do it again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))
        file = self._file(bucket)
        if bucket.code is None and file.exists():
            bucket.bytecode_from_string(file.read_bytes())
            self._remember(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._remember(bucket)
        file = self._file(bucket)
        part = file.with_suffix(f".{os.getpid()}")
        part.write_bytes(bucket.bytecode_to_string())
        part.replace(file)

    def _remember(self, bucket: Bucket) -> None:
        assert bucket.code
        self._codes[bucket.key, bucket.checksum] = bucket.code

    def _file(self, bucket: Bucket) -> Path:
        return self._folder / f"{bucket.key}-{bucket.checksum}"


@pytest.fixture(scope="session")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    of_run = tmp_path_factory.getbasetemp()
    folder = (of_run.parent if "PYTEST_XDIST_WORKER" in os.environ else of_run) / "compiled"
    folder.mkdir(exist_ok=True)
    return Compiled(folder)


@pytest.fixture(autouse=True)
def compiled_once(monkeypatch: pytest.MonkeyPatch, templates: Compiled) -> None:
    """Every app has its templates from there; test_web_compiled.py is about where they usually are."""
    monkeypatch.setattr("builder.web.app.TemplateCache", lambda _: templates)


@pytest.fixture(scope="session", autouse=True)
def uploads_in_memory() -> Iterator[None]:
    """Werkzeug's client writes an upload of over 500 kB into a nameless file, which nobody closes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("werkzeug.test.TemporaryFile", lambda _: BytesIO())
        yield


@pytest.fixture(scope="session", autouse=True)
def addresses() -> Iterator[None]:
    """All apps share the addresses of the first; each would make 140 rules of its own, longer than most tests take.

    A test that adds an address to its app has to make the app with `Flask.add_url_rule` as it was.
    """
    made: list[Map] = []
    create, add = web_app.create, Flask.add_url_rule

    def known(app: Flask, rule: str, endpoint: str, view_func: Callable[..., Any], **more: Any) -> None:
        if app.url_map in made:
            app.view_functions[endpoint] = view_func
        else:
            add(app, rule, endpoint, view_func, **more)

    def created(*arguments: Any, **named: Any) -> Flask:
        app = create(*arguments, **named)
        made[:] = [app.url_map]
        return app

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "add_url_rule", known)
        patch.setattr(Flask, "url_map_class", staticmethod(lambda **named: made[0] if made else Map(**named)))
        patch.setattr(web_app, "create", created)
        yield


@pytest.fixture
def press() -> InstantPress:
    return InstantPress()


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library as it is made at the first start: each test has a copy."""
    folder = tmp_path_factory.mktemp("begun") / "data"
    settings = Settings(data=str(folder))
    with closing(Library.open(settings)) as library:
        samples.give(library, settings)
    return folder


@pytest.fixture
def app(tmp_path: Path, press: InstantPress, begun: Path) -> Flask:
    shutil.copytree(begun, tmp_path / "data", dirs_exist_ok=True)
    return create_app(Settings(data=str(tmp_path / "data")), press=press)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def paste(client: FlaskClient) -> Paste:
    """Pastes a text, or a value as JSON, and follows to the page that answers."""

    def pasted(script: object) -> TestResponse:
        text = script if isinstance(script, str) else json.dumps(script)
        return client.post("/open", data={"text": text}, follow_redirects=True)

    return pasted


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on nothing can be written any more."""

    def full(*_: object, **__: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorname = "SQLITE_FULL"
        raise sqlalchemy.exc.OperationalError("INSERT", {}, error)

    monkeypatch.setattr(revisions, "create", full)
    monkeypatch.setattr(revisions, "append", full)


@pytest.fixture
def path(client: FlaskClient, script: list[Any]) -> str:
    """The address of the pages of a script."""
    return opened(client, script)


@pytest.fixture
def library(app: Flask) -> Library:
    return of(app).store.library


@pytest.fixture
def script() -> list[Any]:
    return [
        {"id": "_meta", "name": "Evening Bells", "author": "Ringer"},
        "washerwoman",
        "chef",
        "empath",
        "butler",
        "poisoner",
        "baron",
        "imp",
    ]
