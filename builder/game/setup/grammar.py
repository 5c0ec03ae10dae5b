"""Parse the square brackets of an ability: `[+1 Outsider]`, `[No Demon]`, `[Max 3 Pikemen]`.

A bracket contains sentences; each is parsed by one rule of `bracket_rules.RULES`. A sentence that matches no rule is
split once more, at commas and “or”; if a part of it is not understood, it is reported, never guessed.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from builder.game.setup import effects as fx
from builder.game.setup.bracket_rules import AS_WRITTEN, IN_A_LINE, RULES, Effects
from builder.game.teams import Team

#: A sentence as written, and its effects; None: it matches no rule.
Sentence = tuple[str, Effects | None]


@dataclass(frozen=True, slots=True)
class Reading:
    """The setup effects that an ability states, sentence by sentence."""

    sentences: tuple[Sentence, ...] = ()
    #: Whether the brackets contain more than was parsed.
    is_cut: bool = False
    #: Whether the author chose the effects, so that the text is not to be understood.
    is_chosen: bool = False

    @property
    def effects(self) -> Effects:
        """What was understood."""
        return tuple(effect for _, stated in self.sentences for effect in stated or ())

    @property
    def unread(self) -> tuple[str, ...]:
        """The sentences that match no rule."""
        return tuple(text for text, stated in self.sentences if stated is None)

    def along(self, effects: Iterable[fx.Effect]) -> "Reading":
        """Combined with effects that are not stated in a sentence."""
        return Reading(
            (*self.sentences, *(("", (effect,)) for effect in effects)), self.is_cut, self.is_chosen
        )


#: Limits: letters of an ability that are searched for brackets, sentences in them, letters of a sentence. No printed
#: ability comes near any of these.
MOST_LETTERS, MOST_SENTENCES, LONGEST = 2_000, 8, 120
_BRACKET = re.compile(r"[\[［]([^\[\]［］]{1,600})[\]］]")
_OPENING = re.compile(r"[\[［]")
_EMPTY = re.compile(r"[\s.…]*")
_PLAIN = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "﹣": "-", "－": "-", "＋": "+", "’": "'", "\u00a0": " "}
)
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WORDS = dict(zip(_NUMBERS, range(1, 11), strict=True))
_NUMBER_WORD = re.compile(rf"\b({'|'.join(_WORDS)})\b", re.IGNORECASE)
_SPACES = re.compile(r"\s+")
#: The end of a sentence, in a text without double spaces.
_END = re.compile(r"(?<![.;])[.;]+(?:\s|$)|\n")
#: The end of a part of it.
_SENTENCE = re.compile(r",\s?(?=[+±-])|\s(?:and|&)\s(?=[+±-])")
_JOINED = re.compile(r"(?<!\bor)(?<!\bto)(?<![,/+-])\s+(?=[+±-]\s?(?:the\b|\d))", re.IGNORECASE)

_LIST = re.compile(r",\s*(?:and\s+)?|\s+(?:and|&)\s+", re.IGNORECASE)
_OR = re.compile(r",?\s+or\s+(?=[+-])", re.IGNORECASE)
_REMARK = re.compile(r"(?P<said>[^()]+?)\s*\((?P<remark>[^()]{1,80})\)")
_CONDITION = re.compile(r"(?:if|unless|when|while|only|except|in|with|for|at|per)\b|\d+\s*\+", re.IGNORECASE)
_FOR_MANY = re.compile(
    r"(?:(?:in games (?:of|with)|with|if there are|if|for|only with|at) )?(?P<players>\d+)(?:\s*\+| or more) players",
    re.IGNORECASE,
)
_IF_IN_PLAY = re.compile(
    r"(?:(?P<first>[+±-].+?) )?(?:if|while|when) (?:the |an? )?(?P<name>\w[^,+()]{0,49}?) is (?:also )?in play"
    r"(?(first)|[,:]? (?P<said>.+))",
    re.IGNORECASE,
)
#: Nothing after such a word can be understood without it.
_CONDITIONAL = re.compile(r"(?:if|unless|when|while|with|in|for|at|only)\b", re.IGNORECASE)
_COUNTED = r"(?:no|\d+ (?:extra|more|fewer|less|outsiders?|minions?|demons?))\b"
#: A team alone, or with more in small letters; `Demon Hunter` may be somebody.
_NO_NAME = re.compile(r"^(?i:townsfolk|outsiders?|minions?|demons?)(?= [a-z]|$)|\?")
#: Other words for the same, in this order.
_SAME = tuple(
    (re.compile(pattern, re.IGNORECASE), instead)
    for pattern, instead in (
        (
            r"\b(?:an?|1) (?=(?:extra|additional|more|fewer|less|good|evil|player|townsfolk|outsider|minion|demon)\b)",
            "1 ",
        ),
        (r"^(?:the )?(?:storyteller|st) (?:must )?(?=adds?\b|removes?\b)", ""),
        (r"^(?:always|also) (?=[+-]|adds?\b|removes?\b)", ""),
        (
            r"^(?:there )?must (?:always )?be (?=(?:exactly|at least|at most|no more|no fewer|between|only|\d)\b)",
            "",
        ),
        (r"^(?:plus|adds?)\s+(?=\d(?!.*\binstead\b))", "+"),
        (r"^adds? (?=the )", "+"),
        (r"^(?:minus|removes?)\s+(?=\d)", "-"),
        (r"^there(?:'s| is| are) (?=(?:always |exactly )?" + _COUNTED + ")", ""),
    )
)


def read(ability: str) -> Reading:
    """Parse the setup effects in an ability's brackets."""
    found = list(islice(_in_brackets(ability), MOST_SENTENCES + 1))
    is_cut = len(found) > MOST_SENTENCES or _OPENING.search(ability, MOST_LETTERS) is not None
    every = _balanced([(sentence, _read(sentence)) for sentence in found[:MOST_SENTENCES]])
    if any(IN_A_LINE in (stated or ()) for _, stated in every):
        every = list(_in_a_line(every))
    return Reading(tuple(every), is_cut)


