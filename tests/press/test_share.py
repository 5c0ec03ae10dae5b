"""Share pictures: what people see of a script in a chat."""

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO

import composing
import numpy as np
import proofreading
import pytest
from PIL import Image

import builder
from builder import catalogue, chunks
from builder.game.script import Script
from builder.press import sharing
from builder.press.sharing import Field
from builder.printables import share

pytestmark = pytest.mark.full

SIZES = {"wide": (1200, 630), "square": (1200, 1200)}
#: Where the panel with the title ends, in points from the left.
PANEL = 360 * 0.75
EVERY_TEAM = (*composing.TEAMS, *("traveller",) * 5, *("fabled",) * 3, *("loric",) * 2)


def words(script: Script, name: str = "wide") -> str:
    return " ".join(proofreading.pages(sharing.pdf(share.content(script), name))[0].text.split())


def named(whoever: str, teams: tuple[str, ...] = composing.TEAMS, **meta: str) -> Script:
    """A script whose characters all have this name."""
    return composing.script(
        *(composing.homebrew(number, team, name=whoever) for number, team in enumerate(teams)), **meta
    )


@pytest.fixture(scope="module")
def pictures(moths: Script) -> dict[str, bytes]:
    return builder.share_pictures(moths)


def test_there_is_a_wide_one_and_a_square_one_of_exactly_the_size_that_is_asked_for(
    pictures: dict[str, bytes],
) -> None:
    assert {name: Image.open(BytesIO(png)).size for name, png in pictures.items()} == SIZES


def test_they_are_small_enough_for_any_chat(pictures: dict[str, bytes]) -> None:
    assert max(map(len, pictures.values())) < 200_000


def test_they_are_the_same_each_time(pictures: dict[str, bytes], moths: Script) -> None:
    assert builder.share_pictures(moths) == pictures


def test_they_carry_the_script_unless_nobody_wants_it(pictures: dict[str, bytes], moths: Script) -> None:
    for png in pictures.values():
        assert builder.parse(png) == moths
    assert [chunks.script_in(png) for png in builder.share_pictures(moths, attach=False).values()] == [
        None
    ] * 2


@pytest.mark.parametrize("name", SIZES)
def test_everybody_is_on_it_with_the_title_the_author_and_the_counts(moths: Script, name: str) -> None:
    shown = words(moths, name)
    for said in (moths.meta.author, "13 Townsfolk", "4 Outsiders", "4 Minions", "4 Demons", "Steven Medway"):
        assert said in shown
    assert moths.name.upper() in shown.upper()
    squeezed = proofreading.squeezed(shown)
    assert [each.name for each in moths.characters if proofreading.squeezed(each.name) not in squeezed] == []


def test_one_of_a_team_is_not_told_as_several() -> None:
    assert "1 Demon 1 Unknown" in words(composing.script("imp", "whoisthis"))


def test_nothing_private_is_on_them() -> None:
    kept_back = {"characters": {"made1": {"export": False, "notes": "Not yet."}}}
    script = composing.script(
        "imp", composing.homebrew(1, "minion", name="Hidden One"), clockwright=kept_back, name="Half"
    )
    carried = chunks.script_in(builder.share_pictures(script)["wide"])
    assert carried is not None
    assert b"Hidden One" not in carried
    assert b"Not yet." not in carried
    alone = composing.script("imp", name="Half")
    assert (
        builder.share_pictures(script, attach=False)["wide"]
        == builder.share_pictures(alone, attach=False)["wide"]
    )


CROWDS: dict[str, Callable[[], Script]] = {
    "nobody": lambda: composing.script(name="Nothing"),
    "one": lambda: composing.script("imp"),
    "every official character": lambda: composing.script(*(each.id for each in catalogue.everyone())),
    "201 entries": lambda: composing.script(
        *(each.id for each in catalogue.everyone()), *composing.company(composing.THIRTY[:20])
    ),
    "long names": lambda: composing.script(
        *composing.company(EVERY_TEAM, names=30),
        "whoisthis",
        name=composing.prose(50, 3),
        author=composing.prose(50, 7),
    ),
    "long words": lambda: named("W" * 30, name="W" * 50, author="M" * 50),
    "no end": lambda: named("x" * 5000, name="y" * 5000, author="z " * 3000),
    "arabic": lambda: named("الرجل ذو القناع", name="ليلة بلا قمر في المدينة", author="محمد"),
    "hebrew": lambda: named("האיש עם המסכה", EVERY_TEAM, name="לילה בלי ירח", author="דנה"),
    "japanese": lambda: named("占い師と村人の長い名前", EVERY_TEAM, name="時計塔の血は月夜に流れる物語"),
    "greek and polish": lambda: named("Ἀλχημιστής Żółć", EVERY_TEAM, name="Ο Ἀλχημιστής"),
}


