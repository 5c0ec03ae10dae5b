"""Whose picture is printed: the script's own, fetched once; the synced official one; else an emblem."""

import threading
import time
from pathlib import Path
from typing import Any

import composing
import pytest
from picturing import data_url, decoded, encoded, icon, script_with, site
from toolmaker_site import send

from builder import catalogue, documents, emblems
from builder.press.pictures import downloads, scaling, store
from builder.press.pictures.album import official_art
from builder.printables import common
from builder.printables.options import Options
from builder.settings import settings

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("fetching")]

BLUE = (20, 40, 200, 255)


def colour(address: str) -> Any:
    body = scaling.png(address)
    assert body
    picture = decoded(body)
    return picture.getpixel((picture.width // 2, picture.height // 2))


def test_a_picture_is_fetched_once_however_often_it_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answer(request: Any) -> None:
        asked.append(request.path)
        send(request, encoded(icon()), "text/plain; what a server calls it does not matter")

    with site(monkeypatch, {}, {"a.png": answer}) as address:
        script = script_with(f"{address}a.png", f"{address}a.png")
        first, again = documents.pictures(script), documents.pictures(script)
        store._at.cache_clear()  # another process
        third = documents.pictures(script)
    assert first == again == third
    assert len(asked) == 1
    assert colour(first.pictures["piper2"][0])[0] > 150


def test_looking_fetches_nothing_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with site(monkeypatch, {"a.png": encoded(icon())}) as address:
        script = script_with(f"{address}a.png", data_url(encoded(icon())))
        before = documents.pictures(script, fetch=False)
        printed = documents.pictures(script)
    after = documents.pictures(script, fetch=False)
    assert list(before.pictures) == ["piper2"]
    assert before.notices[0].message == "The picture of Piper 1 will be loaded when you download."
    assert list(after.pictures) == list(printed.pictures) == ["piper1", "piper2"]
    assert after.notices == ()


def test_whoever_switches_fetching_off_is_told_why_there_are_emblems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLOCKWRIGHT_FETCH_PICTURES", "0")
    settings.cache_clear()
    (notice,) = documents.pictures(script_with("https://icons.example/a.png")).notices
    assert notice.message == (
        "Could not load the picture of Piper 1 (icons.example): downloading is turned off here"
        " (CLOCKWRIGHT_FETCH_PICTURES=0). An emblem is printed instead."
    )


def test_slow_servers_cost_the_time_of_one_print_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(downloads, "SECONDS", 2)
    go_on = threading.Event()

    def slow(request: Any) -> None:
        go_on.wait(60)
        request.close_connection = True

    slow_ones = {f"slow{number}.png": slow for number in range(9)}
    with site(monkeypatch, {"quick.png": encoded(icon())}, slow_ones) as address:
        script = script_with(f"{address}quick.png", *(address + name for name in slow_ones))
        album = documents.pictures(script)
        go_on.set()
    assert list(album.pictures) == ["piper1"]
    assert all("it took too long" in notice.message for notice in album.notices)


def test_an_old_picture_stands_when_its_server_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    with site(monkeypatch, {"a.png": encoded(icon())}) as address:
        script = script_with(f"{address}a.png")
        before = documents.pictures(script)
    two_days_on = time.time() + 200_000
    monkeypatch.setattr(store.time, "time", lambda: two_days_on)
    assert documents.pictures(script) == before


def test_a_picture_that_changed_is_fetched_again_the_next_day(monkeypatch: pytest.MonkeyPatch) -> None:
    content = {"a.png": encoded(icon())}
    with site(monkeypatch, content) as address:
        script = script_with(f"{address}a.png")
        (before,) = documents.pictures(script).pictures["piper1"]
        content["a.png"] = encoded(icon(colour=BLUE))
        assert documents.pictures(script).pictures["piper1"] == (before,)
        two_days_on = time.time() + 200_000
        monkeypatch.setattr(store.time, "time", lambda: two_days_on)
        (after,) = documents.pictures(script).pictures["piper1"]
    assert colour(before)[0] > 150
    assert colour(after)[2] > 150


def test_both_versions_of_a_picture_are_brought_where_both_are_printed() -> None:
    red, blue = data_url(encoded(icon())), data_url(encoded(icon(colour=BLUE)))
    script = script_with([red, blue], [red, "nonsense"], ["nonsense", blue])
    first_only = documents.pictures(script)
    every = documents.pictures(script, every_version=True)
    assert [len(addresses) for addresses in first_only.pictures.values()] == [1, 1]
    assert [colour(address)[2] > 150 for address in every.pictures["piper1"]] == [False, True]
    assert [colour(address)[2] > 150 for address in every.pictures["piper2"]] == [False, False]
    assert [colour(address)[2] > 150 for address in every.pictures["piper3"]] == [True, True]


def test_the_logo_of_a_script_is_a_picture_too() -> None:
    script = script_with(None, logo=data_url(encoded(icon())))
    assert colour(documents.pictures(script).logo)[0] > 150
    missing = documents.pictures(script_with(None, logo="logo.png"))
    assert missing.logo == ""
    assert missing.notices[0].message == (
        "Could not load the logo (logo.png): this is not a full address; start it with https://. "
        "The name is printed instead."
    )


def test_synced_art_is_printed_where_the_script_has_no_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    art = tmp_path / "imp_e.webp"
    art.write_bytes(encoded(icon(colour=BLUE), "WEBP"))
    broken = tmp_path / "monk_g.webp"
    broken.write_bytes(b"no picture")
    synced = {"imp": (art, art), "monk": (broken,)}
    monkeypatch.setattr(catalogue, "art", lambda key: synced.get(key, ()))
    album = documents.pictures(composing.script("imp", "monk", "baron"))
    assert list(album.pictures) == ["imp"]
    assert colour(album.pictures["imp"][0])[2] > 150
    assert len(official_art("imp", every_version=True)) == 2


def test_no_two_homebrew_characters_of_a_script_share_an_emblem() -> None:
    names = ("Lantern Keeper", "Lantern Maker", "Lantern", "Lantern Bearer", "Lamplighter")
    entries = [
        {"id": f"x{number}", "name": name, "team": "townsfolk", "ability": "You glow."}
        for number, name in enumerate(names)
    ]
    script = composing.script("nightwatchman", *entries)
    chosen = emblems.assign(script.characters)
    assert len(set(chosen.values())) == len(names) + 1
    assert chosen["nightwatchman"] == "lantern-flame"
    shown = [common.icon(each, Options(emblems=chosen)).url for each in script.characters]
    assert shown == [f"clockwright:emblem/townsfolk/{emblem}" for emblem in chosen.values()]
