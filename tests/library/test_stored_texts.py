"""Texts are stored in zlib's format; an edit compresses only the pieces around what changed."""

import zlib
from typing import Any

import pytest

from builder.library import bodies


class Stored:
    """Takes the row of a text instead of a database."""

    def execute(self, _query: object, row: dict[str, Any]) -> None:
        """Keeps what would be written."""
        self.packed: bytes = row["packed"]


def put(pieces: list[str]) -> bytes:
    stored: Any = Stored()
    bodies.put(stored, "".join(pieces), pieces)
    packed: bytes = stored.packed
    return packed


@pytest.mark.parametrize("count", [1, bodies.PIECES, bodies.PIECES + 1, 5 * bodies.PIECES])
def test_a_text_in_pieces_is_whole_for_every_reader(count: int) -> None:
    pieces = [f"piece {number} é 漢 half \ud83d\n" for number in range(count)]
    assert zlib.decompress(put(pieces)).decode("utf-8", "surrogatepass") == "".join(pieces)


def test_only_the_block_with_another_piece_is_compressed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    compressed: list[int] = []
    compressor = zlib.compressobj

    def counted(*given: Any, **named: Any) -> Any:
        compressed.append(1)
        return compressor(*given, **named)

    monkeypatch.setattr(zlib, "compressobj", counted)
    pieces = [f"a piece of its own, {number}\n" for number in range(4 * bodies.PIECES)]
    put(pieces)
    assert len(compressed) == 4
    pieces[bodies.PIECES + 3] = "another piece\n"
    put(pieces)
    assert len(compressed) == 5
