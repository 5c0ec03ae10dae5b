"""A module and a template in a folder of the registry: command line, web app and API offer what is there."""

import json
from collections.abc import Iterator
from pathlib import Path

import inline_runner
import pytest
from click.testing import CliRunner, Result
from flask.testing import FlaskClient
from instant_press import InstantPress
from opening import opened

from builder import artefacts
from builder.artefact import Artefact, PrintRequest
from builder.cli.program import program

SCRIPT = json.dumps([{"id": "_meta", "name": "Owls & Friends"}, "imp", "chef"])
PRINTED = "<title>Owls &amp; Friends</title>\n<ul><li>Imp<li>Chef</ul>"


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(
        artefacts, "__path__", [*artefacts.__path__, str(Path(__file__).parent / "new_extras")]
    )
    artefacts.extras.cache_clear()
    yield
    artefacts.extras.cache_clear()


@pytest.fixture
def press() -> InstantPress:
    class RealPress(InstantPress):
        def render(self, script_json: str, wanted: PrintRequest, *, keep: bool = True) -> Artefact:
            return artefacts.make(script_json, wanted)

    return RealPress()


def call(*words: object) -> Result:
    return CliRunner().invoke(program, list(map(str, words)))


def test_it_is_listed_by_the_command_line_and_by_the_api(client: FlaskClient) -> None:
    assert "A strip with everybody's name, to cut out." in call("printables").stdout
    assert "bookmark" in [each["kind"] for each in client.get("/api/printables").get_json()]


def test_the_command_line_prints_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inline_runner.use(monkeypatch)
    (tmp_path / "owls.json").write_text(SCRIPT, encoding="utf-8")
    result = call("print", tmp_path / "owls.json", "--kind", "bookmark", "-d", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert PRINTED in (tmp_path / "out/Owls & Friends - bookmark.html").read_text("utf-8")


def test_the_web_app_offers_and_prints_it(client: FlaskClient) -> None:
    path = opened(client, SCRIPT)
    page = client.get(f"{path}/export").text
    assert "<b>Bookmark</b>" in page
    assert f'href="{path}/export/bookmark"' in page
    answer = client.get(f"{path}/export/bookmark")
    assert (answer.mimetype, PRINTED in answer.text) == ("text/html", True)
    assert "Owls & Friends - bookmark.html" in answer.headers["Content-Disposition"]


def test_the_api_prints_it(client: FlaskClient) -> None:
    answer = client.post("/api/print", json={"script": SCRIPT, "kinds": ["bookmark"]})
    assert (answer.mimetype, PRINTED in answer.text) == ("text/html", True)


def test_a_kind_that_nobody_added_is_refused_with_what_there_is(client: FlaskClient) -> None:
    answer = client.post("/api/print", json={"script": SCRIPT, "kinds": ["floppy"]})
    assert answer.status_code == 422
    assert "bookmark" in answer.text
