"""Parse texts, numbers and words in JSON, and in almost-JSON."""

import json
import math
import re
from json.decoder import scanstring  # type: ignore[attr-defined]  # the reader of texts that json itself uses
from typing import Any, NamedTuple, NoReturn

from builder.formats.source import refuse
from builder.language import gettext as _

#: Possessive: no backtracking. Only on single letters: Python 3.11.2 gets groups wrong.
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


class Scalar(NamedTuple):
    """A value, its end, and the slip in it, if there is one."""

    value: Any
    end: int
    slip: str | None = None


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


def name(text: str, at: int) -> Scalar:
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
