"""`clockwright print --all`: everything that can be made of a script, loose or as one ZIP."""

import json
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import inline_runner
import pytest
from calling import SCRIPT, answer, call, write

import builder
from builder import chunks, printables
from builder.artefact import PDF, Artefact

PICTURE = b"\x89PNG picture"


@pytest.fixture
def press(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """A press that makes everything at once and notes what it was asked."""
    orders: list[dict[str, Any]] = []

    def render(_: builder.Script, kind: str, **options: Any) -> Artefact:
        orders.append({"kind": kind, **options})
        name = f"{printables.file_title(kind, options['style'], options['paper'])}.pdf"
        return Artefact(name, PDF, b"%PDF " + kind.encode(), 1, style=options["style"])

    def token_pictures(_: builder.Script, **options: Any) -> Iterator[tuple[str, bytes]]:
        orders.append({"kind": "token-pictures", **options})
        return iter((("demon/Imp.png", PICTURE), ("reminders/Imp - Dead.png", PICTURE)))

    def share_pictures(_: builder.Script, **options: Any) -> dict[str, bytes]:
        orders.append({"kind": "share-pictures", **options})
        return {"wide": PICTURE, "square": PICTURE}

    def almanac_page(_: builder.Script, **options: Any) -> str:
        orders.append({"kind": "almanac-page", **options})
        return "<!doctype html>"

    for made in (render, token_pictures, share_pictures, almanac_page):
        monkeypatch.setattr(builder, made.__name__, made)
    inline_runner.use(monkeypatch)
    return orders


OWN = {"id": "own", "name": "Own", "team": "demon", "ability": "Each night*, hum."}


def script(path: Path, **clockwright: Any) -> Path:
    """A script with a character of its own, and what our part of `_meta` says of it."""
    return write(path, [{"id": "_meta", "name": "Night Market", "clockwright": clockwright}, *SCRIPT, OWN])


@pytest.fixture
def market(tmp_path: Path) -> Path:
    return script(tmp_path / "market.json", almanac={"synopsis": "What is sold here is not bought."})


DOCUMENTS = [
    "Night Market - almanac (A4).pdf",
    "Night Market - boxes and labels (A4).pdf",
    "Night Market - beginner's guide (A4).pdf",
    "Night Market - character sheet (A4).pdf",
    "Night Market - night sheet (A4).pdf",
    "Night Market - pocket booklet (A4).pdf",
    "Night Market - table cards (A4).pdf",
    "Night Market - tokens (A4).pdf",
]
EXTRAS = [
    "Night Market - almanac.html",
    "Night Market - share picture, square.png",
    "Night Market - share picture, wide.png",
    "Night Market - token pictures/demon/Imp.png",
    "Night Market - token pictures/reminders/Imp - Dead.png",
]


def files_in(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


@pytest.mark.usefixtures("press")
def test_everything_is_every_document_in_its_usual_style_and_all_that_goes_with_it(
    market: Path, tmp_path: Path
) -> None:
    rows = answer("print", market, "--all", "-d", tmp_path / "out")
    assert files_in(tmp_path / "out") == sorted([*DOCUMENTS, *EXTRAS])
    assert sorted(Path(row["file"]).relative_to(tmp_path / "out").as_posix() for row in rows) == sorted(
        [*DOCUMENTS, *EXTRAS]
    )
    usual = {kind: styles[0] for kind, styles in printables.kinds().items() if kind != "proof"}
    assert {row["kind"]: row["style"] for row in rows if row["kind"] in usual} == usual
    assert all(row["bytes"] and row["pages"] for row in rows)


@pytest.mark.usefixtures("press")
def test_a_zip_of_everything_has_the_script_too_and_is_the_same_each_time(
    market: Path, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        assert call("print", market, "--all", "--zip", "-d", tmp_path / name).exit_code == 0
    assert files_in(tmp_path / "one") == ["Night Market.zip"]
    bundle = tmp_path / "one" / "Night Market.zip"
    with zipfile.ZipFile(bundle) as archive:
        assert archive.namelist() == sorted([*DOCUMENTS, *EXTRAS, "Night Market.json"])
        assert json.loads(archive.read("Night Market.json"))[0]["name"] == "Night Market"
    assert bundle.read_bytes() == (tmp_path / "two" / "Night Market.zip").read_bytes()


@pytest.mark.usefixtures("press")
def test_whoever_unpacks_a_zip_may_read_its_files(market: Path, tmp_path: Path) -> None:
    call("print", market, "--zip", "-d", tmp_path / "out")
    with zipfile.ZipFile(tmp_path / "out" / "Night Market.zip") as archive:
        modes = {stat.filemode(each.external_attr >> 16) for each in archive.infolist()}
    assert modes == {"-rw-r--r--"}


@pytest.mark.usefixtures("press")
def test_what_is_private_is_not_in_the_zip(tmp_path: Path) -> None:
    secret = script(tmp_path / "secret.json", characters={"own": {"notes": "He did it.", "export": False}})
    call("print", secret, "--zip", "-d", tmp_path / "out")
    with zipfile.ZipFile(tmp_path / "out" / "Night Market.zip") as archive:
        written = archive.read("Night Market.json").decode()
    assert "He did it." not in written
    assert '"own"' not in written


@pytest.mark.usefixtures("press")
def test_a_script_without_almanac_texts_has_no_almanac_page_and_that_is_said(tmp_path: Path) -> None:
    bare = script(tmp_path / "bare.json")
    result = call("print", bare, "--all", "-d", tmp_path / "out")
    assert result.exit_code == 0
    assert result.stderr == "Night Market: This script has no almanac texts, so it has no almanac page.\n"
    assert "Night Market - almanac.html" not in files_in(tmp_path / "out")


@pytest.mark.usefixtures("press")
def test_notes_alone_make_no_almanac(tmp_path: Path) -> None:
    noted = script(tmp_path / "noted.json", characters={"own": {"notes": "Ask Ada."}})
    assert "no almanac texts" in call("print", noted, "--all", "-d", tmp_path / "out").stderr


@pytest.mark.usefixtures("press")
def test_who_asks_for_the_almanac_page_by_name_gets_it(tmp_path: Path) -> None:
    bare = script(tmp_path / "bare.json")
    assert call("print", bare, "-k", "almanac-page", "-d", tmp_path / "out").stderr == ""
    assert files_in(tmp_path / "out") == ["Night Market - almanac.html"]


@pytest.mark.usefixtures("press")
def test_a_folder_of_pictures_is_told_once(market: Path, tmp_path: Path) -> None:
    result = call("print", market, "-k", "token-pictures,share-pictures", "-d", tmp_path / "out")
    assert result.stdout.splitlines() == [
        f"{tmp_path / 'out' / 'Night Market - token pictures'}/",
        str(tmp_path / "out" / "Night Market - share picture, wide.png"),
        str(tmp_path / "out" / "Night Market - share picture, square.png"),
    ]


def test_without_its_script_nothing_carries_it(
    press: list[dict[str, Any]], market: Path, tmp_path: Path
) -> None:
    call("print", market, "--all", "--no-script", "-d", tmp_path / "out")
    assert len(press) == 11
    assert {order["attach"] for order in press} == {False}


def test_the_pictures_of_tokens_have_a_size_of_their_own(
    press: list[dict[str, Any]], market: Path, tmp_path: Path
) -> None:
    call("print", market, "-k", "token-pictures", "-d", tmp_path / "out")
    call("print", market, "-k", "token-pictures", "--dpi", "600", "-d", tmp_path / "out")
    assert [order["dpi"] for order in press] == [300, 600]


@pytest.mark.usefixtures("press")
def test_a_document_that_fails_leaves_the_rest_of_the_bundle(
    market: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ValueError

    monkeypatch.setattr(builder, "share_pictures", broken)
    result = call("print", market, "--all", "-d", tmp_path / "out")
    assert result.exit_code == 1
    assert "share-pictures: This document could not be made, and that is our fault" in result.stderr
    assert files_in(tmp_path / "out") == sorted(
        [*DOCUMENTS, *(name for name in EXTRAS if "share" not in name)]
    )


@pytest.mark.usefixtures("press")
def test_one_script_with_many_documents_has_a_bar_on_a_terminal(
    market: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    monkeypatch.setattr("builder.cli.terminal.is_terminal", lambda stream=None: stream is not None)
    monkeypatch.setattr(
        "rich.progress.Progress.update", lambda _, __, description, **more: steps.append(description)
    )
    assert call("print", market, "--all", "-d", tmp_path / "out").exit_code == 0
    assert sorted(steps) == sorted(
        f"Night Market: {kind}"
        for kind in (*printables.kinds(), "almanac-page", "token-pictures", "share-pictures")
        if kind != "proof"
    )


@pytest.mark.full
def test_a_real_bundle_opens_again_from_any_of_its_parts(market: Path, tmp_path: Path) -> None:
    rows = answer("print", market, "--all", "--png", "--dpi", "50", "--workers", "1", "-d", tmp_path / "out")
    assert {row["kind"] for row in rows} | {"proof"} == {
        *printables.kinds(),
        "almanac-page",
        "token-pictures",
        "share-pictures",
    }
    for row in rows:
        content = Path(row["file"]).read_bytes()
        assert len(content) == row["bytes"]
        if row["file"].endswith(".png"):
            assert chunks.script_in(content), row["file"]
        assert builder.parse(content).name == "Night Market", row["file"]
