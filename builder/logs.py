"""The log of a server or worker: lines for people, or JSON for programs. Requests are logged without their content."""

import json
import logging
import os
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TextIO

from builder.errors import ClockwrightError
from builder.settings import PREFIX, Settings

#: The id of the request that this thread works for, by which the log lines of several machines belong together; empty
#: if the work is for no request. The web app sets it, runners pass it on with their jobs.
REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
LINE = "%(asctime)s %(levelname)s %(message)s"
#: The fields that `builder.web.infra.guard` adds for each response.
FIELDS = ("request", "method", "path", "status", "ms")
#: Set by systemd for a service whose output is the journal: device and inode of that stream.
JOURNAL = "JOURNAL_STREAM"
#: Priorities of syslog from the most severe level on.
_PRIORITIES = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))


class JsonLines(logging.Formatter):
    """Formats each record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The record's time, level and message, and the fields of its request."""
        values = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        known = {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if request := REQUEST_ID.get():
            known.setdefault("request", request)
        return json.dumps(values | known, ensure_ascii=False)


class JournalLines(logging.Formatter):
    """Starts each line with its priority, which systemd's journal takes off: `journalctl -p err` finds errors."""

    def __init__(self, lines: logging.Formatter) -> None:
        super().__init__()
        self._lines = lines

    def format(self, record: logging.LogRecord) -> str:
        """The record as formatted by `lines`, each line with a priority."""
        priority = next((number for level, number in _PRIORITIES if record.levelno >= level), 7)
        return "\n".join(f"<{priority}>{line}" for line in self._lines.format(record).splitlines())


def begin(settings: Settings) -> None:
    """Sends the log to standard error. Raises ClockwrightError for an unknown log format."""
    if settings.log not in {"text", "json"}:
        raise ClockwrightError(f"{PREFIX}LOG is “{settings.log}”. It can be text or json.")
    handler = logging.StreamHandler(sys.stderr)
    lines = JsonLines() if settings.log == "json" else logging.Formatter(LINE)
    handler.setFormatter(JournalLines(lines) if _is_journal(sys.stderr) else lines)
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it logs every step of a migration


def _is_journal(stream: TextIO) -> bool:
    """Whether a stream leads to the journal. The variable alone is not enough: programs inherit it."""
    try:
        facts = os.fstat(stream.fileno())
    except (OSError, ValueError):  # not a file
        return False
    return os.environ.get(JOURNAL) == f"{facts.st_dev}:{facts.st_ino}"
