"""Names of the files that one run writes, no two alike."""

import unicodedata

from builder.files import safe_name


class Names:
    """Hands out names, none of them twice in one run, however a file system compares them."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, text: str) -> str:
        """A safe name for a script; a second one of the same name gets ` (2)`."""
        name = wanted = safe_name(text)
        number = 1
        while unicodedata.normalize("NFKC", name).casefold() in self._taken:
            number += 1
            name = f"{wanted} ({number})"
        self._taken.add(unicodedata.normalize("NFKC", name).casefold())
        return name
