"""A worker: takes jobs from the queues and does each in a process that can be killed (`press.workers`).

Celery runs in threads here, which only wait: limits of time and memory are those of the processes, and no process is
forked from one that has used Pango.
"""

import json
import os
import socket
import threading
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from logging import WARNING, getLogger
from typing import Any

import redis
from celery import signals
from celery.exceptions import SecurityWarning
from celery.worker import state
from celery.worker.consumer import Consumer

from builder import artefacts
from builder.artefact import Artefact
from builder.artefacts.fingerprint import program
from builder.artefacts.runner import PRELOAD
from builder.errors import ClockwrightError, RenderError, WorkerDiedError
from builder.farm import jobs, metrics
from builder.farm.jobs import Job
from builder.language import gettext as _
from builder.logs import REQUEST_ID
from builder.press.workers import Workers, cores
from builder.settings import Settings

#: Seconds of one call for a message.
POLL_SECONDS = 0.5
#: Seconds after the end of a job for which Celery may need to acknowledge it.
ACKNOWLEDGED_SECONDS = 1.0

#: Claims a job for a worker, unless it is claimed, and counts that it is begun. Answers with how often it was begun,
#: this time included, and its source.
BEGIN = """
local claim, starts, source = unpack(KEYS)
local worker, claim_lasts, starts_last = unpack(ARGV)
if not redis.call('SET', claim, worker, 'EX', claim_lasts, 'NX') then return false end
local count = redis.call('INCR', starts)
redis.call('EXPIRE', starts, starts_last)
return {count, redis.call('GET', source)}
"""
#: Stores a reply, if there is one, deletes all other keys, and publishes the news.
ANNOUNCE = """
local reply, lasts, channel, news = unpack(ARGV)
if reply ~= '' then redis.call('SET', KEYS[1], reply, 'EX', lasts) end
redis.call('DEL', unpack(KEYS, 2))
redis.call('PUBLISH', channel, news)
"""

_log = getLogger(__name__)


class _Room:
    """Room for jobs: one whose document is made, and only has to be stored and announced, takes none."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._made = 0
        self._lock = threading.Lock()
        #: Set when there may be room for another.
        self.news = threading.Event()

    @property
    def is_free(self) -> bool:
        """Whether another job has a place."""
        return len(state.reserved_requests) - self._made < self._places

    @contextmanager
    def made(self) -> Iterator[None]:
        """While a job needs its place no more, although Celery still counts it."""
        with self._lock:
            self._made += 1
        self.news.set()
        try:
            yield
        finally:
            with self._lock:
                self._made -= 1


class _Connection:
    """A connection of Celery that notices early that there is room for another job, and notices lost acknowledgments.

    If the broker is away while a job ends, Celery never acknowledges it. With all its places taken by such jobs it
    takes no others, so it never uses the connection and never finds out that it is broken.
    """

    def __init__(self, connection: Any, channel: Any, room: _Room) -> None:
        self._connection = connection
        self._channel = channel
        self._room = room
        can_consume, acknowledge = channel.qos.can_consume, channel.qos.ack

        def acknowledge_and_tell(tag: str) -> None:
            acknowledge(tag)
            room.news.set()

        channel.qos.can_consume = lambda: room.is_free and can_consume()
        channel.qos.ack = acknowledge_and_tell
        #: When jobs that nobody works on were first seen to be unacknowledged (monotonic seconds).
        self._lost: float | None = None

    def __getattr__(self, name: str) -> Any:
        """Everything else is the connection's."""
        return getattr(self._connection, name)

    def drain_events(self, timeout: float) -> Any:
        """Waits for a message. Raises TimeoutError if there is none, ConnectionResetError to connect anew."""
        qos = self._channel.qos
        if len(qos._delivered) - len(qos._dirty) > len(state.reserved_requests):  # noqa: SLF001  # no other way
            self._lost = self._lost or time.monotonic()
            if time.monotonic() - self._lost > ACKNOWLEDGED_SECONDS:
                raise ConnectionResetError("the broker did not take the end of a job")
        else:
            self._lost = None
        end = time.monotonic() + POLL_SECONDS
        self._room.news.clear()
        while not qos.can_consume():  # kombu would not wait for that
            if not self._room.news.wait(end - time.monotonic()):
                break
            self._room.news.clear()
        return self._connection.drain_events(timeout=min(timeout, max(end - time.monotonic(), 0.002)))


