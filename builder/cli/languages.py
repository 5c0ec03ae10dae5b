"""`clockwright languages`: which languages there are, and language packs of one's own."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from builder import language
from builder.cli import terminal
from builder.errors import ClockwrightError
from builder.language import gettext as _, ngettext, number

if TYPE_CHECKING:
    from builder.languages.findings import Coverage

SHOWN = 200


@click.group("languages", invoke_without_command=True)
@terminal.json_option
@click.pass_context
def command(ctx: click.Context, *, as_json: bool) -> None:
    """List the languages and how complete each is, and add language packs of your own.

    A pack stays in your data folder. What a language lacks is printed in English.
    """
    if ctx.invoked_subcommand is not None:
        return
    from builder.languages import findings

    found = list(findings.everything())
    if as_json:
        terminal.tell_json([_as_json(each) for each in found])
        return
    terminal.table(
        (
            _("Tag"),
            _("Language"),
            _("Characters"),
            _("With all texts"),
            _("Jinxes"),
            _("Almanac"),
            _("Messages"),
            _("Source"),
        ),
        [
            (
                each.language.tag,
                f"{each.language.name} ({each.language.english})",
                *(
                    f"{have} / {of}"
                    for have, of in (each.characters, each.complete, each.jinxes, each.almanac, each.messages)
                ),
                _source(each),
            )
            for each in found
        ],
    )


def _source(each: "Coverage") -> str:
    if each.is_bundled and each.is_added:
        return _("Clockwright's, and yours above it")
    return _("yours") if each.is_added else _("Clockwright's")


def _as_json(each: "Coverage") -> dict[str, object]:
    of = each.language
    counts = {
        name: dict(zip(("found", "of"), getattr(each, name), strict=True))
        for name in ("characters", "complete", "jinxes", "almanac", "messages")
    }
    return {
        "tag": of.tag,
        "name": of.name,
        "english": of.english,
        "direction": of.direction,
        **counts,
        "bundled": each.is_bundled,
        "added": each.is_added,
    }


@command.command("add")
@click.argument("given", metavar="FILE|FOLDER|ZIP", type=click.Path())
@click.option("--tag", default="", help="The language, if the file's name does not say it: de, pt-BR.")
def add(given: str, tag: str) -> None:
    """Add language packs from a file, a folder or a ZIP.

    Reads Clockwright's form (docs/translating.md), the JSON files of the Pocket Grimoire, and those of the publisher's
    translation project. A pack of a language that is already there takes precedence over it, text by text.
    """
    from builder.languages import pack

    path = Path(given)
    if not path.exists():
        raise ClockwrightError(
            _("There is no file or folder “%(name)s”.") % {"name": terminal.one_line(given)}
        )
    for each in pack.read(path, tag):
        home = pack.add(each)
        terminal.tell(
            _("%(tag)s: %(characters)s and %(jinxes)s added to %(folder)s.")
            % {
                "tag": each.tag,
                "characters": _number(
                    ngettext("%(number)s character", "%(number)s characters", len(each.characters)),
                    len(each.characters),
                ),
                "jinxes": _number(ngettext("%(number)s jinx", "%(number)s jinxes", each.pairs), each.pairs),
                "folder": terminal.one_line(str(home)),
            }
        )
        if each.strangers:
            some = ", ".join(sorted(each.strangers)[:8])
            terminal.say(
                _(
                    "%(tag)s: left out, because they are not official characters or jinxes "
                    "(%(number)s in all): %(some)s."
                )
                % {"tag": each.tag, "number": len(each.strangers), "some": terminal.one_line(some)}
            )


@command.command("remove")
@click.argument("tag")
def remove(tag: str) -> None:
    """Remove the language pack that you added for a language."""
    from builder.languages import pack

    pack.remove(tag)
    terminal.tell(_("The language pack “%(tag)s” was removed.") % {"tag": tag})


@command.command("check")
@click.argument("given", metavar="[TAG|FOLDER]", required=False)
@click.pass_context
def check(ctx: click.Context, given: str | None) -> None:
    """Check the texts of a language: what lacks, and marks, digits and lengths that differ from English.

    Without a name, all languages are checked. The exit status is 1 if there are findings.
    """
    from builder.languages import findings

    told = 0
    for folder in _folders(given):
        for finding in findings.findings(folder):
            told += 1
            if told <= SHOWN:
                terminal.tell(terminal.one_line(f"{folder.name}: {finding}"))
    terminal.tell(ngettext("%(number)s finding.", "%(number)s findings.", told) % {"number": number(told)})
    if told:
        ctx.exit(1)


def _folders(given: str | None) -> list[Path]:
    homes = language.packs(), language.bundled()
    if given is None:
        return [home / tag for tag in language.known() for home in homes if (home / tag).is_dir()]
    if Path(given).is_dir():
        return [Path(given).resolve()]
    found = [home / given for home in homes if given in language.known() and (home / given).is_dir()]
    if not found:
        raise ClockwrightError(
            _("There is no language and no folder “%(name)s”. “clockwright languages” lists all languages.")
            % {"name": terminal.one_line(given)[:80]}
        )
    return found


def _number(text: str, value: int) -> str:
    return text % {"number": number(value)}
