"""Dealing in the browser: a legal game, why, and the same one again from its address."""

import html
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from instant_press import InstantPress
from opening import opened

import builder
from builder import assets, catalogue, language
from builder.printables import options, table


@pytest.fixture
def path(client: FlaskClient) -> str:
    text = assets.data("samples", "a-murmur-of-moths.json").read_text("utf-8")
    return opened(client, text)


def bag(page: str) -> list[str]:
    part = page.partition('class="bag"')[2].partition("</ul>")[0]
    return re.findall(r"<b>(?:<a [^>]+>)?<bdi>([^<]+)</bdi>", part)


def test_a_deal_without_a_seed_gets_one_that_its_address_keeps(client: FlaskClient, path: str) -> None:
    answer = client.get(f"{path}/deal", query_string={"players": 8})
    assert answer.status_code == 303
    address = answer.headers["Location"]
    assert re.search(r"seed=\d+", address)
    first, second = client.get(address).text, client.get(address).text
    assert bag(first) == bag(second)
    assert len(bag(first)) == 8


def test_the_game_has_bluffs_steps_and_reasons(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/deal?players=10&seed=1").text
    for heading in ("Bluffs for the Demon", "Steps", "Why", "Put these 10 tokens into the bag"):
        assert heading in page


def tokens_of_drunk(page: str) -> str:
    found = re.search(r"<bdi>([^<]+)</bdi>(?:</a>)?</b>[^\n]*is the Drunk", page.partition('class="bag"')[2])
    return found[1] if found else ""


def test_who_must_be_in_is_in_and_who_must_not_is_not(client: FlaskClient, path: str) -> None:
    form = client.get(f"{path}/deal").text
    first, second = re.findall(r'name="wish-([^"]+)"', form)[:2]
    names = re.findall(r"<bdi>([^<]+)</bdi></span></label>", form)
    for seed in range(6):
        page = client.get(
            f"{path}/deal",
            query_string={
                "players": 9,
                "seed": seed,
                f"wish-{first}": "with",
                f"wish-{second}": "without",
            },
            follow_redirects=True,
        ).text
        inside = bag(page) + re.findall(r"is the ([^<]+)</span>", page)
        assert names[0] in inside
        assert names[1] not in inside


def test_what_is_kept_stays_while_the_others_are_dealt_again(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/deal?players=9&seed=3").text
    kept = re.findall(r'name="with" value="([^"]+)"', page)[:3]
    for seed in range(3):
        again = client.get(f"{path}/deal", query_string={"players": 9, "with": kept, "seed": seed}).text
        assert set(kept) <= set(re.findall(r'name="with" value="([^"]+)" checked', again))


@pytest.mark.parametrize("players", ["4", "21", "x", "-7", "9" * 50])
def test_a_number_of_players_that_is_none_is_said_beside_its_field(
    client: FlaskClient, path: str, players: str
) -> None:
    answer = client.get(f"{path}/deal", query_string={"players": players})
    assert answer.status_code == 422
    assert "Type a number of players from 5 to 20." in answer.text
    assert 'aria-invalid="true"' in answer.text


def test_what_cannot_be_dealt_says_why(client: FlaskClient) -> None:
    path = opened(client, '["imp", "chef"]')
    answer = client.get(f"{path}/deal?players=8&seed=1")
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_the_card_is_printed_from_the_same_game(client: FlaskClient, path: str, press: InstantPress) -> None:
    page = client.get(f"{path}/deal?players=9&seed=3&with=imp").text
    address = re.search(r'href="([^"]+/table/[^"]+)"', page)
    assert address
    assert client.get(address[1].replace("&amp;", "&")).status_code == 200
    assert set(press.asked[-1][3:]) >= {"cards=bag", "players=9", "seed=3"}


def test_the_printed_card_keeps_what_was_kept() -> None:
    script = builder.parse(assets.data("samples", "a-murmur-of-moths.json"))
    wanted = next(each.id for each in script.characters if each.team.value == "minion")
    for seed in range(4):
        asked: dict[str, Any] = {"players": "9", "seed": str(seed), "cards": "bag", "with": wanted}
        content = table.content(script, options.read(table, asked))
        assert content.bag
        names = [(token.truly or token.icon).name for token in content.bag.tokens]
        found = catalogue.find(wanted)
        assert found
        assert found.name in names


def test_the_number_of_players_is_remembered_on_this_device(client: FlaskClient, path: str) -> None:
    client.get(f"{path}/deal?players=11&seed=1")
    assert 'id="players" name="players" min="5" max="20" inputmode="numeric" value="11"' in (
        client.get(f"{path}/deal").text
    )
    client.set_cookie("players", "999")
    assert 'value="8"' in client.get(f"{path}/deal").text


def test_tent_cards_have_the_names_and_are_not_stored(
    client: FlaskClient, path: str, press: InstantPress
) -> None:
    answer = client.post(f"{path}/deal/tent-cards.pdf", data={"names": "Ada\r\nBen\n\nCleo"})
    assert answer.mimetype == "application/pdf"
    assert press.asked[-1][3:] == ("cards=names", "names=Ada\r\nBen\n\nCleo")
    assert press.made == {}
    assert client.post(f"{path}/deal/tent-cards.pdf").status_code == 200
    many = "\n".join(map(str, range(99)))
    assert client.post(f"{path}/deal/tent-cards.pdf", data={"names": many}).status_code == 422


def test_names_on_separate_lines_become_separate_cards() -> None:
    script = builder.parse(assets.data("samples", "a-murmur-of-moths.json"))
    content = table.content(script, options.read(table, {"cards": "names", "names": "Ada\r\nBen\n\nCleo"}))
    assert [card.name for card in content.names] == ["Ada", "Ben", "Cleo"]


def test_the_drunk_is_shown_the_token_they_draw(client: FlaskClient) -> None:
    ids = ["drunk", "chef", "monk", "empath", "virgin", "slayer", "mayor", "poisoner", "baron", "imp"]
    path = opened(client, ids)
    page = client.get(f"{path}/deal?players=8&seed=1&with=drunk").text
    cards = re.findall(r'<template data-seat="\d+"[^>]*>(.*?)</template>', page, re.DOTALL)
    assert len(cards) == 8
    assert not any("Drunk" in card for card in cards)
    night = page.partition('id="first-night"')[2].partition("</section>")[0]
    rows = re.findall(r"<bdi>([^<]+)</bdi></b></label>", night)
    tokens = re.findall(r'<h2 tabindex="-1"><bdi>([^<]+)', "".join(cards))
    steps = {"Dusk", "Minion Info", "Demon Info", "Dawn"}
    assert steps <= set(rows) <= steps.union(tokens)
    assert ("is the Drunk" in night) == (tokens_of_drunk(page) in rows)


def test_a_seed_may_be_a_word(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/deal", query_string={"players": 7, "seed": "tea & <cake>"}).text
    assert len(bag(page)) == 7
    assert "tea &amp; &lt;cake&gt;" in page
    assert json.dumps("<cake>") not in page


def test_a_state_that_lasts_all_game_has_its_token_and_its_step_on_the_page(client: FlaskClient) -> None:
    text = json.dumps(["lycanthrope", "chef", "monk", "empath", "virgin", "slayer", "poisoner", "imp"])
    path = opened(client, text)
    page = client.get(f"{path}/deal?players=7&seed=1&with=lycanthrope").text
    assert '<span class="marker">Faux Paw</span>' in page
    assert "Faux Paw and registers as evil." in page


def test_nothing_of_the_game_is_seen_while_names_are_handed_round(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/deal?players=9&seed=3&with=imp&without=baron").text
    before, _, grimoire = page.partition('<details class="grimoire"')
    assert "numbers" not in before
    assert "Seed</label>" in before
    assert '<p class="numbers">' in grimoire
    assert re.search(r'<details class="wishes"\s*>', before)


def test_the_menu_of_a_token_has_the_reminders_of_the_script_those_in_play_first(client: FlaskClient) -> None:
    ids = "washerwoman empath monk slayer ravenkeeper virgin soldier drunk butler poisoner imp".split()
    path = client.post("/open", data={"text": json.dumps(ids)}).headers["Location"]
    page = client.get(f"{path}/deal?players=7&seed=4").text
    menu = page.partition('id="token-menu"')[2].partition("</dialog>")[0]
    groups = dict(re.findall(r'<optgroup label="([^"]+)"[^>]*>(.*?)</optgroup>', menu, re.DOTALL))
    assert next(iter(groups)) == "Any character"
    assert [word in groups["Any character"] for word in ("Drunk", "Poisoned")] == [True, True]
    in_play = [name in bag(page) + ["Drunk"] * ("is the Drunk" in page) for name in list(groups)[1:]]
    assert in_play == sorted(in_play, reverse=True)
    assert True in in_play
    assert "Poisoned" in groups["Poisoner"]


def night(client: FlaskClient, ids: list[str], which: str, query: str) -> dict[str, str]:
    """What the rows of a night say, by their names."""
    page = client.get(f"{opened(client, ids)}/deal?{query}").text
    part = page.partition(which)[2].partition("</section>")[0]
    found = {}
    for row in part.split('class="wakes"')[1:]:
        name, _unused, words = row.partition("</label>")
        said = " ".join(re.sub(r"<[^>]+>", " ", words.partition("</li>")[0]).split())
        found[html.unescape(re.sub(r"<[^>]+>", "", name).partition(">")[2].strip())] = html.unescape(said)
    assert len(found) > 3
    return found


def test_a_night_leaves_out_what_characters_in_play_prevent(client: FlaskClient) -> None:
    ids = (
        "chef monk empath virgin slayer mayor soldier saint recluse poisoner spy baron lilmonsta imp".split()
    )
    query = "players=7&seed=1&without=baron&"
    rows = night(client, ids, 'id="first-night"', query + "with=lilmonsta")
    for name in ("Minion Info", "Demon Info"):
        assert rows[name] == "Left out: Lil' Monsta in play."
    for rows in (
        night(client, ids, 'id="first-night"', query + "without=lilmonsta"),
        night(client, ids, 'class="other-nights', query + "with=lilmonsta"),
    ):
        assert "Left out" not in " ".join(rows.values())
        assert "Skip this" not in " ".join(rows.values())


def test_a_condition_of_a_character_that_is_not_in_the_game_is_said_not_to_hold(client: FlaskClient) -> None:
    ids = "chef monk empath virgin slayer mayor soldier huntsman damsel poisoner spy imp".split()
    for tag in ("de", "zh-Hans", "en"):
        client.set_cookie("language", tag)
        without = night(client, ids, 'class="other-nights', "players=8&seed=1&with=damsel&without=huntsman")
        having = night(client, ids, 'class="other-nights', "players=8&seed=1&with=damsel&with=huntsman")
        damsel, huntsman = (name_in(tag, each) for each in ("damsel", "huntsman"))
        if tag == "en":
            assert (
                without["Damsel"]
                .partition("No Huntsman in this game: ")[2]
                .startswith("If the Huntsman chose")
            )
            first = night(client, ids, 'id="first-night"', "players=8&seed=1&with=damsel&without=huntsman")[
                "Damsel"
            ]
            assert first.index("show the Minions") < first.index("No Huntsman in this game: If the Huntsman")
        assert huntsman in without[damsel]
        assert len(without[damsel]) > len(having[damsel])


def name_in(tag: str, identifier: str) -> str:
    with language.using(tag):
        found = catalogue.find(identifier)
    assert found
    return found.name


TEN = "washerwoman boffin chef monk empath virgin slayer innkeeper butler drunk poisoner imp".split()


def test_only_info_cards_open_a_card_and_names_of_reminder_tokens_place_them(client: FlaskClient) -> None:
    path = opened(client, TEN)
    page = client.get(f"{path}/deal?players=8&seed=1&with=washerwoman&with=monk&without=boffin").text
    cards = re.findall(r"data-card>([^<]+)<", page)
    assert "THIS IS THE DEMON" in cards
    assert "YOU ARE" in cards
    assert not {"TOWNSFOLK", "WRONG"}.intersection(cards)
    placed = re.findall(r'data-place="washerwoman" data-text="([^"]*)"[^>]*>([^<]+)<', page)
    assert placed == [("Townsfolk", "TOWNSFOLK"), ("Wrong", "WRONG")]
    assert re.search(r'data-place="monk" data-text=""[^>]*aria-label="Reminder token"', page)


def test_the_menu_says_how_many_tokens_there_are_and_which_are_over_at_dusk(client: FlaskClient) -> None:
    page = client.get(f"{opened(client, TEN)}/deal?players=8&seed=1").text
    menu = page.partition('id="token-menu"')[2].partition("</dialog>")[0]
    sets = {
        by: (more.strip(), re.findall(r"<option ([^>]*?)\s*>([^<]+)<", options))
        for by, more, options in re.findall(
            r'data-by="([^"]+)"([^>]*)>(.*?)</optgroup>', menu.partition("data-new")[2], re.DOTALL
        )
    }
    assert sets["innkeeper"] == ("data-ends", [('data-number="2"', "Safe"), ('data-number="1"', "Drunk")])
    assert sets["imp"] == ("", [('data-number="1" data-dies', "Dead")])
    assert {by for by, (more, _options) in sets.items() if more} == {
        "monk",
        "innkeeper",
        "poisoner",
        "butler",
    }


def test_rows_that_leave_a_character_token_open_can_show_one(client: FlaskClient) -> None:
    path = opened(client, TEN)
    page = client.get(f"{path}/deal?players=8&seed=1&with=washerwoman&with=boffin").text
    first, _unused, other = page.partition('class="other-nights')
    shows = dict(re.findall(r'data-show-character="([^"]*)" data-of="([^"]*)"', first))
    given = re.search(r"has the ability of the ([^<.]+)\.</p>", first)
    assert given
    found = catalogue.find(given[1])
    assert found
    assert shows == {"": "washerwoman", found.id: ""}
    assert f'<template data-token-of="{found.id}">' in page
    # What stands on a card is shown by it.
    assert "data-show-character" not in other.partition("</section>")[0]


def test_the_row_of_the_boffin_says_who_has_which_ability_and_the_demon_wakes_for_it(
    client: FlaskClient,
) -> None:
    page = client.get(f"{opened(client, TEN)}/deal?players=8&seed=1&with=boffin&with=innkeeper").text
    rows = re.findall(r'class="wakes">.*?</li>', page, re.DOTALL)
    boffin = next(row for row in rows if "<bdi>Boffin</bdi>" in row)
    seats = re.findall(r'<b><bdi data-player="(\d+)"', boffin)
    assert len(seats) == 2
    assert "is the Imp" in boffin
    demon = re.search(r'data-player="(\d+)">[^<]+</bdi> has the ability of the', boffin)
    assert demon
    assert demon[1] in seats


def test_a_token_that_only_the_drunk_has_brings_no_jinx(client: FlaskClient) -> None:
    path = opened(client, "cannibal butler chef monk empath virgin slayer drunk poisoner imp".split())
    drawn = 0
    for seed in range(12):
        page = client.get(f"{path}/deal?players=9&seed={seed}&with=drunk&with=butler").text
        if "cannibal" not in page.partition('class="bag"')[2].partition("</ul>")[0]:
            continue
        is_drunk = tokens_of_drunk(page) == "Cannibal"
        drawn += is_drunk
        assert ("Jinx with the Cannibal" in page) is not is_drunk
    assert drawn


def test_what_cannot_be_dealt_is_said_above_the_fields_where_nothing_covers_it(client: FlaskClient) -> None:
    page = client.get(f"{opened(client, ['imp', 'chef'])}/deal?players=8&seed=1").text
    assert 0 < page.index('id="fault"') < page.index('for="names"') < page.index('class="take"')


def test_a_bluff_is_named_once_and_changes_at_once_or_by_a_button_without_scripts(
    client: FlaskClient, path: str
) -> None:
    page = client.get(f"{path}/deal?players=9&seed=1").text
    bluffs = page.partition('class="bluffs"')[2].partition("</ul>")[0]
    assert bluffs.count("data-at-once") == 3
    assert len(re.findall(r'<button class="button small no-js"[^>]*value="bluff \d"', bluffs)) == 3
    outside = re.sub(r"<select.*?</select>", "", bluffs, flags=re.DOTALL)
    assert "<bdi>" not in outside


def test_a_name_with_an_article_gets_no_second_one(client: FlaskClient) -> None:
    homebrew = {
        "id": "thetwins",
        "name": "The Twins",
        "team": "minion",
        "ability": "You do not know you are the Twins. You think you are a Townsfolk character, but you are not.",
    }
    ids = "chef monk empath virgin slayer mayor soldier saint imp".split()
    page = client.get(f"{opened(client, [*ids, homebrew])}/deal?players=7&seed=1").text
    assert "is the Twins and does not know it." in page
    assert "the The" not in page


def test_one_minion_is_no_minions(client: FlaskClient) -> None:
    ids = "chef monk empath virgin slayer mayor soldier saint poisoner imp".split()
    page = client.get(f"{opened(client, ids)}/deal?players=7&seed=1").text
    assert "Your Minion: " in page
    assert "Your Minions: " not in page
    assert "Minions: " in page.partition('id="first-night"')[2].partition("</section>")[0]


def test_the_storyteller_points_to_the_magician_with_the_demon_and_with_the_minions(
    client: FlaskClient,
) -> None:
    ids = "chef monk empath virgin slayer mayor magician soldier saint recluse poisoner spy imp".split()
    rows = night(client, ids, 'id="first-night"', "players=8&seed=1&with=magician")
    for name, begins in (("Minion Info", "The Demon: Seat "), ("Demon Info", "Minions: Seat ")):
        assert re.search(rf"{begins}\d , Seat \d \(the Magician: point to them as well\)", rows[name])
    rows = night(client, ids, 'id="first-night"', "players=8&seed=1&without=magician")
    assert "point to them" not in " ".join(rows.values())


def test_evil_players_learn_their_team_at_night_unless_tokens_shall_tell_them(
    client: FlaskClient, path: str
) -> None:
    page = client.get(f"{path}/deal?players=9&seed=3").text
    box = page.partition("data-leave-out")[2].partition(">")[0]
    assert "checked" in box
    assert "Not ticked: their token tells them, unless a character in play changes what they learn." in page
