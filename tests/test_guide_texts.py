"""The words of the beginner's guide: our own, American, and each marked for translation."""

import ast
from pathlib import Path

from composing import script
from test_almanac_texts import BRITISH, MARKUP, copied, needs_sources

from builder import catalogue
from builder.printables import guide_texts
from builder.printables.guide_setup import setup_steps
from builder.printables.options import DEFAULTS
from builder.prose import NO_BREAK


def marked() -> set[str]:
    """Every text in `N_`, as the tools of gettext find them."""
    tree = ast.parse(Path(guide_texts.__file__).read_text("utf-8"))
    return {
        node.args[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_"
        if isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
    }


def test_every_text_is_marked_for_translation_and_short() -> None:
    texts = marked()
    shown = {point.lead for side in guide_texts.PAGES for topic in side.topics for point in topic.points}
    shown |= {point.text for side in guide_texts.PAGES for topic in side.topics for point in topic.points}
    shown |= {
        title for side in guide_texts.PAGES for title in (side.title, *(each.title for each in side.topics))
    }
    shown |= {text for part in guide_texts.CHECKS for text in (part.title, *part.steps)}
    assert shown - {""} <= texts
    assert len(texts) > 100
    assert [text for text in texts if len(text) > 320] == []


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
