"""Which checks say nothing about a script in whatever order, so that a moved character does not ask them again.

Whether a check says something depends on who is on the script and on its `_meta`; only what it says (names in order,
places) depends on the order. Checks of which that is not true declare `ORDER_MATTERS = True`.
"""

import marshal
from hashlib import blake2b
from typing import Any

from builder import catalogue
from builder.game.script import Script
from builder.memoize import Memo, mark

#: So many scripts whose silent checks are known, by the ids on them.
SCRIPTS = 32
#: The form of marshal in which the same content always gives the same bytes.
PLAIN = 2

_SILENT: Memo[tuple[Script, str, frozenset[str]]] = Memo(SCRIPTS)


def silent(script: Script) -> frozenset[str]:
    """The codes of the checks that said nothing about the same characters in another order."""
    known = _SILENT.known(frozenset(_ids(script)))
    # In the same order something else is new: only a script that was moved is worth a closer look.
    if not known or known[1] != catalogue.wording().stamp or _ids(known[0]) == _ids(script):
        return frozenset()
    content = _in_any_order(script)
    return known[2] if content is not None and content == _in_any_order(known[0]) else frozenset()


def remember(script: Script, codes: frozenset[str]) -> None:
    """Remembers which checks said nothing about a script."""
    _SILENT.keep(frozenset(_ids(script)), (script, catalogue.wording().stamp, codes))


def _ids(script: Script) -> list[str]:
    return [entry.id for entry in script.entries]


def _in_any_order(script: Script) -> object:
    """What scripts have in common that differ in their order only.

    None where the order counts for more: the first of two alike is the one that is known, and a file that was just read
    has lines and slips. None also for what is no JSON, or too long to have a mark.
    """
    if script.reading or script.source or len({entry.key for entry in script.entries}) < len(script.entries):
        return None
    entries = frozenset(mark(entry.written) for entry in script.entries)
    metas: Any = script.metas
    try:
        said = blake2b(marshal.dumps(metas, PLAIN)).digest()
    except ValueError:
        return None
    return None if None in entries else (entries, said)
