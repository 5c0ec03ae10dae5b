"""Decode input (bytes or text) to text: encodings, size limits, files of another kind, pictures inside a file.

Also the messages when a file cannot be read, or has slips. A saved script may contain megabytes of pictures (data:
addresses); its text must stay within the usual limit all the same, so they are extracted before it is parsed.
"""

import codecs
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from builder.errors import UnreadableScriptError
from builder.game.problem import Problem, Severity, on_line
from builder.language import N_, gettext as _, number

#: A script of 201 full characters has about 300 kB.
LIMIT = 2_000_000
#: A script needs 4 levels; our export nests its extra fields up to 8 levels deeper.
DEEPEST = 72
DEEPEST_TOLD = 64
#: Texts, numbers, lists and objects. A script of 201 full characters has about 10,000.
MOST_VALUES = 50_000
SOMETHING_ELSE = {
    b"%PDF": N_("a PDF"),
    b"\x89PNG": N_("a PNG picture"),
    b"\xff\xd8\xff": N_("a JPEG picture"),
    b"GIF8": N_("a GIF picture"),
    b"RIFF": N_("a WebP picture"),
    b"PK\x03\x04": N_("a ZIP archive"),
    b"PK\x05\x06": N_("an empty ZIP archive"),
    b"\x1f\x8b": N_("a compressed (gzip) file"),
}
#: Code of the notice that a file has no night order; another file of the same script may have one.
NO_NIGHTS = "no-night-order"
#: Code of the notice about data that a format cannot express.
LACKING = "lacking"
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
BYTE_ORDER_MARK = "\ufeff"
#: Beginnings of JSON and web pages; `[Outsider] Toad: …` is prose.
OTHER_OPENINGS = re.compile(r"[\s\ufeff]*+(?:[{<]|\[(?![^\W\d_]{4,20}\][ \t]+[^\W\d_]))")


REMARKS = {
    "comment": N_(
        "This file has comments, which JSON does not allow. They were skipped, and exports leave them out."
    ),
    "extra-comma": N_(
        "There is an extra comma. It was skipped. Delete it, because other apps cannot read it."
    ),
    "missing-comma": N_(
        "A comma is missing before this. The file was read as if it had one, and exports have it."
    ),
    "single-quotes": N_(
        "A text has single or curly quotes. JSON uses straight double quotes, and so do exports."
    ),
    "bare-word": N_("A word has no quotes. It was read as text, and exports add the quotes."),
    "python-word": N_("There is a Python word here (True, False or None). Exports have true, false or null."),
    "raw-control": N_("A text continues on the next line. It was read as written, and exports fix it."),
    "odd-number": N_(
        "A number is not written the way JSON allows. It was read as intended, and exports fix it."
    ),
    "encoding": N_("This file is not UTF-8 text. It was read as %(what)s. Exports are UTF-8."),
    "repeated-field": N_("“%(what)s” appears twice in one entry. The last one is used. Delete the other."),
}
NOTICES = frozenset({"comment", "encoding"})


@dataclass(frozen=True, slots=True)
class Remark:
    """One kind of slip in the text, and its first position."""

    kind: str
    offset: int
    what: str = ""
    path: str | None = None


def remark_problem(remark: Remark, text: str) -> Problem:
    """The slip as a problem with its position."""
    line, column = place(text, remark.offset)
    return Problem(
        code=remark.kind,
        severity=Severity.NOTICE if remark.kind in NOTICES else Severity.WARNING,
        message=REMARKS[remark.kind] % {"what": remark.what},
        path=remark.path,
        line=line,
        column=column,
    )


