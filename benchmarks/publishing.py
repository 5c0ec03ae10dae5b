"""How long a set of 35 characters with icons takes to be published: `.venv/bin/python -m benchmarks publishing`.

From a program that has printed before, with every icon read for the first time: JSON, almanac as page and book, sheets,
tokens as PDF and pictures, icons. Then by the command line from its start to the last file, twice: with nothing kept
from earlier, and as somebody does it again.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter

from benchmarks import homebrew
from benchmarks.rows import Row

LIMIT = 5000
#: A set of so many characters with icons of so many pixels is printed before, part by part.
BEFORE = (3, 40, 40)


def rows() -> Iterator[Row]:
    """From a warm program, and by the command line the first time and the second."""
    with tempfile.TemporaryDirectory() as folder:
        save, target = Path(folder, "save.json"), str(Path(folder, "set"))
        save.write_bytes(homebrew.save())
        command = ["builder.cli", "publish", str(save), "-d", target]
        for number, words, module in (
            ("16", "from a warm program", ["benchmarks.publishing", str(save)]),
            ("16b", "by the command line", command),
            ("16c", "by the command line, once more", command),
        ):
            took = _run(module, Path(folder, number[:2] + module[0]))
            yield Row(number, f"studio: publish 35 characters with icons, {words}", took, limit=LIMIT)


def _run(module: Sequence[str], data: Path) -> float:
    """Milliseconds of a module that is run, or those that it prints itself."""
    begun = perf_counter()
    told = subprocess.run(
        [sys.executable, "-m", *module],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"CLOCKWRIGHT_DATA": str(data)},
    ).stdout
    return float(told) if module[0] == __name__ else (perf_counter() - begun) * 1000


def _warm(save: Path) -> None:
    """Publishes a set in a process that has printed another one, and prints how many milliseconds that took."""
    import builder  # noqa: PLC0415  # only where it is run as a program
    from builder.publishing import folder  # noqa: PLC0415  # as above

    script, small = builder.parse(save.read_bytes()), builder.parse(homebrew.save(*BEFORE))
    for _ in builder.publish(small):
        pass
    with tempfile.TemporaryDirectory() as place:
        begun = perf_counter()
        folder.write(Path(place, "set"), builder.publish(script))
        print((perf_counter() - begun) * 1000)  # read by `_run`


if __name__ == "__main__":
    _warm(Path(sys.argv[1]))
