"""The words of the beginner's guide: our own, American, and each marked for translation."""

import sys
from pathlib import Path

from composing import script
from test_almanac_texts import BRITISH, MARKUP, copied, needs_sources

from builder import catalogue
from builder.printables import guide
from builder.printables.guide import setup_steps
from builder.printables.options import DEFAULTS
from builder.prose import NO_BREAK

sys.path.insert(0, str(Path(__file__).parents[1] / "bin"))
import messages


def marked() -> set[str]:
    """Every text of the guide that the tools of gettext find."""
    return {str(text) for path, text, *_ in messages.texts_of_data() if path == "data/guide.json"}


def test_every_text_is_marked_for_translation_and_short() -> None:
    book = guide.guide()
    topics = [topic for side in book.pages for topic in side.topics]
    shown = {text for topic in topics for point in topic.points for text in (point.lead, point.text)}
    shown |= {each.title for each in (*book.pages, *topics, *book.checks)} | set(book.words.values())
    shown |= {text for part in book.checks for text in part.steps}
    assert shown - {""} == marked()
    assert len(shown) > 100
    assert [text for text in shown if len(text) > 320] == []


def test_the_texts_are_plain_and_in_american_spelling() -> None:
    for text in marked():
        assert not MARKUP.search(text.replace("night*", "night")), text
        assert not BRITISH.search(text), text


@needs_sources
def test_the_texts_are_in_our_own_words() -> None:
    everyone = script(*[each.id for each in catalogue.everyone()])
    tasks = [
        task.text.replace(NO_BREAK, " ") for step in setup_steps(everyone, DEFAULTS) for task in step.tasks
    ]
    assert copied(*marked(), *tasks) == []
