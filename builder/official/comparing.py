"""Compare the publisher's files with those of the last sync."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from builder.game.character import Character, Jinx
from builder.language import N_
from builder.official.resources import Resources

#: Titles of the fields that may change about a character; texts last.
_FACTS = {
    "name": "name",
    "team": "team",
    "edition": "edition",
    "setup": "setup",
    "reminders": N_("reminder tokens"),
    "reminders_global": N_("global reminder tokens"),
    "special": N_("app features"),
}
_TEXTS = {
    "ability": "ability",
    "first_night_reminder": N_("first-night reminder"),
    "other_night_reminder": N_("other-night reminder"),
    "flavor": "flavor",
}


@dataclass(frozen=True, slots=True)
class Changes:
    """Added, changed and removed: characters by id, jinxes by their two ids."""

    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    #: Id, and the fields that differ.
    changed: tuple[tuple[str, tuple[str, ...]], ...] = ()
    new_jinxes: tuple[tuple[str, str], ...] = ()
    gone_jinxes: tuple[tuple[str, str], ...] = ()
    changed_jinxes: tuple[tuple[str, str], ...] = ()
    #: Ids that moved in the order; new ones do not count.
    first_night: tuple[str, ...] = ()
    other_night: tuple[str, ...] = ()
    #: Whether texts were compared: not if the previous wording was ours.
    with_texts: bool = True

    @property
    def is_empty(self) -> bool:
        """Whether there is no difference."""
        return self == Changes(with_texts=self.with_texts)

    def as_json(self) -> dict[str, Any]:
        """The JSON object for `--json`."""
        return {
            "characters": {
                "new": list(self.new),
                "gone": list(self.gone),
                "changed": [{"id": who, "what": list(what)} for who, what in self.changed],
            },
            "jinxes": {
                "new": [list(pair) for pair in self.new_jinxes],
                "gone": [list(pair) for pair in self.gone_jinxes],
                "changed": [list(pair) for pair in self.changed_jinxes],
            },
            "nightOrder": {"firstNight": list(self.first_night), "otherNight": list(self.other_night)},
            "textsCompared": self.with_texts,
        }


def compare(before: Resources, after: Resources, *, texts: bool) -> Changes:
    """All differences. `texts`: both are the publisher's own texts, so these are compared too."""
    old, new = ({each.key: each for each in side.characters} for side in (before, after))
    pairs_before, pairs_after = ({jinx.pair: jinx for jinx in side.jinxes} for side in (before, after))
    return Changes(
        new=tuple(who for who in new if who not in old),
        gone=tuple(who for who in old if who not in new),
        changed=tuple(_changed(old, new, _FACTS | (_TEXTS if texts else {}))),
        new_jinxes=tuple(jinx.characters for pair, jinx in pairs_after.items() if pair not in pairs_before),
        gone_jinxes=tuple(jinx.characters for pair, jinx in pairs_before.items() if pair not in pairs_after),
        changed_jinxes=tuple(_reworded(pairs_before, pairs_after)) if texts else (),
        first_night=_moved(before.first_night, after.first_night),
        other_night=_moved(before.other_night, after.other_night),
        with_texts=texts,
    )


def _changed(
    old: Mapping[str, Character], new: Mapping[str, Character], names: Mapping[str, str]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for who in new:
        if who in old:
            what = tuple(
                said for name, said in names.items() if getattr(old[who], name) != getattr(new[who], name)
            )
            if what:
                yield who, what


def _reworded(
    before: Mapping[frozenset[str], Jinx], after: Mapping[frozenset[str], Jinx]
) -> Iterator[tuple[str, str]]:
    for pair, jinx in after.items():
        if pair in before and before[pair].reason != jinx.reason:
            yield jinx.characters


def _moved(before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    """Ids that moved among those in both orders."""
    both = set(before) & set(after)
    old, new = ([one for one in order if one in both] for order in (before, after))
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    stayed = {one for block in blocks for one in new[block.b : block.b + block.size]}
    return tuple(one for one in new if one not in stayed)
