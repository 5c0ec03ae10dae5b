"""How large the type of character sheets is: row 20. `.venv/bin/python -m benchmarks sheets`.

Every fifth script of the corpus (../shared/corpus), each as a sheet of either style; the size is that in which most of
the first page is set, read from the PDF.
"""

import json
import statistics
from collections import Counter
from collections.abc import Iterator

import pypdfium2
from pypdfium2 import raw

import builder
from benchmarks.press import CORPUS
from benchmarks.rows import Row

EVERY = 5
#: What the two styles had before their type grew: points, and pages of all scripts together.
BEFORE = {"classic": (10.467, 204), "parchment": (10.682, 204)}
#: How many times as large it has to be.
TIMES = 1.08
#: WeasyPrint writes its sizes in CSS pixels.
POINT = 0.75


def rows() -> Iterator[Row]:
    """The mean size in each style, and how many pages that takes."""
    if not CORPUS.is_file():
        return
    lines = CORPUS.read_text("utf-8").splitlines()[::EVERY]
    scripts = [builder.parse(json.dumps(json.loads(line)["script"])) for line in lines]
    for style, (size, pages) in BEFORE.items():
        printed = [builder.render(script, "sheet", style=style) for script in scripts]
        sizes = [_size(document.pdf) for document in printed]
        count = sum(document.pages for document in printed)
        yield Row(
            "20",
            f"type of {len(scripts)} sheets, {style}",
            statistics.mean(sizes),
            "pt",
            more_is_better=True,
            against="before",
            reference=size,
            times=TIMES,
            remark=f"mean {statistics.mean(sizes):.2f} (before {size:.2f}), median {statistics.median(sizes):.2f}, "
            f"least {min(sizes):.2f}; {count} pages (before {pages})",
        )


def _size(pdf: bytes) -> float:
    """The size of most letters of the first page, in points."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        text = document[0].get_textpage()
        sizes = (raw.FPDFText_GetFontSize(text.raw, place) for place in range(text.count_chars()))
        return POINT * Counter(round(size, 2) for size in sizes).most_common(1)[0][0]
    finally:
        document.close()
