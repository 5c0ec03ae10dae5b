"""From the options of `clockwright print` to the documents that are wanted."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import click

from builder import printables
from builder.cli import tuning
from builder.cli.extras import EXTRAS
from builder.cli.making import Wanted
from builder.errors import UnknownChoiceError
from builder.prose_lists import join_and

_USUAL = ("sheet", "night")
#: Every player wants one of these; of the rest one is enough.
_FOR_PLAYERS = frozenset({"sheet"})
PAPER = "a4"


@dataclass(frozen=True, slots=True)
class Asked:
    """What was typed behind `clockwright print`, word by word."""

    kinds: Sequence[str] = ()
    styles: Sequence[str] = ()
    papers: Sequence[str] = ()
    settings: Sequence[str] = ()
    everything: bool = False
    copies: int = 1
    attach: bool = True
    #: Dots per inch of pictures of pages, None: there are to be none; and those of token pictures.
    page_dpi: int | None = None
    token_dpi: int | None = None


def wanted(asked: Asked) -> tuple[Wanted, ...]:
    """Each document that the options mean, once. Raises UnknownChoiceError, or a usage error of click's."""
    chosen = _kinds(asked)
    styles = _by_kind([_with_kind(text, chosen) for text in asked.styles], chosen, "--style", "night=full")
    plain = [text for text in asked.papers if "=" not in text]
    papers = _by_kind([text for text in asked.papers if "=" in text], chosen, "--paper", "tokens=letter")
    settings = tuning.read(asked.settings, chosen)
    found = [
        _wanted(asked, kind, style, paper, settings[kind])
        for kind in chosen
        for style in styles.get(_like(kind)) or (None,)
        for paper in papers.get(_like(kind), plain or [PAPER])
    ]
    return tuple(dict.fromkeys(found))


def _wanted(
    asked: Asked, kind: str, style: str | None, paper: str, settings: tuple[tuple[str, str], ...]
) -> Wanted:
    if kind not in EXTRAS:
        _, style, sheet = printables.choose(kind, style, paper)
        copies = asked.copies if kind in _FOR_PLAYERS else 1
        return Wanted(kind, style, sheet.id, copies, asked.attach, asked.page_dpi, settings)
    extra = EXTRAS[kind]
    if extra.like:
        _, style, _ = printables.choose(extra.like, style, PAPER)
    useful = asked.everything and extra.if_useful
    return Wanted(kind, style or "", "", 1, asked.attach, asked.token_dpi, settings, useful)


def kinds() -> tuple[str, ...]:
    """Everything that can be made of a script, by name."""
    return (*printables.kinds(), *EXTRAS)


def everything() -> tuple[str, ...]:
    """What `--all` makes: all of it but what is for the script's author alone."""
    return tuple(kind for kind in kinds() if not printables.is_for_authors(kind))


def _kinds(asked: Asked) -> tuple[str, ...]:
    chosen = everything() if asked.everything else _split(asked.kinds) or _USUAL
    for kind in chosen:
        if kind not in kinds():
            raise UnknownChoiceError("kind of document", kind, kinds())
    return chosen


def _like(kind: str) -> str:
    """The kind of document whose style something has."""
    return EXTRAS[kind].like if kind in EXTRAS else kind


def _split(texts: Iterable[str]) -> tuple[str, ...]:
    words = (word.strip().lower() for text in texts for word in text.split(","))
    return tuple(dict.fromkeys(word for word in words if word))


def _with_kind(style: str, chosen: Sequence[str]) -> str:
    """`night=full` for `full` where the night sheet is the only kind with styles that is made."""
    if "=" in style or not style.strip():
        return style
    kinds = tuple(dict.fromkeys(like for kind in chosen if (like := _like(kind))))
    if len(kinds) == 1:
        return f"{kinds[0]}={style}"
    if not kinds:
        raise click.BadParameter(f"{' and '.join(chosen)} cannot be had in styles.", param_hint="--style")
    known = (kind for kind in kinds if set(_split([style])) <= set(printables.kinds()[kind]))
    kind = next(known, "")
    example = f"{kind}={style.strip()}" if kind else "night=full"
    raise click.BadParameter(
        f"{join_and(kinds)} are printed here; write it as KIND=STYLE, such as {example}.",
        param_hint="--style",
    )


def _by_kind(
    texts: Iterable[str], chosen: Sequence[str], option: str, example: str
) -> Mapping[str, list[str]]:
    """`night=full` and `night=strips,full` by kind."""
    found: dict[str, list[str]] = {}
    for text in texts:
        kind, equals, value = text.partition("=")
        kind = kind.strip().lower()
        if not equals or not _split([value]):
            what = option.removeprefix("--").upper()
            raise click.BadParameter(
                f"write it as KIND={what}, such as {example}, not “{text}”.", param_hint=option
            )
        if kind not in printables.kinds():
            raise UnknownChoiceError("kind of document", kind, printables.kinds())
        if kind not in map(_like, chosen):
            raise click.BadParameter(f"{kind} is not printed here; add it to --kind.", param_hint=option)
        found.setdefault(kind, []).extend(_split([value]))
    return found
