"""A synopsis and a difficulty for a script whose author wrote no front matter, drafted from its characters by rules."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from builder import catalogue
from builder.game.almanac import Almanac
from builder.game.character import Character, Jinx
from builder.game.script import Script
from builder.game.tags import by_wording
from builder.game.teams import Team
from builder.language import N_, gettext as _, ngettext
from builder.prose_lists import join_and

MARK = N_("*Drafted by Clockwright from the characters on the script.*")
#: Tags, the share of characters that have one of them on a script of this kind, and what to say of it.
TRAITS = (
    (("start-knowing",), 0.17, N_("much of what the good team learns comes on the first night")),
    (("ongoing",), 0.16, N_("information keeps coming night after night")),
    (("drunkenness", "poison", "misled"), 0.2, N_("drunkenness and poison make information false")),
    (("extra-death", "night-death"), 0.3, N_("several players can die in one night")),
    (("protection",), 0.24, N_("players are hard to kill")),
    (("madness",), 0.08, N_("players may have to be mad about a character")),
    (("character-change",), 0.16, N_("characters change during the game")),
    (("misregistration", "misinformation"), 0.12, N_("players may register as what they are not")),
    (("extra-evil", "extra-good"), 0.12, N_("players change sides")),
    (("execution", "nomination", "voting"), 0.4, N_("much is decided by nominations and votes")),
    (("win-condition",), 0.2, N_("there are many ways to win and lose")),
)
#: Most traits that a synopsis names.
SAID = 3
#: How hard a character is to play and run, by its edition; any other edition, and homebrew, count MOST.
WEIGHTS = {"tb": 0.0, "bmr": 1.0, "snv": 1.0}
MOST = 1.6
#: Mean weights from which a script is no longer for beginners, and is advanced.
INTERMEDIATE, ADVANCED = 0.35, 1.05
PLAYED = (Team.TOWNSFOLK, Team.OUTSIDER, Team.MINION, Team.DEMON)


def drafted(script: Script, jinxes: Iterable[Jinx]) -> Almanac:
    """The script's almanac; with a drafted synopsis and difficulty if it has no front matter."""
    book = script.almanac
    people = [each for each in script.characters if each.team in PLAYED]
    has_front_matter = any((book.synopsis, book.overview, book.difficulty, book.audience, book.play_guide))
    if has_front_matter or not people:
        return book
    teams = Counter(each.team for each in people)
    counts = join_and(team.counted(teams[team]) for team in PLAYED if teams[team])
    synopsis = f"{counts}. {_traits(people)}".strip() + f"\n\n{_(MARK)}"
    return replace(book, synopsis=synopsis, difficulty=_difficulty(script, people, len(list(jinxes))))


def _traits(people: list[Character]) -> str:
    tagged = [each.tags or by_wording(each.ability, each.team, catalogue.tag_words()) for each in people]
    shares = (
        (sum(not each.isdisjoint(tags) for each in tagged) / len(people) / least, words)
        for tags, least, words in TRAITS
    )
    found = sorted((share for share in shares if share[0] >= 1), key=lambda share: -share[0])[:SAID]
    said = join_and(_(words) for _share, words in found)
    return f"{said[0].upper()}{said[1:]}." if said else ""


def _difficulty(script: Script, people: list[Character], jinxes: int) -> str:
    custom = {entry.key for entry in script.entries if entry.is_custom}
    weights = [MOST if each.key in custom else WEIGHTS.get(each.edition, MOST) for each in people]
    mean = sum(weights) / len(weights)
    reasons = join_and(_reasons(people, custom, jinxes))
    if mean < INTERMEDIATE:
        return _("Beginner: %(reasons)s.") % {"reasons": reasons}
    if mean < ADVANCED:
        return _("Intermediate: %(reasons)s.") % {"reasons": reasons}
    return _("Advanced: %(reasons)s.") % {"reasons": reasons}


def _reasons(people: list[Character], custom: set[str], jinxes: int) -> Iterator[str]:
    homebrew = sum(each.key in custom for each in people)
    others = sum(each.key not in custom and each.edition not in WEIGHTS for each in people)
    beginner = sum(each.key not in custom and each.edition == "tb" for each in people)
    if beginner * 2 >= len(people):
        yield _("%(number)s of %(all)s characters are from Trouble Brewing") % {
            "number": beginner,
            "all": len(people),
        }
    elif not homebrew and not others:
        yield _("every character is from the three base sets")
    if others:
        yield ngettext(
            "%(number)s is from outside the three base sets",
            "%(number)s are from outside the three base sets",
            others,
        ) % {"number": others}
    if homebrew:
        yield ngettext("%(number)s is homebrew", "%(number)s are homebrew", homebrew) % {"number": homebrew}
    if jinxes:
        yield ngettext("%(number)s jinx applies", "%(number)s jinxes apply", jinxes) % {"number": jinxes}
