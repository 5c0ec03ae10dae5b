"""What people read, and its translations: the template agrees with the code, catalogues with the template."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pseudo_language
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from click.testing import CliRunner
from parsed_modules import MODULES, nodes

from builder import language
from builder.cli.program import program

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "bin"))
import messages  # noqa: E402

CATALOGS = sorted(language.FOLDER.glob("*/LC_MESSAGES/clockwright.po"))
PLACE = re.compile(r"%\((\w+)\)s")
#: The functions that mark a text.
MARKS = {"_", "N_", "gettext", "ngettext", "pgettext"}
#: A form for one number may say it in words, or not at all.
COUNTS = {"count", "number", "num"}


@pytest.fixture(scope="module")
def in_pseudo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with pseudo_language.installed(tmp_path_factory.mktemp("packs")) as tag:
        yield tag


def test_the_template_agrees_with_the_code() -> None:
    found = messages.written(messages.template())
    assert found == messages.TEMPLATE.read_bytes(), "bin/messages renews the template"


@cache
def f_strings() -> list[tuple[Path, ast.JoinedStr]]:
    """Every f-string of the program with its module."""
    return [(path, made) for path in MODULES for made in nodes(path) if isinstance(made, ast.JoinedStr)]


def test_no_text_is_marked_within_an_f_string() -> None:
    """Babel finds it on Python 3.12 and newer only, so the template would differ from machine to machine."""
    marked = [
        f"{path}:{call.lineno}"
        for path, made in f_strings()
        for call in ast.walk(made)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in MARKS
        if any(isinstance(part, ast.Constant) for each in call.args for part in ast.walk(each))
    ]
    assert marked == []


#: Where sentences with values are for developers, for whoever runs a server, or the help of an option.
IN_ENGLISH = (
    *(
        "answers/shapes.py",
        "web/api",
        "formats/__init__.py",
        "logs.py",
        "metrics.py",
        "press/fit.py",
        "weasyprint_patches",
    ),
    *("printables/boxes.py", "printables/table.py", "printables/tokens.py"),
)


def test_no_sentence_that_people_read_is_an_f_string() -> None:
    """It can't be translated: notices of pictures were English in every language."""
    sentences = [
        f"{path}:{made.lineno}: {text}"
        for path, made in f_strings()
        if not any(each in path.as_posix() for each in IN_ENGLISH)
        for text in ["".join(each.value if isinstance(each, ast.Constant) else "…" for each in made.values)]
        if re.match(r"[“A-Z].*[a-z] [a-z]+ [a-z]+.*\.$", text)
    ]
    assert sentences == []


@cache
def catalog_in(path: Path) -> Catalog:
    """A language's catalogue, read once."""
    with path.open("rb") as file:
        return read_po(file)


@pytest.mark.parametrize("path", CATALOGS, ids=[path.parts[-3] for path in CATALOGS])
def test_a_translation_has_the_places_and_forms_of_its_text(path: Path) -> None:
    catalog = catalog_in(path)
    wrong = [
        f"{each.id}: {fault}"
        for each in catalog
        if each.id and each.string and any(each.string)
        for fault in faults(each, catalog.num_plurals)
    ]
    assert wrong == []


def imported(path: Path) -> Iterator[Path]:
    """The modules of ours that a module imports, anywhere in it."""
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("builder"):
            names = [node.module or "", *(f"{node.module}.{each.name}" for each in node.names)]
        elif isinstance(node, ast.Import):
            names = [each.name for each in node.names if each.name.startswith("builder")]
        else:
            continue
        for place in (ROOT / name.replace(".", "/") for name in names):
            yield from filter(Path.is_file, (place.with_suffix(".py"), place / "__init__.py"))


def printing() -> set[Path]:
    """Modules whose texts get onto paper: those that make documents, and what these need of the game."""
    folders = (ROOT / "builder" / name for name in ("printables", "press"))
    found = {path for folder in folders for path in folder.rglob("*.py")}
    found |= {ROOT / "builder" / name for name in ("content.py", "documents.py", "prose_lists.py")}
    found = {path for path in found if not NOT_ON_PAPER & {*path.parts, path.name}}
    rest = [*found]
    while rest:
        of_game = {path for path in imported(rest.pop()) if "game" in path.parts} - found
        found |= of_game
        rest += of_game
    return found


