"""A dealt game stays as it was dealt: the browser stores it, and the server shows what it stored."""

import html
import json
import re

import pytest
from flask.testing import FlaskClient
from opening import opened

IDS = [
    *"fortuneteller chef monk empath virgin slayer mayor soldier undertaker ravenkeeper".split(),
    *"drunk saint poisoner baron spy imp washerwoman librarian butler witch klutz mutant".split(),
]


def stored(page: str) -> str:
    found = re.search(r'name="game" value="([^"]*)"', page)
    assert found
    return html.unescape(found[1])


def seats(page: str) -> list[tuple[str, str]]:
    """Each player's line of the list: the token, and what the Storyteller knows."""
    part = page.partition('class="bag"')[2].partition("</ul>")[0]
    return [
        (re.sub(r"<[^>]+>", "", token), " ".join(re.sub(r"<[^>]+>", " ", rest).split()))
        for token, rest in re.findall(r'bag-name">.*?<b>(.*?)</b>(.*?)\n', part)
    ]


def shown(client: FlaskClient, path: str, game: str, **change: str) -> str:
    answer = client.post(f"{path}/deal/game", data={"game": game, **change})
    assert answer.status_code == 200
    return answer.text


def test_a_changed_script_leaves_the_game_as_it_was_dealt(client: FlaskClient) -> None:
    path = opened(client, IDS)
    first = client.get(f"{path}/deal?players=9&seed=5&with=drunk").text
    assert "The script changed" not in first
    game = stored(first)
    same = shown(client, path, game)
    assert (seats(same), stored(same)) == (seats(first), game)
    assert "The script changed" not in same
    other = opened(client, ["steward", "knight", "imp"])
    after = shown(client, other, game)
    assert seats(after) == seats(first)
    assert "The script changed since this deal; the game stays as dealt." in after
    assert "Print the card" not in after
    ends = {
        'id="first-night"': "</ol>",
        'class="steps"': "</ol>",
        'class="markers"': "</ul>",
        "data-circle": "</svg>",
    }
    for part, end in ends.items():
        section = first.partition(part)[2].partition(end)[0]
        assert re.sub(r"/s/\w+", "", section) == re.sub(
            r"/s/\w+", "", after.partition(part)[2].partition(end)[0]
        )


def test_a_homebrew_character_of_the_game_is_shown_after_it_left_the_script(client: FlaskClient) -> None:
    own = {
        "id": "wobble",
        "name": "Wobble",
        "team": "townsfolk",
        "ability": "You wobble.",
        "image": "https://a.b/c.png",
    }
    text = json.dumps([own, "chef", "monk", "empath", "poisoner", "imp"])
    path = opened(client, text)
    game = stored(client.get(f"{path}/deal?players=5&seed=1&with=wobble").text)
    assert "https://a.b" not in game
    after = shown(client, opened(client, IDS), game)
    assert "Wobble" in {token for token, _ in seats(after)}
    assert "You wobble." in after


def test_a_player_gets_another_character_and_alignment(client: FlaskClient) -> None:
    path = opened(client, IDS)
    first = client.get(f"{path}/deal?players=9&seed=5&with=chef&without=mayor").text
    chef = next(at for at, (drawn, _) in enumerate(seats(first)) if drawn == "Chef")
    for begun in ("", "1"):
        change = {"changing": str(chef + 1), "become": "spy", "begun": begun}
        spy = shown(client, path, stored(first), change="become", **change)
        token, rest = seats(spy)[chef]
        assert (token, "good" in rest.split()) == ("Spy", bool(begun))
        turned = shown(client, path, stored(spy), change="turn", **change)
        assert ("good" in seats(turned)[chef][1].split()) is not bool(begun)
        drunk = shown(client, path, stored(first), change="become", **change | {"become": "drunk"})
        assert seats(drunk)[chef][0] == "Chef"
        assert "is the Drunk" in seats(drunk)[chef][1]
        refused = shown(client, path, stored(spy), change="become", **change | {"become": "drunk"})
        assert "thinks they are somebody else" in refused
        assert seats(refused) == seats(spy)
        for wrong in ("", "nobody", "thief", "<b>"):
            assert "Choose a character of this script." in shown(
                client, path, stored(first), change="become", **change | {"become": wrong}
            )


def test_a_dealt_reminder_keeps_its_key_when_its_token_is_exchanged(client: FlaskClient) -> None:
    def key_and_seat(page: str) -> list[tuple[str, str]]:
        return re.findall(r'data-at="(\d+)"(?:(?!data-at).)*?data-dealt="([^"]*)"', page, re.DOTALL)

    path = opened(client, IDS)
    first = client.get(f"{path}/deal?players=12&seed=3&with=fortuneteller&with=drunk").text
    [(seat, key), *_same] = key_and_seat(first)
    assert key.startswith("fortuneteller ")
    other = "1" if seat != "1" else "2"
    after = shown(client, path, stored(first), change="exchange", seat=seat, other=other)
    assert set(key_and_seat(after)) == {(other, key)}


