"""Sentences that the setup puts together: each part has the form that its place needs."""

import pytest

from builder import language
from builder.game.setup import effects as fx, explaining
from builder.game.setup.effects import ANY_NUMBER
from builder.game.teams import Team

OUTSIDER, DEMON = Team.OUTSIDER, Team.DEMON


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        (
            "en",
            ["0 to 3 Outsiders", "2 or more Outsiders", "1 or 3 Outsiders", "no Outsiders", "+1 Outsider"],
        ),
        (
            "pl",
            [
                "od 0 do 3 Outsiderów",
                "2 lub więcej Outsiderów",
                "1 lub 3 Outsiderów",
                "brak Outsiderów",
                "+1 Outsider",
            ],
        ),
        ("zh-Hans", ["0至3个外来者", "至少2个外来者", "1或3个外来者", "没有外来者", "+1个外来者"]),
        ("he", ["0 עד 3 זרים", "2 או יותר זרים", "1 או 3 זרים", "אין זרים", "\N{LEFT-TO-RIGHT MARK}+1 זר"]),
    ],
)
def test_a_team_has_the_form_that_its_number_needs(tag: str, said: list[str]) -> None:
    with language.using(tag):
        assert [
            explaining.among([0, 1, 2, 3], OUTSIDER),
            explaining.among(range(2, ANY_NUMBER + 1), OUTSIDER),
            explaining.among([1, 3], OUTSIDER),
            explaining.some(0, OUTSIDER),
            explaining.effect(fx.Change(OUTSIDER, (1,))),
        ] == said


@pytest.mark.parametrize(
    ("tag", "beside", "another"),
    [
        ("en", "this player sits beside the Demon", "each evil player sits beside another of them"),
        (
            "de",
            "dieser Spieler sitzt neben dem Dämon",
            "jeder böse Spieler sitzt neben einem anderen von ihnen",
        ),
        (
            "es",
            "este jugador se sienta junto al Demonio",
            "cada jugador malo se sienta junto a otro de ellos",
        ),
        ("pl", "ten gracz siedzi obok Demona", "każdy zły gracz siedzi obok innego z nich"),
    ],
)
def test_whom_a_player_sits_beside_has_the_case_of_its_place(tag: str, beside: str, another: str) -> None:
    with language.using(tag):
        assert explaining.seats(fx.Seats("beside", "", DEMON.value), {}) == beside
        assert explaining.seats(fx.Seats("beside", "evil", "evil"), {}) == another


@pytest.mark.parametrize(("tag", "label", "button"), [("pl", "Kopia", "Kopiuj"), ("zh-Hans", "副本", "复制")])
def test_a_copy_of_a_script_is_no_button_that_copies(tag: str, label: str, button: str) -> None:
    with language.using(tag):
        assert language.gettext("Copy") == label
        assert language.pgettext("to the clipboard", "Copy") == button
