"""`clockwright library`: the saved scripts on the command line."""

import base64
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from calling import SCRIPT, answer, call, write
from PIL import Image

from builder.library import Library
from builder.settings import settings

pytestmark = pytest.mark.usefixtures("data_folder")


def imported(folder: Path, name: str = "Rehearsal") -> str:
    """The id under which a script was saved."""
    path = write(folder / "one.json", [{"id": "_meta", "name": name}, *SCRIPT])
    result = call("library", "import", path)
    assert result.exit_code == 0
    return result.stdout.split("\t")[0]


def test_an_empty_library_says_so() -> None:
    result = call("library", "list")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "There are no saved scripts yet.\n")
    assert answer("library", "list") == []


def test_a_script_is_imported_listed_and_exported(tmp_path: Path) -> None:
    identifier = imported(tmp_path)
    assert call("library", "list").stdout.startswith(f"{identifier}\tRehearsal\t\t6\t")
    (listed,) = answer("library", "list", "reh", "imp")
    assert (listed["id"], listed["characters"], listed["deleted"]) == (identifier, SCRIPT, None)
    assert answer("library", "list", "--bin") == answer("library", "list", "nobody") == []
    exported = call("library", "export", identifier)
    assert json.loads(exported.stdout) == [{"id": "_meta", "name": "Rehearsal"}, *SCRIPT]
    assert call("library", "export", identifier, "-o", tmp_path / "out.json").exit_code == 0
    assert json.loads((tmp_path / "out.json").read_text("utf-8"))[1:] == SCRIPT


def test_private_notes_stay_out_of_a_public_export(tmp_path: Path) -> None:
    notes = {"clockwright": {"dismissed": [{"code": "x", "note": "secret"}]}}
    path = write(tmp_path / "one.json", [{"id": "_meta", "name": "A", **notes}, *SCRIPT])
    identifier = call("library", "import", path).stdout.split("\t")[0]
    assert "secret" in call("library", "export", identifier).stdout
    assert "secret" not in call("library", "export", identifier, "--public").stdout


def drawn(colour: str) -> str:
    """A picture inside a file."""
    target = io.BytesIO()
    noise = Image.effect_noise((64, 64), 90).convert("RGB")
    Image.blend(noise, Image.new("RGB", noise.size, colour), 0.5).save(target, "PNG")
    return "data:image/png;base64," + base64.b64encode(target.getvalue()).decode()


@pytest.fixture
def save(tmp_path: Path) -> tuple[Path, list[str]]:
    """A Bloodstar save with its pictures."""
    pictures = [drawn("red"), drawn("blue")]
    owl = {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": "You hear."}
    owl |= {"styledImage": pictures[0], "unStyledImage": pictures[1]}
    path = write(tmp_path / "save.json", {"meta": {"name": "Hoots"}, "characterList": [owl]})
    return path, pictures


def test_pictures_are_kept_beside_the_scripts_and_go_out_inside_them(
    save: tuple[Path, list[str]], tmp_path: Path
) -> None:
    path, pictures = save
    identifier = call("library", "import", path).stdout.split("\t")[0]
    library = Library.open(settings())
    held = library.get(identifier)
    assert held is not None
    assert "base64" not in held.source
    assert len(library.icons()) == 2
    library.close()
    exported = call("library", "export", identifier).stdout
    assert all(picture in exported for picture in pictures)
    assert pictures[1] not in call("library", "export", identifier, "--public").stdout
    again = call("library", "import", write(tmp_path / "again.json", json.loads(exported))).stdout.split(
        "\t"
    )[0]
    assert call("library", "export", again).stdout == exported


@pytest.mark.full
def test_an_exported_file_prints_with_its_pictures(save: tuple[Path, list[str]], tmp_path: Path) -> None:
    identifier = call("library", "import", save[0]).stdout.split("\t")[0]
    target = tmp_path / "out.json"
    assert call("library", "export", identifier, "-o", target).exit_code == 0
    result = call("print", target, "--kind", "tokens", "-d", tmp_path / "printed")
    assert result.exit_code == 0, result.stderr
    assert "picture" not in result.stderr
    assert list((tmp_path / "printed").glob("*.pdf"))


def test_what_cannot_be_read_does_not_keep_the_others_out(tmp_path: Path) -> None:
    good, bad = write(tmp_path / "good.json", SCRIPT), write(tmp_path / "bad.json", "{")
    result = call("library", "import", tmp_path / "none.json", bad, good)
    assert result.exit_code == 1
    assert "none.json" in result.stderr
    assert "bad.json" in result.stderr
    assert len(answer("library", "list")) == 1


@pytest.mark.parametrize("more", [(), ("--revision", 1)])
def test_a_script_that_is_not_there_is_named(more: tuple[object, ...]) -> None:
    result = call("library", "export", "nobody", *more)
    assert result.exit_code == 2
    assert "There is no script “nobody”" in result.stderr


def test_a_backup_comes_back(tmp_path: Path) -> None:
    identifier = imported(tmp_path)
    assert call("library", "backup", tmp_path / "backup.zip").exit_code == 0
    imported(tmp_path, "Another")
    result = call("library", "restore", tmp_path / "backup.zip")
    assert result.exit_code == 0
    assert "was saved as" in result.stdout
    assert [each["id"] for each in answer("library", "list")] == [identifier]


@pytest.mark.parametrize(
    "arguments",
    [("backup", "/nowhere/at/all.zip"), ("backup", "/"), ("restore", "/nowhere.zip"), ("restore", "/")],
)
def test_a_place_that_is_none_is_named(arguments: tuple[str, ...]) -> None:
    result = call("library", *arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: ")


def test_a_library_that_is_in_the_way_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from builder.settings import settings

    monkeypatch.setenv("CLOCKWRIGHT_DATABASE", str(tmp_path))
    settings.cache_clear()
    result = call("library", "list")
    assert result.exit_code == 2
    assert "cannot be opened or written" in result.stderr


def test_help_loads_no_database() -> None:
    code = (
        "import sys\nfrom builder.cli.program import program\n"
        "try:\n    program.main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        "assert not {'sqlalchemy', 'alembic'} & sys.modules.keys()"
    )
    for arguments in (["--help"], ["library", "--help"]):
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments], capture_output=True, check=False, env=os.environ
        )
        assert done.returncode == 0, done.stderr
