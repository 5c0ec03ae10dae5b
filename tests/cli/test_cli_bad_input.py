"""Hostile and broken files: each gets one clear message and its exit code, and never a traceback."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from calling import SCRIPT, call, run, write
from patience import little_work

COMMANDS = (("check",), ("convert",), ("sort",), ("night",), ("print", "-d", "{out}"))
TWO_METAS = [{"id": "_meta", "name": "One"}, *SCRIPT, {"id": "_meta", "name": "Two"}]


def _bytes(content: bytes) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        file = folder / "bad.json"
        file.write_bytes(content)
        return file

    return make


def _secret(folder: Path) -> Path:
    if os.geteuid() == 0:
        pytest.skip("root may read every file")
    file = write(folder / "secret.json", SCRIPT)
    file.chmod(0)
    return file


UNREADABLE = {
    "empty": (_bytes(b""), "is empty"),
    "blank": (_bytes(b" \n\t "), "is empty"),
    "not JSON": (_bytes(b'["imp", {"id": ]'), "Line 1"),
    "prose in braces": (_bytes(b"{hello, this is my script}"), "cannot be read as a script"),
    "cut off": (_bytes(b'["imp", "chef'), "Line 1"),
    "100,000 deep": (_bytes(b"[" * 100_000), "deep"),
    "100,000 objects deep": (_bytes(b'{"a":' * 100_000), "deep"),
    "5 MB": (_bytes(b'["' + b"x" * 5_000_000 + b'"]'), "5,000,004 bytes"),
    "NUL bytes": (_bytes(b"\x00" * 100), "cannot be read as a script"),
    "random bytes": (_bytes(bytes(range(256)) * 4), "cannot be read as a script"),
    "a PDF": (_bytes(b"%PDF-1.7 ..."), "PDF"),
    "an object": (_bytes(b'{"id": "imp"}'), "list"),
    "a number": (_bytes(b"12"), "list"),
    "null": (_bytes(b"null"), "list"),
    "an empty list": (_bytes(b"[]"), "cannot be read as a script"),
    "nobody usable": (_bytes(b"[1, null, true, []]"), "cannot be read as a script"),
    "a folder": (lambda folder: folder, "folder"),
    "missing": (lambda folder: folder / "missing.json", "no such file"),
    "not for us": (_secret, "no permission"),
    "a file as a folder": (
        lambda folder: write(folder / "x.json", SCRIPT) / "y.json",
        "is a file, not a folder",
    ),
    "a name too long": (lambda folder: folder / ("x" * 300), "name is too long"),
}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("case", UNREADABLE)
def test_what_cannot_be_read_ends_in_2_with_a_message_that_names_file_and_fault(
    command: tuple[str, ...], case: str, tmp_path: Path
) -> None:
    make, expected = UNREADABLE[case]
    folder = tmp_path / "in"
    folder.mkdir()
    file = make(folder)
    if case == "a folder" and command[0] == "print":
        expected = "no .json file"
    with little_work():
        result = call(command[0], file, *(word.format(out=tmp_path / "out") for word in command[1:]))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert expected in result.stderr
    assert file.name in result.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("case", ["empty", "not JSON", "100,000 deep", "5 MB", "NUL bytes", "an object"])
def test_the_same_holds_for_standard_input(case: str, tmp_path: Path) -> None:
    make, expected = UNREADABLE[case]
    result = call("check", "-", given=make(tmp_path).read_bytes())
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: Standard input cannot be read as a script.")
    assert expected in result.stderr


def test_a_fault_names_its_line() -> None:
    result = call("check", "-", given='[\n  "imp",\n  "chef" "monk"\n  oops}\n')
    assert result.exit_code == 2
    assert "Line 3" in result.stderr or "Line 4" in result.stderr


def test_a_real_process_answers_the_same_way(tmp_path: Path) -> None:
    file = _bytes(b"[" * 100_000)(tmp_path)
    done = run("check", file)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Traceback" not in done.stderr
    assert b"deep" in done.stderr


def test_an_endless_device_is_not_read_for_ever() -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("there is no /dev/zero")
    assert call("check", "/dev/zero").exit_code == 2


def test_a_name_with_a_nul_byte_is_no_file() -> None:
    result = call("check", "a\0b")
    assert (result.exit_code, result.stderr) == (2, "Error: “ab” cannot be the name of a file.\n")


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ([*SCRIPT, "nobodyatall"], "unknown-id"),
        ([*SCRIPT, "imp"], "duplicate"),
        (TWO_METAS, "two-metas"),
        ([*SCRIPT, {"id": ""}], "empty-id"),
        ([*SCRIPT, 7, None], ""),
        (["chef", "empath", "monk", "saint", "poisoner"], "no-demon"),
    ],
)
def test_what_can_be_read_is_reported_as_problems_not_refused(script: list[object], code: str) -> None:
    result = call("check", "-", "--json", given=json.dumps(script))
    assert result.exit_code in {0, 1}
    problems = json.loads(result.stdout)["problems"]
    assert result.exit_code == int(any(problem["severity"] == "error" for problem in problems))
    assert problems
    assert code in {problem["code"] for problem in problems} | {""}


def test_nothing_readable_is_lost_on_the_way_through() -> None:
    script = [
        *TWO_METAS,
        "nobodyatall",
        "imp",
        {"id": "pal", "name": "Pal", "team": "townsfolk", "ability": "Hm."},
    ]
    written = json.loads(call("convert", "-", given=json.dumps(script)).stdout)
    again = json.loads(call("convert", "-", given=json.dumps(written)).stdout)
    assert again == written
    text = json.dumps(written)
    for word in ("nobodyatall", "Pal", "Two", "One", *SCRIPT):
        assert word in text
