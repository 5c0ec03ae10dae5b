"""Whether a script has only a few jinxes.

Every jinx is one more rule to read before the game. Up to five are usual. With more, a script is better off
without one of the jinxed characters.
"""

from collections import Counter
from collections.abc import Iterator

from builder import catalogue
from builder.checks.facts import Facts, Finding
from builder.game.ids import key
from builder.game.problem import Severity
from builder.language import ngettext

CODE = "many-jinxes"
SEVERITY = Severity.ADVICE


def check_facts(facts: Facts) -> Iterator[Finding]:
    if len(facts.jinxes) <= catalogue.check_thresholds(CODE)["most"]:
        return
    count = Counter(key(who) for jinx in facts.jinxes for who in jinx.characters)
    (who, most), *_unused = count.most_common(1)
    yield Finding(
        ngettext(
            "%(count)s jinx applies to this script, which is a lot to read before a game. %(name)s is part "
            "of %(part)s of them; without it, there are %(rest)s.",
            "%(count)s jinxes apply to this script, which is a lot to read before a game. %(name)s is part "
            "of %(part)s of them; without it, there are %(rest)s.",
            len(facts.jinxes),
        )
        % {
            "count": len(facts.jinxes),
            "name": facts.by_key[who].name,
            "part": most,
            "rest": len(facts.jinxes) - most,
        },
        tuple(dict.fromkeys(facts.by_key[each].id for each in count)),
    )
