"""The changelog that is drafted from a history: in a player's words, day by day, nothing private in it."""

import json
from datetime import datetime
from typing import Any, cast

import pytest

import builder
from builder.library import Library, Revision, Saved
from builder.web.view_models import almanac_desk

#: As the tables hold a time, in UTC.
NOON = datetime.fromisoformat("2026-11-01T12:00:00")
META = {"id": "_meta", "name": "Owls"}


def own(name: str, **more: Any) -> dict[str, Any]:
    return {"id": name.lower(), "name": name, "team": "townsfolk", "ability": "You hear.", **more}


class Past:
    """A library with one script, whose states are given by day (the first of November is 1), the oldest first."""

    def __init__(self, *states: tuple[int, list[Any]], aside: tuple[int, ...] = ()) -> None:
        self._states = states
        self._aside = aside

    def history(self, _: str) -> tuple[Revision, ...]:
        numbered = enumerate(self._states, start=1)
        made = (
            Revision(
                number,
                number,
                number - 1 or None,
                "",
                "",
                NOON.replace(day=day),
                "",
                is_current=False,
                is_aside=number in self._aside,
            )
            for number, (day, _) in numbered
        )
        return tuple(made)[::-1]

    def get(self, _: str, revision: int) -> Saved:
        day, entries = self._states[revision - 1]
        script = builder.parse(json.dumps(entries))
        return Saved("x", revision, script, "", NOON.replace(day=day))


def draft(*states: tuple[int, list[Any]], known: str = "", aside: tuple[int, ...] = ()) -> str:
    return almanac_desk.changelog_draft(cast("Library", Past(*states, aside=aside)), "x", known)


def test_each_day_is_told_once_the_newest_first() -> None:
    told = draft(
        (1, [META, "imp"]),
        (2, [META, "imp", "monk"]),
        (2, [META, "imp", "monk", "chef"]),
        (3, [META, "monk", "chef"]),
    )
    assert told == (
        "**2026-11-03:** Removed Imp.\n\n"
        "**2026-11-02:** Added Monk and Chef.\n\n"
        "**2026-11-01:** First version, with 1 character."
    )


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (own("Owl", ability="You see."), "Owl reworded."),
        (own("Owl") | {"name": "Eagle Owl"}, "Eagle Owl renamed (was Owl)."),
        (own("Owl", team="demon"), "Owl now in the team Demon."),
        (own("Owl", reminders=["Heard"]), "Owl with changed reminder tokens."),
        (own("Owl", otherNight=4, otherNightReminder="Hoot."), "Owl with changed night actions."),
        (own("Owl", jinxes=[{"id": "imp", "reason": "No."}]), "Owl with changed jinxes."),
        (own("Owl", flavor="Hoo."), "Owl with a changed almanac page."),
    ],
)
def test_what_changed_about_a_character_is_told_in_a_players_words(after: Any, words: str) -> None:
    assert draft((1, [META, own("Owl"), "imp"]), (2, [META, after, "imp"])).startswith(
        f"**2026-11-02:** {words}\n"
    )


def test_several_changed_alike_are_told_together() -> None:
    before = [META, *(own(name) for name in ("Owl", "Crow", "Jay"))]
    after = [META, *(own(name, ability="You see.") for name in ("Owl", "Crow", "Jay"))]
    assert "Owl, Crow and Jay reworded." in draft((1, before), (2, after))


def test_a_day_that_players_would_not_notice_is_left_out() -> None:
    note = META | {"clockwright": {"characters": {"owl": {"notes": "psst"}}}}
    assert "11-02" not in draft((1, [META, own("Owl")]), (2, [note, own("Owl")]))


def test_a_day_that_the_changelog_names_is_left_out() -> None:
    states = ((1, [META, "imp"]), (2, [META, "imp", "monk"]))
    assert (
        draft(*states, known="- 2026-11-02: I wrote this myself.")
        == "**2026-11-01:** First version, with 1 character."
    )


def test_a_script_that_came_with_a_changelog_has_no_first_version_here() -> None:
    came = META | {"clockwright": {"almanac": {"changelog": "1.1: more owls"}}}
    states = ((1, [came, own("Owl")]), (1, [came, own("Owl", ability="You see.")]), (2, [came, "imp"]))
    assert draft(*states, known="1.1: more owls") == (
        "**2026-11-02:** Added Imp; removed Owl.\n\n**2026-11-01:** Owl reworded."
    )
    assert draft((1, [came, own("Owl")])) == ""


def test_whoever_is_kept_back_is_never_named() -> None:
    hidden = META | {"clockwright": {"characters": {"owl": {"export": False}}}}
    told = draft((1, [META, "imp"]), (2, [hidden, own("Owl"), "imp", "monk"]))
    assert "Owl" not in told
    assert "Added Monk." in told


def test_what_was_undone_is_not_told() -> None:
    states = ((1, [META, "imp"]), (2, [META, "imp", "monk"]), (2, [META, "imp", "chef"]))
    assert "Monk" not in draft(*states, aside=(2,))


def test_a_history_without_end_is_told_in_part() -> None:
    states = [(day % 28 + 1, [META, "imp"] + (["monk"] if day % 2 else [])) for day in range(28)]
    assert draft(*states).count("**2026") == almanac_desk.MOST_DAYS
