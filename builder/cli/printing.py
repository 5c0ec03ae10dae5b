"""`clockwright print`: prints scripts as PDF files."""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

import builder
from builder import language
from builder.artefact import Artefact, Fault, PrintRequest
from builder.cli import batch, chosen_language, print_options, sources, terminal
from builder.cli.batch import Job, OutputFolder, Progress
from builder.cli.print_options import Typed
from builder.cli.themes import chosen
from builder.errors import ClockwrightError
from builder.files import Names
from builder.game.problem import Problem
from builder.language import gettext as _

#: Default dots per inch of pictures.
DPI, TOKEN_DPI = 150, 300


@click.command("print")
@click.argument("given", metavar="SCRIPT...", nargs=-1, required=True, type=sources.ScriptPath())
@click.option(
    "-k", "--kind", "kinds", multiple=True, metavar="KIND,…", help="What to print.  [default: sheet,night]"
)
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Print everything except the proof: documents, token and share pictures, web page.",
)
@click.option(
    "--style",
    "styles",
    multiple=True,
    metavar="[KIND=]STYLE",
    help="The style of a kind; can be repeated. You can leave out KIND= if you print only one kind.",
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="[KIND.]NAME=VALUE",
    help="Change a setting; can be repeated. “clockwright printables” lists the settings.",
)
@click.option(
    "--paper",
    "papers",
    multiple=True,
    metavar="[KIND=]PAPER",
    help="The paper for everything or for one kind; see “clockwright papers”.  [default: a4]",
)
@click.option(
    "--shop", default="", metavar="NAME", help="Make the files for a print shop: stickers, cards or poster."
)
@click.option(
    "--language",
    "tags",
    metavar="TAG[,TAG]",
    default="",
    callback=chosen_language.choose,
    is_eager=True,
    help="The language; with a second one, sheets show both.  [default: CLOCKWRIGHT_LANGUAGE, or the script's]",
)
@click.option(
    "--copies",
    default="1",
    metavar="N|TAG=N,…",
    help="How many character sheets to print, or how many in each language: de=4,en=5.",
)
@click.option(
    "--theme",
    metavar="NAME|FILE",
    default="",
    help="The theme: a name (“clockwright themes”), a file, or none.  [default: that of the script]",
)
@click.option("--png", is_flag=True, help="Also save a picture of every page.")
@click.option(
    "--dpi",
    type=click.IntRange(50, 600),
    help=f"Resolution of the pictures.  [default: {DPI}; {TOKEN_DPI} for token pictures]",
)
@click.option(
    "--zip", "as_zip", is_flag=True, help="Make one ZIP per script, with its JSON, instead of separate files."
)
@click.option("-d", "--directory", metavar="DIR", help="The folder for the files.  [default: output/]")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    metavar="N",
    help="How many documents to make in parallel.  [default: one per core]",
)
@click.option("--farm", is_flag=True, help="Let other machines make the documents (CLOCKWRIGHT_BROKER).")
@click.option("--no-script", is_flag=True, help="Do not embed the script's JSON in its files.")
@terminal.json_option
@click.pass_context
def command(  # noqa: PLR0913  # one for each option
    ctx: click.Context,
    *,
    given: tuple[str, ...],
    kinds: tuple[str, ...],
    everything: bool,
    styles: tuple[str, ...],
    settings: tuple[str, ...],
    papers: tuple[str, ...],
    shop: str,
    tags: str,  # noqa: ARG001  # the choice is made when it is read
    copies: str,
    theme: str,
    png: bool,
    dpi: int | None,
    as_zip: bool,
    directory: str | None,
    workers: int | None,
    farm: bool,
    no_script: bool,
    as_json: bool,
) -> None:
    """Print scripts as PDFs, pictures or ZIP files. Each SCRIPT is a file, or a folder of .json files.

    Scripts are printed in parallel. If one fails, you see which and why, the others are still printed, and the exit
    status is 1. What was stopped on a farm goes on where it was when you call it again.
    """
    requests = print_options.requests(
        Typed(
            kinds=kinds,
            styles=styles,
            papers=papers,
            settings=settings,
            everything=everything,
            shop=shop,
            copies=print_options.copies(copies),
            languages=chosen_language.chosen(),
            attach=not no_script,
            page_dpi=(dpi or DPI) if png else None,
            token_dpi=dpi,
            theme=chosen(theme),
        )
    )
    every = list(sources.expand(given))
    jobs, failures = _jobs(every, requests)
    folder = Path(directory) if directory is not None else batch.usual()
    output = OutputFolder(folder, as_zip=as_zip, with_script=not no_script)
    rows, more = _print(jobs, output, Progress(len(every), len(jobs) * len(requests)), workers, farm=farm)
    failures += more
    if as_json:
        terminal.tell_json(rows)
    else:
        for path in dict.fromkeys(_shown(Path(row["file"]), folder) for row in rows):
            terminal.tell(terminal.one_line(path))
    for failure in failures:
        terminal.complain(failure)
    if failures:
        ctx.exit(1)


