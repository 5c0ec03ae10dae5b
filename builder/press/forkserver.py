"""Loads the press before the render processes are forked from it, so that each of them starts warm.

Only the fork server imports this module. The fonts wait for the render process itself: their temporary folder
belongs to one process.
"""

from contextlib import suppress

from builder.errors import MissingPartError
from builder.press import engine

# Without Pango the render itself says what is missing.
with suppress(MissingPartError):
    engine.weasyprint()
