"""Reads the scripts on the command line: a file, a folder of files, or standard input."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

import builder
from builder import catalogue
from builder.cli import chosen_language, terminal
from builder.errors import ClockwrightError, UnreadableScriptError
from builder.formats import table_columns
from builder.game.script import Script
from builder.language import gettext as _

STANDARD_INPUT = "-"
#: Larger than any script; reading stops there, so that an endless device does not fill the memory.
_CAP = 64_000_000


class ScriptPath(click.Path):
    """The name of a file, a folder, or “-”; completed by the shell, opened and validated by us."""

    def convert(self, value: Any, param: object, ctx: object) -> str:  # noqa: ARG002  # click's signature
        """The value as typed."""
        return str(value)


script_argument = click.argument("given", metavar="SCRIPT", type=ScriptPath())


def read(given: str) -> bytes:
    """Reads a file or standard input. Raises ClockwrightError that names the file."""
    try:
        if given == STANDARD_INPUT:
            if sys.stdin is None:
                raise ClockwrightError(_("Standard input is closed. Give a file instead of “-”."))
            return sys.stdin.buffer.read(_CAP)
        with Path(given).open("rb") as file:
            return file.read(_CAP)
    except OSError as error:
        raise ClockwrightError(terminal.sentence(error, given)) from error
    except ValueError as error:  # a NUL byte in the name
        raise ClockwrightError(
            _("“%(given)s” cannot be the name of a file.") % {"given": terminal.one_line(given)}
        ) from error


def parse(data: bytes, given: str) -> Script:
    """Parses a script. Raises ClockwrightError that names the file and everything wrong with it."""
    try:
        return chosen_language.in_its_language(builder.parse(data))
    except UnreadableScriptError as error:
        raise _unreadable(given, error) from error


def _unreadable(given: str, error: UnreadableScriptError) -> ClockwrightError:
    text = _("%(name)s cannot be read as a script.\n%(error)s")
    return ClockwrightError(text % {"name": name(given), "error": error})


def load(given: str) -> Script:
    """Reads the script in a file or on standard input. Raises ClockwrightError."""
    return parse(read(given), given)


def load_together(given: Sequence[str]) -> Script:
    """Reads several files of one script. Raises ClockwrightError."""
    if len(given) == 1:
        return load(given[0])
    try:
        return chosen_language.in_its_language(builder.parse_together([read(each) for each in given]))
    except UnreadableScriptError as error:
        names = ", ".join(map(name, given))
        raise ClockwrightError(
            _("%(names)s cannot be combined into one script.\n%(error)s") % {"names": names, "error": error}
        ) from error


def load_table(given: Sequence[str], columns: str) -> Script:
    """Reads the characters of a table whose columns are given. Raises ClockwrightError."""
    if len(given) != 1:
        raise ClockwrightError(_("--columns is for one table."))
    source = read(given[0])
    rows = table_columns.rows_of(source)
    if not rows:
        raise ClockwrightError(
            _("%(name)s is not a table: give it as CSV, .xlsx or .ods.") % {"name": name(given[0])}
        )
    try:
        chosen = table_columns.parse(columns, rows)
        script = table_columns.script_of(rows, chosen, name=table_columns.title_of(source))
    except UnreadableScriptError as error:
        raise _unreadable(given[0], error) from error
    return chosen_language.in_its_language(catalogue.resolve(script))


def name(given: str) -> str:
    """The name of a source in a sentence."""
    return _("Standard input") if given == STANDARD_INPUT else f"“{terminal.one_line(given)}”"


def expand(given: Iterable[str]) -> Iterator[str]:
    """Every file, each once: a folder stands for its `*.json`, in order of their names.

    Raises ClockwrightError for a folder without any.
    """
    seen: set[Path] = set()
    for item in given:
        for path in _files(item):
            real = Path(path).absolute()
            if real not in seen:
                seen.add(real)
                yield path


def is_folder(given: str) -> bool:
    """Whether a source is a folder."""
    return given != STANDARD_INPUT and "\0" not in given and Path(given).is_dir()


def _files(source: str) -> list[str]:
    if not is_folder(source):
        return [source]
    try:
        found = sorted(
            path for path in Path(source).iterdir() if path.suffix.lower() == ".json" and path.is_file()
        )
    except OSError as error:
        raise ClockwrightError(terminal.sentence(error, source)) from error
    if not found:
        raise ClockwrightError(
            _("There are no .json files in the folder “%(source)s”.") % {"source": terminal.one_line(source)}
        )
    return [str(path) for path in found]
