"""People who save one change after the other, and a server that is killed under them."""

import http.client
import random
import sqlite3
import string
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from serving import Served, Visitor, served

from builder.library import db

#: A script takes only so many characters.
ROUNDS_PER_SCRIPT = 10


def newcomer(name: str) -> dict[str, Any]:
    """A change with a homebrew character whose words cannot be packed small; the same name, the same words."""
    dice = random.Random(name)
    ability, flavor = ("".join(dice.choices(string.ascii_letters, k=length)) for length in (200, 400))
    value = {"id": name, "name": name, "team": "townsfolk", "ability": ability, "flavor": flavor}
    return {"op": "add-entry", "value": value}


def assert_whole(entries: list[Any]) -> list[str]:
    """Every homebrew character is all there, word for word; gives their ids."""
    own = [entry for entry in entries if isinstance(entry, dict) and entry["id"] != "_meta"]
    assert own == [newcomer(entry["id"])["value"] for entry in own]
    return [entry["id"] for entry in own]


def saving(server: Served, path: str, name: str, told: list[str]) -> threading.Thread:
    """Somebody who saves one change after the other until the server is gone; `told` are those it answered for."""

    def save() -> None:
        visitor = Visitor(server)
        try:
            for number in range(10_000):
                who = f"{name}n{number}"
                assert visitor.do(path, newcomer(who)).status == 200
                told.append(who)
        except (OSError, http.client.HTTPException):
            pass

    thread = threading.Thread(target=save)
    thread.start()
    return thread


def killed_while_people_save(folder: Path, *, rounds: int, dice: random.Random, is_cold: bool = False) -> int:
    """Kills a server so often while two people save; what it answered for is there after each start. Gives how much."""
    told: list[str] = []
    path, all_told = "", 0
    for round_ in range(rounds + 1):
        with served(folder, is_cold=is_cold) as server:
            visitor = Visitor(server)
            turn = round_ % ROUNDS_PER_SCRIPT
            if path:
                kept = assert_whole(visitor.script(path))
                assert set(told) <= set(kept)
                assert len(kept) - len(told) <= 2 * (
                    turn or ROUNDS_PER_SCRIPT
                )  # those that each was waiting for
                assert "Imp" in visitor.ask(path).text
            if round_ == rounds:
                assert visitor.do(path, {"op": "add", "id": "chef"}).status == 200
                assert visitor.ask(f"{path}/history").status == 200
                break
            if not turn:
                path, told = visitor.opened(["imp"]), []
            begun = len(told)
            people = [saving(server, path, f"r{round_}{who}", told) for who in "ab"]
            target = begun + dice.randrange(3, 12)
            until = time.monotonic() + 60
            while len(told) < target and time.monotonic() < until:
                time.sleep(0.01)
            server.kill()
            for one in people:
                one.join(30)
            assert len(told) >= target
            all_told += len(told) - begun
        with closing(sqlite3.connect(folder / db.FILE)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    return all_told
