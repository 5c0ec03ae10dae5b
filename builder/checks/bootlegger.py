"""Whether a script with homebrew says so."""

from collections.abc import Iterator

from builder.checks import phrases
from builder.checks.check import of_facts
from builder.checks.facts import Facts, Finding
from builder.game.problem import Fix, Severity
from builder.language import gettext as _, join, ngettext


@of_facts("bootlegger-idle", Severity.NOTICE)
def bootlegger_idle(facts: Facts) -> Iterator[Finding]:
    """Whether the Bootlegger is on a script without homebrew.

    The Bootlegger tells players that a script has homebrew characters or rules. If it has neither, players look for
    something that isn't there.
    """
    bootlegger = facts.by_key.get("bootlegger")
    if bootlegger is None or facts.custom or facts.script.unknown or facts.script.meta.rules:
        return
    yield Finding(
        _(
            "%(name)s is for homebrew characters or rules, and this script has none. Write a rule "
            "under “Script details”, or remove the Bootlegger."
        )
        % {"name": bootlegger.name},
        (bootlegger.id,),
        path=bootlegger.path,
        fix=Fix(_("Remove the Bootlegger"), {"op": "remove", "path": bootlegger.path}),
    )


@of_facts("bootlegger-missing", Severity.ADVICE)
def bootlegger_missing(facts: Facts) -> Iterator[Finding]:
    """Whether players can see that a script has homebrew.

    The Bootlegger (a Loric) belongs on every script with homebrew characters or rules. It shows players at a glance
    that not everything is official.
    """
    rules = facts.script.meta.rules
    if "bootlegger" in facts.by_key or not (facts.custom or rules):
        return
    count = ngettext("%(count)s custom rule", "%(count)s custom rules", len(rules)) % {"count": len(rules)}
    what = join(filter(None, [phrases.names(facts.custom), count if rules else ""]))
    yield Finding(
        _("This script has homebrew (%(what)s). Add the Bootlegger so players know at a glance.")
        % {"what": what},
        fix=Fix(_("Add the Bootlegger"), {"op": "add", "id": "bootlegger"}),
    )
