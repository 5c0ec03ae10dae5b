"""The character sheet: the characters of a script and their abilities, and a QR code."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from builder import catalogue
from builder.errors import UnknownChoiceError
from builder.game import keywords
from builder.game.character import Jinx
from builder.game.jinxes import applying
from builder.game.markup import Mark
from builder.game.problem import Problem
from builder.game.script import Script
from builder.game.teams import COUNTED_TEAMS, Team
from builder.language import gettext as _
from builder.printables import common, night
from builder.printables.common import CountRow, Front, Icon, JinxRow, Row, Section, Term, notice, typeset
from builder.printables.options import ART, DEFAULTS, Options, Setting
from builder.printables.sheet_columns import Block, columns_section, parts, row_text, side_by_side
from builder.prose import bound
from builder.prose_lists import join_and

CHOICES = ("no", "almanac", "script")
WEB = ("https://", "http://")
#: Letters of the longest address: its code is 53 mm wide, with modules of 0.5 mm.
LONGEST = 858


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code."""

    address: str
    caption: str
    alt: str


def judge(options: Options) -> None:
    """Validates the settings without a script. Raises UnknownChoiceError."""
    asked = options.setting("qr")
    if asked not in CHOICES and not asked.startswith(WEB):
        raise UnknownChoiceError(
            _("A QR code opens the almanac, the script or an address, not “%(name)s”."),
            asked,
            (*CHOICES, "https://…"),
        )


def qr_code(script: Script, options: Options) -> tuple[Code | None, tuple[Problem, ...]]:
    """The code that was asked for, else one of the script itself, and what to say about it."""
    judge(options)
    asked, almanac = options.setting("qr"), script.meta.almanac.strip()
    if asked == "no":
        return None, ()
    if asked.startswith(WEB):
        return _made(asked, _("Read this script online"))
    if asked == "almanac" and almanac.startswith(WEB):
        return _made(almanac, _("Almanac"))
    made, notices = _made(options.script_link, _("Open this script in the script tool"))
    if asked == "almanac":
        without = _("This script has no link to an almanac, so the QR code opens the script itself.")
        notices = (*((notice("no-almanac-link", without),) if made else ()), *notices)
    return made, notices


def _made(address: str, caption: str) -> tuple[Code | None, tuple[Problem, ...]]:
    if not address or len(address.encode()) > LONGEST:
        too_long = _(
            "The link is too long for a QR code that phones can read from paper, so there is none: "
            "%(letters)s letters; at most %(most)s."
        )
        return None, (notice("no-code", too_long % {"letters": len(address), "most": LONGEST}),)
    alt = _("QR code: %(what)s (%(address)s)") % {"what": caption, "address": address}
    return Code(address, caption, alt), ()


KIND = "sheet"
TITLE = "character sheet"
ORDER = 1
#: Teams that are not part of the counts; they are listed on the back.
BACK_TEAMS = (Team.TRAVELLER, Team.FABLED, Team.LORIC)
MOST_GUESTS = 6
#: What a sheet has beside its characters, the most important first: what does not fit on a single page is left out
#: from the end.
FACTS = ("unknown", "rules", "keywords", "jinxes", "others", "counts", "code")
#: The sections of the front, and the nights of the back.
FRONTS, STRIPS = frozenset({"front", "columns"}), frozenset({"first-strip", "other-strip"})
#: Letters in a line of small print across the page, and height of its lines and headings in em of the text.
WIDE, SMALL_LINE, SMALL_HEADING = 125, 1.0, 1.4

SETTINGS: Mapping[str, Setting] = {
    "back": Setting(
        "What is on the back: rules, jinxes and player counts; both nights; or nothing, and all is on one page.",
        "facts",
        ("facts", "nights", "none"),
    ),
    "art": ART,
    "qr": Setting(
        "A QR code: no, almanac (its link), script (a link of the official script tool), or an address of yours.",
        "no",
    ),
}


