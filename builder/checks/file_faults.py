"""What is wrong with the file of a script."""

from collections.abc import Iterator

from builder.checks.check import of_script
from builder.checks.facts import Finding
from builder.formats import official
from builder.game.problem import Fix, Problem, Severity
from builder.game.script import Script
from builder.language import gettext as _


@of_script("format", Severity.ERROR)
def official_format(script: Script) -> Iterator[Problem]:
    """Whether the file follows the official script format.

    This covers everything that differs from the format: texts and lists over the limit, missing and unknown fields,
    wrong types, too few or too many entries. Clockwright reads most of it anyway. Its exports contain what the
    official app accepts, and carry the rest where the app ignores it.
    """
    yield from official.format_problems(script.written(), is_frozen=True)


@of_script("reading", Severity.WARNING)
def reading(script: Script) -> Iterator[Problem]:
    """Whether Clockwright had to correct the file to read it.

    Comments, an extra comma, single quotes, words without quotes, a field given twice, an encoding other than UTF-8:
    Clockwright reads them, other apps don't. Exports have none of them.
    """
    yield from script.reading


@of_script("two-metas", Severity.WARNING)
def two_metas(script: Script) -> Iterator[Finding]:
    """Whether the script's details are in the file only once.

    The details hold the script's name and author. If a file has them twice, apps differ in which ones they use.
    Clockwright uses the first.
    """
    places = [f"$[{position + before}]" for before, (position, _unused) in enumerate(script.metas)]
    for path in places[1:]:
        yield Finding(
            _(
                "The script's details (name, author) are in the file twice. The first ones are used: "
                "move what you need there, then delete the second."
            ),
            path=path,
            fix=Fix(_("Delete the second details"), {"op": "remove", "path": path}),
        )
