"""`clockwright publish`: a set as a folder or a ZIP."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from calling import call, write

import builder
from builder.publishing import File

FILES: list[File] = [("index.html", b"<!doctype html>"), ("tokens/Owl.png", b"an owl")]
OWL = {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": "You hear."}


@pytest.fixture
def owls(tmp_path: Path) -> Path:
    return write(tmp_path / "owls.json", [{"id": "_meta", "name": "Owls"}, OWL, "imp"])


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses for which something was published, by a press that has all at hand."""
    addresses: list[str] = []

    def publish(_: builder.Script, *, base_url: str = "", **__: object) -> Iterator[File]:
        addresses.append(base_url)
        yield from FILES

    monkeypatch.setattr(builder, "publish", publish)
    return addresses


def test_a_folder_is_written_and_its_first_page_named(owls: Path, asked: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    ran = call("publish", owls, "-d", out, "--base-url", "https://example.org/owls")
    assert ran.exit_code == 0
    assert ran.stdout.strip() == str(out / "index.html")
    assert (out / "tokens" / "Owl.png").read_bytes() == b"an owl"
    assert asked == ["https://example.org/owls"]


def test_a_zip_is_written_in_place_of_a_folder(owls: Path, asked: list[str], tmp_path: Path) -> None:
    ran = call("publish", owls, "--zip", tmp_path / "owls.zip")
    assert ran.exit_code == 0
    with zipfile.ZipFile(tmp_path / "owls.zip") as archive:
        assert archive.namelist() == [name for name, _ in FILES]
    assert asked == [""]


def test_without_an_address_it_says_what_is_missing(owls: Path, asked: list[str], tmp_path: Path) -> None:
    assert "--base-url" in call("publish", owls, "-d", tmp_path / "out").stderr
    said = call("publish", owls, "-d", tmp_path / "out", "--base-url", "https://example.org").stderr
    assert said == ""
    assert len(asked) == 2


@pytest.mark.parametrize("option", ["-d", "--zip"])
def test_a_place_without_a_name_is_refused(owls: Path, asked: list[str], option: str) -> None:
    ran = call("publish", owls, option, "")
    assert ran.exit_code == 2
    assert "is empty" in ran.stderr
    assert asked == []


def test_a_link_to_nowhere_is_named_and_stays(owls: Path, asked: list[str], tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.symlink_to(tmp_path / "gone")
    ran = call("publish", owls, "-d", place)
    assert ran.exit_code != 0
    assert "place” is a link to a folder that is not there" in ran.stderr
    assert ".clockwright" not in ran.stderr
    assert place.is_symlink()
    assert asked == []


def test_an_address_that_is_none_is_told_before_anything_is_made(owls: Path, asked: list[str]) -> None:
    ran = call("publish", owls, "--base-url", "owls")
    assert ran.exit_code == 2
    assert "https://example.org/my-set" in ran.stderr
    assert asked == []


@pytest.mark.usefixtures("asked")
def test_a_strangers_file_stays_and_is_named(owls: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    page = write(tmp_path / "out" / "index.html", "my page")
    ran = call("publish", owls, "-d", tmp_path / "out")
    assert ran.exit_code == 2
    assert "index.html" in ran.stderr
    assert page.read_text() == "my page"


@pytest.mark.usefixtures("asked")
def test_a_place_where_nothing_can_be_written_is_named(owls: Path, tmp_path: Path) -> None:
    write(tmp_path / "file", "a file")
    for target in (("-d", tmp_path / "file" / "out"), ("--zip", tmp_path / "nowhere" / "owls.zip")):
        ran = call("publish", owls, *target)
        assert ran.exit_code == 2
        assert str(target[1].parent.name) in ran.stderr


@pytest.mark.usefixtures("asked")
def test_folder_and_zip_at_once_are_refused(owls: Path, tmp_path: Path) -> None:
    ran = call("publish", owls, "-d", tmp_path, "--zip", tmp_path / "a.zip")
    assert ran.exit_code == 2
    assert "either" in ran.stderr
