"""What several processes will need, loaded before they are forked: else each of them would load it by itself."""

from contextlib import suppress
from importlib import import_module

from builder.errors import MissingPartError

#: To read icons and to bring them into sizes.
FOR_PICTURES = (
    "numpy",
    "PIL.PngImagePlugin",
    "builder.press.pictures.icons",
    "builder.press.pictures.scaling",
    "builder.press.pictures.wishes",
)
#: To bind books, to draw tokens, to read Markdown.
FOR_DOCUMENTS = (
    "builder.press.almanac",
    "builder.press.almanac_web",
    "builder.press.tokens.gallery",
    "builder.press.tokens.sheets",
    "markdown_it",
    "nh3",
    "pypdfium2",
)


def for_pictures() -> None:
    """Loads what reads icons."""
    for name in FOR_PICTURES:
        import_module(name)


def for_documents() -> None:
    """Loads the press with its fonts. Of a part that is not installed whoever needs it will tell."""
    with suppress(MissingPartError):
        from builder.press import engine, printing  # noqa: PLC0415  # 0.3 s, and needs Pango

        engine.font_configuration()
        printing.prepare()
        for name in FOR_DOCUMENTS:
            import_module(name)
