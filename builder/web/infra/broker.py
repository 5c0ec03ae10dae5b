"""What several web servers share besides the database: the broker (Redis), and who has a page open.

Rate limits are counted there, too. Whatever the broker holds may be lost: without it, each server counts in its own
memory. Nobody waits long for it.
"""

import logging
import threading
import time
from collections import defaultdict
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


#: A device that was not heard from for so many seconds is gone.
PRESENT_SECONDS = 5.0
LONGEST_NAME = 40
LONGEST_DEVICE = 40
#: At most so many devices of one script are stored.
MOST_DEVICES = 40


class Presence:
    """The devices that have a page of each script open; with a broker, on all servers."""

    def __init__(self, broker: Broker | None = None) -> None:
        self._broker = broker
        self._lock = threading.Lock()
        #: By script and device: name, and when it was last heard from.
        self._seen: defaultdict[str, dict[str, tuple[str, float]]] = defaultdict(dict)

    def note(self, script: str, device: str, name: str) -> tuple[str, ...]:
        """Records a device; returns the names of the others, with an empty one for each that gave none."""
        name = " ".join(name.split())[:LONGEST_NAME]
        if self._broker:
            shared = self._broker.attempt(lambda client: _note_shared(client, script, device, name))
            if shared is not None:
                return shared
        with self._lock:
            self._forget_gone()
            seen = self._seen[script]
            others = tuple(sorted(seen[other][0] for other in seen.keys() - {device}))
            if device in seen or len(seen) < MOST_DEVICES:
                seen[device] = (name, time.monotonic())
            return others

    def _forget_gone(self) -> None:
        oldest = time.monotonic() - PRESENT_SECONDS
        for script, devices in list(self._seen.items()):
            for device in [device for device, seen in devices.items() if seen[1] < oldest]:
                del devices[device]
            if not devices:
                del self._seen[script]


def _note_shared(client: "Redis", script: str, device: str, name: str) -> tuple[str, ...]:
    """The same in the broker: a hash of each script, by device when it was last heard from and its name."""
    key, now = f"{KEYS}:here:{script}", time.time()
    steps = client.pipeline(transaction=False)
    steps.hset(key, device, f"{now} {name}")
    steps.expire(key, int(PRESENT_SECONDS))
    steps.hgetall(key)
    *_, seen = steps.execute()
    heard = {each: float(value.partition(" ")[0]) for each, value in seen.items()}
    surplus = [each for each, at in heard.items() if abs(now - at) > PRESENT_SECONDS]
    if len(heard) - len(surplus) > MOST_DEVICES:
        surplus.append(device)
    if surplus:
        client.hdel(key, *surplus)
    return tuple(sorted(seen[each].partition(" ")[2] for each in heard.keys() - {device, *surplus}))
