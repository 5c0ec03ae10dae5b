"""What a Bloodstar save has no place for: told by comparing the script with what comes back."""

from collections.abc import Iterator, Mapping

from builder.formats.official.entries import extra_keys
from builder.game.character import Character
from builder.game.problem import Problem, Severity
from builder.game.script import Entry, Script

OF_META = {
    "background": "the background",
    "almanac": "the almanac's address",
    "hide_title": "that the title is hidden",
    "bootlegger": "the rules of the Bootlegger",
}
OF_ALMANAC = {
    "difficulty": "the difficulty",
    "audience": "the audience",
    "play_guide": "the play guide",
    "dedication": "the dedication",
    "disclaimer": "the disclaimer",
    "credits": "the credits",
    "icon_credits": "the icon credits",
    "font_credits": "the font credits",
    "cover_credits": "the cover credit",
}
OF_CHARACTERS = {"jinxes": "jinxes", "special": "app features (special)", "images": "the other pictures"}
OF_PAGES = {"revealed": "when it was revealed", "warnings": "the warnings"}


def lost(script: Script, back: Script) -> Iterator[Problem]:
    """Everything of a script that is not in what comes back of it."""
    gone = [*_gone(script.meta, back.meta, OF_META), *_gone(script.almanac, back.almanac, OF_ALMANAC)]
    if gone:
        yield _told(f"A Bloodstar save has no place for {', '.join(gone)}.")
    theirs = _by_name(back)
    for name, entry in _by_name(script).items():
        if entry.character is None:
            if isinstance(entry.written, str) or len(entry.written) == 1:
                yield _told(f"Nobody knows “{entry.id}”: the save holds its id alone.", entry.id)
            continue
        other = theirs[name].character if name in theirs else None
        if other and (gone := list(_gone_of(entry.character, other))):
            yield _told(
                f"{entry.character.name}: a Bloodstar save has no place for {', '.join(gone)}.", entry.id
            )


def _gone_of(character: Character, other: Character) -> Iterator[str]:
    yield from _gone(character, other, OF_CHARACTERS)
    yield from _gone(character.page, other.page, OF_PAGES)


def _gone(one: object, other: object, words: Mapping[str, str]) -> Iterator[str]:
    for name, word in words.items():
        if getattr(one, name) and getattr(one, name) != getattr(other, name):
            yield word


def _by_name(script: Script) -> Mapping[str, Entry]:
    entries = [entry for entry in script.entries if entry.id]
    return dict(zip(extra_keys(entry.id for entry in entries), entries, strict=True))


def _told(message: str, *characters: str) -> Problem:
    return Problem("left-out", Severity.NOTICE, message, characters)
