"""`clockwright library`: the scripts of the web app, on the command line."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builder.cli import sources, terminal
from builder.errors import ClockwrightError, LibraryError
from builder.settings import settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from builder.library import Library, Listed

#: Exit status: success, partial failure.
FAULTS = 1


@click.group("library")
def command() -> None:
    """List, export, import and back up your saved scripts.

    They lie in your data folder, in library.sqlite3; “clockwright doctor” says where that is.
    """


@command.command("list")
@click.argument("words", nargs=-1)
@click.option("--bin", "in_bin", is_flag=True, help="Those that were thrown away.")
@terminal.json_option
def list_(words: tuple[str, ...], *, in_bin: bool, as_json: bool) -> None:
    """List the saved scripts, the last changed first; with WORDS, those in which all of them occur.

    Words are looked for in names, authors, characters and tags.
    """
    with _opened() as library:
        found = library.scripts(" ".join(words), in_bin=in_bin)
    if as_json:
        terminal.tell_json([_as_json(each) for each in found])
        return
    if not found:
        terminal.say("No script was found." if words or in_bin else "No script is saved yet.")
        return
    terminal.table(
        ("Id", "Script", "Author", "Characters", "Changed (UTC)"),
        [
            (each.id, each.name, each.author, str(len(each.characters)), f"{each.changed:%Y-%m-%d %H:%M}")
            for each in found
        ],
    )


@command.command("export")
@click.argument("identifier", metavar="ID")
@click.option("-o", "--output", metavar="OUT", help="The file to write; standard output without it.")
@click.option("--revision", type=click.IntRange(1), help="As it was at this revision.")
@click.option("--public", is_flag=True, help="For others: without private notes and what is not exported.")
def export(identifier: str, output: str | None, revision: int | None, *, public: bool) -> None:
    """Write a saved script as official JSON, with the pictures that were uploaded for it."""
    from builder import formats
    from builder.cli.converting import deliver
    from builder.formats.carriers import script_pictures

    with _opened() as library:
        saved = library.get(identifier, revision)
    if saved is None:
        raise LibraryError(
            f"There is no script “{identifier}” in the library{f' at revision {revision}' if revision else ''}."
            " “clockwright library list” says which there are."
        )
    script = formats.public(saved.script) if public else saved.script
    whole = script_pictures.carried(script)
    deliver(saved.source if whole is saved.script else formats.write(whole), output)


@command.command("import")
@click.argument("given", metavar="FILE...", type=sources.ScriptPath(), nargs=-1, required=True)
@click.pass_context
def import_(ctx: click.Context, given: tuple[str, ...]) -> None:
    """Save scripts from files, in any format that can be read, each under an id of its own.

    A file that cannot be read is named, and the others are saved all the same; the exit status is 1 then.
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
                terminal.table(("Id", "Script"), [(saved.id, saved.script.name)])
    if failed:
        ctx.exit(FAULTS)


@command.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
def backup(file: Path) -> None:
    """Copy all scripts, their histories and pictures into FILE, a ZIP; the app may be running."""
    with _opened() as library:
        library.backup(file)
    terminal.tell(f"Everything is in {file}.")


@command.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
def restore(file: Path) -> None:
    """Bring back a backup in place of the present library, which is put aside. Stop the app first."""
    from builder.library import backup

    old = backup.restore(file, settings().database, settings().data_folder)
    terminal.tell("The backup is in place.")
    if old:
        terminal.tell(f"The library that was there is kept as {old}.")


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
