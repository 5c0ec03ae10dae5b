"""The press without our patches of WeasyPrint that only save time, in a process of its own that prints on request."""

import base64
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

#: The patches that a document would look or be read otherwise without: for PDF/UA, and for bold letters.
PLAIN = "structure-tree,synthetic-bold"


class PlainPress:
    """Prints as WeasyPrint does by itself."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self._documents: dict[tuple[str, str, str], bytes] = {}

    def document(self, script: str, kind: str, style: str) -> bytes:
        """The PDF of a script, which is given as JSON."""
        wanted = script, kind, style
        if wanted not in self._documents:
            self._documents[wanted] = self._ask("document", *wanted)
        return self._documents[wanted]

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
        [sys.executable, __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "CLOCKWRIGHT_PATCHES": PLAIN},
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

    with engine.patched():
        pages = engine.page(html).render(
            stylesheets=[engine.small_stylesheet(css)], font_config=engine.font_configuration()
        )
        written: bytes = pages.write_pdf(pdf_identifier=b"page")
    return written


def main() -> None:
    from builder.press import engine

    engine.fast_import = nullcontext  # type: ignore[assignment]
    makers = {"document": document, "share_picture": share_picture, "page": page}
    for question in sys.stdin:
        name, *given = json.loads(question)
        sys.stdout.write(base64.b64encode(makers[name](*given)).decode() + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
