"""Settings: environment variables named CLOCKWRIGHT_*, read once."""

import os
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

PREFIX = "CLOCKWRIGHT_"
#: The publisher's page says so: "hosted publicly on externally-linkable URLs".
OFFICIAL = "https://release.botc.app/resources/"
#: Digits of a number that can be meant.
LONGEST_NUMBER = 7
_ON, _OFF = frozenset({"1", "yes", "on", "true"}), frozenset({"0", "no", "off", "false"})


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set from outside."""

    #: Folder of the user's data; empty: the platform's usual place.
    data: str = ""
    #: Saved scripts: a file, or postgresql+psycopg://…; empty: library.sqlite3 in the folder of the user's data.
    database: str = ""
    #: Seconds of wall clock after which a render is killed.
    render_seconds: int = 30
    #: Megabytes of memory one render may take.
    render_memory_mb: int = 1500
    #: Renders that run at once.
    workers: int = 2
    #: Names, with commas between, under which the web app may be called besides this machine's own.
    trusted_hosts: str = ""
    #: Whether each visitor of the web app has scripts of their own; else it is one person's.
    hosted: bool = False
    #: How many scripts one address may bring in, or calls of the API it may make; empty: as many as it likes.
    rate: str = "120/minute"
    #: How many documents one address may print.
    print_rate: str = "30/minute"
    #: How many changes one address may make, and how many documents and previews may be made anew for it.
    change_rate: str = "600/minute"
    #: How many scripts a hosted server keeps for one visitor, what is in the bin included.
    owner_scripts: int = 1000
    #: Megabytes that a hosted server keeps for one visitor: scripts, their histories, pictures.
    owner_mb: int = 200
    #: Megabytes that a hosted server keeps for all visitors.
    total_mb: int = 20_000
    #: Days after which a hosted server throws away the scripts of a visitor who did not come back.
    owner_days: int = 365
    #: Megabytes of the disk that a hosted server leaves free: new scripts and pictures are refused before.
    free_mb: int = 500
    #: How many proxies stand before the web app, whose word on a visitor's address is believed.
    proxies: int = 0
    #: How the web app writes its log: for people (text) or for programs (json).
    log: str = "text"
    #: Where `clockwright official sync` finds the publisher's resources for toolmakers.
    official: str = OFFICIAL
    #: Whether the pictures that a script names by address are fetched when it is printed.
    fetch_pictures: bool = True
    #: Patches of WeasyPrint that are on: all, off, names with commas between, or all,-NAME for all but one.
    patches: str = "all"
    #: Whether pictures are fetched over plain http as well.
    fetch_http: bool = False

    @property
    def data_folder(self) -> Path:
        """Where the user's data lives."""
        if self.data:
            return Path(self.data).expanduser()
        from platformdirs import user_data_path  # noqa: PLC0415  # most commands never need it

        return user_data_path("clockwright")


def variables() -> list[tuple[str, str]]:
    """Every variable with its value in force, for `clockwright doctor`."""
    current = settings()
    return [(PREFIX + item.name.upper(), str(getattr(current, item.name))) for item in fields(Settings)]


@cache
def settings() -> Settings:
    """The settings in force. A number that is none falls back to the default; `doctor` shows what is in force."""
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
