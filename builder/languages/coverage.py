"""How much of each language is there."""

from collections.abc import Iterator
from dataclasses import dataclass

from builder import bundled, catalogue, language, language_texts
from builder.language import Language


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many texts of a language are there, each with how many there are in English."""

    language: Language
    #: Whether it comes with Clockwright, and whether the user added a pack.
    is_bundled: bool
    is_added: bool
    #: Characters with name and ability, characters with all their texts, jinxes, whole pages of the almanac, messages.
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
    explained = [catalogue.explained(each) for each in shown]
    return Coverage(
        of,
        (language.bundled() / of.tag).is_dir(),
        (language.packs() / of.tag).is_dir(),
        (sum({"name", "ability"}.isdisjoint(each.untranslated) for each in shown), len(everyone)),
        (sum(not each.untranslated for each in shown), len(everyone)),
        (sum(bool(jinx.language) for jinx in jinxes), len(jinxes)),
        (sum(not catalogue.untranslated_texts(each) - {"flavor"} for each in explained), len(everyone)),
        language.messages(),
    )
