"""Opens scripts as somebody does on the front page, and looks at what is stored of them."""

import json

from flask import Flask
from flask.testing import FlaskClient

from builder.library import Saved
from builder.web.infra.services import of


def opened(client: FlaskClient, script: object) -> str:
    """Opens a script, a text or a value to be written as JSON, and gives the address of its pages."""
    text = script if isinstance(script, str) else json.dumps(script)
    return str(client.post("/open", data={"text": text}).headers["Location"])


def saved(app: Flask, path: str) -> Saved:
    """The script whose pages these are, as the library has it."""
    found = of(app).store.library.get(path.removeprefix("/s/"))
    assert found
    return found
