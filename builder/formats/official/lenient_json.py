"""A lenient JSON parser: tolerates common slips, records positions, reports what it expected.

Valid files are parsed by `json.loads`; this runs if that failed, or to find the position of a fault.
"""

import json
import math
import re
from collections.abc import Collection
from json.decoder import scanstring  # type: ignore[attr-defined]  # the reader of texts that json itself uses
from typing import Any, NamedTuple, NoReturn

from builder.formats.source import DEEPEST, MOST_VALUES, Remark, refuse, refuse_depth, refuse_number
from builder.language import N_, gettext as _

#: More slips of one kind than anyone would fix by hand.
MOST_REPEATED = 100
#: Possessive: no backtracking. Only on single letters: Python 3.11.2 gets groups wrong.
BLANK = re.compile(r"[\s\ufeff\u200b]++|//[^\r\n]*+")
COMMAS = re.compile(r",[,\s]*+")
PLAIN_KEY = re.compile(r"[A-Za-z_]\w*+")
ENDS = {"]": N_("a comma, or ] where the list ends"), "}": N_("a comma, or } where the entry ends")}
#: Beginnings of prose lines, not of JSON.
NO_OPENINGS = frozenset("#*>|`=~()!:;.•")
WEB_PAGE = N_(
    "This is a web page, but not an almanac that Clockwright can read, and not a document "
    "that it made. Use the script's JSON."
)
#: What a script begins with; who pastes a list sees how to write one.
BEGINNING = N_("[ at the beginning of the script, or lines such as “Toad (Outsider): You croak”")
STRAIGHT, CURLY = re.compile(r"['\\]"), re.compile(r"[“”\\]")
WORD = re.compile(r"""[^\s\[\]{},:"'“”/]++""")
NUMBER = re.compile(r"[+-]?(?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?")
BARE = re.compile(r"[^\W\d][\w.\-]*+")
ESCAPED = re.compile(r'\\.|"', re.DOTALL)
WORDS = {"true": True, "false": False, "null": None}
PYTHON_WORDS = {"True": True, "False": False, "None": None}
NO_NUMBERS = frozenset({"nan", "infinity", "inf"})
QUOTES = frozenset("\"'“”„")
#: No float has so many digits before the point: a longer number is useless.
MOST_DIGITS = 300
SCAN = json.JSONDecoder().raw_decode


class Scalar(NamedTuple):
    """A value, its end, and the slip in it, if there is one."""

    value: Any
    end: int
    slip: str | None = None


def step(path: str, name: str | int) -> str:
    """One step further down a path: `$[3]`, `$[3].ability`, `$[3]["odd name"]`."""
    if isinstance(name, int):
        return f"{path}[{name}]"
    return (
        f"{path}.{name}" if PLAIN_KEY.fullmatch(name) else f"{path}[{json.dumps(name, ensure_ascii=False)}]"
    )


class _Enough(Exception):  # noqa: N818  # no error: everything requested is found
    """Stop parsing: everything requested is found."""


