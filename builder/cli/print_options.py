"""The options of `clockwright print` as print requests; `clockwright printables` lists what there is to choose from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import click

from builder import artefacts, language, printables
from builder.artefact import PrintRequest
from builder.artefacts import FOR_PLAYERS, PAPER, USUAL
from builder.cli import terminal
from builder.cli.chosen_language import known
from builder.errors import UnknownChoiceError
from builder.language import gettext as _, ngettext
from builder.printables.options import COMMON, Setting
from builder.prose_lists import join_and

SET, SHOP = "--set", "print-shop"
MOST_COPIES = 100


@dataclass(frozen=True, slots=True)
class Typed:
    """The options of `clockwright print` as typed."""

    kinds: Sequence[str] = ()
    styles: Sequence[str] = ()
    papers: Sequence[str] = ()
    settings: Sequence[str] = ()
    everything: bool = False
    #: The kind of print shop to make files for, too.
    shop: str = ""
    #: Number of copies by language; that of the empty tag is for the language in use.
    copies: Mapping[str, int] = field(default_factory=lambda: {"": 1})
    #: The chosen languages; a second one is beside the first on sheets.
    languages: Sequence[str] = ()
    attach: bool = True
    #: Dots per inch of pictures of pages (None: no pictures), and of token pictures.
    page_dpi: int | None = None
    token_dpi: int | None = None
    #: The theme, as in a request.
    theme: str = ""


def requests(typed: Typed) -> tuple[PrintRequest, ...]:
    """Each document that the options mean, once. Raises UnknownChoiceError, or click's usage error."""
    if typed.shop:
        own = f"{SHOP}.shop={typed.shop}"
        typed = replace(typed, kinds=(*typed.kinds, SHOP), settings=(*typed.settings, own), shop="")
    chosen = _kinds(typed)
    styles = _by_kind([_with_kind(text, chosen) for text in typed.styles], chosen, "--style", "night=full")
    plain = [text for text in typed.papers if "=" not in text]
    papers = _by_kind([text for text in typed.papers if "=" in text], chosen, "--paper", "tokens=letter")
    settings = _settings(typed.settings, chosen)
    found = [
        _request(typed, (kind, style, paper), settings[kind], tag, number)
        for kind in chosen
        for style in styles.get(_like(kind)) or ("",)
        for paper in papers.get(_like(kind), plain or [PAPER])
        for tag, number in (typed.copies if kind in FOR_PLAYERS else {"": 1}).items()
    ]
    return tuple(dict.fromkeys(found))


def copies(text: str) -> Mapping[str, int]:
    """Parses a number of copies, or several by language: `de=4,en=5`. Raises click's usage error."""
    found: dict[str, int] = {}
    for part in text.split(","):
        tag, equals, written = part.strip().rpartition("=")
        if (
            not written.strip().isdecimal()
            or not 1 <= int(written.strip()[:4]) <= MOST_COPIES
            or bool(tag) != bool(equals)
        ):
            raise click.BadParameter(
                _(
                    "“%(text)s” is not a number from 1 to %(most)s, or such numbers by language, as in "
                    "de=4,en=5."
                )
                % {"text": text[:60], "most": MOST_COPIES},
                param_hint="--copies",
            )
        found[known(tag.strip()) if tag else ""] = int(written)
    return found


def _request(
    typed: Typed, which: tuple[str, str, str], settings: Mapping[str, str], tag: str, number: int
) -> PrintRequest:
    kind, style, paper = which
    extra = artefacts.extras().get(kind)
    return artefacts.judged(
        PrintRequest(
            kind,
            style,
            paper,
            tuple(settings.items()),
            copies=number,
            language=tag or language.tag(),
            second_language=typed.languages[1]
            if kind in FOR_PLAYERS and not tag and len(typed.languages) > 1
            else "",
            dpi=typed.token_dpi if extra else typed.page_dpi,
            attach=typed.attach,
            fetch=True,
            theme=typed.theme,
            if_useful=bool(extra and extra.if_useful and typed.everything),
        )
    )


def kinds() -> tuple[str, ...]:
    """Everything that can be printed of a script, by name."""
    return (*printables.kinds(), *artefacts.together())


def everything() -> tuple[str, ...]:
    """What `--all` prints: everything except what is for the script's author alone, or for a print shop."""
    return tuple(
        kind
        for kind in kinds()
        if not printables.is_for_authors(kind)
        and (kind not in artefacts.extras() or artefacts.extras()[kind].is_usual)
    )


def _kinds(typed: Typed) -> tuple[str, ...]:
    named = _split(typed.kinds)
    chosen = tuple(dict.fromkeys((*everything(), *named))) if typed.everything else named or USUAL
    for kind in chosen:
        if kind not in kinds():
            raise UnknownChoiceError(_("There is no kind of document “%(name)s”."), kind, kinds())
    return chosen


def _like(kind: str) -> str:
    """The kind of document whose styles a kind uses."""
    extra = artefacts.extras().get(kind)
    return extra.like if extra else kind


def _split(texts: Iterable[str]) -> tuple[str, ...]:
    words = (word.strip().lower() for text in texts for word in text.split(","))
    return tuple(dict.fromkeys(word for word in words if word))


