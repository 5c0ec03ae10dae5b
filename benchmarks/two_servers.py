"""What a killed web server loses: 2,000 edits by 20 people through two servers, one PostgreSQL and one Redis."""

import os
import secrets
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

sys.path.append(str(Path(__file__).parents[1] / "tests"))

import killed_edits  # the servers of the tests
import postgresql_cluster
import redis_server
import serving

from benchmarks.rows import Row
from builder.library import Library
from builder.settings import Settings

USERS, EDITS = 20, 2000


def rows(users: int = USERS, edits: int = EDITS) -> Iterator[Row]:
    """How many acknowledged edits are missing after one of two servers was killed, and how many were made a second."""
    with ExitStack() as started:
        folder = Path(started.enter_context(tempfile.TemporaryDirectory()))
        database = started.enter_context(postgresql_cluster.started())
        broker = started.enter_context(redis_server.started())
        given = {"DATABASE": database, "BROKER": broker.address, "SECRET": secrets.token_hex(32)}
        given |= {"RATE": "", "CHANGE_RATE": ""}
        Library.upgrade(Settings(data=str(folder), database=database))
        started.enter_context(
            patch.dict(os.environ, {f"CLOCKWRIGHT_{name}": each for name, each in given.items()})
        )
        servers = [started.enter_context(serving.served(folder / name)) for name in "ab"]
        begun = time.perf_counter()
        acknowledged, lost = killed_edits.trial((servers[0], servers[1]), users, edits)
        seconds = time.perf_counter() - begun
    remark = f"of {acknowledged} by {users} people over two servers, one of which was killed"
    yield Row("18", "farm: acknowledged edits lost with a web server", len(lost), "", limit=0, remark=remark)
    yield Row("18b", "farm: edits through two web servers", acknowledged / seconds, "/s", more_is_better=True)


if __name__ == "__main__":
    for row in rows(*map(int, sys.argv[1:])):
        print(row.line())
