"""Names that homebrew of a script had until it was renamed or deleted, while its texts still have them.

They are in `_meta.clockwright.formerNames`: the name that it has now by the former one, or an empty text.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from itertools import islice
from typing import Any

FIELD = "formerNames"
#: Limits: names that are kept, and letters of each, for a script may come from anywhere.
MOST, LONGEST = 40, 80


def of(block: Mapping[str, Any]) -> dict[str, str]:
    """The former names in our object of a `_meta`."""
    found = block.get(FIELD)
    if not isinstance(found, dict):
        return {}
    kept = (
        (old, new)
        for old, new in found.items()
        if old.strip() and isinstance(new, str) and max(len(old), len(new)) <= LONGEST
    )
    return dict(islice(kept, MOST))


def pattern(name: str, there: Collection[str]) -> re.Pattern[str]:
    """Finds a name as a word of its own and not in a longer name of those who are there; group 1 is it."""
    longer = sorted(
        (re.escape(each) for each in there if name in each and name != each), key=len, reverse=True
    )
    return re.compile(rf"(?<!\w)(?:{'|'.join([*longer, f'({re.escape(name)})'])})(?!\w)")


def is_in(name: str, words: re.Pattern[str], text: str) -> bool:
    """Whether a text has the name, which `words` finds."""
    return name in text and any(found[1] for found in words.finditer(text))


def put(words: re.Pattern[str], name: str, text: str) -> str:
    """The text with another name in its place."""
    return words.sub(lambda found: name if found[1] else found[0], text)


def still_named(names: Iterable[str], there: Collection[str], texts: Iterable[str]) -> set[str]:
    """The names that one of the texts has."""
    patterns = {name: pattern(name, there) for name in names}
    written = list(texts) if patterns else []
    return {name for name, words in patterns.items() if any(is_in(name, words, text) for text in written)}
