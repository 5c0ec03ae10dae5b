"""The list of all checks in docs/checks.md is the list of all checks."""

import os
from itertools import groupby
from pathlib import Path

from builder import checks
from builder.game.problem import Severity

PAGE = Path(__file__).resolve().parents[2] / "docs" / "checks.md"
OPENING = """<!-- Made from the docstrings in builder/checks/: UPDATE_EXAMPLES=1 .venv/bin/pytest tests/checks -->

# All checks

`clockwright check` and the web app run every check below on a script. None of them ever stops you from printing.
`clockwright checks` lists them too. The limits that they use (“more than 5 jinxes”) are in
`data/check_thresholds.json`.

`clockwright check scripts/` checks every script in a folder; you can also give several files and folders. A file that
cannot be read is named, and the others are still checked. With `--json`, you get a list with one object per file:
`file`, then the same fields as for a single script (`script`, `problems`), or `file` and `fault` if it cannot be read.
The exit status is the worst of all: 0 for no errors, 1 if there are errors, 2 if a file cannot be read.

**What characters do.** Official characters have tags (“drunkenness”, “protection”, “information”). For homebrew
characters, Clockwright detects tags from the ability, by the patterns in `data/tag_words.json`; findings that depend
on this say so. If a tag is wrong, set the tags yourself, on the character's page or in the `_meta` entry of the file:

    "clockwright": {"characters": {"your-id": {"tags": ["information", "ongoing"]}}}

**Dismissing a finding.** Advice is only advice. Once you have decided about a finding, you can dismiss it, with a
note. The note is saved in the script, and every export keeps it:

    "clockwright": {"dismissed": [{"code": "many-jinxes", "characters": ["spy", "damsel"], "note": "We like them."}]}

Without `characters`, all findings with that code are dismissed. `clockwright check --dismissed` shows them again.

**Fixes.** If a single change fixes a problem, the finding includes it (`fix.op`, plain JSON). In the web app, press the
button next to the finding; in Python, use `builder.editing.change(script, problem.fix.op).script`.
"""
HEADINGS = {
    Severity.ERROR: ("Errors", "The script cannot be played, or other apps cannot open it."),
    Severity.WARNING: ("Warnings", "Something is probably not what the author meant."),
    Severity.ADVICE: (
        "Advice",
        "The script works, but experience says that something else works better. You decide.",
    ),
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
