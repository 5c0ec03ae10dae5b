"""What breaks a server that trusts its input and its disk: each was a 500 or a freeze once."""

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from patience import little_work
from thread_runner import ThreadRunner

from builder import files, formats
from builder.artefact import PDF, Artefact, PrintRequest
from builder.errors import UnreadableScriptError
from builder.game.ids import key
from builder.printables.night import steps
from builder.web.infra.render_cache import RenderCache


def test_thousands_of_combining_marks_take_no_time() -> None:
    marks = "a" + "\u0301\u0316" * 60_000
    with little_work():
        key(marks)
        files.safe_name(marks)


def test_thousands_of_marks_in_a_reminder_take_no_time() -> None:
    with little_work():
        assert list(steps("**a" * 20_000))


def test_an_entry_kept_aside_for_a_place_beyond_all_lists_is_put_at_the_end() -> None:
    block = {"format": 1, "left_out": [{"at": 10**30, "entry": "baron"}]}
    script = formats.read(json.dumps([{"id": "_meta", "name": "x", "clockwright": block}, "imp"]))
    assert [entry.id for entry in script.entries] == ["imp", "baron"]


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://]"])
def test_an_origin_that_is_no_address_is_another_site(client: FlaskClient, origin: str) -> None:
    assert client.post("/look", data={"theme": "dark"}, headers={"Origin": origin}).status_code == 403


@pytest.mark.parametrize("name", ["a" * 300 + ".css", "css/" + "a/" * 3000 + "x.css"])
def test_a_file_name_that_no_file_can_have_is_not_found(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/x/{name}").status_code == 404


@pytest.mark.parametrize("damage", [b"", b'{"kind":"sheet"', b"[]\n", b'{"kind":"sheet"}\n%PDF'])
def test_a_damaged_document_is_made_anew(tmp_path: Path, damage: bytes) -> None:
    cache = RenderCache(ThreadRunner(), tmp_path, fingerprint="1")
    wanted = PrintRequest("sheet", "classic", "a4")
    try:
        key = cache._request_key("[]", wanted)
        cache._cache.write(f"{key}.artefact", Artefact("sheet.pdf", PDF, b"%PDF whole").packed())
        (cached,) = tmp_path.glob("*.artefact")
        whole = cached.read_bytes()
        assert cache.finished("[]", wanted)
        for bad in (damage, whole[:-3]):
            cached.write_bytes(bad)
            assert cache.finished("[]", wanted) is None
            assert not cached.exists()
    finally:
        cache.close()


def test_a_number_of_hundreds_of_digits_is_a_late_place_in_the_night_or_a_fault() -> None:
    from builder import catalogue
    from builder.game.night import night_sheet

    entry = {"id": "own", "name": "Own", "team": "demon", "ability": "x", "firstNight": 10**299}
    script = formats.read(json.dumps([entry | {"firstNightReminder": "Nod."}]))
    assert any(row.id == "own" for row in night_sheet(script, catalogue.night_order()).first)
    with pytest.raises(UnreadableScriptError, match=r"column .* too large"):
        formats.read(json.dumps([entry | {"firstNight": 10**400}]))
