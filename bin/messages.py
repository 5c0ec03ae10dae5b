"""Extracts what people read into the catalogue's template, updates each language's catalogue, and compiles them.

`messages.py` does all of it; `messages.py --compile` only makes the `.mo` files that are missing or out of date.
"""

import ast
import io
import json
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "builder" / "translations"
TEMPLATE = FOLDER / "clockwright.pot"
LANGUAGES = ("de", "es", "fr", "he", "pl", "pt_BR", "zh_Hans")
KEYWORDS = {
    "_": None,
    "N_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "plurals": (1, 2),
}
#: Fields that people read, in files of these folders.
FIELDS = {
    "templates/print/*/*/style.json": ("title",),
    "data/papers/*.json": ("name",),
    "data/shops/*.json": ("title",),
    "data/icon_presets.json": ("title", "words"),
    "data/schema/script.json": ("title",),
    "data/characters/*/*.json": ("text", "when"),
    "data/app_features.json": ("title", "sentence"),
    "data/guide.json": ("title", "lead", "text"),
    "data/matchups.json": ("say",),
    "data/style_rules.json": ("say", "look"),
}
#: Babel's placeholder, which differs at each run.
DATE = datetime(2026, 11, 23, tzinfo=UTC)
WIDTH = 120


def template() -> Catalog:
    """The template: every text that people read, by the file that has it."""
    catalog = Catalog(project="Clockwright", creation_date=DATE, charset="utf-8", fuzzy=False)
    catalog.header_comment = "# What Clockwright says. Made by bin/messages; change the texts in the code."
    for path, text, context, comments in texts():
        catalog.add(text, None, [(path, None)], auto_comments=comments, context=context)
    return catalog


def written(catalog: Catalog) -> bytes:
    """A catalogue as its file's content."""
    file = io.BytesIO()
    write_po(file, catalog, width=WIDTH, sort_by_file=False, ignore_obsolete=True, include_lineno=False)
    # Babel writes its version; the template is the same with another one.
    return re.sub(rb'"Generated-By: [^\n]*\n', b"", file.getvalue())


def texts() -> Iterator[tuple[str, str | tuple[str, ...], str | None, list[str]]]:
    """Every text that people read: the file that has it, the text (or its forms), its context and comments."""
    for path in sorted((ROOT / "builder").rglob("*.py")):
        yield from _extracted(path, "python")
        also = {"cli": _of_commands, "printables": _of_kinds, "checks": _of_checks}.get(path.parent.name)
        yield from ((_name(path), text, None, []) for text in (also(path) if also else ()))
    for path in sorted((ROOT / "templates").rglob("*.html")):
        yield from _extracted(path, "jinja2.ext:babel_extract")
    yield from texts_of_data()


def texts_of_data() -> Iterator[tuple[str, str, None, list[str]]]:
    """Those of them that are in files of data."""
    for name, listed in _of_data():
        for text in listed:
            yield name, text, None, []
    for pattern, fields in FIELDS.items():
        for path in sorted(ROOT.glob(pattern)):
            for text in _fields(json.loads(path.read_bytes()), fields):
                yield _name(path), text, None, []


