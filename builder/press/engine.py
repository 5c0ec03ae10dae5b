"""WeasyPrint, loaded once and closed: no address is fetched, running heads are artifacts, sheets are parsed once."""

import ctypes.util
import sys
import warnings
from functools import cache
from pathlib import Path
from typing import Any

from builder import assets
from builder.errors import MissingPartError
from builder.press import resources


@cache
def weasyprint() -> Any:  # noqa: ANN401  # a module without types
    """The WeasyPrint module, ready for our documents. Raises MissingPartError where Pango is not installed."""
    find_library = ctypes.util.find_library
    if sys.platform == "linux":
        # Asking for a library by its short name forks ldconfig and gcc dozens of times, 0.15 s in all; on Linux
        # WeasyPrint then finds each by its file name at once.
        ctypes.util.find_library = lambda name: None  # noqa: ARG005  # its name is the signature
    try:
        with warnings.catch_warnings():
            # An old HarfBuzz without its subsetter only makes larger files; `doctor` says so.
            warnings.simplefilter("ignore", DeprecationWarning)
            import weasyprint as module  # noqa: PLC0415  # 0.3 s, and needs Pango
    except OSError as error:
        raise MissingPartError(
            "Printing needs the Pango library, which is not installed. Type: bin/setup"
            " (or, on Debian: sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0)."
        ) from error
    finally:
        ctypes.util.find_library = find_library
    _make_running_heads_artifacts()
    return module


@cache
def fetcher() -> Any:  # noqa: ANN401  # as above
    """A fetcher that knows our own `clockwright:` addresses and refuses every other."""
    urls = weasyprint().urls

    class ClosedFetcher(urls.URLFetcher):  # type: ignore[misc,name-defined]  # its base has no types
        """Serves our emblems and fonts from memory or our own folder; denies all else."""

        def fetch(self, url: str, headers: object = None) -> Any:  # noqa: ANN401, ARG002
            body, media_type = resources.read(url)
            return urls.URLFetcherResponse(url, body, {"Content-Type": media_type})

    return ClosedFetcher(allowed_protocols=("clockwright",))


@cache
def font_configuration() -> Any:  # noqa: ANN401  # as above
    """The fonts we print with, registered once for the life of the process."""
    from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415

    configuration = FontConfiguration()
    weasyprint().CSS(
        string=resources.font_faces(),
        font_config=configuration,
        url_fetcher=fetcher(),
        base_url="clockwright:",
    )
    return configuration


@cache
def stylesheet(path: Path) -> Any:  # noqa: ANN401  # as above
    """A parsed style sheet; parsing takes longer than most layouts, so each is kept."""
    return weasyprint().CSS(
        string=path.read_text("utf-8"),
        font_config=font_configuration(),
        url_fetcher=fetcher(),
        base_url="clockwright:",
    )


def small_stylesheet(text: str) -> Any:  # noqa: ANN401  # as above
    """A style sheet made for one layout."""
    return weasyprint().CSS(string=text, url_fetcher=fetcher(), base_url="clockwright:")


def style_files(kind: str, style: str) -> list[Path]:
    """The style sheets of a printable, the general one first."""
    return [assets.templates("print", "base.css"), assets.templates("print", kind, style, "page.css")]


def _make_running_heads_artifacts() -> None:
    """Marks what stands in page margins as decoration.

    WeasyPrint gives it structure elements that no tree holds, which PDF/UA forbids: heads and feet that repeat on
    each page are artifacts there.
    """
    from weasyprint import draw  # noqa: PLC0415
    from weasyprint.formatting_structure import boxes  # noqa: PLC0415
    from weasyprint.pdf import tags  # noqa: PLC0415

    draw_context, build_tree = draw.draw_stacking_context, tags._build_box_tree  # noqa: SLF001

    def draw_margins_untagged(stream: Any, context: Any) -> None:  # noqa: ANN401
        if not isinstance(context.box, boxes.MarginBox) or stream._tags is None:  # noqa: SLF001
            draw_context(stream, context)
            return
        with stream.artifact():
            kept, stream._tags = stream._tags, None  # noqa: SLF001
            try:
                draw_context(stream, context)
            finally:
                stream._tags = kept  # noqa: SLF001

    def build_without_margins(box: Any, *others: Any) -> Any:  # noqa: ANN401
        return iter(()) if isinstance(box, boxes.MarginBox) else build_tree(box, *others)

    draw.draw_stacking_context = draw_margins_untagged
    tags._build_box_tree = build_without_margins  # noqa: SLF001
