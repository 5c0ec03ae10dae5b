"""Find and replace over a whole set: every hit in its sentence, and one change for those that the author wants.

wanted = Wanted("Ghost", "Spirit", whole_words=True)
hits = replacing.hits(script, wanted)
hits[0].name, hits[0].before, hits[0].found, hits[0].instead, hits[0].after
editing.change(script, replacing.op(hits))
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any

from builder.editing import EditError
from builder.formats.official.entries import Text, texts
from builder.game.script import Script
from builder.language import N_, gettext as _

#: How a change is called in the history.
LABEL = N_("Replaced").english
#: The longest text that is looked for or put in.
LONGEST = 500
#: More hits than these are not listed: the author should say more of what is meant.
MOST = 1_000
#: Letters of its sentence that a hit shows before and after it.
AROUND = 90
SENTENCE_END = re.compile(r"[.!?…](?=\s)|\n")


class Where(StrEnum):
    """Which texts are searched."""

    NAMES = "names"
    ABILITIES = "abilities"
    NIGHTS = "nights"
    TOKENS = "tokens"
    JINXES = "jinxes"
    ALMANAC = "almanac"
    SCRIPT = "script"


#: The fields of each; what is in none of them is flavor and almanac.
FIELDS = {
    "name": Where.NAMES,
    "ability": Where.ABILITIES,
    "firstNightReminder": Where.NIGHTS,
    "otherNightReminder": Where.NIGHTS,
    "reminders": Where.TOKENS,
    "remindersGlobal": Where.TOKENS,
    "jinxes": Where.JINXES,
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to look for, what to put in its place, and where."""

    find: str
    replacement: str = ""
    whole_words: bool = False
    #: Without it, a hit in capitals, or with a first capital, is replaced by the same.
    match_case: bool = False
    where: frozenset[Where] = frozenset(Where)


@dataclass(frozen=True, slots=True)
class Hit:
    """One place in a text."""

    source: Text
    start: int
    end: int
    #: What is put in its place.
    instead: str

    @property
    def name(self) -> str:
        """The character; empty: the script itself."""
        return self.source.name

    @property
    def where(self) -> Where:
        """In which kind of text."""
        return _where(self.source)

    @property
    def found(self) -> str:
        """The hit as it is written."""
        return self.source.text[self.start : self.end]

    @property
    def before(self) -> str:
        """Its sentence before the hit."""
        text = self.source.text[: self.start]
        begin = max((each.end() for each in SENTENCE_END.finditer(text)), default=0)
        sentence = text[begin:].lstrip()
        return sentence if len(sentence) <= AROUND else f"…{sentence[-AROUND:]}"

    @property
    def after(self) -> str:
        """Its sentence after the hit."""
        end = SENTENCE_END.search(self.source.text, self.end)
        sentence = self.source.text[self.end : end.end() if end else None].rstrip()
        return sentence if len(sentence) <= AROUND else f"{sentence[:AROUND]}…"


def hits(script: Script, wanted: Wanted) -> tuple[Hit, ...]:
    """Every hit, in the order of the script. Raises EditError if there is nothing to look for, or far too much."""
    if not wanted.find.strip():
        raise EditError(_("Say what to look for."))
    if max(len(wanted.find), len(wanted.replacement)) > LONGEST:
        raise EditError(_("Look for something shorter: up to %(limit)s letters.") % {"limit": LONGEST})
    found = []
    for each in _hits(script, wanted):
        found.append(each)
        if len(found) > MOST:
            raise EditError(
                _("There are more than %(limit)s hits. Look for something longer.") % {"limit": MOST}
            )
    return tuple(found)


def op(hits: Sequence[Hit]) -> dict[str, Any] | None:
    """The change that replaces these hits (in the order of the script); None: there are none."""
    changes = []
    for text, those in groupby(hits, key=lambda hit: hit.source):
        right = text.text
        for hit in reversed(list(those)):
            right = right[: hit.start] + hit.instead + right[hit.end :]
        if right != text.text:
            changes.append({"who": text.who, "field": text.field, "from": text.text, "to": right})
    if not changes:
        return None
    one = hits[0]
    replaced = [one.source.text[one.start : one.end], one.instead]
    return {"op": "rewrite", "label": LABEL, "replaced": replaced, "texts": changes}


def _hits(script: Script, wanted: Wanted) -> Iterator[Hit]:
    pattern = re.escape(wanted.find)
    if wanted.whole_words:
        pattern = rf"(?<!\w){pattern}(?!\w)"
    search = re.compile(pattern, re.NOFLAG if wanted.match_case else re.IGNORECASE)
    for text in texts(script):
        if _where(text) in wanted.where:
            for match in search.finditer(text.text):
                yield Hit(text, *match.span(), _instead(match[0], wanted))


def _instead(found: str, wanted: Wanted) -> str:
    """The replacement, in capitals where the hit is and the author wrote neither so."""
    if wanted.match_case or found == wanted.find:
        return wanted.replacement
    if found.isupper() and len(found) > 1:
        return wanted.replacement.upper()
    if found[0].isupper() and wanted.find[0].islower():
        return wanted.replacement[:1].upper() + wanted.replacement[1:]
    if found[0].islower() and wanted.find.istitle():
        return wanted.replacement[:1].lower() + wanted.replacement[1:]
    return wanted.replacement


def _where(text: Text) -> Where:
    return Where.SCRIPT if text.who is None else FIELDS.get(text.field, Where.ALMANAC)