@dataclass(frozen=True, slots=True)
class SetupRow:
    """A character that changes the counts, and how."""

    icon: Icon
    brackets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a character sheet."""

    front: Front
    hide_title: bool
    blocks: tuple[Block, ...]
    #: Fabled and Loric, listed at the top of the sheet because they change the game for everybody.
    guests: tuple[Icon, ...]
    #: The number of those omitted there; the back has them all.
    more_guests: int
    #: Whether an ability mentions nights other than the first.
    legend: bool
    back: tuple[Block, ...]
    #: The same for styles with bands: two teams of one character each share a row.
    back_rows: tuple[tuple[Block, ...], ...]
    #: Unknown ids, as written.
    unknown: tuple[str, ...]
    rules: tuple[str, ...]
    jinxes: tuple[JinxRow, ...]
    #: The script's own terms that its abilities have.
    terms: tuple[Term, ...]
    players: tuple[int, ...]
    counts: tuple[CountRow, ...]
    setup: tuple[SetupRow, ...]
    code: Code | None
    #: Which `FACTS` are at the foot of the front, and which between the nights; both empty: the back has them.
    foot: tuple[str, ...]
    between: tuple[str, ...]
    #: Whether there is a page of facts.
    has_facts: bool
    #: Both nights for the back; empty: they are not on it.
    nights: tuple[night.Night, ...]
    #: Fabled, Loric and Travellers, for the page of the nights.
    recommended: tuple[Icon, ...]
    notices: tuple[Problem, ...]
    sections: tuple[Section, ...]
    #: Whether it stays as it is, however long.
    is_settled: bool = False

    @property
    def facts(self) -> tuple[str, ...]:
        """Which of `FACTS` this sheet has."""
        others = tuple(row for block in self.back for row in block.rows)
        there = (self.unknown, self.rules, self.terms, self.jinxes, others, self.counts, self.code)
        return tuple(name for name, fact in zip(FACTS, there, strict=True) if fact)

    def divided(self, heights: Sequence[Sequence[float]]) -> "Content":
        """The same in columns of more equal height, by the heights of the rows of each pair of columns."""
        measured = iter(heights)
        blocks = tuple(block.divided(measured) for block in self.blocks)
        back = tuple(block.divided(measured) for block in self.back)
        if (blocks, back) == (self.blocks, self.back):
            return self
        return _sectioned(replace(self, blocks=blocks, back=back, back_rows=tuple(side_by_side(back))))

    def shorter(self, too_long: Collection[str], homeless: Collection[str]) -> "Content | None":
        """What is printed instead if some sections are too long for their page or their style has none for them.

        None: it is printed as it is.
        """
        if self.is_settled:
            return None
        if self.nights and not STRIPS.isdisjoint((*too_long, *homeless)):
            return _sectioned(
                replace(
                    self,
                    nights=(),
                    between=(),
                    has_facts=True,
                    is_settled=True,
                    notices=(*self.notices, _no_nights()),
                )
            )
        if self.between and "middle" in too_long:
            moved = replace(self, between=(), has_facts=True, notices=(*self.notices, _moved(self.facts)))
            return _sectioned(moved)
        if not self.has_facts and not self.nights and not FRONTS.isdisjoint(too_long):
            return self._with_less_foot()
        return None

    def _with_less_foot(self) -> "Content":
        if not self.foot:  # the characters alone take several pages
            return _sectioned(replace(self, foot=self.facts, notices=self.notices[:-1], is_settled=True))
        notices = self.notices if self.foot == self.facts else self.notices[:-1]
        foot = self.foot[:-1]
        notice = _left_out(self.facts[len(foot) :])
        return _sectioned(replace(self, foot=foot, notices=(*notices, notice)))


def content(script: Script, options: Options = DEFAULTS) -> Content:
    """The content of a script's character sheet."""
    options = options.with_defaults(SETTINGS)
    jinxes = applying(script, catalogue.jinxes())
    blocks = _blocks(script, options, COUNTED_TEAMS, jinxes)
    back = _blocks(script, options, BACK_TEAMS, jinxes)
    rows = [row for block in blocks for row in block.rows]
    said = (*(each.ability for each in script.characters), *script.meta.rules)
    terms = common.glossary(script, *said, *(jinx.reason for jinx in jinxes))
    guests = common.icons(script, options, Team.FABLED, Team.LORIC)
    code, notices = qr_code(script, options)
    kind = options.setting("back")
    nights = night.content(script, options) if kind == "nights" else None
    made = Content(
        front=common.front(script, options, TITLE),
        hide_title=script.meta.hide_title and bool(options.logo),
        blocks=blocks,
        guests=guests[:MOST_GUESTS],
        more_guests=max(0, len(guests) - MOST_GUESTS),
        legend=any(piece.mark is Mark.STAR for row in rows for piece in row.ability),
        back=back,
        back_rows=tuple(side_by_side(back)),
        unknown=tuple(entry.id for entry in script.unknown if entry.id),
        rules=tuple(bound(typeset(rule)) for rule in script.meta.rules),
        jinxes=common.jinx_rows(script, options, jinxes),
        terms=terms,
        players=tuple(catalogue.setup_counts()),
        counts=common.count_rows(),
        setup=_setup(rows),
        code=code,
        foot=(),
        between=(),
        has_facts=kind == "facts",
        nights=nights.nights if nights else (),
        recommended=(*nights.guests, *nights.travellers) if nights else (),
        notices=(*notices, *(nights.notices if nights else ())),
        sections=(),
    )
    return _sectioned(
        replace(
            made, foot=made.facts if kind == "none" else (), between=made.facts if kind == "nights" else ()
        )
    )


