"""How the tests call the command line, inside this process and as a program of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from builder.cli.program import program

SCRIPT = ["chef", "empath", "monk", "saint", "poisoner", "imp"]


def call(*arguments: object, given: bytes | str | None = None) -> Result:
    """Runs a command; the answer has its exit code, standard output and standard error."""
    result = CliRunner().invoke(program, [str(argument) for argument in arguments], input=given)
    assert "Traceback" not in result.output
    return result


def answer(*arguments: object, given: bytes | str | None = None) -> Any:  # JSON
    """What a command says with --json; it must say that alone."""
    result = call(*arguments, "--json", given=given)
    assert result.exit_code in {0, 1}, result.output
    return json.loads(result.stdout)


def run(
    *arguments: object, given: bytes | None = None, **environment: str
) -> "subprocess.CompletedProcess[bytes]":
    """Runs the command line as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "builder.cli", *map(str, arguments)],
        input=given,
        capture_output=True,
        check=False,
        timeout=120,
        env={**os.environ, **environment},
    )


def write(path: Path, value: object) -> Path:
    path.write_text(
        value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), encoding="utf-8"
    )
    return path
