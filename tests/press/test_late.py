"""A start loads nothing that most documents do not need."""

import subprocess
import sys

import pytest

from builder import assets

needs_press = pytest.mark.skipif(
    not assets.static("vendor", "fonts").is_dir(), reason="the fonts are not assembled yet (bin/setup)"
)


def said(program: str) -> str:
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return ran.stdout.strip()


@needs_press
def test_the_press_starts_without_the_slow_cutter_of_fonts() -> None:
    program = "import sys; from builder.press import engine; engine.weasyprint(); print(*sys.modules)"
    assert "fontTools.subset" not in said(program).split()


@needs_press
def test_what_comes_late_is_the_real_thing_all_the_same() -> None:
    program = (
        "from builder.press import engine; engine.weasyprint(); from weasyprint.pdf import fonts;"
        "from fontTools import subset; print(fonts.subset.Options is subset.Options, subset.Subsetter.__name__)"
    )
    assert said(program) == "True Subsetter"


def test_asking_which_documents_there_are_loads_none_of_them() -> None:
    program = (
        "import sys; from builder import printables; print(printables.title('table'), list(printables.kinds())[:2],"
        "'builder.printables.table' in sys.modules, printables.modules()['table'].KIND)"
    )
    assert said(program) == "table cards ['sheet', 'night'] False table"
