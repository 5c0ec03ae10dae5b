"""Find emblems that fit a homebrew character, by the words of its name and of its ability."""

import hashlib
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from builder import assets

#: At most this many emblems of one word, those with the shortest names first.
OFFERED = 4
#: The shortest word that may be the beginning of another (`book` of `bookbinder`).
SHORTEST_PART = 3


def candidates(name: str, ability: str, team: str, names: Callable[[], Sequence[str]]) -> Iterator[str]:
    """The emblems that fit, best first: by the name, by the ability, then any of the team's.

    Deterministic: the same texts give the same emblems in the same order; those of the team come last. `names` returns
    all emblem names, sorted.
    """
    title = words(name)
    if not is_person(title):
        yield from _by_title(title, names)
    themes = table()["abilities"]
    yield from (themes[word] for word in words(ability) if word in themes)
    ring = table()["teams"][team]
    start = int.from_bytes(hashlib.sha256(name.encode()).digest()[:4]) % len(ring)
    yield from (*ring[start:], *ring[:start])


def words(text: str) -> list[str]:
    """The words of a text, in lower case without punctuation; stop words are dropped."""
    plain = "".join(
        c for c in unicodedata.normalize("NFKD", text[:600].lower()) if not unicodedata.combining(c)
    )
    ignored = table()["ignored"]
    return [word for word in re.findall(r"[a-z]{3,}", plain.replace("'s", "")) if word not in ignored]


def is_person(title: Sequence[str]) -> bool:
    """Whether a name is a person's, first name and surname: Agnes Baker need not be a baker."""
    if len(title) < 2:
        return False
    known = table()
    if title[0] in known["first_names"]:
        return True
    speaks = title[0] in known["adjectives"] or title[0] in known["words"]
    return title[-1] in known["surnames"] and not speaks


def parts(title: Iterable[str]) -> Iterator[str]:
    """Beginnings of compounds (`book` of `bookbinder`), if the second part is a kind of person."""
    for word in title:
        for maker in table()["makers"]:
            if word.endswith(maker) and len(word) - len(maker) >= SHORTEST_PART:
                yield word.removesuffix(maker).removesuffix("s")
                break


@cache
def vocabulary_of(names: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """For each word the emblems whose names contain it, shortest names first."""
    found: dict[str, list[str]] = {}
    for name in sorted(names, key=lambda name: (name.count("-"), len(name), name)):
        for word in name.split("-"):
            found.setdefault(word, []).append(name)
    return {word: tuple(each) for word, each in found.items()}


def _by_title(title: Sequence[str], names: Callable[[], Sequence[str]]) -> Iterator[str]:
    """Emblems by our table first; the last word of the name comes first, since it says what one is."""
    backwards = [*reversed(title), *parts(title)]
    ours = table()["words"]
    for word in backwards:
        chosen = ours.get(word) or ours.get(word.removesuffix("s"))
        if chosen:
            yield chosen
    known = vocabulary_of(tuple(names()))
    for word in backwards:
        if word not in table()["adjectives"] and word not in table()["makers"]:
            yield from (known.get(word) or known.get(word.removesuffix("s")) or ())[:OFFERED]


@cache
def table() -> Any:
    """Our own choices: words and emblems, names of people, what each team may show."""
    made = json.loads(assets.data("emblem_words.json").read_bytes())
    for name in ("ignored", "first_names", "surnames", "adjectives"):
        made[name] = frozenset(made[name])
    return made
