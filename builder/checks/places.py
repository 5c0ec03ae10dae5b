"""Positions of problems: their order on a page, and line and column in the source file."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from builder import language
from builder.formats.official.lenient_json import offsets
from builder.formats.source import place
from builder.game.problem import Problem, on_line
from builder.game.script import Script

STEPS = re.compile(r"\[(\d+)\]|\.(\w+)|\[(\"(?:[^\"\\]|\\.)*\")\]")
#: Cache size: the paths of a few large scripts.
ORDERED = 8192
ENTRY = re.compile(r"\$\[(\d+)\]")
#: Openings of messages that are not names: in lower case after “Line 3: ”. Add yours if it is missing.
OPENINGS = ("The ", "This ", "There ", "A ", "Entry ", "Text ", "Beside ", "Jinx ", "Reminder ", "App ")


@lru_cache(ORDERED)
def order(path: str | None) -> tuple[tuple[int, str], ...]:
    """A sort key for paths in file order; problems about the whole script come first."""
    return tuple((int(number or 0), name or quoted) for number, name, quoted in STEPS.findall(path or ""))


def with_lines(problems: Sequence[Problem], script: Script) -> list[Problem]:
    """The same problems with line and column, if the script was read from a file that contains the path."""
    names = tuple(character.name for character in script.characters if character.name)
    wanted = [problem for problem in problems if problem.path and problem.line is None]
    if not wanted or not script.source:
        lines = {path: entry.line for path, entry in zip(script.places(), script.entries, strict=True)}
        return [
            _with_position(
                replace(each, line=line)
                if each.line is None and (line := lines.get(each.path or "")) is not None
                else each,
                names,
            )
            for each in problems
        ]
    origins = dict(zip(script.places(), (entry.path for entry in script.entries), strict=True))
    paths = {problem.path: _in_file(problem.path, origins) for problem in wanted if problem.path}
    known = offsets(script.source, {int(found[1]) for path in paths.values() if (found := ENTRY.match(path))})
    return [
        _with_position(_placed(problem, paths.get(problem.path or "", ""), known, script.source), names)
        for problem in problems
    ]


def _in_file(path: str, origins: dict[str, str]) -> str:
    """A path in the file; `origins` has that of each entry, by its path in the script."""
    found = ENTRY.match(path)
    if not found or found[0] not in origins:
        # A `_meta`: its path in the script is its path in the file, unless an entry is there.
        return "" if found and found[0] in origins.values() else path
    return origins[found[0]] + path[found.end() :] if origins[found[0]] else ""


def _placed(problem: Problem, path: str, known: dict[str, int], text: str) -> Problem:
    """A missing field is reported at the entry that lacks it."""
    while path and path not in known:
        path = path[: max(path.rfind("."), path.rfind("["))] if len(path) > 1 else ""
    if problem.line is not None or path in {"", "$"}:
        return problem
    line, column = place(text, known[path])
    return replace(problem, line=line, column=column)


def _with_position(problem: Problem, names: tuple[str, ...]) -> Problem:
    if problem.line is None:
        return problem
    message = problem.message
    if language.tag() == language.ENGLISH and message.startswith(OPENINGS) and not message.startswith(names):
        message = message[0].lower() + message[1:]
    return replace(problem, message=on_line(message, problem.line))
