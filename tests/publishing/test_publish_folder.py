"""A published set on the disk: whole or as it was, and strangers' files stay."""

import errno
import os
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from builder import files
from builder.errors import ClockwrightError
from builder.publishing import folder

FIRST = [("index.html", b"one"), ("owl.png", b"an owl"), ("tokens/townsfolk/Owl.png", b"a token")]
SECOND = [("index.html", b"two"), ("imp.png", b"an imp")]


def tree(path: Path) -> dict[str, bytes]:
    found = (each for each in path.rglob("*") if each.is_file())
    return {
        each.relative_to(path).as_posix(): each.read_bytes() for each in found if each.name != folder.LIST
    }


def test_a_folder_is_made_with_every_file(tmp_path: Path) -> None:
    paths = folder.write(tmp_path / "deep" / "set", FIRST)
    assert tree(tmp_path / "deep" / "set") == dict(FIRST)
    assert {path.name for path in paths} == {"index.html", "owl.png", "Owl.png"}
    assert [each.name for each in (tmp_path / "deep").iterdir()] == ["set"]


def test_what_an_earlier_set_had_goes_and_what_others_put_there_stays(tmp_path: Path) -> None:
    target = tmp_path / "set"
    folder.write(target, FIRST)
    (target / "CNAME").write_bytes(b"owls.example")
    (target / "tokens" / "mine.txt").write_bytes(b"mine")
    folder.write(target, SECOND)
    assert tree(target) == {**dict(SECOND), "CNAME": b"owls.example", "tokens/mine.txt": b"mine"}
    assert not (target / "tokens" / "townsfolk").exists()


def test_an_old_file_that_somebody_changed_stays(tmp_path: Path) -> None:
    target = tmp_path / "set"
    folder.write(target, FIRST)
    (target / "owl.png").write_bytes(b"a better owl")
    folder.write(target, SECOND)
    assert tree(target)["owl.png"] == b"a better owl"


def test_a_strangers_file_of_our_name_is_never_written_over(tmp_path: Path) -> None:
    target = tmp_path / "set"
    target.mkdir()
    (target / "index.html").write_bytes(b"my home page")
    with pytest.raises(ClockwrightError, match=r"“index\.html”.*did not put there"):
        folder.write(target, FIRST)
    assert tree(target) == {"index.html": b"my home page"}
    assert [each.name for each in tmp_path.iterdir()] == ["set"]


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    (tmp_path / "set").mkdir()
    folder.write(tmp_path / "set", FIRST)
    assert tree(tmp_path / "set") == dict(FIRST)


@pytest.mark.parametrize(
    "written", [b"", b"nonsense", b"[]", b'{"../../victim.txt": "x", "a": 7}', b"\xff\xfe"]
)
def test_a_list_of_files_that_cannot_be_believed_takes_nothing_away(tmp_path: Path, written: bytes) -> None:
    victim = tmp_path / "victim.txt"
    victim.write_bytes(b"alive")
    target = tmp_path / "a" / "set"
    target.mkdir(parents=True)
    (target / folder.LIST).write_bytes(written)
    folder.write(target, FIRST)
    assert tree(target) == dict(FIRST)
    assert victim.read_bytes() == b"alive"


def test_a_full_disk_leaves_the_folder_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "set"
    folder.write(target, FIRST)
    write = files.write

    def full(path: Path, content: bytes) -> None:
        if path.name == "imp.png":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        write(path, content)

    monkeypatch.setattr(files, "write", full)
    with pytest.raises(OSError, match="No space left"):
        folder.write(target, SECOND)
    assert tree(target) == dict(FIRST)
    assert [each.name for each in tmp_path.iterdir()] == ["set"]


def test_where_a_file_stands_in_the_way_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "set").write_bytes(b"a file")
    with pytest.raises(OSError, match="set"):
        folder.write(tmp_path / "set" / "inner", FIRST)
    with pytest.raises((OSError, ClockwrightError), match="set"):
        folder.write(tmp_path / "set", FIRST)
    assert (tmp_path / "set").read_bytes() == b"a file"


def test_a_zip_has_the_same_bytes_for_the_same_files() -> None:
    packed = files.zipped(FIRST)
    assert packed == files.zipped(FIRST)
    with zipfile.ZipFile(BytesIO(packed)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == dict(FIRST)
        assert archive.testzip() is None
