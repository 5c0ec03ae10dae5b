"""The log of a server or worker: lines for people, or JSON for programs. Requests are logged without their content."""

import json
import logging
import sys
from datetime import UTC, datetime

from builder import request_id
from builder.errors import ClockwrightError
from builder.settings import PREFIX, Settings

LINE = "%(asctime)s %(levelname)s %(message)s"
#: The fields that `builder.web.infra.guard` adds for each response.
FIELDS = ("request", "method", "path", "status", "ms")


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
        if request_id.CURRENT.get():
            known.setdefault("request", request_id.CURRENT.get())
        return json.dumps(values | known, ensure_ascii=False)


def begin(settings: Settings) -> None:
    """Sends the log to standard error. Raises ClockwrightError for an unknown log format."""
    if settings.log not in {"text", "json"}:
        raise ClockwrightError(f"{PREFIX}LOG is “{settings.log}”. It can be text or json.")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if settings.log == "json" else logging.Formatter(LINE))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it logs every step of a migration