def _sectioned(made: Content) -> Content:
    rows = [row for block in made.blocks for row in block.rows]
    more = sum(_small_height(made, fact) for fact in made.foot)
    sections = [
        replace(_section("front", rows, len(made.blocks)), more=more),
        replace(columns_section(made.blocks), more=more),
    ]
    if made.has_facts:
        others = (*made.rules, *map(_term_text, made.terms), ", ".join(made.unknown))
        sections.append(_back_section(made.back, made.jinxes, others))
    if made.nights:
        sections += [*map(night.strip, made.nights), _middle(made)]
    return replace(made, sections=tuple(sections))


def _small_height(made: Content, fact: str) -> float:
    """Estimates the height of facts in small print across the page, in em of the text."""
    texts = _texts(made, fact)
    if fact in {"jinxes", "others"}:  # two side by side, each behind pictures
        lines = sum(max(1.3, ceil(len(text) / (WIDE / 2 - 8))) for text in texts) / 2
    elif fact == "counts":
        lines = len(made.counts) + 1.6
    else:
        lines = sum(ceil(len(text) / WIDE) for text in texts)
    return SMALL_LINE * lines + (SMALL_HEADING if fact != "counts" else 0)


def _texts(made: Content, fact: str) -> tuple[str, ...]:
    return {
        "unknown": (", ".join(made.unknown),),
        "rules": made.rules,
        "keywords": tuple(map(_term_text, made.terms)),
        "jinxes": tuple(
            f"{jinx.icons[0].name} {jinx.icons[1].name} {common.text(jinx.reason)}" for jinx in made.jinxes
        ),
        "others": tuple(
            f"{row.icon.name} {common.text(row.ability)}" for block in made.back for row in block.rows
        ),
    }.get(fact, ())


def _middle(made: Content) -> Section:
    texts = tuple(text for fact in made.between for text in _texts(made, fact))
    more = 17.0 if "counts" in made.between else 0.0
    return Section("middle", rows=len(texts), texts=texts, more=more)


def _fact_names(facts: Collection[str]) -> str:
    names = {
        "unknown": _("unknown ids"),
        "rules": _("rules of this script"),
        "keywords": _("keywords"),
        "jinxes": _("jinxes"),
        "others": _("Travellers, Fabled and Loric"),
        "counts": _("player counts"),
        "code": _("QR code"),
    }
    return join_and(names[fact] for fact in facts)


def _left_out(facts: Collection[str]) -> Problem:
    text = _("Not enough room on one page, so these are left out: %(facts)s. A sheet with a back has them.")
    return common.notice("facts-left-out", text % {"facts": _fact_names(facts)})


def _moved(facts: Collection[str]) -> Problem:
    text = _("Not enough room between the nights, so these are on a page of their own: %(facts)s.")
    return common.notice("facts-moved", text % {"facts": _fact_names(facts)})


def _no_nights() -> Problem:
    text = _(
        "Both nights do not fit on the back of this sheet, so rules and player counts are there. "
        "Print the night sheet, too."
    )
    return common.notice("no-nights", text)


def _blocks(
    script: Script, options: Options, teams: tuple[Team, ...], jinxes: tuple[Jinx, ...]
) -> tuple[Block, ...]:
    partners = common.partners(script, options, jinxes)
    terms = keywords.of(script)
    return tuple(
        Block(team.value, team.heading, rows, parts(rows))
        for team in teams
        if (
            rows := tuple(
                common.row(each, options, partners.get(each.key, ()), terms) for each in script.team(team)
            )
        )
    )


def _section(name: str, rows: list[Row], headings: int) -> Section:
    return Section(
        name,
        rows=len(rows) + headings,
        texts=tuple(map(row_text, rows)),
        names=tuple(row.icon.name for row in rows),
        partners=tuple(min(4, len(row.jinxed)) for row in rows),
        headings=headings,
    )


def _term_text(term: Term) -> str:
    return f"{term.term}: {common.text(term.text)}"


def _back_section(blocks: tuple[Block, ...], jinxes: tuple[JinxRow, ...], others: tuple[str, ...]) -> Section:
    of_rows = _section("back", [row for block in blocks for row in block.rows], len(blocks) + 3)
    return replace(
        of_rows,
        rows=of_rows.rows + len(jinxes),
        texts=of_rows.texts
        + tuple(common.text(jinx.reason) for jinx in jinxes)
        + tuple(filter(None, others)),
    )


def _setup(rows: list[Row]) -> tuple[SetupRow, ...]:
    return tuple(
        SetupRow(row.icon, brackets)
        for row in rows
        if (brackets := tuple(piece.text.strip(" []") for piece in row.ability if piece.mark is Mark.SETUP))
    )
