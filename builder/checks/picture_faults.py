"""Icons and other pictures."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from builder import catalogue, uploads
from builder.catalogue import Wording
from builder.checks import phrases
from builder.checks.check import of_facts, of_script
from builder.checks.facts import Facts, Finding, Listed
from builder.game.problem import Severity
from builder.game.script import Entry, Script
from builder.language import N_, gettext as _, ngettext
from builder.memoize import of_runs


@of_facts("missing-icon", Severity.NOTICE)
def missing_icon(facts: Facts) -> Iterator[Finding]:
    """Whether all homebrew characters have an icon, if some do.

    Players find characters by their icons, on the sheet and on tokens. A few missing icons look like a mistake. If no
    character has one, it looks like a choice.
    """
    own = [*chain.from_iterable(_own(facts.custom, catalogue.wording()))]
    without = [each for each, has_icon in own if not has_icon]
    if without and len(without) < len(own):
        yield Finding(
            ngettext(
                "%(names)s has no icon, but other characters on this script do. Choose one.",
                "%(names)s have no icon, but other characters on this script do. Choose an icon for each.",
                len(without),
            )
            % {"names": phrases.names(without)},
            phrases.ids(without),
            path=without[0].path if len(without) == 1 else None,
        )


@of_runs
def _own(some: Sequence[Listed], _wording: Wording) -> list[tuple[Listed, bool]]:
    """Those that no official character is, each with whether it has an icon."""
    return [
        (each, bool(each.character.images or each.character.icon.is_painted))
        for each in some
        if catalogue.find(each.key) is None
    ]


FULL = re.compile(r"https?://[^\s/]+|data:image/", re.IGNORECASE)


META_FIELDS = {"logo": N_("The script's logo"), "background": N_("The script's background")}


@of_script("relative-image", Severity.WARNING)
def relative_image(script: Script) -> Iterator[Finding]:
    """Whether apps can find every picture.

    A picture needs a full web address that starts with https:// (or its data), unless you uploaded it here. Part of an
    address, or a file on your computer, shows nothing anywhere else.
    """
    if script.written_meta is not None:
        for field, title in META_FIELDS.items():
            address = getattr(script.meta, field)
            if address and not _is_found(address):
                place = f"$[{script.meta_position}].{field}"
                yield _problem(title, address, place)
    for number, lost in enumerate(chain.from_iterable(_lost(script.entries))):
        for index, address, name in lost:
            entry, path = script.entries[number], script.places()[number]
            one = isinstance(entry.written.get("image"), str)
            place = f"{path}.image" if one else f"{path}.image[{index}]"
            yield _problem(_("A picture of %(name)s") % {"name": name}, address, place, entry.id)


@of_runs
def _lost(entries: Sequence[Entry]) -> list[list[tuple[int, str, str]]]:
    """For each entry the pictures that are not found: index, address, and the name of the character."""
    return [
        [(index, each, who.name) for index, each in enumerate(who.images) if not _is_found(each)]
        if entry.is_custom and (who := entry.character)
        else []
        for entry in entries
    ]


def _is_found(address: str) -> bool:
    """Whether an address leads to a picture from wherever the script is read; uploads go along when it leaves."""
    return FULL.match(address) is not None or uploads.is_address(address)


def _problem(what: str, address: str, path: str, *characters: str) -> Finding:
    shown = address if len(address) <= 60 else address[:59] + "…"
    message = _("%(what)s is at “%(address)s”, which is not a full address. Start it with https://.") % {
        "what": what,
        "address": shown,
    }
    return Finding(message, characters, path=path)
