"""From the options of `clockwright print` to the documents that are wanted."""

from collections.abc import Iterable, Sequence

import click

from builder import printables
from builder.cli.making import Wanted
from builder.errors import UnknownChoiceError

_USUAL = ("sheet", "night")
#: Every player wants one of these; of the rest one is enough.
_FOR_PLAYERS = frozenset({"sheet"})


def wanted(
    kinds: Iterable[str],
    styles: Iterable[str],
    paper: str,
    *,
    everything: bool,
    copies: int,
    attach: bool,
    dpi: int | None,
) -> tuple[Wanted, ...]:
    """Each document that the options mean, once. Raises UnknownChoiceError, or a usage error of click's."""
    there_are = printables.kinds()
    chosen = tuple(there_are) if everything else _split(kinds) or _USUAL
    by_kind = _styles(styles)
    for kind in by_kind:
        if kind in there_are and kind not in chosen:
            raise click.BadParameter(f"{kind} is not printed here; add it to --kind.", param_hint="--style")
    pairs = [(kind, style) for kind in chosen for style in by_kind.get(kind, (None,))]
    found = []
    for kind, asked in dict.fromkeys(pairs):
        _, style, sheet = printables.choose(kind, asked, paper)
        found.append(Wanted(kind, style, sheet.id, copies if kind in _FOR_PLAYERS else 1, attach, dpi))
    return tuple(dict.fromkeys(found))


def titles(documents: Sequence[Wanted]) -> dict[Wanted, str]:
    """What each is called in a file name."""
    return {each: printables.file_title(each.kind, each.style, each.paper) for each in documents}


def _split(texts: Iterable[str]) -> tuple[str, ...]:
    words = (word.strip().lower() for text in texts for word in text.split(","))
    return tuple(dict.fromkeys(word for word in words if word))


def _styles(texts: Iterable[str]) -> dict[str, list[str]]:
    """`night=full` and `night=strips,full` by kind."""
    found: dict[str, list[str]] = {}
    for text in texts:
        kind, equals, style = text.partition("=")
        kind = kind.strip().lower()
        if not equals or not _split([style]):
            raise click.BadParameter(
                f"write it as KIND=STYLE, such as night=full, not “{text}”.", param_hint="--style"
            )
        if kind not in printables.kinds():
            raise UnknownChoiceError("kind of document", kind, printables.kinds())
        found.setdefault(kind, []).extend(_split([style]))
    return found
