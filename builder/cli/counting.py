"""`clockwright statistics`: the figures of a set, beside those of the official characters."""

import click

from builder.answers import set_figures
from builder.cli import sources, terminal
from builder.language import gettext as _
from builder.language import number
from builder.prose_lists import join_and
from builder.wording import set_statistics
from builder.wording.set_statistics import Figures


@click.command("statistics")
@sources.script_argument
@terminal.json_option
def command(given: str, *, as_json: bool) -> None:
    """Count a set: teams, who wakes, learns, kills, how long and how readable abilities are.

    The script's own characters, all on the script, and all official characters stand side by side.
    """
    script = sources.load(given)
    if as_json:
        terminal.tell_json(set_figures.counted(script))
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


def _share(figures: Figures, name: str) -> str:
    return f"{figures.counts[name]} ({figures.share(name):.0%})" if figures.characters else "–"


def _readability(figures: Figures) -> str:
    return "–" if figures.readability is None else number(figures.readability)
