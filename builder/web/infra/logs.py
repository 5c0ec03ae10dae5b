"""The log of the server: lines for people, or JSON for programs. Requests are named, never their words."""

import json
import logging
import sys
from datetime import UTC, datetime

from builder.errors import ClockwrightError
from builder.settings import PREFIX, Settings

LINE = "%(asctime)s %(levelname)s %(message)s"
#: What `builder.web.infra.guard` hands over with each answer.
FIELDS = ("request", "method", "path", "status", "ms")


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record's time, level and message, and of a request what is known of it."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        known = {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        return json.dumps(told | known, ensure_ascii=False)


def begin(settings: Settings) -> None:
    """Sends the log to standard error. Raises ClockwrightError for a way of writing that there is not."""
    if settings.log not in {"text", "json"}:
        raise ClockwrightError(f"{PREFIX}LOG is “{settings.log}”. It can be text or json.")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if settings.log == "json" else logging.Formatter(LINE))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it tells every step of making the tables
