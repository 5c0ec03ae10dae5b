"""A render process does not grow: what one document took, the next one gets."""

import subprocess
import sys
from pathlib import Path

import pytest

from builder import assets

PROGRAM = """
import sys
from pathlib import Path
import builder
scripts = [builder.parse(Path(path)) for path in sys.argv[1:]]
def held():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 // 1_000_000
for number in range(500):
    builder.render(scripts[number % len(scripts)], ("sheet", "night")[number // 2 % 2])
    if number in (99, 499):
        print(held())
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux says what a process holds")
@pytest.mark.skipif(
    not assets.static("vendor", "fonts").is_dir(), reason="the fonts are not assembled yet (bin/setup)"
)
def test_a_process_that_makes_five_hundred_documents_stays_small() -> None:
    samples = map(str, sorted(assets.data("samples").glob("*.json")))
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, *samples], capture_output=True, text=True, check=True
    )
    early, late = map(int, ran.stdout.split())
    assert late <= 150
    assert late - early <= 10
