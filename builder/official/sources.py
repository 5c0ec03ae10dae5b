"""Sources of the publisher's files: their site, another address, or a local folder."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from builder import fetch
from builder.errors import FetchError, SyncError
from builder.language import gettext as _
from builder.official.resources import ROLES
from builder.settings import OFFICIAL, settings

JSON_TYPES = ("application/json", "text/json", "text/plain", fetch.UNKNOWN_TYPE)
PICTURE_TYPES = ("image/webp", "image/png", fetch.UNKNOWN_TYPE)
_NOT_THERE = 404


class Source(Protocol):
    """Any source of the publisher's files by path."""

    @property
    def name(self) -> str:
        """The address or folder, for messages."""

    def read(self, path: str, most_bytes: int, media_types: tuple[str, ...], seconds: float) -> bytes:
        """Read one complete file. Raises FetchError."""


@dataclass(frozen=True, slots=True)
class Site:
    """A web address."""

    base: str
    #: The user named this host, so it may be on the local network, without https.
    chosen: bool

    @property
    def name(self) -> str:
        """The address."""
        return self.base

    def read(self, path: str, most_bytes: int, media_types: tuple[str, ...], seconds: float) -> bytes:
        """Read one complete file from the site. Raises FetchError."""
        url = f"{self.base}{path}"
        plain = self.chosen and self.base.startswith("http:")
        return fetch.get(
            url,
            most_bytes=most_bytes,
            seconds=seconds,
            media_types=media_types,
            allow_private=self.chosen,
            plain_http=plain,
        ).body


@dataclass(frozen=True, slots=True)
class Folder:
    """A local folder with the layout of the publisher's site."""

    path: Path

    @property
    def name(self) -> str:
        """The folder."""
        return str(self.path)

    def read(self, path: str, most_bytes: int, media_types: tuple[str, ...], seconds: float) -> bytes:  # noqa: ARG002
        """Read one complete file from the folder. Raises FetchError."""
        file = self.path / path
        if not file.is_file():
            raise FetchError(str(file), _("the file does not exist"), _NOT_THERE)
        try:
            with file.open("rb") as opened:
                body = opened.read(most_bytes + 1)
        except OSError as error:
            raise FetchError(str(file), (error.strerror or str(error)).lower()) from error
        if len(body) > most_bytes:
            raise FetchError(str(file), _("it is too large"))
        return body


def choose(given: str | None) -> Source:
    """The source from `--from`, else from the setting. Raises SyncError if it is invalid."""
    text = (given if given is not None else settings().official).strip()
    if not text:
        raise SyncError(
            _(
                "No address of the publisher's files. Give it (or a folder) with --from, or set "
                "CLOCKWRIGHT_OFFICIAL."
            )
        )
    if "://" in text:
        if fetch.origin(text) is None or "?" in text or "#" in text:
            raise SyncError(
                _("“%(text)s” is not a web address; give one such as %(official)s")
                % {"text": text[:200], "official": OFFICIAL}
            )
        base = text if text.endswith("/") else f"{text}/"
        return Site(base, chosen=base != OFFICIAL)
    return Folder(_root(Path(text).expanduser()))


def _root(folder: Path) -> Path:
    """The folder that contains `data`: the given one, or its `resources`."""
    if not folder.is_dir():
        raise SyncError(_("There is no folder “%(folder)s”.") % {"folder": folder})
    for root in (folder, folder / "resources"):
        if (root / ROLES).is_file():
            return root.resolve()
    raise SyncError(
        _(
            "The folder “%(folder)s” has no %(roles)s. It must have the same structure as the "
            "publisher's site."
        )
        % {"folder": folder, "roles": ROLES}
    )
