"""Tokens for Tabletop Simulator: which ones, in which style, and where their pictures will be."""

from collections.abc import Mapping

from builder.language import N_
from builder.printables import tokens
from builder.printables.options import Options, Setting

TITLE = N_("Tabletop Simulator tokens")
EVERY_PICTURE = True
#: Settings of the tokens that matter here too.
OF_TOKENS = ("parts", "only", "ability", "versions", "art", "players", "duplicates")
SETTINGS: Mapping[str, Setting] = {
    "address": Setting(
        N_(
            "Where the pictures will be on the web; by default, where the script says that its set is published."
        ),
        "",
    ),
    "style": Setting(N_("The style of the tokens. Empty: the usual one."), ""),
    **{name: tokens.SETTINGS[name] for name in OF_TOKENS},
}
content = tokens.content


def judge(options: Options) -> None:
    """Validates the settings without a script. Raises UnknownChoiceError."""
    tokens.judge_parts(options)
