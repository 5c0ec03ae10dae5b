"""Our own sets, taken out of the builder in every way that keeps everything, and made again from what came out."""

import io
import json
from pathlib import Path
from typing import Any

import composing
import pytest
from flask.testing import FlaskClient

import builder
from builder import formats
from builder.settings import Settings
from builder.web import create_app

pytestmark = pytest.mark.full

SAMPLES = sorted(path.stem for path in composing.SAMPLES.glob("*.json"))
#: The one with almanac texts and drawn icons is published in every run.
EVERY_RUN = {"the-dead-letter-office"}


@pytest.fixture
def elsewhere(tmp_path: Path) -> FlaskClient:
    """Another library, in which there is nothing yet."""
    return create_app(Settings(data=str(tmp_path / "elsewhere"))).test_client()


def official(client: FlaskClient, path: str) -> Any:
    return json.loads(client.get(f"{path}/export/official?for=me").data)


def brought(client: FlaskClient, address: str, files: dict[str, bytes]) -> str:
    given = [(io.BytesIO(content), name) for name, content in files.items()]
    answer = client.post(address, data={"file": given})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"]).removesuffix("/bloodstar")


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("door", ["/open", "/bloodstar"])
def test_a_sample_comes_back_without_a_difference(
    client: FlaskClient, elsewhere: FlaskClient, name: str, door: str
) -> None:
    path = brought(client, "/open", {f"{name}.json": composing.SAMPLES.joinpath(f"{name}.json").read_bytes()})
    exported = client.get(f"{path}/export/official?for=me").data
    again = brought(elsewhere, door, {f"{name}.json": exported})
    assert official(elsewhere, again) == official(client, path)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in EVERY_RUN else [pytest.mark.slow]) for name in SAMPLES]
)
def test_a_published_sample_comes_back_without_a_difference(elsewhere: FlaskClient, name: str) -> None:
    script = composing.sample(name)
    files = dict(builder.publish(script))
    pages = {name: files[name] for name in ("script.json", "almanac.html")}
    for given in ({"set.json": files["set.json"]}, {"almanac.pdf": files["almanac.pdf"]}, pages):
        again = brought(elsewhere, "/open" if len(given) == 1 else "/bloodstar", given)
        assert builder.parse(json.dumps(official(elsewhere, again))) == formats.public(script)
