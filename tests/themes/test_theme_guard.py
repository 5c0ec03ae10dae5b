"""Nothing that wears a theme is unreadable, whatever its colors."""

from itertools import combinations
from random import Random

import pytest

from builder.themes import guard, loading, resolving, tones
from builder.themes.resolving import TEAMS

#: What is text, and what it may stand on, by the names of style sheets.
TEXTS = ("ink", "strong", "soft", "faint", "info", "accent", "error", "warning", "advice", "unknown", *TEAMS)
GROUNDS = ("paper", "grain", "panel", "disc", "tint", "tint-strong", "parchment", "parchment-outer", "leaf")
PAIRS = (
    ("on-ink", "ink"),
    ("on-card", "card"),
    ("on-cover", "cover"),
    ("on-cover-soft", "cover"),
    ("on-cover-faint", "cover"),
    *((f"on-{team}", team) for team in (*TEAMS, "unknown")),
)


def random_theme(seed: int) -> dict[str, object]:
    """A theme with colors of all kinds, some of them missing; every third one has a picture."""
    chance = Random(seed)

    def color() -> str:
        return f"#{chance.randrange(1 << 24):06x}"

    def some(*names: str) -> dict[str, str]:
        return {name: color() for name in names if chance.random() < 0.7}

    paper: dict[str, object] = {**some("color"), "texture": "laid", "strength": chance.random()}
    if seed % 3 == 0:
        paper |= {"picture": "stored:" + "0" * 32 + "-ground", "tones": [color(), color(), color()]}
    return {
        "paper": paper,
        **some("ink", "soft", "faint", "rule", "accent"),
        "teams": some(*TEAMS, "unknown"),
        "cards": some("color", "ink"),
        "tokens": some("disc", "reminder", "card", "ink", "rule", "leaf", "night", "setup", "dot"),
        "cover": some("color", "ink"),
    }


def failures(written: dict[str, object]) -> list[str]:
    """Every pair of colors of a theme, and of it on white paper, that cannot be read or told apart."""
    whole = resolving.resolved(loading.packed(written))
    assert whole.bare
    found = []
    for theme in (whole, whole.bare):
        values = theme.values
        grounds = [values[name] for name in GROUNDS]
        if theme.ground and theme.ground.picture:
            paper = written["paper"]
            assert isinstance(paper, dict)
            grounds += guard.veiled(values["paper"], paper["tones"], theme.ground.veil)
        found += [name for name in TEXTS if tones.least_contrast(values[name], grounds) < 4.5]
        found += [
            f"{one} on {other}" for one, other in PAIRS if tones.contrast(values[one], values[other]) < 4.5
        ]
        found += _too_alike({team: values[team] for team in TEAMS})
        for style, palette in theme.tokens.items():
            fields = [palette[name] for name in ("disc", "reminder", "card")]
            teams = {name: each for name, each in palette.items() if name.startswith("team-")}
            found += [
                f"{style}: {name}"
                for name, each in {"ink": palette["ink"], **teams}.items()
                if tones.least_contrast(each, fields) < 4.5
            ]
            found += [
                f"{style}: {name}"
                for name in ("leaf", "night", "setup", "dot")
                if tones.least_contrast(palette[name], fields) < 3
            ]
            found += _too_alike({team: palette[f"team-{team}"] for team in TEAMS})
    return found


def _too_alike(teams: dict[str, str]) -> list[str]:
    return [
        f"{one} and {other} for {eyes} eyes"
        for one, other in combinations(teams, 2)
        for eyes in tones.EYES
        if tones.difference(teams[one], teams[other], eyes)
        < (guard.APART_IN_GREY if eyes == "grey" else guard.APART) - 1e-9
    ]


#: Random palettes: all of them take a minute.
SOME, ALL = range(12), range(12, 200)


def test_some_random_palettes_can_be_read() -> None:
    assert {seed: found for seed in SOME if (found := failures(random_theme(seed)))} == {}


@pytest.mark.slow
def test_200_random_palettes_can_be_read() -> None:
    assert {seed: found for seed in ALL if (found := failures(random_theme(seed)))} == {}


def test_a_color_that_cannot_be_read_is_seen() -> None:
    assert tones.contrast("#aaaaaa", "#ffffff") < 4.5
    assert _too_alike({"minion": "#b23a12", "demon": "#b33a12"})


def test_the_nearest_tone_has_the_same_hue_and_just_enough_contrast() -> None:
    made = guard.text("#f0a000", ["#ffffff"])
    assert 4.5 <= tones.contrast(made, "#ffffff") < 4.7
    hue = [tones.oklab(color)[1] / tones.oklab(color)[2] for color in ("#f0a000", made)]
    assert hue[0] == pytest.approx(hue[1], abs=0.05)
    assert guard.text("#1f1a17", ["#ffffff"]) == "#1f1a17"


def test_what_is_changed_is_told() -> None:
    worn = resolving.resolved(loading.packed({"title": "Pale", "ink": "#cccccc"}))
    (notice,) = resolving.notices(worn)
    assert "Pale" in notice.message
    assert f"ink #cccccc → {worn.values['ink']}" in notice.message


def test_a_dark_theme_is_dark_on_white_paper() -> None:
    worn = resolving.resolved(loading.packed({"paper": {"color": "#101020"}, "ink": "#f0f0ff"}))
    assert worn.bare
    assert tones.luminance(worn.values["ink"]) > 0.7
    assert worn.bare.values["paper"] == "#ffffff"
    assert tones.luminance(worn.bare.values["ink"]) < 0.2
    assert worn.bare.ground is None


def test_a_picture_with_black_and_white_gets_a_veil() -> None:
    assert guard.veil("#ffffff", ["#808080", "#000000", "#ffffff"]) > 0.5
    assert guard.veil("#ffffff", ["#f0f0f0", "#e8e8e8", "#ffffff"]) == 0


@pytest.mark.parametrize(
    ("one", "other", "known"),
    [("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48), ("#f00", "#fff", 4.0)],
)
def test_contrast_is_that_of_wcag(one: str, other: str, known: float) -> None:
    assert tones.contrast(one, other) == pytest.approx(known, abs=0.01)
