"""How a function of ours takes the place of one of WeasyPrint's."""

import sys
from typing import Any

#: What our functions work on (boxes, styles, streams) has no types.
Untyped = Any


def swap(home: Untyped, name: str, new: Untyped) -> Untyped:
    """Puts a function in place of another, wherever WeasyPrint has imported it; gives back the other."""
    old = getattr(home, name)
    for module_name, module in tuple(sys.modules.items()):
        if module_name.startswith("weasyprint") and getattr(module, name, None) is old:
            setattr(module, name, new)
    return old
