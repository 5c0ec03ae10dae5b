"""The parts of a published set, made by the render processes of the server: at once, as far as there are any free."""

import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from types import MappingProxyType

from builder import formats, printables
from builder.formats import links
from builder.game.script import Script
from builder.publishing import File, folder, parts

#: How the press calls them.
PREFIX = "publish-"
#: On which paper the documents are.
PAPER = "a4"
ALMANAC_PAGE = "almanac-page"


def _made(name: str, script: Script) -> bytes:
    """The files of a part in one (in a render process)."""
    return folder.zipped(parts.make(formats.public(script), name, fetch=False))


#: Those that the press does not make for others already.
MAKERS: Mapping[str, Callable[[Script], bytes]] = MappingProxyType(
    {
        PREFIX + name: partial(_made, name)
        for name in parts.PARTS
        if name not in printables.kinds() and name != ALMANAC_PAGE
    }
)


def make(render: Callable[..., bytes], _: Script, wanted: Sequence[str]) -> Iterator[Sequence[File]]:
    """The files of each part; `render` gives what the press makes of a kind, a style and a paper.

    Pictures come first, for the rest shows them. Raises RenderError for what cannot be made.
    """
    first = [name for name in wanted if name in parts.FIRST]
    with ThreadPoolExecutor(max_workers=len(parts.PARTS)) as threads:
        for stage in (first, [name for name in wanted if name not in parts.FIRST]):
            yield from threads.map(partial(_part, render), stage)


def _part(render: Callable[..., bytes], name: str) -> Sequence[File]:
    if name in printables.kinds():
        return ((f"{name}.pdf", render(name, printables.kinds()[name][0], PAPER)),)
    if name == ALMANAC_PAGE:
        return ((links.ALMANAC, render(name, "", "")),)
    with zipfile.ZipFile(BytesIO(render(PREFIX + name, "", ""))) as archive:
        return tuple((each, archive.read(each)) for each in archive.namelist())
