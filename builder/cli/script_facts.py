"""`clockwright night`, `jinxes`, `matchups`, `statistics`: what there is to know of a script."""

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import click

from builder import catalogue
from builder.answers import scripts as answers
from builder.cli import sources, terminal
from builder.game import markup
from builder.game.ids import key
from builder.game.jinxes import applying
from builder.game.night import Row, night_sheet
from builder.language import N_, gettext as _, number
from builder.prose_lists import join_and

if TYPE_CHECKING:
    from builder.wording.set_statistics import Figures


@click.command("night")
@sources.script_argument
@click.option(
    "--players",
    type=click.IntRange(5, 20),
    metavar="N",
    help="Number of players, not counting Travellers (5 to 20). With fewer than 7, the evil team gets no information.",
)
@terminal.json_option
def night(given: str, players: int | None, *, as_json: bool) -> None:
    """Show the night order: the first night and the other nights, from dusk to dawn."""
    script = sources.load(given)
    if as_json:
        terminal.tell_json(answers.nights(script, players))
        return
    sheet = night_sheet(script, catalogue.night_order(), players)
    _tell_night(_("First night"), sheet.first)
    terminal.tell()
    _tell_night(_("Other nights"), sheet.other)
    for notice in sheet.notices:
        terminal.say(terminal.one_line(notice.message))


def _tell_night(heading: str, rows: Sequence[Row]) -> None:
    terminal.tell(heading, bold=True)
    for row in rows:
        words = markup.plain(f"{row.reminder} {row.note}".strip())
        terminal.tell(terminal.one_line(f"{row.name}: {words}" if words else row.name))


@click.command("jinxes")
@sources.script_argument
@terminal.json_option
def jinxes(given: str, *, as_json: bool) -> None:
    """List the jinxes that apply to a script, official and homebrew."""
    script = sources.load(given)
    if as_json:
        terminal.tell_json(answers.jinxes(script))
        return
    found = applying(script, catalogue.jinxes())
    names = {entry.key: entry.character.name for entry in script.entries if entry.character}
    if not found:
        terminal.tell(_("No jinxes apply to this script."))
    for jinx in found:
        pair = " & ".join(names.get(key(each), each) for each in jinx.characters)
        terminal.tell(terminal.one_line(f"{pair}: {jinx.reason}"))


HEADINGS = {
    "conflict": (N_("Conflicts"), "red"),
    "watch": (N_("Watch out"), "yellow"),
    "hard": (N_("Hard to run"), "cyan"),
    "good": (N_("Good together"), "green"),
}


@click.command("matchups")
@sources.script_argument
@terminal.json_option
def list_matchups(given: str, *, as_json: bool) -> None:
    """Say what happens when characters meet: conflicts, what to watch, what goes well, what nobody explains.

    Homebrew is judged by its wording.
    """
    from builder.answers import wording as as_values
    from builder.wording import matchups

    script = sources.load(given)
    if as_json:
        terminal.tell_json(as_values.matched(script))
        return
    found = matchups.of(script)
    if not found.remarks and not found.missing:
        terminal.tell(_("Nothing to remark."))
    for kind, group in groupby(found.remarks, key=lambda each: each.kind):
        heading, colour = HEADINGS[kind]
        terminal.tell(_(heading), bold=True, fg=colour)
        for each in group:
            terminal.tell(terminal.one_line(each.message))
    for missing in found.missing:
        names = [known.name for each in missing.candidates if (known := catalogue.find(each))]
        terminal.tell(
            _("%(missing)s Candidates: %(names)s.") % {"missing": missing.message, "names": join_and(names)}
        )


@click.command("statistics")
@sources.script_argument
@terminal.json_option
def statistics(given: str, *, as_json: bool) -> None:
    """Count a set: teams, who wakes, learns, kills, how long and how readable abilities are.

    The script's own characters, all on the script, and all official characters stand side by side.
    """
    from builder.answers import wording
    from builder.wording import set_statistics

    script = sources.load(given)
    if as_json:
        terminal.tell_json(wording.counted(script))
        return
    found = set_statistics.of(script)
    columns = (found.own, found.script, found.official)
    titles = {team.value: team.heading for team in set_statistics.TEAMS} | {
        name: _(title) for name, title in set_statistics.TITLES.items()
    }
    rows: list[tuple[str, ...]] = [("", _("own"), _("script"), _("official"))]
    rows.append((_("Characters"), *(str(each.characters) for each in columns)))
    rows += [(title, *(_share(each, name) for each in columns)) for name, title in titles.items()]
    rows.append((_("Words of an ability, median"), *(number(each.median) for each in columns)))
    rows.append((_("Readability (LIX, lower is easier)"), *(_readability(each) for each in columns)))
    wide = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for title, *values in rows:
        cells = (value.rjust(width) for value, width in zip(values, wide[1:], strict=True))
        terminal.tell(f"{title.ljust(wide[0])}  {'  '.join(cells)}".rstrip())
    if found.long:
        names = join_and([f"{terminal.one_line(each.name)} ({each.words})" for each in found.long])
        terminal.tell(
            _("More than %(words)s words, as few official abilities have: %(names)s.")
            % {"words": found.most_words, "names": names}
        )


def _share(figures: "Figures", name: str) -> str:
    return f"{figures.counts[name]} ({figures.share(name):.0%})" if figures.characters else "–"


def _readability(figures: "Figures") -> str:
    return "–" if figures.readability is None else number(figures.readability)
