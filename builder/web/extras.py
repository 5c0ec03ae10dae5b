"""What is made of a script beside its documents: pictures to share, a web page, a picture of each token."""

import zipfile
from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from types import MappingProxyType

import builder
from builder.game.script import Script
from builder.press.document import Document
from builder.web import character_pictures, publish_parts

#: Dots per inch of token pictures.
TOKEN_DPI = 300
#: The oldest time a ZIP can hold: the same files give the same bytes.
ZIP_TIME = (1980, 1, 1, 0, 0, 0)


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Files in one ZIP, with the same bytes for the same files."""
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name, ZIP_TIME), content, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def _wide(script: Script) -> bytes:
    return builder.share_pictures(script, fetch=False)["wide"]


def _square(script: Script) -> bytes:
    return builder.share_pictures(script, fetch=False)["square"]


def _almanac(script: Script) -> bytes:
    return builder.almanac_page(script, fetch=False).encode()


def _tokens(script: Script) -> bytes:
    return zipped(builder.token_pictures(script, dpi=TOKEN_DPI, fetch=False))


#: Name to maker.
MAKERS: Mapping[str, Callable[[Script], bytes]] = MappingProxyType(
    {
        "share-wide": _wide,
        "share-square": _square,
        "almanac-page": _almanac,
        "token-pictures": _tokens,
        **character_pictures.MAKERS,
        **publish_parts.MAKERS,
    }
)


def made(script: Script, name: str) -> Document:
    """An extra, as the press hands things on: its bytes stand where a document has its PDF."""
    return Document(name, "", "", MAKERS[name](script), 0)