#: Each crowd has another look than the one before; all four of each crowd are slow.
LOOKS = [("wide", "usual"), ("square", "readable"), ("wide", "readable"), ("square", "usual")]


@pytest.mark.parametrize(
    ("crowd", "name", "face"),
    [
        pytest.param(crowd, *look, marks=[] if place == row % 4 else [pytest.mark.slow])
        for row, crowd in enumerate(CROWDS)
        for place, look in enumerate(LOOKS)
    ],
)
def test_nothing_is_cut_off_and_nothing_runs_into_anything_else(crowd: str, name: str, face: str) -> None:
    from builder.printables import options

    content = share.content(CROWDS[crowd](), options.read(share, {"face": face}))
    (page,) = proofreading.pages(sharing.pdf(content, name))
    outside = [
        page.words_near(letter)
        for letter in page.letters
        if letter.left < 0 or letter.bottom < 0 or letter.right > page.width or letter.top > page.height
    ]
    assert outside == []
    assert list(proofreading._collisions(page)) == []
    if name == "wide":
        across = [page.words_near(each) for each in page.letters if each.left < PANEL < each.right]
        assert across == [], "names stay beside the panel"


def test_an_endless_title_ends_in_three_dots() -> None:
    content = share.content(named("x" * 500, name="A very long tale " * 50, author="somebody " * 50))
    assert (len(content.front.title), content.front.title[-1]) == (90, "…")
    assert content.front.author.endswith("…")
    assert content.groups[0].icons[0].name == "x" * 39 + "…"


def test_a_crowd_is_shown_without_names_rather_than_with_tiny_ones() -> None:
    content = share.content(CROWDS["201 entries"]())
    grid = sharing.grid(content.groups, sharing.SHAPES["wide"].field)
    assert len(grid.cells) == 201
    assert {cell.size for cell in grid.cells} == {0}
    assert grid.icon >= 20


def test_a_common_script_has_names_that_can_be_read(moths: Script) -> None:
    grid = sharing.grid(share.content(moths).groups, sharing.SHAPES["wide"].field)
    assert min(cell.size for cell in grid.cells) >= 14
    assert grid.icon >= 60


@dataclass
class Team:
    team: str
    heading: str
    icons: list["Named"]


@dataclass
class Named:
    name: str
    url: str = "clockwright:emblem/demon/imp"


@pytest.mark.parametrize("counts", [(1,), (2, 1, 1), (13, 4, 4, 4), (1, 30), (69, 23, 27, 19, 18, 14, 11)])
def test_all_places_are_inside_the_field_and_none_is_taken_twice(counts: tuple[int, ...]) -> None:
    field = Field(100, 50, 800, 600)
    groups = [Team("demon", "Travellers", [Named("Imp")] * count) for count in counts]
    grid = sharing.grid(groups, field)
    assert len({(cell.left, cell.top) for cell in grid.cells}) == sum(counts)
    for cell in grid.cells:
        assert field.left <= cell.left
        assert cell.left + grid.icon <= field.left + field.width
        assert cell.top + grid.icon <= field.top + field.height
    for heading in grid.headings:
        assert heading.left + heading.width <= field.left + field.width
        assert heading.size >= sharing.LEAST_HEADING - 0.01


def test_the_characters_stand_on_parchment_and_the_title_on_a_dark_panel(pictures: dict[str, bytes]) -> None:
    wide = np.asarray(Image.open(BytesIO(pictures["wide"])).convert("RGB"))
    assert tuple(wide[5, 1195]) == (251, 246, 233)
    assert wide[5, 5].max() < 50
