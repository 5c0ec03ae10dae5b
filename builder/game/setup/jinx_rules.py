"""Which jinxes bind the setup, and how: they are data beside the pair, or an author's plain words."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from builder.game.character import Jinx
from builder.game.ids import key
from builder.game.jinxes import applying
from builder.game.script import Script

Pair = tuple[str, str]
_ONE_IN_PLAY = re.compile(
    r"only (?:1|one)\b.{0,60}\b(?:can|may) be in[- ]play|(?:can ?not|can't|may not) both be in[- ]play",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class JinxRules:
    """The rules of the jinxes on one script. A pair is (who has or gives the ability, whose ability)."""

    one_in_play: Mapping[frozenset[str], str] = field(default_factory=dict)
    #: Abilities that a character is never given.
    never: frozenset[Pair] = frozenset()
    #: Abilities whose character has to be in play for it.
    needs_in_play: frozenset[Pair] = frozenset()
    #: Abilities whose character must not be in play for it.
    absent: frozenset[Pair] = frozenset()
    #: Abilities that may be given while their character is in play up to so many times.
    while_at_most: Mapping[Pair, int] = field(default_factory=dict)
    no_bluffs: frozenset[Pair] = frozenset()
    #: (who does not know itself, what it thinks it is): the setup text of what it thinks it is applies.
    shown: frozenset[Pair] = frozenset()
    #: (who enters play late, with whom): made after the setup, beside the Demon.
    late: frozenset[Pair] = frozenset()
    #: What the Storyteller has to bear in mind where both are in play.
    tell: Mapping[frozenset[str], str] = field(default_factory=dict)

    def watched(self, present: Iterable[str]) -> frozenset[str]:
        """Everybody on the script whom a rule about numbers names."""
        pairs = (
            *self.one_in_play,
            *self.needs_in_play,
            *self.shown,
            *self.late,
            *self.never,
            *self.while_at_most,
        )
        return frozenset(name for pair in pairs for name in pair) & frozenset(present)


_RULES = ("absent", "never", "needs-in-play", "while-at-most", "no-bluffs", "shown", "late")


def read(script: Script, official: Iterable[Jinx]) -> JinxRules:
    """The setup rules of the jinxes that apply to a script."""
    one: dict[frozenset[str], str] = {}
    tell: dict[frozenset[str], str] = {}
    pairs: dict[str, dict[Pair, int]] = {rule: {} for rule in _RULES}
    on_script = {entry.key for entry in script.entries}
    here = (jinx for jinx in official if on_script.issuperset(map(key, jinx.characters)))
    for jinx in applying(script, here if "hermit" not in on_script else official):
        for rule in jinx.setup or _by_words(jinx):
            name = rule["rule"]
            if name == "one-in-play":
                one[jinx.pair] = jinx.reason
            elif name == "tell":
                tell[jinx.pair] = rule["text"]
            else:
                by = key(rule["by"])
                for other in jinx.pair - {by}:
                    pairs[name][by, other] = int(rule.get("number", 0))
    for by, other in pairs["late"]:
        one.setdefault(frozenset((by, other)), "")
    return JinxRules(
        one_in_play=one,
        never=frozenset(pairs["never"]),
        needs_in_play=frozenset(pairs["needs-in-play"]),
        absent=frozenset(pairs["absent"]),
        while_at_most=pairs["while-at-most"],
        no_bluffs=frozenset(pairs["no-bluffs"]),
        shown=frozenset(pairs["shown"]),
        late=frozenset(pairs["late"]),
        tell=tell,
    )


def _by_words(jinx: Jinx) -> tuple[Mapping[str, Any], ...]:
    return ({"rule": "one-in-play"},) if _ONE_IN_PLAY.search(jinx.reason) else ()
