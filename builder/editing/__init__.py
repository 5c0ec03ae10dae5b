"""What somebody can do to a script: each change a plain JSON op, a pure function from script to script.

    change(script, {"op": "drop", "who": [[3, "imp"]]}).script

A module here is a group of ops, each a function registered by `@op("name")`; all modules are found by looking. The
checks name ops and their arguments (`problem.fix.op`), too. Who is meant is given as `[index, id]`: the index among
the entries, and the id that was there when the page was made. Where another is at that index by now, the id decides;
so an old op from an offline queue still does what was meant.
"""

import json
import pkgutil
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from types import MappingProxyType

from builder.editing.change import LONGEST_ID, OPS, UNKNOWN, Change, EditError, Op, Work, find, team_of
from builder.errors import ClockwrightError, UnreadableScriptError
from builder.formats import official
from builder.formats.official.json_text import size
from builder.game.script import Script

__all__ = [
    "LONGEST_ID",
    "MANY",
    "UNKNOWN",
    "Change",
    "EditError",
    "Op",
    "change",
    "find",
    "ops",
    "read",
    "team_of",
]

#: Fields that a form may send more than once.
MANY = frozenset({"who", "tags"})
#: An op is a few words; the longest carries the whole definition of a homebrew character.
LONGEST = 200_000
NO_CHANGE = "That is no change of a script."


def change(script: Script, op: Op) -> Change:
    """The script with one change. Raises EditError, which says why it cannot be made."""
    name = op.get("op")
    work = ops().get(name) if isinstance(name, str) else None
    if work is None:
        raise EditError("There is no such change.")
    try:
        done = work(script, op)
        if done.label:
            _check(done.script)
    except EditError:
        raise
    except (ClockwrightError, LookupError, TypeError, ValueError, ArithmeticError, RecursionError):
        raise EditError("This cannot be done (any more). Look at the script as it is now.") from None
    return done


def _check(script: Script) -> None:
    """Raises EditError for a script that no file could hold, or that could not be read again."""
    items = script.written()
    whole = size(items)
    if not whole.is_writable:
        raise EditError("There are letters or numbers in this that no file can hold. Write them anew.")
    try:
        official.check_size(items, whole)
    except UnreadableScriptError:
        raise EditError(
            "With this the script would be too long to be opened again. Make it shorter."
        ) from None


def _refused(word: str) -> None:
    """JSON knows no NaN and no Infinity."""
    raise ValueError(word)


def read(text: str, fields: Mapping[str, str], many: Mapping[str, Sequence[str]]) -> Op:
    """An op as a form sends it: as JSON, or as its name with the other fields beside it."""
    if len(text) > LONGEST:
        raise EditError("That is too long for one change.")
    try:
        op = json.loads(text, parse_constant=_refused) if text.startswith("{") else {"op": text, **fields}
        if op.get("op") == "dismiss" and fields.get("note", "").strip():
            op["note"] = fields["note"].strip()
        if "who" in many and "who" not in op:
            op["who"] = [json.loads(each) for each in many["who"]]
        if "tags" in many and not text.startswith("{"):
            op["tags"] = [each for each in many["tags"] if each]
    except (ValueError, RecursionError):
        raise EditError(NO_CHANGE) from None
    if not isinstance(op.get("op"), str):
        raise EditError(NO_CHANGE)
    _refuse_half_letters(op)
    return dict(op)


def _refuse_half_letters(op: Op) -> None:
    """JSON can write half of a letter (a lone surrogate), which no file, page or log can hold."""
    try:
        json.dumps(op, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise EditError("There is half a letter in this, which no file can hold. Write it anew.") from None


@cache
def ops() -> Mapping[str, Work]:
    """Every op by its name; importing the modules of ops registers them."""
    for item in pkgutil.iter_modules(__path__):
        import_module(f"{__name__}.{item.name}")
    return MappingProxyType(OPS)
