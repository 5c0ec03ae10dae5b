"""The proof as it comes off the press: a page for a script like any other, more where there is more, nothing lost."""

import json
from collections.abc import Callable
from functools import cache

import proofreading
import pytest
from composing import TEAMS, company, homebrew, in_turn, prose, sample, script

import builder
from builder import documents
from builder.artefact import Artefact
from builder.game.script import Script


def many_jinxes() -> Script:
    people = [
        homebrew(n, team, jinxes=[{"id": f"made{n - 1}", "reason": prose(200, n)}] if n else [])
        for n, team in enumerate(TEAMS)
    ]
    return script(*people)


def with_everything() -> Script:
    """A sample of usual length whose games are dealt quickly, and one who is like another and jinxed with a third."""
    entries = sample("a-murmur-of-moths").written()
    first, second, *_ = sample("a-murmur-of-moths").characters
    jinx = {"id": second.id, "reason": "Only one of them may be in play."}
    twin = homebrew(1, "townsfolk", name="Twin", ability=first.ability, jinxes=[jinx])
    return builder.parse(json.dumps([*entries, twin]))


SCRIPTS: dict[str, Callable[[], Script]] = {
    "a sample with everything": with_everything,
    "the sample set": lambda: sample("the-dead-letter-office"),
    "every team": lambda: sample("the-wandering-fair"),
    "Teensyville": lambda: sample("six-candles"),
    "the longest texts": lambda: script(
        *company(names=30, abilities=250, reminders=500), name="W" * 50, author="M" * 50
    ),
    "201 entries": lambda: script(*company((TEAMS * 9)[:200], abilities=120)),
    "100 entries": lambda: script(*company(TEAMS * 4, abilities=120)),
    "many jinxes": many_jinxes,
    "no space anywhere": lambda: script(
        *(homebrew(n, team, name="W" * 30, ability="W" * 250) for n, team in enumerate(TEAMS))
    ),
    "right to left": lambda: script(
        *(homebrew(n, team, name="ساعة" * 4, ability="كل ليلة " * 20) for n, team in enumerate(TEAMS)),
        name="ليل",
    ),
    "text like HTML": lambda: script(homebrew(1, "demon", name="<b>&amp;</b>", ability="<script>")),
    "nobody known": lambda: script(*[f"nobody_{number}" for number in range(60)]),
    "nobody at all": script,
}


@cache
def printed(name: str) -> Artefact:
    """The proof of one of them; a thousand games are dealt for it."""
    return builder.render(SCRIPTS[name](), "proof")


@pytest.mark.full
@pytest.mark.parametrize(
    "name", ["a sample with everything", pytest.param("the sample set", marks=pytest.mark.slow)]
)
def test_a_set_is_one_page_with_everything_on_it(name: str) -> None:
    document = printed(name)
    assert document.pages == 1
    assert proofreading.faults(document.pdf) == []
    words = proofreading.squeezed(proofreading.text(document.pdf))
    for heading in (
        "Findings",
        "Similar wording",
        "Night order",
        "Jinxes",
        "Kinds of abilities",
        "Simulated games",
    ):
        assert proofreading.squeezed(heading).casefold() in words.casefold()
    assert proofreading.squeezed("1,000 games for 7 to 15 players") in words


@pytest.mark.full
@pytest.mark.parametrize("name", in_turn([()], SCRIPTS))
def test_no_text_leaves_the_page_or_meets_another(name: str) -> None:
    assert proofreading.faults(printed(name).pdf) == []


@pytest.mark.full
@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({}, marks=pytest.mark.slow),
        pytest.param({"ink": "saving", "face": "readable"}, marks=pytest.mark.slow),
    ],
)
def test_letter_paper_saving_ink_and_readable_letters_lose_nothing(settings: dict[str, str]) -> None:
    document = builder.render(sample("a-murmur-of-moths"), "proof", paper="letter", settings=settings)
    assert proofreading.faults(document.pdf) == []


@pytest.mark.full
def test_what_has_no_room_runs_on_to_further_pages() -> None:
    document = printed("100 entries")
    assert document.pages > 1
    words = proofreading.squeezed(proofreading.text(document.pdf))
    names = [each.name for each in SCRIPTS["100 entries"]().characters]
    assert [name for name in names if proofreading.squeezed(name) not in words] == []


@pytest.mark.full
def test_the_same_script_gives_the_same_bytes() -> None:
    again = builder.render(SCRIPTS["Teensyville"](), "proof")
    assert again.pdf == printed("Teensyville").pdf


@pytest.mark.full
def test_it_shows_who_is_kept_back_and_attaches_the_script_without_them() -> None:
    hidden = homebrew(1, "demon", name="Secret Sun")
    extras = {"format": 1, "characters": {"made1": {"export": False}}}
    composed = script("chef", hidden, clockwright=extras)
    document = builder.render(composed, "proof")
    assert "SecretSun" in proofreading.squeezed(proofreading.text(document.pdf))
    assert "Secret Sun" not in builder.dump(documents.formats.public(composed))
    assert builder.parse(document.pdf).unknown == ()
    assert [each.id for each in builder.parse(document.pdf).entries] == ["chef"]
