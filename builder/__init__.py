"""Clockwright: make, check and print scripts for Blood on the Clocktower.

script = builder.parse("my-script.json")
for problem in builder.problems(script):
    print(problem.message)
Path("sheet.pdf").write_bytes(builder.render(script, "sheet").pdf)
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder import catalogue, checks, formats
from builder.errors import ClockwrightError, UnreadableScriptError
from builder.game.problem import Problem
from builder.game.script import Script

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from builder.documents import Press
    from builder.game.setup.dealing import Deal
    from builder.game.setup.summary import SetupTable
    from builder.press.document import Document
    from builder.publishing import File, Make

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
    "token_pictures",
    "variant",
]
__version__ = "0.1.0"


def parse(source: bytes | str | Path) -> Script:
    """A script from bytes, JSON text, or a file, with the official characters filled in.

    A `str` is text, a `Path` is a file. Raises UnreadableScriptError (which lists every fault) for input that is
    no script, and OSError for a file that cannot be opened.
    """
    return catalogue.resolve(formats.read(source.read_bytes() if isinstance(source, Path) else source))


def parse_together(sources: "Sequence[bytes | str | Path]") -> Script:
    """One script from several files of it, such as a `script.json` and its `almanac.html`.

    Where they disagree, `script.reading` says so and which holds. Raises as `parse` does.
    """
    contents = [source.read_bytes() if isinstance(source, Path) else source for source in sources]
    return catalogue.resolve(formats.read_together(contents))


def problems(script: Script) -> list[Problem]:
    """Everything that is wrong with a script or worth a thought, the gravest first."""
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
    """A legal game for so many players; the same seed deals the same one.

    `with_` are ids that have to be in play, `without` those that must not. Raises SetupError (a ValueError that says
    why) where there is no such game.
    """
    from builder.game.setup import dealing

    return dealing.deal(script, catalogue.rules(), players, seed, with_, without)


def render(
    script: Script,
    kind: str,
    *,
    style: str | None = None,
    paper: str = "a4",
    attach: bool = True,
    copies: int = 1,
    settings: "Mapping[str, str] | None" = None,
) -> "Document":
    """A printed document of the script: `kind` is `sheet` or `night`; `style` by default the kind's first.

    With `attach`, the PDF carries the script's official JSON; its pages come `copies` times. `settings` are further
    choices by name (`clockwright printables` lists them). Raises UnknownChoiceError for a kind, style, paper or setting
    that does not exist, MissingPartError where Pango, the fonts or the emblems are not installed.
    """
    from builder import documents

    return documents.render(
        script, kind, style=style, paper=paper, attach=attach, copies=copies, settings=settings or {}
    )


def pool(workers: int = 2) -> "Press":
    """A press of so many processes, which are ended when they take too long or too much memory (see `settings`).

    `with builder.pool() as press: press.render(script, "sheet")`; `press.render_each([(script, "sheet"), …])` prints
    several at once. Both take what `render` takes, and raise RenderError with the reason where there is no document.
    """
    from builder import documents

    return documents.Press(workers)


def token_pictures(
    script: Script,
    *,
    dpi: int = 300,
    style: str | None = None,
    attach: bool = True,
    settings: "Mapping[str, str] | None" = None,
    fetch: bool = True,
) -> "Iterator[tuple[str, bytes]]":
    """Each token as a PNG file, round and transparent outside, with a name for it: `minion/Baron.png`.

    Tokens that are alike come once. With `attach` each carries the script's official JSON. `settings` are those of
    the kind `tokens`. Raises UnknownChoiceError for a style, a setting or a number of dots per inch (50 to 1200) that
    does not exist, MissingPartError as `render` does.
    """
    from builder import documents

    return documents.token_pictures(
        script, dpi=dpi, style=style, attach=attach, settings=settings or {}, fetch=fetch
    )


def share_pictures(
    script: Script, *, attach: bool = True, settings: "Mapping[str, str] | None" = None, fetch: bool = True
) -> dict[str, bytes]:
    """The whole script at a glance, to be shown to others: PNG files `wide` (1200 × 630 pixels), `square` (1200 both).

    Nothing private is on them. With `attach` they carry the script's official JSON: dropped into the builder, they
    open. `settings` are `ink` and `face`. Raises UnknownChoiceError and MissingPartError as `render` does.
    """
    from builder import documents

    return documents.share_pictures(script, attach=attach, settings=settings or {}, fetch=fetch)


def icon_pictures(script: Script) -> "Iterator[tuple[str, bytes]]":
    """The art of the script's own characters as PNG files, with names as Bloodstar gives them.

    `imp2.png`, and its flipped version `imp2_good.png`; of a Traveller `_good` and `_evil`. Icons are painted (540
    × 540 pixels, transparent), pictures that lie in the script or were uploaded come as they are; nothing is fetched.
    Characters that are not exported are left out. Raises MissingPartError where the emblems are not installed.
    """
    from builder import documents

    return documents.icon_pictures(script)


def almanac_page(
    script: Script, *, attach: bool = True, settings: "Mapping[str, str] | None" = None, fetch: bool = True
) -> str:
    """The almanac as one HTML page with everything in it: for a phone, a web site, a disk.

    With `attach` it carries the script's official JSON, by which it can be read in again. Nothing private is in it.
    Raises UnknownChoiceError and MissingPartError as `render` does.
    """
    from builder import documents

    return documents.almanac_page(script, attach=attach, settings=settings or {}, fetch=fetch)


def publish(script: Script, *, base_url: str = "", make: "Make | None" = None) -> "Iterator[File]":
    """A set as files for any web host: the path of each, with slashes, and its bytes.

    `index.html` leads to all: `almanac.html`, `almanac.pdf`, `sheet.pdf`, `night.pdf`, `tokens.pdf`, `tokens/…`, icons
    as `<id>.png`, `_meta.png` where there is a logo, `script.json` for other programs, and `set.json`, by which
    all comes back in. With a `base_url` (or the script's own) the script's links lead there; without one it has no
    pictures. Nothing private is in it. `make` makes the parts that take time. Raises ClockwrightError for an
    address that is none, RenderError for what cannot be made, MissingPartError as `render` does.
    """
    from builder import publishing

    return publishing.publish(script, base_url=base_url, make=make)
