"""Whether texts name homebrew that was renamed or deleted.

An ability, reminder, jinx, night reminder or almanac text may name other characters of the script. When one of them
gets another name or leaves the script, those texts still have the former name. One button puts the new name everywhere;
where the character is gone, “Find and replace” finds the texts.
"""

from collections import defaultdict
from collections.abc import Iterator

from builder.checks.facts import Finding
from builder.checks.phrases import listed
from builder.formats.official import texts
from builder.game import former_names
from builder.game.problem import Fix, Severity
from builder.game.script import Script
from builder.language import gettext as _

CODE = "former-name"
SEVERITY = Severity.WARNING


def check(script: Script) -> Iterator[Finding]:
    there = {each.name for each in script.characters}
    known = {old: new for old, new in former_names.of(script.block).items() if old not in there}
    patterns = {old: former_names.pattern(old, there) for old in known}
    found: dict[str, list[texts.Text]] = defaultdict(list)
    for text in texts.texts(script) if known else ():
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
