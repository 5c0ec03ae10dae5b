"""Whether the script's own terms are explained.

A word that several abilities use in a sense of its own, or a keyword without a meaning, leaves players guessing. Give
its meaning on the almanac page of the app, under “Keywords”: it is printed wherever the term occurs.
"""

import re
from collections.abc import Iterator, Sequence

from builder import catalogue
from builder.checks import phrases
from builder.checks.facts import Facts, Finding, Listed
from builder.game import keywords
from builder.game.problem import Severity
from builder.game.teams import Team
from builder.language import gettext as _

CODE = "keyword-unexplained"
SEVERITY = Severity.ADVICE

#: A word with a capital inside of a sentence.
CAPITAL = re.compile(r"(?<=[a-z,;&\d] )[A-Z][a-z]{3,}(?![\w'’-])(?! [A-Z])")
#: Words of the game that have a capital, and those of abilities that are in English.
OF_THE_GAME = frozenset(
    {"storyteller", "storytellers", "grimoire", "grim", "fabled", "loric", "jinx", "jinxes"}
)
ENGLISH = re.compile(r"\b(?:you|the|a|player|players|night|day)\b")


def check_facts(facts: Facts) -> Iterator[Finding]:
    explained = keywords.of(facts.script)
    for each in explained:
        if not each.text and (having := [one for one in facts.listed if each.is_in(one.character.ability)]):
            yield _problem(
                having,
                _("%(names)s: the keyword “%(term)s” has no meaning yet. Explain it on the almanac page.")
                % {"names": phrases.names(having), "term": each.term},
            )
    for word, having in _terms(facts, explained).items():
        yield _problem(
            having,
            _(
                "%(names)s: “%(term)s” reads like a term of this script, and nothing explains it. Make it a "
                "keyword on the almanac page, or write it without a capital."
            )
            % {"names": phrases.names(having), "term": word},
        )


def _terms(facts: Facts, explained: tuple[keywords.Keyword, ...]) -> dict[str, list[Listed]]:
    found: dict[str, list[Listed]] = {}
    for each in facts.custom:
        ability = each.character.ability
        if ENGLISH.search(ability):
            for word in dict.fromkeys(CAPITAL.findall(ability)):
                found.setdefault(word, []).append(each)
    least = catalogue.check_thresholds(CODE)["characters"]
    often = {word: having for word, having in found.items() if len(having) >= least}
    if not often:
        return {}
    known = OF_THE_GAME | _words_of_names(each.name for each in facts.listed)
    return {
        word: having
        for word, having in often.items()
        if not {word.lower(), word.lower().removesuffix("s")} & known
        and not any(each.is_in(word) for each in explained)
    }


def _problem(having: Sequence[Listed], message: str) -> Finding:
    return Finding(message, phrases.ids(having), f"{having[0].path}.ability")


def _words_of_names(names: Iterator[str]) -> frozenset[str]:
    """Each word of a name, of this script or official, and of teams."""
    return _official_words() | frozenset(re.findall(r"\w+", " ".join(names).lower()))


@catalogue.per_wording
def _official_words() -> frozenset[str]:
    teams = (word for team in Team for word in (team.value, team.label, team.heading))
    return frozenset(
        re.findall(r"\w+", " ".join((*(each.name for each in catalogue.everyone()), *teams)).lower())
    )
