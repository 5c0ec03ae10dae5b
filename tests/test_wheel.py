"""What a stranger gets: the wheel, built through the sdist, installed elsewhere and run from another folder."""

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from io import BytesIO
from pathlib import Path

import composing
import pikepdf
import pytest

pytestmark = pytest.mark.full
ROOT = Path(__file__).resolve().parent.parent
#: Our checkout must not be seen by the installed copy, nor the network by anything.
ALONE = {
    key: value
    for key, value in os.environ.items()
    if not key.startswith(("PYTHON", "CLOCKWRIGHT", "VIRTUAL"))
} | {
    "PIP_NO_INDEX": "1",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
}


def run(*command: str | Path, cwd: Path) -> str:
    """What a program said. Fails with its complaint."""
    ran = subprocess.run(command, cwd=cwd, env=ALONE, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    (path,) = dist.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel, and the locked packages as its only others."""
    home = tmp_path_factory.mktemp("elsewhere") / "venv"
    venv.create(home, with_pip=False, symlinks=True)
    site = next(home.glob("lib/python*/site-packages"))
    # Our environment's packages, without the file that points to this checkout: .pth files there are not read.
    locked = next(path for path in map(Path, sys.path) if path.name == "site-packages")
    site.joinpath("locked.pth").write_text(f"{locked}\n")
    pip = (
        sys.executable,
        "-m",
        "pip",
        "--python",
        home / "bin" / "python",
        "install",
        "--quiet",
        "--no-deps",
        "--no-compile",
    )
    run(*pip, "--ignore-installed", wheel, cwd=home)
    return home / "bin" / "python"


def names(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def test_the_sdist_holds_what_a_build_needs_and_no_leftovers(dist: Path) -> None:
    (path,) = dist.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        held = {name.split("/", 1)[-1] for name in archive.getnames()}
    assert {"LICENSE", "NOTICE.md", "pyproject.toml", "static/vendor/emblems/emblems.tsv"} <= held
    assert not [
        name
        for name in held
        if name.startswith((".venv", "node_modules", "output/", ".git/")) and name != "output/.gitkeep"
    ]


def test_the_wheel_brings_fonts_emblems_templates_and_data(wheel: Path) -> None:
    held = names(wheel)
    for part in tuple(
        (
            "static/vendor/fonts/AlegreyaSans-Regular.ttf static/vendor/fonts/NotoSansArabic-Bold.ttf "
            "static/vendor/emblems/emblems.tsv templates/print/sheet/classic/page.html "
            "data/characters/demon/imp.json data/samples/six-candles.json data/schema/script.json"
        ).split()
    ):
        assert f"builder/_assets/{part}" in held


def test_the_wheel_brings_the_compiled_catalogue_of_each_language(wheel: Path) -> None:
    folders = {path.parent for path in ROOT.glob("builder/translations/*/LC_MESSAGES/*.po")}
    assert len(folders) > 5
    there = {Path(name).parent for name in names(wheel) if name.endswith("clockwright.mo")}
    assert there == {path.relative_to(ROOT) for path in folders}


def test_the_wheel_brings_every_licence(wheel: Path) -> None:
    licences = [name for name in names(wheel) if "/licenses/" in name]
    assert sorted(name.rsplit("/", 1)[-1] for name in licences) == ["LICENSE", "NOTICE.md"]
    beside_fonts = [name for name in names(wheel) if name.endswith("LICENSE.txt")]
    assert len([name for name in beside_fonts if "/fonts/" in name]) >= 5
    assert "builder/_assets/static/vendor/emblems/LICENSE.txt" in beside_fonts


def test_the_wheel_holds_nothing_twice_and_no_tests(wheel: Path) -> None:
    held = names(wheel)
    assert len(held) == len(set(held))
    assert not [name for name in held if not name.startswith(("builder/", "clockwright-"))]


def test_the_installed_copy_uses_its_own_files(python: Path, tmp_path: Path) -> None:
    said = run(
        python,
        "-c",
        "import builder; from builder import assets; print(builder.__file__, assets.root())",
        cwd=tmp_path,
    )
    package, assets = map(Path, said.split())
    assert not package.is_relative_to(ROOT)
    assert assets == package.parent / "_assets"


def test_the_installed_program_prints_a_sheet_from_another_folder(python: Path, tmp_path: Path) -> None:
    script = tmp_path / "six.json"
    script.write_bytes(composing.SAMPLES.joinpath("six-candles.json").read_bytes())
    run(python.parent / "clockwright", "print", script, "-d", tmp_path / "out", cwd=tmp_path)
    printed = {path.name: pikepdf.open(BytesIO(path.read_bytes())) for path in tmp_path.glob("out/*.pdf")}
    titles = {str(pdf.docinfo["/Title"]) for pdf in printed.values()}
    assert titles == {"Six Candles – character sheet", "Six Candles – night sheet"}
    fonts = {str(name) for pdf in printed.values() for page in pdf.pages for name in _fonts(page)}
    assert {name.split("+")[-1].split("-")[0] for name in fonts} == {"Clockwright"}


def _fonts(page: pikepdf.Page) -> list[object]:
    return [font.BaseFont for font in page.resources["/Font"].values()]
