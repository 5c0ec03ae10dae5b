"""WeasyPrint, imported once and without network access; style sheets are parsed once.

For languages that are written from right to left, style sheets are the same with left and right exchanged.
"""

import ctypes
import gc
import os
import re
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from builder import assets, files, themes
from builder.errors import MissingPartError
from builder.press import colours, resources, weasyprint_patches
from builder.press.weasyprint_patches import html_parser, matched_rules
from builder.press.weasyprint_patches.cold_start import declare_our_functions, fast_import


@cache
def weasyprint() -> Any:
    """The WeasyPrint module. Raises MissingPartError where Pango is not installed."""
    try:
        with warnings.catch_warnings(), fast_import():
            # An old HarfBuzz without its subsetter only makes larger files; `doctor` reports it.
            warnings.simplefilter("ignore", DeprecationWarning)
            import weasyprint as module
    except OSError as error:
        raise MissingPartError(
            "Printing needs the Pango library, which is not installed. Type: bin/setup"
            " (or, on Debian: sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0)."
        ) from error
    return module


@contextmanager
def patched() -> Iterator[Any]:
    """Applies our patches to WeasyPrint within a `with` block. Needed to render and to write files."""
    module = weasyprint()
    with weasyprint_patches.applied():
        yield module


@contextmanager
def without_collection() -> Iterator[None]:
    """Turns garbage collection off within a block: a layout makes many objects and no garbage, and it costs 10%."""
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()


#: Pango 1.52, as `pango_version` says it.
PANGO_WITH_THREADS = 15200
#: The library that loads all others of Pango, on Linux.
PANGO = "libpangoft2-1.0.so.0"
#: Most parsed style sheets, and sets of fonts, in the cache of a process: those of a few themes.
SHEETS, FONTS = 200, 12
#: Our pages and style sheets have no base address.
BASE = "clockwright:"


def page(html: str) -> Any:
    """A WeasyPrint document to lay out."""
    with patched() as module:
        return module.HTML(file_obj=html_parser.Page(html), url_fetcher=fetcher(), base_url=BASE)


@cache
def fetcher() -> Any:
    """A fetcher for our own `clockwright:` addresses that refuses any other."""
    urls = weasyprint().urls

    class ClosedFetcher(urls.URLFetcher):  # type: ignore[misc,name-defined]  # its base has no types
        """Serves our emblems and fonts from memory or our own folder; refuses everything else."""

        def fetch(self, url: str, headers: object = None) -> Any:  # noqa: ARG002
            body, media_type = resources.read(url)
            return urls.URLFetcherResponse(url, body, {"Content-Type": media_type})

    return ClosedFetcher(allowed_protocols=("clockwright",))


def font_configuration(*, readable: bool = False) -> Any:
    """The fonts we print with: the theme's, or the readable ones. Registered on first use."""
    return _font_configuration(resources.font_faces(readable=readable))


def has_used_pango() -> bool:
    """Whether this process has used Pango or fontconfig; then it must not be forked."""
    return _font_configuration.cache_info().currsize > 0


def _load_fontconfig(ffi: Any) -> None:
    """Has fontconfig read its own configuration now, a few milliseconds, and keeps Pango loaded until the end.

    Since Pango 1.52 the first font map does so in a thread, beside WeasyPrint that reads the same files for itself; and
    its threads still run when the end of the process unloads libraries. Short processes of Python 3.13 crashed.
    """
    if ffi.pango.pango_version() >= PANGO_WITH_THREADS:
        declare_our_functions()
        ffi.fontconfig.FcInit()
        with suppress(OSError):
            ctypes.CDLL(PANGO, mode=os.RTLD_NOW | getattr(os, "RTLD_NODELETE", 0))


@lru_cache(maxsize=FONTS)
def _font_configuration(rules: str) -> Any:
    module = weasyprint()
    _load_fontconfig(module.text.ffi)
    configuration = module.text.fonts.FontConfiguration()
    # Its own temporary folder would stay behind: the configuration is cached until the end of the process.
    configuration._folder = Path(tempfile.mkdtemp(dir=files.temporary_folder()))
    module.CSS(
        string=rules,
        font_config=configuration,
        url_fetcher=fetcher(),
        base_url=BASE,
    )
    return configuration


