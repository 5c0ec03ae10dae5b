"""Hands jobs to the farm and waits for them, in one thread for all jobs of this process."""

import json
import sys
import threading
import time
from collections.abc import Sequence
from concurrent import futures
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from logging import getLogger
from typing import Any

import redis
from kombu.exceptions import OperationalError

from builder.artefact import Artefact, PrintRequest
from builder.artefacts.runner import RETRY_AFTER, Runner, job_seconds
from builder.errors import BusyError, ClockwrightError, UnavailableError, WorkerDiedError
from builder.farm import jobs
from builder.farm.jobs import Job
from builder.language import N_
from builder.logs import REQUEST_ID
from builder.settings import Settings

#: Seconds between two looks at all waiting jobs; replies are announced, so this is for what got lost.
SWEEP_SECONDS = 1.0
#: Seconds between taking a job from its queue and claiming it, after which its worker counts as dead.
TAKEN_SECONDS = 4.0
#: Seconds between two tries to reach a broker that is away.
AGAIN_SECONDS = 1.0
#: How often a job is sent again whose document is said to be stored but is not there.
MOST_RETRIES = 2
#: Threads that fetch finished documents from the store.
FETCHERS = 4
NO_WORKER = N_(
    "No worker of the farm is running, so no documents can be made at the moment. No change of yours is lost."
    " Please try again in a minute."
)
NOT_THERE = N_(
    "A worker of the farm stored a document that is not in the store of this machine. Give both the same"
    " CLOCKWRIGHT_ARTEFACTS."
)
#: Stores the source of a job and that it is sent. Answers with the time; with `full` if the queue is; with nothing if
#: the job waits already in this queue, or in one that comes before it.
HAND_IN = """
local queue, source, sent, reply = unpack(KEYS)
local limit, body, lasts = unpack(ARGV)
if redis.call('LLEN', queue) >= tonumber(limit) then return 'full' end
local time = redis.call('TIME')
local now = string.format('%d.%06d', time[1], time[2])
redis.call('SET', source, body, 'EX', lasts)
local before = redis.call('SET', sent, queue .. ' ' .. now, 'EX', lasts, 'NX', 'GET')
if before and string.match(before, '%S+') <= queue then return false end
redis.call('DEL', reply)
return now
"""
_BROKER_ERRORS = (redis.RedisError, OperationalError, OSError)

_log = getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Waiting:
    """A job that somebody here waits for."""

    job: Job
    body: bytes
    since: float
    futures: "list[Future[Artefact]]" = field(default_factory=list)
    #: The id of the request for which it was first asked, for the worker's log.
    request: str = field(default_factory=REQUEST_ID.get)
    is_running: bool = False
    #: When it was first seen to be taken from its queue without a claim (monotonic seconds).
    taken: float | None = None
    is_fetched: bool = False
    retries: int = 0


