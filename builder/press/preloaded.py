"""What the server of the render processes loads before they are forked from it, so that each of them starts warm.

Only that server imports this module. Nothing is laid out here and no font is asked for: each process does that itself.
"""

from contextlib import suppress
from importlib import import_module

from builder.errors import ClockwrightError
from builder.press import engine, weasyprint_patches
from builder.settings import settings

# Without Pango, or with a wrong CLOCKWRIGHT_PATCHES, the render itself says what is missing or wrong.
with suppress(ClockwrightError):
    engine.weasyprint()
    for name in ("builder.press.printing", "builder.press.pictures.album"):
        import_module(name)
    weasyprint_patches.states()  # here the warning is logged once, not in each process
settings.cache_clear()  # each process has an environment of its own
