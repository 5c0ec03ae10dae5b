"""Pictures inside a file (data: addresses): extract them before its text is parsed, and restore them afterward.

A saved script may contain megabytes of pictures; its text must stay within the usual limit all the same.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from typing import Any

from builder.formats.source import LIMIT

#: Limit of a file with its pictures. Bloodstar's own limit is far lower.
LIMIT_WITH_PICTURES = 40_000_000
#: Shorter ones are not extracted.
SHORTEST = 500
#: PHP writes \/ for /. Possessive: no backtracking. Not on groups, which Python 3.11.2 gets wrong.
PICTURE = r"data:(?:image|font)\\?/[a-z0-9.+-]{1,40}+;base64,[A-Za-z0-9+/=\\]*+"
#: A backslash that means something else: it ends the picture.
OVER = re.compile(r"\\(?!/)")
IN_TEXT = re.compile(PICTURE)
IN_BYTES = re.compile(PICTURE.encode())


class Aside:
    """The pictures of one file, in order, and the placeholder of each."""

    def __init__(self, source: bytes | str) -> None:
        digest = source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")
        self.mark = f"clockwright-picture-{hashlib.sha256(digest).hexdigest()[:24]}-"
        self.pictures: list[str] = []

    def take(self, found: str) -> str:
        """Store a picture and return its placeholder."""
        over = OVER.search(found, found.index(","))
        picture = found[: over.start()] if over else found
        if len(picture) < SHORTEST:
            return found
        self.pictures.append(picture.replace("\\/", "/"))
        return f"{self.mark}{len(self.pictures) - 1}.{found[len(picture) :]}"

    def back(self, value: Any) -> Any:
        """A value with every placeholder replaced by its picture."""
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, list):
            return [self.back(item) for item in value]
        if isinstance(value, dict):
            return {self._text(name): self.back(item) for name, item in value.items()}
        return value

    def _text(self, text: str) -> str:
        if self.mark not in text:
            return text
        return re.sub(rf"{self.mark}(\d{{1,6}})\.", lambda found: self.pictures[int(found[1])], text)


def set_aside(source: bytes | str) -> tuple[bytes | str, Aside | None]:
    """Extract the pictures of a large file; a file of usual size is returned unchanged."""
    if not LIMIT < len(source) <= LIMIT_WITH_PICTURES:
        return source, None
    aside = Aside(source)
    if isinstance(source, bytes):
        return IN_BYTES.sub(lambda found: aside.take(found[0].decode()).encode(), source), aside
    return IN_TEXT.sub(lambda found: aside.take(found[0]), source), aside


def letters(value: Any) -> int:
    """The total length of the pictures in a value."""
    found = (each for text in texts_in(value) for each in IN_TEXT.findall(text))
    return sum(length for each in found if (length := len(each)) >= SHORTEST)


def words(value: Any) -> int:
    """The length of a value as JSON without its pictures."""
    has_pictures = any(
        len(each) >= SHORTEST and ("data:image" in each or "data:font" in each) for each in texts_in(value)
    )
    return len(json.dumps(_without_pictures(value) if has_pictures else value, ensure_ascii=False))


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a value, except field names."""
    left = [value]
    while left:
        each = left.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            left.extend(each.values())
        elif isinstance(each, list):
            left.extend(each)


def _without_pictures(value: Any) -> Any:
    if isinstance(value, str):
        return IN_TEXT.sub(lambda found: "" if len(found[0]) >= SHORTEST else found[0], value)
    if isinstance(value, list):
        return [_without_pictures(item) for item in value]
    return (
        {name: _without_pictures(item) for name, item in value.items()} if isinstance(value, dict) else value
    )
