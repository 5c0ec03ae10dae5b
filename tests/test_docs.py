"""What the documents say is so: their commands, links and pictures exist."""

import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest
from PIL import Image

from builder.cli.program import program

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
#: Indented or fenced code, and code inside a line.
CODE_LINE = re.compile(r"^(?:    )?\$?\s*((?:clockwright|bin/)\S*(?: .*)?)$")
CODE_SPAN = re.compile(r"`((?:clockwright|bin/)[^`]*)`")
LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)\s]+)\)")
each_page = pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])


def commands(text: str) -> Iterator[str]:
    """Every command that a page tells people to type."""
    fenced = False
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif found := (fenced or line.startswith("    ")) and CODE_LINE.match(line):
            yield found[1]
        else:
            yield from CODE_SPAN.findall(line)


def fault(command: str) -> str:
    """What is wrong with a command as a page shows it; empty when it would run."""
    name, *words = shlex.split(re.sub(r"\s#.*|….*|\.\.\..*", "", command))
    if name.startswith("bin/"):
        if not (ROOT / name).is_file():
            return f"{name} does not exist"
        if not (ROOT / name).stat().st_mode & 0o100 and not name.endswith(".py"):
            return f"{name} cannot be run"
        if name != "bin/clockwright":
            return ""
    return _subcommand_fault(words) if words else ""


def _subcommand_fault(words: list[str]) -> str:
    if words[0].startswith("-"):
        return ""
    context = click.Context(program)
    command = program.get_command(context, words[0])
    if command is None:
        return f"there is no command {words[0]}"
    if isinstance(command, click.Group) and len(words) > 1:
        command = command.get_command(context, words[1])
        if command is None:
            return f"there is no command {' '.join(words[:2])}"
    known = {option for each in command.get_params(context) for option in (*each.opts, *each.secondary_opts)}
    asked = {word.split("=")[0] for word in words[1:] if re.match(r"--?[a-z]", word)}
    return f"{words[0]} has no {', '.join(sorted(asked - known))}" if asked - known else ""


@cache
def anchors(page: Path) -> frozenset[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    heads = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads)


def broken(page: Path) -> Iterator[str]:
    for picture, target in LINK.findall(page.read_text("utf-8")):
        path, _, anchor = target.partition("#")
        if "://" in path or path.startswith("mailto:"):
            continue
        file = (page.parent / path) if path else page
        if not file.exists():
            yield f"{target} is not there"
        elif picture:
            with Image.open(file) as image:
                image.verify()
        elif anchor and file.suffix == ".md" and anchor not in anchors(file):
            yield f"{target} has no such heading"


@each_page
def test_every_command_shown_exists(page: Path) -> None:
    faults = {command: fault(command) for command in commands(page.read_text("utf-8"))}
    assert {command: said for command, said in faults.items() if said} == {}


@each_page
def test_every_link_and_picture_is_there(page: Path) -> None:
    assert list(broken(page)) == []


def test_a_wrong_command_is_seen() -> None:
    text = (
        "Type:\n\n    bin/clockwright prind x.json\n\n```sh\nclockwright print --papre a4\nbin/nothing\n```\n"
        "or `clockwright print --style sheet=classic`."
    )
    assert [fault(command) for command in commands(text)] == [
        "there is no command prind",
        "print has no --papre",
        "bin/nothing does not exist",
        "",
    ]


def test_the_readme_starts_with_two_commands() -> None:
    start = ROOT.joinpath("README.md").read_text("utf-8").split("## Start", 1)[1].split("\n## ", 1)[0]
    assert sorted(command.split()[0] for command in commands(start)) == ["bin/serve", "bin/test"]


def test_the_map_of_changes_names_files_that_are_there() -> None:
    page = (ROOT / "docs/how-it-works.md").read_text("utf-8")
    table = page.partition("## Where a change lands")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| `(.+?)` \|$", table, re.MULTILINE)
    assert len(rows) >= 20
    assert [path for _, path in rows if not (ROOT / path).exists()] == []


def test_every_file_that_the_map_names_is_there() -> None:
    page = (ROOT / "docs/how-it-works.md").read_text("utf-8")
    named = set(re.findall(r"`([\w/]+/[\w./]+\.(?:py|json|css|js))`", page))
    assert len(named) > 20
    assert [
        name for name in sorted(named) if not any((ROOT / at / name).exists() for at in ("", "builder"))
    ] == []
