"""Caches: in memory within a budget of bytes; on disk, where nothing but what was written is read back."""

import os
from pathlib import Path

import pytest

from builder.cache import DiskCache, MemoryCache


def test_a_bounded_cache_never_costs_more_than_its_budget() -> None:
    cache: MemoryCache[str, int] = MemoryCache(10_000)
    for number in range(200):
        cache.put(f"n{number}", number, number * 20)
        cache.get("n3")
        assert cache.bytes <= 10_000
    assert cache.get("n3") == 3  # it was used all the time
    assert cache.get("n4") is None
    cache.put("huge", 1, 20_000)
    assert "huge" not in cache
    cache.clear()
    assert (cache.bytes, len(cache)) == (0, 0)


def test_what_was_longest_unused_goes_first_when_the_folder_is_full(tmp_path: Path) -> None:
    for age, name in enumerate(["newest", "older", "oldest"]):
        (tmp_path / name).write_bytes(b"x" * 100)
        os.utime(tmp_path / name, (1_000_000 - age, 1_000_000 - age))
    DiskCache(tmp_path, capacity=350).write("fresh", b"x" * 100)
    assert {path.name for path in tmp_path.iterdir()} == {"fresh", "newest", "older"}


def test_a_file_without_a_capacity_stays_whatever_else_is_written(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path)
    for number in range(60):
        cache.write(f"{number}", b"x" * 1000)
    assert cache.read("0") == b"x" * 1000


def test_half_a_file_is_never_left_behind(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    DiskCache(tmp_path).write("taken", b"content")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 100])
def test_a_damaged_file_is_as_good_as_none(tmp_path: Path, damage: bytes) -> None:
    DiskCache(tmp_path).write("name", b"content")
    (tmp_path / "name").write_bytes(damage)
    assert DiskCache(tmp_path).read("name") is None
    assert not (tmp_path / "name").exists()


def test_what_was_written_for_another_version_or_with_another_key_is_made_anew(tmp_path: Path) -> None:
    DiskCache(tmp_path, key=b"ours").write("name", b"content", b"version 1")
    assert DiskCache(tmp_path, key=b"ours").read("name", b"version 1") == b"content"
    assert DiskCache(tmp_path, key=b"ours").get_or_make("name", b"version 2", lambda: b"new") == b"new"
    assert DiskCache(tmp_path, key=b"theirs").read("name", b"version 2") is None


def test_a_cache_without_a_folder_only_forgets(tmp_path: Path) -> None:
    def nowhere() -> Path:
        raise RuntimeError("this user is at home nowhere")

    (tmp_path / "file").write_text("in the way")
    for cache in (DiskCache(nowhere), DiskCache(tmp_path / "file")):
        cache.write("name", b"content")
        assert cache.read("name") is None
