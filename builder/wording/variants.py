"""What a variant inherits from its original, and what it lost when its ability changed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from builder import catalogue
from builder.formats.official.entries import extras_in
from builder.formats.official.variants import has_its_words, original
from builder.game.character import Character
from builder.game.ids import key
from builder.game.script import Script
from builder.game.setup import character_effects, effects as fx, explaining, grammar
from builder.game.setup.effects import Bluffs, Duplicates, Effect, Exactly, Grant, Later, Leaves
from builder.game.teams import Team
from builder.language import N_, gettext as _
from builder.wording import setups

#: Special rules for an official id, which never apply to a variant.
BY_ID = {
    "atheist": N_("sorting last among the Townsfolk, and passing the checks without a Demon"),
    "bootlegger": N_("the check for a missing Bootlegger, and its reminder tokens"),
    "djinn": N_("the check for a missing Djinn if there are jinxes"),
    "hermit": N_("sorting first among the Outsiders, and the jinxes of the other Outsiders"),
    "legion": N_("the note at Demon Info, and a special check"),
    "lilmonsta": N_("the note at Minion Info and Demon Info that says when to skip them"),
    "marionette": N_("the note at Minion Info that lets it sleep"),
    "pope": N_("the exception in the check of Outsider numbers"),
    "poppygrower": N_("the notes at Minion Info and Demon Info"),
    "sentinel": N_("the exception in the check of Outsider numbers"),
    "spiritofivory": N_("the exception in the check of extra evil players"),
    "summoner": N_("passing the checks without a Demon"),
    "tor": N_("the note at Minion Info and Demon Info that says when to skip them"),
    "toymaker": N_("Minion Info and Demon Info with fewer than 7 players"),
}
BLUFFS = {
    "none": N_("The Demon is shown no bluffs."),
    "each-minion": N_("Each Minion is shown bluffs."),
    "instead": N_("It is shown the bluffs that a Demon would be."),
    "optional": N_("The Storyteller may leave out the bluffs."),
    "always": N_("The Demon is shown bluffs in games of any size."),
    "in-play": N_("The Demon's bluffs are in-play characters."),
}
#: Of a kind that we have no sentence for.
OTHER_BLUFFS = N_("The Demon's bluffs are different from usual.")


@dataclass(frozen=True, slots=True)
class VariantAdvice:
    """The original of a variant, and what that means for the setup."""

    #: Empty: it is not a variant.
    sentences: tuple[str, ...] = ()
    #: Whether all our data on the original's setup apply.
    is_whole: bool = True


def advice(character: Character, script: Script) -> VariantAdvice:
    """What applies from the original, what does not, and which special rules never apply to a variant."""
    known = next(
        (
            extra
            for entry, extra in zip(script.entries, extras_in(script), strict=True)
            if entry.key == character.key
        ),
        {},
    )
    official = original(known)
    if official is None or catalogue.find(character.id):
        return VariantAdvice()
    kept = has_its_words(character, known)
    lost = () if kept else tuple(_lost(character, official))
    return VariantAdvice(tuple(_sentences(official, lost, kept=kept)), not lost)


def _sentences(official: Character, lost: tuple[str, ...], *, kept: bool) -> Iterator[str]:
    name = official.name
    if kept:
        told = _all(_effects(official))
        if told:
            text = _(
                "Same ability as the %(name)s, word for word, so the setup treats it the same: %(effects)s"
            )
            yield text % {"name": name, "effects": " ".join(told)}
        else:
            yield _("Same ability as the %(name)s, word for word.") % {"name": name}
    elif lost:
        yield (
            _(
                "Its ability is no longer the %(name)s's, so the setup goes by its text. No longer "
                "included from the %(name)s: %(lost)s"
            )
            % {"name": name, "lost": " ".join(lost)}
        )
    else:
        yield _("Its ability is no longer the %(name)s's, so the setup goes by its text.") % {"name": name}
    special = BY_ID.get(key(official.id))
    if special:
        yield _("Only the official %(name)s has: %(special)s.") % {"name": name, "special": special}


def _lost(character: Character, official: Character) -> Iterator[str]:
    """Setup effects of the official character that this one's text lacks."""
    own = {*_all((*grammar.read(character.ability).effects, *character_effects.by_words(character)))}
    yield from (describe for describe in _all(_effects(official)) if describe not in own)


def _effects(official: Character) -> tuple[Effect, ...]:
    return tuple(map(fx.read, official.setup_effects))


def _all(effects: tuple[Effect, ...]) -> list[str]:
    """Each effect as a sentence, without duplicates."""
    later = {effect.team for effect in effects if isinstance(effect, Later)}
    describe = (_none_yet(each) if _is_none_yet(each, later) else _describe(each) for each in effects)
    return list(dict.fromkeys(filter(None, describe)))


def _is_none_yet(effect: Effect, later: set[Team]) -> bool:
    return isinstance(effect, Exactly) and effect.number == 0 and effect.team in later


def _none_yet(effect: Effect) -> str:
    return (
        _("There are no %(team)s when the game begins.") % {"team": effect.team.heading}
        if isinstance(effect, Exactly)
        else ""
    )


def _describe(effect: Effect) -> str:
    if isinstance(effect, Bluffs):
        return str(BLUFFS.get(effect.mode, OTHER_BLUFFS))
    if isinstance(effect, Grant) and effect.to_demon:
        return _("The Demon has %(effect)s.") % {"effect": explaining.effect(effect)}
    if isinstance(effect, Grant):
        return _("It has %(effect)s.") % {"effect": explaining.effect(effect)}
    if isinstance(effect, Leaves):
        return _("It may remove itself.")
    if isinstance(effect, Duplicates):
        effect = replace(effect, teams=tuple(team for team in Team if team in effect.teams))
    return setups.describe(effect, {})
