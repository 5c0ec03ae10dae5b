"""`clockwright serve` for a browser, and scripts that are opened there."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from serving import command

if TYPE_CHECKING:
    from playwright.sync_api import Page


@contextmanager
def started(folder: Path, *, is_cold: bool = False) -> Iterator[str]:
    """`clockwright serve` on a folder of data; it must stop cleanly, too. A cold one draws nothing at its start."""
    log = (folder / "server.log").open("w")
    with subprocess.Popen(
        [*command(is_cold=is_cold), "serve", "--port", "0", "--no-browser"],
        env=os.environ | {"CLOCKWRIGHT_DATA": str(folder)},
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    ) as process:
        assert process.stdout
        line = process.stdout.readline()
        address = re.search(r"http://[\d.]+:\d+", line)
        assert address, (folder / "server.log").read_text()
        try:
            yield address[0]
        finally:
            process.terminate()
        assert process.wait(90) == 0
    log.close()


def opened(page: "Page", script: object, place: str | None = None) -> str:
    """Opens a script, a text or a value to be written as JSON, and goes to one of its pages; gives the path of all."""
    text = script if isinstance(script, str) else json.dumps(script)
    answer = page.request.post("/open", form={"text": text}, headers={"Sec-Fetch-Site": "same-origin"})
    found = re.search(r"/s/\w+", answer.url)
    assert answer.ok, answer.text()
    assert found, answer.text()
    if place is not None:
        page.goto(found[0] + place)
    return found[0]
