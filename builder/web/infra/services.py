"""What every page may use: the settings, the scripts that were opened, the press."""

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flask import Flask, current_app

from builder.settings import Settings
from builder.web.infra.script_store import ScriptStore

if TYPE_CHECKING:
    from builder.web.infra.fair_press import FairPress

EXTENSION = "clockwright"


class Traffic:
    """How many requests are being answered, and whether the server is about to stop."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.running = 0
        self.is_stopping = False

    def enter(self) -> None:
        """A request came in."""
        with self._lock:
            self.running += 1

    def leave(self) -> None:
        """A request was answered."""
        with self._lock:
            self.running -= 1


@dataclass(frozen=True, slots=True)
class Services:
    """The parts that pages share, made once with the app."""

    settings: Settings
    store: ScriptStore
    press: "FairPress"
    traffic: Traffic = field(default_factory=Traffic)


def attach(app: Flask, services: Services) -> None:
    """Gives the app its parts."""
    app.extensions[EXTENSION] = services


def of(app: Flask) -> Services:
    """The parts of this app."""
    services: Services = app.extensions[EXTENSION]
    return services


def services() -> Services:
    """The parts of the app that answers the current request."""
    return of(current_app)
