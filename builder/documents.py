"""A script becomes a document: the one place where printables, formats and press meet."""

from builder import formats, printables
from builder.game.script import Script
from builder.press.document import Document


def render(
    script: Script, kind: str, *, style: str | None = None, paper: str = "a4", attach: bool = True
) -> Document:
    """Prints a script; see `builder.render`."""
    from builder.press.printing import print_document  # noqa: PLC0415  # the choice is checked before Pango loads

    module, style, chosen = printables.choose(kind, style, paper)
    attachment = ("script.json", formats.write(script).encode()) if attach else None
    return print_document(kind, style, module.content(script), chosen, attachment=attachment)
