"""Health checks for administrators: whether the app is alive, and whether it can do its work."""

from flask import Blueprint, Response, jsonify

import builder
from builder import uploads
from builder.errors import UnavailableError
from builder.web.infra.broker import Broker
from builder.web.infra.services import services

pages = Blueprint("health", __name__)


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
