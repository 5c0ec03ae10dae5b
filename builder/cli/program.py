"""The root of the command line: the list of commands, and the messages for their errors."""

import os
import sys
import traceback
from contextvars import copy_context
from copy import copy
from importlib import import_module
from typing import Any, NoReturn

import click

import builder
from builder import language
from builder.cli import chosen_language, terminal
from builder.errors import ClockwrightError
from builder.language import N_, gettext as _

#: Exit status: the call or the file is unusable; stopped by Ctrl-C.
UNUSABLE, STOPPED = 2, 130
DEBUG = "CLOCKWRIGHT_DEBUG"

#: Name, module (and function, if it is not `command`), sentence in `clockwright --help`; a command's module is imported
#: when it is called.
COMMANDS = {
    "print": ("printing", N_("Print scripts as PDFs, pictures or ZIP files.")),
    "check": ("checking", N_("Check scripts for problems, and give advice.")),
    "style": (
        "wording.compare_style",
        N_("Compare the wording of homebrew characters with the official style."),
    ),
    "replace": ("wording.replace", N_("Find words in the texts of a script, and replace them.")),
    "statistics": ("script_facts.statistics", N_("Count a set, beside the official characters.")),
    "matchups": ("script_facts.list_matchups", N_("Say what happens when characters meet.")),
    "convert": ("converting.convert", N_("Convert a script to another format, by default official JSON.")),
    "sort": ("converting.sort", N_("Sort a script into the official order.")),
    "night": ("script_facts.night", N_("Show the night order.")),
    "setup": ("setups.setup", N_("Show which setups are possible for each number of players.")),
    "deal": ("setups.deal", N_("Deal a legal game: characters, bag, bluffs and steps.")),
    "jinxes": ("script_facts.jinxes", N_("List the jinxes that apply to a script.")),
    "variant": ("converting.variant", N_("Create a homebrew variant of an official character.")),
    "publish": ("publishing", N_("Publish a set as a folder for any web host.")),
    "characters": ("lists.list_characters", N_("List the official characters.")),
    "explain": ("lists.explain", N_("Explain an official character: rulings, examples, how to run it.")),
    "emblems": ("lists.list_emblems", N_("Find emblems by what they show or mean.")),
    "checks": ("lists.list_checks", N_("List all checks and what they look for.")),
    "printables": ("print_options.list_printables", N_("List what you can print, with styles and settings.")),
    "papers": ("lists.list_papers", N_("List the paper sizes and sticker sheets.")),
    "themes": ("themes", N_("List the themes, and check, pack or unpack one of yours.")),
    "formats": ("lists.list_formats", N_("List the file formats that can be read and written.")),
    "library": ("library", N_("List, export, import and back up your saved scripts.")),
    "languages": ("languages", N_("List the languages, and add language packs of your own.")),
    "official": ("official", N_("Use the publisher's own wording and art on your private sheets.")),
    "doctor": ("doctor", N_("Check the installation, and show how to fix what is missing.")),
    "serve": ("serving.serve", N_("Open the web app.")),
    "worker": ("serving.worker", N_("Make documents for the farm: several machines that work together.")),
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
        module, _unused, name = COMMANDS[cmd_name][0].partition(".")
        command: click.Command = _translated(
            getattr(import_module(f"builder.cli.{module}"), name or "command")
        )
        return command

    def get_help(self, ctx: click.Context) -> str:
        """The help in the current language."""
        return click.Group.get_help(_translated(self), ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Writes the list in `--help`, without importing any command."""
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, str(sentence)) for name, (_module, sentence) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Finds a command; for an unknown one, shows the list of commands."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(
                _("There is no command “%(args)s”. The commands are: %(commands)s.")
                % {"args": args[0], "commands": ", ".join(COMMANDS)}
            )
        if args[0] in PRINTING and not {*ctx.help_option_names, "--farm"} & {*args}:
            from builder.press import fork_server

            # It loads the press while this process imports the command.
            fork_server.prepare(PRINTING[args[0]])
        return super().resolve_command(ctx, args)

    def main(self, *arguments: Any, **options: Any) -> NoReturn:
        """Runs a command and ends the process: 0 done, 1 partial failure, 2 unusable input, 130 stopped by Ctrl-C."""
        terminal.prepare()
        options["standalone_mode"] = False
        # In a context of its own, so that its language ends with it.
        sys.exit(copy_context().run(self._status, *arguments, **options))

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


def _translated(command: click.Command) -> Any:
    """The same command with its help in the current language."""
    if language.tag() == language.ENGLISH:
        return command
    said: Any = copy(command)
    paragraphs = [" ".join(each.split()) for each in (command.help or "").split("\n\n")]
    said.help = "\n\n".join(map(_, paragraphs))
    said.params = [copy(each) for each in command.params]
    for each in said.params:
        if getattr(each, "help", None):
            each.help = _(each.help)
    if isinstance(command, click.Group):
        said.commands = {name: _translated(each) for name, each in command.commands.items()}
    return said


def _report_bug(error: Exception) -> None:
    """Reports a bug of ours; with CLOCKWRIGHT_DEBUG set, with its traceback."""
    if os.environ.get(DEBUG):
        terminal.complain("".join(traceback.format_exception(error)).rstrip())
        return
    terminal.complain(
        _(
            "Clockwright crashed (%(error)s). This is a bug in Clockwright, not your mistake. Run "
            "the command again with %(debug)s=1 to see where it happened, and please report it."
        )
        % {"error": type(error).__name__, "debug": DEBUG}
    )


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(builder.__version__, prog_name="clockwright")
@click.option(
    "--language",
    "tags",
    metavar="TAG",
    default="",
    callback=chosen_language.choose,
    is_eager=True,
    help="The language, such as de or pt-BR.  [default: CLOCKWRIGHT_LANGUAGE, or the script's]",
)
@click.pass_context
def program(ctx: click.Context, tags: str) -> None:  # noqa: ARG001  # the choice is made when it is read
    """Make, check and print scripts for Blood on the Clocktower.

    SCRIPT is a script file, or “-” for standard input. For help on one command: clockwright COMMAND --help
    """
    if os.environ.get("NO_COLOR"):
        ctx.color = False
