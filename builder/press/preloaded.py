"""What the server of the render processes loads before they are forked from it, so that each of them starts warm.

Only that server imports this module. Nothing is laid out here and no font is asked for: each process does that itself.
"""

from contextlib import suppress
from importlib import import_module

from builder.errors import MissingPartError
from builder.press import engine, weasyprint_patches

# Without Pango the render itself says what is missing.
with suppress(MissingPartError):
    engine.weasyprint()
    patches = (
        f"{weasyprint_patches.__name__}.{name}"
        for name in (*weasyprint_patches.PYDYF, *weasyprint_patches.WEASYPRINT)
    )
    for name in ("builder.press.printing", "builder.press.pictures.album", *patches):
        import_module(name)
