"""Opens scripts as somebody does on the front page."""

import json

from flask.testing import FlaskClient


def opened(client: FlaskClient, script: object) -> str:
    """Opens a script, a text or a value to be written as JSON, and gives the address of its pages."""
    text = script if isinstance(script, str) else json.dumps(script)
    return str(client.post("/open", data={"text": text}).headers["Location"])
