"""`clockwright publish`: a set as a folder or a ZIP for any web host."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

import builder
from builder import files
from builder.cli import batch, sources, terminal
from builder.files import safe_name
from builder.language import gettext as _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from builder.publishing import File


@click.command("publish")
@sources.script_argument
@click.option("-d", "--directory", metavar="DIR", help="The folder for the files.  [default: output/<name>]")
@click.option("--zip", "archive", metavar="FILE", help="Make one ZIP file instead of a folder.")
@click.option(
    "--base-url",
    default="",
    metavar="URL",
    help="The web address where you will put the folder, such as https://example.org/my-set. The script's links use"
    " it.  [default: the address in the set]",
)
def command(given: str, directory: str | None, archive: str | None, base_url: str) -> None:
    """Publish a set as a folder for any web host, with a page that links to everything.

    The folder has the script, almanac, documents, tokens and icons of the set, and nothing private. Upload the files
    to your web host, or open them from your disk. If you publish to the same folder again, Clockwright replaces the
    files that it made and leaves all others alone.
    """
    if directory is not None and archive is not None:
        raise click.UsageError(_("Use either --directory or --zip, not both."))
    if "" in {directory and directory.strip(), archive and archive.strip()}:
        raise click.UsageError(
            _("The name of the folder or ZIP file is empty. Give a name, or leave the option out.")
        )
    from builder.formats import links
    from builder.publishing import folder

    links.checked(base_url)
    script = sources.load(given)
    made: Iterator[File] = builder.publish(script, base_url=base_url)
    if archive is not None:
        files.write(Path(archive), files.zipped(sorted(made)))
        terminal.tell(terminal.one_line(archive))
    else:
        target = Path(directory) if directory is not None else batch.usual() / safe_name(script.name)
        folder.write(target, made)
        terminal.tell(terminal.one_line(str(target / "index.html")))
    if not (base_url.strip() or links.base_url(script)):
        terminal.say(
            _("Without --base-url, script.json has no links to the icons, so the official app shows none.")
        )
