"""Two fonts inside a web page: subsets with the letters of the page, so that it looks like our documents anywhere."""

import base64
from functools import lru_cache
from io import BytesIO

from builder.press import resources

#: Family and file of each font.
FONTS = {"Clockwright Text": "Alegreya-Regular", "Clockwright Display": "IMFellEnglishSC-Regular"}
#: Where the rules go in the style of a page.
PLACE = "/* fonts */"
FEATURES = ("kern", "liga", "lnum", "mark", "mkmk", "smcp")


def embedded(html: str) -> str:
    """The page with both fonts in place of the comment in its style."""
    letters = "".join(sorted(set(html)))
    rules = (
        f'@font-face {{ font-family: "{family}"; font-display: swap;'
        f' src: url(data:font/woff2;base64,{_subset(resources.worn(file), letters)}) format("woff2") }}'
        for family, file in FONTS.items()
    )
    return html.replace(PLACE, "\n".join(rules), 1)


@lru_cache(16)
def _subset(file: str, letters: str) -> str:
    """A font with only some letters, as WOFF 2 in base64."""
    from fontTools import subset

    options = subset.Options(
        layout_features=list(FEATURES), flavor="woff2", hinting=False, notdef_outline=True
    )
    options.recalc_timestamp = False
    font = subset.load_font(str(resources.font_file(file)), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=letters)
    subsetter.subset(font)
    target = BytesIO()
    subset.save_font(font, target, options)
    font.close()
    return base64.b64encode(target.getvalue()).decode()
