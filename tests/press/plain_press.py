"""The press without any of our patches of WeasyPrint, in a process of its own that prints what it is asked for."""

import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any


class PlainPress:
    """Prints as WeasyPrint does by itself."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def document(self, script: str, kind: str, style: str) -> bytes:
        """The PDF of a script, which is given as JSON."""
        return self._ask("document", script, kind, style)

    def share_picture(self, script: str, shape: str) -> bytes:
        """The PDF that a picture to share is made of."""
        return self._ask("share_picture", script, shape)

    def page(self, html: str, css: str) -> bytes:
        """The PDF of any page and its style sheet."""
        return self._ask("page", html, css)

    def _ask(self, *question: str) -> bytes:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, "the plain press has ended; its own words stand above"
        return base64.b64decode(answer)


@contextmanager
def opened() -> Iterator[PlainPress]:
    with subprocess.Popen(
        [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield PlainPress(process)
        assert process.stdin
        process.stdin.close()


def document(script: str, kind: str, style: str) -> bytes:
    import builder

    return builder.render(builder.parse(script), kind, style=style).pdf


def share_picture(script: str, shape: str) -> bytes:
    import builder
    from builder.press import sharing
    from builder.printables import share

    return sharing.pdf(share.content(builder.parse(script)), shape)


def page(html: str, css: str) -> bytes:
    from builder.press import engine

    pages = engine.page(html).render(
        stylesheets=[engine.small_stylesheet(css)], font_config=engine.font_configuration()
    )
    written: bytes = pages.write_pdf(pdf_identifier=b"page")
    return written


def switch_patches_off() -> None:
    """Takes all of them away that change what WeasyPrint does; to be called before anything is printed."""
    from builder.press import almanac_layout, printing
    from builder.press import weasyprint_patches as quick
    from builder.press.weasyprint_patches import cold_start as declarations
    from builder.press.weasyprint_patches import html_parser as trees
    from builder.press.weasyprint_patches import late

    def leave(*_: Any) -> None:
        return None

    quick.install = leave  # type: ignore[assignment]
    trees.parse = leave
    late.loaded = nullcontext  # type: ignore[assignment]
    declarations.kept = nullcontext  # type: ignore[assignment]
    printing.write_once = leave
    almanac_layout._pass_by_empty_margins = leave  # type: ignore[assignment]


def main() -> None:
    switch_patches_off()
    makers = {"document": document, "share_picture": share_picture, "page": page}
    for question in sys.stdin:
        name, *given = json.loads(question)
        sys.stdout.write(base64.b64encode(makers[name](*given)).decode() + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
