"""Whether every ability is short enough to print and read.

Official abilities rarely have more than 150 characters. A longer one makes the whole sheet smaller, doesn't fit on
its token, and gets misread by half the table.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.checks.facts import Finding, Listed
from builder.game.character import bare
from builder.game.problem import Severity
from builder.game.script import Meta
from builder.language import gettext as _

CODE = "long-ability"
SEVERITY = Severity.ADVICE


def check_character(each: Listed, _meta: Meta) -> Iterator[Finding]:
    most = catalogue.check_thresholds(CODE)["letters"]
    length = len(each.character.ability)
    if length > most:
        yield Finding(
            _(
                "The %(name)s has an ability of %(length)s characters. Over %(most)s, the sheet needs "
                "smaller type and players miss half of it. Shorten it, and put the details into the "
                "almanac."
            )
            % {"name": bare(each.name), "length": length, "most": most},
            (each.id,),
            path=f"{each.path}.ability",
        )
