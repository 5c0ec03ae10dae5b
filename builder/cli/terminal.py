"""Output to the screen: plain lines into a pipe, color and tables on a terminal, or JSON."""

import errno
import json
import os
import sys
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import Any, TextIO

import click

from builder.language import N_, gettext as _

#: The `--json` option, for commands that programs call, too.
json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
#: Control characters that `clean` keeps, and direction characters that it removes.
_VISIBLE = {"\n", "\t"}
_DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_REASONS = {
    errno.ENOENT: N_("no such file or folder"),
    errno.EISDIR: N_("this is a folder, not a file"),
    errno.ENOTDIR: N_("part of this path is a file, not a folder"),
    errno.EACCES: N_("permission denied"),
    errno.EPERM: N_("permission denied"),
    errno.EROFS: N_("this disk is read-only"),
    errno.ENOSPC: N_("the disk is full"),
    errno.ENAMETOOLONG: N_("the name is too long"),
}


def prepare() -> None:
    """Makes the output streams print question marks for letters they cannot encode, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            with suppress(ValueError, OSError):
                stream.reconfigure(errors="replace")


def is_terminal(stream: TextIO | None = None) -> bool:
    """Whether standard output (or another stream) is a terminal."""
    stream = stream or sys.stdout
    return stream is not None and stream.isatty()


def clean(text: str) -> str:
    """Text from a file that is safe to show: without control characters."""
    return "".join(
        letter
        for letter in str(text)
        if letter in _VISIBLE
        or (unicodedata.category(letter) not in {"Cc", "Cs"} and letter not in _DIRECTION)
    )


def one_line(text: str) -> str:
    """The same on one line, with single spaces."""
    return " ".join(clean(text).split())


def tell(text: str = "", **style: Any) -> None:
    """Prints a part of the answer to standard output."""
    click.secho(clean(text), **style)


def say(text: str, **style: Any) -> None:
    """Prints a message to standard error."""
    click.secho(clean(text), err=True, **style)


def complain(text: str) -> None:
    """Prints an error to standard error."""
    say(_("Error: %(text)s") % {"text": text}, fg="red")


def tell_json(value: object) -> None:
    """Prints one JSON value, and nothing else."""
    write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def write(text: str) -> None:
    """Writes text unchanged, for a file or a program: UTF-8, whatever the terminal's encoding."""
    if is_terminal():
        click.echo(text, nl=False)
    else:
        click.echo(text.encode("utf-8", "replace"), nl=False)


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints a table on a terminal; lines with tabs between, and no headings, into a pipe."""
    lines = [[one_line(cell) for cell in row] for row in rows]
    if not is_terminal():
        for line in lines:
            tell("\t".join(line))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        drawn.add_column(heading)
    for line in lines:
        drawn.add_row(*map(Text, line))
    Console().print(drawn)


def sentence(error: OSError, path: str | None = None) -> str:
    """Why a file could not be opened or written, in plain words."""
    name = path if path is not None else error.filename
    reason = _REASONS.get(error.errno or 0) or (error.strerror or str(error)).lower()
    return f"“{one_line(os.fsdecode(name))}”: {reason}." if name is not None else f"{reason.capitalize()}."
