"""How long an almanac takes: rows 4, 4b and 5. `.venv/bin/python -m benchmarks almanac`.

35 characters with full texts, of which no page is kept from one print to the next, only the lines of known texts; the
same for 25 official ones with our explanations; then one of the 35 changed, and the rest kept.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import builder
from benchmarks import references
from benchmarks.rows import Row, milliseconds
from builder import assets, catalogue
from builder.game.script import Script
from builder.game.teams import COUNTED_TEAMS
from builder.press import engine, resources
from builder.press.almanac import book
from builder.press.workers import Workers

SAMPLE = assets.data("samples", "the-dead-letter-office.json")
CHARACTERS = 35


def rows() -> Iterator[Row]:
    """The whole on one process and on two, the same in Chromium, and one character changed."""
    script = company()
    pages = builder.render(script, "almanac").pages
    with Workers(
        1, seconds=60, memory_mb=1500, preload=("benchmarks.almanac",)
    ) as workers:  # one and its helper
        workers.submit(_afresh, script).result()
        two = milliseconds(lambda: workers.submit(_afresh, script).result())
        official = milliseconds(lambda: workers.submit(_afresh, official_script()).result())
    one = milliseconds(lambda: _afresh(script))
    with TemporaryDirectory() as folder:
        reference = references.chromium(_page(script, Path(folder)))
    remark = f"{pages} pages; {one:,.0f} ms on one process"
    yield Row("4", "almanac, 35 characters, a page", one / pages, limit=20, remark=remark)
    yield Row(
        "4", "almanac, on two workers", two, limit=650, against="Chromium", reference=reference, times=1
    )
    pages = builder.render(official_script(), "almanac").pages
    yield Row(
        "4b",
        "almanac of 25 official characters, on two workers",
        official,
        limit=1000,
        remark=f"{pages} pages",
    )
    changes = iter([company(f"It is said {number} times.") for number in range(12)])
    changed = milliseconds(lambda: builder.render(next(changes), "almanac"))
    yield Row("5", "almanac, one changed", changed, limit=100, against="all of it", reference=two, times=8)


def official_script() -> Script:
    """Trouble Brewing and three more characters that can be in play."""
    usual = [each for each in catalogue.everyone() if each.team in COUNTED_TEAMS]
    ids = [each.id for each in usual if each.edition == "tb"] + ["philosopher", "sweetheart", "vigormortis"]
    return builder.parse(json.dumps([{"id": "_meta", "name": "Twenty-five"}, *ids]))


def company(more: str = "") -> Script:
    """The sample with as many characters as the limit is about; `more` is added to the last one's rules."""
    meta, *entries = json.loads(SAMPLE.read_bytes())
    custom = [entry for entry in entries if "team" in entry]
    block = meta["clockwright"]["characters"]
    for number, entry in enumerate(custom[: CHARACTERS - len(entries)]):
        twin = {**entry, "id": f"twin{number}", "name": f"Other {entry['name']}"}
        block[twin["id"]] = block[entry["id"]]
        entries.append(twin)
    if more:
        block[custom[-1]["id"]]["almanac"]["rules"].append(more)
    return builder.parse(json.dumps([meta, *entries]))


def _afresh(script: Script) -> None:
    book.forget()
    builder.render(script, "almanac")


def _page(script: Script, folder: Path) -> Path:
    """All parts of the almanac as one page for a browser."""
    seen: list[str] = []
    usual = engine.page

    def noted(html: str, **options: bool) -> object:
        seen.append(html)
        return usual(html, **options)

    engine.page = noted
    try:
        _afresh(script)
    finally:
        engine.page = usual
    bodies = [re.sub(r".*<body[^>]*>|</body>.*", "", html, flags=re.DOTALL) for html in seen]
    sheets = [
        assets.templates("print", "almanac", *rest).read_text("utf-8")
        for rest in (("base.css",), ("bloodstar", "page.css"))
    ]
    css = f"{resources.font_faces()}{''.join(sheets)}@page{{size:A4}}.part{{break-before:page}}"
    parts = "".join(f'<div class="part">{body}</div>' for body in bodies)
    html = f'<!doctype html><html lang="en"><style>{css}</style><body class="bloodstar">{parts}</body></html>'
    target = folder / "almanac.html"
    target.write_text(references.ADDRESS.sub(lambda found: _file(found[0], folder), html), "utf-8")
    return target


def _file(address: str, folder: Path) -> str:
    """The name of a file with what stands under one of our addresses."""
    body, media_type = resources.read(address)
    name = re.sub(r"\W+", "-", address) + (".ttf" if media_type.startswith("font") else ".svg")
    (folder / name).write_bytes(body)
    return name
