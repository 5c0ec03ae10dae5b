"""Boxes, labels and dividers for the tokens and cards of a script, as large as what they hold."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from builder.content import TAB, Boxes, Container, Tokens, counted
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import gettext as _, ngettext
from builder.printables import common, shop, tokens
from builder.printables.common import typeset
from builder.printables.options import DEFAULTS, Options, Setting, chosen_parts

KIND = "boxes"
TITLE = "boxes and labels"
ORDER = 8
PARTS = ("boxes", "labels", "dividers")
#: Settings of the tokens that change how many there are, or how large.
OF_TOKENS = ("punch", "character", "reminder", "only", "versions", "players", "duplicates")
SETTINGS: Mapping[str, Setting] = {
    "parts": Setting(f"What is printed, separated by commas: {', '.join(PARTS)}.", "all"),
    "thickness": Setting("Thickness of a token in mm, from paper (0.3) to wood (5).", "2"),
    "cards": Setting(
        "The size of character cards, for their box and its dividers.", "poker", ("poker", "bridge", "tarot")
    ),
    **{name: tokens.SETTINGS[name] for name in OF_TOKENS},
}
#: Space around tokens and cards in a box; thickness of a card; a label.
AIR, CARD, LABEL = 2.0, 0.32, (64.0, 26.0)
#: The least depth of a box, so that its lid holds words.
LEAST = 12.0


def content(script: Script, options: Options = DEFAULTS) -> Boxes:
    """The boxes, labels and dividers of a script. Raises UnknownChoiceError for an invalid setting."""
    options = options.with_defaults({**tokens.SETTINGS, **SETTINGS})
    parts, thickness = _parts(options.setting("parts")), _thickness(options)
    made = tokens.content(
        script, replace(options, chosen={**options.chosen, "parts": "characters,reminders,info"})
    )
    return Boxes(
        front=common.front(script, options, TITLE),
        stacks=tuple(_stacks(made)) if "boxes" in parts else (),
        thickness=thickness,
        boxes=tuple(_card_boxes(script, made, options)) if "boxes" in parts else (),
        labels=tuple(_labels(made)) if "labels" in parts else (),
        dividers=tuple(_dividers(script, options)) if "dividers" in parts else (),
        saving=options.setting("ink") == "saving",
        readable=options.setting("face") == "readable",
    )


def judge(options: Options) -> None:
    """Validates the settings without a script. Raises UnknownChoiceError."""
    options = options.with_defaults(tokens.SETTINGS)
    _parts(options.setting("parts"))
    _thickness(options)
    tokens.sizes(options)


def _parts(written: str) -> tuple[str, ...]:
    return chosen_parts(written, PARTS, _("There is no part of the boxes “%(name)s”."))


def _thickness(options: Options) -> float:
    return tokens.length(options.setting("thickness"), _("thickness of tokens"), 0.1, 10)


def _stacks(made: Tokens) -> Iterator[tuple[int, float, str]]:
    counts = Counter(face.shape for face in made.faces)
    for shape, size in (("character", made.sizes.character), ("reminder", made.sizes.reminder)):
        if counts[shape]:
            yield counts[shape], size, shape


def _card_boxes(script: Script, made: Tokens, options: Options) -> Iterator[Container]:
    title = typeset(script.name)
    info = sum(face.shape == "card" for face in made.faces)
    width, height = made.sizes.card
    if info:
        yield Container(
            title, counted("card", info), width + AIR, height + AIR, max(LEAST, info * CARD + AIR)
        )
    characters = sum(face.shape == "character" for face in made.faces)
    if characters:
        width, height = shop.shops()["cards"].sizes[options.setting("cards")]
        number = characters + len({each.team for each in script.characters})  # with the dividers
        words = ngettext("%(number)s character card", "%(number)s character cards", characters)
        yield Container(
            title,
            words % {"number": characters},
            width + AIR,
            height + TAB + AIR,
            max(LEAST, number * CARD + AIR),
        )


def _labels(made: Tokens) -> Iterator[Container]:
    counts = Counter((face.shape, face.team) for face in made.faces if face.shape != "card")
    for shape in ("character", "reminder"):
        number = sum(count for (of, _team), count in counts.items() if of == shape)
        if number:
            yield Container(made.front.title, counted(shape, number), *LABEL)
    for team in Team:
        number = counts["character", team.value]
        if number:
            words = counted("character", number)
            yield Container(team.heading, words, *LABEL, team=team.value)


def _dividers(script: Script, options: Options) -> Iterator[Container]:
    width, height = shop.shops()["cards"].sizes[options.setting("cards")]
    for team in Team:
        names = [typeset(each.name) for each in script.team(team)]
        if names:
            yield Container(team.heading, ", ".join(names), width, height, team=team.value)
