"""A runner without processes, which says what it was asked for."""

import time
from concurrent.futures import Future, ThreadPoolExecutor

from builder import artefacts
from builder.artefact import PDF, Artefact, PrintRequest
from builder.artefacts.web_jobs import PAGES
from builder.errors import BusyError

EMPTY_PAGE = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 144]>>endobj
trailer<</Root 1 0 R>>
"""


class ThreadRunner:
    """Makes an empty page of everything, but pictures of pages as they are; fails with `failure`, if there is one."""

    def __init__(self, count: int = 2, seconds: float = 0) -> None:
        self.asked: list[PrintRequest] = []
        self.failure: Exception | None = None
        self.is_available = True
        self._seconds = seconds
        self._threads = ThreadPoolExecutor(count)

    def fetch(self, script_json: str) -> None:
        """What is done where pictures are to be fetched."""

    def submit(self, source: bytes | str, wanted: PrintRequest) -> Future[Artefact]:
        if not self.is_available:
            raise BusyError(4)
        return self._threads.submit(self._make, source, wanted)

    def _make(self, source: bytes | str, wanted: PrintRequest) -> Artefact:
        self.asked.append(wanted)
        if wanted.kind == PAGES.kind:
            return artefacts.make(source, wanted)
        if wanted.kind == "fetch-pictures":
            self.fetch(str(source))
        time.sleep(self._seconds)
        if self.failure:
            raise self.failure
        return Artefact(f"{wanted.kind}.pdf", PDF, EMPTY_PAGE, 1)

    def close(self, seconds: float = 0) -> None:
        self.is_available = False
        self._threads.shutdown()