class FarmRunner(Runner):
    """A `Runner` whose jobs are done by the workers of the farm; see `artefacts.runner`."""

    def __init__(self, settings: Settings, *, patience: int = 1, queue: str = "pages") -> None:
        """Connects at the first job. Raises ClockwrightError if a setting is invalid."""
        self._queue = jobs.QUEUES[queue]
        self._seconds = patience * settings.render_seconds
        self._redis = jobs.connect(settings)
        self._store_job = self._redis.register_script(HAND_IN)
        self._celery = jobs.celery(settings, socket_timeout=jobs.ANSWER_SECONDS)
        self._store = jobs.store(settings)
        self._lock = threading.Condition()
        self._waiting: dict[str, _Waiting] = {}
        self._fetchers = ThreadPoolExecutor(FETCHERS, thread_name_prefix="clockwright-farm-store")
        self._watcher: threading.Thread | None = None
        self._ended = threading.Event()
        #: When a worker was last seen, and since when the broker does not answer (monotonic seconds).
        self._worker_seen = time.monotonic()
        self._broker_lost: float | None = None

    def submit(self, source: bytes | str, wanted: PrintRequest) -> Future[Artefact]:
        """Starts a job, unless its document is stored or somebody else waits for it.

        Raises BusyError if the queue is full, UnavailableError if broker or store do not answer.
        """
        if self._ended.is_set():
            raise BusyError(RETRY_AFTER)
        job, body = jobs.job(source, wanted, job_seconds(wanted, self._seconds))
        future: Future[Artefact] = Future()
        found = jobs.stored(self._store, jobs.artefact_name(job)) if job.is_stored else None
        if found is not None:
            future.set_result(found)
            return future
        waiting = _Waiting(job, body, time.monotonic(), [future])
        self._hand_in(waiting)
        self._wait_for(waiting)
        return future

    @property
    def is_available(self) -> bool:
        """Whether it accepts jobs: the broker answers."""
        if self._ended.is_set():
            return False
        try:
            return bool(self._redis.ping())
        except redis.RedisError:
            return False

    def close(self, seconds: float = 0) -> None:
        """Accepts no more jobs, waits at most `seconds` for those of this process; workers finish the others anyway."""
        self._ended.set()
        with self._lock:
            open_futures = [future for waiting in self._waiting.values() for future in waiting.futures]
        futures.wait(open_futures, seconds)
        with self._lock:
            rest, self._waiting = [*self._waiting.values()], {}
            self._lock.notify_all()
        for waiting in rest:
            _fail(waiting, WorkerDiedError())
        if self._watcher:
            self._watcher.join()
        self._fetchers.shutdown(cancel_futures=True)
        self._redis.close()
        with suppress(Exception):  # whatever is left of the connection
            self._celery.close()

    def _hand_in(self, waiting: _Waiting) -> None:
        """Sends a job; while the broker is away, as often as the queue has patience."""
        while True:
            try:
                self._send(waiting, self._queue.limit)
            except _BROKER_ERRORS as error:
                is_over = time.monotonic() - waiting.since + AGAIN_SECONDS > self._queue.away_seconds
                if is_over or self._ended.wait(AGAIN_SECONDS):
                    _log.warning("CLOCKWRIGHT_BROKER does not answer: %s", type(error).__name__)
                    raise UnavailableError(jobs.BROKER_AWAY) from error
            else:
                return

    def _send(self, waiting: _Waiting, limit: int = sys.maxsize) -> None:
        """Puts a job into the queue, unless it is there already. Raises BusyError beyond a limit, or _BROKER_ERRORS."""
        job, queue = waiting.job, self._queue.name
        names = (queue, jobs.source_name(job.source), job.in_redis("sent"), job.in_redis("reply"))
        sent: Any = self._store_job(names, (limit, jobs.packed(waiting.body), jobs.JOB_LASTS))
        if sent is None:
            return
        if sent == b"full":
            raise BusyError(RETRY_AFTER)
        try:
            self._celery.send_task(
                jobs.TASK,
                (job.message() | {"request": waiting.request},),
                queue=queue,
                headers={"sent": float(sent)},
                ignore_result=True,
                argsrepr="",  # for logs; Celery takes long for it
            )
        except BaseException:
            with suppress(redis.RedisError):
                self._redis.delete(job.in_redis("sent"))
            raise

    def _wait_for(self, waiting: _Waiting) -> None:
        with self._lock:
            known = self._waiting.get(waiting.job.key)
            if known is None:
                self._waiting[waiting.job.key] = waiting
            else:
                known.futures += waiting.futures
                if known.is_running:
                    _start(waiting.futures[0])
            if self._watcher is None:
                self._worker_seen = time.monotonic()
                self._watcher = threading.Thread(target=self._watch, name="clockwright-farm", daemon=True)
                self._watcher.start()
            self._lock.notify_all()

    def _watch(self) -> None:
        """Listens for replies while somebody waits for some."""
        while True:
            with self._lock:
                while not self._waiting and not self._ended.is_set():
                    self._lock.wait()
                    self._worker_seen, self._broker_lost = time.monotonic(), None
                if not self._waiting:
                    return
            try:
                self._listen()
            except _BROKER_ERRORS:
                self._lose_patience()
                with self._lock:
                    self._lock.wait(0.2)  # before the next try to connect
            except Exception:  # noqa: BLE001  # the thread is needed
                _log.exception("waiting for the farm failed")
                self._fail_all(UnavailableError(jobs.BROKER_AWAY))

    def _listen(self) -> None:
        with self._redis.pubsub(ignore_subscribe_messages=True) as news:  # type: ignore[no-untyped-call]
            news.subscribe(jobs.DONE)
            swept = renewed = 0.0
            while self._waiting:
                if time.monotonic() - renewed >= jobs.JOB_LASTS / 4:
                    self._renew()
                    renewed = time.monotonic()
                if time.monotonic() - swept >= SWEEP_SECONDS:
                    self._check([*self._waiting.values()])
                    swept = time.monotonic()
                message = news.get_message(timeout=SWEEP_SECONDS / 2)
                while message:
                    key, _, reply = message["data"].partition(b" ")
                    found = self._waiting.get(key.decode())
                    if found and reply:
                        self._fetch(found, reply)
                    elif found:
                        self._check([found])
                    message = news.get_message(timeout=0)

    def _renew(self) -> None:
        with self._redis.pipeline(transaction=False) as calls:
            for waiting in [*self._waiting.values()]:
                calls.expire(waiting.job.in_redis("sent"), jobs.JOB_LASTS)
            calls.execute()

    def _check(self, every: Sequence[_Waiting]) -> None:
        """Takes the replies of jobs, and sends those again that got lost."""
        facts = [waiting.job.in_redis(what) for what in ("reply", "claim", "sent") for waiting in every]
        with self._redis.pipeline(transaction=False) as calls:
            calls.exists(jobs.alive_name(self._queue))
            for queue in jobs.QUEUES.values():
                calls.lindex(queue.name, -1)
            calls.mget(facts)
            alive, *answers, found = calls.execute()
        oldest = {queue.name: jobs.sent_at(answers.pop(0)) for queue in jobs.QUEUES.values()}
        now, self._broker_lost = time.monotonic(), None
        if alive:
            self._worker_seen = now
        elif now - self._worker_seen > max(self._queue.away_seconds, 3 * jobs.CLAIM_LASTS):
            self._fail_all(UnavailableError(NO_WORKER))
            return
        count = len(every)
        for waiting, reply, claimed, sent in zip(
            every, found[:count], found[count : 2 * count], found[2 * count :], strict=True
        ):
            is_queued = False
            if sent is not None:
                queue_name, when = sent.decode().split()
                is_queued = float(when) >= oldest.get(queue_name, 0)
            self._step(
                waiting, reply, is_claimed=bool(claimed), is_sent=sent is not None, is_queued=is_queued
            )

    def _step(
        self, waiting: _Waiting, reply: bytes | None, *, is_claimed: bool, is_sent: bool, is_queued: bool
    ) -> None:
        if waiting.is_fetched:
            return
        now = time.monotonic()
        waiting.taken = None if is_claimed or is_queued else waiting.taken or now
        if reply is not None:
            self._fetch(waiting, reply)
        elif is_claimed:
            if not waiting.is_running:
                waiting.is_running = True
                for future in waiting.futures:
                    _start(future)
        elif (
            waiting.is_running  # its worker died
            or not is_sent  # Redis forgot it
            or (waiting.taken and now - waiting.taken > TAKEN_SECONDS)  # its worker died before it began
        ):
            waiting.is_running, waiting.taken = False, None
            self._send_again(waiting)
        elif self._queue.start_seconds and now - waiting.since > self._queue.start_seconds:
            self._finish(waiting, BusyError(RETRY_AFTER))

    def _fetch(self, waiting: _Waiting, reply: bytes) -> None:
        if not waiting.is_fetched:
            waiting.is_fetched = True
            self._fetchers.submit(self._take, waiting, reply)

    def _send_again(self, waiting: _Waiting) -> None:
        self._redis.delete(waiting.job.in_redis("sent"))
        self._send(waiting)

    def _take(self, waiting: _Waiting, reply: bytes) -> None:
        """Ends a job with its reply; runs in a thread of its own, because the store may be slow."""
        try:
            answer: dict[str, Any] = json.loads(reply)
            if "fault" in answer:
                self._finish(waiting, jobs.raised(answer["fault"]))
                return
            name = answer["stored"]
            made = (
                jobs.stored(self._store, name)
                if name
                else Artefact.unpacked(answer["inline"].encode("latin-1"))
            )
            if made is not None:
                self._finish(waiting, made)
            elif waiting.retries < MOST_RETRIES:
                waiting.retries += 1
                self._redis.delete(waiting.job.in_redis("reply"))
                self._send_again(waiting)
                waiting.is_fetched = waiting.is_running = False
            else:
                self._finish(waiting, UnavailableError(NOT_THERE))
        except ClockwrightError as error:
            self._finish(waiting, error)
        except _BROKER_ERRORS:
            waiting.is_fetched = False
        except Exception as error:  # noqa: BLE001  # somebody waits for an answer
            _log.exception("a reply of the farm could not be read")
            self._finish(waiting, error)

    def _finish(self, waiting: _Waiting, result: Artefact | Exception) -> None:
        with self._lock:
            if self._waiting.pop(waiting.job.key, None) is None:
                return
        if isinstance(result, Exception):
            _fail(waiting, result)
            return
        for future in waiting.futures:
            _start(future)
            future.set_result(result)

    def _fail_all(self, error: Exception) -> None:
        for waiting in [*self._waiting.values()]:
            self._finish(waiting, error)

    def _lose_patience(self) -> None:
        """Counts from the first answer that did not come: waiting for that one alone may take longer than we have."""
        now = time.monotonic()
        self._broker_lost = self._broker_lost or now
        if now - self._broker_lost > self._queue.away_seconds:
            self._fail_all(UnavailableError(jobs.BROKER_AWAY))


def _start(future: "Future[Artefact]") -> None:
    if not future.running():
        future.set_running_or_notify_cancel()


def _fail(waiting: _Waiting, error: Exception) -> None:
    for future in waiting.futures:
        _start(future)
        future.set_exception(error)