def _jobs(every: Sequence[str], requests: tuple[PrintRequest, ...]) -> tuple[list[Job], list[str]]:
    """The readable scripts, and an error for each of the others. Raises the error if there is only one script."""
    names, jobs, failures = Names(), [], []
    for index, source in enumerate(every):
        try:
            data = sources.read(source)
            script = sources.parse(data, source)
        except ClockwrightError as error:
            if len(every) == 1:
                raise
            failures.append(str(error))
            continue
        _warn(source, script)
        own = tuple(_in_language(each, script) for each in requests)
        jobs.append(Job(source, index, script.name, names.take(script.name), data, own))
    return jobs, failures


def _in_language(request: PrintRequest, script: builder.Script) -> PrintRequest:
    """A request in the language of the script, unless the user chose one for it."""
    if chosen_language.chosen() or request.language != language.ENGLISH:
        return request
    return replace(request, language=chosen_language.of_script(script))


def _warn(source: str, script: builder.Script) -> None:
    """Warns about characters that will be missing from the sheets; everything else is printed."""
    missing = ", ".join(f"“{entry.id}”" for entry in script.unknown if entry.id)
    if missing:
        name = sources.name(source)
        terminal.say(
            terminal.one_line(
                _("%(name)s: unknown and not printed: %(missing)s. For details, run:  clockwright check")
                % {"name": name, "missing": missing}
            )
        )


def _print(
    jobs: Sequence[Job], output: OutputFolder, progress: Progress, workers: int | None, *, farm: bool
) -> tuple[list[dict[str, Any]], list[str]]:
    """Prints; returns a row for each file, in the scripts' order, and an error for each document that failed."""
    rows: list[tuple[int, dict[str, Any]]] = []
    failures: list[str] = []
    with progress:
        for job, results in batch.run(jobs, progress.advance, workers, farm=farm):
            made = [(request, result) for request, result in results if isinstance(result, Artefact)]
            failed = [(request, result) for request, result in results if isinstance(result, Fault)]
            failures += [
                f"{sources.name(job.given)}, {request.kind}: {fault.message}" for request, fault in failed
            ]
            rows += [(job.index, row) for row in output.put(job, made)]
            notices = merged_notices([each.notices for _unused, each in made])
            progress.step(job.name, notices, failed=bool(failed))
    rows.sort(key=lambda row: row[0])
    return [row for _unused, row in rows], failures


def _shown(file: Path, folder: Path) -> str:
    """A file by its path; files in a folder of their own by that folder."""
    first, *deeper = file.relative_to(folder).parts
    return f"{folder / first}{os.sep}" if deeper else str(file)


MISSING = "picture-missing"


def merged_notices(documents: Sequence[Sequence[Problem]]) -> list[str]:
    """The messages of the notices of several documents, without repetition.

    Each document looks for its pictures in a process of its own. If a website does not answer, some give up on a few
    pictures earlier than others, so their notices have different names and counts in them. Missing pictures are those
    of the document that misses most, in fewest notices; another adds what it alone misses.
    """
    missing = [[notice for notice in notices if notice.code == MISSING] for notices in documents]
    told: list[Problem] = []
    for notices in sorted(missing, key=lambda each: (-len(_missed(each)), len(each))):
        new = _missed(notices) - _missed(told)
        told += [notice for notice in notices if new & _missed([notice])]
    others = [notice for notices in documents for notice in notices if notice.code != MISSING]
    return list(dict.fromkeys(notice.message for notice in (*told, *others)))


def _missed(notices: Sequence[Problem]) -> set[str]:
    """The ids of the characters that a document has no picture of; an empty one stands for the logo."""
    return {who for notice in notices for who in notice.characters or ("",)}
