"""A published almanac, read as text and printed again."""

import difflib
import re

import pypdfium2
import pytest

import builder
from tests.composing import SHARED

SEED = SHARED / "fixtures/seeds/isles-of-the-fae-almanac.txt"


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.replace("\ufffe", "").casefold())


@pytest.mark.full
@pytest.mark.skipif(not SEED.is_file(), reason="../shared is not here")
@pytest.mark.parametrize("style", [pytest.param("bloodstar", marks=pytest.mark.slow), "book"])
def test_a_published_almanac_is_printed_word_for_word_in_its_order(style: str) -> None:
    document = builder.render(builder.parse(SEED), "almanac", style=style)
    pdf = pypdfium2.PdfDocument(document.pdf)
    text = "\n".join(page.get_textpage().get_text_range() for page in pdf)
    printed = words(
        re.sub("\N{HYPHEN}\\s+", "", text)
    )  # where a word is divided; authors write another character
    # Bloodstar numbers the parts of its page, and signs it; ours has other numbers and its own foot.
    given = words(re.sub(r"(?m)^ {0,6}\d+\. |this almanac generated using.*", "", SEED.read_text("utf-8")))
    matching = difflib.SequenceMatcher(None, given, printed, autojunk=False).get_matching_blocks()
    assert sum(block.size for block in matching) >= 0.99 * len(given)
