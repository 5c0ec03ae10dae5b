"""Capitals: teams, types, the Storyteller and the Grimoire have them, people and their states do not."""

import re
from collections.abc import Iterator

from builder.language import gettext as _
from builder.wording.style import Kind, Severity

CODE = "capitals"
SEVERITY = Severity.FIX
KINDS = frozenset({Kind.ABILITY, Kind.NIGHT})

LOWER = re.compile(
    r"(?<![\w'’-])(?:demon|minion|outsider|traveller)s?(?![\w-])|\btownsfolk\b|\bstoryteller\b|\bgrimoire\b"
    r"|\b[Tt]raveler(s?)\b"
)
UPPER = re.compile(
    r"(?<=[\w,&:;] )(?:Good|Evil|Drunk|Poisoned|Sober|Healthy|Players?|Alignments?|Characters?|Neighbors?|Dead|Alive)\b"
    r"(?! [A-Z][a-z])"
)
#: States that are names of characters as well: only behind one of these words are they meant as states.
STATES = frozenset({"Drunk", "Sober", "Healthy", "Dead"})
PEOPLE = re.compile(r" (?:players?|neighbors?)\b")
BEFORE_STATE = re.compile(r"\b(?:is|are|be|become|becomes|stay|stays|were|was|not|or|&) $")


def find(text: str, name: str, names: frozenset[str]) -> Iterator[tuple[int, int, str | None, str]]:  # noqa: ARG001
    """Yield each word with the wrong capital; what is the name of a character of the set is left alone."""
    for match in LOWER.finditer(text):
        word = match[0]
        right = "Traveller" + (match[1] or "") if match[1] is not None else word.capitalize()
        told = _("Teams and roles of the game have a capital: “%(right)s”.") % {"right": right}
        yield *match.span(), right, told
    for match in UPPER.finditer(text):
        word, before = match[0], text[: match.start()]
        is_state = BEFORE_STATE.search(before) or (word != "Drunk" and PEOPLE.match(text, match.end()))
        if word in names or (word in STATES and not is_state):
            continue
        if re.search(r"\b[A-Z]\w* $", before) and not re.search(
            r"\b(?:If|The|All|A|Each|You|When|Your|Both|Dead|Evil|Good|That) $", before
        ):
            continue
        told = _("“%(word)s” has no capital inside a sentence.") % {"word": word.lower()}
        yield *match.span(), word.lower(), told
