"""The list of all checks in docs/checks.md is the list of all checks."""

import os
from itertools import groupby
from pathlib import Path

from builder import checks
from builder.game.problem import Severity

PAGE = Path(__file__).resolve().parents[2] / "docs" / "checks.md"
OPENING = """<!-- Made from the docstrings in builder/checks/: UPDATE_EXAMPLES=1 .venv/bin/pytest tests/checks -->

# What a script is checked for

`clockwright check` and the web app look at a script with every check below; none of them ever blocks a print.
`clockwright checks` lists them, too. Numbers that they go by ("more than 5 jinxes") stand in
`data/check_thresholds.json`.

`clockwright check scripts/` checks every script of a folder (several files and folders may be named). One that
cannot be read is told, and the rest go on. With `--json` a list comes back, an object for each file: `file`,
then the same as for one script (`script`, `problems`), or `file` and `fault` where it cannot be read. The exit
status is the worst of all: 0, 1 where something is an error, 2 where a file cannot be read.

**Who does what.** Official characters carry tags in data ("drunkenness", "protection", "information"). For a
character of your own, tags are read from the ability's wording by the patterns in `data/tag_words.json`; a
finding that rests on this says so. Tick them yourself where that fails, in `_meta`:

    "clockwright": {"characters": {"your-id": {"tags": ["information", "ongoing"]}}}

**Setting a finding aside.** Advice is advice. A finding that you have read and decided about is set aside with
a note, which is carried in the script and kept by every export:

    "clockwright": {"dismissed": [{"code": "many-jinxes", "characters": ["spy", "damsel"], "note": "We like them."}]}

Without `characters` all findings of that code are set aside. `clockwright check --dismissed` shows them again.

**Fixes.** Where one change mends a problem, the finding carries it (`fix.op`, plain JSON): the web app makes it
at the press of a button, Python with `builder.editing.change(script, problem.fix.op).script`.
"""
HEADINGS = {
    Severity.ERROR: ("Errors", "The script cannot be played, or not be opened by other programs."),
    Severity.WARNING: ("Warnings", "Something is probably not as its author meant it."),
    Severity.ADVICE: ("Advice", "It works, and experience speaks against it. Authors decide."),
    Severity.NOTICE: ("Notices", "Good to know."),
}


def page() -> str:
    parts = [OPENING]
    ordered = sorted(checks.found(), key=lambda check: (checks.GRAVITY[check.severity], check.code))
    for severity, some in groupby(ordered, key=lambda check: check.severity):
        title, meaning = HEADINGS[severity]
        parts.append(f"\n## {title}\n\n{meaning}\n")
        for check in some:
            body = check.help.partition("\n")[2].strip()
            parts.append(f"\n### {check.code}\n\n{check.summary}\n\n{body}\n")
    return "".join(parts)


def test_the_documents_list_every_check_with_its_help() -> None:
    if os.environ.get("UPDATE_EXAMPLES"):
        PAGE.write_text(page(), "utf-8")
    is_current = PAGE.read_text("utf-8") == page()
    assert is_current, (
        "docs/checks.md is not made from these checks: UPDATE_EXAMPLES=1 .venv/bin/pytest tests/checks"
    )
