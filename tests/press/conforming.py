"""What two validators that are not ours say of a PDF: page (PDF/UA-1 and PDF/A-3) and outloud."""

from pathlib import Path
from tempfile import TemporaryDirectory

import outloud
import page

#: Each half of a teensy sheet is cut off for another player: a reader says one of them, and outloud misses the other.
#: A large sheet's table of players has a single row if nobody but Townsfolk depends on their number; outloud takes
#: a table with more headers than cells for one that fell apart.
EXPECTED = {("teensy", "TAG-002", ""), ("large", "TBL-010", "13 header cells against 11 data cells")}


def faults(pdf: bytes, style: str = "") -> list[str]:
    """Everything in which a PDF does not conform, and every error that outloud finds."""
    return [*_of_page(pdf), *_of_outloud(pdf, style)]


def _of_page(pdf: bytes) -> list[str]:
    return [
        f"{failure.rule_id}: {failure.message}"
        for profile in ("ua1", "3a")
        for failure in page.validate_pdf_bytes(pdf, profile=profile).failures
    ]


def _of_outloud(pdf: bytes, style: str) -> list[str]:
    with TemporaryDirectory() as folder:
        path = Path(folder, "document.pdf")
        path.write_bytes(pdf)
        found = outloud.check(str(path))
    assert found.verdict != "unreadable"
    return [
        f"{each.rule}: {each.message} ({each.evidence})"
        for each in found.findings
        if each.severity == "error"
        and not any(
            (style, each.rule) == (look, rule) and words in each.message for look, rule, words in EXPECTED
        )
    ]
