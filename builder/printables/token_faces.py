"""The content of single tokens: characters, reminders, cards."""

from collections.abc import Iterator
from dataclasses import replace

from builder import catalogue
from builder.content import OWN_EMBLEM, TokenFace
from builder.files import safe_name
from builder.game import cards, keywords, markup
from builder.game.character import Character
from builder.game.script import Script
from builder.game.teams import EVIL_TEAMS, GOOD_TEAMS, Team
from builder.language import gettext as _
from builder.printables import common, names
from builder.printables.common import Icon
from builder.printables.night_steps import info_words
from builder.printables.options import Options
from builder.printables.typography import typeset, typeset_pieces
from builder.prose_lists import capital

#: The colours of an emblem after a change of alignment.
GOOD, EVIL = Team.TOWNSFOLK.value, Team.DEMON.value


def characters(script: Script, options: Options) -> Iterator[tuple[str, TokenFace]]:
    """Key and token of each character, by team; with `versions`, also those for a changed alignment."""
    both = options.setting("versions") == "both"
    speaks = options.setting("ability") == "yes"
    for character in names.everybody(script):
        usual = _character(character, options, with_ability=speaks)
        for face in (usual, *_flipped(character, usual, options)) if both else (usual,):
            yield character.key, face
    for entry in script.unknown:
        if entry.id:
            yield entry.key, _unknown(entry.id)


def reminders(script: Script, options: Options) -> Iterator[tuple[str, TokenFace]]:
    """Key and reminder token for each reminder of a script, including duplicates."""
    for character in names.everybody(script):
        icon = common.icon(character, options)
        for words in filter(str.strip, character.all_reminders):
            yield character.key, _reminder(character, icon, words)


def info_cards(script: Script) -> Iterator[TokenFace]:
    """The cards to show at night: standard ones, and those that this script mentions."""
    shown = (*info_words(script), *cards.standard())
    wordings = {cards.plain(words): words for words in shown if words}
    standard = {cards.plain(words): words for words in cards.standard()}
    for words in {**standard, **wordings}.values():
        said = typeset(words)
        yield TokenFace(
            "card",
            _("Info tokens"),
            _("Info token: %(words)s") % {"words": said},
            f"info/{safe_name(words.lower())}",
            said,
            markup.direction(words),
        )


def rules(script: Script, options: Options) -> Iterator[TokenFace]:
    """A card for each of the script's own rules."""
    holder = next((each for each in script.characters if each.key == "bootlegger"), None)
    official = holder or catalogue.find("bootlegger")
    name = typeset(official.name) if official else "Bootlegger"
    icon = common.icon(holder, options) if holder else None
    for number, rule in enumerate(script.meta.rules, start=1):
        yield TokenFace(
            "card",
            _("Rules"),
            _("Rule of the script: %(rule)s") % {"rule": typeset(rule)},
            f"rules/Bootlegger {number}",
            name,
            markup.direction(name),
            icon=icon,
            team=Team.LORIC.value,
            words=common.ability(rule),
            words_direction=markup.direction(rule),
        )


def terms(script: Script) -> Iterator[TokenFace]:
    """A card for each of the script's own terms that a character has."""
    said = (text for each in script.characters for text in keywords.texts_of(each))
    for term in common.glossary(script, *said):
        words = common.text(term.text)
        yield TokenFace(
            "card",
            _("Rules"),
            _("Keyword: %(term)s: %(words)s") % {"term": term.term, "words": words},
            f"rules/{safe_name(term.term)}",
            capital(term.term),
            markup.direction(term.term),
            team=Team.LORIC.value,
            words=term.text,
            words_direction=term.direction,
        )


def almanac(script: Script) -> Iterator[TokenFace]:
    """A token with a QR code of the almanac's address, if the script has one."""
    address = script.meta.almanac.strip()
    if address.startswith(("https://", "http://")):
        yield TokenFace(
            "character",
            _("About the script"),
            _("Almanac of %(script)s, as a QR code: %(address)s")
            % {"script": typeset(script.name), "address": address},
            "about/Almanac",
            _("Almanac"),
            markup.direction(_("Almanac")),
            address=address,
        )


