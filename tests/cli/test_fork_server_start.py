import pytest
from click.testing import CliRunner

from builder.artefacts import runner
from builder.cli import program


def test_the_early_server_loads_what_print_jobs_need() -> None:
    assert program.PRINTING["print"] == runner.PRELOAD


def test_the_server_starts_before_the_command_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[str, ...]] = []
    monkeypatch.setattr("builder.press.fork_server.prepare", started.append)
    CliRunner().invoke(program.program, ["print", "--help"])
    assert started == []
    CliRunner().invoke(program.program, ["print", "missing.json"])
    assert started == [runner.PRELOAD]
