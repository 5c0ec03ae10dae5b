"""Our own pictures: a PNG made by Clockwright contains its script."""

from builder import chunks
from builder.formats import official
from builder.formats.source import refuse
from builder.game.script import Script
from builder.language import N_, gettext as _

NAME = "png"
TITLE = N_("A picture made by Clockwright")
ENDINGS = (".png",)
RANK = (0, 3)


def recognises(source: bytes | str) -> bool:
    """Whether it is a PNG picture."""
    return isinstance(source, bytes) and source.startswith(chunks.SIGNATURE)


def read(source: bytes | str) -> Script:
    """Read the script in the picture. Raises UnreadableScriptError if there is none."""
    script = chunks.script_in(source) if isinstance(source, bytes) else None
    if script is None:
        refuse(
            "no-script-inside",
            _(
                "There is no script inside this picture. Pictures made by Clockwright have one, unless a "
                "chat app compressed them. Use the script's JSON or the PDF."
            ),
        )
    return official.read(script)
