"""Nobody forks a process that has used Pango: its locks would be held for ever by threads that a fork does not have."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import composing
import pytest

from builder import assets

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how many threads a process has"),
    pytest.mark.skipif(
        not assets.static("vendor", "fonts").is_dir(), reason="the fonts are not assembled yet (bin/setup)"
    ),
]
#: Python loads this module into every process of the program that is tried.
SPY = """
import json, os, sys

def note():
    engine = sys.modules.get("builder.press.engine")
    row = {
        "threads": len(os.listdir("/proc/self/task")),
        "used": bool(engine and engine.has_used_pango()),
        "loaded": "weasyprint" in sys.modules,
        "maps": "libpango" in open("/proc/self/maps").read(),
    }
    with open(os.environ["CLOCKWRIGHT_FORKS"], "a") as file:
        print(json.dumps(row), file=file)

os.register_at_fork(before=note)
"""


def forks(tmp_path: Path, *words: object) -> list[dict[str, Any]]:
    """What was true of each process that was forked, at that moment."""
    (tmp_path / "sitecustomize.py").write_text(SPY)
    notes = tmp_path / "forks.jsonl"
    done = subprocess.run(
        [sys.executable, "-m", "builder.cli", *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env=os.environ | {"PYTHONPATH": f"{tmp_path}", "CLOCKWRIGHT_FORKS": str(notes)},
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in notes.read_text().splitlines()]


@pytest.mark.full
@pytest.mark.parametrize(
    "words",
    [
        ("print", "-k", "sheet,almanac"),  # no more than processors: each process forks a helper
        pytest.param(("print", "-k", "sheet,night,table,tokens,almanac"), marks=pytest.mark.slow),
        pytest.param(("print", "-k", "almanac,sheet", "--workers", "1"), marks=pytest.mark.slow),
        pytest.param(("publish",), marks=pytest.mark.slow),
    ],
    ids=" ".join,
)
def test_a_process_is_forked_with_one_thread_before_it_uses_pango(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    meta, *entries = json.loads((composing.SAMPLES / "the-dead-letter-office.json").read_bytes())
    script = tmp_path / "office.json"
    script.write_text(json.dumps([meta, *entries[::4]]), "utf-8")
    found = forks(tmp_path, words[0], script, *words[1:], "-d", tmp_path / "out")
    assert any(row["loaded"] for row in found)  # warm processes are forked, not started anew
    assert [row for row in found if row["threads"] > 1 or row["used"]] == []