def _of_data() -> Iterator[tuple[str, list[str]]]:
    """Texts that are keys, values or items: tags, when and for whom app features are, words and steps of the guide."""
    characters = (json.loads(path.read_bytes()) for path in sorted(ROOT.glob("data/characters/*/*.json")))
    words = json.loads((ROOT / "data" / "tag_words.json").read_bytes())
    tags = {tag for each in characters for tag in each.get("tags", ())} | words.keys()
    yield "data/tag_words.json", sorted(tag.replace("-", " ") for tag in tags)
    features = json.loads((ROOT / "data" / "app_features.json").read_bytes())
    yield "data/app_features.json", [*features["times"].values(), *features["reaches"].values()]
    guide = json.loads((ROOT / "data" / "guide.json").read_bytes())
    yield (
        "data/guide.json",
        [*guide["words"].values(), *(step for part in guide["checks"] for step in part["steps"])],
    )


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _extracted(path: Path, method: str) -> Iterator[tuple[str, str | tuple[str, ...], str | None, list[str]]]:
    options = {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false", "newstyle_gettext": "true"}
    with path.open("rb") as file:
        found = extract(method, file, KEYWORDS, ("Translators:",), options, strip_comment_tags=True)
        for _line, text, comments, context in found:
            yield _name(path), text, context, comments


def _of_commands(path: Path) -> Iterator[str]:
    """The help of commands and of their options, which click shows."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.FunctionDef) and any(
            re.search(r"\.(command|group)\(", ast.unparse(each)) for each in node.decorator_list
        ):
            yield from paragraphs(ast.get_docstring(node) or "")
        if isinstance(node, ast.keyword) and node.arg == "help" and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


def _of_kinds(path: Path) -> Iterator[str]:
    """The name of a kind of document, and what its settings do."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if (
            isinstance(node, ast.Assign)
            and ast.unparse(node.targets[0]) == "TITLE"
            and isinstance(node.value, ast.Constant)
        ):
            yield str(node.value.value)
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Setting") and node.args:
            text = node.args[0]
            if isinstance(text, ast.Constant):
                yield str(text.value)


def _of_checks(path: Path) -> list[str]:
    """What each check looks for, and why."""
    return [
        text
        for node in ast.parse(path.read_bytes()).body
        if isinstance(node, ast.FunctionDef)
        and any(
            ast.unparse(each).startswith(("of_facts(", "of_script(", "of_characters("))
            for each in node.decorator_list
        )
        for text in paragraphs(ast.get_docstring(node) or "")
    ]


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a docstring, each on one line."""
    return [" ".join(each.split()) for each in text.split("\n\n") if each.strip()]


def _fields(value: object, fields: tuple[str, ...]) -> Iterator[str]:
    if isinstance(value, dict):
        for name, each in value.items():
            if name in fields and isinstance(each, str):
                yield each
            else:
                yield from _fields(each, fields)
    elif isinstance(value, list):
        for each in value:
            yield from _fields(each, fields)


def update(template: Catalog) -> None:
    """Brings each language's catalogue up to the template. No guesses: a text that changed is translated anew."""
    for name in LANGUAGES:
        path = FOLDER / name / "LC_MESSAGES" / "clockwright.po"
        path.parent.mkdir(parents=True, exist_ok=True)
        catalog = (
            _read(path, name)
            if path.exists()
            else Catalog(locale=name, project="Clockwright", creation_date=DATE)
        )
        catalog.header_comment = f"# {catalog.locale.english_name if catalog.locale else name}."
        catalog.fuzzy = False
        catalog.creation_date = catalog.revision_date = DATE
        catalog.last_translator, catalog.language_team = "Clockwright", f"{name} <>"
        catalog.update(template, no_fuzzy_matching=True)
        path.write_bytes(written(catalog))


def _read(path: Path, name: str) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=name)


def compile_all() -> None:
    """Makes each `.mo` that is missing or older than its `.po`."""
    for path in sorted(FOLDER.glob("*/LC_MESSAGES/clockwright.po")):
        compiled = path.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < path.stat().st_mtime:
            fresh = compiled.with_suffix(".new")
            with fresh.open("wb") as file:
                write_mo(file, _read(path, path.parent.parent.name))
            fresh.replace(compiled)


def main() -> None:
    """Does what the command line asks for."""
    if "--compile" not in sys.argv[1:]:
        found = template()
        FOLDER.mkdir(exist_ok=True)
        TEMPLATE.write_bytes(written(found))
        update(found)
        print(f"{len(found)} texts in {TEMPLATE.relative_to(ROOT)}")
    compile_all()


if __name__ == "__main__":
    main()
