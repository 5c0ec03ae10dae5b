"""Makes a `Theme` of what is written: fills in what is left out, and has every color judged by `guard`."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from builder.game.problem import Problem, Severity
from builder.language import gettext as _
from builder.prose_lists import join_some
from builder.themes import Ground, Theme, guard, schema, tones
from builder.themes.guard import BLACK, WHITE

#: Colors of letters where a theme gives none: on pale and on dark paper.
DARK_INK, PALE_INK = "#1f1a17", "#f3ead8"
TEAMS = ("townsfolk", "outsider", "minion", "demon", "traveller", "fabled", "loric")
#: Corners of the cards to show, by shape.
CORNERS = {"rounded": ".18em", "square": "0", "pill": "1em"}
#: Shares of ink in rules; the rest is paper.
_RULES = {
    "cut": 0.58,
    "rule-strong": 0.52,
    "rule": 0.38,
    "rule-light": 0.22,
    "rule-lightest": 0.14,
    "rule-notes": 0.24,
}
#: Least contrast of a field to write on with a pen, which is taken to be black.
PEN = 12.0
#: Least contrast of the lines for notes with pale paper.
WRITTEN = 1.5
#: The most changed colors that a notice names.
NAMED = 6


@dataclass(slots=True)
class _Changes:
    """Colors that a theme gives and that could not be read."""

    written: Mapping[str, Any]
    made: dict[str, tuple[str, str]] = field(default_factory=dict)

    def note(self, name: str, color: str) -> str:
        """Notes what a given color became, and returns that."""
        given = schema.found(self.written, name)
        if given and schema.long_color(given) != color:
            self.made[name] = (given, color)
        return color


@lru_cache(maxsize=64)
def resolved(packed: str) -> Theme:
    """The theme of `loading.packed`. Cached."""
    written = json.loads(packed)
    return replace(_dressed(written, packed), bare=_dressed(_without_ground(written), f"bare {packed}"))


def _without_ground(written: Mapping[str, Any]) -> dict[str, Any]:
    """What is left of a theme on white paper: no corners, titles in ink; dark ink where that of the theme is pale."""
    left_out = {"paper", "soft", "faint", "rule"}
    if guard.is_dark(schema.reader(written)("paper.color")):
        left_out.add("ink")
    kept = {name: value for name, value in written.items() if name not in left_out}
    ornaments = {**(written.get("ornaments") or {}), "corner": "none", "title": "ink"}
    return {**kept, "paper": {"color": WHITE}, "ornaments": ornaments}


def _dressed(written: Mapping[str, Any], named: str) -> Theme:
    changes = _Changes(written)
    get = schema.reader(written)
    paper = changes.note("paper.color", guard.paper(get("paper.color")))
    dark = guard.is_dark(paper)
    picture, extremes = get("paper.picture") or "", [*(get("paper.tones") or ())]
    veil = guard.veil(paper, extremes) if picture else 0.0
    texture = "" if get("paper.texture") == "none" else get("paper.texture")
    strength = get("paper.strength") if texture else 0.0
    first_ink = get("ink") or (PALE_INK if dark else DARK_INK)
    grain = tones.mixed(paper, BLACK if not dark else WHITE, 0.16 * strength)
    behind = [paper, grain, *guard.veiled(paper, extremes, veil)]
    tint = {name: tones.mixed(paper, first_ink, part) for name, part in _tints(dark=dark)}
    behind += tint.values()
    ink = changes.note("ink", guard.text(first_ink, behind))
    values = {
        "paper": paper,
        "mask": paper,
        "grain": grain,
        "ink": ink,
        "strong": WHITE if dark else BLACK,
        "black": WHITE if dark else BLACK,
        "info": guard.text(tones.mixed(ink, paper, 0.06), behind),
        "soft": changes.note("soft", guard.text(get("soft") or tones.mixed(ink, paper, 0.18), behind)),
        "faint": changes.note("faint", guard.text(get("faint") or tones.mixed(ink, paper, 0.3), behind)),
        **{name: tones.mixed(paper, get("rule") or ink, part) for name, part in _RULES.items()},
        **tint,
        **_to_write_on(paper, ink, dark=dark),
        "leaf": paper,
        "parchment": paper,
        "parchment-outer": tint["tint-strong"],
        "parchment-edge": tones.mixed(paper, ink, 0.3),
        "parchment-fiber": tint["tint"],
        "parchment-rule": tones.mixed(paper, ink, 0.32),
        "token-cut": "#9b948c",
        "card-corner": CORNERS[get("cards.shape")],
    }
    if get("rule"):
        values["rule"] = schema.long_color(get("rule"))
    values.setdefault("write-rule", guard.text(values["rule-notes"], [paper], WRITTEN))
    values |= _teams(get, behind, changes)
    values["accent"] = changes.note("accent", guard.text(get("accent") or values["demon"], behind))
    values["on-accent"] = guard.on(values["accent"])
    for name, usual in (("error", "#9b1c1c"), ("warning", "#8a4305"), ("advice", "#176b78")):
        values[name] = guard.text(usual, behind)
    card = schema.long_color(get("cards.color") or ink)
    values |= {
        "card": card,
        "on-card": changes.note("cards.ink", guard.text(get("cards.ink") or paper, [card])),
        "on-ink": guard.text(paper, [ink]),
    }
    values |= _cover(get, ink, paper, changes, dark=dark)
    ground = Ground(
        paper,
        texture,
        "" if get("paper.edge") == "none" else get("paper.edge"),
        _named(get, "corner"),
        picture,
        veil,
    )
    if not ground.is_plain:
        values["mask"] = "transparent"
    values["texture"] = f"{strength:g}"
    made = Theme(
        key=hashlib.sha256(named.encode("utf-8", "replace")).hexdigest()[:24],
        title=str(get("title") or ""),
        values=values,
        tokens=_tokens(get, values, changes),
        faces=schema.faces(written),
        ornaments={name: each for name in ("flourish", "divider", "leaf") if (each := _named(get, name))}
        | {name: get(f"ornaments.{name}") for name in ("cap", "title")},
        ground=None if ground == Ground(WHITE) else ground,
        rule=get("ornaments.rule"),
        density=get("density"),
        logo=(get("logo.picture") or "") if get("logo.place") != "none" else "",
        art=get("pictures.art"),
        has_ring=get("pictures.ring"),
    )
    return replace(made, changed=tuple((name, *pair) for name, pair in changes.made.items()))


def _named(get: Any, name: str) -> str:
    found = get(f"ornaments.{name}")
    return "" if found in {None, "none"} else str(found)


def _tints(*, dark: bool) -> tuple[tuple[str, float], ...]:
    """Names of boxes on the paper, and their shares of ink."""
    more = 1.3 if dark else 1.0
    return (
        ("panel", 0.025 * more),
        ("disc", 0.04 * more),
        ("tint", 0.055 * more),
        ("tint-strong", 0.08 * more),
    )


def _to_write_on(paper: str, ink: str, *, dark: bool) -> dict[str, str]:
    """Fields for a pen on dark paper, and lines on them; pale paper needs none."""
    if not dark:
        return {"write": "transparent"}
    field = guard.text(tones.mixed(ink, paper, 0.06), [BLACK], PEN)
    return {"write": field, "write-rule": tones.mixed(field, BLACK, 0.38)}


def _teams(get: Any, behind: list[str], changes: _Changes) -> dict[str, str]:
    """Colors of teams as text, and of letters on a band of each."""
    found = guard.apart({team: get(f"teams.{team}") for team in TEAMS}, behind)
    found["unknown"] = guard.text(get("teams.unknown"), behind)
    for team, color in found.items():
        changes.note(f"teams.{team}", color)
    return found | {f"on-{team}": guard.on(color) for team, color in found.items()}


def _cover(get: Any, ink: str, paper: str, changes: _Changes, *, dark: bool) -> dict[str, str]:
    """A dark cover with pale letters, or what the theme wants instead."""
    cover = guard.paper(get("cover.color") or tones.toned(paper if dark else ink, 0.22))
    pale = guard.text(get("cover.ink") or ("#f5ecd8" if guard.is_dark(cover) else DARK_INK), [cover], 7)
    return {
        "cover": changes.note("cover.color", cover),
        "cover-mark": pale,
        "on-cover": changes.note("cover.ink", pale),
        "on-cover-soft": guard.text(tones.mixed(pale, cover, 0.12), [cover]),
        "on-cover-faint": guard.text(tones.mixed(pale, cover, 0.35), [cover]),
        "cover-line": tones.mixed(cover, pale, 0.14),
    }


def _tokens(get: Any, values: Mapping[str, str], changes: _Changes) -> dict[str, dict[str, str]]:
    """The tokens of the theme, and dark ones."""
    paper = values["paper"]
    usual = "#f7f0de" if paper == WHITE else paper
    disc = guard.paper(get("tokens.disc") or usual)
    changes.note("tokens.disc", disc)
    given = {
        name: get(f"tokens.{name}")
        for name in ("reminder", "card", "ink", "rule", "leaf", "night", "setup", "dot")
    }
    classic = _palette(disc, given, values, changes)
    dark = _palette(values["cover"], dict.fromkeys(given), values, None)
    return {"classic": classic, "dark": dark}


def _palette(
    disc: str, given: Mapping[str, Any], values: Mapping[str, str], changes: _Changes | None
) -> dict[str, str]:
    first = given["ink"] or (PALE_INK if guard.is_dark(disc) else DARK_INK)
    if not given["ink"] and tones.contrast(values["ink"], disc) >= 7:
        first = values["ink"]

    def field_of(name: str) -> str:
        """A reminder or a card, as long as letters can be read on it and on the disc alike."""
        wanted = (
            schema.long_color(given[name])
            if given[name]
            else tones.mixed(disc, first, 0.06 if name == "reminder" else 0)
        )
        return wanted if guard.has_room([disc, wanted]) else disc

    fields = {"disc": disc, "reminder": field_of("reminder"), "card": field_of("card")}
    grounds = [*dict.fromkeys(fields.values())]
    ink = guard.text(first, grounds)
    made = {
        **fields,
        "ink": ink,
        "rule": guard.text(given["rule"] or tones.mixed(disc, ink, 0.4), grounds, 1.6),
        **{
            name: guard.text(given[name] or usual, grounds, guard.DRAWING)
            for name, usual in (
                ("leaf", "#4c6b2f"),
                ("night", "#33506e"),
                ("setup", "#b4551d"),
                ("dot", "#7f1420"),
            )
        },
    }
    if changes:
        for name in ("reminder", "card", "ink", "leaf", "night", "setup", "dot"):
            changes.note(f"tokens.{name}", made[name])
    teams = guard.apart({team: values[team] for team in TEAMS}, grounds)
    made |= {f"team-{team}": color for team, color in teams.items()}
    return made | {"team-unknown": guard.text(values["unknown"], grounds), "team-info": ink}


def notices(theme: Theme) -> tuple[Problem, ...]:
    """What was changed in a theme, so that it can be read."""
    if not theme.changed:
        return ()
    words = [f"{name} {before} → {after}" for name, before, after in theme.changed]
    return (
        Problem(
            "theme-colors",
            Severity.NOTICE,
            _(
                "Some colors of the theme “%(theme)s” are hard to read where they stand, or to tell apart. The nearest"
                " ones that are not were used: %(colors)s."
            )
            % {"theme": theme.title, "colors": join_some(words, NAMED)},
        ),
    )
