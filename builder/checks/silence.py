"""Cache which checks find nothing, independent of the order: after a move, those are not run again.

Whether a check finds anything depends on the characters of a script and its `_meta`; only its message (names in
order, paths) depends on the order. Checks for which this is wrong declare `ORDER_MATTERS = True`.
"""

import marshal
from hashlib import blake2b
from typing import Any

from builder import catalogue
from builder.game.script import Script
from builder.memoize import Memo, mark

#: Cache size in scripts, by the ids on them.
SCRIPTS = 32
#: The marshal version in which equal content always gives equal bytes.
PLAIN = 2

_SILENT: Memo[tuple[Script, str, frozenset[str]]] = Memo(SCRIPTS)


def silent(script: Script) -> frozenset[str]:
    """The codes of the checks that found nothing for the same characters in another order."""
    known = _SILENT.known(frozenset(_ids(script)))
    # The same order means that something else changed: only reordered scripts are looked up.
    if not known or known[1] != catalogue.wording().stamp or _ids(known[0]) == _ids(script):
        return frozenset()
    content = _in_any_order(script)
    return known[2] if content is not None and content == _in_any_order(known[0]) else frozenset()


def remember(script: Script, codes: frozenset[str]) -> None:
    """Cache which checks found nothing."""
    _SILENT.keep(frozenset(_ids(script)), (script, catalogue.wording().stamp, codes))


def _ids(script: Script) -> list[str]:
    return [entry.id for entry in script.entries]


def _in_any_order(script: Script) -> object:
    """A cache key that is equal for scripts that differ only in their order.

    None if the order affects more: the first of two entries with one id takes precedence, and a file that was just
    read has lines and slips. Also None if the script is not JSON, or too long to hash.
    """
    if script.reading or script.source or len({entry.key for entry in script.entries}) < len(script.entries):
        return None
    entries = frozenset(mark(entry.written) for entry in script.entries)
    metas: Any = script.metas
    try:
        metas_hash = blake2b(marshal.dumps(metas, PLAIN)).digest()
    except ValueError:
        return None
    return None if None in entries else (entries, metas_hash)
