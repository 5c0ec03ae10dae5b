"""Whether the custom night order lists only characters on the script.

A script can have a custom order for the first night and for the other nights. An id in it that is not on the
script wakes nobody.
"""

from collections.abc import Iterator

from builder.checks.facts import Finding
from builder.game.ids import key
from builder.game.problem import Fix, Severity
from builder.game.script import Script
from builder.language import N_
from builder.language import gettext as _

CODE = "unknown-night-entry"
SEVERITY = Severity.NOTICE
STEPS = frozenset({"dusk", "dawn", "minioninfo", "demoninfo"})


def check(script: Script) -> Iterator[Finding]:
    known = STEPS | {entry.key for entry in script.entries}
    nights = (
        (
            "firstNight",
            script.meta.first_night,
            N_("The first-night order lists “%(who)s”, which is not on this script. Remove it."),
        ),
        (
            "otherNight",
            script.meta.other_night,
            N_("The other-nights order lists “%(who)s”, which is not on this script. Remove it."),
        ),
    )
    for field, ids, told in nights:
        as_list = script.written_meta is not None and isinstance(script.written_meta.get(field), list)
        for index, who in enumerate(ids or ()):
            if key(who) not in known:
                path = f"$[{script.meta_position}].{field}" + (f"[{index}]" if as_list else "")
                yield Finding(
                    told % {"who": who[:40]},
                    (who,),
                    path=path,
                    fix=Fix(_("Remove it"), {"op": "remove", "path": path}) if as_list else None,
                )
