"""Clockwright: make, check and print scripts for Blood on the Clocktower.

script = builder.parse("my-script.json")
for problem in builder.problems(script):
    print(problem.message)
Path("sheet.pdf").write_bytes(builder.render(script, "sheet").pdf)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from builder.artefacts.runner import pool
    from builder.documents import (
        almanac_page,
        icon_pictures,
        render,
        share_pictures,
        shop_package,
        tabletop_simulator,
        token_pictures,
    )
    from builder.errors import ClockwrightError, UnreadableScriptError
    from builder.front_door import deal, dump, parse, parse_together, problems, setups, variant
    from builder.game.problem import Problem
    from builder.game.script import Script
    from builder.publishing import publish

__all__ = [
    "ClockwrightError",
    "Problem",
    "Script",
    "UnreadableScriptError",
    "almanac_page",
    "deal",
    "dump",
    "icon_pictures",
    "parse",
    "parse_together",
    "pool",
    "problems",
    "publish",
    "render",
    "setups",
    "share_pictures",
    "shop_package",
    "tabletop_simulator",
    "token_pictures",
    "variant",
]
__version__ = "0.1.0"
_MODULES = {
    **dict.fromkeys(
        ("deal", "dump", "parse", "parse_together", "problems", "setups", "variant"), "builder.front_door"
    ),
    **dict.fromkeys(
        (
            "almanac_page",
            "icon_pictures",
            "render",
            "share_pictures",
            "shop_package",
            "tabletop_simulator",
            "token_pictures",
        ),
        "builder.documents",
    ),
    **dict.fromkeys(("ClockwrightError", "UnreadableScriptError"), "builder.errors"),
    "pool": "builder.artefacts.runner",
    "Problem": "builder.game.problem",
    "Script": "builder.game.script",
    "publish": "builder.publishing",
}


def __getattr__(name: str) -> Any:
    """Import a public name from its module on first use."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
