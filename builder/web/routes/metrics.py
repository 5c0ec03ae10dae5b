"""`GET /metrics`: numbers about the server for Prometheus. They contain no text of scripts."""

import os
import time
from collections.abc import Iterator

from flask import Blueprint, Flask, Response, current_app, g, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

import builder
from builder.web.infra.services import Services, of

pages = Blueprint("metrics", __name__)

EXTENSION = "clockwright-metrics"
#: The folder in which several processes count together.
SHARED = "PROMETHEUS_MULTIPROC_DIR"
#: Seconds; a page should take 0.2, a sheet 2.
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Press(Collector):
    """Collects the numbers of the press on each request."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def collect(self) -> Iterator[Metric]:
        """The current numbers."""
        work = self._services.press.work
        yield InfoMetricFamily("clockwright", "The program.", {"version": builder.__version__})
        yield GaugeMetricFamily("clockwright_renders_running", "Documents that are being made.", work.running)
        yield GaugeMetricFamily("clockwright_renders_waiting", "Documents waiting to be made.", work.waiting)
        done = CounterMetricFamily("clockwright_renders", "Documents by outcome.", labels=["outcome"])
        done.add_metric(["made"], work.made)
        done.add_metric(["failed"], work.failed)
        yield done
        yield GaugeMetricFamily(
            "clockwright_requests_running",
            "Requests that are being answered.",
            self._services.traffic.running,
        )


def watch(app: Flask) -> None:
    """Counts the responses of the app."""
    registry = CollectorRegistry()
    registry.register(Press(of(app)))
    app.extensions[EXTENSION] = registry
    requests = Counter(
        "clockwright_requests", "Requests answered.", ["route", "method", "status"], registry=registry
    )
    took = Histogram(
        "clockwright_request_seconds",
        "How long answers took.",
        ["route"],
        buckets=BUCKETS,
        registry=registry,
    )

    @app.after_request
    def count(response: Response) -> Response:
        route = request.url_rule.rule if request.url_rule else "none"
        method = request.method if request.method in METHODS else "other"
        requests.labels(route, method, response.status_code).inc()
        took.labels(route).observe(time.perf_counter() - g.started)
        return response


@pages.get("/metrics")
def metrics() -> Response:
    """The numbers in the format of Prometheus: with PROMETHEUS_MULTIPROC_DIR, those of all servers of this machine.

    The press then has none, because its numbers are those of one process.
    """
    registry = current_app.extensions[EXTENSION]
    if SHARED in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the package leaves it out
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
