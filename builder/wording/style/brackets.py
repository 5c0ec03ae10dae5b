"""The bracket with the setup: last, in square brackets, with no full stop and in the game's grammar."""

import re

from builder.language import N_, gettext as _
from builder.wording.style import Places, Severity, rule

WHAT = r"(?:Townsfolk|Outsiders?|Minions?|Demons?|outsiders?|minions?|demons?)"
ROUND = re.compile(rf"\(([+-]\d {WHAT})\)")
STOP_AFTER = re.compile(r"(?<=\])[.](?=\s*$)")
STOP_INSIDE = re.compile(r"(?<=\w)[.](?=\]\s*$)")
SIGNED = N_("A bracket has a number with a sign: “{right}”.")
FIXES = (
    (
        re.compile(r"(?<=\[)([+-]) (?=\d)"),
        r"\1",
        N_("There is no space between the sign and the number: “{right}”."),
    ),
    (re.compile(r"(?<=\[)(\d)\+(?= )"), r"+\1", N_("The sign comes before the number: “{right}”.")),
    (
        re.compile(rf"([+-]\d {WHAT}), (?=[+-]\d)"),
        r"\1. ",
        N_("A full stop separates two numbers: “{right}”."),
    ),
    (re.compile(rf"(?<=\[)(\d) (?:fewer|less)(?= {WHAT})"), r"-\1", SIGNED),
    (re.compile(rf"(?<=\[)(\d) (?:more|extra|additional)(?= {WHAT})"), r"+\1", SIGNED),
    (
        re.compile(r"(?<!(?:to|or) [+-]1 )(?<=[+-]1 )(Outsider|Minion|Demon)s(?=[\].,])"),
        r"\1",
        N_("One is singular: “{right}”."),
    ),
    (
        re.compile(r"(?<=[+-][2-9] )(Outsider|Minion|Demon)(?=[\].,])"),
        r"\1s",
        N_("Several are plural: “{right}”."),
    ),
)
END = re.compile(r"\[[^\[\]]*\]")


@rule("bracket", Severity.FIX)
def in_brackets(text: str, name: str, names: frozenset[str]) -> Places:  # noqa: ARG001
    """Yield each slip in a bracket or around one."""
    for match in ROUND.finditer(text):
        yield *match.span(), f"[{match[1]}]", _("Setup goes in square brackets.")
    for pattern in (STOP_AFTER, STOP_INSIDE):
        for match in pattern.finditer(text):
            yield *match.span(), "", _("A bracket has no full stop.")
    for pattern, template, say in FIXES:
        for match in pattern.finditer(text):
            right = match.expand(template)
            yield *match.span(), right, _(say).format(right=right)


@rule("bracket-last", Severity.STYLE)
def behind_brackets(text: str, name: str, names: frozenset[str]) -> Places:  # noqa: ARG001
    """Yield a bracket that is followed by more of the ability."""
    for match in END.finditer(text):
        if text[match.end() :].strip(" ."):
            yield (*match.span(), None, _("The bracket comes last, where Storytellers look for it."))
