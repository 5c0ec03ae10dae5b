"""QR codes of links, as pictures for pages."""

from functools import lru_cache

import segno

#: More than the links of one script, whose page shows all of their codes, and some scripts more.
MOST_CODES = 512


@lru_cache(MOST_CODES)
def qr_code(link: str) -> str:
    """The code of a link as a `data:` address; empty if there is no link, or it is too long for a code."""
    if not link:
        return ""
    try:
        made = segno.make(link, error="l", micro=False, boost_error=True)
    except segno.DataOverflowError:
        return ""
    return str(made.svg_data_uri(border=4, light="white"))
