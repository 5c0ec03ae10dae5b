"""Others' ways to print the same page: WeasyPrint by itself, and Chromium.

The page is written to a folder with everything it shows, so that neither needs us.
"""

import hashlib
import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import builder
from benchmarks.rows import milliseconds
from builder.game.script import Script
from builder.press import engine, resources

ADDRESS = re.compile(r"clockwright:([\w./-]+)")
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
#: WeasyPrint as its manual shows it, in a process of its own: milliseconds, one line each round.
PLAIN = """
import sys
from time import perf_counter
import weasyprint
for _ in range(int(sys.argv[2])):
    begun = perf_counter()
    weasyprint.HTML(filename=sys.argv[1]).write_pdf(pdf_variant="pdf/ua-1")
    print((perf_counter() - begun) * 1000)
"""


def page(script: Script, kind: str, folder: Path) -> Path:
    """The HTML file of a document with its style sheets, fonts and pictures beside it."""
    seen: dict[str, Any] = {"small": []}
    with (
        _replaced("page", lambda html: seen.update(html=html)),
        _replaced("small_stylesheet", seen["small"].append),
    ):
        builder.render(script, kind)
    style = builder.render(script, kind).style
    sheets = [path.read_text("utf-8") for path in engine.style_files(kind, style)]
    css = resources.font_faces() + "".join(sheets) + seen["small"][0] + seen["small"][-1]
    html = seen["html"].replace("</head>", f"<style>{css}</style></head>")
    target = folder / f"{kind}.html"
    target.write_text(ADDRESS.sub(lambda found: _file(found[0], folder), html), "utf-8")
    return target


@contextmanager
def _replaced(name: str, note: Callable[[str], object]) -> Iterator[None]:
    usual = getattr(engine, name)

    def noted(text: str) -> object:
        note(text)
        return usual(text)

    setattr(engine, name, noted)
    try:
        yield
    finally:
        setattr(engine, name, usual)


def _file(address: str, folder: Path) -> str:
    body, media_type = resources.read(address)
    ending = ".ttf" if media_type.startswith("font") else ".svg"
    name = hashlib.sha256(address.encode()).hexdigest()[:16] + ending
    (folder / name).write_bytes(body)
    return name


def plain_weasyprint(path: Path, rounds: int = 4) -> float:
    """Milliseconds that WeasyPrint takes by itself, warm, with nothing kept from one page to the next."""
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PLAIN, str(path), str(rounds)],
        capture_output=True,
        text=True,
        check=True,
    )
    return statistics.median(map(float, ran.stdout.split()[1:]))


def cold_weasyprint(paths: list[Path]) -> float:
    """Milliseconds of one process after another that prints one page each by WeasyPrint itself."""
    return milliseconds(
        lambda: [
            subprocess.run(
                [sys.executable, "-W", "ignore", "-c", PLAIN, str(path), "1"], check=True, capture_output=True
            )
            for path in paths
        ],
        rounds=3,
    )


def chromium(path: Path) -> float | None:
    """Milliseconds that a warm Chromium takes to load and print the page; None where there is none."""
    if not CHROMIUM:
        return None
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # the rest runs without it

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        view = browser.new_page()

        def work() -> None:
            view.goto(path.as_uri())
            view.pdf(prefer_css_page_size=True, print_background=True)

        found = milliseconds(work, rounds=5)
        browser.close()
    return found
