"""Whether characters that need each other are both on the script.

[+the King] means that the King is always in play together with the Choirboy. If the King is not on the script, the
Choirboy can't be dealt.
"""

from collections.abc import Iterator

from builder import catalogue
from builder.checks.facts import Facts, Finding, Listed
from builder.game.character import bare
from builder.game.problem import Fix, Severity
from builder.game.setup.effects import Partner
from builder.language import gettext as _

CODE = "missing-partner"
SEVERITY = Severity.WARNING


def check_facts(facts: Facts) -> Iterator[Finding]:
    for member in facts.cast.members.values():
        for effect in member.effects:
            if isinstance(effect, Partner) and effect.name not in facts.by_key:
                yield _problem(facts.by_key[member.key], effect.name)


def _problem(who: Listed, partner: str) -> Finding:
    official = catalogue.find(partner)
    name = bare(official.name if official else partner)
    return Finding(
        _(
            "The %(name)s is only in play together with the %(partner)s, which is not on this script, so "
            "the %(name)s can never be dealt. Add the %(partner)s, or remove the %(name)s."
        )
        % {"name": bare(who.name), "partner": name},
        (who.id,),
        path=who.path,
        fix=Fix(_("Add the %(name)s") % {"name": name}, {"op": "add", "id": partner}) if official else None,
    )