def credit(script: Script, options: Options) -> TokenFace:
    """A token with the credits of script and game."""
    name, author = typeset(script.name), typeset(script.meta.author.strip())
    by = _("Script by %(author)s.") % {"author": author} if author else ""
    words = f"{by} {_(common.CREDIT)} {options.wording}".strip()
    return TokenFace(
        "character",
        _("About the script"),
        _("Credits of %(script)s: %(credits)s") % {"script": name, "credits": words},
        "about/Credits",
        name,
        markup.direction(name),
        icon=Icon("", name, "info", options.mark or options.logo or OWN_EMBLEM),
        words=typeset_pieces(markup.ability(words)),
        words_direction=markup.direction(words),
    )


def _character(character: Character, options: Options, *, with_ability: bool) -> TokenFace:
    team = character.team
    words = common.ability(character.ability) if with_ability else ()
    spoken = _spoken(character)
    return TokenFace(
        "character",
        team.heading,
        typeset(spoken),
        f"{team.value}/{safe_name(character.name or character.id)}",
        typeset(character.name or character.id),
        markup.direction(character.name or character.id),
        common.icon(character, options),
        team.value,
        words,
        markup.direction(character.ability),
        common.other(character, "ability") if with_ability else "",
        setup=character.setup,
        first_night=bool(character.first_night and character.first_night > 0),
        other_night=bool(character.other_night and character.other_night > 0),
        reminders=len(character.reminders),
    )


def _flipped(character: Character, face: TokenFace, options: Options) -> Iterator[TokenFace]:
    """The tokens for a changed alignment; for a Traveller, good and evil."""
    if character.team in GOOD_TEAMS:
        yield _version(character, face, options, 1, EVIL)
    elif character.team in EVIL_TEAMS:
        yield _version(character, face, options, 1, GOOD)
    elif character.team is Team.TRAVELLER:
        yield _version(character, face, options, 1, GOOD)
        yield _version(character, face, options, 2, EVIL)


def _version(character: Character, face: TokenFace, options: Options, version: int, colour: str) -> TokenFace:
    icon = common.icon(character, options, version)
    if icon.url.startswith((common.EMBLEM, common.PAINTED)):
        kind, _unused, emblem = icon.url.split("/")
        icon = replace(icon, url=f"{kind}/{colour}/{emblem}")
    side = "good" if colour == GOOD else "evil"
    return replace(
        face, alt=typeset(_spoken(character, side)), file=f"{face.file}, {side}", icon=icon, team=colour
    )


def _spoken(character: Character, side: str = "") -> str:
    """The alternative text of a character token, of its `good` or `evil` version."""
    words = {
        "": _("%(team)s token: %(name)s. %(ability)s"),
        "good": _("%(team)s token, good: %(name)s. %(ability)s"),
        "evil": _("%(team)s token, evil: %(name)s. %(ability)s"),
    }[side]
    values = {"team": character.team.label, "name": character.name, "ability": character.ability}
    return (words % values).strip()


def _reminder(character: Character, icon: Icon, words: str) -> TokenFace:
    return TokenFace(
        "reminder",
        _("Reminder tokens"),
        _("Reminder token: %(name)s, %(words)s") % {"name": icon.name, "words": typeset(words)},
        f"reminders/{safe_name(f'{character.name} - {words}')}",
        typeset(words),
        markup.direction(words),
        icon,
        character.team.value,
        words_language=common.other(character, "reminders"),
    )


def _unknown(identifier: str) -> TokenFace:
    return TokenFace(
        "character",
        _("Unknown"),
        _("Token of an unknown character: %(id)s") % {"id": identifier},
        f"unknown/{safe_name(identifier)}",
        identifier,
        markup.direction(identifier),
        common.unknown_icon(identifier),
        "unknown",
    )
