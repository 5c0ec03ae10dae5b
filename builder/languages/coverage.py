"""How much of each language is there."""

from collections.abc import Iterator
from dataclasses import dataclass

from builder import bundled, language, language_texts
from builder.language import Language


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many texts of a language are there, each with how many there are in English."""

    language: Language
    #: Whether it comes with Clockwright, and whether the user added a pack.
    is_bundled: bool
    is_added: bool
    #: Characters with name and ability, characters with all their texts, jinxes, pages of the almanac, messages.
    characters: tuple[int, int]
    complete: tuple[int, int]
    jinxes: tuple[int, int]
    almanac: tuple[int, int]
    messages: tuple[int, int]


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
        (sum({"name", "ability"}.isdisjoint(each.untranslated) for each in shown), len(everyone)),
        (sum(not each.untranslated for each in shown), len(everyone)),
        (sum(bool(jinx.language) for jinx in jinxes), len(jinxes)),
        (pages, len(everyone)),
        language.messages(),
    )
