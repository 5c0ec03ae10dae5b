import json
import subprocess
import sys

import click
import pytest
from calling import SCRIPT, call, run

import builder
from builder.cli import program, terminal

COMMANDS = program.COMMANDS


def test_help_names_every_command_with_its_sentence() -> None:
    shown = " ".join(call("--help").stdout.split())
    for name, (_, sentence) in COMMANDS.items():
        assert f"{name} {sentence}" in shown


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_own_help_that_opens_as_the_list_says(name: str) -> None:
    result = call(name, "--help")
    assert result.exit_code == 0
    opening = COMMANDS[name][1].split(":")[0].rstrip(".").split(",")[0]
    assert opening in " ".join(result.stdout.split())


def test_the_version_is_the_packages() -> None:
    assert call("--version").stdout == f"clockwright, version {builder.__version__}\n"


def test_a_command_that_does_not_exist_gets_the_list_of_those_that_do() -> None:
    result = call("prnit")
    assert result.exit_code == 2
    assert "There is no command “prnit”. The commands are: print, check" in result.stderr
    assert result.stdout == ""


def test_an_option_that_does_not_exist_is_named() -> None:
    result = call("check", "--jsn", "x.json")
    assert result.exit_code == 2
    assert "--jsn" in result.stderr


def test_help_loads_neither_the_press_nor_the_web_app_nor_any_command() -> None:
    code = (
        "import sys\nfrom builder.cli.program import program\n"
        "try: program.main(['--help'])\nexcept SystemExit: pass\n"
        "print([m for m in sys.modules if m.split('.')[0] in {'weasyprint','flask','rich','jsonschema'}"
        " or m.startswith('builder.cli.') and m.split('.')[2] not in {'program','terminal','chosen_language'}],"
        " file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stderr.strip() == "[]"


def test_a_mistake_of_ours_is_admitted_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("builder.cli.sources.load", fail)
    monkeypatch.delenv("CLOCKWRIGHT_DEBUG", raising=False)
    result = call("check", "x.json")
    assert result.exit_code == 2
    assert "a bug in Clockwright, not your mistake" in result.stderr
    assert "CLOCKWRIGHT_DEBUG=1" in result.stderr


def test_with_debug_set_the_traceback_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("builder.cli.sources.load", fail)
    monkeypatch.setenv("CLOCKWRIGHT_DEBUG", "1")
    from click.testing import CliRunner

    result = CliRunner().invoke(program.program, ["check", "x.json"])
    assert result.exit_code == 2
    assert "Traceback" in result.stderr
    assert "ZeroDivisionError" in result.stderr


@pytest.mark.parametrize("error", [KeyboardInterrupt, click.Abort])
def test_ctrl_c_ends_quietly_with_130(monkeypatch: pytest.MonkeyPatch, error: type[BaseException]) -> None:
    def stop(*_: object) -> None:
        raise error

    monkeypatch.setattr("builder.cli.sources.load", stop)
    result = call("check", "x.json")
    assert result.exit_code == 130
    assert result.output.strip() == ""


def test_a_reader_that_goes_away_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m builder.cli characters --json | head -c 10",
        shell=True,
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""
    assert len(done.stdout) == 10


def test_a_closed_standard_output_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m builder.cli papers >&-", shell=True, capture_output=True, check=False
    )
    assert b"Traceback" not in done.stderr


def test_a_terminal_with_an_old_western_alphabet_shows_question_marks() -> None:
    script = json.dumps([*SCRIPT, {"id": "_meta", "name": "占い師の村"}]).encode()
    done = run("check", "-", given=script, PYTHONIOENCODING="cp1252", PYTHONUTF8="0")
    assert done.returncode == 0, done.stderr
    assert b"?????" in done.stdout


def test_json_is_utf_8_whatever_the_terminal_speaks() -> None:
    script = json.dumps([*SCRIPT, {"id": "_meta", "name": "占い師"}]).encode()
    done = run("check", "-", "--json", given=script, PYTHONIOENCODING="cp1252", PYTHONUTF8="0")
    assert json.loads(done.stdout.decode("utf-8"))["script"]["name"] == "占い師"


def test_a_name_cannot_steer_the_terminal() -> None:
    script = json.dumps([*SCRIPT, {"id": "_meta", "name": "\x1b[31mRed\x07\u202eback"}]).encode()
    done = run("check", "-", given=script)
    assert b"\x1b" not in done.stdout
    assert b"\x07" not in done.stdout
    assert "\u202e".encode() not in done.stdout
    assert b"Redback" in done.stdout.replace(b"[31m", b"")


def test_text_is_cleaned_for_the_screen() -> None:
    assert terminal.clean("a\x00b\x9bc\u2066d\ud800e\tf\ng") == "abcde\tf\ng"
    assert terminal.one_line("a\n  b\t c") == "a b c"


def test_an_error_of_the_system_is_told_in_plain_words() -> None:
    assert terminal.sentence(OSError(28, "No space left on device", "/x/y")) == "“/x/y”: the disk is full."
    assert terminal.sentence(OSError(5, "Input/output error")) == "Input/output error."
    assert terminal.sentence(OSError("odd")) == "Odd."


def test_an_error_of_the_system_ends_in_2(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device", "/x/y")

    monkeypatch.setattr("builder.cli.sources.load", fail)
    result = call("check", "x.json")
    assert (result.exit_code, result.stderr) == (2, "Error: “/x/y”: the disk is full.\n")


def test_no_color_is_respected_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    monkeypatch.setenv("NO_COLOR", "1")
    result = CliRunner().invoke(program.program, ["check", "-"], input=json.dumps(SCRIPT), color=True)
    assert "\x1b" not in result.output


def test_the_module_runs_as_a_program() -> None:
    assert run("--version").stdout.startswith(b"clockwright, version")


def test_serve_hands_its_options_to_the_web_app(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []

    def serve(*arguments: object, **options: object) -> None:
        calls.append((arguments, options))

    monkeypatch.setattr("builder.web.serve", serve)
    assert (
        call("serve", "--host", "192.168.0.7", "--port", "9000", "--workers", "3", "--no-browser").exit_code
        == 0
    )
    assert call("serve").exit_code == 0
    assert calls == [
        (("192.168.0.7", 9000, 3), {"browser": False}),
        (("127.0.0.1", 8000, None), {"browser": True}),
    ]


def test_writing_json_keeps_to_one_value() -> None:
    for name in ("characters", "checks", "printables", "papers", "formats"):
        assert isinstance(json.loads(call(name, "--json").stdout), list), name