def stylesheet(path: Path, direction: str = "ltr") -> Any:
    """A parsed style sheet with the values of the theme, for `rtl` a mirrored one.

    Cached, because parsing takes longer than most layouts.
    """
    return _stylesheet(path, direction, themes.current())


@lru_cache(maxsize=SHEETS)
def _stylesheet(path: Path, direction: str, _theme: themes.Theme) -> Any:
    text = colours.filled(path.read_text("utf-8"))
    if direction == "rtl":
        text = mirrored(text)
    sheet = weasyprint().CSS(
        string=text, font_config=font_configuration(), url_fetcher=fetcher(), base_url=BASE
    )
    return matched_rules.mark(sheet, text)


def small_stylesheet(text: str) -> Any:
    """A parsed style sheet for one layout. Not cached."""
    return matched_rules.mark(weasyprint().CSS(string=text, url_fetcher=fetcher(), base_url=BASE), text)


def style_files(kind: str, style: str) -> list[Path]:
    """The style sheets of a document: the general one, one of its kind if there is one, and that of its style."""
    folders = ((), (kind,), (kind, style))
    names = ("base.css", "base.css", "page.css")
    paths = [assets.templates("print", *folder, name) for folder, name in zip(folders, names, strict=True)]
    return [path for path in paths if path.is_file()]


#: Written after what stays as it is: a circle of seats goes round clockwise everywhere.
KEEP = "/* not mirrored */"
_QUOTED = re.compile(r'"[^"]*"|url\([^)]*\)')
_SIDES = re.compile(r"(?<![\w.#])((?:[a-z]+-)*)(left|right)((?:-[a-z]+)*)(?![\w(])")
_OTHER = {"left": "right", "right": "left", "rtl": "ltr", "ltr": "rtl"}
_RUN = re.compile(r'(\[dir=")(rtl|ltr)("\])')
_FOUR = re.compile(r"((?:margin|padding|border-width|border-color|inset)\s*:\s*)([^;{}]+)")
#: The first number of a position is from the left.
_AT_LEFT = re.compile(r"(url\([^)]*\)\s+)0(?=\s)")
_PART = re.compile(r"(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+")


#: WeasyPrint indents at the left in any direction: a line that hangs would stand out of its column there.
_HANGING = re.compile(r"(?:padding-left\s*:\s*[\w.]+\s*;\s*)?text-indent\s*:\s*-[\w.]+")
_TURN = re.compile(r"(translate\(|rotate\()(-?)(?=(?!0\b|180)[\d.])")


def mirrored(css: str) -> str:
    """A style sheet with left and right exchanged, in properties, values and rules for runs of one direction."""
    return "\n".join(line if KEEP in line else _line(line) for line in css.split("\n"))


def _line(css: str) -> str:
    css = _RUN.sub(lambda found: f"{found[1]}{_OTHER[found[2]]}{found[3]}", css)
    css = _TURN.sub(lambda found: f"{found[1]}{'' if found[2] else '-'}", css)
    css = _HANGING.sub("text-indent: 0", css)
    css = css.replace("transform-origin: 0 0", "transform-origin: 100% 0")
    css = _AT_LEFT.sub(r"\g<1>100%", css)
    css = _FOUR.sub(lambda found: found[1] + _turned(found[2]), css)
    end, parts = 0, []
    for found in _QUOTED.finditer(css):
        parts += [_exchanged(css[end : found.start()]), found[0]]
        end = found.end()
    return "".join((*parts, _exchanged(css[end:])))


def _exchanged(css: str) -> str:
    return _SIDES.sub(lambda found: f"{found[1]}{_OTHER[found[2]]}{found[3]}", css)


def _turned(values: str) -> str:
    """Four values, which go round clockwise from the top, with the second and the fourth exchanged."""
    parts = _PART.findall(values)
    if len(parts) != 4 or "!" in values:
        return values
    return f"{parts[0]} {parts[3]} {parts[2]} {parts[1]}" + (" " if values.endswith(" ") else "")
