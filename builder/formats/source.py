"""From what was handed over (bytes or text) to text: encodings, size, and files that are something else."""

import codecs
import json
import re
from typing import NoReturn

from builder.errors import UnreadableScriptError
from builder.formats.remarks import Remark, place
from builder.game.problem import Problem, Severity

#: A script of 201 full characters has about 300 kB.
LIMIT = 2_000_000
#: A script needs 4 levels; our export puts what it carries along up to 8 levels deeper.
DEEPEST = 72
DEEPEST_TOLD = 64
#: Texts, numbers, lists and objects. A script of 201 full characters has about 10,000.
MOST_VALUES = 50_000
SOMETHING_ELSE = {
    b"%PDF": "a PDF",
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"RIFF": "a WebP picture",
    b"PK\x03\x04": "a ZIP archive",
    b"PK\x05\x06": "an empty ZIP archive",
    b"\x1f\x8b": "a compressed (gzip) file",
}
#: Code of the notice that says what a form of script has no place for.
#: The code of what says that a file gives no night order; another one beside it may.
NO_NIGHTS = "no-night-order"
LACKING = "lacking"
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
BYTE_ORDER_MARK = "\ufeff"
#: What opens JSON, or a page of the web.
OTHER_OPENINGS = re.compile(r"[\s\ufeff]*+[\[{<]")


def text_of(source: bytes | str) -> tuple[str, tuple[Remark, ...]]:
    """The text and what had to be overlooked to get it. Raises UnreadableScriptError for what is no text."""
    if len(source) > LIMIT:
        refuse(
            "too-big",
            f"This file has {len(source):,} {'bytes' if isinstance(source, bytes) else 'characters'}; "
            f"a script file may have {LIMIT:,}, pictures inside it apart.",
        )
    text, remarks = _decoded(source) if isinstance(source, bytes) else (source, ())
    text = text.removeprefix(BYTE_ORDER_MARK)
    if not text or text.isspace():
        refuse(
            "empty", 'This file is empty. A script is a JSON list of characters, such as ["imp", "baron"].'
        )
    return text, remarks


def prose_of(source: bytes | str) -> str:
    """The text where it may be people's own words; empty for JSON, a page of the web, and what is no text."""
    try:
        text, _ = text_of(source)
    except UnreadableScriptError:
        return ""
    return "" if OTHER_OPENINGS.match(text) else text


def _decoded(source: bytes) -> tuple[str, tuple[Remark, ...]]:
    for opening, what in SOMETHING_ELSE.items():
        if source.startswith(opening):
            refuse("not-text", f"This is {what}, not a script. Give the script's JSON file.")
    encoding: str = json.detect_encoding(source)
    try:
        text = source.decode(encoding)
    except UnicodeDecodeError:
        encoding = "windows-1252"
        text = _western(source)
    if encoding in {"utf-8", "utf-8-sig"}:
        return text, ()
    if encoding != "windows-1252" and CONTROL.search(text):
        _refuse_binary()
    return text, (Remark("encoding", 0, codecs.lookup(encoding).name.upper()),)


def _western(source: bytes) -> str:
    """Text from an old Windows program, if it can be that."""
    try:
        text = source.decode("windows-1252")
    except UnicodeDecodeError:
        _refuse_binary()
    if CONTROL.search(text):
        _refuse_binary()
    return text


def _refuse_binary() -> NoReturn:
    refuse("not-text", "This is not a text file, so it is no script. Give the script's JSON file.")


def refuse_depth(text: str = "", offset: int | None = None) -> NoReturn:
    """Say that something is nested so deep that it is no script."""
    message = f"Lists are nested more than {DEEPEST_TOLD} deep in this file. A script needs 4 levels."
    refuse("too-deep", message, text, offset)


def refuse_number() -> NoReturn:
    """Say that there is so much in a file that it is no script."""
    refuse(
        "too-much", f"This file holds more than {MOST_VALUES:,} values; the fullest script has about 10,000."
    )


def refuse(code: str, message: str, text: str = "", offset: int | None = None) -> NoReturn:
    """Say why nothing can be read, with line and column where they are known.

    What the sentence quotes may hold half a letter (a lone surrogate): no page could show that.
    """
    message = message.encode("utf-8", "replace").decode()
    line, column = place(text, offset) if offset is not None else (None, None)
    if line is not None:
        message = f"Line {line}, column {column}: {message}"
    raise UnreadableScriptError([Problem(code, Severity.ERROR, message, line=line, column=column)])
