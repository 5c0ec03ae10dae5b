"""What is wrong with a language, and how much of each is there.

Wrong is what lacks or is too much, marks and digits that differ from English, long texts.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder import bundled, catalogue, language, language_texts
from builder.errors import ClockwrightError
from builder.formats.official.schema import as_object
from builder.game import cards
from builder.game.character import Character
from builder.game.ids import key
from builder.game.teams import Team
from builder.language import N_, Language, gettext as _
from builder.language_texts import LISTS, PAGE_LISTS, PAGE_TEXTS, TEXTS
from builder.languages.pack import ALMANAC, CHARACTERS, INFO, JINXES
from builder.official.publisher_files import Faults, load

_CARD = re.compile(r"\*([^*\"]+)\*")
_CHANGE = re.compile(r"[+−-][0-9?]+")
_PLACEHOLDER = re.compile(r"%\(\w+\)s")
#: How much longer than in English a text may be, from so many letters on; of reminder tokens, and their least letters.
LONGER, LONG = 1.4, 80
TOKEN_LONGER, TOKEN = 1.9, 18
OTHER_NUMBER = N_("%(place)s: has another number of texts (%(found)s) than English (%(wanted)s)")


def findings(folder: Path) -> Iterator[str]:
    """Every finding of a folder in our form, as a sentence that begins with its place. Raises ClockwrightError."""
    faults = Faults()
    info, characters, jinxes = (_read(folder / name, faults) for name in (INFO, CHARACTERS, JINXES))
    pages = {team.value: _read(folder / ALMANAC / f"{team.value}.json", faults) for team in Team}
    if faults.told:
        raise ClockwrightError("; ".join(faults.told[:3]) + ".")
    said = info.get("cards")
    known = {english: text for english, text in as_object(said).items() if isinstance(text, str)}
    yield from (
        _("language.json: lacks the card %(card)s") % {"card": card}
        for card in cards.CARDS
        if card not in known
    )
    for character in bundled.everyone():
        yield from _character(character, characters.get(character.id), known, folder.name)
    yield from (
        _("characters.json: unknown id %(id)s") % {"id": each}
        for each in characters
        if bundled.find(key(each)) is None
    )
    yield from _names(characters)
    yield from _jinxes(jinxes, known)
    if any(pages.values()):
        yield from _almanac(pages)
    yield from messages(folder.name)


def messages(tag: str) -> Iterator[str]:
    """Sentences of the app's catalogue whose placeholders differ from English; nothing if it is not there."""
    path = language.FOLDER / tag.replace("-", "_") / "LC_MESSAGES" / f"{language.DOMAIN}.po"
    if not path.is_file():
        return
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        catalog = read_po(file, locale=tag.replace("-", "_"))
    for message in catalog:
        texts = tuple(map(str, message.id if isinstance(message.id, list | tuple) else (message.id,)))
        wanted = [set(_PLACEHOLDER.findall(text)) for text in texts]
        strings = message.string if isinstance(message.string, list | tuple) else (message.string,)
        for string in filter(None, strings) if message.id else ():
            if set(_PLACEHOLDER.findall(str(string))) not in wanted:
                yield _("catalogue: “%(message)s” has other placeholders") % {"message": texts[0]}


def _read(path: Path, faults: Faults) -> Mapping[str, Any]:
    if not path.is_file():
        return {}
    value = load(path.read_bytes(), path.name, faults)
    if value is not None and not isinstance(value, dict):
        faults.add(path.name, _("it is not an object"))
    return as_object(value)


def _character(english: Character, theirs: object, known: Mapping[str, str], tag: str) -> Iterator[str]:
    if not isinstance(theirs, dict):
        yield _("characters.json: lacks %(id)s") % {"id": english.id}
        return
    for ours, name in (*TEXTS.items(), *LISTS.items()):
        wanted, found, place = getattr(english, ours), theirs.get(name), f"{english.id}.{name}"
        if wanted and not found:
            yield _("%(place)s: is missing") % {"place": place}
        elif found and not wanted:
            yield _("%(place)s: has no text in English") % {"place": place}
        elif wanted and not isinstance(found, str if ours in TEXTS else list):
            yield _("%(place)s: is not of the right kind") % {"place": place}
        elif isinstance(found, str) and name != "name":
            yield from _marks(place, wanted, found, {**known, **dict(_labels(english, theirs))})
            most = float("inf") if tag.startswith(("zh", "ja")) else max(LONG, LONGER * len(wanted))
            if name == "ability" and len(found) > most:
                yield _("%(place)s: is much longer than in English: %(text)s") % {
                    "place": place,
                    "text": found,
                }
        elif isinstance(found, list):
            yield from _tokens(place, wanted, found)


