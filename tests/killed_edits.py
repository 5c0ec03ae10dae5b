"""Many people edit through two servers, of which one is killed: which acknowledged edits are lost then."""

import http.client
import itertools
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from serving import Served, Visitor


def trial(servers: tuple[Served, Served], users: int, edits: int) -> tuple[int, list[str]]:
    """How many edits were acknowledged, and which of them are not there in the end; the first server is killed."""
    paths = [Visitor(servers[0]).opened(["imp"]) for _ in range(users // 2)]  # two at each script
    acknowledged: list[tuple[str, str]] = []
    numbers, has_died = itertools.count(), threading.Event()
    deadly = random.Random(users).randrange(edits // 4, edits // 2)

    def edit(user: int) -> None:
        """Edits until all is done; goes to the other server when theirs is gone, as the proxy would send them."""
        server, path = servers[user // 2 % 2 ^ user % 2], paths[user % len(paths)]
        while (number := next(numbers)) < edits:
            who, status = f"u{user}n{number}", 0
            while status != 200:
                try:
                    answer = Visitor(server).do(path, newcomer(who))
                except (OSError, http.client.HTTPException):
                    assert has_died.is_set()
                    server = servers[1]
                    continue
                status = answer.status
                assert status in {200, 503}, answer.text
                if status == 503:  # busy, on a machine that is: the page waits as told, too
                    time.sleep(int(answer.headers["Retry-After"]))
            acknowledged.append((path, who))
            if number == deadly:
                has_died.set()
                servers[0].kill()

    with ThreadPoolExecutor(users) as people:
        list(people.map(edit, range(users)))
    survivor, lost = Visitor(servers[1]), []
    for path in paths:
        there = {entry["id"] for entry in survivor.script(path) if isinstance(entry, dict)}
        lost += [who for where, who in acknowledged if where == path and who not in there]
        assert survivor.ask(f"{path}/history").status == 200
    return len(acknowledged), lost


def newcomer(who: str) -> dict[str, Any]:
    """A change that adds a homebrew character."""
    return {"op": "add-entry", "value": {"id": who, "name": who, "team": "townsfolk", "ability": "x"}}
