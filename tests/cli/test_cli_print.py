import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import bad_children
import inline_runner
import pytest
from calling import SCRIPT, answer, call, run, write

import builder
from builder import assets, printables
from builder.artefact import PDF, Artefact
from builder.errors import MissingPartError, RenderError
from builder.game.problem import Problem, Severity
from builder.settings import Settings


class FakeDocument(Artefact):
    """A document that needs no press."""

    def png(self, dpi: int = 100) -> list[bytes]:
        return [f"PNG {dpi} {page}".encode() for page in range(self.pages)]


@pytest.fixture
def press(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """A press that notes its orders and gives two pages a copy at once."""
    orders: list[dict[str, Any]] = []

    def render(script: builder.Script, kind: str, **options: Any) -> Artefact:
        orders.append({"script": script.name, "kind": kind, **options})
        if "Cursed" in script.name and kind == "night":
            raise RenderError("It took too long.")
        if "Broken" in script.name:
            raise ZeroDivisionError
        if "Huge" in script.name:
            raise MemoryError
        notices = (Problem("runs-on", Severity.NOTICE, "It runs on."),) if "Long" in script.name else ()
        pages = 2 * options["copies"]
        name = f"{printables.file_title(kind, options['style'], options['paper'])}.pdf"
        return FakeDocument(name, PDF, b"%PDF " + kind.encode(), pages, notices, options["style"])

    monkeypatch.setattr("builder.render", render)
    inline_runner.use(monkeypatch)
    return orders


def named(name: str) -> list[object]:
    return [{"id": "_meta", "name": name}, *SCRIPT]


def printed(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def market(tmp_path: Path) -> Path:
    return write(tmp_path / "market.json", named("Night Market"))


# What is printed


def test_a_script_becomes_its_sheet_and_its_night_sheet(
    press: list[Any], market: Path, tmp_path: Path
) -> None:
    result = call("print", market, "-d", tmp_path / "out")
    assert result.exit_code == 0
    expected = ["Night Market - character sheet (A4).pdf", "Night Market - night sheet (A4).pdf"]
    assert printed(tmp_path / "out") == expected
    assert result.stdout.splitlines() == [str(tmp_path / "out" / name) for name in expected]
    assert result.stderr == ""
    assert [(order["kind"], order["attach"], order["copies"]) for order in press] == [
        ("sheet", True, 1),
        ("night", True, 1),
    ]


@pytest.mark.usefixtures("press")
def test_the_json_has_a_row_for_each_file(market: Path, tmp_path: Path) -> None:
    rows = answer("print", market, "-d", tmp_path / "out")
    assert [list(row) for row in rows] == [
        ["source", "script", "kind", "style", "file", "pages", "bytes", "ms"]
    ] * 2
    assert {**rows[0], "ms": 0} == {
        "source": str(market),
        "script": "Night Market",
        "kind": "sheet",
        "style": "classic",
        "file": str(tmp_path / "out" / "Night Market - character sheet (A4).pdf"),
        "pages": 2,
        "bytes": 10,
        "ms": 0,
    }
    assert rows[0]["ms"] >= 0
    assert Path(rows[1]["file"]).read_bytes() == b"%PDF night"


def test_kinds_styles_and_paper_are_taken_as_asked(press: list[Any], market: Path, tmp_path: Path) -> None:
    result = call(
        "print",
        market,
        "-d",
        tmp_path,
        "--kind",
        "Night, night",
        "--style",
        "night=full",
        "--paper",
        "Letter",
    )
    assert result.exit_code == 0
    assert [(order["kind"], order["style"], order["paper"]) for order in press] == [
        ("night", "full", "letter")
    ]
    assert (tmp_path / "Night Market - night sheet (Letter).pdf").is_file()


@pytest.mark.parametrize(
    ("kind", "style", "made"),
    [
        ("sheet", "parchment", [("sheet", "parchment")]),
        ("night", "Strips, full", [("night", "strips"), ("night", "full")]),
        ("night,share-pictures", "glyphs", [("night", "glyphs")]),
    ],
)
def test_a_style_needs_no_kind_where_only_one_is_printed(
    press: list[Any], market: Path, tmp_path: Path, kind: str, style: str, made: list[tuple[str, str]]
) -> None:
    assert call("print", market, "-d", tmp_path, "--kind", kind, "--style", style).exit_code == 0
    assert [(order["kind"], order["style"]) for order in press if order["kind"] in {"sheet", "night"}] == made


@pytest.mark.usefixtures("press")
def test_two_styles_of_a_kind_have_two_names(market: Path, tmp_path: Path) -> None:
    first, second = printables.kinds()["night"][:2]
    result = call(
        "print",
        market,
        "-d",
        tmp_path / "out",
        "-k",
        "night",
        "--style",
        f"night={first}",
        "--style",
        f"night={second}",
    )
    assert result.exit_code == 0
    assert printed(tmp_path / "out") == [
        "Night Market - night sheet (A4).pdf",
        f"Night Market - night sheet, {second} (A4).pdf",
    ]


def test_all_prints_every_kind_there_is_but_the_proof(press: list[Any], market: Path, tmp_path: Path) -> None:
    assert call("print", market, "--all", "-d", tmp_path).exit_code == 0
    assert [*(order["kind"] for order in press), "proof"] == list(printables.kinds())


def test_copies_are_of_the_character_sheet_only(press: list[Any], market: Path, tmp_path: Path) -> None:
    rows = answer("print", market, "-d", tmp_path, "--copies", "8")
    assert [(order["kind"], order["copies"]) for order in press] == [("sheet", 8), ("night", 1)]
    assert [row["pages"] for row in rows] == [16, 2]


def test_the_script_is_not_embedded_where_nobody_wants_it(
    press: list[Any], market: Path, tmp_path: Path
) -> None:
    assert call("print", market, "-d", tmp_path, "--no-script").exit_code == 0
    assert {order["attach"] for order in press} == {False}


@pytest.mark.usefixtures("press")
def test_pictures_are_of_every_page_once_however_many_copies(market: Path, tmp_path: Path) -> None:
    rows = answer(
        "print", market, "-d", tmp_path / "out", "--png", "--dpi", "72", "--copies", "3", "-k", "sheet"
    )
    assert printed(tmp_path / "out") == [
        "Night Market - character sheet (A4), page 1.png",
        "Night Market - character sheet (A4), page 2.png",
        "Night Market - character sheet (A4).pdf",
    ]
    assert [row["pages"] for row in rows] == [6, 1, 1]
    assert Path(rows[2]["file"]).read_bytes() == b"PNG 72 1"


@pytest.mark.usefixtures("press")
def test_a_zip_holds_the_documents_and_the_script_and_is_the_same_each_time(
    market: Path, tmp_path: Path
) -> None:
    rows = answer("print", market, "--zip", "-d", tmp_path / "one")
    answer("print", market, "--zip", "-d", tmp_path / "two")
    file = tmp_path / "one" / "Night Market.zip"
    assert printed(tmp_path / "one") == ["Night Market.zip"]
    assert {row["file"] for row in rows} == {str(file)}
    with zipfile.ZipFile(file) as archive:
        assert archive.namelist() == [
            "Night Market - character sheet (A4).pdf",
            "Night Market - night sheet (A4).pdf",
            "Night Market.json",
        ]
        assert json.loads(archive.read("Night Market.json")) == named("Night Market")
    assert file.read_bytes() == (tmp_path / "two" / "Night Market.zip").read_bytes()


@pytest.mark.usefixtures("press")
def test_a_zip_without_the_script_holds_documents_only(market: Path, tmp_path: Path) -> None:
    result = call("print", market, "--zip", "--no-script", "-d", tmp_path / "out")
    assert result.stdout == f"{tmp_path / 'out' / 'Night Market.zip'}\n"
    with zipfile.ZipFile(tmp_path / "out" / "Night Market.zip") as archive:
        assert len(archive.namelist()) == 2


@pytest.mark.usefixtures("press")
def test_standard_input_can_be_printed(tmp_path: Path) -> None:
    rows = answer("print", "-", "-d", tmp_path, given=json.dumps(named("Piped")))
    assert {row["source"] for row in rows} == {"-"}
    assert (tmp_path / "Piped - night sheet (A4).pdf").is_file()


@pytest.mark.usefixtures("press")
def test_what_the_press_notices_is_said_on_standard_error(tmp_path: Path) -> None:
    file = write(tmp_path / "long.json", named("Long One"))
    assert call("print", file, "-d", tmp_path).stderr == "Long One: It runs on.\n"


@pytest.mark.usefixtures("press")
def test_without_a_folder_files_go_to_output(
    market: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.cli.batch.assets.root", lambda: tmp_path)
    monkeypatch.chdir(tmp_path)
    assert call("print", market).stdout.startswith("output/Night Market" if os.sep == "/" else "output")
    (tmp_path / "pyproject.toml").write_text("")
    assert call("print", market).stdout.startswith(str(tmp_path / "output"))


# What cannot be printed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--kind", "poster"], "There is no kind of document “poster”. Choose from: "),
        (["--style", "night=neon"], "There is no style of the night sheet called “neon”. Choose from: "),
        (["--style", "poster=neon"], "There is no kind of document “poster”. Choose from: "),
        (
            ["--style", "neon"],
            "you are printing sheet and night, so say which one you mean: KIND=STYLE, such as night=full.",
        ),
        (["--style", "strips"], "KIND=STYLE, such as night=strips."),
        (
            ["-k", "night", "--style", "neon"],
            "There is no style of the night sheet called “neon”. Choose from: ",
        ),
        (["-k", "night", "--style", " "], "is not of the form KIND=STYLE, such as night=full."),
        (["-k", "share-pictures", "--style", "neon"], "share-pictures has no styles."),
        (["--style", "night="], "is not of the form KIND=STYLE"),
        (["--paper", "a9"], "There is no paper “a9”. Choose from: a4, letter"),
        (["--paper", "night=a9"], "There is no paper “a9”. Choose from: a4, letter"),
        (["--paper", "tokens=letter"], "you are not printing tokens. Add it to --kind"),
        (["--paper", "night="], "is not of the form KIND=PAPER, such as tokens=letter"),
        (["--set", "ink"], "is not of the form NAME=VALUE or KIND.NAME=VALUE"),
        (["--set", "=saving"], "is not of the form NAME=VALUE or KIND.NAME=VALUE"),
        (["--set", "ink=green"], "There is no choice for “ink” called “green”. Choose from: full, saving."),
        (["--set", "pen=green"], "There is no setting “pen”. Choose from: art, back, face, ink, qr."),
        (["--set", "night.pen=green"], "There is no setting of the night sheet called “pen”. Choose from: "),
        (["--set", "poster.ink=full"], "There is no kind of document “poster”. Choose from: "),
        (["--set", "table.players=7"], "you are not printing table. Add it to --kind"),
        (["--set", "names=Ada"], "“names” is a setting of table. Add it to --kind"),
        (["-k", "table", "--set", "players=99"], "5 to 20 players, not 99"),
        (["-k", "tokens", "--set", "bleed=wide"], "There is no bleed “wide”. Use 0 to 5 mm"),
        (["-k", "share-pictures", "--set", "punch=38/19"], "“punch” is a setting of tokens"),
        (["--kind", "sheet", "--style", "night=full"], "Add it to --kind"),
        (["--copies", "0"], "--copies"),
        (["--dpi", "9999"], "--dpi"),
    ],
)
def test_an_option_that_means_nothing_is_told_with_what_there_is(
    options: list[str], message: str, market: Path, tmp_path: Path, press: list[Any]
) -> None:
    result = call("print", market, "-d", tmp_path / "out", *options)
    assert result.exit_code == 2
    assert message in result.stderr
    assert press == []


def test_nothing_to_print_is_a_wrong_call() -> None:
    assert call("print").exit_code == 2


@pytest.mark.usefixtures("press")
def test_a_document_that_fails_is_named_and_the_others_are_made(tmp_path: Path) -> None:
    file = write(tmp_path / "cursed.json", named("Cursed"))
    result = call("print", file, "-d", tmp_path / "out")
    assert result.exit_code == 1
    assert result.stderr == f"Error: “{file}”, night: It took too long.\n"
    assert printed(tmp_path / "out") == ["Cursed - character sheet (A4).pdf"]


@pytest.mark.usefixtures("press")
@pytest.mark.parametrize(
    ("name", "message"), [("Broken", "ZeroDivisionError at test_cli_print"), ("Huge", "memory")]
)
def test_a_mistake_in_the_press_ends_no_run(name: str, message: str, market: Path, tmp_path: Path) -> None:
    broken = write(tmp_path / "broken.json", named(name))
    result = call("print", broken, market, "-d", tmp_path / "out")
    assert result.exit_code == 1
    assert message in result.stderr
    assert len(printed(tmp_path / "out")) == 2


def test_without_pango_one_message_gives_the_command(
    market: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def render(*_: object, **__: object) -> None:
        raise MissingPartError("Printing needs Pango. Type: bin/setup")

    inline_runner.use(monkeypatch)
    monkeypatch.setattr("builder.render", render)
    result = call("print", market, "-d", tmp_path / "out")
    assert (result.exit_code, result.stderr) == (2, "Error: Printing needs Pango. Type: bin/setup\n")


@pytest.mark.usefixtures("press")
def test_a_folder_that_cannot_be_made_is_named(market: Path) -> None:
    result = call("print", market, "-d", market / "out")
    assert result.exit_code == 2
    assert str(market / "out") in result.stderr


@pytest.mark.usefixtures("press")
def test_a_file_in_the_way_stays_as_it_was(market: Path, tmp_path: Path) -> None:
    wall = tmp_path / "out" / "Night Market - character sheet (A4).pdf"
    wall.mkdir(parents=True)
    result = call("print", market, "-d", tmp_path / "out")
    assert result.exit_code == 2
    assert "this is a folder" in result.stderr
    assert printed(tmp_path / "out") == [wall.name]


# Many scripts


@pytest.mark.usefixtures("press")
def test_a_folder_stands_for_its_scripts_and_a_bad_one_does_not_stop_the_rest(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    write(folder / "b.json", named("Beta"))
    write(folder / "A.JSON", named("Alpha"))
    write(folder / "bad.json", "{oops")
    write(folder / "notes.txt", "not a script")
    result = call("print", folder, "-k", "sheet", "-d", tmp_path / "out")
    assert result.exit_code == 1
    assert printed(tmp_path / "out") == [
        "Alpha - character sheet (A4).pdf",
        "Beta - character sheet (A4).pdf",
    ]
    assert "bad.json” cannot be read as a script." in result.stderr
    assert "[1/3] " in result.stderr
    assert "[2/3] " in result.stderr


@pytest.mark.usefixtures("press")
def test_scripts_of_one_name_never_overwrite_each_other(tmp_path: Path) -> None:
    names = ["Twin", "twin", "Twin", "Tw/in", "Tw\\in"]
    scripts = [write(tmp_path / f"{index}.json", named(name)) for index, name in enumerate(names)]
    rows = [
        row
        for pair in (scripts[:3], scripts[3:])
        for row in answer("print", *pair, "-k", "sheet", "-d", tmp_path / "out")
    ]
    assert len({row["file"] for row in rows}) == 5
    assert printed(tmp_path / "out") == [
        "Tw-in (2) - character sheet (A4).pdf",
        "Tw-in - character sheet (A4).pdf",
        "Twin (3) - character sheet (A4).pdf",
        "Twin - character sheet (A4).pdf",
        "twin (2) - character sheet (A4).pdf",
    ]


@pytest.mark.usefixtures("press")
def test_a_script_given_twice_is_printed_once(market: Path, tmp_path: Path) -> None:
    assert len(answer("print", market, market, market.parent, "-k", "sheet", "-d", tmp_path / "out")) == 1


@pytest.mark.usefixtures("press")
def test_rows_come_in_the_order_of_the_scripts(tmp_path: Path) -> None:
    scripts = [write(tmp_path / f"{name}.json", named(name)) for name in ("Zeta", "Alpha", "Mid")]
    assert [row["script"] for row in answer("print", *scripts, "-k", "sheet", "-d", tmp_path / "out")] == [
        "Zeta",
        "Alpha",
        "Mid",
    ]


@pytest.mark.usefixtures("press")
def test_on_a_terminal_many_scripts_have_one_bar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.cli.terminal.is_terminal", lambda stream=None: stream is not None)
    scripts = [write(tmp_path / f"{name}.json", named(name)) for name in ("One", "Long Two")]
    result = call("print", *scripts, "-d", tmp_path / "out")
    assert result.exit_code == 0
    assert "[1/2]" not in result.stderr
    assert "Long Two: It runs on." in result.stderr


def _batch(folder: Path, *names: str) -> list[Path]:
    folder.mkdir(exist_ok=True)
    return [write(folder / f"{name}.json", named(name)) for name in names]


@pytest.mark.full
def test_a_script_that_takes_too_long_is_stopped_and_the_rest_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.artefacts.make", bad_children.sleep)
    monkeypatch.setattr("builder.artefacts.runner.settings", lambda: Settings(render_seconds=1))
    result = call(
        "print", *_batch(tmp_path / "in", "a", "b", "slow", "d"), "-d", tmp_path / "out", "-k", "sheet"
    )
    assert result.exit_code == 1
    assert "slow.json”, sheet: It took longer than 1 seconds, so it was stopped." in result.stderr
    assert len(printed(tmp_path / "out")) == 3


@pytest.mark.full
def test_a_child_that_dies_takes_only_its_own_script_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.artefacts.make", bad_children.die)
    result = call(
        "print", *_batch(tmp_path / "in", "a", "b", "deadly", "d"), "-d", tmp_path / "out", "-k", "sheet"
    )
    assert result.exit_code == 1
    assert "deadly.json”, sheet: The process that made it ended early" in result.stderr
    assert len(printed(tmp_path / "out")) == 3


# With the real press


needs_press = pytest.mark.skipif(
    not assets.static("vendor", "fonts").is_dir(), reason="the fonts are not assembled yet (bin/setup)"
)


@pytest.mark.full
@needs_press
def test_a_real_script_becomes_real_pdf_files(market: Path, tmp_path: Path) -> None:
    done = run("print", market, "-d", tmp_path / "out", "--json", "--copies", "2")
    assert done.returncode == 0, done.stderr
    sheet, night = json.loads(done.stdout)
    for row in (sheet, night):
        content = Path(row["file"]).read_bytes()
        assert content.startswith(b"%PDF-")
        assert content.rstrip().endswith(b"%%EOF")
        assert len(content) == row["bytes"]
    single = [builder.render(builder.parse(market), kind).pages for kind in ("sheet", "night")]
    assert [sheet["pages"], night["pages"]] == [2 * single[0], single[1]]


@needs_press
@pytest.mark.full
def test_many_scripts_are_printed_at_once_with_the_same_bytes_as_one_alone(tmp_path: Path) -> None:
    _, script, *_ = _batch(tmp_path / "in", "Ada", "Bob", "Cid", "Dot")
    together = run("print", tmp_path / "in", "-d", tmp_path / "many", "--json")
    assert together.returncode == 0, together.stderr
    assert len(json.loads(together.stdout)) == 8
    for kind in ("sheet", "night"):
        alone = builder.render(builder.parse(script), kind)
        assert (tmp_path / "many" / f"Bob - {alone.name}").read_bytes() == alone.pdf


@needs_press
@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="there is no Ctrl-C to send on Windows")
def test_ctrl_c_leaves_whole_files_only(tmp_path: Path) -> None:
    _batch(tmp_path / "in", *(f"Script {number}" for number in range(60)))
    out = tmp_path / "out"
    # Who runs the tests in the background may have them ignore Ctrl-C, and all that they start.
    program = (
        "import signal; from builder.cli import main; signal.signal(signal.SIGINT, signal.default_int_handler);"
        " main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, "print", str(tmp_path / "in"), "-d", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (out.is_dir() and list(out.glob("*.pdf"))):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in errors
    files = list(out.iterdir())
    assert 0 < len(files) < 120
    for file in files:
        assert file.suffix == ".pdf"
        assert file.read_bytes().rstrip().endswith(b"%%EOF")


@pytest.mark.full
def test_a_script_that_takes_too_long_is_stopped_with_a_sentence(tmp_path: Path) -> None:
    endless = {"id": "own", "name": "Own", "team": "demon", "ability": "x" * 100_000}
    path = write(tmp_path / "endless.json", [{"id": "_meta", "name": "Endless"}, endless])
    done = run("print", path, "-k", "sheet", "-d", tmp_path, CLOCKWRIGHT_RENDER_SECONDS="1")
    assert done.returncode == 1
    assert b"It took longer than 1 seconds, so it was stopped." in done.stderr
    assert b"Traceback" not in done.stderr
