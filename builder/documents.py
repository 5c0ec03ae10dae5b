"""A script becomes a document: the one place where printables, formats and press meet."""

from collections.abc import Mapping
from dataclasses import replace

from builder import formats, printables
from builder.game.script import Script
from builder.press.document import Document
from builder.printables import options


def render(
    script: Script,
    kind: str,
    *,
    style: str | None = None,
    paper: str = "a4",
    attach: bool = True,
    copies: int = 1,
    settings: Mapping[str, str] = options.NOTHING,
) -> Document:
    """Prints a script; see `builder.render`."""
    from builder.press.printing import Order, print_document  # noqa: PLC0415  # the choice comes before Pango

    module, style, chosen = printables.choose(kind, style, paper)
    attachment = ("script.json", formats.write(script).encode()) if attach else None
    content = module.content(script, options.read(module, settings))
    document = print_document(Order(kind, style, content, chosen, attachment, copies))
    return replace(document, notices=(*getattr(content, "notices", ()), *document.notices))
