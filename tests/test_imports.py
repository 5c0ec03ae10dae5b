"""The walls of the house: which room may look into which."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from parsed_modules import MODULES, PACKAGE, imported, nodes

CORE = {
    "errors",
    "assets",
    "artefact",
    "cache",
    "object_store",
    "files",
    "chunks",
    "content",
    "game",
    "language",
    "memoize",
    "prose_lists",
}
DATA = CORE | {"catalogue", "emblems", "fetch", "uploads"}
#: Room: the rooms that it may import beside itself, and the packages that are not Python's own. A module that
#: stands alone beside the rooms is a room of its own; `""` is the front door, `import builder`.
WALLS: dict[str, tuple[set[str], set[str]]] = {
    "game": ({"language", "memoize"}, set()),
    "language": ({"assets", "settings"}, {"babel"}),
    "language_texts": (CORE | {"settings"}, set()),
    "cache": ({"files"}, {"cachetools", "platformdirs"}),
    "object_store": ({"cache", "errors", "files", "language"}, {"fsspec"}),
    "memoize": ({"cache", "language"}, set()),
    "jinja_templates": ({"", "cache", "language"}, {"jinja2", "markupsafe"}),
    "artefact": ({"chunks", "errors", "files", "game", "language"}, {"pypdfium2"}),
    "errors": ({"game", "language"}, set()),
    "content": ({"game", "language"}, set()),
    "assets": (set(), set()),
    "chunks": (set(), set()),
    "files": (set(), set()),
    "prose_lists": ({"language"}, set()),
    "logs": ({"errors", "settings"}, set()),
    "settings": (CORE, {"platformdirs"}),
    "uploads": (CORE | {"settings"}, set()),
    "fetch": (CORE | {"settings"}, {"requests", "requests_hardened", "urllib3"}),
    "prose": (set(), {"markdown_it", "markupsafe", "nh3"}),
    "bundled": (CORE, set()),
    "official": (CORE | {"language_texts", "settings", "fetch"}, set()),
    "catalogue": (CORE | {"bundled", "language_texts", "official"}, set()),
    "emblems": (CORE | {"catalogue"}, set()),
    "formats": (DATA | {"prose"}, {"jsonschema", "rapidfuzz", "pypdfium2", "python_calamine"}),
    "checks": (DATA | {"formats"}, {"rapidfuzz"}),
    "printables": (DATA | {"prose"}, set()),
    "themes": (CORE | {"uploads"}, set()),
    "press": (
        DATA | {"prose", "settings", "jinja_templates", "themes"},
        {
            "weasyprint",
            "PIL",
            "jinja2",
            "markupsafe",
            "fontTools",
            "pypdfium2",
            "numpy",
            "pydyf",
            "resvg_py",
            "defusedxml",
            "segno",
            "cffi",
            "tinycss2",
            "uharfbuzz",
            "_cffi_backend",
        },
    ),
    "library": (DATA | {"formats", "settings"}, {"sqlalchemy", "alembic"}),
    "editing": (DATA | {"formats", "themes"}, set()),
    "wording": (DATA | {"checks", "formats", "editing"}, {"rapidfuzz"}),
    "": ({"artefacts", "documents", "errors", "front_door", "game", "publishing"}, set()),
    "front_door": (DATA | {"checks", "formats"}, set()),
    "publishing": (DATA | {"artefacts", "formats", "press", "printables", "themes"}, set()),
    "artefacts": (
        DATA | {"", "farm", "formats", "documents", "press", "printables", "publishing", "settings"},
        set(),
    ),
    "farm": (
        DATA | {"", "artefacts", "logs", "press", "settings"},
        {"celery", "kombu", "redis", "prometheus_client"},
    ),
    "proofing": (DATA | {"checks", "printables", "wording"}, set()),
    "documents": (DATA | {"formats", "printables", "press", "proofing", "settings", "themes"}, set()),
    "languages": (DATA | {"bundled", "formats", "language_texts", "official", "settings"}, {"babel"}),
    "answers": (DATA | {"", "checks", "editing", "formats", "printables", "official", "wording"}, set()),
    "cli": (
        DATA
        | {"", "checks", "formats", "printables", "press", "library", "documents", "logs", "settings", "web"}
        | {"official", "answers", "artefacts", "farm", "languages", "publishing", "themes", "wording"},
        {"click", "rich"},
    ),
    "web": (
        DATA
        | {"", "checks", "formats", "printables", "press", "library", "documents", "settings"}
        | {
            "answers",
            "artefacts",
            "jinja_templates",
            "editing",
            "farm",
            "logs",
            "official",
            "prose",
            "proofing",
            "publishing",
            "themes",
            "wording",
        },
        {
            "babel",
            "flask",
            "cachetools",
            "rapidfuzz",
            "segno",
            "flask_limiter",
            "limits",
            "werkzeug",
            "markupsafe",
            "waitress",
            "jinja2",
            "prometheus_client",
            "redis",
        },
    ),
}
#: What costs time or needs Pango, and must wait until it is wanted.
HEAVY = (
    "weasyprint",
    "flask",
    "jsonschema",
    "click",
    "rich",
    "sqlalchemy",
    "PIL",
    "fontTools",
    "pypdfium2",
    "jinja2",
    "numpy",
    "uharfbuzz",
    "requests",
    "markdown_it",
    "nh3",
    "rapidfuzz",
    "platformdirs",
    "babel",
)


def room_of(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return "" if first == "__init__.py" else first.removesuffix(".py")


def trespasses(source: tuple[ast.AST, ...], room: str) -> list[str]:
    """What a module of a room imports and must not."""
    rooms, packages = WALLS[room]
    found = []
    for name in imported(source):
        top, _, rest = name.partition(".")
        if top == "builder":
            target = rest.split(".")[0]
            # `from builder import parse` is the front door; `from builder import game` is a room.
            target = target if target in WALLS else ""
            if target not in rooms | {room}:
                found.append(name)
        elif top not in sys.stdlib_module_names and top not in packages:
            found.append(name)
    return found


@pytest.mark.parametrize("room", sorted({room_of(path) for path in MODULES}))
def test_no_room_looks_through_a_wall(room: str) -> None:
    assert room in WALLS, f"{room} is a new room: say in WALLS what it may import"
    inside = [path for path in MODULES if room_of(path) == room]
    found = {str(path.relative_to(PACKAGE)): trespasses(nodes(path), room) for path in inside}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("game", "import click"),
        ("game", "def f():\n    from builder import catalogue"),
        ("press", "from builder.game.script import Script\nfrom builder.printables import sheet"),
        ("formats", "import flask"),
        ("checks", "from builder.press import engine"),
        ("web", "import weasyprint"),
        ("catalogue", "from builder import parse"),
    ],
)
def test_a_look_through_a_wall_is_seen(room: str, source: str) -> None:
    assert len(trespasses(tuple(ast.walk(ast.parse(source))), room)) == 1


@pytest.mark.parametrize(
    ("inner", "forbidden"),
    [
        ("infra", ("routes", "api.routes")),
        ("view_models", ("routes", "api")),
        ("api", ("routes", "view_models")),
    ],
)
def test_inside_web_nothing_but_the_app_looks_at_the_routes(inner: str, forbidden: tuple[str, ...]) -> None:
    paths = [*PACKAGE.joinpath("web", inner).glob("*.py")]
    assert len(paths) > 5
    walls = tuple(f"builder.web.{each}" for each in forbidden)
    assert [
        f"{path.name}: {name}"
        for path in paths
        for name in imported(nodes(path))
        if f"{name}.".startswith(tuple(f"{wall}." for wall in walls))
    ] == []


def at_import(path: Path) -> Iterator[ast.stmt]:
    """The statements of a module that run when it is imported, without those for type checkers."""
    module = nodes(path)[0]
    assert isinstance(module, ast.Module)
    rest: list[ast.AST] = [node for node in module.body if not isinstance(node, ast.If)]
    while rest:
        node = rest.pop()
        if isinstance(node, ast.stmt):
            yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.expr):
            rest += ast.iter_child_nodes(node)


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph: dict[str, set[str]] = {}
    for path in MODULES:
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        graph[name] = {*imported(tuple(at_import(path)))} - {name}
    everything = set(graph)
    for name, found in graph.items():
        # `from a import b` needs `a.b` if that is a module, else `a`.
        graph[name] = {
            each if each in everything else each.rpartition(".")[0] for each in found
        } & everything - {name}
    assert len(graph) > 300
    assert list(TopologicalSorter(graph).static_order())


def test_the_press_never_sees_a_script() -> None:
    modules = [*PACKAGE.joinpath("press").rglob("*.py")]
    assert {"press", "weasyprint_patches", "pictures", "tokens"} <= {path.parent.name for path in modules}
    seen = [
        path.name
        for path in modules
        if any(name.startswith("builder.game.script") for name in imported(nodes(path)))
    ]
    assert seen == []


def test_importing_builder_loads_nothing_heavy() -> None:
    program = f"import sys, builder; print(*(name for name in {HEAVY!r} if name in sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert loaded.stdout.split() == []


def test_checking_and_exporting_work_without_the_press() -> None:
    program = (
        "import sys; sys.modules['weasyprint'] = sys.modules['flask'] = None\n"
        "import builder\n"
        'script = builder.parse(\'["imp", "washerwoman", "baron", "monk", "drunk"]\')\n'
        "print([problem.code for problem in builder.problems(script)], builder.dump(script).split())"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "washerwoman" in ran.stdout
