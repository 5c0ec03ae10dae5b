"""Reminder tokens and cards: those that the night texts mention, compared with the character's own."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from builder.game import cards, markup
from builder.game.character import Character
from builder.game.markup import Mark, Piece
from builder.game.script import Script
from builder.language import gettext as _


class TokenState(StrEnum):
    """Whether a token is in the texts and in the list."""

    #: In the list, and mentioned in a text (or a circle may be it).
    BOTH = "both"
    #: In the list, but no text tells when to place it.
    UNTOLD = "untold"
    #: Mentioned in a text, but not in the list.
    MISSING = "missing"
    #: Mentioned in a text, and in the list of another character.
    OTHERS = "others"


@dataclass(frozen=True, slots=True)
class Token:
    """One reminder token."""

    words: str
    state: TokenState
    sentence: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card that a text shows: `*YOU ARE*`."""

    words: str
    is_standard: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class NightTexts:
    """The tokens and cards in both night texts."""

    tokens: tuple[Token, ...]
    cards: tuple[Card, ...]
    #: Circles (`:reminder:`) in the texts.
    circles: int


def night_texts(character: Character, script: Script) -> NightTexts:
    """Tokens and cards of a character, each with a sentence."""
    owners = _owners(character, script)
    pieces = _pieces(character, owners)
    circles = sum(piece.mark is Mark.TOKEN and not piece.text for piece in pieces)
    named = {cards.plain(piece.text): piece.text for piece in pieces if _is_named(piece)}
    shown = dict.fromkeys(piece.text for piece in pieces if piece.mark is Mark.INFO)
    tokens = (*_listed(character, named, circles, pieces), *_unlisted(character, named, owners))
    return NightTexts(tokens, tuple(_card(words) for words in shown), circles)


def _owners(character: Character, script: Script) -> Mapping[str, str]:
    """The owner of each token, by its normalized text; the character's own come first."""
    owners: dict[str, str] = {}
    everyone = (character, *(each for each in script.characters if each.key != character.key))
    for each in everyone:
        for words in each.all_reminders:
            owners.setdefault(cards.plain(words), each.name)
    return owners


def _pieces(character: Character, owners: Mapping[str, str]) -> tuple[Piece, ...]:
    texts = (character.first_night_reminder, character.other_night_reminder)
    return tuple(piece for text in texts for piece in markup.reminder(text, owners.keys()))


def _is_named(piece: Piece) -> bool:
    return piece.mark is Mark.NAMED or (piece.mark is Mark.TOKEN and bool(piece.text))


def _listed(
    character: Character, named: Mapping[str, str], circles: int, pieces: tuple[Piece, ...]
) -> Iterator[Token]:
    """The tokens in its list, each once."""
    told = (character.ability, *(piece.text for piece in pieces), *character.page.how_to_run)
    spoken = cards.plain(" ".join(told))
    for words in dict.fromkeys(character.all_reminders):
        plain = cards.plain(words)
        if plain in named or circles or f" {plain} " in f" {spoken} ":
            sentence = _("“%(words)s” is placed at a circle, or named in the ability or in “How to run”.")
            if plain in named:
                sentence = _("“%(words)s” is named in a night reminder.")
            yield Token(words, TokenState.BOTH, sentence % {"words": words})
        else:
            sentence = _("No text says when to place “%(words)s”. Write :reminder: where that happens.")
            if character.setup:
                sentence = _(
                    "No text says when to place “%(words)s”. If that is during setup, say so in “How to "
                    "run”; else write :reminder: where that happens."
                )
            sentence = sentence % {"words": words}
            yield Token(words, TokenState.UNTOLD, sentence)


def _unlisted(character: Character, named: Mapping[str, str], owners: Mapping[str, str]) -> Iterator[Token]:
    """The tokens that a text mentions and the list lacks."""
    own = {cards.plain(words) for words in character.all_reminders}
    for plain, words in named.items():
        if plain in own:
            continue
        if plain in owners:
            yield Token(
                words,
                TokenState.OTHERS,
                _("“%(words)s” is a token of %(owners)s.") % {"words": words, "owners": owners[plain]},
            )
        else:
            sentence = _(
                "A night reminder mentions “%(words)s”, but there is no such reminder token. Add it to "
                "the list."
            ) % {"words": words}
            yield Token(words, TokenState.MISSING, sentence)


def _card(words: str) -> Card:
    if cards.is_standard(words):
        return Card(
            words,
            is_standard=True,
            sentence=_("*%(words)s* is a card that every Grimoire has.") % {"words": words},
        )
    sentence = _(
        "*%(words)s* isn't a standard card, so it prints as a custom one. If you mean a reminder "
        "token, add it to the list of tokens."
    ) % {"words": words}
    return Card(words, is_standard=False, sentence=sentence)
