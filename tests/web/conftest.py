"""A web app whose press prints at once, in memory."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
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
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from builder.library import Library, revisions
from builder.settings import Settings
from builder.web import create_app
from builder.web.infra import samples
from builder.web.infra.services import of

if TYPE_CHECKING:
    from types import CodeType


class Compiled(BytecodeCache):
    """What the tests of this process have compiled: each has a folder of its own, where nothing is kept yet."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code
        self._codes[bucket.key, bucket.checksum] = bucket.code


@pytest.fixture(scope="session")
def templates() -> Compiled:
    return Compiled()


@pytest.fixture(scope="session", autouse=True)
def uploads_in_memory() -> Iterator[None]:
    """Werkzeug's client writes an upload of over 500 kB into a nameless file, which nobody closes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("werkzeug.test.TemporaryFile", lambda _: BytesIO())
        yield


@pytest.fixture(scope="session", autouse=True)
def addresses() -> Iterator[None]:
    """Each app has Werkzeug compile how its addresses are made: 200 functions, which takes longer than most tests."""
    kept: dict[Any, Any] = {}
    compiled = Rule._compile_builder

    def known(rule: Rule, *more: bool) -> Any:
        key = (rule.rule, tuple(rule._trace), repr(rule.defaults), more)
        if key not in kept:
            kept[key] = compiled(rule, *more)
        return kept[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", known)
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
def app(tmp_path: Path, press: InstantPress, templates: Compiled, begun: Path) -> Flask:
    shutil.copytree(begun, tmp_path / "data", dirs_exist_ok=True)
    app = create_app(Settings(data=str(tmp_path / "data")), press=press)
    app.jinja_env.bytecode_cache = templates
    return app


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
