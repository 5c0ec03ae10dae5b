"""What every page may use: the settings, the scripts that were opened, the press."""

import threading
from dataclasses import dataclass, field
from typing import Protocol

from flask import Flask, current_app

from builder.press.document import Document
from builder.press.pool import Work
from builder.settings import Settings
from builder.web.store import ScriptStore

EXTENSION = "clockwright"


class Press(Protocol):
    """What the pages need of the render pool (`builder.press.pool.RenderPool`)."""

    def bring(self, script_json: str) -> None:
        """Fetches the pictures that a print lacks; waits for them. Only for those who print, not who look."""

    def version(self, script_json: str) -> str:
        """Names what a page depends on beside what was chosen; part of its picture's address, so that none is stale."""

    def render(
        self, script_json: str, kind: str, style: str, paper: str, *settings: str, keep: bool = True
    ) -> Document:
        """The document; waits for it. `settings` are such as `ink=saving`. Without `keep`, none stays on the disk."""

    def pictures(
        self,
        script_json: str,
        kind: str,
        style: str,
        paper: str,
        *settings: str,
        dpi: int,
        keep: bool = True,
    ) -> list[bytes]:
        """One PNG a page; waits for them."""

    def finished(
        self, script_json: str, kind: str, style: str, paper: str, *settings: str
    ) -> Document | None:
        """The document if it is made already; never waits."""

    @property
    def work(self) -> Work:
        """How much it has to do, and has done."""

    @property
    def is_ready(self) -> bool:
        """Whether it takes work."""

    def close(self, seconds: float = 30) -> None:
        """Lets running work finish, then stops."""


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
    press: Press
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
