"""The planted slips of `slips.txt`, read."""

import re
from dataclasses import dataclass
from pathlib import Path

MARK = re.compile(r"\{([^{|}]*)\|([^{}]*)\}")


@dataclass(frozen=True)
class Planted:
    """An ability with slips, and without."""

    text: str
    right: str
    #: First letter, letter after the last, and what it should be (`?`: only the author knows).
    slips: tuple[tuple[int, int, str], ...]
    name: str


def planted() -> list[Planted]:
    lines = Path(__file__).with_name("slips.txt").read_text("utf-8").splitlines()
    return [_read(line) for line in lines if line and not line.startswith("#")]


def _read(line: str) -> Planted:
    line, _, name = line.partition(" @ ")
    text, right, at = "", "", 0
    slips = []
    for match in MARK.finditer(line):
        wrong, mended = (part.replace("_", " ") for part in match.groups())
        text, right = text + line[at : match.start()], right + line[at : match.start()]
        slips.append((len(text), len(text) + len(wrong), mended))
        text, right, at = text + wrong, right + mended, match.end()
    return Planted(text + line[at:], right + line[at:], tuple(slips), name)
