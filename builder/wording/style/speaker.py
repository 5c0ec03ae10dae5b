"""An ability speaks to its player: “you”, not the name of the character."""

import re
from collections.abc import Iterator

from builder.language import gettext as _
from builder.wording.style import Severity

CODE = "speaker"
SEVERITY = Severity.STYLE
DOES = "chooses|learns|wakes|knows|dies|gains|may|might|can't|starts|registers|becomes|votes|nominates"
#: What a character is or does in a clause: “if the Bard dies”, and how that is said to “you”.
CLAUSE = r"\b(?:[Ii]f|[Ww]hen|[Ww]hile|[Uu]ntil|[Uu]nless|[Bb]efore|[Aa]fter|[Bb]ecause|,|&) "
IS = {"is": "are", "was": "were", "isn't": "aren't", "has": "have", "doesn't": "don't", "lives": "live"}
DOES_OR_IS = f"{'|'.join(IS)}|{DOES}"
#: What others do to a character.
DONE_TO = r"\b(?:nominate|kill|execute|choose|vote for|attack|exile)(?:s|d|ed)? "


def find(text: str, name: str, names: frozenset[str]) -> Iterator[tuple[int, int, str | None, str]]:  # noqa: ARG001
    """Yield the character's own name where it opens an ability, follows its time, or stands in a clause."""
    own = re.escape(name.strip())
    if not own:
        return
    for match in re.finditer(rf"(?:^|(?<=[a-z*], ))([Tt]he )?{own} ({DOES})\b", text):
        is_order = match.start() and match[2] in {"chooses", "learns"}
        right = _second_person(match[2]) if is_order else f"{_you(match.start())} {_second_person(match[2])}"
        yield *match.span(), right, _message(match[0], right)
    for match in re.finditer(rf"{CLAUSE}(?P<at>the {own} (?P<does>(?:{DOES_OR_IS})\b))", text):
        right = f"you {_second_person(match['does'])}"
        yield *match.span("at"), right, _message(match["at"], right)
    for match in re.finditer(rf"{DONE_TO}(?P<at>the {own})(?=[.,:;]|$| (?:&|today|tonight|at)\b)", text):
        yield *match.span("at"), "you", _message(match["at"], "you")


def _you(start: int) -> str:
    return "you" if start else "You"


def _second_person(does: str) -> str:
    if does in {"may", "might", "can't"}:
        return does
    return IS.get(does) or does.removesuffix("s")


def _message(wrong: str, right: str) -> str:
    sentence = _("An ability speaks to its player: “%(right)s” instead of “%(wrong)s”.")
    return sentence % {"right": right, "wrong": wrong}
