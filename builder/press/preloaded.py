"""Imports for the fork server, so that each render process starts warm.

Only that server imports this module. It must not lay out anything or use fonts, because Pango must not be forked.
"""

from contextlib import suppress
from importlib import import_module

from builder.errors import ClockwrightError
from builder.press import engine, weasyprint_patches
from builder.settings import settings

# Without Pango, or with an invalid CLOCKWRIGHT_PATCHES, the render reports the error.
with suppress(ClockwrightError):
    engine.weasyprint()
    for name in ("builder.press.printing", "builder.press.pictures.album"):
        import_module(name)
    weasyprint_patches.states()  # logs its warning once, not in each process
settings.cache_clear()  # each process has its own environment
