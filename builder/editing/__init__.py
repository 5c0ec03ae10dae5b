"""Edit a script: each change is a plain JSON op, applied by a pure function from script to script.

    change(script, {"op": "drop", "who": [[3, "imp"]]}).script

Each module here is a group of ops, registered by `@op("name")`; modules are discovered automatically. Checks offer
fixes as ops too (`problem.fix.op`). An entry is addressed as `[index, id]`: its index among the entries, and the id
that it had when the page was rendered. If another entry is at that index by now, the id decides; so an old op from an
offline queue still applies to the right character.
"""

import json
import pkgutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module

from builder.editing.change import LONGEST_ID, OPS, UNKNOWN, Change, EditError, Op, Work, find, team_of
from builder.errors import ClockwrightError, UnreadableScriptError
from builder.formats import official
from builder.formats.official.json_text import is_safe, size
from builder.game.script import Script
from builder.language import N_, gettext as _

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
#: An op is short; the longest contains the whole definition of a homebrew character.
LONGEST = 200_000
NO_CHANGE = N_("This is not a change to a script.")


def change(script: Script, op: Op) -> Change:
    """Apply one change to a script. Raises EditError with the reason if it is impossible."""
    name = op.get("op")
    work = ops().get(name) if isinstance(name, str) else None
    if work is None:
        raise EditError(_("There is no such change."))
    try:
        done = work(script, op)
        if done.label:
            _check(done.script)
    except EditError:
        raise
    except (ClockwrightError, LookupError, TypeError, ValueError, ArithmeticError, RecursionError):
        raise EditError(_("This is no longer possible. Reload the page to see the current script.")) from None
    return done


def _check(script: Script) -> None:
    """Raise EditError for a script that cannot be written to a file or read again."""
    with suppress(RecursionError):
        if is_safe(official.pieces_of(script)):
            return
    items = script.written()
    whole = size(items)
    if not whole.is_writable:
        raise EditError(_("Some characters or numbers in this cannot be saved. Type them again."))
    try:
        official.check_size(items, whole)
    except UnreadableScriptError:
        raise EditError(_("This would make the script too long to open again. Shorten it.")) from None


def _refused(word: str) -> None:
    """Reject NaN and Infinity, which are not JSON."""
    raise ValueError(word)


def read(text: str, fields: Mapping[str, str], many: Mapping[str, Sequence[str]]) -> Op:
    """Parse an op from a form: as JSON, or as its name with the other fields separate."""
    if len(text) > LONGEST:
        raise EditError(_("That is too long for one change."))
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
    """JSON can write half a letter (a lone surrogate), which is invalid in files, pages and logs."""
    try:
        json.dumps(op, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise EditError(
            _("This has half a character in it (a lone surrogate), which cannot be saved. Type it again.")
        ) from None


@cache
def ops() -> Mapping[str, Work]:
    """Every op by its name; importing the modules of ops registers them."""
    for item in pkgutil.iter_modules(__path__):
        import_module(f"{__name__}.{item.name}")
    return OPS
