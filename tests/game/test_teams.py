import pytest

from builder.game.teams import Team, read_team


@pytest.mark.parametrize(
    ("text", "team"),
    [
        ("townsfolk", Team.TOWNSFOLK),
        ("  Minion ", Team.MINION),
        ("traveler", Team.TRAVELLER),
        ("Traveler", Team.TRAVELLER),
        ("TRAVELLER", Team.TRAVELLER),
        ("jinxes", None),
        ("", None),
    ],
)
def test_a_team_is_read_as_people_write_it(text: str, team: Team | None) -> None:
    assert read_team(text) is team


def test_teams_are_called_as_players_call_them() -> None:
    assert [team.plural for team in Team] == (
        "Townsfolk Outsiders Minions Demons Travellers Fabled Loric"
    ).split()
    assert Team.OUTSIDER.title == "Outsider"
