"""Whether all homebrew characters have an icon, if some do.

Players find characters by their icons, on the sheet and on tokens. A few missing icons look like a mistake. If no
character has one, it looks like a choice.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.checks import phrases
from builder.checks.facts import Facts, Finding
from builder.game.problem import Severity
from builder.language import ngettext

CODE = "missing-icon"
SEVERITY = Severity.NOTICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    own = [each for each in facts.custom if catalogue.find(each.key) is None]
    without = [each for each in own if not (each.character.images or each.character.icon.is_painted)]
    if without and len(without) < len(own):
        yield Finding(
            ngettext(
                "%(names)s has no icon, but other characters on this script do. Choose one.",
                "%(names)s have no icon, but other characters on this script do. Choose an icon for each.",
                len(without),
            )
            % {"names": phrases.names(without)},
            phrases.ids(without),
            path=without[0].path if len(without) == 1 else None,
        )
