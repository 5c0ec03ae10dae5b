"""Capitals and full stops: in abilities, night reminders and names.

Teams, types, the Storyteller and the Grimoire have a capital, people and their states do not; in a name each word has
one, but for the small ones.
"""

import re

from builder.language import N_, gettext as _
from builder.wording.style import Kind, Places, Severity, rule

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


@rule("capitals", Severity.FIX, Kind.ABILITY, Kind.NIGHT)
def capitals(text: str, name: str, names: frozenset[str]) -> Places:  # noqa: ARG001
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


LAST = re.compile(r"\w+(?=\s*(?:\[[^\[\]]*\]\s*)?$)", re.ASCII)


@rule("full-stop", Severity.FIX)
def full_stop(text: str, name: str, names: frozenset[str]) -> Places:  # noqa: ARG001
    """Yield the last word if nothing ends its sentence."""
    match = LAST.search(text)
    if match and text.count("[") == text.count("]"):
        yield (*match.span(), f"{match[0]}.", _("A full stop ends the ability, before the bracket."))


#: The first word, and the others after a space.
WORD = re.compile(r"(?:^|(?<= ))[a-z][a-z'’-]*(?![\w@])")
#: Words that are small inside a name, also of other languages.
SMALL = frozenset(
    "a an and as at by de del der des di du el en et ex for from in la le les of on or the to van von".split()
)


SAY = N_("The words of a name have capitals: “{right}”.")
#: Inside a name, these are small; three letters or more of capitals are one word.
CAPITAL = re.compile(r"(?<=[a-z] )(?:Of|The|And|In|On|To|From|With|For|At|By)(?= )")
SHOUTED = re.compile(r"(?<![\w.])[A-Z]{4,}(?![\w.])")


@rule("name-capitals", Severity.STYLE, Kind.NAME)
def name_capitals(text: str, name: str, names: frozenset[str]) -> Places:  # noqa: ARG001
    """Yield each word with the wrong capitals."""
    for match in WORD.finditer(text):
        if not match.start() or match[0] not in SMALL:
            right = "-".join(part.capitalize() for part in match[0].split("-"))
            yield *match.span(), right, _(SAY).format(right=right)
    for match in SHOUTED.finditer(text):
        yield *match.span(), match[0].capitalize(), _(SAY).format(right=match[0].capitalize())
    for match in CAPITAL.finditer(text):
        told = _("Small words inside a name have no capital: “{right}”.")
        yield *match.span(), match[0].lower(), told.format(right=match[0].lower())