def place(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, both from 1, as in an editor."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def text_of(source: bytes | str) -> tuple[str, tuple[Problem, ...]]:
    """Decode the text, with a notice if it is not UTF-8. Raises UnreadableScriptError if it is not text."""
    if len(source) > LIMIT:
        refuse(
            "too-big",
            (
                _(
                    "This file has %(count)s bytes; the limit for a script file is %(limit)s, not counting "
                    "pictures."
                )
                if isinstance(source, bytes)
                else _(
                    "This file has %(count)s characters; the limit for a script file is %(limit)s, not "
                    "counting pictures."
                )
            )
            % {"count": number(len(source)), "limit": number(LIMIT)},
        )
    text, notices = _decoded(source) if isinstance(source, bytes) else (source, ())
    text = text.removeprefix(BYTE_ORDER_MARK)
    if not text or text.isspace():
        refuse(
            "empty", _('This file is empty. A script is a JSON list of characters, such as ["imp", "baron"].')
        )
    return text, notices


def prose_of(source: bytes | str) -> str:
    """The text if it may be prose; empty for JSON, a web page, and anything that is not text."""
    try:
        text, _unused = text_of(source)
    except UnreadableScriptError:
        return ""
    return "" if OTHER_OPENINGS.match(text) else text


def _decoded(source: bytes) -> tuple[str, tuple[Problem, ...]]:
    for opening, what in SOMETHING_ELSE.items():
        if source.startswith(opening):
            refuse(
                "not-text", _("This is %(what)s, not a script. Use the script's JSON file.") % {"what": what}
            )
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
    remark = Remark("encoding", 0, codecs.lookup(encoding).name.upper())
    return text, (remark_problem(remark, text),)


def _western(source: bytes) -> str:
    """Decode text from an old Windows program, if possible."""
    try:
        text = source.decode("windows-1252")
    except UnicodeDecodeError:
        _refuse_binary()
    if CONTROL.search(text):
        _refuse_binary()
    return text


def _refuse_binary() -> NoReturn:
    refuse(
        "not-text",
        _(
            "This file is neither text nor another kind that Clockwright reads. Use the script's JSON, or "
            "for Bloodstar its .blood file."
        ),
    )


def refuse_depth(text: str = "", offset: int | None = None) -> NoReturn:
    """Raise an error that the nesting is too deep for a script."""
    message = _("Lists are nested more than %(deepest_told)s deep in this file. A script needs 4 levels.") % {
        "deepest_told": DEEPEST_TOLD
    }
    refuse("too-deep", message, text, offset)


def refuse_number() -> NoReturn:
    """Raise an error that the file has too many values for a script."""
    refuse(
        "too-much",
        _("This file has more than %(most_values)s values. Even the largest scripts have about 10,000.")
        % {"most_values": number(MOST_VALUES)},
    )


def refuse(code: str, message: str, text: str = "", offset: int | None = None) -> NoReturn:
    """Raise UnreadableScriptError, with line and column if they are known.

    Half letters (lone surrogates) in a quoted part are removed: no page could show them.
    """
    message = message.encode("utf-8", "replace").decode()
    line, column = place(text, offset) if offset is not None else (None, None)
    if line is not None:
        message = on_line(message, line, column)
    raise UnreadableScriptError([Problem(code, Severity.ERROR, message, line=line, column=column)])


#: Limit of a file with its pictures. Bloodstar's own limit is far lower.
LIMIT_WITH_PICTURES = 40_000_000
#: Shorter ones are not extracted.
SHORTEST = 500
#: PHP writes \/ for /. Possessive: no backtracking. Not on groups, which Python 3.11.2 gets wrong.
PICTURE = r"data:(?:image|font)\\?/[a-z0-9.+-]{1,40}+;base64,[A-Za-z0-9+/=\\]*+"
#: A backslash that means something else: it ends the picture.
OVER = re.compile(r"\\(?!/)")
IN_TEXT = re.compile(PICTURE)
IN_BYTES = re.compile(PICTURE.encode())


class Aside:
    """The pictures of one file, in order, and the placeholder of each."""

    def __init__(self, source: bytes | str) -> None:
        digest = source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")
        self.mark = f"clockwright-picture-{hashlib.sha256(digest).hexdigest()[:24]}-"
        self.pictures: list[str] = []

    def take(self, found: str) -> str:
        """Store a picture and return its placeholder."""
        over = OVER.search(found, found.index(","))
        picture = found[: over.start()] if over else found
        if len(picture) < SHORTEST:
            return found
        self.pictures.append(picture.replace("\\/", "/"))
        return f"{self.mark}{len(self.pictures) - 1}.{found[len(picture) :]}"

    def back(self, value: Any) -> Any:
        """A value with every placeholder replaced by its picture."""
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, list):
            return [self.back(item) for item in value]
        if isinstance(value, dict):
            return {self._text(name): self.back(item) for name, item in value.items()}
        return value

    def _text(self, text: str) -> str:
        if self.mark not in text:
            return text
        return re.sub(rf"{self.mark}(\d{{1,6}})\.", lambda found: self.pictures[int(found[1])], text)


def set_aside(source: bytes | str) -> tuple[bytes | str, Aside | None]:
    """Extract the pictures of a large file; a file of usual size is returned unchanged."""
    if not LIMIT < len(source) <= LIMIT_WITH_PICTURES:
        return source, None
    aside = Aside(source)
    if isinstance(source, bytes):
        return IN_BYTES.sub(lambda found: aside.take(found[0].decode()).encode(), source), aside
    return IN_TEXT.sub(lambda found: aside.take(found[0]), source), aside


def letters(value: Any) -> int:
    """The total length of the pictures in a value."""
    found = (each for text in texts_in(value) for each in IN_TEXT.findall(text))
    return sum(length for each in found if (length := len(each)) >= SHORTEST)


def words(value: Any) -> int:
    """The length of a value as JSON without its pictures."""
    has_pictures = any(
        len(each) >= SHORTEST and ("data:image" in each or "data:font" in each) for each in texts_in(value)
    )
    return len(json.dumps(_without_pictures(value) if has_pictures else value, ensure_ascii=False))


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a value, except field names."""
    left = [value]
    while left:
        each = left.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            left.extend(each.values())
        elif isinstance(each, list):
            left.extend(each)


def _without_pictures(value: Any) -> Any:
    if isinstance(value, str):
        return IN_TEXT.sub(lambda found: "" if len(found[0]) >= SHORTEST else found[0], value)
    if isinstance(value, list):
        return [_without_pictures(item) for item in value]
    return (
        {name: _without_pictures(item) for name, item in value.items()} if isinstance(value, dict) else value
    )
