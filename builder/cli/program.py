"""The root of the command line: the list of commands, and the messages for their errors."""

import os
import sys
import traceback
from importlib import import_module
from typing import Any, NoReturn

import click

import builder
from builder.cli import terminal
from builder.errors import ClockwrightError

#: Exit status: the call or the file is unusable; stopped by Ctrl-C.
UNUSABLE, STOPPED = 2, 130
DEBUG = "CLOCKWRIGHT_DEBUG"

#: Name, module (and function, if it is not `command`), sentence in `clockwright --help`; a command's module is imported
#: when it is called.
COMMANDS = {
    "print": ("printing", "Print scripts as PDFs, pictures or ZIP files."),
    "check": ("checking", "Check scripts for problems, and give advice."),
    "style": ("styling", "Compare the wording of homebrew characters with the official style."),
    "matchups": ("matching", "Say what happens when characters meet."),
    "convert": ("converting.convert", "Convert a script to another format, by default official JSON."),
    "sort": ("converting.sort", "Sort a script into the official order."),
    "night": ("nights_and_jinxes.night", "Show the night order."),
    "setup": ("setups", "Show which setups are possible for each number of players."),
    "deal": ("deals", "Deal a legal game: characters, bag, bluffs and steps."),
    "jinxes": ("nights_and_jinxes.jinxes", "List the jinxes that apply to a script."),
    "variant": ("converting.variant", "Create a homebrew variant of an official character."),
    "publish": ("publishing", "Publish a set as a folder for any web host."),
    "characters": ("lists.list_characters", "List the official characters."),
    "explain": ("explaining", "Explain an official character: rulings, examples, how to run it."),
    "emblems": ("lists.list_emblems", "Find emblems by what they show or mean."),
    "checks": ("lists.list_checks", "List all checks and what they look for."),
    "printables": ("printables", "List what you can print, with styles and settings."),
    "papers": ("lists.list_papers", "List the paper sizes and sticker sheets."),
    "formats": ("lists.list_formats", "List the file formats that can be read and written."),
    "library": ("library", "List, export, import and back up your saved scripts."),
    "official": ("official", "Use the publisher's own wording and art on your private sheets."),
    "doctor": ("doctor", "Check the installation, and show how to fix what is missing."),
    "serve": ("serving", "Open the web app."),
    "worker": ("working", "Make documents for the farm: several machines that work together."),
}


#: Commands that print, and the modules that their render processes import.
PRINTING = {"print": ("builder.artefacts", "builder.documents")}


class Program(click.Group):
    """The commands, imported lazily; every error ends in one readable message."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """The names of the commands, the most used first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Imports one command from its module."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(".")
        command: click.Command = getattr(import_module(f"builder.cli.{module}"), name or "command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Writes the list in `--help`, without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, sentence) for name, (_, sentence) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Finds a command; for an unknown one, shows the list of commands."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"There is no command “{args[0]}”. The commands are: {', '.join(COMMANDS)}.")
        if args[0] in PRINTING and not {*ctx.help_option_names, "--farm"} & {*args}:
            _load_press(PRINTING[args[0]])
        return super().resolve_command(ctx, args)

    def main(self, *arguments: Any, **options: Any) -> NoReturn:
        """Runs a command and ends the process: 0 done, 1 partial failure, 2 unusable input, 130 stopped by Ctrl-C."""
        terminal.prepare()
        options["standalone_mode"] = False
        sys.exit(self._status(*arguments, **options))

    def _status(self, *arguments: Any, **options: Any) -> int:
        try:
            status = super().main(*arguments, **options)
        except (click.Abort, KeyboardInterrupt):
            return STOPPED
        except click.ClickException as error:
            error.show()
        except ClockwrightError as error:
            terminal.complain(str(error))
        except OSError as error:
            terminal.complain(terminal.sentence(error))
        except Exception as error:  # noqa: BLE001  # a person must get a sentence
            _report_bug(error)
        else:
            return status if isinstance(status, int) else 0
        return UNUSABLE


def _load_press(preload: tuple[str, ...]) -> None:
    """Starts loading the press in the fork server, while this process imports the command."""
    from builder.press import fork_server

    fork_server.prepare(preload)


def _report_bug(error: Exception) -> None:
    """Reports a bug of ours; with CLOCKWRIGHT_DEBUG set, with its traceback."""
    if os.environ.get(DEBUG):
        terminal.complain("".join(traceback.format_exception(error)).rstrip())
        return
    terminal.complain(
        f"Clockwright crashed ({type(error).__name__}). This is a bug in Clockwright, not your mistake."
        f" Run the command again with {DEBUG}=1 to see where it happened, and please report it."
    )


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(builder.__version__, prog_name="clockwright")
@click.pass_context
def program(ctx: click.Context) -> None:
    """Make, check and print scripts for Blood on the Clocktower.

    SCRIPT is a script file, or “-” for standard input. For help on one command: clockwright COMMAND --help
    """
    if os.environ.get("NO_COLOR"):
        ctx.color = False
