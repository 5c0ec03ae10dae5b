"""Whether your jinxes differ from the official ones.

A script can change the text of an official jinx. Clockwright then prints and exports your version, not the
official one. Tell players who know the official rule.
"""

from collections.abc import Iterator, Mapping

from builder import catalogue
from builder.checks.facts import Facts, Finding
from builder.game.ids import key
from builder.game.problem import Severity
from builder.language import gettext as _

CODE = "own-jinx-text"
SEVERITY = Severity.NOTICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    official = _official()
    for jinx in facts.jinxes:
        if jinx.source == "script" and official.get(jinx.pair, jinx.reason).strip() != jinx.reason.strip():
            one, other = (facts.by_key[key(who)] for who in jinx.characters)
            yield Finding(
                _(
                    "%(name)s and %(other)s have an official jinx, and this script changes its text. "
                    "Clockwright uses and prints your version. Tell players who know the official one."
                )
                % {"name": one.name, "other": other.name},
                (one.id, other.id),
                path=(one if one.custom else other).path,
            )


@catalogue.per_wording
def _official() -> Mapping[frozenset[str], str]:
    return {jinx.pair: jinx.reason for jinx in catalogue.jinxes()}
