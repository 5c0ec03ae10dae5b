"""`clockwright themes`: lists the themes, and checks, packs and unpacks those of users."""

import json
from pathlib import Path

import click

from builder import files
from builder.cli import terminal
from builder.errors import UnknownChoiceError
from builder.language import gettext as _
from builder.themes import NONE, loading, resolving


def chosen(text: str) -> str:
    """The theme that was typed, as in a request: a name, `none`, or the content of a file. Raises ClockwrightError."""
    if not text or text == NONE or text in loading.ours():
        return text
    path = Path(text)
    if not path.exists() and not path.suffix:
        raise UnknownChoiceError(
            _("There is no theme “%(name)s”, and no file of this name."), text, [*loading.ours(), NONE]
        )
    return _taken_in(path)


def _taken_in(path: Path) -> str:
    from builder.press import theme_files

    return theme_files.taken_in(loading.from_path(path))


@click.group("themes", invoke_without_command=True)
@terminal.json_option
@click.pass_context
def command(ctx: click.Context, *, as_json: bool) -> None:
    """List the themes: how the documents of a set are dressed.

    To use one: clockwright print SCRIPT --theme NAME, or --theme FILE for one of your own.
    """
    if ctx.invoked_subcommand:
        return
    found = {name: loading.by_name(name).fields for name in loading.ours()}
    if as_json:
        keys = ("title", "by", "description")
        terminal.tell_json(
            [{"theme": name, **{key: each.get(key, "") for key in keys}} for name, each in found.items()]
        )
        return
    terminal.table(
        (_("Theme"), _("Title"), _("Description")),
        [(name, each.get("title", ""), each.get("description", "")) for name, each in found.items()],
    )


@command.command("check")
@click.argument("theme", metavar="NAME|FILE")
@terminal.json_option
def check(theme: str, *, as_json: bool) -> None:
    """Check a theme: whether it can be used, and which of its colors are changed so that they can be read."""
    from builder.press import theme_files

    text = chosen(theme)
    packed = text if text.startswith("{") else theme_files.taken_in(loading.by_name(text))
    worn = resolving.resolved(packed)
    notices = [each.message for each in resolving.notices(worn)]
    if as_json:
        terminal.tell_json({"title": worn.title, "values": dict(worn.values), "notices": notices})
        return
    for each in notices:
        terminal.tell(each)
    terminal.tell(_("The theme “%(title)s” can be used.") % {"title": worn.title or theme})


@command.command("pack")
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The ZIP to write.")
def pack(folder: Path, output: Path) -> None:
    """Pack a theme into a ZIP: FOLDER has its theme.json, pictures and fonts. It is checked first."""
    home = folder if folder.is_dir() else folder.parent
    _taken_in(folder)
    found = sorted(path for path in home.rglob("*") if path.is_file() and not path.name.startswith("."))
    members = [(path.relative_to(home).as_posix(), path.read_bytes()) for path in found if path != output]
    files.write(output, files.zipped(members))
    terminal.tell(str(output))


@command.command("unpack")
@click.argument("theme", metavar="NAME|FILE")
@click.option(
    "-d", "--directory", type=click.Path(path_type=Path), required=True, help="The folder to write to."
)
def unpack(theme: str, directory: Path) -> None:
    """Write a theme as a folder to change it: its fields, merged with what it extends, in theme.json, and its files."""
    written = loading.by_name(theme) if theme in loading.ours() else loading.from_path(Path(theme))
    directory.mkdir(parents=True, exist_ok=True)
    text = json.dumps(written.fields, ensure_ascii=False, indent=2)
    for number, (digest, body) in enumerate(written.files.items(), start=1):
        name = f"file-{number}.{loading.ending(body)}"
        files.write(directory / name, body)
        text = text.replace(digest, name)
    files.write(directory / loading.FILE, (text + "\n").encode())
    terminal.tell(str(directory / loading.FILE))
