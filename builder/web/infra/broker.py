"""The broker (Redis) through which several web servers share what is not in the database: rate limits and presence.

Whatever it holds may be lost: without it, each server counts in its own memory. Nobody waits long for it.
"""

import logging
import threading
import time
from typing import TYPE_CHECKING, Any, TypeVar

from builder.errors import ClockwrightError, MissingPartError
from builder.language import gettext as _
from builder.settings import PREFIX

if TYPE_CHECKING:
    from collections.abc import Callable

    from redis import Redis

log = logging.getLogger("clockwright.web")

T = TypeVar("T")
SCHEMES = ("redis://", "rediss://")
#: Seconds that a request waits for the broker.
PATIENCE = 1.0
#: Seconds for which a broker that did not answer is left alone.
PAUSE = 5.0
#: Precedes every key of ours.
KEYS = "clockwright"


def options() -> dict[str, Any]:
    """The options of a connection: short timeouts, and one retry for connections that a restart closed."""
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return {
        "socket_connect_timeout": PATIENCE,
        "socket_timeout": PATIENCE,
        "retry": Retry(NoBackoff(), 1),
    }


class Broker:
    """A broker that may be away."""

    def __init__(self, address: str) -> None:
        """Connects at the first use. Raises ClockwrightError for an invalid address, or if a package is missing."""
        self._lock = threading.Lock()
        self._retry_at = 0.0
        self._is_away = False
        is_known = address.startswith(SCHEMES)  # other kinds mean something to the package, too
        try:
            from redis import Redis

            self._client: Redis = Redis.from_url(
                address if is_known else "", decode_responses=True, **options()
            )
        except ImportError as error:
            raise MissingPartError(
                _("%(prefix)sBROKER needs the extra “farm”: pip install clockwright[farm]")
                % {"prefix": PREFIX}
            ) from error
        except ValueError as error:
            raise ClockwrightError(
                _("%(prefix)sBROKER is not an address of Redis. Write it like redis://host:6379/0.")
                % {"prefix": PREFIX}
            ) from error

    def attempt(self, work: "Callable[[Redis], T]") -> T | None:
        """The result of `work`; None if the broker does not answer, or did not a few seconds ago."""
        from redis import RedisError

        if time.monotonic() < self._retry_at:
            return None
        try:
            result = work(self._client)
        except RedisError as error:
            self._note(is_away=True, reason=type(error).__name__)
            return None
        self._note(is_away=False)
        return result

    def _note(self, *, is_away: bool, reason: str = "") -> None:
        """Logs once that the broker went away, and once that it came back."""
        with self._lock:
            is_news, self._is_away = is_away != self._is_away, is_away
            self._retry_at = time.monotonic() + PAUSE if is_away else 0.0
        if is_news and is_away:
            log.warning("The broker does not answer (%s): this server uses its own memory.", reason)
        elif is_news:
            log.warning("The broker answers again.")
