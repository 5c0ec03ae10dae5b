"""A theme does not make a sheet take more layouts: its type size is predicted as well as without one."""

from pathlib import Path
from typing import Any

import pytest

import builder
from builder import assets
from builder.game.script import Script
from builder.press import fit

pytestmark = pytest.mark.full

FIXTURES = Path(__file__).parents[3] / "shared" / "fixtures"
SCRIPTS = [
    *sorted(assets.data("samples").glob("*.json")),
    *sorted((FIXTURES / "wc25").glob("*.json")),
    *sorted((FIXTURES / "homebrew").glob("*.json")),
]
THEMES = sorted(path.stem for path in assets.data("themes").glob("*.json"))
#: With so many of the themes a script may take one layout more. Measured: 2 of 104 sheets do, of two scripts.
MORE = 1


@pytest.fixture
def layouts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The measures of every layout that was made to fit a document."""
    settle, made = fit._settle, []

    def counted(fits: Any, css: str, lay_out: Any, **options: bool) -> Any:
        return settle(fits, css, lambda measures: made.append(measures) or lay_out(measures), **options)

    monkeypatch.setattr(fit, "_settle", counted)
    return made


def taken(script: Script, theme: str, layouts: list[str]) -> tuple[int, int]:
    """How many layouts a sheet takes, and its pages."""
    layouts.clear()
    sheet = builder.render(script, "sheet", theme=theme, fetch=False)
    return len(layouts), sheet.pages


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_sheet_takes_as_many_layouts_in_a_theme(path: Path, layouts: list[str]) -> None:
    script = builder.parse(path)
    plain, pages = taken(script, "none", layouts)
    more = {}
    for theme in THEMES:
        worn, as_many = taken(script, theme, layouts)
        assert as_many == pages, theme
        assert worn <= plain + 1, theme
        if worn > plain:
            more[theme] = worn
    assert len(more) <= MORE, more
