"""Whether there is a reminder token for everything that the Storyteller has to remember.

In a night reminder, :reminder: means that the Storyteller places a token. Players who are drunk, poisoned or safe
need one in the Grimoire too. Such a character needs reminder tokens.
"""

from collections.abc import Iterator

from builder.checks.facts import Finding, Listed
from builder.game import markup
from builder.game.character import bare
from builder.game.markup import Mark
from builder.game.problem import Severity
from builder.game.script import Meta
from builder.game.tags import Source
from builder.language import gettext as _
from builder.language import join

CODE = "reminder-tokens"
SEVERITY = Severity.NOTICE
#: What lasts longer than a moment, and whom it is said of: tags that ask for a token.
LASTING = frozenset({"drunkenness", "poison", "madness"})


def check_character(each: Listed, _meta: Meta) -> Iterator[Finding]:
    it = each.character
    if it.reminders or it.reminders_global:
        return
    night = f"{it.first_night_reminder} {it.other_night_reminder}"
    if any(piece.mark is Mark.TOKEN for piece in markup.reminder(night)):
        told = _(
            "The %(name)s has a token in its night reminder, but no reminder tokens. Add them under "
            "“Reminder tokens”, one or two words each."
        )
    elif each.source is Source.WORDING and each.tags & LASTING and "misled" not in each.tags:
        told = _(
            "The %(name)s leaves players %(state)s, but has no reminder token for that. Add one under "
            "“Reminder tokens”, one or two words each."
        )
    else:
        return
    yield Finding(told % {"name": bare(each.name), "state": _state(each)}, (each.id,), path=each.path)


def _state(each: Listed) -> str:
    states = (("drunkenness", _("drunk")), ("poison", _("poisoned")), ("madness", _("mad")))
    return join((word for tag, word in states if tag in each.tags), "or")
