"""What the server remembers is bounded in bytes: however large the scripts are, it does not grow without an end."""

import gc
import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from builder.cache import MemoryCache
from builder.memoize import Memo

pytestmark = pytest.mark.full

PAGES = ("", "/characters", "/export", "/night", "/print")


def caches() -> list[Any]:
    gc.unfreeze()  # a press that another test started in this process froze everything: it would not be listed
    return [each for each in gc.get_objects() if isinstance(each, MemoryCache | Memo)]


def look_at_scripts(client: FlaskClient, number: int, letters: int) -> None:
    """Opens scripts that have nothing in common, and looks at them."""
    for at in range(number):
        words = (f"w{at} " * letters)[: letters // 40]
        own = [
            {
                "id": f"own{at}x{who}",
                "name": f"Own {who}",
                "team": "minion",
                "ability": f"{at}",
                "flavor": words + str(who),
            }
            for who in range(40)
        ]
        opened = client.post("/open", data={"text": json.dumps(["imp", *own])})
        for page in PAGES:
            assert client.get(opened.headers["Location"] + page).status_code == 200


def resident_megabytes() -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) // 1000


def test_no_cache_goes_beyond_its_budget(client: FlaskClient) -> None:
    look_at_scripts(client, 4, 400_000)
    for each in caches():
        assert 0 <= each.bytes <= each.budget
    assert sum(each.bytes for each in caches()) > 4 * 400_000  # they count what they hold


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system does not tell")
def test_hundreds_of_large_scripts_do_not_fill_the_memory(client: FlaskClient) -> None:
    look_at_scripts(client, 60, 1_700_000)
    before = resident_megabytes()
    look_at_scripts(client, 280, 1_700_000)
    assert resident_megabytes() < before + 300
