"""A start loads nothing that most documents do not need."""

import subprocess
import sys
from pathlib import Path

import pytest

import builder
from builder import assets
from builder.errors import UnreadableScriptError
from builder.press import drawings

needs_press = pytest.mark.skipif(
    not assets.static("vendor", "fonts").is_dir(), reason="the fonts are not assembled yet (bin/setup)"
)


def said(program: str) -> str:
    command = [sys.executable, "-X", "faulthandler", "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{ran.returncode}: {ran.stdout} {ran.stderr}"
    return ran.stdout.strip()


@needs_press
def test_the_press_starts_without_the_slow_cutter_of_fonts_which_comes_late_and_is_the_real_thing() -> None:
    program = (
        "import sys; from builder.press import engine; engine.weasyprint(); print('fontTools.subset' in sys.modules);"
        "from weasyprint.pdf import fonts; from fontTools import subset;"
        "print(fonts.subset.Options is subset.Options, subset.Subsetter.__name__)"
    )
    assert said(program) == "False\nTrue Subsetter"


@needs_press
@pytest.mark.full
@pytest.mark.parametrize("fault", ["garbage", "a file for a folder", "no place"])
def test_printing_works_whatever_is_wrong_with_the_cache_of_declarations(tmp_path: Path, fault: str) -> None:
    cache = tmp_path / "cache"
    program = (
        "from builder.press import engine; engine.weasyprint(); engine.font_configuration(); print('ready')"
    )

    def run() -> str:
        environment = {"XDG_CACHE_HOME": str(cache), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
        ran = subprocess.run(
            [sys.executable, "-X", "faulthandler", "-c", program],
            capture_output=True,
            text=True,
            check=False,
            env=environment,
        )
        assert ran.returncode == 0, f"{ran.returncode}: {ran.stdout} {ran.stderr}"
        return ran.stdout

    if fault == "a file for a folder":
        cache.write_text("")
    elif fault == "no place":
        cache.mkdir(mode=0o500)
    assert run() == "ready\n"
    if fault == "garbage":
        (kept,) = (cache / "clockwright").iterdir()
        assert run() == "ready\n"  # with what was kept
        kept.write_text("ffi = None\nraise SystemError")
        assert run() == "ready\n"


@pytest.mark.full
@needs_press
@pytest.mark.parametrize("before", ["", "import weasyprint; "])
def test_fontconfig_is_loaded_before_a_thread_of_pango_would_do_it(before: str) -> None:
    program = (
        f"{before}from builder.press import engine; engine.PANGO_WITH_THREADS = 0; engine.font_configuration();"
        "from weasyprint.text.ffi import fontconfig; print(fontconfig.FcInit())"
    )
    assert said(program) == "1"


def test_asking_which_documents_there_are_loads_none_of_them() -> None:
    program = (
        "import sys; from builder import printables; print(printables.title('table'), list(printables.kinds())[:2],"
        "'builder.printables.table' in sys.modules, printables.module('table').KIND)"
    )
    assert said(program) == "table cards ['sheet', 'night'] False table"


def test_a_script_of_the_usual_format_is_read_without_the_others() -> None:
    program = (
        'import sys, builder; script = builder.parse(b\' [\\n{"id": "imp"}, "baron"]\');'
        "print(*(entry.id for entry in script.entries), bool(builder.dump(script)),"
        "'builder.formats.text.sheet_text' in sys.modules, 'builder.formats.carriers.pdf' in sys.modules)"
    )
    assert said(program) == "imp baron True False False"


def test_a_pdf_that_begins_like_a_list_is_a_pdf_all_the_same() -> None:
    with pytest.raises(UnreadableScriptError, match="PDF"):
        builder.parse(b'["\n%PDF-1.7\n')


@needs_press
def test_an_outline_that_was_kept_is_the_one_that_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    drawings.outline.cache_clear()
    first = drawings.outline("spider-web")
    drawings.outline.cache_clear()
    (file,) = (tmp_path / "clockwright").glob("outline-*")
    assert drawings.outline("spider-web") == first
    file.write_bytes(file.read_bytes()[:-9])
    drawings.outline.cache_clear()
    assert drawings.outline("spider-web") == first
