"""Whether players can see that a script has jinxes.

Some pairs of characters have a jinx: a special rule for when both are on the script. The Djinn (a Fabled) belongs
on such a script, so everybody knows that there are special rules.
"""

from collections.abc import Iterator

from builder.checks import phrases
from builder.checks.facts import Facts, Finding
from builder.game.character import Jinx
from builder.game.ids import key
from builder.game.problem import Fix, Severity
from builder.language import gettext as _
from builder.language import ngettext

CODE = "djinn-missing"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    if not facts.jinxes or "djinn" in facts.by_key:
        return
    pairs = phrases.listed(_pair(facts, jinx) for jinx in facts.jinxes)
    yield Finding(
        ngettext(
            "%(count)s jinx applies to this script: %(pairs)s. Add the Djinn so players know about jinxes.",
            "%(count)s jinxes apply to this script: %(pairs)s. Add the Djinn so players know about jinxes.",
            len(facts.jinxes),
        )
        % {"count": len(facts.jinxes), "pairs": pairs},
        tuple(dict.fromkeys(facts.by_key[key(who)].id for each in facts.jinxes for who in each.characters)),
        fix=Fix(_("Add the Djinn"), {"op": "add", "id": "djinn"}),
    )


def _pair(facts: Facts, jinx: Jinx) -> str:
    one, other = (facts.by_key[key(who)].name for who in jinx.characters)
    return f"{one} × {other}"
