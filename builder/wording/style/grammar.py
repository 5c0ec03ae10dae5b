"""Singular and plural, pronouns and missing articles, by the classes of words.

The words of a text become letters, one each (`data/style_lexicon.json`); rules are patterns of such letters:

    If the players you neighbor dies, ...   →   FtpynzX,
    ^^ ^^^ ^^^^^^^ ^^^ ^^^^^^^^ ^^^^

    a  article, number of one    s  singular noun    v  verb: die       y  you, they    P  preposition (f of, T to)
    2  number of several         p  plural noun      z  verb: dies      I  it           F  if, when, until, after
    t  the; r  possessive        n  noun or verb:    e  verb: died      b  them         R  that, who
    j  adjective                    neighbor, vote   i  is, was         M  can, might   A  adverb
    u  noun: Townsfolk, info     m  neighbors        w  are (W  were)   &  and, or      K  name; X  unknown

A word that is unknown matches nothing, so a rule finds what is certain, or nothing.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from builder import catalogue
from builder.language import N_, gettext as _
from builder.wording.style import Kind, Places, Severity, rule

TOKEN = re.compile(r"[\w*+?-]*\w(?:['’]\w+)*[*]?|[^\w\s]")
POSSESSIVE = re.compile(r"\w+(?:['’]s|s['’])$")
SAY = N_("“{wrong}” does not agree with the words around it: perhaps “{right}”.")
LOOK = N_("“{wrong}” does not agree with the words around it.")

#: What a rule answers if this word is none that it is about.
SKIP = ""
#: Where a clause begins: a subject behind one of these is not part of a longer one (“you & the player …”).
START = r"(?:^|(?<=[.,:(F]))"
#: What may stand between a subject and its verb: “to choose you”, “you neighbor”, “that voted for you”, “next to you”.
OBJECT = r"(?:[yb]|[atr2]?2?j*n?[spu]|[atr2]2?j*[mn])"
BETWEEN = (
    rf"(?:T[vn](?:P?{OBJECT})?|R?y[env]P?|R[envzm](?:P?{OBJECT})?A?|jT[by]|Py|P{OBJECT}"
    rf"|(?<!a[sp])f(?:{OBJECT}|j*m))"
)
ONE = rf"{START}(?:[atrD]j*s|aj*u)"
SEVERAL = rf"{START}A?(?:[2tr]|[2tr]2)?j*p(?:&[tr]?j*p)?"
#: What may follow a subject whose verb is looked at, so that the word is no noun.
END = r"(?=[.,:;)bytra2jPTAFRI]|$)"
#: Nouns for people.
PEOPLE = frozenset("player minion outsider townsfolk traveller neighbor nominee nominator executee".split())
#: Nouns for times, which no “it” is about.
TIMES = frozenset("night day game time dusk dawn".split())
#: What a player is or does, so that “it” is a player.
STATE = "drunk|poisoned|evil|good|dead|mad|alive|safe|sober|healthy|executed"
IT = re.compile(
    r"(?:dies|becomes|learns|loses|gains|wakes|nominates|votes|registers"
    rf"|(?:is|was|isn't) (?:now )?(?:{STATE}|an? |the (?:Demon|Minion))"
    rf"|(?:can't|may|must|might) (?:also )?(?:be (?:{STATE}|nominated)|die|vote|nominate|choose))\b"
)
ITS = re.compile(
    r"(?:(?:alive|living|dead|good|evil|nearest|closest|Townsfolk) )*"
    r"(?:neighbors?|alignment|abilit(?:y|ies)|character|votes?|vote token)\b"
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word or a sign of a text, and its place."""

    text: str
    start: int
    end: int
    letter: str


#: Verbs that are no nouns, and nouns for people that need an article.
ONLY_VERBS = frozenset("choose die become learn nominate lose know gain execute poison register".split())
ARTICLE = frozenset("player minion outsider traveller nominee nominator executee".split())
#: A pattern over classes whose group `at` is wrong, and what is right for that word: None: the author knows, or SKIP.
Rule = tuple[re.Pattern[str], Callable[[str], str | None]]


