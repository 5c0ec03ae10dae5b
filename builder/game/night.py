"""Who wakes, and when: the two night sheets of a script (game-facts §4).

    sheet = night_sheet(script, catalogue.night_order())
    for row in sheet.first: ...

Most of it is the official order. Homebrew is merged by its own numbers, which count on the official scale
(index i in the official list is number i + 1); an author's own order in `_meta` takes precedence over everything.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal, Protocol

from builder.game import night_merge
from builder.game.character import Character
from builder.game.ids import key
from builder.game.night_merge import Place, Row, Step
from builder.game.problem import Problem, Severity
from builder.game.script import Entry, Meta, Script
from builder.language import N_, card, gettext as _, join, ngettext
from builder.memoize import of_runs, of_values

__all__ = ["ENDLESS", "REMEDY", "SILENCERS", "NightOrder", "NightSheet", "Row", "Step", "night_sheet"]

Night = Literal["first", "other"]
#: The rows of a night, and warnings for its Storyteller.
OneNight = tuple[tuple[Row, ...], tuple[Problem, ...]]
#: Cache size in scripts: a page needs the nights of its script more than once.
SCRIPTS = 16
#: Highest valid number; anything beyond it is a typo.
ENDLESS = 1_000_000


#: With fewer players the evil team does not learn each other.
_PLAYERS_FOR_INFO = 7
#: With one of these in play no one gets either info (§2); the Poppy Grower's own row shows the Demon its bluffs.
SILENCERS = ("poppygrower", "lilmonsta", "tor")

_NAMES = {
    Step.DUSK: N_("Dusk"),
    Step.MINION_INFO: N_("Minion Info"),
    Step.DEMON_INFO: N_("Demon Info"),
    Step.DAWN: N_("Dawn"),
}


def step_name(step: str) -> str:
    """The name of a row that is no character's, such as `dusk`, in the current language."""
    return str(_NAMES[Step(step)])


_INFO = {
    Step.MINION_INFO: N_(
        "%(who)s: all Minions wake and see each other. Show *%(this_is_the_demon)s* and point out the Demon."
    ),
    Step.DEMON_INFO: N_(
        "%(who)s: the Demon wakes. Show *%(these_are_your_minions)s* and point out each Minion."
        " Show *%(these_characters_are_not_in_play)s* and 3 good character tokens that nobody has."
    ),
}
#: The cards that these texts name.
_SHOWN = ("THIS IS THE DEMON", "THESE ARE YOUR MINIONS", "THESE CHARACTERS ARE NOT IN PLAY")
_DUSK = N_("Night falls: make sure that every eye is closed.")
_DAWN = {
    "first": N_("Leave a short silence, then let everybody open their eyes."),
    "other": N_("Leave a short silence, let everybody open their eyes, and say who died."),
}
#: The end of the notice about characters without a position.
REMEDY = N_("Set a position.")
_OLDER_SCALE = Problem(
    night_merge.OLDER_SCALE,
    Severity.NOTICE,
    N_(
        "This script was published from Bloodstar, whose first-night numbers are on an older scale:"
        " Minion Info and Demon Info come before its first character."
    ),
)


class NightOrder(Protocol):
    """The complete official order of each night; `dusk`, both infos and `dawn` are among the ids."""

    @property
    def first_night(self) -> tuple[str, ...]:
        """Everyone who may act on the first night."""

    @property
    def other_night(self) -> tuple[str, ...]:
        """Everyone who may act on the other nights."""


@dataclass(frozen=True, slots=True)
class NightSheet:
    """Both nights of a script, from dusk to dawn, and warnings about their order."""

    first: tuple[Row, ...]
    other: tuple[Row, ...]
    notices: tuple[Problem, ...] = ()


