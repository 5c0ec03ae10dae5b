"""How abilities are written, and what belongs to them: brackets, setup, reminder tokens, length."""

import re
from collections.abc import Iterator

from builder import catalogue
from builder.checks.check import of_characters, of_facts
from builder.checks.facts import Facts, Finding, Listed
from builder.game import markup
from builder.game.character import bare
from builder.game.markup import Mark
from builder.game.problem import Fix, Severity
from builder.game.script import Meta
from builder.game.tags import Source
from builder.game.teams import COUNTED_TEAMS
from builder.language import N_, gettext as _, join


@of_facts("bracket-not-understood", Severity.WARNING)
def bracket_not_understood(facts: Facts) -> Iterator[Finding]:
    """Whether Clockwright understands the square brackets in homebrew abilities.

    Setup counts and deals follow the text in square brackets, such as [+1 Outsider]. Text that Clockwright doesn't
    understand is ignored, never guessed. Sheets print it as you wrote it. Under “What does the bracket do?” on the page
    of the character you can say what it means.
    """
    places = {each.id: f"{each.path}.ability" for each in facts.custom}
    for problem in facts.cast.problems:
        yield Finding(problem.message, problem.characters, places.get(problem.characters[0]))


@of_characters("long-ability", Severity.ADVICE)
def long_ability(each: Listed, _meta: Meta) -> Iterator[Finding]:
    """Whether every ability is short enough to print and read.

    Official abilities rarely have more than 150 characters. A longer one makes the whole sheet smaller, doesn't fit on
    its token, and gets misread by half the table.
    """
    most = catalogue.check_thresholds("long-ability")["letters"]
    length = len(each.character.ability)
    if length > most:
        yield Finding(
            _(
                "The %(name)s has an ability of %(length)s characters. Over %(most)s, the sheet needs "
                "smaller type and players miss half of it. Shorten it, and put the details into the "
                "almanac."
            )
            % {"name": bare(each.name), "length": length, "most": most},
            (each.id,),
            path=f"{each.path}.ability",
        )


#: What lasts longer than a moment, and whom it is said of: tags that ask for a token.
LASTING = frozenset({"drunkenness", "poison", "madness"})


@of_characters("reminder-tokens", Severity.NOTICE)
def reminder_tokens(each: Listed, _meta: Meta) -> Iterator[Finding]:
    """Whether there is a reminder token for everything that the Storyteller has to remember.

    In a night reminder, :reminder: means that the Storyteller places a token. Players who are drunk, poisoned or safe
    need one in the Grimoire too. Such a character needs reminder tokens.
    """
    it = each.character
    if it.reminders or it.reminders_global:
        return
    night = f"{it.first_night_reminder} {it.other_night_reminder}"
    if any(piece.mark is Mark.TOKEN for piece in markup.reminder(night)):
        told = _(
            "The %(name)s has a token in its night reminder, but no reminder tokens. Add them under "
            "“Reminder tokens”, one or two words each."
        )
    elif each.source is Source.WORDING and each.tags & LASTING and "misled" not in each.tags:
        told = _(
            "The %(name)s leaves players %(state)s, but has no reminder token for that. Add one under "
            "“Reminder tokens”, one or two words each."
        )
    else:
        return
    yield Finding(
        told % {"name": bare(each.name), "state": _state_of_players(each)}, (each.id,), path=each.path
    )


def _state_of_players(each: Listed) -> str:
    states = (("drunkenness", _("drunk")), ("poison", _("poisoned")), ("madness", _("mad")))
    return join((word for tag, word in states if tag in each.tags), "or")


#: The label of the box in the editor.
SWITCH = N_("Changes the setup")


BRACKET = re.compile(r"[\[［][^\[\]［］]{2,600}[\]］]")


#: Abilities that change the setup though they have no bracket: their token is not the one in the bag.
UNTOLD = re.compile(
    r"\bthink you|\bdo(?: not|n['’]t) know|\bin (?:the|your) bag\b|\binstead of\b", re.IGNORECASE
)


@of_characters("setup-flag", Severity.WARNING)
def setup_flag(each: Listed, _meta: Meta) -> Iterator[Finding]:
    """Whether apps know which characters change the setup.

    An ability with square brackets, such as [+1 Outsider], changes the setup. “Changes the setup” tells apps, which
    mark the token and remind the Storyteller. Both should agree.
    """
    bracket = bool(BRACKET.search(each.character.ability))
    if bracket and not each.character.setup:
        told = _("The ability of the %(name)s changes the setup. Turn on “%(switch)s”, so apps show it.") % {
            "name": bare(each.name),
            "switch": SWITCH,
        }
        yield _setup_finding(each, told, on=True)
    elif each.character.setup and not bracket and not _changes_without_brackets(each):
        told = _(
            "The %(name)s has “%(switch)s” on, but its ability has no brackets, so players don't see what "
            "changes. Write the change in brackets, or turn it off."
        ) % {"name": bare(each.name), "switch": SWITCH}
        yield _setup_finding(each, told, on=False)


def _changes_without_brackets(each: Listed) -> bool:
    """Whether it changes the setup without a word in brackets, as Drunk and Sentinel do."""
    return (
        each.team not in COUNTED_TEAMS
        or bool(each.character.special)
        or bool(UNTOLD.search(each.character.ability))
        or catalogue.find(each.key) is not None
    )


def _setup_finding(each: Listed, told: str, *, on: bool) -> Finding:
    path = f"{each.path}.setup"
    return Finding(
        told,
        (each.id,),
        path=path,
        fix=Fix(
            (_("Turn “%(switch)s” on") if on else _("Turn “%(switch)s” off")) % {"switch": SWITCH},
            {"op": "set", "path": path, "value": on},
        ),
    )
