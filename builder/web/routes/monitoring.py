"""For administrators: whether the app works, and `GET /metrics`, numbers for Prometheus without text of scripts."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

from flask import Blueprint, Flask, Response, current_app, g, jsonify, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

import builder
from builder import uploads
from builder.errors import UnavailableError
from builder.web.infra.broker import Broker
from builder.web.infra.services import Services, of, services

pages = Blueprint("monitoring", __name__)

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
    """Counts the responses of the app. Raises OSError if the folder for several processes cannot be created."""
    if SHARED in os.environ:
        Path(os.environ[SHARED]).mkdir(mode=0o700, parents=True, exist_ok=True)
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


@pages.get("/healthz")
def alive() -> Response:
    """Reports that the server responds."""
    return jsonify(status="ok", version=builder.__version__)


@pages.get("/readyz")
def readiness() -> tuple[Response, int]:
    """Reports which parts work now. 503 if scripts cannot be opened and changed here, or printed on this machine.

    If a part is missing that all servers share, each of them still opens and changes scripts, so none is to leave
    service: the status is “degraded”, with 200.
    """
    broker = services().broker
    parts = {
        "press": services().press.is_available,
        "scripts": services().store.is_writable,
        "running": not services().traffic.is_stopping,
    }
    shared = _shared(broker) if broker else {}
    needed = parts if not broker else {name: parts[name] for name in ("scripts", "running")}
    missing = [name for name, works in (parts | shared).items() if not works]
    status = "unready" if not all(needed.values()) else "degraded" if missing else "ok"
    said = {"missing": missing} if missing else {}
    return jsonify(status=status, parts=parts | shared, **said), 503 if status == "unready" else 200


def _shared(broker: Broker) -> dict[str, bool]:
    """The parts that all servers of a farm share, and whether they answer."""
    from builder.farm import jobs

    alive = broker.attempt(lambda client: client.exists(jobs.alive_name(jobs.QUEUES["pages"])))
    parts = {"broker": alive is not None, "workers": bool(alive)}
    if store := uploads.shared():
        try:
            store.read("readyz")
        except UnavailableError:
            return parts | {"store": False}
        return parts | {"store": True}
    return parts