@rule("grammar", Severity.STYLE, Kind.ABILITY, Kind.NIGHT)
def grammar(text: str, name: str, names: frozenset[str]) -> Places:  # noqa: ARG001
    """Yield each word that does not agree with the words around it."""
    words = tuple(_read(text))
    letters = "".join(word.letter for word in words)
    for pattern, right in _rules():
        for match in pattern.finditer(letters):
            word = words[match.start("at")]
            meant = right(word.text)
            if meant != SKIP:
                yield word.start, word.end, *_correction(word.text, meant)
    yield from _pronouns(text, words)


def _correction(wrong: str, right: str | None) -> tuple[str | None, str]:
    said = _(SAY) if right else _(LOOK)
    return right, said.format(wrong=wrong, right=right)


def _read(text: str) -> Iterator[Word]:
    for match in TOKEN.finditer(text):
        yield Word(match[0], *match.span(), _letter(match[0], text[: match.start()]))


def _letter(word: str, before: str) -> str:
    known = _classes().get(word.lower().replace("’", "'").rstrip("*"))
    if known:
        return known
    if not word[0].isalnum():
        return word if word in ".,:;()[]&" else "X"
    if POSSESSIVE.search(word):
        return "r"
    return "K" if word[0].isupper() and before.strip() else "X"


@cache
def _classes() -> Mapping[str, str]:
    lexicon = catalogue.table("style_lexicon")
    return {word: letter for letter, words in lexicon.items() for word in words.split()} | {"&": "&"}


def _singular(word: str) -> str | None:
    return {"are": "is", "aren't": "isn't", "don't": "doesn't", "have": "has", "were": "was"}.get(
        word
    ) or _with_s(word)


def _with_s(word: str) -> str:
    return (
        word[:-1] + "ies"
        if re.search("[^aeiou]y$", word)
        else word + ("es" if word.endswith(("s", "ch")) else "s")
    )


def _plural(word: str) -> str | None:
    irregular = {
        "is": "are",
        "isn't": "aren't",
        "was": "were",
        "wasn't": "weren't",
        "has": "have",
        "does": "do",
    }
    irregular |= {"doesn't": "don't", "hasn't": "haven't", "loses": "lose", "dies": "die", "goes": "go"}
    if word in irregular:
        return irregular[word]
    base = re.sub("(?<=[^aeiou])ies$", "y", word)
    return base if base != word else re.sub("(?<=ss|ch)es$|s$", "", word)


def _owner(word: str) -> str:
    return re.sub("['’]s$", "", word)


def _no_possessive(word: str) -> str:
    base = _owner(word)
    return f"{base}s" if base != word and _classes().get(base.lower()) in {"s", "n"} else SKIP


def _no_verb(word: str) -> str:
    base = _owner(word)
    return _with_s(base) if base != word and _classes().get(base.lower()) == "v" else SKIP


def _of(
    words: frozenset[str], right: Callable[[str], str | None] = lambda _word: None
) -> Callable[[str], str | None]:
    return lambda word: right(word) if word.lower() in words else SKIP


