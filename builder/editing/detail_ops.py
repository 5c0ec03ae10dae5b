"""The details of a script that the official format stores in `_meta`.

details      {bootlegger, logo, background, almanac, hideTitle}: any of them; an empty value removes the field
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from builder import uploads
from builder.editing import extra_fields, readers
from builder.editing.change import Change, EditError, Op, op, with_meta
from builder.game.script import Script
from builder.language import N_
from builder.language import gettext as _

#: The most letters of an address that are stored.
LONGEST_ADDRESS = 2_000
FORBIDDEN = frozenset(" <>\"'\\^`{|}")


@op("details")
def _details(script: Script, op: Op) -> Change:
    given = {
        field: (title, read(op[field], title)) for field, (title, read) in DETAILS.items() if field in op
    }
    if not given:
        raise EditError(_("It is not clear which detail is meant."))
    meta = extra_fields.meta_of(script)
    changed = [
        title for field, (title, value) in given.items() if (meta.get(field) or None) != (value or None)
    ]
    for field, (_unused, value) in given.items():
        if value:
            meta[field] = value
        else:
            meta.pop(field, None)
    if not changed:
        return Change(script, "", "")
    label = ", ".join(changed)
    return Change(
        with_meta(script, meta), label, _("%(fields)s changed.") % {"fields": ", ".join(map(str, changed))}
    )


def _address(value: object, title: str) -> str:
    """A full web address, or that of an uploaded picture; `https://` is added where it is missing."""
    text = str(value).strip()
    if not text or uploads.is_address(text):
        return text
    address = text if "://" in text else f"https://{text}"
    try:
        parts = urlsplit(address)
        is_whole = parts.scheme.lower() in {"http", "https"} and "." in (parts.hostname or "")
    except ValueError:
        is_whole = False
    if (
        not is_whole
        or not address.isprintable()
        or FORBIDDEN & set(address)
        or len(address) > LONGEST_ADDRESS
    ):
        raise EditError(
            _("%(title)s: enter a full address, such as https://example.org/my-script.") % {"title": title}
        )
    return address


#: The details that can be changed, each with its title and how its value is read.
DETAILS: Mapping[str, tuple[str, Callable[[object, str], Any]]] = MappingProxyType(
    {
        "bootlegger": (N_("Rules of the script"), readers.lines),
        "logo": (N_("Logo"), _address),
        "background": (N_("Background"), _address),
        "almanac": (N_("Almanac link"), _address),
        "hideTitle": (N_("Hide title"), readers.switch),
    }
)
