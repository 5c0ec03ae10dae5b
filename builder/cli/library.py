"""`clockwright library`: the scripts of the web app, on the command line."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builder.cli import sources, terminal
from builder.errors import ClockwrightError, LibraryError
from builder.language import gettext as _
from builder.settings import settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from builder.library import Library, Listed

#: Exit status: success, partial failure.
FAULTS = 1


@click.group("library")
def command() -> None:
    """List, export, import and back up your saved scripts.

    They are in library.sqlite3 in your data folder; “clockwright doctor” shows where that is.
    """


@command.command("list")
@click.argument("words", nargs=-1)
@click.option("--bin", "in_bin", is_flag=True, help="List the scripts in the bin.")
@terminal.json_option
def list_(words: tuple[str, ...], *, in_bin: bool, as_json: bool) -> None:
    """List the saved scripts, most recently changed first. With WORDS, list only those that contain all of them.

    The search covers names, authors, characters and tags.
    """
    with _opened() as library:
        found = library.scripts(" ".join(words), in_bin=in_bin)
    if as_json:
        terminal.tell_json([_as_json(each) for each in found])
        return
    if not found:
        nothing = _("The bin is empty.") if in_bin else _("There are no saved scripts yet.")
        terminal.say(_("No scripts found.") if words else nothing)
        return
    terminal.table(
        (_("Id"), _("Script"), _("Author"), _("Characters"), _("Changed (UTC)")),
        [
            (each.id, each.name, each.author, str(len(each.characters)), f"{each.changed:%Y-%m-%d %H:%M}")
            for each in found
        ],
    )


@command.command("export")
@click.argument("identifier", metavar="ID")
@click.option("-o", "--output", metavar="OUT", help="The file to write.  [default: standard output]")
@click.option("--revision", type=click.IntRange(1), help="Export this revision.  [default: the latest]")
@click.option("--public", is_flag=True, help="Leave out private notes and everything hidden from exports.")
def export(identifier: str, output: str | None, revision: int | None, *, public: bool) -> None:
    """Write a saved script as official JSON, with its uploaded pictures."""
    from builder import formats
    from builder.cli.converting import deliver
    from builder.formats.carriers import script_pictures

    with _opened() as library:
        saved = library.get(identifier, revision)
    if saved is None:
        raise LibraryError(
            (
                _(
                    "There is no script “%(id)s” in the library at revision %(revision)s. “clockwright "
                    "library list” shows all of them."
                )
                if revision
                else _(
                    "There is no script “%(id)s” in the library. “clockwright library list” shows all of "
                    "them."
                )
            )
            % {"id": identifier, "revision": revision}
        )
    script = formats.public(saved.script) if public else saved.script
    whole = script_pictures.carried(script)
    deliver(saved.source if whole is saved.script else formats.write(whole), output)


@command.command("import")
@click.argument("given", metavar="FILE...", type=sources.ScriptPath(), nargs=-1, required=True)
@click.pass_context
def import_(ctx: click.Context, given: tuple[str, ...]) -> None:
    """Save scripts from files to the library, in any format that Clockwright reads. Each gets a new id.

    If a file cannot be read, you see which and why, the others are still saved, and the exit status is 1.
    """
    failed = False
    with _opened() as library:
        for path in sources.expand(given):
            try:
                script = sources.load(path)
            except ClockwrightError as error:
                failed = True
                terminal.complain(str(error))
            else:
                saved = library.create(script, label="Imported")
                terminal.table((_("Id"), _("Script")), [(saved.id, saved.script.name)])
    if failed:
        ctx.exit(FAULTS)


@command.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
def backup(file: Path) -> None:
    """Save all scripts with their histories and pictures to FILE, a ZIP. The app can keep running."""
    with _opened() as library:
        library.backup(file)
    terminal.tell(_("Saved all scripts to %(file)s.") % {"file": file})


@command.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
def restore(file: Path) -> None:
    """Replace the library with a backup. The current library is set aside, not deleted. Stop the app first."""
    from builder.library import backup

    old = backup.restore(file, settings().database, settings().data_folder)
    terminal.tell(_("The backup was restored."))
    if old:
        terminal.tell(_("The previous library was saved as %(old)s.") % {"old": old})


@command.command("upgrade")
def upgrade() -> None:
    """Bring the tables of the library up to date with this program.

    Run it once, before servers of a new version start with a PostgreSQL database. In SQLite it happens automatically.
    """
    from builder.library import Library

    version = Library.upgrade(settings())
    terminal.tell(_("The library is up to date (version %(version)s).") % {"version": version})


@contextmanager
def _opened() -> "Iterator[Library]":
    from builder.library import Library

    library = Library.open(settings())
    try:
        yield library
    finally:
        library.close()


def _as_json(listed: "Listed") -> dict[str, object]:
    return {
        "id": listed.id,
        "name": listed.name,
        "author": listed.author,
        "characters": list(listed.characters),
        "tags": list(listed.tags),
        "revision": listed.revision,
        "created": f"{listed.created.isoformat(timespec='seconds')}Z",
        "changed": f"{listed.changed.isoformat(timespec='seconds')}Z",
        "deleted": f"{listed.deleted.isoformat(timespec='seconds')}Z" if listed.deleted else None,
    }
