"""Every regular expression of the program keeps to what each Python from 3.11 on matches alike."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from parsed_modules import MODULES, PACKAGE, nodes

#: A possessive repetition of a group, or an atomic group. Python 3.11.2 (Debian 12) gets them wrong; repetitions of a
#: single letter or class (`[^<>]*+`) it gets right, and they keep searches linear.
ODD = re.compile(r"\(\?>|(?<!\\)\)(?:[*+?]|\{\d*,?\d*\})\+")


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Every text in a module, with its line."""
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            value = node.value
            yield node.lineno, value if isinstance(value, str) else value.decode("latin-1")


def test_no_pattern_repeats_a_group_possessively() -> None:
    odd = [
        f"{path.relative_to(PACKAGE)}:{line}"
        for path in MODULES
        for line, text in texts(path)
        if ODD.search(text)
    ]
    assert odd == []


@pytest.mark.parametrize("pattern", ["(?:ab)*+", "(?>ab)", "(a|b)++", "(a)?+", "(a){1,3}+"])
def test_such_a_pattern_is_found(pattern: str) -> None:
    assert ODD.search(pattern)


@pytest.mark.parametrize("pattern", ["[^<>]*+", r"\)*+", "(?:ab)*", "a{1,40}+"])
def test_others_are_left_alone(pattern: str) -> None:
    assert not ODD.search(pattern)
