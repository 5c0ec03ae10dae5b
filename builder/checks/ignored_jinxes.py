"""Whether the official app ignores some of your jinxes.

The official app ignores jinxes that a script adds to an official character. They work only on a homebrew character
(with a name, a team and an ability) with a unique id. The fix makes one, with the official ability and your
jinxes.
"""

from collections.abc import Iterator

from builder.checks.facts import Facts, Finding, Listed
from builder.game.ids import key
from builder.game.problem import Fix, Severity
from builder.language import gettext as _

CODE = "ignored-jinxes"
SEVERITY = Severity.WARNING


def check_facts(facts: Facts) -> Iterator[Finding]:
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
            fix=_fix(facts, each) if _well_formed(written["jinxes"]) else None,
        )


def _fix(facts: Facts, each: Listed) -> Fix | None:
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
