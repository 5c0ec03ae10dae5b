"""WeasyPrint, loaded once and closed: no address is fetched, repetitions are artifacts, sheets are parsed once."""

import copy
import ctypes.util
import sys
import warnings
from functools import cache
from pathlib import Path
from typing import Any

from builder import assets
from builder.errors import MissingPartError
from builder.press import resources
from builder.press.weasyprint_patches import cold_start as declarations
from builder.press.weasyprint_patches import html_parser as trees
from builder.press.weasyprint_patches import late
from builder.press.weasyprint_patches import matched_rules as places


@cache
def weasyprint() -> Any:
    """The WeasyPrint module, ready for our documents. Raises MissingPartError where Pango is not installed."""
    find_library = ctypes.util.find_library
    if sys.platform == "linux":
        # Asking for a library by its short name forks ldconfig and gcc dozens of times, 0.15 s in all; on Linux
        # WeasyPrint then finds each by its file name at once.
        ctypes.util.find_library = lambda name: None  # noqa: ARG005  # its name is the signature
    try:
        with warnings.catch_warnings(), declarations.kept(), late.loaded():
            # An old HarfBuzz without its subsetter only makes larger files; `doctor` says so.
            warnings.simplefilter("ignore", DeprecationWarning)
            import weasyprint as module
    except OSError as error:
        raise MissingPartError(
            "Printing needs the Pango library, which is not installed. Type: bin/setup"
            " (or, on Debian: sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0)."
        ) from error
    finally:
        ctypes.util.find_library = find_library
    from builder.press import archival
    from builder.press import weasyprint_patches as quick
    from builder.press.weasyprint_patches import structure_tree

    structure_tree.install()
    quick.install()
    archival.install()
    return module


#: What addresses in our pages and style sheets are relative to: nothing.
BASE = "clockwright:"
#: Parts that WeasyPrint's own style sheet gives every element; without them there are a fifth of the styles.
NOTES = {"footnote-call", "footnote-marker", "note-call", "note-marker", "note-callback"}


def page(html: str, *, has_margins: bool = True) -> Any:
    """A page to lay out; without margins nothing stands in them."""
    tree = trees.parse(html)
    if tree is None:
        return weasyprint().HTML(string=html, url_fetcher=fetcher(), base_url=BASE)
    return _page_class()(tree, has_margins)


@cache
def _page_class() -> Any:
    module = weasyprint()

    class Page(module.HTML):  # type: ignore[misc,name-defined]  # its base has no types
        """A page that is a tree already. There are no foot notes on it."""

        def __init__(self, tree: Any, has_margins: bool) -> None:
            self._has_margins = has_margins
            self.base_url, self.url_fetcher, self.media_type = BASE, fetcher(), "print"
            self.wrapper_element = module.cssselect2.ElementWrapper.from_html_root(tree)
            self.etree_element = tree

        def _ua_stylesheets(self, forms: bool = False) -> list[Any]:  # noqa: ARG002  # its signature
            return [_browser_stylesheet(self._has_margins)]

    return Page


@cache
def _browser_stylesheet(has_margins: bool) -> Any:
    """What HTML means by itself, less the notes; only items of lists have markers."""
    from weasyprint.html import UA_STYLESHEET

    sheet = places.mark(copy.copy(UA_STYLESHEET), "")
    sheet.clockwright_root_only = False
    if not has_margins:
        sheet.page_rules = [rule for rule in sheet.page_rules if not any(part for _, part, _ in rule[1])]
    sheet.matcher = matcher = copy.copy(sheet.matcher)
    every = matcher.other_selectors
    matcher.other_selectors = [rule for rule in every if rule[3] not in NOTES | {"marker"}]
    names = matcher.lower_local_name_selectors
    markers = [rule for rule in every if rule[3] == "marker"]
    matcher.lower_local_name_selectors = {**names, "li": [*names.get("li", ()), *markers]}
    return sheet


@cache
def fetcher() -> Any:
    """A fetcher that knows our own `clockwright:` addresses and refuses every other."""
    urls = weasyprint().urls

    class ClosedFetcher(urls.URLFetcher):  # type: ignore[misc,name-defined]  # its base has no types
        """Serves our emblems and fonts from memory or our own folder; denies all else."""

        def fetch(self, url: str, headers: object = None) -> Any:  # noqa: ARG002
            body, media_type = resources.read(url)
            return urls.URLFetcherResponse(url, body, {"Content-Type": media_type})

    return ClosedFetcher(allowed_protocols=("clockwright",))


def font_configuration(*, readable: bool = False) -> Any:
    """The fonts we print with, or the readable ones, registered when first needed for the life of the process."""
    return _font_configuration(readable)


def has_used_pango() -> bool:
    """Whether this process has asked Pango or fontconfig for anything; then it must not be forked."""
    return _font_configuration.cache_info().currsize > 0


@cache
def _font_configuration(readable: bool) -> Any:
    module = weasyprint()
    configuration = module.text.fonts.FontConfiguration()
    module.CSS(
        string=resources.font_faces(readable=readable),
        font_config=configuration,
        url_fetcher=fetcher(),
        base_url=BASE,
    )
    return configuration


@cache
def stylesheet(path: Path) -> Any:
    """A parsed style sheet; parsing takes longer than most layouts, so each is kept."""
    text = path.read_text("utf-8")
    sheet = weasyprint().CSS(
        string=text, font_config=font_configuration(), url_fetcher=fetcher(), base_url=BASE
    )
    return places.mark(sheet, text)


def small_stylesheet(text: str) -> Any:
    """A style sheet made for one layout."""
    return places.mark(weasyprint().CSS(string=text, url_fetcher=fetcher(), base_url=BASE), text)


def style_files(kind: str, style: str) -> list[Path]:
    """The style sheets of a printable: that of all documents, of its kind where there is one, its own."""
    folders = ((), (kind,), (kind, style))
    names = ("base.css", "base.css", "page.css")
    paths = [assets.templates("print", *folder, name) for folder, name in zip(folders, names, strict=True)]
    return [path for path in paths if path.is_file()]