@cache
def _rules() -> tuple[Rule, ...]:
    """The rules, each with an example."""
    several = rf"(?:b|R|[tr]?[2j]*p|[tr]2?j*m)(?:{BETWEEN})?"
    return tuple(
        (re.compile(pattern), right)
        for pattern, right in (
            # the last player to choose you ARE
            (rf"{ONE}{BETWEEN}A?(?P<at>[wo])(?![&])", _singular),
            # the player you chose DIE
            (rf"{ONE}y[env](?P<at>v){END}", _singular),
            # 1 of the players you chose ARE
            (rf"(?:^|(?<=[.,:F]))af{several}A?(?P<at>[wo])", _singular),
            # the players you chose IS, players that voted DIES
            (rf"{SEVERAL}{BETWEEN}A?(?P<at>[iz])", _plural),
            (rf"{START}[tr]j*mf{OBJECT}A?(?P<at>[iz])", _plural),
            # each of your neighbors LEARN 1 player
            (r"(?:^|(?<=[.,:F]))af[tr]2?j*(?:p|m)A?(?P<at>[vn])(?=[byatr2])", _singular),
            # how many of them IS
            (rf"(?:^|(?<=[.,:F]))2f{several}A?(?P<at>[iz])", _plural),
            # players that NEIGHBORS you; the player who VOTE for you; anyone who VOTE
            (rf"{SEVERAL}R(?P<at>[zm])(?=[byatrPeAj])", _plural),
            (rf"(?:{ONE}|U)R(?P<at>[vn])(?=[byatrP])", _singular),
            # the Demon & their Minions KNOWS
            (rf"{START}[tr]j*[sp]&[atr]?j*[sp](?P<at>z){END}", _plural),
            (rf"(?:^|(?<=[.,:F]))U(?P<at>[vn]){END}", _singular),
            # 1 of your NEIGHBOR; both NEIGHBOR are
            (r"[a2D]f[tr]2?j*(?P<at>[sn])(?=[.,:iwMzR])", _of(PEOPLE, _with_s)),
            (rf"{START}2(?P<at>n)(?=[wM])", _of(PEOPLE, _with_s)),
            # after you JOINS
            (rf"(?<=F)yA?(?P<at>[zm]){END}", _plural),
            # 3 Townsfolk characters that IS
            (r"[2ju]pR(?P<at>i)", _plural),
            # each player GET's
            (r"(?<=[spuyRK])(?P<at>r)", _no_verb),
            # if both DIES; both VOTES for
            (rf"(?<=F)2(?P<at>z){END}", _plural),
            (r"(?<=[F:,])2(?P<at>m)(?=P[tarbyjsp2])", _plural),
            # they are NEIGHBOR a player
            (r"[iw](?P<at>[vn])(?=[atrybP2.,:])", _of(ONLY_VERBS | {"neighbor"})),
            # DIE execution
            (r"(?P<at>[vz])(?=j*[sup])", _of(frozenset({"die", "dies"}))),
            # IF are nominated
            (r"(?P<at>F)(?=[wM])", _of(frozenset({"if", "when", "while", "because", "until", "unless"}))),
            # can't DIES
            (rf"MA?(?P<at>[zm]){END}", _plural),
            # if it DIE
            (rf"(?<=F)I(?P<at>[wv]){END}", _singular),
            # 3 Townsfolk character TOKEN; your 2 NEIGHBOR
            (r"(?<![sF])2j*[uK]?s?(?P<at>s)(?=[.,:;)]|$|P[^s]|[TRw&](?![sj]))", _with_s),
            (r"(?:r2j*|2j+)(?P<at>n)(?=[.,:;)wMR])", _of(frozenset({"neighbor"}), _with_s)),
            # another Minions
            (r"(?<![syp2])aj*(?P<at>p)(?![rpsuK])", lambda word: word.removesuffix("s")),
            # the PLAYER'S you chose
            (r"(?P<at>r)(?=[yRwM])", _no_possessive),
            # your CHOOSE
            (r"r(?P<at>v)", _of(ONLY_VERBS)),
            # choose good PLAYER
            (r"(?:[vzMFP]j*|[iw])(?P<at>s)(?=[.,:;)wizeMRTy]|$)", _of(ARTICLE)),
            # kill THEY; if THEM die
            (r"[vzPf](?P<at>y)(?=[.:;)]|$)", _of(frozenset({"they"}), lambda _word: "them")),
            (r"(?<=F)(?P<at>b)(?=[vwenM])", _of(frozenset({"them"}), lambda _word: "they")),
        )
    )


def _pronouns(text: str, words: tuple[Word, ...]) -> Iterator[tuple[int, int, str | None, str]]:
    """“It” and “its” where everything that was named before in the sentence is one player."""
    for place, word in enumerate(words):
        if word.text not in {"it", "its"}:
            continue
        before = [*_sentence(words, place)]
        named = [
            each for each in before if each.letter in "spuKXrI" and each.text.lower().rstrip("*") not in TIMES
        ]
        last = named[-1].text.lower() if named else ""
        sure = all(each.letter == "s" or each.text == "Townsfolk" for each in named)
        if sure and named and last in PEOPLE and all(each.text.lower() in PEOPLE for each in named):
            rest = text[word.end + 1 :]
            if word.text == "its" and ITS.match(rest):
                yield word.start, word.end, *_correction(word.text, "their")
            elif word.text == "it" and IT.match(rest):
                yield word.start, word.end, *_correction(word.text, "they")


def _sentence(words: tuple[Word, ...], place: int) -> Iterator[Word]:
    begin = max((at + 1 for at in range(place) if words[at].text == "."), default=0)
    return iter(words[begin:place])
