"""Health checks for administrators: whether the app is alive, and whether it can do its work."""

from flask import Blueprint, Response, jsonify

import builder
from builder.web.infra.services import services

pages = Blueprint("health", __name__)


@pages.get("/healthz")
def alive() -> Response:
    """Reports that the server responds."""
    return jsonify(status="ok", version=builder.__version__)


@pages.get("/readyz")
def readiness() -> tuple[Response, int]:
    """Reports whether the server can open and print scripts now."""
    parts = {
        "press": services().press.is_available,
        "scripts": services().store.is_writable,
        "running": not services().traffic.is_stopping,
    }
    fine = all(parts.values())
    return jsonify(status="ok" if fine else "unready", parts=parts), 200 if fine else 503
