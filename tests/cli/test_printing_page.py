"""docs/printing.md names all that can be printed, chosen and set."""

from pathlib import Path

import pytest

from builder import artefacts, printables
from builder.cli import print_options
from builder.printables.options import COMMON

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "printing.md").read_text("utf-8")


@pytest.mark.parametrize("kind", print_options.kinds())
def test_every_kind_and_each_of_its_styles_is_on_the_page(kind: str) -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith(f"| `{kind}` |")]
    assert len(rows) == 1
    assert [style for style in printables.kinds().get(kind, ()) if f"`{style}`" not in rows[0]] == []


@pytest.mark.parametrize("kind", printables.kinds())
def test_every_setting_is_on_the_page_with_its_words(kind: str) -> None:
    settings = artefacts.settings(kind)
    assert settings
    for name, setting in settings.items():
        shown = f"`{name}`" if name in COMMON else f"`{kind}.{name}`"
        (row,) = [line for line in PAGE.splitlines() if line.startswith("| `") and shown in line]
        assert [word for word in setting.choices if f"`{word}`" not in row] == []


@pytest.mark.parametrize("paper", printables.every_paper())
def test_every_paper_is_on_the_page(paper: str) -> None:
    assert f"`{paper}`" in PAGE
