"""The front door: the main functions of `import builder`. Printing is in `builder.documents`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder import catalogue, checks, formats
from builder.game.problem import Problem
from builder.game.script import Script

if TYPE_CHECKING:
    from collections.abc import Sequence

    from builder.game.setup.dealing import Deal
    from builder.game.setup.summary import SetupTable


def parse(source: bytes | str | Path) -> Script:
    """Parse a script from bytes, JSON text, or a file, with the official characters filled in.

    A `str` is text, a `Path` is a file. Raises UnreadableScriptError (which lists every fault) if the input is
    not a script, and OSError if a file cannot be opened.
    """
    return catalogue.resolve(formats.read(source.read_bytes() if isinstance(source, Path) else source))


def parse_together(sources: "Sequence[bytes | str | Path]") -> Script:
    """Merge several files of one script, such as a `script.json` and its `almanac.html`.

    Where they disagree, `script.reading` says so and which takes precedence. Raises as `parse` does.
    """
    contents = [source.read_bytes() if isinstance(source, Path) else source for source in sources]
    return catalogue.resolve(formats.read_together(contents))


def problems(script: Script) -> list[Problem]:
    """Everything that is wrong with a script or worth a second look, most severe first."""
    return checks.problems(script)


def dump(script: Script) -> str:
    """The script as official JSON: UTF-8 text, two spaces of indent, the author's order of keys."""
    return formats.write(script)


def variant(identifier: str, own_id: str = "") -> dict[str, Any]:
    """The full definition of an official character under an id of its own, with its jinxes, as a JSON value.

    Raises UnknownChoiceError for an id that no official character has, or an own id that one has.
    """
    from builder.formats.official.variants import variant as make

    return make(identifier, own_id)


def setups(script: Script, players: int | None = None) -> "SetupTable":
    """Which numbers of each team a legal table can have, for every number of players or for one (5 to 20).

    Raises SetupError (a ValueError) for a number of players that nobody plays with.
    """
    from builder.game.setup import summary

    return summary.setups(script, catalogue.rules(), players)


def deal(
    script: Script,
    players: int,
    *,
    seed: int | str | None = None,
    with_: "Sequence[str]" = (),
    without: "Sequence[str]" = (),
) -> "Deal":
    """Deal a legal game for a number of players; the same seed gives the same game.

    `with_` are ids that must be in play, `without` those that must not. Raises SetupError (a ValueError with the
    reason) if there is no such game.
    """
    from builder.game.setup import dealing

    return dealing.deal(script, catalogue.rules(), players, seed, with_, without)
