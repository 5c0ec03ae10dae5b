"""Names, and the script's own terms."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, islice

from builder import catalogue
from builder.checks import phrases
from builder.checks.check import of_facts, of_script
from builder.checks.facts import Facts, Finding, Listed
from builder.checks.phrases import listed
from builder.formats.official import entries
from builder.game import former_names, keywords
from builder.game.ids import key
from builder.game.problem import Fix, Severity
from builder.game.script import Script
from builder.game.teams import Team
from builder.language import gettext as _
from builder.memoize import of_runs


@of_script("former-name", Severity.WARNING)
def former_name(script: Script) -> Iterator[Finding]:
    """Whether texts name homebrew that was renamed or deleted.

    An ability, reminder, jinx, night reminder or almanac text may name other characters of the script. When one of them
    gets another name or leaves the script, those texts still have the former name. One button puts the new name
    everywhere; where the character is gone, “Find and replace” finds the texts.
    """
    there = {each.name for each in script.characters}
    known = {old: new for old, new in former_names.of(script.block).items() if old not in there}
    patterns = {old: former_names.pattern(old, there) for old in known}
    found: dict[str, list[entries.Text]] = defaultdict(list)
    for text in entries.texts(script) if known else ():
        for old, words in patterns.items():
            if former_names.is_in(old, words, text.text):
                found[old].append(text)
    for old, those in found.items():
        where = listed(each.name or _("the script") for each in those)
        values = {"old": old, "new": known[old], "where": where}
        who = tuple(dict.fromkeys(each.who[1] for each in those if each.who))
        path = script.places()[those[0].who[0]] if those[0].who else None
        if known[old] in there:
            swaps = [
                {
                    "who": list(each.who) if each.who else None,
                    "field": each.field,
                    "from": each.text,
                    "to": former_names.put(patterns[old], known[old], each.text),
                }
                for each in those
            ]
            fix = Fix(_("Put %(new)s everywhere") % values, {"op": "rewrite", "texts": swaps})
            said = _("%(old)s is called %(new)s now, but these texts still say %(old)s: %(where)s.")
        else:
            fix = None
            said = _(
                "%(old)s is no longer on this script, but these texts still name it: %(where)s. Reword them, or "
                "use “Find and replace” on the page of all characters."
            )
        yield Finding(said % values, who, path=path, fix=fix)


#: A word with a capital inside of a sentence.
CAPITAL = re.compile(r"(?<=[a-z,;&\d] )[A-Z][a-z]{3,}(?![\w'’-])(?! [A-Z])")


#: Words of the game that have a capital, and those of abilities that are in English.
OF_THE_GAME = frozenset(
    {"storyteller", "storytellers", "grimoire", "grim", "fabled", "loric", "jinx", "jinxes"}
)


ENGLISH = re.compile(r"\b(?:you|the|a|player|players|night|day)\b")


@of_facts("keyword-unexplained", Severity.ADVICE)
def keyword_unexplained(facts: Facts) -> Iterator[Finding]:
    """Whether the script's own terms are explained.

    A word that several abilities use in a sense of its own, or a keyword without a meaning, leaves players guessing.
    Give its meaning on the almanac page of the app, under “Keywords”: it is printed wherever the term occurs.
    """
    explained = keywords.of(facts.script)
    for each in explained:
        if not each.text and (having := [one for one in facts.listed if each.is_in(one.character.ability)]):
            yield _unexplained(
                having,
                _("%(names)s: the keyword “%(term)s” has no meaning yet. Explain it on the almanac page.")
                % {"names": phrases.names(having), "term": each.term},
            )
    for word, having in _terms(facts, explained).items():
        yield _unexplained(
            having,
            _(
                "%(names)s: “%(term)s” reads like a term of this script, and nothing explains it. Make it a "
                "keyword on the almanac page, or write it without a capital."
            )
            % {"names": phrases.names(having), "term": word},
        )


def _terms(facts: Facts, explained: tuple[keywords.Keyword, ...]) -> dict[str, list[Listed]]:
    found: dict[str, list[Listed]] = {}
    for word, each in chain.from_iterable(_capitals(facts.custom)):
        found.setdefault(word, []).append(each)
    least = catalogue.check_thresholds("keyword-unexplained")["characters"]
    often = {word: having for word, having in found.items() if len(having) >= least}
    if not often:
        return {}
    names = " ".join(each.name for each in facts.listed).lower()
    known = {*OF_THE_GAME, *_official_words(), *re.findall(r"\w+", names)}
    return {
        word: having
        for word, having in often.items()
        if not {word.lower(), word.lower().removesuffix("s")} & known
        and not any(each.is_in(word) for each in explained)
    }


@of_runs
def _capitals(some: Sequence[Listed]) -> list[tuple[str, Listed]]:
    """Each word with a capital inside of a sentence of an English ability, and whose ability it is."""
    english = (each for each in some if ENGLISH.search(each.character.ability))
    return [
        (word, each) for each in english for word in dict.fromkeys(CAPITAL.findall(each.character.ability))
    ]


def _unexplained(having: Sequence[Listed], message: str) -> Finding:
    return Finding(message, phrases.ids(having), f"{having[0].path}.ability")


@catalogue.per_wording
def _official_words() -> frozenset[str]:
    """Each word of an official name, and of teams."""
    teams = (word for team in Team for word in (team.value, team.label, team.heading))
    return frozenset(
        re.findall(r"\w+", " ".join((*(each.name for each in catalogue.everyone()), *teams)).lower())
    )


@of_script("keyword-unused", Severity.ADVICE)
def keyword_unused(script: Script) -> Iterator[Finding]:
    """Whether every keyword that a script explains occurs in it.

    A term that no character has any more is dropped from sheets and almanacs, which list what occurs. Perhaps it is
    spelled in another way by now, or has a form that is not listed.
    """
    explained = keywords.of(script)
    if not explained:
        return
    texts = [text for each in script.characters for text in keywords.texts_of(each)]
    jinxes = (jinx.reason for each in script.characters for jinx in each.jinxes)
    found = keywords.used(explained, (*texts, *script.meta.bootlegger, *jinxes))
    for each in explained:
        if each not in found:
            yield Finding(
                _(
                    "The keyword “%(term)s” is explained, but no character has it. Remove it from the almanac's "
                    "keywords, or list the forms in which it occurs."
                )
                % {"term": each.term},
                path=f"$[{script.meta_position}]",
            )


#: One more than are told.
ENOUGH = 101


@of_facts("near-names", Severity.WARNING)
def near_names(facts: Facts) -> Iterator[Finding]:
    """Whether character names are easy to tell apart.

    Two characters with nearly the same name get mixed up in conversation, on Grimoire tokens and in the Storyteller's
    notes.
    """
    if not facts.custom:
        return
    limits = catalogue.check_thresholds("near-names")
    own = {each.key for each in facts.custom}
    names = tuple((key(each.name), each.key in own) for each in facts.listed)
    for first, second in _near_pairs(names, limits["shortest"], limits["alike"]):
        one, other = facts.listed[first], facts.listed[second]
        message = _(
            "%(name)s and %(other)s have nearly the same name, so players will mix them up. Rename one of them."
        )
        if one.name == other.name:
            message = _(
                "%(name)s is the name of two characters, so players will mix them up. Rename one of them."
            )
        path = (other if other.key in own else one).path
        yield Finding(message % {"name": one.name, "other": other.name}, (one.id, other.id), path)


@lru_cache(maxsize=16)
def _near_pairs(
    names: tuple[tuple[str, bool], ...], shortest: int, alike: float
) -> tuple[tuple[int, int], ...]:
    """The places of the first of those whose names are alike, where one of both is the script's own."""
    from rapidfuzz.fuzz import ratio

    def is_alike(one: str, other: str) -> bool:
        if one == other:
            return bool(one)
        lengths = len(one), len(other)
        if min(lengths) < shortest or abs(lengths[0] - lengths[1]) > 2:
            return False
        return ratio(one, other) >= alike

    found = (
        (first, second)
        for (first, (one, is_own)), (second, (other, is_too)) in combinations(enumerate(names), 2)
        if (is_own or is_too) and is_alike(one, other)
    )
    return tuple(islice(found, ENOUGH))
