"""The language of a call: `--language`, CLOCKWRIGHT_LANGUAGE, or that of the script."""

import click

from builder import catalogue, language
from builder.errors import UnknownChoiceError
from builder.game.script import Script
from builder.language import gettext as _
from builder.settings import settings

#: Where click's context has the tags that were chosen, a tuple.
CHOSEN = "clockwright.language"


def choose(ctx: click.Context, _option: object, value: str) -> str:
    """Makes the language of an option current, or else that of the environment."""
    if ctx.resilient_parsing or (CHOSEN in ctx.meta and not value):
        return value
    wanted = value or settings().language
    tags = tuple(map(known, filter(None, map(str.strip, wanted.split(",")))))
    ctx.meta[CHOSEN] = tags
    language.use((*tags, language.ENGLISH)[0])
    return value


def chosen() -> tuple[str, ...]:
    """The tags that the user chose, the first one is current; empty if the script decides."""
    ctx = click.get_current_context(silent=True)
    return tuple(ctx.meta.get(CHOSEN, ())) if ctx else ()


def known(wanted: str) -> str:
    """The language that fits best. Raises UnknownChoiceError, which lists the languages."""
    found = language.find(wanted)
    if found is None:
        raise UnknownChoiceError(_("There is no language “%(name)s”."), wanted, language.known())
    return found


def of_script(script: Script) -> str:
    """The language to show a script in."""
    own = language.find(script.language) if script.language else None
    return (*chosen(), own or language.ENGLISH)[0]


def in_its_language(script: Script) -> Script:
    """Makes the language of a script current, unless the user chose one; returns the script in it."""
    if chosen():
        return script
    language.use(of_script(script))
    return catalogue.localized(script)