#: Modules of these folders that tell what is wrong with a machine or a file.
NOT_ON_PAPER = {"weasyprint_patches", "worker_process.py"}
#: Calls whose texts are the help of a setting, or what is said when there is no document.
NOT_SAID = re.compile(r"Setting$|Error$")


@cache
def on_paper() -> frozenset[str]:
    """The texts of all these modules."""
    return frozenset(text for module in printing() for text in said(nodes(module)[0]))


def said(node: ast.AST) -> Iterator[str]:
    """The texts that a module marks, without those of errors and of settings."""
    if isinstance(node, ast.Raise):
        return
    if isinstance(node, ast.Call):
        name = ast.unparse(node.func).rpartition(".")[2]
        if NOT_SAID.search(name):
            return
        if name in MARKS:
            yield from (str(each.value) for each in node.args if isinstance(each, ast.Constant))
    for each in ast.iter_child_nodes(node):
        yield from said(each)


@pytest.mark.parametrize("path", CATALOGS, ids=[path.parts[-3] for path in CATALOGS])
def test_what_documents_say_is_in_every_language_that_has_only_documents_too(path: Path) -> None:
    missing = [
        each.id
        for each in catalog_in(path)
        if each.id and not (each.string and any(each.string))
        if on_paper() & {*(each.id if isinstance(each.id, tuple) else [each.id])}
        or any(is_printed(name) for name, _ in each.locations)
    ]
    assert missing == []


def is_printed(name: str) -> bool:
    """Whether all texts of a file are printed: one of a template, of the guide, or of the official characters."""
    return name.startswith(("templates/print/", "data/characters/", "data/guide")) and not name.endswith(
        "style.json"
    )


def faults(each: Message, forms: int) -> list[str]:
    """What the translation of a text lacks, or has too much."""
    texts = each.id if isinstance(each.id, tuple) else (each.id,)
    translated = each.string if isinstance(each.string, tuple) else (each.string,)
    found = [] if len(translated) == (forms if len(texts) > 1 else 1) else [f"{len(translated)} forms"]
    wanted = {name for text in texts for name in PLACE.findall(text)}
    for number, said in enumerate(translated):
        names = {*PLACE.findall(said)}
        needed = {*PLACE.findall(texts[0])} if number == 0 and len(translated) > 1 else wanted
        lost = needed - names - (COUNTS if len(texts) > 1 else set())
        found += [f"lacks {name}" for name in sorted(lost)] + [
            f"has {name}" for name in sorted(names - wanted)
        ]
        if re.search(r"%(?!\(\w+\)s|%)", said) and wanted:
            found.append("a stray per cent sign")
    return found


@pytest.mark.full  # imports all modules anew
def test_importing_translates_nothing() -> None:
    program = (
        "import importlib, pkgutil, builder, builder.language as language\n"
        "def refuse(*texts): raise AssertionError(texts)\n"
        "language.gettext = language.ngettext = language.pgettext = refuse\n"
        "for module in pkgutil.walk_packages(builder.__path__, 'builder.'):\n"
        "    if 'migrations' not in module.name and not module.name.endswith('__main__'):\n"
        "        importlib.import_module(module.name)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.stderr == ""


@pytest.mark.parametrize(
    "arguments", [["--help"], ["print", "--help"], ["library", "export", "--help"], ["checks"]]
)
def test_the_command_line_speaks_the_language(in_pseudo: str, arguments: list[str]) -> None:
    ran = CliRunner().invoke(program, ["--language", in_pseudo, *arguments])
    assert ran.exit_code == 0
    assert "⟦" in ran.output


def test_a_text_of_a_constant_is_translated_when_it_is_said(in_pseudo: str) -> None:
    text = language.N_("Dusk")
    assert (f"{text}!", str(text), text + "!", f"{text}") == ("Dusk!", "Dusk", "Dusk!", "Dusk")
    with language.using(in_pseudo):
        said = language.gettext("Dusk")
        assert said.startswith("⟦")
        assert (f"{text}!", str(text), text + "!", f"{text}") == (f"{said}!", said, f"{said}!", said)
        assert text == "Dusk"
        assert {text: 1}["Dusk"] == 1
