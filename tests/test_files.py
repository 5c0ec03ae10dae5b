import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from builder import files
from builder.files import Names


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("Night Market", "Night Market"),
        ("占い師の村", "占い師の村"),
        ("Slo\u0301gh & Co.", "Slógh & Co"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\Users\\x", "C--Users-x"),
        ('a/b:c*d?e"f<g>h|i', "a-b-c-d-e-f-g-h-i"),
        ("evil\u202egpj.exe", "evilgpj.exe"),
        ("line\nbreak\ttab\x00nul\x1besc", "line break tabnulesc"),
        ("zero\u200bwidth", "zerowidth"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("  .hidden. ", "hidden"),
        ("-rf", "rf"),
        ("CON", "CON_"),
        ("nul.txt", "nul.txt_"),
        ("Console", "Console"),
        ("...", "script"),
        ("", "script"),
        ("☠☠☠", "script"),
    ],
)
def test_a_name_becomes_one_that_every_system_takes(name: str, safe: str) -> None:
    assert files.safe_name(name) == safe


def test_a_long_name_is_cut_between_letters() -> None:
    assert files.safe_name("占" * 500) == "占" * 50
    assert len(files.safe_name("x" * 500).encode()) == 150


def test_no_name_is_handed_out_twice_however_a_file_system_compares() -> None:
    names = Names()
    given = [names.take(name) for name in ("Imp", "IMP", "Imp (2)", "Slógh", "Slo\u0301gh", "ﬁn", "fin")]
    assert given == ["Imp", "IMP (2)", "Imp (2) (2)", "Slógh", "Slógh (2)", "ﬁn", "fin (2)"]


def test_a_file_is_written_whole_with_the_usual_permissions(tmp_path: Path) -> None:
    files.write(tmp_path / "new", b"content", durable=True)
    assert (tmp_path / "new").read_bytes() == b"content"
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o666 & ~mask


def test_when_writing_fails_the_old_file_stays_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "kept"
    target.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        files.write(target, b"new", durable=True)
    assert caught.value.filename == str(target)
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_a_folder_that_is_not_there_is_named_by_the_file_that_was_wanted(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        files.write(tmp_path / "no" / "file", b"")
    assert caught.value.filename == str(tmp_path / "no" / "file")


def test_the_temporary_folder_of_a_process_goes_with_it(tmp_path: Path) -> None:
    made = _process(tmp_path, "")
    assert made.parent == tmp_path
    assert not made.exists()


def test_the_temporary_folder_of_a_killed_process_goes_with_the_next(tmp_path: Path) -> None:
    made = _process(tmp_path, "os.kill(os.getpid(), 9)")
    new = _process(tmp_path, "os.kill(os.getpid(), 9)")
    assert made.is_dir()  # its process might be about to lock it
    os.utime(made, (0, 0))
    _process(tmp_path, "")
    assert not made.exists()
    assert new.is_dir()


def test_no_temporary_folder_in_use_is_deleted(tmp_path: Path) -> None:
    use = f"os.utime(made, (0, 0)); subprocess.run([sys.executable, '-c', {PROCESS!r}]); print(made.is_dir())"
    assert _said(tmp_path, use)[-1] == "True"


PROCESS = """
import os, subprocess, sys
from builder import files
made = files.temporary_folder()
print(made, flush=True)
"""


def _process(folder: Path, then: str) -> Path:
    return Path(_said(folder, then)[0])


def _said(folder: Path, then: str) -> list[str]:
    made = subprocess.run(  # our own program
        [sys.executable, "-c", f"{PROCESS}{then}"],
        env=os.environ | {"TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    return made.stdout.split("\n")[:-1]
