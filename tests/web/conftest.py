"""A web app whose press prints at once, in memory."""

import json
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy.exc
from flask import Flask
from flask.testing import FlaskClient
from instant_press import InstantPress, Paste
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.test import TestResponse

from builder.library import saving
from builder.settings import Settings
from builder.web import create_app

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


@pytest.fixture
def press() -> InstantPress:
    return InstantPress()


@pytest.fixture
def app(tmp_path: Path, press: InstantPress, templates: Compiled) -> Flask:
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

    monkeypatch.setattr(saving, "create", full)
    monkeypatch.setattr(saving, "append", full)


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
