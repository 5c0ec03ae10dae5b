"""Numbers about a worker and its queues for Prometheus, on a port of the worker's own."""

from collections.abc import Iterator, Sequence

import redis
from prometheus_client import CollectorRegistry, Counter, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

import builder
from builder.farm.jobs import Queue, now, sent_at

#: Seconds; a sheet should take 2.
BUCKETS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120)


class Counts(Collector):
    """Counts the jobs of this worker, and collects the state of its queues on each request."""

    def __init__(self, broker: "redis.Redis", queues: Sequence[Queue]) -> None:
        self._redis = broker
        self._queues = queues
        self._registry = CollectorRegistry()
        self._registry.register(self)
        self._jobs = Counter("clockwright_jobs", "Jobs done.", ["kind", "outcome"], registry=self._registry)
        self._seconds = Histogram(
            "clockwright_job_seconds",
            "How long jobs took.",
            ["kind"],
            buckets=BUCKETS,
            registry=self._registry,
        )

    def count(self, kind: str, outcome: str, seconds: float) -> None:
        """Counts a job. Outcomes: made, stored (by another worker), lost, died, or the name of an error."""
        self._jobs.labels(kind, outcome).inc()
        self._seconds.labels(kind).observe(seconds)

    def serve(self, port: int) -> int:
        """Answers requests for the numbers in a thread; 0 is any free port. Returns the port."""
        server, _ = start_http_server(port, registry=self._registry)
        return int(server.server_port)

    def collect(self) -> Iterator[Metric]:
        """The current numbers; without those of the queues while the broker is away."""
        yield InfoMetricFamily("clockwright", "The program.", {"version": builder.__version__})
        depth = GaugeMetricFamily("clockwright_queue_jobs", "Jobs that wait.", labels=["queue"])
        oldest = GaugeMetricFamily(
            "clockwright_queue_oldest_seconds", "How long the oldest job has waited.", labels=["queue"]
        )
        try:
            for queue in self._queues:
                short = queue.name.rpartition("-")[2]
                depth.add_metric([short], self._redis.llen(queue.name))
                oldest.add_metric([short], self._age(queue))
            alive = 1
        except redis.RedisError:
            alive = 0
        yield GaugeMetricFamily("clockwright_broker_up", "Whether the broker answers.", alive)
        yield depth
        yield oldest

    def _age(self, queue: Queue) -> float:
        """Seconds since the oldest job of a queue was sent."""
        sent = sent_at(self._redis.lindex(queue.name, -1))
        return max(0.0, now(self._redis) - sent) if sent else 0.0
