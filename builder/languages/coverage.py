"""How much of each language is there."""

from collections.abc import Iterator
from dataclasses import dataclass

from builder import bundled, language, language_texts
from builder.language import Language
from builder.language_texts import LISTS, TEXTS


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many texts of a language are there, each with how many there are in English."""

    language: Language
    #: Whether it comes with Clockwright, and whether the user added a pack.
    is_bundled: bool
    is_added: bool
    #: Characters with all their texts, characters with some, jinxes, pages of the almanac, messages.
    characters: tuple[int, int]
    some: int
    jinxes: tuple[int, int]
    almanac: tuple[int, int]
    messages: tuple[int, int]

    @property
    def is_complete(self) -> bool:
        """Whether all characters and jinxes have their texts."""
        return all(found == of for found, of in (self.characters, self.jinxes))


def everything() -> Iterator[Coverage]:
    """Every language but English."""
    for each in language.known().values():
        if each.tag != language.ENGLISH:
            with language.using(each.tag):
                yield _coverage(each)


def _coverage(of: Language) -> Coverage:
    everyone = bundled.everyone()
    shown = [language_texts.localized(character) for character in everyone]
    jinxes = language_texts.localized_jinxes(bundled.jinxes())
    fields = {*TEXTS, *LISTS}
    pages = 0
    for character in everyone:
        english = bundled.explanation(character.key)
        if english:
            found = language_texts.localized_explanation(character.key, character.team.value, english)
            pages += bool(found.page.overview != english.page.overview)
    return Coverage(
        of,
        (language.bundled() / of.tag).is_dir(),
        (language.packs() / of.tag).is_dir(),
        (sum(not each.untranslated for each in shown), len(everyone)),
        sum(not fields <= each.untranslated and "name" not in each.untranslated for each in shown),
        (sum(bool(jinx.language) for jinx in jinxes), len(jinxes)),
        (pages, len(everyone)),
        language.messages(),
    )
