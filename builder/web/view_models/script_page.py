"""What the script page shows: values made from a script, so that the template contains no logic."""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from urllib.parse import quote

from builder import language, printables
from builder.artefact import PrintRequest
from builder.game import dismissals
from builder.game.ids import key
from builder.game.problem import Problem, Severity
from builder.language import gettext as _
from builder.press import fonts
from builder.printables.common import Paper
from builder.prose_lists import capital
from builder.web.infra import rights
from builder.web.infra.fair_press import FairPress
from builder.web.infra.script_store import Opened

#: Dots per inch of a picture: next to other pages, and alone on the screen.
SIZES = {"": 110, "-large": 200}
#: A page shows at most this many problems per severity, then how many more there are.
MOST_PROBLEMS = 60
#: How many findings are cached as form fields.
CACHED = 2_000
MOST_CHARACTERS = 12
#: The longest part of a key that identifies a character on the sheet.
LONGEST_KEY = 80
REPLACE_ID = "replace-id"
ENTRY = re.compile(r"\$\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class ProblemView:
    """One problem: its sentence, its place, its fix."""

    message: str
    place: str = ""
    #: The label of the button that fixes it; empty if there is none.
    remedy: str = ""
    #: The keys of its characters, to highlight them on the sheet.
    keys: tuple[str, ...] = ()
    #: Ops as form fields: to fix it, to dismiss it, to restore it.
    mend: str = ""
    dismiss: str = ""
    restore: str = ""
    #: The page of the script where it is solved (`/sets`); empty if none is needed.
    page: str = ""


@dataclass(frozen=True, slots=True)
class SeverityView:
    """The problems of one severity."""

    key: str
    count: int
    problems: tuple[ProblemView, ...]
    #: Fixes of all its mistyped names, if there are several.
    replacements: tuple[Mapping[str, object], ...] = ()

    @property
    def replace_all(self) -> str:
        """The op that makes them all, as a form field."""
        names = [{"path": each["path"], "id": each["id"]} for each in self.replacements]
        return json.dumps({"op": "replace-ids", "replacements": names})

    @property
    def more(self) -> int:
        """How many are left out."""
        return self.count - len(self.problems)


@dataclass(frozen=True, slots=True)
class DocumentView:
    """One document of the script: its pictures and downloads."""

    title: str
    paper: Paper
    #: 0 if unknown, because it is not rendered yet.
    pages: int
    notices: tuple[str, ...]
    #: The path of its addresses.
    path: str
    version: str
    #: The settings as a query continues with them: `&ink=saving`.
    query: str = ""

    def picture(self, page: int, size: str = "") -> str:
        """The address of a page's picture."""
        return f"{self.path}/{page}{size}.png?v={self.version}{self.query}"

    @property
    def pdf(self) -> str:
        """The address of the whole document."""
        return f"{self.path}.pdf" + self.query.replace("&", "?", 1)

    @property
    def printable(self) -> str:
        """The address of the whole document to show in the browser, which can print it."""
        return f"{self.pdf}{'&' if self.query else '?'}inline=1"

    def pixels(self, size: str = "") -> int:
        """The width of a page's picture in pixels."""
        return round(self.paper.width / 25.4 * SIZES[size])

    @property
    def width(self) -> int:
        """The width in CSS pixels; with `height`, it reserves space for a picture that is still being rendered."""
        return round(self.paper.width / 25.4 * 96)

    @property
    def height(self) -> int:
        """The height in CSS pixels."""
        return round(self.paper.height / 25.4 * 96)


def severities(opened: Opened, without: Collection[str] = ()) -> list[SeverityView]:
    """The problems by severity, the most severe first; `without` those of some codes."""
    order = list(Severity)
    problems = [problem for problem in opened.problems if problem.code not in without]
    found = sorted(problems, key=lambda problem: order.index(problem.severity))
    return [
        _severity(severity, list(group))
        for severity, group in groupby(found, key=lambda problem: problem.severity)
    ]


def problem_view(problem: Problem) -> ProblemView:
    """One problem as a page shows it."""
    fix, (dismiss, restore) = problem.fix, aside_ops(problem.code, problem.characters)
    return ProblemView(
        message=problem.message,
        place=_place(problem),
        remedy=fix.label if fix else "",
        keys=tuple(key(one)[:LONGEST_KEY] for one in problem.characters[:MOST_CHARACTERS]),
        mend=json.dumps({**fix.op, "label": fix.label[:80]}) if fix else "",
        dismiss=dismiss,
        restore=restore,
    )


@lru_cache(CACHED)
def aside_ops(code: str, characters: tuple[str, ...]) -> tuple[str, str]:
    """The ops that dismiss a finding and restore it, as form fields."""
    about = Problem(code, Severity.NOTICE, "", characters)
    return json.dumps(dismissals.op(about)), json.dumps(dismissals.restore_op(about))


def document(opened: Opened, wanted: PrintRequest, *, press: FairPress) -> DocumentView:
    """One document; its number of pages is known once it is rendered."""
    finished = press.finished(opened.official, wanted)
    return DocumentView(
        title=capital(_(printables.title(wanted.kind))),
        paper=printables.every_paper()[wanted.paper],
        pages=finished.pages if finished else 0,
        notices=tuple(_notice(each, wanted.language) for each in finished.notices) if finished else (),
        path=f"{opened.path}/{wanted.kind}/{wanted.style}/{wanted.paper}",
        version=press.version(opened.official),
        query="".join(f"&{quote(f'{name}={value}', safe='=')}" for name, value in wanted.query),
    )


def _notice(notice: Problem, tag: str) -> str:
    """The sentence of a document's notice, in its language; how to install fonts is for whoever runs the server."""
    if rights.is_hosted():
        with language.using(tag):
            return fonts.without_remedy(notice.message)
    return notice.message


def _severity(severity: Severity, found: Sequence[Problem]) -> SeverityView:
    shown = tuple(map(problem_view, found[:MOST_PROBLEMS]))
    fixes = tuple(problem.fix.op for problem in found if problem.fix and problem.fix.op["op"] == REPLACE_ID)
    return SeverityView(severity.value, len(found), shown, fixes if len(fixes) > 1 else ())


def _place(problem: Problem) -> str:
    """`Line 14` or, if the line is unknown, `Entry 3` (counted from one). Most sentences include it."""
    if problem.plain_message != problem.message:
        return ""
    if problem.line is not None:
        text = _("Line %(line)s") if problem.column is None else _("Line %(line)s, column %(column)s")
        return text % {"line": problem.line, "column": problem.column}
    entry = ENTRY.match(problem.path or "")
    return _("Entry %(number)s") % {"number": int(entry[1]) + 1} if entry else ""