def _labels(english: Character, theirs: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The reminder tokens of a character, which its texts name in asterisks and capitals, too."""
    for ours, name in LISTS.items():
        for one, text in zip(getattr(english, ours), theirs.get(name) or (), strict=False):
            if isinstance(text, str):
                yield one.upper(), text.upper()


def _tokens(place: str, english: Sequence[str], found: Sequence[Any]) -> Iterator[str]:
    if len(english) != len(found):
        numbers = {"place": place, "found": len(found), "wanted": len(english)}
        yield _(OTHER_NUMBER) % numbers
        return
    said: dict[str, str] = {}
    for one, text in zip(english, found, strict=True):
        if not isinstance(text, str) or not text.strip():
            yield _("%(place)s: is not of the right kind") % {"place": place}
        elif len(text) > max(TOKEN, TOKEN_LONGER * len(one)):
            yield _("%(place)s: is long for a token: %(text)s") % {"place": place, "text": text}
        elif said.setdefault(one, text) != text:
            yield _("%(place)s: has two translations of “%(text)s”") % {"place": place, "text": one}


def _marks(
    place: str, english: str, text: str, known: Mapping[str, str], *, digits: bool = True
) -> Iterator[str]:
    values = {"place": place, "text": text}
    if english.count(":reminder:") != text.count(":reminder:"):
        yield _("%(place)s: has another number of :reminder: than English: %(text)s") % values
    wanted, found = ([*_CARD.findall(each)] if each.count("*") > 1 else [] for each in (english, text))
    if len(wanted) != len(found):
        yield _("%(place)s: has another number of cards in asterisks than English: %(text)s") % values
    for card in wanted:
        if card not in known:
            yield _("%(place)s: its card %(card)s is not in language.json") % {**values, "card": card}
        elif known[card] not in found:
            yield _("%(place)s: its card %(card)s is worded otherwise in language.json") % {
                **values,
                "card": card,
            }
    if any(english.count(bracket) != text.count(bracket) for bracket in "[]"):
        yield _("%(place)s: has other brackets than English: %(text)s") % values
    changes = [_CHANGE.findall(each.replace("−", "-")) if "[" in english else [] for each in (english, text)]
    if Counter(changes[0]) - Counter(changes[1]):
        yield _("%(place)s: has other numbers with signs than English: %(text)s") % values
    if digits and sorted(re.findall(r"\d+", english)) != sorted(re.findall(r"\d+", text)):
        yield _("%(place)s: has other digits than English: %(text)s") % values
    if '"' in text or "  " in text or text != text.strip():
        yield _("%(place)s: has a straight quotation mark or too many spaces: %(text)s") % values


def _names(characters: Mapping[str, Any]) -> Iterator[str]:
    names = Counter(fields.get("name") for fields in characters.values() if isinstance(fields, dict))
    for name, number in names.items():
        if isinstance(name, str) and number > 1:
            yield _("characters.json: %(number)s characters are called “%(name)s”") % {
                "number": number,
                "name": name,
            }


def _jinxes(jinxes: Mapping[str, Any], known: Mapping[str, str]) -> Iterator[str]:
    told = {
        frozenset({key(head), key(other)}): reason
        for head, others in jinxes.items()
        for other, reason in as_object(others).items()
        if isinstance(reason, str)
    }
    for jinx in bundled.jinxes():
        place = "-".join(jinx.characters)
        if not told.get(jinx.pair):
            yield _("jinxes.json: lacks %(pair)s") % {"pair": place}
        else:
            yield from _marks(place, jinx.reason, told[jinx.pair], known)


def _almanac(pages: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """What a page has must fit; pages and fields that lack are left to the reader of the counts."""
    for character in bundled.everyone():
        english, theirs = bundled.explanation(character.key), pages[character.team.value].get(character.id)
        for ours, name in (*PAGE_TEXTS.items(), *PAGE_LISTS.items()):
            found = theirs.get(name) if isinstance(theirs, dict) else None
            wanted = getattr(english.page, ours) if english else ""
            place = f"{ALMANAC}.{character.id}.{name}"
            if found and ours in PAGE_LISTS and len(found) != len(wanted):
                numbers = {"place": place, "found": len(found), "wanted": len(wanted)}
                yield _(OTHER_NUMBER) % numbers


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
