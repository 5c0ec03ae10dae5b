"""Dealing to a table: names that stay on this device, one token at a time on a passed phone, the Grimoire."""

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from barriers import barriers
from browsing import opened
from playwright.sync_api import Page, Request, expect

from builder import assets

pytestmark = pytest.mark.full
SHARES_A_SERVER = True

NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Freya", "Gus", "Hana", "Igor"]


#: Exactly those who play with nine: each game has all of them.
NINE = '["monk", "empath", "fortuneteller", "ravenkeeper", "chef", "butler", "saint", "poisoner", "imp"]'


def deal_page(page: Page, script: str = "") -> None:
    text = script or assets.data("samples", "a-murmur-of-moths.json").read_text("utf-8")
    opened(page, text, "/deal")


def dealt(page: Page, script: str = "") -> None:
    """The same deal in each run: who has which token decides what the pages say.

    The page before it, where names are typed, is that of `test_nine_players_reach_the_first_reveal_in_few_taps`.
    """
    text = script or assets.data("samples", "a-murmur-of-moths.json").read_text("utf-8")
    path = opened(page, text)
    if not page.url.endswith("/healthz"):  # where a window is left that has been used before
        page.goto("/healthz")
    page.evaluate("names => { localStorage['clockwright.names'] = names; }", "\n".join(NAMES))
    page.goto(f"{path}/deal?players={len(NAMES)}&seed={os.environ.get('DEAL_SEED', '7')}#dealt")


def deal_by_names(page: Page, names: list[str]) -> None:
    """Types the names and deals."""
    deal_page(page)
    page.get_by_label("Names").fill("\n".join(names))
    page.locator("#seed").fill("7")
    page.get_by_role("button", name="Deal", exact=True).click()
    page.wait_for_url(re.compile("seed="))


def open_grimoire(page: Page) -> None:
    page.locator("[data-grimoire] > summary").click()


def tap(page: Page, name: str) -> None:
    """Taps a button once it is enabled. (By its text: that of a role is sought in all that the page has.)"""
    page.locator("button:visible", has_text=name).click()


@contextmanager
def requests_sent(page: Page) -> Iterator[list[str]]:
    """The addresses and bodies of all requests of the page."""
    sent: list[str] = []

    def note(request: Request) -> None:
        sent.append(request.url + (request.post_data or ""))

    page.context.on("request", note)
    yield sent
    page.context.remove_listener("request", note)


def pass_on(page: Page) -> None:
    """Hides the token; the last player passes the phone to nobody."""
    page.locator("#reveal [data-pass-on]").click()


def shown(page: Page) -> str:
    return page.locator("[data-shown]").inner_text()


def test_nine_players_reach_the_first_reveal_in_few_taps(page: Page, complaints: list[str]) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    deal_page(page)
    count_taps(page)
    names = page.get_by_label("Names")
    names.click()
    page.keyboard.type("\n".join(NAMES))
    expect(page.get_by_label("Players")).to_have_value("9")
    page.get_by_role("button", name="Deal", exact=True).click()
    page.wait_for_url(re.compile("seed="))
    count_taps(page)
    page.get_by_role("button", name="Reveal one at a time").click()
    expect(page.get_by_role("heading", name="Pass the phone to Ada")).to_be_visible()
    assert barriers(page) == []
    tap(page, "Show my token")
    expect(page.locator(".own-token h2")).to_be_visible()
    assert barriers(page) == []
    assert 0 < page.evaluate("+sessionStorage.taps") <= 12
    assert complaints == []


def count_taps(page: Page) -> None:
    """Those on the page as it is now are counted, together with those on the pages before."""
    page.evaluate(
        "addEventListener('click', (event) => {"
        " if (event.isTrusted) sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1; }, true)"
    )


def come_back(page: Page) -> None:
    """Leaves the page and finds its game again, with the first night; then deals again."""
    demon = page.locator("#first-night li", has_text="Demon Info")
    assert [name for name in NAMES if name in demon.locator(".wake-players").inner_text()]
    demon.get_by_role("checkbox").check()
    address = page.url
    page.get_by_role("link", name="Night order").click()
    page.get_by_role("link", name="Deal", exact=True).click()
    expect(page.get_by_text("Your game for 9 players")).to_be_visible()
    assert barriers(page, "#last-game") == []
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.get_by_text("Deal again?")).to_be_visible()
    tap(page, "Cancel")
    page.get_by_role("link", name="Continue your game").click()
    page.wait_for_url(address)
    expect(page.locator("[data-ring]")).to_be_hidden()
    tap(page, "First night")
    tap(page, "I am the Storyteller")
    expect(demon.get_by_role("checkbox")).to_be_checked()
    expect(page.get_by_role("heading", name="First night")).to_be_in_viewport()
    page.get_by_role("button", name="Deal all again").click()
    tap(page, "Deal again")
    page.wait_for_url(lambda url: url != address)
    expect(page.locator("[data-ring]")).to_be_visible()
    expect(page.get_by_role("button", name="Reveal one at a time")).to_be_visible()


