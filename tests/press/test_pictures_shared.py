"""Machines of a farm share the pictures that one of them downloaded."""

from pathlib import Path

import pytest

from builder.errors import UnavailableError
from builder.object_store import ObjectStore
from builder.press.pictures.store import Store

URL = "https://example.org/imp.png"


@pytest.fixture
def machines(tmp_path: Path) -> list[Store]:
    shared = f"file://{tmp_path}/shared"
    return [Store(tmp_path / name, shared=ObjectStore(shared)) for name in ("one", "two")]


def test_a_download_of_one_machine_is_known_to_the_others_and_stays_when_the_store_is_gone(
    machines: list[Store], tmp_path: Path
) -> None:
    one, two = machines
    assert two.known(URL) is None
    one.put("imp", b"PNG")
    known = one.remember(URL, name="imp")
    assert (two.known(URL), two.get("imp")) == (known, b"PNG")
    alone = Store(tmp_path / "two")
    assert (alone.known(URL), alone.get("imp")) == (known, b"PNG")


def test_a_failure_here_gives_way_to_a_success_elsewhere_and_not_to_an_older_failure(
    machines: list[Store],
) -> None:
    one, two = machines
    failed = one.remember(URL, reason="no answer")
    later = two.remember(URL, reason="no such picture")
    assert one.known(URL) == later != failed
    found = two.remember(URL, name="imp")
    assert one.known(URL) == found
    failed = one.remember(URL, reason="gone")
    assert one.known(URL) == failed


def test_a_store_that_is_away_leaves_each_machine_with_its_own(
    machines: list[Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise UnavailableError("away")

    monkeypatch.setattr(ObjectStore, "read", away)
    monkeypatch.setattr(ObjectStore, "write", away)
    one, two = machines
    one.put("imp", b"PNG")
    known = one.remember(URL, name="imp")
    assert (one.known(URL), one.get("imp")) == (known, b"PNG")
    assert (two.known(URL), two.get("imp")) == (None, None)
