"""Names that a contributor can search for: tests/banned_words.toml says which are not, and what to use."""

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from parsed_modules import MODULES, PACKAGE, nodes

DATA = tomllib.loads(Path(__file__).with_name("banned_words.toml").read_text("utf-8"))


def parts(name: str) -> set[str]:
    """The words of a name in snake_case or CamelCase."""
    return set(re.findall(r"[a-z]+", re.sub(r"([A-Z])", r"_\1", name).lower()))


def names() -> Iterator[tuple[str, str]]:
    """(where, name) of every module, class and function."""
    for path in MODULES:
        where = str(path.relative_to(PACKAGE))
        yield where, path.stem
        for node in nodes(path):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{where}:{node.lineno}", node.name


def test_no_module_class_or_function_has_a_name_that_nobody_would_search_for() -> None:
    found = [
        f"{where}: {name} ({DATA['words'][word]})"
        for where, name in names()
        for word in sorted(parts(name) & set(DATA["words"]))
    ]
    assert len(MODULES) > 100
    assert found == []


def test_a_module_is_named_by_what_it_holds() -> None:
    found = [
        f"{path.relative_to(PACKAGE)} ({DATA['modules'][path.stem]})"
        for path in MODULES
        if path.stem in DATA["modules"]
    ]
    assert found == []


def test_modules_of_one_room_do_not_share_a_name() -> None:
    rooms: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path in MODULES:
        if path.stem != "__init__":
            where = path.relative_to(PACKAGE)
            rooms[where.parts[0], path.stem].append(str(where))
    twice = [paths for (_, stem), paths in rooms.items() if len(paths) > 1 and stem not in DATA["shared"]]
    assert twice == []