def brackets(ability: str) -> str:
    """All brackets of an ability as one text, to see whether they changed."""
    return " ".join(" ".join(found[0].split()) for found in _BRACKET.finditer(ability, 0, MOST_LETTERS))


def sentence_about(ability: str, name: str) -> str:
    """The sentence in an ability's brackets that contains a name."""
    return next((sentence for sentence in _in_brackets(ability) if name in sentence), name)


def _in_brackets(ability: str) -> Iterator[str]:
    for found in _BRACKET.finditer(ability, 0, MOST_LETTERS):
        if not _EMPTY.fullmatch(found[1]):
            yield from _sentences(found[1])


def _sentences(text: str) -> list[str]:
    spaced = _SPACES.sub(lambda run: "\n" if "\n" in run[0] else " ", text.translate(_PLAIN))
    plain = re.sub(r"\b(max|min)\.", r"\1", spaced, flags=re.IGNORECASE)
    whole = [part for part in _END.split(plain) if part.strip()]
    parts = (
        part for each in whole for part in ([each] if _CONDITIONAL.match(each) else _SENTENCE.split(each))
    )
    return [" ".join(part.split()) for part in parts if part.strip()]


def _read(sentence: str) -> Effects | None:
    if len(sentence) > LONGEST:
        return None
    for way in (_for_many, _with_another, _by_rule, _joined, _with_remark, _either, _listed):
        if (found := way(sentence)) is not None:
            return found
    return None


def _all_of(parts: Sequence[str]) -> Effects | None:
    """What several sentences mean together; None if one of them is not understood."""
    each = [_by_rule(part) for part in parts]
    is_read = len(parts) > 1 and None not in each
    return tuple(effect for part in each for effect in part or ()) if is_read else None


def _joined(sentence: str) -> Effects | None:
    """`+1 Minion -1 Outsider`."""
    return _all_of(_JOINED.split(sentence))


def _listed(sentence: str) -> Effects | None:
    """`No Minions, any Outsiders`."""
    return _all_of([part.strip() for part in _LIST.split(sentence)])


def _with_remark(sentence: str) -> Effects | None:
    """`+1 Outsider (not the Drunk)`: another sentence, or something to remember, but no condition."""
    found = _REMARK.fullmatch(sentence)
    if found is None or (said := _by_rule(found["said"])) is None:
        return None
    remark = found["remark"].strip()
    if _CONDITION.match(remark):
        return _with_players(said, remark)
    more = _by_rule(remark)
    return (*said, *((_as_written(remark),) if more is None else more))


def _as_written(sentence: str) -> fx.Step:
    return fx.Step(f"{sentence[:1].upper()}{sentence[1:]}.")


