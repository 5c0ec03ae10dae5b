"""Whatever is asked, the API answers as its description says, and never with a fault of its own.

`test_api_contract.py` runs this file.
"""

from collections.abc import Iterator

import pytest
import schemathesis
from examples import PROFILE
from flask import Flask
from hypothesis import HealthCheck, Phase, settings
from schemathesis import checks as judge

from builder.artefact import PDF, Artefact, PrintRequest
from builder.settings import Settings
from builder.web import create_app
from builder.web.api.description import description
from builder.web.infra.render_cache import Work
from builder.web.infra.services import of


class StillPress:
    """Makes every document at once, of a few bytes."""

    is_available = True
    work = Work()

    def bring(self, script_json: str) -> None:
        pass

    def version(self, script_json: str) -> str:
        return "v1"

    def render(self, script_json: str, wanted: PrintRequest, *, keep: bool = True) -> Artefact:
        return Artefact(f"{wanted.kind}.pdf", PDF, b"%PDF", 1)

    def pictures(self, script_json: str, wanted: PrintRequest, *, dpi: int, keep: bool = True) -> list[bytes]:
        return [b"\x89PNG\r\n\x1a\n"]

    def finished(self, script_json: str, wanted: PrintRequest) -> None:
        return None

    def close(self, seconds: float = 30) -> None:
        pass


CHECKS = (
    judge.not_a_server_error,
    judge.status_code_conformance,
    judge.content_type_conformance,
    judge.response_schema_conformance,
)


#: Its client for apps of Python unpacks nothing.
UNPACKED = {"Accept-Encoding": "identity"}
api = schemathesis.openapi.from_dict(description())


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = create_app(Settings(data=str(tmp_path_factory.mktemp("data"))), press=StillPress())
    yield app
    of(app).store.library.close()


# One test, of which `bin/test --slow` tries more.
@api.parametrize()
@settings(
    max_examples=300 if PROFILE == "exploring" else 25,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),
)
def test_every_answer_is_as_described(case: schemathesis.Case, app: Flask) -> None:
    case.call_and_validate(app=app, headers=UNPACKED, checks=list(CHECKS))
