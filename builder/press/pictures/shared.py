"""Pixels that processes share: what one of them has decoded the others need not decode again.

Whoever forks children to work at once sets memory aside (`memory`), a part of it for each that reads pictures. That
one writes its part (`write_to`), and everybody looks into all. Without memory set aside nothing is shared.
"""

import mmap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

#: Bytes of a part: fifty pictures as Bloodstar paints them. What is not written to takes no room.
ROOM = 64_000_000
#: Bytes of a number; of the name of a picture.
WORD, NAME = 4, 32
BANDS = 4


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a picture lies, and its width and height."""

    part: int
    start: int
    size: tuple[int, int]


class _Memory:
    """The parts. Each begins with the number of bytes written; then follow names, sizes and pixels."""

    def __init__(self, count: int) -> None:
        self._parts = [mmap.mmap(-1, ROOM) for _ in range(count)]
        self._seen = [WORD] * count
        self._places: dict[str, _Place] = {}
        self.mine: int | None = None
        for part in self._parts:
            part[:WORD] = WORD.to_bytes(WORD)

    def find(self, name: str) -> _Place | None:
        """Where a picture lies, by its name."""
        if name not in self._places:
            for number, part in enumerate(self._parts):
                self._read(number, part)
        return self._places.get(name)

    def _read(self, number: int, part: mmap.mmap) -> None:
        """Notes what was written since."""
        end, start = int.from_bytes(part[:WORD]), self._seen[number]
        while start < end:
            name = part[start : start + NAME].decode("ascii")
            start += NAME
            width, height = (int.from_bytes(part[at : at + WORD]) for at in (start, start + WORD))
            start += 2 * WORD
            self._places[name] = _Place(number, start, (width, height))
            start += BANDS * width * height
        self._seen[number] = start

    def write(self, name: str, picture: "Image") -> None:
        """Puts a picture into this process's own part, if there is room."""
        if self.mine is None or len(name) != NAME:
            return
        part = self._parts[self.mine]
        head = b"".join((name.encode("ascii"), *(side.to_bytes(WORD) for side in picture.size)))
        start = int.from_bytes(part[:WORD]) + len(head)
        end = start + BANDS * picture.width * picture.height
        if end <= ROOM:
            part[start - len(head) : start] = head
            part[start:end] = picture.convert("RGBa").tobytes()
            part[:WORD] = end.to_bytes(WORD)  # at last, for others look at this first

    def picture(self, place: _Place) -> "Image":
        """The picture that lies somewhere."""
        from PIL import Image  # noqa: PLC0415  # the press needs it for pictures only

        length = BANDS * place.size[0] * place.size[1]
        pixels = self._parts[place.part][place.start : place.start + length]
        return Image.frombytes("RGBa", place.size, pixels)

    def end(self) -> None:
        """Gives the memory back."""
        for part in self._parts:
            part.close()


_HERE: list[_Memory] = []


@contextmanager
def memory(parts: int) -> Iterator[None]:
    """While this lasts, processes that are forked share pictures; as many as there are parts can bring some."""
    made = _Memory(parts)
    _HERE.append(made)
    try:
        yield
    finally:
        _HERE.remove(made)
        made.end()


def write_to(part: int) -> None:
    """What this process decodes from now on is for all to see. Of each part there is one writer."""
    for here in _HERE[-1:]:
        here.mine = part


def size(name: str) -> tuple[int, int] | None:
    """Width and height of a picture that is shared; None for another."""
    place = _HERE[-1].find(name) if _HERE else None
    return place.size if place else None


def get(name: str) -> "Image":
    """A picture that is shared, its colours multiplied by their opacity. Raises KeyError for another."""
    place = _HERE[-1].find(name) if _HERE else None
    if place is None:
        raise KeyError(name)
    return _HERE[-1].picture(place)


def put(name: str, picture: "Image") -> None:
    """Shares a picture in red, green, blue and opacity."""
    if _HERE and not _HERE[-1].find(name):
        _HERE[-1].write(name, picture)
