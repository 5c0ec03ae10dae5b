"""Style sheets for right-to-left languages: left and right exchanged, and nothing else."""

from pathlib import Path

import pytest

from builder import assets
from builder.press.engine import mirrored


@pytest.mark.parametrize(
    ("css", "turned"),
    [
        (".a { float: left; text-align: right }", ".a { float: right; text-align: left }"),
        (".a { border-left: 1pt; padding-right: 2mm }", ".a { border-right: 1pt; padding-left: 2mm }"),
        (".a { margin: 1mm 2mm 3mm 4mm }", ".a { margin: 1mm 4mm 3mm 2mm }"),
        (".a { margin: 1mm 2mm }", ".a { margin: 1mm 2mm }"),
        (".a { margin: 0 calc(2 * var(--x)) 0 auto }", ".a { margin: 0 auto 0 calc(2 * var(--x)) }"),
        ('.a { background: url("left") 0 1mm / 2mm }', '.a { background: url("left") 100% 1mm / 2mm }'),
        ('.a { content: "left" }', '.a { content: "left" }'),
        ('@page { @bottom-left { content: "x" } }', '@page { @bottom-right { content: "x" } }'),
        ('.a[dir="rtl"] { left: 0 }', '.a[dir="ltr"] { right: 0 }'),
        (".a { transform: rotate(90deg) }", ".a { transform: rotate(-90deg) }"),
        (".a { transform: rotate(180deg) }", ".a { transform: rotate(180deg) }"),
        (".copyright, .leftover { top: 0 }", ".copyright, .leftover { top: 0 }"),
        (".a { left: 1mm } /* not mirrored */", ".a { left: 1mm } /* not mirrored */"),
    ],
)
def test_sides_are_exchanged(css: str, turned: str) -> None:
    assert mirrored(css) == turned


@pytest.mark.parametrize(
    "path", sorted(assets.templates("print").rglob("*.css")), ids=lambda path: "-".join(path.parts[-3:])
)
def test_a_sheet_mirrored_three_times_is_mirrored_once(path: Path) -> None:
    once = mirrored(path.read_text("utf-8"))
    assert mirrored(mirrored(once)) == once


def test_no_line_hangs_out_of_a_page_at_the_left() -> None:
    assert mirrored("li { padding-left: 2em; text-indent: -2em }") == "li { text-indent: 0 }"
    assert mirrored("p { text-indent: 1em }") == "p { text-indent: 1em }"