def test_one_at_a_time_and_nothing_else_on_the_screen(page: Page, complaints: list[str]) -> None:
    dealt(page)
    open_grimoire(page)
    seen = []
    page.get_by_role("button", name="Reveal one at a time").click()
    for name in NAMES:
        expect(page.locator("#reveal-head")).to_have_text(f"Pass the phone to {name}")
        assert shown(page) == ""
        box = page.locator("#reveal").bounding_box()
        assert box
        assert (box["width"], box["height"]) == (1280, 900)
        tap(page, "Show my token")
        words = shown(page)
        assert words.startswith(name)
        assert not re.search(r"\bSeat \d", words)
        seen.append(page.locator(".own-token h2").inner_text())
        pass_on(page)
    expect(page.get_by_text("Everyone has seen their token.")).to_be_visible()
    tap(page, "Done")
    expect(page.locator("[data-ring]")).to_be_hidden()
    tap(page, "First night")
    expect(page.get_by_text("Are you the Storyteller?")).to_be_visible()
    assert barriers(page) == []
    tap(page, "Cancel")
    expect(page.locator("[data-ring]")).to_be_hidden()
    open_grimoire(page)
    tap(page, "I am the Storyteller")
    assert sorted(page.locator(".bag-name b").all_inner_texts()) == sorted(seen)
    for name in NAMES:
        expect(page.locator(".ring-player", has_text=name)).to_be_visible()
    assert barriers(page, "#dealt") == []
    come_back(page)
    assert complaints == []


def test_back_escape_reload_and_a_double_tap_hide_the_token(page: Page) -> None:
    dealt(page)
    address = page.url
    page.get_by_role("button", name="Reveal one at a time").click()
    tap(page, "Show my token")
    double_tap_on_hide(page)
    for hide in (page.go_back, lambda: page.keyboard.press("Escape")):
        tap(page, "Show my token")
        expect(page.locator(".own-token")).to_be_visible()
        hide()
        expect(page.get_by_role("heading", name="Pass the phone to Ben")).to_be_visible()
        expect(page.locator(".own-token")).to_have_count(0)
        assert page.url == address
    tap(page, "Show my token")
    page.reload()
    expect(page.locator(".own-token")).to_have_count(0)
    expect(page.locator("[data-ring]")).to_be_hidden()
    page.get_by_role("button", name="Go on with Ben (2 of 9)").click()
    expect(page.get_by_role("heading", name="Pass the phone to Ben")).to_be_visible()
    tap(page, "Show my token")
    pass_on(page)
    tap(page, "Stop")
    expect(page.get_by_role("button", name="Go on with Cleo (3 of 9)")).to_be_visible()
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_role("heading", name="Pass the phone to Ada")).to_be_visible()
    tap(page, "Stop")
    expect(page.get_by_role("button", name="Start over")).to_be_hidden()


def double_tap_on_hide(page: Page) -> None:
    """The second tap is where the next player's “Show my token” comes, and does nothing."""
    expect(page.get_by_role("button", name="Hide and pass on")).to_be_enabled()
    page.evaluate("""async () => {
        document.querySelector("#reveal [data-pass-on]").click();
        await new Promise(done => setTimeout(done, 200)); // timers keep their order, however busy the machine is
        document.querySelector("#reveal [data-look]").click();
    }""")
    expect(page.get_by_role("heading", name="Pass the phone to Ben")).to_be_visible()
    expect(page.locator(".own-token")).to_have_count(0)


def test_names_stay_on_this_device(page: Page, tmp_path: Path) -> None:
    with requests_sent(page) as sent:
        deal_by_names(page, NAMES)
        open_grimoire(page)
        with page.expect_download() as picture:
            page.get_by_role("button", name="Save as picture").click()
        picture.value.save_as(tmp_path / "grimoire.png")
        assert (tmp_path / "grimoire.png").read_bytes().startswith(b"\x89PNG")
        assert sent
        assert not [request for request in sent if "Freya" in request]
        page.goto(page.url.partition("?")[0])
        expect(page.get_by_label("Names")).to_have_value("\n".join(NAMES))
        expect(page.get_by_label("Players")).to_have_value("9")
        with page.expect_download(timeout=90_000) as cards:
            page.get_by_role("button", name="Tent cards").click()
        cards.value.save_as(tmp_path / "cards.pdf")
        assert (tmp_path / "cards.pdf").read_bytes().startswith(b"%PDF")
        assert len([request for request in sent if "Freya" in request]) == 1
    assert "Freya" not in json.dumps(page.context.cookies())


def open_menu(page: Page, name: str) -> None:
    page.locator("[data-ring] li", has=page.locator(".ring-player", has_text=name)).locator("button").click()


def exchange(page: Page, one: str, other: str) -> None:
    open_menu(page, one)
    tap(page, "Exchange with")
    expect(page.get_by_text(f"Tap the player to exchange {one} with")).to_be_visible()
    open_menu(page, other)


def grimoire_list(page: Page) -> list[str]:
    """The players and their tokens, for whoever has opened the Grimoire."""
    rows = page.locator(".bag-token")
    expect(rows.first).to_be_visible()  # once the question who has the phone is answered, and its dialog gone
    return [" ".join(text.split()) for text in rows.locator(".seat, b").all_inner_texts()]


def test_a_dealt_game_stays_as_it_was_dealt(page: Page, complaints: list[str]) -> None:
    dealt(page)
    address = page.url
    open_grimoire(page)
    before = grimoire_list(page)
    assert before[0] == "Ada"
    with page.expect_response("**/deal/game"):
        exchange(page, "Ada", "Emil")
    expect(page.get_by_text("changed by hand")).to_be_visible()
    after = [*before[:1], before[9], *before[2:9], before[1], *before[10:]]
    expect(page.locator(".bag-token b").nth(4)).to_have_text(before[1])
    assert grimoire_list(page) == after
    drop_who_is_not_in_play(page)
    page.get_by_text("Names and new deal").click()
    names = page.get_by_label("Names (optional")
    names.fill("\n".join(["Zoe", *NAMES[1:]]))
    assert grimoire_list(page) == after
    with page.expect_response("**/deal/game"):
        page.reload()
    open_grimoire(page)
    expect(page.get_by_text("The script changed since this deal; the game stays as dealt.")).to_be_visible()
    assert page.url == address
    assert grimoire_list(page) == after
    page.get_by_text("Names and new deal").click()
    page.get_by_role("button", name="Rename the players of this game").click()
    assert grimoire_list(page) == ["Zoe", *after[1:]]
    page.goto("/")
    offer = page.locator("#running-game")
    expect(offer).to_contain_text("Your game for 9 players: A Murmur of Moths")
    expect(offer.get_by_role("link", name="Continue your game")).to_be_in_viewport()
    card = page.locator(f"#script-{address.split('/s/')[1].split('/')[0]}")
    card.locator("summary").click()
    expect(card.get_by_role("link", name="Continue your game")).to_be_visible()
    offer.get_by_role("link", name="Continue your game").click()
    page.wait_for_url(address)
    open_grimoire(page)
    latecomer(page, after)
    assert complaints == []


