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
#: Every run prints every second script in so many of the themes, and each theme with a script or more.
SOME = 2
EVERY_RUN = SCRIPTS[::2]


def name(value: Path | list[str]) -> str:
    return value.stem if isinstance(value, Path) else "+".join(value)


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


def of_some(place: int) -> list[str]:
    """Themes for the script at this place."""
    return [THEMES[(SOME * place + step) % len(THEMES)] for step in range(SOME)]


@pytest.mark.parametrize(
    ("path", "themes"), [(path, of_some(place)) for place, path in enumerate(EVERY_RUN)], ids=name
)
def test_a_sheet_takes_as_many_layouts_in_a_theme(path: Path, themes: list[str], layouts: list[str]) -> None:
    judge(path, themes, layouts)


@pytest.mark.slow
@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_a_sheet_takes_as_many_layouts_in_every_theme(path: Path, layouts: list[str]) -> None:
    judge(path, THEMES, layouts)


def judge(path: Path, themes: list[str], layouts: list[str]) -> None:
    script = builder.parse(path)
    plain, pages = taken(script, "none", layouts)
    more = {}
    for theme in themes:
        worn, as_many = taken(script, theme, layouts)
        assert as_many == pages, theme
        assert worn <= plain + 1, theme
        if worn > plain:
            more[theme] = worn
    assert len(more) <= MORE, more