@pytest.mark.parametrize("game", ["", "{", '{"version":1,"seats":[{}]}'])
def test_a_spoilt_game_is_refused_in_words(client: FlaskClient, game: str) -> None:
    answer = client.post(f"{opened(client, IDS)}/deal/game", data={"game": game})
    assert answer.status_code == 422
    assert "Deal again." in answer.text


def test_a_spoilt_script_in_a_game_is_refused_in_words(client: FlaskClient) -> None:
    path = opened(client, IDS)
    game = json.loads(stored(client.get(f"{path}/deal?players=7&seed=1").text))
    for spoilt in ("", "{}", "[1]", '[{"id": 5}]', "[" * 3000, '[{"id":"a"},{"id":"a","team":7}]'):
        answer = client.post(f"{path}/deal/game", data={"game": json.dumps({**game, "script": spoilt})})
        assert answer.status_code in {200, 422}
        assert answer.status_code == 200 or "Deal again." in answer.text


def test_travellers_are_drawn_with_seats_nights_and_an_alignment_that_only_they_see(
    client: FlaskClient,
) -> None:
    path = opened(client, IDS)
    page = client.get(f"{path}/deal?players=10&travellers=3&seed=2&with=bureaucrat&without=thief").text
    game = json.loads(stored(page))
    teams = [seat["character"] for seat in game["seats"]]
    assert len(teams) == 10
    assert "bureaucrat" in teams
    assert "thief" not in teams
    assert "Put these 7 tokens into the bag" in page
    night = page.partition('id="first-night"')[2].partition("</section>")[0]
    assert "<bdi>Bureaucrat</bdi>" in night
    cards = re.findall(r'<template data-seat="\d+"[^>]*>(.*?)</template>', page, re.DOTALL)
    said = [card for card in cards if "You are good." in card or "You are evil." in card]
    assert len(said) == 3
    assert all("Traveller" in card for card in said)
    assert all(("The Demon:" in card) == ("You are evil." in card) for card in said)


@pytest.mark.parametrize(
    ("query", "status", "words"),
    [
        ("players=9&travellers=5&seed=1", 422, "With 9 players there can be up to 4 Travellers"),
        ("players=9&travellers=6&seed=1", 422, "up to 4 Travellers"),
        ("players=9&travellers=x&seed=1", 422, "up to 4 Travellers"),
        ("players=9&seed=1&with=thief", 422, "Change the number of Travellers"),
        ("players=17&seed=1", 200, "17 players"),
    ],
)
def test_numbers_of_travellers_are_checked_in_words(
    client: FlaskClient, query: str, status: int, words: str
) -> None:
    answer = client.get(f"{opened(client, IDS)}/deal?{query}")
    assert answer.status_code == status
    assert words in answer.text


def test_above_15_players_the_rest_are_travellers(client: FlaskClient) -> None:
    page = client.get(f"{opened(client, IDS)}/deal?players=17&seed=1").text
    lines = seats(page)
    assert len(lines) == 17
    assert len(re.findall(r'value="turn \d+"', page)) == 2
    assert 'name="travellers" value="2"' in page


def test_a_latecomer_joins_without_a_new_deal(client: FlaskClient) -> None:
    path = opened(client, IDS)
    first = client.get(f"{path}/deal?players=8&seed=3").text
    joining = {"change": "join", "at": "3", "traveller": "thief", "alignment": "evil"}
    after = shown(client, path, stored(first), **joining)
    lines = seats(after)
    assert lines[2] == ("Thief", "evil Make good Seat 3")
    assert lines[:2] + lines[3:] == seats(first)
    assert "Put these 8 tokens" in after
    turned = shown(client, path, stored(after), change="turn 3")
    assert seats(turned)[2] == ("Thief", "good Make evil Seat 3")
    again = shown(client, path, stored(after), **joining)
    assert "This Traveller is in the game already." in again
    assert seats(again) == lines
    assert "Choose a Traveller." in shown(client, path, stored(first), change="join", at="1", traveller="imp")


def test_tokens_bluffs_and_the_red_herring_are_chosen_by_hand(client: FlaskClient) -> None:
    path = opened(client, IDS)
    first = client.get(f"{path}/deal?players=9&seed=4&with=drunk&with=fortuneteller").text
    lines = seats(first)
    exchanged = shown(client, path, stored(first), change="exchange", seat="1", other="9")
    assert seats(exchanged)[0] == lines[8]
    assert "changed by hand" in exchanged
    assert "Print the card" not in exchanged
    herring = re.search(r'name="mark (\d+ \d+)".*?</select>', first)
    assert herring
    places = re.findall(r'value="(\d+)"', herring[0])
    assert len(places) == 7  # 9 players, of whom a Minion and the Demon are not good
    seat, to = herring[1].split()[0], next(each for each in places if each != herring[1].split()[0])
    moved = shown(client, path, stored(first), change=f"mark {herring[1]}", **{f"mark {herring[1]}": to})
    assert "Red Herring" in seats(moved)[int(to) - 1][1]
    assert "Red Herring" not in seats(moved)[int(seat) - 1][1]
    for change in ("mark 9 9", "turn 99", "exchange", "token x", "bluff 7", "bluff 1", "token 1", "mark"):
        assert '<p class="fault" role="alert">' in shown(client, path, stored(first), change=change)


