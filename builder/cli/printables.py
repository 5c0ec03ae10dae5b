"""`clockwright printables`: what can be printed, in which styles, and with which settings."""

from collections.abc import Iterator, Mapping
from typing import Any

import click

from builder import artefacts, printables
from builder.answers import lists
from builder.cli import terminal
from builder.language import gettext as _
from builder.printables.options import COMMON, Setting


@click.command("printables")
@terminal.json_option
def command(*, as_json: bool) -> None:
    """List what you can print, with the styles (the first is the default) and settings of each.

    To use them: clockwright print SCRIPT --kind KIND --style KIND=STYLE --set NAME=VALUE
    """
    if as_json:
        terminal.tell_json([*lists.kinds(), *map(_extra, artefacts.together())])
        return
    terminal.table((_("Kind"), _("Document"), _("Styles")), [*_kinds()])
    terminal.tell()
    terminal.table((_("Style"), _("Looks")), [*_styles()])
    terminal.tell()
    terminal.table((_("Setting"), _("Values"), _("What it changes")), [*_settings()])


def _kinds() -> Iterator[tuple[str, str, str]]:
    for kind, styles in printables.kinds().items():
        yield kind, _(printables.title(kind)), ", ".join(styles)
    for name, extra in artefacts.together().items():
        yield (
            name,
            _(extra.help),
            _("same as %(like)s") % {"like": extra.like} if extra.like == "tokens" else "",
        )


def _styles() -> Iterator[tuple[str, str]]:
    for kind, styles in printables.kinds().items():
        yield from ((f"{kind}={style}", _(printables.style_title(kind, style))) for style in styles)


def _settings() -> Iterator[tuple[str, str, str]]:
    for name, setting in COMMON.items():
        yield name, _values(setting), _(setting.help)
    own = (name for name, extra in artefacts.together().items() if extra.about != "share")
    for kind in (*printables.kinds(), *own):
        for name, setting in _own(kind).items():
            yield f"{kind}.{name}", _values(setting), _(setting.help)


def _own(kind: str) -> Mapping[str, Setting]:
    """The settings that are specific to a kind."""
    return {name: setting for name, setting in artefacts.settings(kind).items() if name not in COMMON}


def _values(setting: Setting) -> str:
    """The values to choose from, the default marked; else the default."""
    if not setting.choices:
        return f"[{setting.default}]" if setting.default else ""
    return ", ".join(f"[{word}]" if word == setting.default else word for word in setting.choices)


def _extra(name: str) -> dict[str, Any]:
    extra = artefacts.extras()[name]
    return {
        "kind": name,
        "title": extra.title,
        "help": extra.help,
        "styles": [],
        "settings": lists.settings(artefacts.settings(name)),
    }