class _Consumer(Consumer):  # type: ignore[misc]  # Celery has no types
    """Celery's consumer with that connection."""

    def __init__(self, *arguments: Any, room: _Room, **choices: Any) -> None:
        super().__init__(*arguments, **choices)
        self._room = room

    def loop_args(self) -> tuple[Any, ...]:
        """The arguments of the loop, the second of which is the connection."""
        first, connection, *rest = super().loop_args()
        return first, _Connection(connection, self.task_consumer.channel, self._room), *rest


class Worker:
    """One process with so many jobs at once."""

    def __init__(self, settings: Settings, queues: Sequence[str], concurrency: int) -> None:
        """Starts only the fork server. Raises ClockwrightError if a setting is invalid."""
        self._queues = [jobs.QUEUES[name] for name in queues]
        self._concurrency = concurrency
        self._redis = jobs.connect(settings)
        self._begin = self._redis.register_script(BEGIN)
        self._reply_with = self._redis.register_script(ANNOUNCE)
        self._store = jobs.store(settings)
        self._grace = settings.render_seconds
        self._processes = Workers(
            concurrency,
            preload=PRELOAD,
            seconds=settings.render_seconds,
            memory_mb=settings.render_memory_mb,
            helpers=concurrency < cores(),
        )
        self._claims: set[str] = set()
        self._ended = threading.Event()
        self._name = f"{socket.gethostname()}-{os.getpid()}"
        self.counts = metrics.Counts(self._redis, self._queues)
        # Celery would look for lost jobs at every tenth poll.
        self._celery = jobs.celery(
            settings, unacked_restore_throttle=round(30 / POLL_SECONDS), max_connections=2 * concurrency + 10
        )
        self._room = _Room(concurrency)
        self._celery.conf.worker_consumer = partial(_Consumer, room=self._room)
        self._celery.task(self.do, name=jobs.TASK)

    def run(self) -> None:
        """Works until SIGTERM or Ctrl-C; jobs that run then are finished."""
        program()  # before the first job waits for it
        warnings.simplefilter("ignore", SecurityWarning)  # about pickled jobs run by root; ours are JSON
        signals.setup_logging.connect(_keep_logging, weak=False)
        renewing = threading.Thread(target=self._renew, name="clockwright-claims", daemon=True)
        renewing.start()
        try:
            self._celery.Worker(
                hostname=f"clockwright@{self._name}",
                pool="threads",
                concurrency=2 * self._concurrency,  # half of them store what they made, see `_Room`
                queues=[queue.name for queue in self._queues],
                without_gossip=True,
                without_mingle=True,
                without_heartbeat=True,
                quiet=True,
                use_eventloop=False,  # for `_Connection`
            ).start()
        finally:
            self._processes.close(self._grace)
            self._ended.set()
            renewing.join()

    def do(self, message: dict[str, Any]) -> None:
        """Does a job, unless its document is stored or another worker is at it, and announces the reply.

        If the broker goes away meanwhile, whoever waits sends the job again.
        """
        REQUEST_ID.set(str(message.pop("request", "")))
        try:
            job = Job.read(message)
        except (TypeError, KeyError):  # from another version of the program
            _log.warning("a job of another version of Clockwright was dropped")
            return
        with suppress(redis.RedisError), ExitStack() as after:
            names = (job.in_redis("claim"), job.in_redis("starts"), jobs.source_name(job.source))
            begun: list[Any] | None = self._begin(names, (self._name, jobs.CLAIM_LASTS, jobs.REPLY_LASTS))
            if not begun:  # another worker is at it
                return
            starts, source = begun
            self._claims.add(job.in_redis("claim"))
            start = time.monotonic()
            try:
                reply, outcome = self._reply(job, starts, source, after)
            finally:
                self._claims.discard(job.in_redis("claim"))
            seconds = time.monotonic() - start
            self.counts.count(job.wanted.kind, outcome, seconds)
            known = (REQUEST_ID.get() or "-", job.wanted.kind, outcome, round(1000 * seconds))
            _log.info("%s %s %s %dms", *known, extra={"request": known[0], "ms": known[-1]})
            self._announce(job, reply)

    def _reply(
        self, job: Job, starts: int, source: bytes | None, after: ExitStack
    ) -> tuple[dict[str, Any] | None, str]:
        """The reply to a job, and its outcome for the metrics. Raises RedisError."""
        name = jobs.artefact_name(job)
        try:
            if job.is_stored and jobs.stored(self._store, name) is not None:
                return {"stored": name}, "stored"
            if starts > jobs.MOST_STARTS:
                raise WorkerDiedError  # noqa: TRY301  # answered as one that died here
            if source is None:  # whoever waits sends it again
                return None, "lost"
            made = self._made(job, source, after)
            if not job.is_stored:
                return {"stored": "", "inline": made.packed().decode("latin-1")}, "made"
            self._store.write(name, made.packed())
        except WorkerDiedError as error:
            self._redis.set(job.in_redis("starts"), jobs.MOST_STARTS, ex=jobs.REPLY_LASTS)
            return {"fault": jobs.fault(error)}, "died"
        except ClockwrightError as error:
            return {"fault": jobs.fault(error)}, type(error).__name__
        return {"stored": name}, "made"

    def _made(self, job: Job, source: bytes, after: ExitStack) -> Artefact:
        seconds = min(job.seconds, jobs.LONGEST_JOB)
        future = self._processes.submit(
            artefacts.make, jobs.unpacked(source, job), job.wanted, seconds=seconds
        )
        try:
            made: Artefact = future.result()
        except ClockwrightError:
            raise
        except Exception as error:  # somebody waits for an answer
            _log.exception("a job failed")
            raise RenderError(
                _("This document could not be made (%(error)s).") % {"error": type(error).__name__}
            ) from error
        finally:
            after.enter_context(self._room.made())
        return made

    def _announce(self, job: Job, reply: dict[str, Any] | None) -> None:
        """Stores a reply for all who wait for it; news of a stored document carry it, so that nobody fetches it."""
        written, done = "", ["claim", "sent"]
        if reply is not None:
            written = json.dumps(reply)
            if reply.get("fault", {}).get("error") != WorkerDiedError.__name__:
                done.append("starts")
        news = f"{job.key} {written}" if reply and reply.get("stored") else job.key
        self._reply_with(
            [job.in_redis(what) for what in ("reply", *done)], (written, jobs.REPLY_LASTS, jobs.DONE, news)
        )

    def _renew(self) -> None:
        """Renews the claims on running jobs, and says that this worker is alive."""
        while not self._ended.is_set():
            with suppress(redis.RedisError), self._redis.pipeline(transaction=False) as calls:
                for queue in self._queues:
                    calls.set(jobs.alive_name(queue), self._name, ex=2 * jobs.CLAIM_LASTS)
                for claim in [*self._claims]:
                    calls.set(claim, self._name, ex=jobs.CLAIM_LASTS)
                calls.execute()
            self._ended.wait(jobs.CLAIM_RENEWED)


def _keep_logging(**_: object) -> None:
    """Replaces what Celery does to the log, in which it only reports what is wrong."""
    getLogger("celery").setLevel(WARNING)


def run(settings: Settings, queues: Sequence[str], concurrency: int, metrics_port: int | None = None) -> None:
    """Runs a worker until it is stopped. Raises ClockwrightError if a setting is invalid."""
    worker = Worker(settings, queues, concurrency)
    if metrics_port is not None:
        worker.counts.serve(metrics_port)
    worker.run()
