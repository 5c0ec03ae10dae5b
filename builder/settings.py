"""Settings: environment variables named CLOCKWRIGHT_*, read once."""

import os
import re
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

PREFIX = "CLOCKWRIGHT_"
#: The wording of the publisher's page: "hosted publicly on externally-linkable URLs".
OFFICIAL = "https://release.botc.app/resources/"
LONGEST_NUMBER = 7
#: User and password in an address.
_PASSWORD = re.compile(r"://[^/]*@")
_ON, _OFF = frozenset({"1", "yes", "on", "true"}), frozenset({"0", "no", "off", "false"})


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings."""

    #: The language, as a tag (de, pt-BR); empty: that of the script or of the visitor.
    language: str = ""
    #: Folder of the user's data; empty: the platform's default.
    data: str = ""
    #: Saved scripts: a file, or postgresql+psycopg://…; empty: library.sqlite3 in the user's data folder.
    database: str = ""
    #: The Redis that several machines share, such as redis://host:6379/0; empty: this machine works alone.
    broker: str = ""
    #: Store of finished documents and uploaded pictures: an address of fsspec, such as s3://bucket/prefix; empty: the
    #: data folder.
    artefacts: str = ""
    #: Seconds of wall clock after which a render is killed.
    render_seconds: int = 30
    #: Memory limit of one render, in megabytes.
    render_memory_mb: int = 1500
    #: Key that signs cookies and read links, as 64 hexadecimal digits; empty: a file in the user's data folder.
    secret: str = ""
    #: Maximum number of parallel renders.
    workers: int = 2
    #: Host names, separated by commas, that the web app accepts in addition to this machine's own.
    trusted_hosts: str = ""
    #: Whether each visitor of the web app has their own scripts; otherwise all share one library.
    hosted: bool = False
    #: Rate limit of one address: imported scripts, or API calls; empty: no limit.
    rate: str = "120/minute"
    #: Rate limit of one address: printed documents.
    print_rate: str = "30/minute"
    #: Rate limits of one address: changes, and documents and previews that are not cached.
    change_rate: str = "600/minute"
    #: Quota of one visitor on a hosted server: scripts, including deleted ones.
    owner_scripts: int = 1000
    #: Quota of one visitor in megabytes: scripts, their histories, pictures.
    owner_mb: int = 200
    #: Quota of all visitors in megabytes.
    total_mb: int = 20_000
    #: Days after which a hosted server deletes the scripts of a visitor who did not return.
    owner_days: int = 365
    #: Megabytes of free disk space below which a hosted server refuses new scripts and pictures.
    free_mb: int = 500
    #: Number of trusted proxies in front of the web app.
    proxies: int = 0
    #: Format of the web app's log: text or json.
    log: str = "text"
    #: Source of the publisher's resources for toolmakers, for `clockwright official sync`.
    official: str = OFFICIAL
    #: Whether to fetch a script's pictures from their addresses for printing.
    fetch_pictures: bool = True
    #: Enabled patches of WeasyPrint: all, off, names separated by commas, or all,-NAME for all but one.
    patches: str = "all"
    #: Whether to fetch pictures over plain http too.
    fetch_http: bool = False

    @property
    def data_folder(self) -> Path:
        """The folder of the user's data."""
        if self.data:
            return Path(self.data).expanduser()
        from platformdirs import user_data_path  # noqa: PLC0415  # most commands never need it

        return user_data_path("clockwright")


def variables() -> list[tuple[str, str]]:
    """Every variable with its current value, for `clockwright doctor`; without passwords."""
    current = settings()
    return [(PREFIX + item.name.upper(), _shown(current, item.name)) for item in fields(Settings)]


def _shown(current: Settings, name: str) -> str:
    value = str(getattr(current, name))
    return "(given)" if name == "secret" and value else _PASSWORD.sub("://…@", value)


@cache
def settings() -> Settings:
    """The current settings. An invalid number falls back to the default; `doctor` shows the values in use."""
    found: dict[str, str | int | bool] = {}
    for item in fields(Settings):
        text = os.environ.get(PREFIX + item.name.upper())
        if text is None:
            continue
        if item.type is str or item.type == "str":
            found[item.name] = text
        elif item.type is bool or item.type == "bool":
            word = text.strip().lower()
            found[item.name] = word in _ON or (word not in _OFF and item.default is True)
        elif text.isdecimal() and len(text) <= LONGEST_NUMBER and int(text) > 0:
            found[item.name] = int(text)
    return Settings(**found)  # type: ignore[arg-type]  # each value was read as its field's type