class Reader:
    """One pass over one text."""

    def __init__(self, text: str, wanted: Collection[int] | None = None) -> None:
        self.text = text
        self.at = 0
        self.values = 0
        #: Entries of the outermost list whose positions are requested; None: all.
        self.wanted = wanted
        self.offsets: dict[str, int] = {}
        self.remarks: dict[str, Remark] = {}
        self.repeated: dict[str, Remark] = {}

    def read(self) -> Any:
        """The whole text as one JSON value. Raises UnreadableScriptError if it cannot be parsed."""
        self._skip()
        start = self.at
        self._check_opening()
        value = self._value("$", 0)
        self._skip()
        if self.at < len(self.text):
            if not isinstance(value, (list, dict)):
                unexpected(self.text, start, _(BEGINNING))
            unexpected(self.text, self.at, _("the end of the file"))
        return value

    def _check_opening(self) -> None:
        """Raise an error if the text is a web page or prose."""
        opening = self.text[self.at : self.at + 1]
        if opening == "<":
            refuse("web-page", WEB_PAGE, self.text, self.at)
        if opening in NO_OPENINGS:
            unexpected(self.text, self.at, _(BEGINNING))

    def _value(self, path: str, depth: int) -> Any:
        self.offsets.setdefault(path, self.at)
        if depth > DEEPEST:
            refuse_depth(self.text, self.at)
        self.values += 1
        if self.values > MOST_VALUES + 1:
            refuse_number()
        opening = self.text[self.at : self.at + 1]
        if opening == "[":
            return self._list(path, depth)
        if opening == "{":
            return self._object(path, depth)
        return self._taken(scalar(self.text, self.at))

    def _list(self, path: str, depth: int) -> list[Any]:
        items: list[Any] = []
        while self._more("]", first=not items):
            if depth == 0 and self.wanted is not None and len(items) not in self.wanted:
                items.append(self._unwanted(f"{path}[{len(items)}]", len(items)))
            else:
                items.append(self._value(f"{path}[{len(items)}]", depth + 1))
        return items

    def _unwanted(self, path: str, index: int) -> Any:
        """Skip an entry that was not requested, with the fast parser if it is valid."""
        if index > max(self.wanted or (), default=-1):
            raise _Enough
        if self.text[self.at] in '{["':
            try:
                value, self.at = SCAN(self.text, self.at)
            except ValueError:
                return self._value(path, 1)
            return value
        return self._value(path, 1)

    def _object(self, path: str, depth: int) -> dict[str, Any]:
        members: dict[str, Any] = {}
        first = True
        while self._more("}", first=first):
            first = False
            start = self.at
            field = self._taken(field_name(self.text, start))
            inner = step(path, field)
            if field in members and len(self.repeated) < MOST_REPEATED:
                self.repeated.setdefault(inner, Remark("repeated-field", start, field, inner))
            self.offsets[inner] = start
            self._skip()
            if self.text[self.at : self.at + 1] != ":":
                unexpected(self.text, self.at, _("a colon after “%(field)s”") % {"field": field[:30]})
            self.at += 1
            self._skip()
            members[field] = self._value(inner, depth + 1)
        return members

    def _more(self, end: str, *, first: bool) -> bool:
        """Step to the next item of a list or an object; False at its end."""
        if first:
            self.at += 1
        self._skip()
        start = self.at
        while found := COMMAS.match(self.text, self.at):
            self.at = found.end()
            self._skip()
            if first or found[0].count(",") > 1 or self.text[self.at : self.at + 1] in {",", end}:
                self._remark("extra-comma", start)
        if self.text[self.at : self.at + 1] == end:
            self.at += 1
            return False
        if not first and self.at == start:
            if self.text[start : start + 1] not in {'"', "{", "["}:
                unexpected(self.text, start, _(ENDS[end]))
            self._remark("missing-comma", start)
        return True

    def _taken(self, found: Scalar) -> Any:
        if found.slip:
            self._remark(found.slip, self.at)
        self.at = found.end
        return found.value

    def _skip(self) -> None:
        start = self.at
        while (end := self._end_of_blank()) > self.at:
            self.at = end
        comment = self.text.find("/", start, self.at)
        if comment >= 0:
            self._remark("comment", comment)

    def _end_of_blank(self) -> int:
        """The end of the spaces or the comment that begin here; 0: there are none."""
        if self.text.startswith("/*", self.at):
            end = self.text.find("*/", self.at + 2)
            return end + 2 if end >= 0 else 0
        found = BLANK.match(self.text, self.at)
        return found.end() if found else 0

    def _remark(self, kind: str, offset: int) -> None:
        self.remarks.setdefault(kind, Remark(kind, offset))


def offsets(text: str, wanted: Collection[int]) -> dict[str, int]:
    """The position of each value in the requested entries of a valid text."""
    reader = Reader(text, wanted)
    try:
        reader.read()
    except _Enough:
        return reader.offsets
    return reader.offsets


def scalar(text: str, at: int) -> Scalar:
    """The text, number or word that begins here. Raises UnreadableScriptError."""
    opening = text[at : at + 1]
    if opening == '"':
        return _text(text, at)
    if opening in QUOTES and (end := _end_of_other(text, at)):
        return _requoted(text, at, end)
    word = WORD.match(text, at)
    if word is None:
        _refuse_endless(text, at)
        unexpected(text, at, _("a character's id in quotes, or {"))
    return _word(text, at, word[0])


