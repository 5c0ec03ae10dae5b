"""Which checks say nothing about a script in whatever order, so that a moved character does not ask them again.

Whether a check says something depends on who is on the script and on its `_meta`; only what it says (names in order,
places) depends on the order. Checks of which that is not true declare `ORDER_MATTERS = True`.
"""

import marshal
from collections.abc import Hashable
from hashlib import blake2b
from typing import Any

from builder import catalogue
from builder.game.remembered import Remembered, mark
from builder.game.script import Script

#: Scripts, each in any order, whose silent checks are known.
SCRIPTS = 64
#: The form of marshal in which the same content always gives the same bytes.
PLAIN = 2

_SILENT: Remembered[frozenset[str]] = Remembered(SCRIPTS)


def in_any_order(script: Script) -> Hashable:
    """What scripts have in common that differ in their order only: by it, silent checks are known.

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
    return None if None in entries else (entries, said, catalogue.wording().stamp)


def silent(name: Hashable) -> frozenset[str]:
    """The codes of the checks that said nothing about the same characters in another order."""
    return (_SILENT.known(name) if name else None) or frozenset()


def remember(name: Hashable, codes: frozenset[str]) -> None:
    """Remembers which checks said nothing."""
    if name:
        _SILENT.keep(name, codes)
