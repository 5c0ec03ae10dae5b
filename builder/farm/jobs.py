"""What both ends of the farm know: queues, jobs as messages, names in Redis, where finished documents are stored."""

import hashlib
import json
import math
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import redis
from celery import Celery
from kombu.transport import redis as kombu_redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from builder import artefacts, catalogue
from builder.artefact import Artefact, Fault, PrintRequest
from builder.artefacts.fingerprint import program
from builder.cache import Store
from builder.errors import (
    ClockwrightError,
    JobTimeoutError,
    UnavailableError,
    WorkerDiedError,
)
from builder.language import N_, gettext as _
from builder.object_store import ObjectStore
from builder.press.pictures.store import standing
from builder.settings import Settings

#: Most seconds for one job. Redis hands a job out again if nothing is heard of it for twice that.
LONGEST_JOB = 600
#: Seconds for which a claim on a job lasts unless it is renewed, and between two renewals.
CLAIM_LASTS, CLAIM_RENEWED = 6, 1.5
#: Seconds for which Redis holds a job's source and whether it was sent; and a reply, and how often a job was begun.
JOB_LASTS, REPLY_LASTS = 3600, 600
#: A job that was begun so many times without an end is not begun again. More often than a job that kills its own
#: process (`press.workers`): a whole worker is mostly killed by others, and where one is killed every five seconds,
#: a job that is met three times is not rare.
MOST_STARTS = 5
#: Time limits for connecting to Redis and for an answer.
CONNECT_SECONDS, ANSWER_SECONDS = 1, 2
#: Fields of `_meta.clockwright` and its characters that never travel.
PRIVATE = ("notes", "bloodstar")
TASK, DONE = "clockwright.make", "clockwright:done"
BROKER_AWAY = N_(
    "The broker of the farm does not answer, so no documents can be made at the moment. No change of yours "
    "is lost. Please try again in a few seconds."
)


@dataclass(frozen=True, slots=True)
class Queue:
    """A queue of jobs, and how long its clients wait."""

    #: Its name in Redis; a worker empties its queues in the order of these.
    name: str
    #: Maximum number of waiting jobs.
    limit: int
    #: Seconds that a job may wait for its start; None: as long as there are workers.
    start_seconds: float | None
    #: Seconds that clients wait for a broker, or for any worker, that is away.
    away_seconds: float


QUEUES: Mapping[str, Queue] = {
    "pages": Queue("clockwright.1-pages", 200, 30, 1),
    "bulk": Queue("clockwright.2-bulk", 100_000, None, 60),
}


@dataclass(frozen=True, slots=True)
class Job:
    """A job without its source, which is in Redis under its own name."""

    key: str
    wanted: PrintRequest
    #: SHA-256 of the source, and whether it is text.
    source: str
    is_text: bool
    seconds: float

    def message(self) -> dict[str, Any]:
        """The job as JSON."""
        return asdict(self)

    @classmethod
    def read(cls, message: Mapping[str, Any]) -> "Job":
        """Parses a message. Raises TypeError or KeyError if another version of the program wrote it."""
        wanted = dict(message["wanted"])
        wanted["settings"] = tuple((name, value) for name, value in wanted["settings"])
        return cls(**{**message, "wanted": PrintRequest(**wanted)})

    def in_redis(self, what: str) -> str:
        """The name in Redis of one fact about it: `sent`, `claim`, `starts` or `reply`."""
        return f"clockwright:{what}:{self.key}"

    @property
    def is_stored(self) -> bool:
        """Whether its artefact is stored; a download of pictures leaves nothing worth that."""
        extra = artefacts.extras().get(self.wanted.kind)
        return extra is None or extra.is_stored


def job(source: bytes | str, wanted: PrintRequest, seconds: float) -> tuple[Job, bytes]:
    """The job for a request, and its source as bytes."""
    body = _without_notes(source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source)
    digest = hashlib.sha256(body).hexdigest()
    stamp = standing(body.decode("utf-8", "replace")).stamp if b"http" in body[:2_000_000] else ""
    texts = catalogue.stamp(wanted.language, wanted.second_language)
    named = (program(), texts, stamp, digest, repr(wanted), str(isinstance(source, str)))
    key = hashlib.sha256("\0".join(named).encode("utf-8", "replace")).hexdigest()
    return Job(key, wanted, digest, isinstance(source, str), min(seconds, LONGEST_JOB)), body


def _without_notes(body: bytes) -> bytes:
    """A script without what is for its author alone; no document contains it."""
    if not any(b'"%s"' % name.encode() in body for name in PRIVATE):
        return body
    try:
        entries = json.loads(body)
        blocks = [
            entry["clockwright"]
            for entry in entries
            if isinstance(entry, dict) and isinstance(entry.get("clockwright"), dict)
        ]
    except (ValueError, TypeError, RecursionError):
        return body
    for block in blocks:
        characters = block.get("characters")
        for each in (block, *(characters.values() if isinstance(characters, dict) else ())):
            for name in PRIVATE if isinstance(each, dict) else ():
                each.pop(name, None)
    return json.dumps(entries, ensure_ascii=False).encode("utf-8", "surrogatepass")


