"""Services that all pages use: the settings, the opened scripts, the press."""

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flask import Flask, current_app

from builder.settings import Settings
from builder.web.infra.broker import Broker, Presence
from builder.web.infra.script_store import ScriptStore

if TYPE_CHECKING:
    from builder.web.infra.fair_press import FairPress

EXTENSION = "clockwright"


class Traffic:
    """Counts the requests in progress, and knows whether the server is about to stop."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.running = 0
        self.is_stopping = False

    def enter(self) -> None:
        """Counts a request that begins."""
        with self._lock:
            self.running += 1

    def leave(self) -> None:
        """Counts a request that ends."""
        with self._lock:
            self.running -= 1


@dataclass(frozen=True, slots=True)
class Services:
    """The services that pages share, created once per app."""

    settings: Settings
    store: ScriptStore
    press: "FairPress"
    traffic: Traffic = field(default_factory=Traffic)
    presence: Presence = field(default_factory=Presence)
    #: What several servers share; None on one machine.
    broker: Broker | None = None


def of(app: Flask) -> Services:
    """The services of an app."""
    services: Services = app.extensions[EXTENSION]
    return services


def services() -> Services:
    """The services of the current app."""
    return of(current_app)
