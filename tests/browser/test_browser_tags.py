"""The editor's tags while somebody types: they follow the ability's words without a reload, ticks of one's own stay."""

import pytest
from browsing import opened
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.full
SHARES_A_SERVER = True


def test_tags_follow_the_words_and_one_own_tick_makes_them_stay(page: Page) -> None:
    lamp = {"id": "lamp_own", "name": "Lamplighter", "team": "townsfolk", "ability": ""}
    opened(page, [lamp, "imp"], "/characters/lamp_own")
    information = page.locator('[data-tag][value="information"]')
    expect(information).not_to_be_checked()
    expect(page.get_by_text("Still missing: ability")).to_be_visible()
    page.locator("#ability").fill("Each night, you learn a player.")
    expect(information).to_be_checked()
    expect(page.get_by_text("Still missing: ability")).to_have_count(0)
    information.uncheck()
    expect(page.locator("#tags-hint")).to_contain_text("Your own choice")
    expect(information).not_to_be_checked()
