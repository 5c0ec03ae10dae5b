"""Where a set is published: its base address from the author, and the links in its JSON derived from it.

The address is in `_meta.clockwright.baseUrl`; `almanac.html`, `<id>.png` and the other files are under it (see
`builder.publish`).
"""

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, urlsplit

from builder.errors import ClockwrightError
from builder.formats.official import rewritten
from builder.game.script import Script
from builder.language import gettext as _

FIELD = "baseUrl"
#: The format limits an address to 250 letters; the longest file name after this one takes the rest.
LONGEST = 150
ALMANAC = "almanac.html"


def base_url(script: Script) -> str:
    """The address where a set is published, without a slash at its end; empty if there is none."""
    written = script.block.get(FIELD)
    try:
        return checked(written) if isinstance(written, str) else ""
    except ClockwrightError:
        return ""


#: An address without its scheme, as people type it: a name with a dot, and perhaps a port or a folder.
HOST = re.compile(r"[\w-]+(\.[\w-]+)+(:\d+)?(/|\Z)")


def checked(text: str) -> str:
    """Normalize an address before saving it. Raises ClockwrightError if no file can be under it; empty stays empty."""
    url = text.strip().rstrip("/")
    if not url:
        return ""
    if HOST.match(url):
        url = f"https://{url}"
    if len(url) > LONGEST:
        raise ClockwrightError(
            _("This address has %(count)s characters. The limit is %(longest)s.")
            % {"count": len(url), "longest": LONGEST}
        )
    try:
        parts = urlsplit(url)
        is_whole = parts.scheme.lower() in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_whole = False
    if not is_whole or not url.isprintable() or any(letter in url for letter in " <>\"'\\^`{|}"):
        raise ClockwrightError(
            _("“%(address)s” is not a full web address. Enter one such as https://example.org/my-set.")
            % {"address": url[:80]}
            if url.isprintable()
            else _("This is not a full web address. Enter one such as https://example.org/my-set.")
        )
    if parts.query or parts.fragment or "?" in url or "#" in url or parts.username is not None:
        raise ClockwrightError(_("Enter only the address of the folder, without ?, # or a password."))
    return url


def address(base: str, name: str) -> str:
    """The address of a published file."""
    return f"{base}/{quote(name)}"


def linked(script: Script, pictures: Sequence[Sequence[str]], *, almanac: str = "", logo: str = "") -> Script:
    """The script with the addresses of its almanac, its logo and the pictures of each entry, in their order.

    What is empty stays as it was written.
    """
    items: list[Any] = [
        entry.written | {"image": found[0] if len(found) == 1 else [*found]}
        if entry.is_custom and found
        else entry.written
        for entry, found in zip(script.entries, pictures, strict=True)
    ]
    meta = dict(script.written_meta or {"id": "_meta", "name": script.name})
    meta |= {name: where for name, where in (("almanac", almanac), ("logo", logo)) if where}
    return rewritten(script, items, meta, ())
