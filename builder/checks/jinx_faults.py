"""Jinxes, and the Djinn who announces them."""

from collections import Counter
from collections.abc import Iterator, Mapping

from builder import catalogue
from builder.checks import phrases
from builder.checks.check import of_facts
from builder.checks.facts import Facts, Finding, Listed
from builder.game.character import Jinx
from builder.game.ids import key
from builder.game.problem import Fix, Severity
from builder.language import gettext as _, ngettext


@of_facts("djinn-idle", Severity.NOTICE)
def djinn_idle(facts: Facts) -> Iterator[Finding]:
    """Whether the Djinn is on a script without jinxes.

    The Djinn tells players that two characters on a script have a jinx. If no jinx applies, players look for a special
    rule that isn't there.
    """
    djinn = facts.by_key.get("djinn")
    if djinn is None or facts.jinxes or facts.script.unknown:
        return
    yield Finding(
        _(
            "%(name)s is for jinxes, and no two characters on this script are jinxed. Remove the "
            "Djinn, or add a jinx to one of your homebrew characters."
        )
        % {"name": djinn.name},
        (djinn.id,),
        path=djinn.path,
        fix=Fix(_("Remove the Djinn"), {"op": "remove", "path": djinn.path}),
    )


@of_facts("djinn-missing", Severity.ADVICE)
def djinn_missing(facts: Facts) -> Iterator[Finding]:
    """Whether players can see that a script has jinxes.

    Some pairs of characters have a jinx: a special rule for when both are on the script. The Djinn (a Fabled) belongs
    on such a script, so everybody knows that there are special rules.
    """
    if not facts.jinxes or "djinn" in facts.by_key:
        return
    pairs = phrases.listed(_pair_of_names(facts, jinx) for jinx in facts.jinxes)
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


def _pair_of_names(facts: Facts, jinx: Jinx) -> str:
    one, other = (facts.by_key[key(who)].name for who in jinx.characters)
    return f"{one} × {other}"


@of_facts("ignored-jinxes", Severity.WARNING)
def ignored_jinxes(facts: Facts) -> Iterator[Finding]:
    """Whether the official app ignores some of your jinxes.

    The official app ignores jinxes that a script adds to an official character. They work only on a homebrew character
    (with a name, a team and an ability) with a unique id. The fix makes one, with the official ability and your
    jinxes.
    """
    for each in facts.listed:
        written = each.entry.written
        if each.custom or not isinstance(written, dict) or not written.get("jinxes"):
            continue
        yield Finding(
            _(
                "%(name)s is official, and the official app ignores jinxes that a script gives to an "
                "official character. Create a variant of it, which has another id."
            )
            % {"name": each.name},
            (each.id,),
            path=f"{each.path}.jinxes",
            fix=_variant_fix(facts, each) if _well_formed(written["jinxes"]) else None,
        )


def _variant_fix(facts: Facts, each: Listed) -> Fix | None:
    new = f"{each.key}_own"
    if key(new) in facts.by_key:
        return None
    return Fix(
        _("Create a variant of %(name)s") % {"name": each.name},
        {"op": "make-own", "path": each.path, "id": new},
    )


def _well_formed(jinxes: object) -> bool:
    return isinstance(jinxes, list) and all(
        isinstance(jinx, dict)
        and {"id", "reason"} == jinx.keys()
        and all(isinstance(each, str) for each in jinx.values())
        for jinx in jinxes
    )


@of_facts("many-jinxes", Severity.ADVICE)
def many_jinxes(facts: Facts) -> Iterator[Finding]:
    """Whether a script has only a few jinxes.

    Every jinx is one more rule to read before the game. Up to five are usual. With more, a script is better off
    without one of the jinxed characters.
    """
    if len(facts.jinxes) <= catalogue.check_thresholds("many-jinxes")["most"]:
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


@of_facts("own-jinx-text", Severity.NOTICE)
def own_jinx_text(facts: Facts) -> Iterator[Finding]:
    """Whether your jinxes differ from the official ones.

    A script can change the text of an official jinx. Clockwright then prints and exports your version, not the
    official one. Tell players who know the official rule.
    """
    official = _official_reasons()
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
def _official_reasons() -> Mapping[frozenset[str], str]:
    return {jinx.pair: jinx.reason for jinx in catalogue.jinxes()}
