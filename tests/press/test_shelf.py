"""Finished work is kept on disk as long as there is room."""

import os
from pathlib import Path

from builder.game.problem import Problem, Severity
from builder.press.document import Document
from builder.press.shelf import Shelf


def test_a_kept_document_comes_back_with_its_notices(tmp_path: Path) -> None:
    notice = Problem("runs-on", Severity.NOTICE, "It runs on.", ("imp",))
    document = Document("sheet", "classic", "a4", b"%PDF\nwith\nlines", 2, (notice,))
    Shelf(tmp_path).keep_document("abc", document)
    assert Shelf(tmp_path).document("abc") == document


def test_what_was_longest_unused_goes_first_when_the_shelf_is_full(tmp_path: Path) -> None:
    for age, name in enumerate(["newest", "older", "oldest"]):
        (tmp_path / name).write_bytes(b"x" * 100)
        os.utime(tmp_path / name, (1_000_000 - age, 1_000_000 - age))
    Shelf(tmp_path, capacity=350).write("fresh", b"x" * 100)
    assert {path.name for path in tmp_path.iterdir()} == {"fresh", "newest", "older"}


def test_half_a_file_is_never_left_behind(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    Shelf(tmp_path).write("taken", b"content")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