def drop_who_is_not_in_play(page: Page) -> None:
    """Takes a character off the script that no player has."""
    game = page.locator("#change [name=game]").input_value()
    seats = json.dumps(json.loads(game)["seats"])
    who = next(
        each
        for each in ("steward", "clockmaker", "empath", "monk", "slayer", "virgin", "gossip", "savant")
        if each not in seats
    )
    op = json.dumps({"op": "drop", "who": [[0, who]]})
    path = page.url.partition("/deal")[0]
    answer = page.request.post(f"{path}/do", form={"op": op}, headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.ok


def test_who_saw_a_token_that_was_exchanged_has_to_look_again(page: Page, complaints: list[str]) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    dealt(page)
    address, said = page.url, page.locator("#game-said")
    expect(page.get_by_label("Names (optional")).to_be_hidden()
    page.get_by_role("button", name="Reveal one at a time").click()
    seen = []
    for _ in NAMES[:2]:
        tap(page, "Show my token")
        seen.append(page.locator(".own-token h2").inner_text())
        pass_on(page)
    tap(page, "Stop")
    open_grimoire(page)
    tap(page, "I am the Storyteller")
    before = grimoire_list(page)
    exchange(page, "Ada", "Igor")
    expect(page.get_by_text("Already seen by Ada. Exchange the tokens anyway?")).to_be_visible()
    assert barriers(page) == []
    tap(page, "Cancel")
    assert grimoire_list(page) == before
    exchange(page, "Ada", "Igor")
    tap(page, "Exchange the tokens")
    outdated = page.locator("[data-outdated] li").first
    expect(outdated).to_contain_text(f"Ada has already seen {seen[0]}: show the new token.")
    expect(said).to_contain_text(f"Ada ↔ Igor · Ada has already seen {seen[0]}")
    page.get_by_role("button", name="Undo").click()
    expect(said).to_have_text("Undone: Ada ↔ Igor")
    assert (page.url, grimoire_list(page)) == (address, before)
    expect(page.get_by_role("button", name="Go on with Cleo (3 of 9)")).to_be_visible()
    page.get_by_role("button", name="Redo").click()
    expect(outdated).to_contain_text("Ada has already seen")
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()
    assert barriers(page, "[data-outdated]") == []
    page.reload()
    page.get_by_role("button", name="Go on with Ada (1 of 9)").click()
    expect(page.locator("#reveal-head")).to_have_text("Pass the phone to Ada")
    tap(page, "Stop")
    told = {text.split("\n")[0]: text for text in reveal_to_all(page)}
    assert list(told) == [name for name in NAMES if name != "Ben"]
    assert (before[17] in told["Ada"], before[1] in told["Igor"]) == (True, True)
    assert seen[0] == before[1]
    assert complaints == []


def latecomer(page: Page, before: list[str]) -> None:
    """Somebody joins between the third and the fourth player, and is shown their token alone."""
    page.get_by_text("Change a player, exchange two, or seat a latecomer").click()
    page.get_by_label("Name", exact=True).fill("Late Lou")
    page.locator("select[name=at]").select_option(label="after Cleo")
    page.locator("select[name=traveller]").select_option("thief")
    page.get_by_role("button", name="Join the game").click()
    expect(page.locator(".bag-token .seat").nth(3)).to_have_text("Late Lou")
    assert grimoire_list(page) == ["Zoe", *before[1:6], "Late Lou", "Thief", *before[6:]]
    page.get_by_role("button", name="Show Late Lou").click()
    expect(page.get_by_role("heading", name="Pass the phone to Late Lou")).to_be_visible()
    tap(page, "Show my token")
    assert "You are good." in shown(page)
    page.get_by_role("button", name="Hide", exact=True).click()
    give_back(page)
    expect(page.locator("#reveal")).to_be_hidden()
    assert barriers(page, "[data-ring]") == []


def give_back(page: Page) -> None:
    """Gives the phone back: the Grimoire is closed until the Storyteller says who they are."""
    expect(page.get_by_role("heading", name="Give the phone back to the Storyteller.")).to_be_visible()
    expect(page.locator("[data-ring]")).to_be_hidden()
    tap(page, "Done")
    expect(page.get_by_text("Are you the Storyteller?")).to_be_visible()
    expect(page.locator("[data-ring]")).to_be_hidden()
    tap(page, "I am the Storyteller")
    expect(page.locator("[data-ring]")).to_be_visible()


def test_after_the_round_only_who_changed_looks_again_and_a_second_round_keeps_the_night(
    page: Page, complaints: list[str]
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    dealt(page, NINE)
    assert len(reveal_to_all(page)) == len(NAMES)
    open_grimoire(page)
    tap(page, "I am the Storyteller")
    is_monk = page.locator('.bag [data-at="2"]').get_attribute("data-character") == "monk"
    open_menu(page, "Ben")
    page.locator("#token-menu [data-becomes]").select_option("chef" if is_monk else "monk")
    page.locator('#token-menu [data-do="become"]').click()
    start = page.locator("[data-start]")
    expect(start).to_have_text("Show Ben the new token")
    expect(page.locator("#tonight")).to_be_visible()
    start.click()
    shown_to_ben_alone(page)
    expect(start).to_have_text("First night")
    open_menu(page, "Ben")
    tap(page, "Show the token")
    shown_to_ben_alone(page)
    page.get_by_role("button", name="Show Cleo").click()
    tap(page, "Stop")
    expect(page.locator("[data-ring]")).to_be_hidden()
    tap(page, "Cancel")
    expect(page.get_by_text("Show the Grimoire")).to_be_visible()
    stop_a_second_round(page)
    assert complaints == []


def shown_to_ben_alone(page: Page) -> None:
    """Nobody sees the Grimoire until the Storyteller has the phone again."""
    expect(page.get_by_role("heading", name="Pass the phone to Ben")).to_be_visible()
    tap(page, "Show my token")
    page.get_by_role("button", name="Hide", exact=True).click()
    give_back(page)


def stop_a_second_round(page: Page) -> None:
    """The night goes on, whether or not somebody looked again."""
    tap(page, "Reveal again")
    tap(page, "Stop")
    for _ in range(2):
        expect(page.locator("[data-start]")).to_have_text("First night")
        page.reload()
    tap(page, "Reveal again")
    tap(page, "Show my token")
    pass_on(page)
    tap(page, "Stop")
    expect(page.locator("[data-start]")).to_have_text("First night")
    tap(page, "Go on with Ben (2 of 9)")
    expect(page.get_by_role("heading", name="Pass the phone to Ben")).to_be_visible()


def test_players_follow_the_names_and_a_difference_is_said_before_the_deal(page: Page) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    deal_page(page)
    names, players = page.get_by_label("Names (optional"), page.get_by_label("Players")
    deal = page.get_by_role("button", name="Deal", exact=True)
    expect(deal).to_be_in_viewport(ratio=1)
    names.fill("\n".join(NAMES))
    expect(players).to_have_value("9")
    expect(deal).to_be_in_viewport(ratio=1)  # however many names there are
    players.fill("7")
    expect(page.get_by_text("9 names, but 7 players: Hana, Igor will not be in the game.")).to_be_visible()
    page.reload()
    expect(players).to_have_value("7")
    page.get_by_role("button", name="Deal for 9 players").click()
    expect(players).to_have_value("9")
    expect(page.locator("#differs")).to_be_hidden()
    names.fill("\n".join(NAMES * 2))
    expect(page.get_by_label("Travellers")).to_have_value("3")
    page.reload()
    expect(players).to_have_value("18")


def test_the_dead_their_votes_and_reminders_are_marked_at_the_token_on_this_device(
    page: Page, complaints: list[str]
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    with requests_sent(page) as sent:
        dealt(page)
        open_grimoire(page)
        ben = page.locator("[data-ring] [data-at='2']")
        listed = page.locator(".bag-token").nth(1)
        before = grimoire_list(page)
        open_menu(page, "Ben")
        assert barriers(page) == []
        page.get_by_role("button", name="Dead", exact=True).click()
        expect(page.locator("#game-said")).to_have_text("Ben – Dead")
        expect(listed).to_contain_text("dead")
        expect(page.get_by_role("button", name=re.compile(r"^Ben .* dead\b"))).to_be_visible()
        open_menu(page, "Ben")
        page.keyboard.press("Escape")
        expect(page.locator("#token-menu")).to_be_hidden()
        page.get_by_role("button", name="Mark … Ben").press("Enter")
        tap(page, "Ghost vote used")
        expect(listed).to_contain_text("dead · ghost vote used")
        open_menu(page, "Ben")
        page.get_by_label("Reminder", exact=True).select_option("Poisoned")
        page.get_by_role("button", name="Add", exact=True).click()
        page.reload()
        open_grimoire(page)
        expect(ben).to_have_class(re.compile(r"is-dead"))
        expect(ben).to_contain_text("Poisoned")
        expect(listed).to_contain_text("dead · ghost vote used")
        assert barriers(page, "[data-ring], .bag") == []
        drawn = page.locator("[data-circle] [data-seat-number='2']")
        expect(drawn).to_contain_text("Poisoned")
        expect(drawn).to_contain_text("dead")
        expect(drawn.locator(".g-shroud")).to_have_count(1)
        open_menu(page, "Ben")
        page.get_by_role("button", name="Remove Poisoned").click()
        expect(ben).not_to_contain_text("Poisoned")
        expect(drawn).not_to_contain_text("Poisoned")
        undo = page.get_by_role("button", name="Undo")
        undo.click()
        expect(ben).to_contain_text("Poisoned")
        undo.click()
        expect(ben).not_to_contain_text("Poisoned")
        undo.click()
        expect(listed.locator("[data-state]")).to_have_text("dead")
        undo.click()
        expect(ben).not_to_have_class(re.compile("is-dead"))
        assert grimoire_list(page) == before
    assert sent
    assert not [request for request in sent if "isDead" in request or "isVoteUsed" in request]
    assert complaints == []


def test_a_dealt_reminder_is_removed_alone_and_only_where_it_is(page: Page, complaints: list[str]) -> None:
    dealt(page)
    page.evaluate("""() => {
        const name = Object.keys(localStorage).find(one => one.startsWith("clockwright.game."));
        const game = JSON.parse(localStorage[name]), dealt = JSON.parse(game.game);
        const drunk = (by, number) => ({ text: "Drunk", by, may: [], number });
        dealt.seats.forEach(seat => seat.marks = []);
        dealt.seats[1].marks = [drunk("sailor", 7), drunk("courtier", 8)];
        localStorage[name] = JSON.stringify({ ...game, game: JSON.stringify(dealt) });
    }""")
    with page.expect_response("**/deal/game"):
        page.reload()
    open_grimoire(page)
    ben, cleo = (page.locator(f"[data-ring] [data-at='{seat}'] .marker:visible") for seat in (2, 3))
    expect(ben).to_have_text(["Drunk"] * 2)
    open_menu(page, "Ben")
    page.get_by_role("button", name="Remove Drunk").first.click()
    expect(ben).to_have_text(["Drunk"])
    open_menu(page, "Ben")
    expect(page.get_by_role("button", name="Remove Drunk")).to_have_count(1)
    page.keyboard.press("Escape")
    for count in (0, 2):
        with page.expect_response("**/deal/game"):
            exchange(page, "Ben", "Cleo")
        expect(ben).to_have_count(count)
        expect(cleo).to_have_count(2 - count)
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    expect(cleo).to_have_count(2)
    undo.click()
    expect(ben).to_have_count(1)
    assert complaints == []


def test_the_whole_circle_is_on_one_screen_with_names_to_read(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    deal_by_names(page, ["Grace Montgomery", "Maximiliane Louise", *NAMES, "Jo", "Kim"])
    open_grimoire(page)
    expect_whole_circle(page, 844)
    for width, height in ((844, 390), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        expect_whole_circle(page, height)


def expect_whole_circle(page: Page, height: int) -> None:
    """Every seat is inside the ring, apart from all others, with a name that can be read."""
    seen = page.locator("[data-ring]").evaluate(
        """ring => {
            const box = one => { const { left, top, right, bottom } = one.getBoundingClientRect();
                return [left, top, right, bottom]; };
            const texts = [...ring.querySelectorAll(".ring-player, .ring-character")];
            return {
                ring: box(ring), seats: [...ring.querySelectorAll("button")].map(box),
                letters: Math.min(...texts.map(one => parseFloat(getComputedStyle(one).fontSize))),
                cut: texts.filter(one => one.scrollHeight > one.clientHeight + 1).map(one => one.textContent),
            };
        }"""
    )
    left, top, right, bottom = seen["ring"]
    assert bottom - top <= height
    assert seen["letters"] >= 11
    assert seen["cut"] == []
    for one in seen["seats"]:
        assert left <= one[0] <= one[2] <= right
        assert top <= one[1] <= one[3] <= bottom
        assert min(one[2] - one[0], one[3] - one[1]) >= 24
    for at, one in enumerate(seen["seats"]):
        for other in seen["seats"][at + 1 :]:
            is_apart = one[2] <= other[0] + 1 or other[2] <= one[0] + 1
            assert is_apart or one[3] <= other[1] + 1 or other[3] <= one[1] + 1


#: For each reminder in the ring: whose it is, whether it is on something else, and whose token it is nearest to.
REMINDERS = """() => {
  const ring = document.querySelector("[data-ring]"), whole = ring.getBoundingClientRect();
  const seats = [...ring.children];
  const parts = seats.map(seat => [...seat.querySelectorAll(".disc, .ring-player, .ring-character")]
    .map(one => one.getBoundingClientRect()).filter(one => one.width));
  const gap = (a, b) => Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
  const chips = seats.flatMap((seat, at) => [...seat.querySelectorAll(".marker")].map(one => [one, at]));
  return chips.map(([one, at]) => {
    const box = one.getBoundingClientRect();
    const stack = one.parentElement.getBoundingClientRect();
    const gaps = parts.map(theirs => Math.min(...theirs.map(part => gap(stack, part))));
    const isOnOther = chips.some(([other]) => other !== one && gap(box, other.getBoundingClientRect()) < -1);
    const isOut = box.left < whole.left || box.right > whole.right || box.top < whole.top || box.bottom > whole.bottom;
    return {at, nearest: gaps.indexOf(Math.min(...gaps)), isOn: isOnOther || isOut || Math.min(...gaps) < -1};
  });
}"""


def test_a_player_becomes_another_character_during_the_game(page: Page, complaints: list[str]) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    dealt(page, NINE)
    open_grimoire(page)
    page.get_by_role("button", name="Next night").first.click()
    ben = page.locator(".bag-token").nth(1)
    before = ben.locator("b").inner_text()
    open_menu(page, "Ben")
    page.get_by_label("Another character").select_option("Imp")
    page.locator("#token-menu").get_by_role("button", name="Change", exact=True).click()
    expect(page.locator("#game-said")).to_have_text("Ben – Imp")
    expect(ben.locator("b")).to_have_text("Imp")
    expect(page.locator("[data-ring] [data-at='2']")).to_contain_text("Imp")
    awake = page.locator(".other-nights li", has_text="Imp").first
    expect(awake).to_contain_text("Ben")
    side = "evil" if before == "Poisoner" else "good"
    expect(ben).to_have_attribute("data-side", side)
    open_menu(page, "Ben")
    tap(page, "Make good" if side == "evil" else "Make evil")
    expect(ben).not_to_have_attribute("data-side", side)
    page.reload()
    open_grimoire(page)
    expect(ben.locator("b")).to_have_text("Imp")
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    expect(ben).to_have_attribute("data-side", side)
    undo.click()
    expect(ben.locator("b")).to_have_text(before)
    assert complaints == []


@pytest.mark.parametrize("players", [8, 15])
def test_reminders_are_whole_and_at_their_own_token(page: Page, players: int) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    deal_by_names(page, [*NAMES, *(name[:3] + "a" for name in NAMES)][:players])
    page.evaluate("""() => {
        const name = Object.keys(localStorage).find(one => one.startsWith("clockwright.game."));
        const added = [["Is The Demon", "Cursed"], ["Faux Paw"], [], ["Final night: no attack", "Wrong"], ["Poisoned"]];
        const game = JSON.parse(localStorage[name]);
        game.marks = Object.fromEntries(Array.from({length: 15}, (_, at) => [at, {added: added[at % 5]}]));
        localStorage[name] = JSON.stringify(game);
    }""")
    page.reload()
    open_grimoire(page)
    for width, height in ((390, 844), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(REMINDERS)
        assert len(found) >= players
        assert [one for one in found if one["isOn"] or one["nearest"] != one["at"]] == [], width
        assert page.locator("[data-ring] .disc").first.is_visible()


#: Clicks through a round as fast as the buttons can be pressed. What each player reads and where: the bottom of the
#: token, the top of the button under it, whether the token is longer than its box, and whether the page says so.
ROUND = """async () => {
  const [words, more, done] = ["shown", "more", "done"].map((name) => document.querySelector(`#reveal [data-${name}]`));
  const pressable = async (selector) => {
    const button = document.querySelector(selector);
    while (button.disabled || !button.checkVisibility()) await new Promise((go) => setTimeout(go, 25));
    return button;
  };
  document.querySelector("[data-start]").click();
  const found = [];
  while (done.hidden) {
    (await pressable("#reveal [data-look]")).click();
    const button = await pressable("#reveal [data-pass-on]");
    found.push({
      text: words.innerText, bottom: words.getBoundingClientRect().bottom, edge: button.getBoundingClientRect().top,
      isLonger: words.scrollHeight > words.clientHeight + 4,
      isSaid: more.checkVisibility({ visibilityProperty: true }),
    });
    button.click();
  }
  (await pressable("#reveal [data-done] [data-stop]")).click();
  return found;
}"""


def reveal_to_all(page: Page) -> list[str]:
    """What each player reads who has not seen their token; the button must never be over it."""
    found = page.evaluate(ROUND)
    for each in found:
        assert each["bottom"] <= each["edge"]
        assert each["isLonger"] == each["isSaid"]
    expect(page.locator("#reveal")).to_be_hidden()
    return [each["text"] for each in found]


def test_a_turned_phone_shows_the_whole_token_and_who_is_who_can_wait(page: Page) -> None:
    page.set_viewport_size({"width": 844, "height": 390})
    dealt(page)
    box = page.get_by_label("Evil players learn their team on the first night")
    expect(box).to_be_checked()
    box.uncheck()
    told = "\n".join(reveal_to_all(page))
    assert "Not in play:" in told
    assert "The Demon:" in told
    open_grimoire(page)
    tap(page, "I am the Storyteller")
    page.get_by_role("button", name="Deal all again").click()
    tap(page, "Deal again")
    page.wait_for_load_state()
    box.check()
    page.reload()
    expect(box).to_be_checked()
    told = "\n".join(reveal_to_all(page))
    for words in ("Not in play:", "The Demon:", "Your Minion"):
        assert words not in told
    assert told.count("The Storyteller tells you the rest on the first night.") >= 2
    page.set_viewport_size({"width": 568, "height": 320})
    open_grimoire(page)
    tap(page, "I am the Storyteller")
    row = page.locator("#first-night li", has=page.get_by_text("Demon Info", exact=True))
    demon = row.locator(".wake-players b").first
    expect(demon).not_to_have_text("")  # the page fills in names that only this device knows
    page.get_by_role("button", name=f"Show {demon.inner_text()}").click()
    tap(page, "Show my token")
    assert "Not in play:" in shown(page)
    expect(page.get_by_text("More below")).to_be_visible()
    page.locator("[data-shown]").evaluate("one => one.scrollTo(0, one.scrollHeight)")
    expect(page.get_by_text("More below")).to_be_hidden()


#: How often the circle is written to by going on to another night, in which nothing of it changes: to find its places
#: takes dozens of layouts.
WRITES = """async () => {
  await document.fonts.ready;
  const next = () => document.querySelector("[data-night-after]").click();
  next(); // with the letters that are there now
  let writes = 0;
  const observer = new MutationObserver((records) => (writes += records.length));
  observer.observe(document.querySelector("[data-ring]"), { attributes: true });
  next();
  await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go))));
  return writes;
}"""


def test_circle_and_tonight_are_side_by_side_through_the_nights(page: Page, complaints: list[str]) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    dealt(page, NINE)
    open_grimoire(page)
    for part in ("[data-ring]", "#tonight"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    rows = page.locator(".other-nights li:has([data-wakes])")
    expect(rows.first).to_be_hidden()
    page.locator(".tonight").get_by_role("button", name="Next night").last.click()
    expect(page.get_by_role("heading", name="Night 2")).to_be_focused()
    page.get_by_text("Names and new deal").click()
    page.get_by_text("Include or exclude characters").click()
    wish = page.locator(".wishes li").first.bounding_box()
    assert wish
    assert wish["width"] < 500  # what may be in stands beside its character
    # One who wakes dies and another is poisoned; so does the Ravenkeeper, who wakes just then.
    one, other, raven = (
        rows.filter(has_text=name).locator("[data-player]").first.inner_text()
        for name in ("Monk", "Butler", "Ravenkeeper")
    )
    for name, what in ((one, "Dead"), (raven, "Dead"), (other, "Add")):
        page.locator("[data-ring] button", has_text=name).click()
        if what == "Add":
            page.get_by_label("Reminder", exact=True).select_option("Poisoned")
        page.get_by_role("button", name=what, exact=True).click()
    of_other = rows.filter(has_text="Butler").first
    expect(of_other).to_contain_text("Poisoned")
    of_dead, of_death = (rows.filter(has_text=name).first for name in ("Monk", "Ravenkeeper"))
    for row in (of_dead, of_death):
        expect(row).to_contain_text("dead")
        expect(row.locator("> p:not([data-wakes])").first).to_be_visible()
        expect(row.locator(".wakes")).not_to_have_css("text-decoration-line", "line-through")
    expect(of_dead).to_contain_class("is-of-dead")
    expect(of_death).not_to_contain_class("is-of-dead")
    # What is done is one line, and is there again after a reload.
    done = of_other
    done.get_by_role("checkbox").check()
    expect(done.locator("> p:not([data-wakes])").first).to_be_hidden()
    assert barriers(page, "#tonight") == []
    page.reload()
    open_grimoire(page)
    expect(page.get_by_role("heading", name="Night 2")).to_be_visible()
    expect(done.get_by_role("checkbox")).to_be_checked()
    page.get_by_role("button", name="Next night").first.click()
    expect(page.get_by_role("heading", name="Night 3")).to_be_visible()
    expect(done.get_by_role("checkbox")).not_to_be_checked()
    assert page.evaluate(WRITES) == 0
    assert complaints == []


def test_a_game_of_an_older_version_begins_with_the_first_night(page: Page) -> None:
    dealt(page)
    get = "Object.keys(localStorage).find((name) => name.startsWith('clockwright.game.'))"
    for lines, heading in (
        (["2", "first poisoner"], "First night"),
        (["3", "2 other imp"], "Night 3"),
        (["night 2"], "Night 2"),
    ):
        page.evaluate(
            f"(lines) => {{ const name = {get}; const game = JSON.parse(localStorage[name]);"
            " localStorage[name.replace('.game.', '.night.')] = [game.id, ...lines].join('\\n'); }",
            lines,
        )
        page.reload()
        open_grimoire(page)
        expect(page.locator("#tonight-head")).to_have_text(heading)


def test_on_a_phone_the_night_is_one_tap_from_the_circle_and_its_cards_and_reminders_can_be_tapped(
    page: Page, complaints: list[str]
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    dealt(page)
    open_grimoire(page)
    circle_and_night_are_one_tap_apart(page)
    night = page.locator("#first-night")
    night.locator("[data-card]", has_text="THESE CHARACTERS ARE NOT IN PLAY").click()
    expect(page.get_by_role("heading", name="THESE CHARACTERS ARE NOT IN PLAY")).to_be_visible()
    expect(page.locator("[data-shown] .disc")).to_have_count(3)
    page.set_viewport_size({"width": 1366, "height": 768})
    boxes = [one.bounding_box() for one in page.locator("[data-shown] .own-side").all()]
    assert len({box["y"] for box in boxes if box}) == 1
    for token in page.locator("[data-shown] .own-side").all():
        expect(token).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("[data-ring]")).to_be_hidden()
    assert barriers(page) == []
    tap(page, "Hide")
    expect(page.locator("[data-ring]")).to_be_hidden()
    tap(page, "Back to the Grimoire")
    expect(night.locator("[data-card]", has_text="THESE CHARACTERS ARE NOT IN PLAY")).to_be_focused()
    expect(night.locator("[data-card]", has_text="THESE CHARACTERS ARE NOT IN PLAY")).to_be_in_viewport()
    page.locator(".tonight").get_by_role("button", name="Next night").last.click()
    page.locator(".other-nights [data-place]").first.click()
    menu = page.locator("#place-menu")
    text = menu.get_by_label("Reminder token").input_value()
    assert barriers(page) == []
    menu.get_by_role("button", name="Cleo", exact=True).click()
    expect(menu).to_be_hidden()
    expect(page.locator("#game-said")).to_have_text(f"Cleo: {text} added")
    cleo = page.locator("[data-ring] [data-at='3'] .marker:visible")
    expect(cleo).to_contain_text([text])
    page.get_by_role("button", name="Undo").click()
    expect(cleo.filter(has_text=text)).to_have_count(0)
    bluff = page.locator(".bluffs select").first
    other = bluff.locator("option:not(:checked)").first.inner_text()
    with page.expect_response("**/deal/game"):
        bluff.select_option(label=other)
    expect(page.locator("#game-said")).to_have_text(f"Bluff 1 – {other}")
    expect(bluff).to_be_focused()
    expect(bluff.locator("option:checked")).to_have_text(other)
    assert complaints == []


def circle_and_night_are_one_tap_apart(page: Page) -> None:
    parts = page.locator(".play-parts")
    parts.get_by_role("button", name="First night").click()
    expect(page.get_by_role("heading", name="First night")).to_be_in_viewport()
    expect(page.locator("[data-ring] li").first).not_to_be_in_viewport()
    parts.get_by_role("button", name="Circle").click()
    expect(page.locator("[data-ring] li").first).to_be_in_viewport()


def place_token(page: Page, who: str, player: str, night: str = ".other-nights") -> None:
    page.locator(f"{night} [data-place={who}]").first.click()
    page.locator("#place-menu").get_by_role("button", name=re.compile(rf"^{player}\b")).click()


def chips(page: Page) -> list[str]:
    """The reminders in the circle, each with its player."""
    return sorted(
        f"{seat.locator('.ring-player').inner_text()}: {text}"
        for seat in page.locator("[data-ring] > li").all()
        for text in seat.locator(".marker:visible").all_inner_texts()
        if text != "Red Herring"
    )


def test_nights_begin_at_their_top_and_reminders_end_at_dusk(page: Page, complaints: list[str]) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    dealt(page, NINE)
    open_grimoire(page)
    said = page.locator("#game-said")
    place_token(page, "poisoner", "Gus", "#first-night")
    expect(said).to_have_text("Gus: Poisoned added")
    over = page.locator("p[data-over]")
    expect(over).to_be_hidden()
    page.locator(".tonight > .take").get_by_role("button", name="Next night").click()
    expect(page.get_by_role("heading", name="Night 2")).to_be_focused()
    expect(page.get_by_role("heading", name="Night 2")).to_be_in_viewport()
    expect(over).to_contain_text("Ended at dusk: Poisoned (Gus)")
    over.get_by_role("button", name="Keep").click()
    expect(over).to_be_hidden()
    # The only token of its kind moves.
    place_token(page, "poisoner", "Emil")
    expect(said).to_have_text("Poisoned – Gus → Emil")
    assert chips(page) == ["Emil: Poisoned"]
    page.locator(".other-nights [data-place=poisoner]").first.click()
    expect(page.locator("#place-menu")).to_contain_text("Now by Emil.")
    page.keyboard.press("Escape")
    # The Imp's token is a death; the Ravenkeeper wakes that night, and no later one.
    rows = page.locator(".other-nights li:has([data-wakes])")
    raven_row = rows.filter(has_text="Ravenkeeper").first
    raven = raven_row.locator("[data-player]").first.inner_text()
    place_token(page, "imp", raven)
    expect(said).to_have_text(f"{raven} – Dead")
    expect(raven_row).not_to_contain_class("is-of-dead")
    day = page.locator(".day")
    expect(day).to_contain_text(f"Died tonight: {raven}")
    expect(day).to_contain_text("Alive: 8 · votes to execute: 4")
    executed = "Ada" if raven != "Ada" else "Ben"
    day.get_by_label("Executed").select_option(label=executed)
    expect(said).to_have_text(f"Executed – {executed}")
    expect(day).to_contain_text(f"Died tonight: {raven}")
    expect(day).to_contain_text("Alive: 7 · votes to execute: 4")
    expect(raven_row).not_to_contain_class("is-of-dead")
    the_next_night_on_a_laptop(page)
    assert complaints == []


def the_next_night_on_a_laptop(page: Page) -> None:
    """It begins at its top, takes the reminder of the last one away, and goes back to it."""
    page.set_viewport_size({"width": 1366, "height": 768})
    tonight = page.locator("#tonight")
    tonight.evaluate("one => { one.scrollTop = one.scrollHeight; }")
    page.locator(".tonight-head [data-night-after]").click()
    expect(page.locator("#tonight-head")).to_have_text("Night 3")
    assert tonight.evaluate("one => one.scrollTop") == 0
    expect(page.locator("[data-night-after]").first).to_be_focused()
    expect(page.locator(".other-nights li", has_text="Ravenkeeper").first).to_contain_class("is-of-dead")
    assert barriers(page, "p[data-over], .day") == []
    page.locator("p[data-over]").get_by_role("button", name="Remove").click()
    expect(page.locator("#game-said")).to_have_text("Removed: Poisoned")
    assert chips(page) == []
    page.get_by_role("button", name="Undo").click()
    assert chips(page) == ["Emil: Poisoned"]
    page.get_by_role("button", name="Previous night").click()
    expect(page.get_by_text("An earlier night: what is marked is shown as it is now.")).to_be_visible()
    expect(page.locator("[data-votes]")).to_be_hidden()


#: Two Safe tokens of one character, and a row that shows a token which it leaves open.
SHOWN = '["washerwoman", "innkeeper", "fortuneteller", "undertaker", "chef", "butler", "saint", "poisoner", "imp"]'


def test_any_character_can_be_shown_and_one_of_several_tokens_is_chosen(
    page: Page, complaints: list[str]
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    dealt(page, SHOWN)
    open_grimoire(page)
    page.locator("#first-night").get_by_role("button", name="TOWNSFOLK").click()
    expect(page.locator("#reveal")).to_be_hidden()
    expect(page.locator("#place-menu").get_by_role("combobox")).to_have_value("Townsfolk")
    page.locator("#place-menu").get_by_role("button", name="Cleo", exact=True).click()
    character = page.locator("[data-ring] [data-at='3'] .ring-character").inner_text()
    row = page.locator("#first-night li", has=page.get_by_role("button", name="TOWNSFOLK"))
    expect(row).to_contain_text("Townsfolk Cleo")
    button = row.get_by_role("button", name="Show a character")
    button.click()
    menu = page.locator("#show-menu")
    expect(menu.locator("select option:checked")).to_have_text(character)
    assert barriers(page) == []
    tap(page, "Show full screen")
    expect(page.locator(".own-token h2")).to_have_text(character)
    expect(page.locator("[data-ring]")).to_be_hidden()
    page.get_by_role("button", name="Hide", exact=True).click()
    expect(page.get_by_role("heading", name="The card is hidden.")).to_be_visible()
    assert barriers(page) == []
    tap(page, "Back to the Grimoire")
    expect(button).to_be_focused()
    expect(button).to_be_in_viewport()
    page.locator(".tonight > .take").get_by_role("button", name="Next night").click()
    for name in ("Ada", "Ben"):
        place_token(page, "innkeeper", name)
    place_token(page, "innkeeper", "Dora")
    take = page.locator("#take-menu")
    expect(take).to_contain_text("All “Safe” tokens are placed.")
    assert barriers(page) == []
    take.get_by_role("button", name="Ben").click()
    assert chips(page) == ["Ada: Safe", "Cleo: Townsfolk", "Dora: Safe"]
    page.get_by_label("Executed").select_option(label="Cleo")
    page.locator(".tonight > .take").get_by_role("button", name="Next night").click()
    page.locator(".other-nights [data-of=undertaker]").click()
    expect(menu.locator("select option:checked")).to_have_text(character)
    assert complaints == []