def _with_kind(style: str, chosen: Sequence[str]) -> str:
    """`night=full` for `full` if the night sheet is the only requested kind with styles."""
    if "=" in style or not style.strip():
        return style
    kinds = tuple(dict.fromkeys(like for kind in chosen if (like := _like(kind))))
    if len(kinds) == 1:
        return f"{kinds[0]}={style}"
    if not kinds:
        raise click.BadParameter(
            ngettext("%(kinds)s has no styles.", "%(kinds)s have no styles.", len(chosen))
            % {"kinds": join_and(chosen)},
            param_hint="--style",
        )
    known = (kind for kind in kinds if set(_split([style])) <= set(printables.kinds()[kind]))
    kind = next(known, "")
    example = f"{kind}={style.strip()}" if kind else "night=full"
    raise click.BadParameter(
        _("you are printing %(kinds)s, so say which one you mean: KIND=STYLE, such as %(example)s.")
        % {"kinds": join_and(kinds), "example": example},
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
                _("“%(text)s” is not of the form KIND=%(what)s, such as %(example)s.")
                % {"text": text, "what": what, "example": example},
                param_hint=option,
            )
        if kind not in printables.kinds():
            raise UnknownChoiceError(_("There is no kind of document “%(name)s”."), kind, printables.kinds())
        if kind not in map(_like, chosen):
            raise click.BadParameter(
                _("you are not printing %(kind)s. Add it to --kind.") % {"kind": kind}, param_hint=option
            )
        found.setdefault(kind, []).extend(_split([value]))
    return found


def _settings(texts: Sequence[str], chosen: Sequence[str]) -> Mapping[str, Mapping[str, str]]:
    """The settings of each kind: `ink=saving` is for all that have it, `tokens.ink=saving` for one."""
    found: dict[str, dict[str, str]] = {kind: {} for kind in chosen}
    for text in texts:
        name, equals, value = text.partition("=")
        name, value = name.strip().lower(), value.strip()
        if not equals or not name:
            raise click.BadParameter(
                _("“%(text)s” is not of the form NAME=VALUE or KIND.NAME=VALUE, such as ink=saving.")
                % {"text": text},
                param_hint=SET,
            )
        kind, dot, setting = name.partition(".")
        for each in _kinds_called(kind, chosen) if dot else _kinds_with(name, chosen):
            word = setting if dot else name
            known = artefacts.settings(each).get(word)
            found[each][word] = value.lower() if known and value.lower() in known.choices else value
    return found


def _kinds_called(kind: str, chosen: Sequence[str]) -> list[str]:
    """The kind with this name, and those that use its styles."""
    found = [each for each in chosen if kind in {each, _like(each)}]
    if not found and kind in kinds():
        raise click.BadParameter(
            _("you are not printing %(kind)s. Add it to --kind.") % {"kind": kind}, param_hint=SET
        )
    if not found:
        raise UnknownChoiceError(_("There is no kind of document “%(name)s”."), kind, kinds())
    return found


def _kinds_with(name: str, chosen: Sequence[str]) -> list[str]:
    found = [kind for kind in chosen if name in artefacts.settings(kind)]
    others = [kind for kind in printables.kinds() if name in artefacts.settings(kind)]
    if not found and others:
        raise click.BadParameter(
            _("“%(name)s” is a setting of %(others)s. Add it to --kind.")
            % {"name": name, "others": join_and(others)},
            param_hint=SET,
        )
    if not found:
        raise UnknownChoiceError(
            _("There is no setting “%(name)s”."),
            name,
            {each for kind in chosen for each in artefacts.settings(kind)},
        )
    return found


@click.command("printables")
@terminal.json_option
def list_printables(*, as_json: bool) -> None:
    """List what you can print, with the styles (the first is the default) and settings of each.

    To use them: clockwright print SCRIPT --kind KIND --style KIND=STYLE --set NAME=VALUE
    """
    if as_json:
        from builder.answers import lists

        terminal.tell_json([*lists.kinds(), *map(_extra_as_json, artefacts.together())])
        return
    terminal.table((_("Kind"), _("Document"), _("Styles")), [*_kind_rows()])
    terminal.tell()
    terminal.table((_("Style"), _("Looks")), [*_style_rows()])
    terminal.tell()
    terminal.table((_("Setting"), _("Values"), _("What it changes")), [*_setting_rows()])


def _kind_rows() -> Iterator[tuple[str, str, str]]:
    for kind, styles in printables.kinds().items():
        yield kind, _(printables.title(kind)), ", ".join(styles)
    for name, extra in artefacts.together().items():
        yield (
            name,
            _(extra.help),
            _("same as %(like)s") % {"like": extra.like} if extra.like == "tokens" else "",
        )


def _style_rows() -> Iterator[tuple[str, str]]:
    for kind, styles in printables.kinds().items():
        yield from ((f"{kind}={style}", _(printables.style_title(kind, style))) for style in styles)


def _setting_rows() -> Iterator[tuple[str, str, str]]:
    for name, setting in COMMON.items():
        yield name, _values(setting), _(setting.help)
    own = (name for name, extra in artefacts.together().items() if extra.about != "share")
    for kind in (*printables.kinds(), *own):
        for name, setting in _own_settings(kind).items():
            yield f"{kind}.{name}", _values(setting), _(setting.help)


def _own_settings(kind: str) -> Mapping[str, Setting]:
    return {name: setting for name, setting in artefacts.settings(kind).items() if name not in COMMON}


def _values(setting: Setting) -> str:
    """The values to choose from, the default marked; else the default."""
    if not setting.choices:
        return f"[{setting.default}]" if setting.default else ""
    return ", ".join(f"[{word}]" if word == setting.default else word for word in setting.choices)


def _extra_as_json(name: str) -> dict[str, Any]:
    from builder.answers import lists

    extra = artefacts.extras()[name]
    return {
        "kind": name,
        "title": extra.title,
        "help": extra.help,
        "styles": [],
        "settings": lists.settings(artefacts.settings(name)),
    }