def night_sheet(script: Script, order: NightOrder, players: int | None = None) -> NightSheet:
    """The night sheets of a resolved script.

    `players` counts without Travellers: under 7 there is no Minion or Demon info (unless the Toymaker is on
    the script). Without `players` both infos are included, since the sheet serves every game.
    """
    (first, first_notices), (other, other_notices) = _both(
        script.entries, script.meta, order, script.meta_position
    )
    if players is not None and players < _PLAYERS_FOR_INFO and not _has(script, "toymaker"):
        first = tuple(row for row in first if not row.kind.is_info)
        other = tuple(row for row in other if not row.kind.is_info)
    return NightSheet(first, other, first_notices + other_notices)


@of_values(SCRIPTS)
def _both(
    entries: tuple[Entry, ...], meta: Meta, order: NightOrder, position: int
) -> tuple[OneNight, OneNight]:
    script = Script(meta=meta, entries=entries, meta_position=position)
    return _night(script, order.first_night, "first"), _night(script, order.other_night, "other")


def _night(script: Script, official: Sequence[str], night: Night) -> OneNight:
    numbers = _numbers(official)
    steps = [
        Place(numbers[step.value], night_merge.OFFICIAL, 0, _step_row(step, script, night))
        for step in Step
        if step.value in numbers
    ]
    actors = [place for place in _actors(script, numbers, night) if place]
    notices = list(_guess_notices(script, actors, night))
    if night == "first":
        moved = night_merge.infos_before_old_numbers(script, steps, actors)
        if moved is not None:
            steps = moved
            notices.append(_OLDER_SCALE)
    computed = sorted([*steps, *actors], key=lambda place: place.order)
    written = script.meta.first_night if night == "first" else script.meta.other_night
    if not written:
        return tuple(place.row for place in computed), tuple(notices)
    merged = night_merge.by_author(script, written, computed, night)
    # Where the author lists an order, our guesses no longer matter.
    unlisted = [place for place in actors if place.row.id not in merged.listed]
    return merged.rows, (*_guess_notices(script, unlisted, night), *merged.notices)


def _actors(script: Script, numbers: dict[str, float], night: Night) -> Iterator[Place]:
    seen: set[str] = set()
    for index, position in enumerate(chain.from_iterable(_positions(script.entries, numbers, night))):
        name = script.entries[index].key
        if position and name not in seen:
            seen.add(name)
            number, rank, row = position
            if row:
                yield Place(number, rank, index, row)


@of_runs
def _positions(
    entries: Sequence[Entry], numbers: dict[str, float], night: Night
) -> list[tuple[float, int, Row | None] | None]:
    """Number, rank and row of each character, as in `_position`; None for unknown ids."""
    found: list[tuple[float, int, Row | None] | None] = []
    for entry in entries:
        if entry.character is None:
            found.append(None)
            continue
        number, rank, row = _position(entry.character, entry.is_custom, numbers, night)
        is_other = row is not None and row.id != entry.id
        found.append((number, rank, replace(row, id=entry.id) if row and is_other else row))
    return found


@of_values(SCRIPTS)
def _numbers(official: Sequence[str]) -> dict[str, float]:
    return {key(identifier): float(place) for place, identifier in enumerate(official, start=1)}


@of_values()
def _position(
    character: Character,
    is_custom: bool,  # noqa: FBT001  # part of the cache key
    numbers: dict[str, float],
    night: Night,
) -> tuple[float, int, Row | None]:
    """Number, rank and row of a character that acts this night; no row: it does not wake."""
    text, own = _words(character, night)
    row = Row(Step.CHARACTER, character.id, character.name, text, character)
    if not is_custom:
        official = numbers.get(character.key)
        return (official, night_merge.OFFICIAL, row) if official else _ASLEEP
    if own is None and not text.strip():
        return _ASLEEP
    # Modified official characters carry numbers of older official scales in every script seen.
    if character.key in numbers:
        return numbers[character.key], night_merge.OFFICIAL, row
    if own is None:
        return numbers["dawn"], night_merge.GUESSED, replace(row, is_guessed=True)
    return own, night_merge.HOMEBREW, row