def test_the_list_of_reminders_names_their_players(client: FlaskClient) -> None:
    page = client.get(f"{opened(client, IDS)}/deal?players=9&seed=4&with=drunk&with=fortuneteller").text
    markers = page.partition('class="markers"')[2].partition("</ul>")[0]
    assert len(re.findall(r'<li><b><bdi data-player="\d+">', markers)) == markers.count("<li>") >= 2


def night_of(page: str, part: str) -> dict[str, str]:
    """The words of each row of a night by its name."""
    section = page.partition(part)[2].partition("</ol>")[0]
    rows = re.findall(r'autocomplete="off"> <b>(.*?)</label>(.*?)</li>', section, re.DOTALL)
    return {_plain(name): _plain(words) for name, words in rows}


def _plain(markup: str) -> str:
    return html.unescape(" ".join(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", markup, flags=re.DOTALL).split()))


def test_the_first_night_names_the_red_herring_and_the_jinxes_of_the_game(client: FlaskClient) -> None:
    path = opened(client, [*IDS, "damsel"])
    page = client.get(f"{path}/deal?players=9&seed=4&with=spy&with=damsel&with=fortuneteller").text
    night = night_of(page, 'id="first-night"')
    assert re.search(r"Red Herring Seat \d", night["Fortune Teller"])
    assert "Jinx with the Damsel:" in night["Spy"]
    without = client.get(f"{path}/deal?players=9&seed=4&with=spy&without=damsel").text
    assert "Jinx with" not in night_of(without, 'id="first-night"')["Spy"]


def test_a_minion_made_on_the_first_night_is_a_step_of_that_night(client: FlaskClient) -> None:
    path = opened(client, [*IDS, "marionette"])
    page = client.get(f"{path}/deal?players=15&seed=1&with=marionette").text
    assert (
        "This game: On the first night, make 1 good player a Minion"
        in night_of(page, 'id="first-night"')["Dusk"]
    )


def test_other_nights_have_only_who_is_in_play_in_order(client: FlaskClient) -> None:
    page = client.get(
        f"{opened(client, IDS)}/deal?players=9&seed=4&with=monk&without=poisoner&without=drunk"
    ).text
    names = [*night_of(page, 'class="other-nights')]
    assert names[0] == "Dusk"
    assert names[-1] == "Dawn"
    assert names.index("Monk") < names.index("Imp")
    assert "Poisoner" not in names


def circle_of(page: str) -> dict[str, list[str]]:
    """The words at each seat of the picture by the seat's number."""
    circle = page.partition("data-circle")[2].partition("</svg>\n      <div")[0]
    seats_of = re.findall(r'data-seat-number="(\d+)">(.*?)\n        </g>', circle, re.DOTALL)
    return {number: re.findall(r">([^<>]+)</text>", words) for number, words in seats_of}


def test_the_picture_marks_an_evil_townsfolk_a_drunk_and_the_red_herring(client: FlaskClient) -> None:
    path = opened(client, [*IDS, "bountyhunter"])
    query = "players=9&seed=1&with=bountyhunter&with=fortuneteller&with=drunk"
    page = client.get(f"{path}/deal?{query}").text
    game = json.loads(stored(page))
    words = circle_of(page)
    for number, seat in enumerate(game["seats"], 1):
        is_odd = seat["is_evil"] and seat["character"] not in {"poisoner", "baron", "spy", "witch", "imp"}
        assert ("evil" in words[str(number)]) is is_odd
        assert ("is the Drunk" in " ".join(words[str(number)])) is (seat["character"] == "drunk")
        herring = any(mark["text"] == "Red Herring" for mark in seat["marks"])
        assert ("Red Herring" in words[str(number)]) is herring
    assert sum("evil" in each for each in words.values()) == 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_rows_of_abilities_about_dying_are_marked_for_dead_players(
    client: FlaskClient, language: str
) -> None:
    wanted = "with=ravenkeeper&with=monk&with=imp&without=drunk&without=poisoner"
    page = client.get(
        f"{opened(client, IDS)}/deal?players=9&seed=4&{wanted}", headers={"Accept-Language": language}
    ).text
    nights = page.partition('class="other-nights')[2]
    rows = dict(re.findall(r'value="other (\w+)"(?:(?!<li).)*? data-wakes="(\w*)">', nights, re.DOTALL))
    assert (rows["ravenkeeper"], rows["imp"]) == ("night", "after")
    assert rows["monk"] == ""
