"""`clockwright publish`: a set as a folder or a ZIP for any web host."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

import builder
from builder import files
from builder.cli import output_folder, sources, terminal
from builder.files import safe_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from builder.publishing import File


@click.command("publish")
@sources.script_argument
@click.option("-d", "--directory", metavar="DIR", help="The folder for the files.  [default: output/<name>]")
@click.option("--zip", "archive", metavar="FILE", help="One ZIP in place of a folder.")
@click.option(
    "--base-url",
    default="",
    metavar="URL",
    help="Where the folder will lie, such as https://example.org/my-set: written into the links of its script."
    "  [default: the set's own]",
)
def command(given: str, directory: str | None, archive: str | None, base_url: str) -> None:
    """Publish a set: its script, almanac, documents, tokens and icons, with a page that leads to all of them.

    The files go as they are to any web host, or are opened from the disk. Nothing private is in them. Files of an
    earlier time are replaced; those of somebody else stay.
    """
    if directory is not None and archive is not None:
        raise click.UsageError("Give either --directory or --zip.")
    if "" in {directory and directory.strip(), archive and archive.strip()}:
        raise click.UsageError("The place for the files has no name. Name a folder, or leave the option out.")
    from builder.formats import links
    from builder.publishing import folder

    links.checked(base_url)
    script = sources.load(given)
    made: Iterator[File] = builder.publish(script, base_url=base_url)
    if archive is not None:
        files.write(Path(archive), files.zipped(sorted(made)))
        terminal.tell(terminal.one_line(archive))
    else:
        target = Path(directory) if directory is not None else _usual(script)
        folder.write(target, made)
        terminal.tell(terminal.one_line(str(target / "index.html")))
    if not (base_url.strip() or links.base_url(script)):
        terminal.say(
            "Without --base-url its script.json has no addresses of pictures: the official app shows none."
        )


def _usual(script: builder.Script) -> Path:
    """The default folder: named after the set, in the folder of printed files."""
    return output_folder.usual() / safe_name(script.name)
