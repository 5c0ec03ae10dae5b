"""How a file was read that is not quite JSON: each kind of slip with its sentence."""

from dataclasses import dataclass

from builder.game.problem import Problem, Severity

SENTENCES = {
    "comment": "This file has comments. JSON has none; they were skipped, and the export leaves them out.",
    "extra-comma": "There is a comma too many. It was skipped; delete it for the sake of other programs.",
    "missing-comma": "A comma is missing before this. It was read as if it stood there; the export has it.",
    "single-quotes": "Text stands in single or curly quotes. JSON has straight double quotes; so has the export.",
    "bare-word": "A word stands without quotes. It was read as text; the export writes the quotes.",
    "python-word": "A word of Python (True, False, None) stands here. The export says true, false, null.",
    "raw-control": "A text goes over the end of its line. It was read as it stands; the export mends it.",
    "odd-number": "A number is not written as JSON writes it. It was read as meant; the export mends it.",
    "encoding": "This file is not UTF-8 text. It was read as {}; the export is UTF-8.",
    "repeated-field": "“{}” is given twice in one entry. The last one holds; delete the other.",
}
NOTICES = frozenset({"comment", "encoding"})


@dataclass(frozen=True, slots=True)
class Remark:
    """One slip in the text: which, and where its first example is."""

    kind: str
    offset: int
    what: str = ""
    path: str | None = None


def problem(remark: Remark, text: str) -> Problem:
    """The slip as a sentence with its place."""
    line, column = place(text, remark.offset)
    return Problem(
        code=remark.kind,
        severity=Severity.NOTICE if remark.kind in NOTICES else Severity.WARNING,
        message=SENTENCES[remark.kind].format(remark.what),
        path=remark.path,
        line=line,
        column=column,
    )


def place(text: str, offset: int) -> tuple[int, int]:
    """Line and column, both from 1, as an editor counts them."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
