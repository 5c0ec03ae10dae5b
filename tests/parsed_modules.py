"""The program as its source says it: every module is parsed once for all tests about what is written in it."""

import ast
import gc
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import builder

PACKAGE = Path(builder.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))


def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a module, as `ast.walk` gives them: the module first. They are shared: change none."""
    return _of_program()[path]


@cache
def _of_program() -> dict[Path, tuple[ast.AST, ...]]:
    """The nodes of all modules, half a million, which the garbage collector need not look through again and again."""
    gc.disable()
    parsed = {path: tuple(ast.walk(ast.parse(path.read_bytes(), path))) for path in MODULES}
    gc.freeze()
    gc.enable()
    return parsed


def imported(nodes: tuple[ast.AST, ...]) -> Iterator[str]:
    """Every module, or name in one, that these nodes import; imports within functions included."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