def packed(body: bytes) -> bytes:
    """A source for Redis."""
    return zlib.compress(body, 1)


def unpacked(packed_body: bytes, job: Job) -> bytes | str:
    """The source of a job."""
    body = zlib.decompress(packed_body)
    return body.decode("utf-8", "surrogatepass") if job.is_text else body


def now(broker: "redis.Redis") -> float:
    """Seconds since 1970 by the clock of Redis, which all machines share."""
    seconds, micro = broker.time()
    return float(seconds + micro / 1_000_000)


def sent_at(message: Any) -> float:
    """When a message in a queue was sent, by that clock; infinity for none."""
    try:
        return float(json.loads(message)["headers"]["sent"]) if message else math.inf
    except (ValueError, KeyError, TypeError):  # not ours
        return 0.0


def source_name(digest: str) -> str:
    """The name of a source in Redis."""
    return f"clockwright:source:{digest}"


def alive_name(queue: Queue) -> str:
    """The name in Redis that says that some worker serves a queue."""
    return f"clockwright:alive:{queue.name}"


def artefact_name(job: Job) -> str:
    """The name of a finished document in the store. A worker of another version stores its own under another name."""
    return f"{job.key}.{program()}.artefact"


def fault(error: ClockwrightError) -> dict[str, Any]:
    """A failure as JSON."""
    return {**asdict(Fault.of(error)), "seconds": getattr(error, "seconds", 0)}


def raised(found: Mapping[str, Any]) -> ClockwrightError:
    """The error of a failure."""
    match found["error"]:
        case JobTimeoutError.__name__:
            return JobTimeoutError(found["seconds"])
        case WorkerDiedError.__name__:
            return WorkerDiedError()
        case UnavailableError.__name__:
            return UnavailableError(found["message"])
    return Fault(found["message"], found["error"]).as_error()


def stored(store: Store, name: str) -> Artefact | None:
    """A finished document, if it is in the store. Raises UnavailableError."""
    found = store.read(name)
    return None if found is None else Artefact.unpacked(found)


def store(settings: Settings) -> Store:
    """Where finished documents are; without CLOCKWRIGHT_ARTEFACTS in the data folder, which workers have to share."""
    if settings.artefacts:
        return ObjectStore(f"{settings.artefacts}/documents")
    return ObjectStore(f"file://{settings.data_folder}/farm")


def connect(settings: Settings) -> "redis.Redis":
    """A connection to Redis, made at the first call, that never waits for long. Raises ClockwrightError."""
    try:
        return redis.Redis.from_url(
            settings.broker,
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=ANSWER_SECONDS,
            retry=Retry(NoBackoff(), 0),
            health_check_interval=5,
        )
    except ValueError as error:
        raise ClockwrightError(
            _(
                "CLOCKWRIGHT_BROKER is “%(address)s”, which is no address of a Redis. Use one like "
                "redis://host:6379/0."
            )
            % {"address": settings.broker}
        ) from error


class _Channel(kombu_redis.Channel):
    """Kombu's, with one client of Redis: it would make one for each command, which takes longer than the command."""

    _shared: "redis.Redis | None" = None

    def _create_client(self, asynchronous: bool = False) -> Any:  # noqa: FBT001, FBT002  # as it is there
        if asynchronous:  # has a connection of its own
            return super()._create_client(asynchronous=True)  # type: ignore[no-untyped-call]  # kombu has no types
        if self._shared is None or self._shared.connection_pool is not self.pool:
            self._shared = super()._create_client()  # type: ignore[no-untyped-call]
        return self._shared


class _Transport(kombu_redis.Transport):
    Channel = _Channel


def celery(settings: Settings, **transport: Any) -> Celery:
    """The Celery app of both ends."""
    app = Celery("clockwright", broker=settings.broker, set_as_current=False)
    if settings.broker.startswith("redis://"):  # kombu knows rediss:// by the name of its own transport
        app.conf.broker_transport = _Transport
    app.conf.update(
        task_ignore_result=True,
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        task_serializer="json",
        accept_content=["json"],
        task_publish_retry=False,
        worker_prefetch_multiplier=1,
        worker_enable_remote_control=False,
        worker_hijack_root_logger=False,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        broker_transport_options={
            "visibility_timeout": 2 * LONGEST_JOB + 60,
            "queue_order_strategy": "sorted",
            "socket_connect_timeout": CONNECT_SECONDS,
            **transport,
        },
    )
    return app
