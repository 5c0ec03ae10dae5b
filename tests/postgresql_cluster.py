"""A PostgreSQL server for the tests of this process: a cluster in a temporary folder, reached by a socket there."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

#: Debian keeps the programs of a server in a folder of its version.
DEBIAN = Path("/usr/lib/postgresql")
#: The server refuses to run as root; Debian's package brings this user.
USER = "postgres"
SECONDS = 60


@contextmanager
def started() -> Iterator[str]:
    """A server, as an address for SQLAlchemy. Without PostgreSQL the test is skipped; in CI it fails."""
    programs = _programs()
    folder = Path(tempfile.mkdtemp(prefix="clockwright-postgresql-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, USER)
        _run(
            programs / "initdb", "-D", folder / "data", "-U", USER, "--auth=trust", "--no-sync", "-E", "UTF8"
        )
        server = subprocess.Popen(
            _command(programs / "postgres", "-D", folder / "data", "-k", folder, "-h", "", "-F"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=folder,
        )
        try:
            _wait(programs, folder)
            yield f"postgresql+psycopg://{USER}@/postgres?host={folder}"
        finally:
            _run(programs / "pg_ctl", "-D", folder / "data", "-m", "immediate", "stop")
            server.wait(SECONDS)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path:
    """Where the newest server's programs are."""
    found = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    initdb = found[-1] if found else shutil.which("initdb")
    if not initdb:
        missing = "PostgreSQL is not installed; bin/setup --dev installs it"
        pytest.fail(missing) if os.environ.get("CI") == "true" else pytest.skip(missing)
    return Path(initdb).parent


def _command(*words: object) -> Sequence[str]:
    as_user = ("setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups") if os.geteuid() == 0 else ()
    return (*as_user, *map(str, words))


def _run(*words: object) -> None:
    done = subprocess.run(
        _command(*words), capture_output=True, text=True, check=False, cwd="/", timeout=SECONDS
    )
    assert done.returncode == 0, done.stderr


def _wait(programs: Path, folder: Path) -> None:
    end = time.monotonic() + SECONDS
    while subprocess.run((programs / "pg_isready", "-q", "-h", folder), check=False).returncode:
        assert time.monotonic() < end, "PostgreSQL did not start"
        time.sleep(0.1)