_ASLEEP = (0.0, night_merge.OFFICIAL, None)


def _words(character: Character, night: Night) -> tuple[str, float | None]:
    """Reminder text and number of a character; an invalid, infinite or non-positive number becomes None."""
    if night == "first":
        text, number = character.first_night_reminder, character.first_night
    else:
        text, number = character.other_night_reminder, character.other_night
    return text, number if number is not None and 0 < number < ENDLESS else None


def _guess_notices(script: Script, actors: Sequence[Place], night: Night) -> Iterator[Problem]:
    own_words = {entry.id for entry in script.entries if entry.is_custom}
    guessed = [place.row for place in actors if place.rank == night_merge.GUESSED]
    if guessed:
        yield Problem(
            "night-order-guessed",
            Severity.NOTICE,
            _guessed(night, len(guessed)) % {"names": night_merge.names(guessed)} + f" {REMEDY}",
            tuple(row.id for row in guessed),
        )
    moved = [
        place.row
        for place in actors
        if place.row.id in own_words
        and place.rank == night_merge.OFFICIAL
        and place.row.character
        and _words(place.row.character, night)[1] not in {None, place.number}
    ]
    if moved:
        yield Problem(
            "night-order-official",
            Severity.NOTICE,
            _DIFFERS[night] % {"names": night_merge.names(moved)},
            tuple(row.id for row in moved),
        )


_DIFFERS = {
    "first": N_(
        "%(names)s: the position in the script for the first night differs from the official one. The "
        "official one is used. To change that, set a custom night order."
    ),
    "other": N_(
        "%(names)s: the position in the script for the other nights differs from the official one. The "
        "official one is used. To change that, set a custom night order."
    ),
}


def _guessed(night: Night, number: int) -> str:
    if night == "first":
        return ngettext(
            "%(names)s has a reminder for the first night but no position. The night sheet puts it just "
            "before dawn.",
            "%(names)s have reminders for the first night but no position. The night sheet puts them just "
            "before dawn.",
            number,
        )
    return ngettext(
        "%(names)s has a reminder for the other nights but no position. The night sheet puts it just "
        "before dawn.",
        "%(names)s have reminders for the other nights but no position. The night sheet puts them just "
        "before dawn.",
        number,
    )


def _has(script: Script, character: str) -> bool:
    """Whether the script has a character with this key."""
    return character in [entry.key for entry in script.entries]


def _step_row(step: Step, script: Script, night: str) -> Row:
    """The row of a step, with a note on what changes it on this script."""
    if step is Step.DUSK:
        return Row(step, step.value, _(_NAMES[step]), _(_DUSK))
    if step is Step.DAWN:
        return Row(step, step.value, _(_NAMES[step]), _(_DAWN[night]))
    who = _("With 7 or more players")
    if _has(script, "toymaker"):
        who = _("With 7 or more players (any number with the Toymaker)")
    values = {"who": who, **{words.lower().replace(" ", "_"): card(words) for words in _SHOWN}}
    return Row(step, step.value, _(_NAMES[step]), _(_INFO[step]) % values, note=_note(step, script))


def _note(step: Step, script: Script) -> str:
    """A note on what skips or changes this info: Poppy Grower, Lil' Monsta, Tor, Marionette or Legion."""
    sentences = []
    silencers = [
        entry.character.name if entry.character else entry.id
        for silencer in SILENCERS
        for entry in script.entries
        if entry.key == silencer
    ]
    if silencers:
        names = join(dict.fromkeys(silencers), "or")
        sentences.append(_("Skip this if %(characters)s is in play.") % {"characters": names})
    if step is Step.MINION_INFO and _has(script, "marionette"):
        sentences.append(_("The Marionette is not woken here, and the other Minions do not learn who it is."))
    if step is Step.DEMON_INFO and _has(script, "legion"):
        sentences.append(_("Legion in play: all of them wake together instead, and see each other."))
    return " ".join(sentences)