def field_name(text: str, at: int) -> Scalar:
    """The name of a field. Raises UnreadableScriptError."""
    if text[at : at + 1] in QUOTES:
        return scalar(text, at)
    word = WORD.match(text, at)
    if word is None or not BARE.fullmatch(word[0]):
        unexpected(text, at, _("a name in double quotes"))
    return Scalar(word[0], word.end(), "bare-word")


def unexpected(text: str, at: int, expected: str) -> NoReturn:
    """Raise an error that something other than the expected JSON is here."""
    rest = text[at : at + 20].split("\n", maxsplit=1)[0].strip()
    found = (
        _("Found “%(rest)s”, expected %(expected)s.") % {"rest": rest, "expected": expected}
        if at < len(text)
        else _("The file ends here; expected %(expected)s.") % {"expected": expected}
    )
    refuse("not-json", _("This is not JSON. %(found)s") % {"found": found}, text, at)


def _text(text: str, at: int) -> Scalar:
    try:
        value, end = scanstring(text, at + 1, True)  # noqa: FBT003  # json's own way
    except ValueError:
        return _odd_text(text, at)
    return Scalar(value, end)


def _odd_text(text: str, at: int) -> Scalar:
    """A text that continues past the end of its line, or something else entirely."""
    try:
        value, end = scanstring(text, at + 1, False)  # noqa: FBT003  # json's own way
    except ValueError as problem:
        if "Unterminated" in str(problem):
            _refuse_endless(text, at)
        _refuse_backslash(text, at)
    return Scalar(value, end, "raw-control")


def _end_of_other(text: str, at: int) -> int:
    """The end of a text in single or curly quotes, its quote included; 0: not found."""
    stops = STRAIGHT if text[at] == "'" else CURLY
    at += 1
    while found := stops.search(text, at):
        if found[0] != "\\":
            return found.end()
        at = found.end() + 1
    return 0


def _requoted(text: str, at: int, end: int) -> Scalar:
    """A text in single or curly quotes, parsed as if they were double quotes."""
    raw = '"' + ESCAPED.sub(_escape, text[at + 1 : end - 1]) + '"'
    try:
        return Scalar(scanstring(raw, 1, False)[0], end, "single-quotes")  # noqa: FBT003  # json's own way
    except ValueError:
        _refuse_backslash(text, at)


def _escape(found: re.Match[str]) -> str:
    return {'"': '\\"', "\\'": "'", "\\“": "“", "\\”": "”"}.get(found[0], found[0])


def _refuse_backslash(text: str, at: int) -> NoReturn:
    refuse("not-json", _("This text has a single \\. Write \\\\ for a backslash."), text, at)


def _word(text: str, at: int, word: str) -> Scalar:
    end = at + len(word)
    if word in WORDS:
        return Scalar(WORDS[word], end)
    if word in PYTHON_WORDS:
        return Scalar(PYTHON_WORDS[word], end, "python-word")
    if NUMBER.fullmatch(word):
        return _number(text, at, word)
    if word.lstrip("+-").lower() in NO_NUMBERS:
        refuse(
            "no-number",
            _("%(word)s is not a number. Write a number such as 12, or leave the field out.")
            % {"word": word},
            text,
            at,
        )
    if not BARE.fullmatch(word):
        unexpected(text, at, _("a character's id in quotes, or {"))
    return Scalar(word, end, "bare-word")


def _number(text: str, at: int, word: str) -> Scalar:
    slip = None
    try:
        number: float = json.loads(word)
    except ValueError:
        slip = "odd-number"
        number = math.inf if len(word) > MOST_DIGITS else float(word)
        number = int(number) if math.isfinite(number) and number.is_integer() else number
    is_long = isinstance(number, int) and len(word) > MOST_DIGITS
    if is_long or not (isinstance(number, int) or math.isfinite(number)):
        refuse("no-number", _("This number is too large. Write a smaller one."), text, at)
    return Scalar(number, at + len(word), slip)


def _refuse_endless(text: str, at: int) -> None:
    """Raise an error that a text or a comment begins here and never ends."""
    if text.startswith("/*", at):
        refuse("not-json", _("This comment never ends. Close it with */."), text, at)
    if text[at : at + 1] in QUOTES:
        refuse(
            "not-json",
            _(
                "This text never ends: the file is cut off, or its closing quote is missing. Save the file again."
            ),
            text,
            at,
        )