def _for_many(sentence: str) -> Effects | None:
    """`+1 Outsider in games of 10 or more players`, `If 10+ players, +1 Outsider`."""
    found = _FOR_MANY.search(sentence)
    if found is None or (found.start() and sentence[found.end() :].strip()):
        return None
    said = _by_rule((sentence[: found.start()] or sentence[found.end() :]).strip(" ,:"))
    return _with_players(said, found[0]) if said else None


def _with_another(sentence: str) -> Effects | None:
    """`If the Mayor is in play, +1 Outsider`."""
    found = _IF_IN_PLAY.fullmatch(sentence)
    said = _by_rule(found["said"] or found["first"]) if found else None
    if said is None or found is None or not all(isinstance(it, fx.Change) for it in said):
        return None
    return tuple(replace(it, having=found["name"]) for it in said if isinstance(it, fx.Change))


def _with_players(said: Effects, condition: str) -> Effects | None:
    found = _FOR_MANY.fullmatch(condition.strip())
    players = int(found["players"]) if found else 0
    if not 0 < players <= fx.ANY_NUMBER:
        return None
    changes = [replace(it, players=players) for it in said if isinstance(it, fx.Change)]
    return tuple(changes) if len(changes) == len(said) else None


def _either(sentence: str) -> Effects | None:
    """`+2 Outsiders or -1 Outsider`."""
    ways = [_by_rule(part) for part in _OR.split(sentence)]
    stated = [effect for way in ways for effect in way or ()]
    if len(ways) == 1 or None in ways or not all(isinstance(it, fx.Change) for it in stated):
        return None
    changes = [it for it in stated if isinstance(it, fx.Change)]
    if len({it.team for it in changes}) == 1 and len(changes) == len(ways):
        options = {option for it in changes for option in it.options}
        return (fx.Change(changes[0].team, tuple(sorted(options))),)
    return (fx.Either(tuple(way or () for way in ways)),)


def _balanced(every: list[Sentence]) -> list[Sentence]:
    """Townsfolk fill what other teams leave: a number of them is only understood if that is how many they are."""
    stated = [effect for _, effects in every for effect in effects or () if isinstance(effect, fx.Change)]
    townsfolk = [it for it in stated if it.team is Team.TOWNSFOLK]
    if not townsfolk:
        return every
    is_even = all(len(it.options) == 1 for it in stated) and sum(it.options[0] for it in stated) == 0
    return [
        (
            text,
            (_without(effects, townsfolk) if is_even else None)
            if effects and set(effects) & set(townsfolk)
            else effects,
        )
        for text, effects in every
    ]


def _without(effects: Effects, gone: Sequence[fx.Effect]) -> Effects:
    return tuple(effect for effect in effects if effect not in gone)


def _by_rule(sentence: str) -> Effects | None:
    digits = _plain(sentence)
    for pattern, meaning in RULES:
        found = pattern.fullmatch(digits)
        if found and _is_playable(found) and (effects := meaning(found)) is not None:
            return tuple(_as_written(sentence) if effect == AS_WRITTEN else effect for effect in effects)
    return None


def _plain(sentence: str) -> str:
    """The sentence in the words that the rules know: `Add an extra Outsider` is `+1 extra Outsider`."""
    digits = _NUMBER_WORD.sub(lambda word: str(_WORDS[word[1].lower()]), sentence)
    for pattern, instead in _SAME:
        digits = pattern.sub(instead, digits)
    return digits


def _is_playable(found: "re.Match[str]") -> bool:
    """Whether all numbers of a sentence are possible in a game, and its names can be names.

    Digits inside a name do not count. `Outsider until dusk` and `Outsider?` are no names: never guess.
    """
    if any(_NO_NAME.search(found.groupdict("").get(group, "")) for group in ("name", "whom")):
        return False
    numbers = (text for group, text in found.groupdict("").items() if group not in ("name", "whom"))
    return all(int(each) <= fx.ANY_NUMBER for text in numbers for each in re.findall(r"\d+", text))


def _in_a_line(every: Iterable[Sentence]) -> Iterator[Sentence]:
    """If evil sits in a line, the Minions are chosen by their seats once the Demon has one: none is in the bag."""
    is_first = True
    for text, stated in every:
        found: list[fx.Effect] = []
        for effect in stated or ():
            if isinstance(effect, fx.Change) and effect.team is Team.MINION:
                later = fx.Later(Team.MINION, effect.options[0], as_usual=is_first)
                found += [fx.Exactly(Team.MINION, 0), later]
                is_first = False
            else:
                found.append(effect)
        yield text, None if stated is None else tuple(found)
