"""How a text spells a name that its headings give in capitals."""

#: In so many places a name is looked for.
MOST_PLACES = 500


class Spellings:
    """How a text spells names, found without reading it anew for each."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.small = text.lower()
        if len(self.small) != len(text):  # the small form of some letters is two
            self.small = "".join(small if len(small := each.lower()) == 1 else each for each in text)

    def of(self, head: str) -> str:
        """A name in capitals as it stands elsewhere, or nothing."""
        wanted, at = head.lower(), -1
        for _ in range(MOST_PLACES):
            at = self.small.find(wanted, at + 1)
            if at < 0:
                break
            end = at + len(wanted)
            found = self.text[at:end]
            is_whole = not (
                _is_letter(self.text[max(at - 1, 0) : at]) or _is_letter(self.text[end : end + 1])
            )
            if is_whole and not found.isupper() and found[:1].isupper():
                return found
        return ""


def _is_letter(neighbour: str) -> bool:
    return neighbour == "_" or neighbour.isalnum()
