"""The settings of documents as they are typed: `--set ink=saving`, `--set tokens.versions=both`."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType, ModuleType

import click

from builder import printables
from builder.cli.extras import EXTRAS
from builder.errors import UnknownChoiceError
from builder.printables import options, share
from builder.printables.options import Setting

OPTION = "--set"
Settings = tuple[tuple[str, str], ...]


def read(texts: Sequence[str], chosen: Sequence[str]) -> Mapping[str, Settings]:
    """For each kind that is made, the settings that are meant for it.

    A name without a kind is for every kind that knows it. Raises UnknownChoiceError for what means nothing, which says
    what there is, or a usage error of click's.
    """
    found: dict[str, dict[str, str]] = {kind: {} for kind in chosen}
    for text in texts:
        name, value = _split(text)
        kind, dot, of_kind = name.partition(".")
        kinds = _kinds_called(kind, chosen) if dot else _kinds_with(name, chosen)
        for each in kinds:
            setting = of_kind if dot else name
            found[each][setting] = _as_known(each, setting, value)
    for kind, settings in found.items():
        _judge(kind, settings)
    return MappingProxyType({kind: tuple(settings.items()) for kind, settings in found.items()})


def known(kind: str) -> Mapping[str, Setting]:
    """The settings that a kind knows."""
    return options.settings_of(_module(kind))


def _module(kind: str) -> ModuleType:
    like = EXTRAS[kind].like if kind in EXTRAS else kind
    return printables.modules()[like] if like else share


def _split(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise click.BadParameter(
            f"write it as NAME=VALUE or KIND.NAME=VALUE, such as ink=saving, not “{text}”.", param_hint=OPTION
        )
    return name.strip().lower(), value.strip()


def _as_known(kind: str, name: str, value: str) -> str:
    """A word of the setting's list however it is written; anything else as it is, to be judged."""
    setting = known(kind).get(name)
    return value.lower() if setting and value.lower() in setting.choices else value


def _kinds_called(kind: str, chosen: Sequence[str]) -> list[str]:
    """The kind of this name, and what is made like it."""
    found = [each for each in chosen if each == kind or (each in EXTRAS and EXTRAS[each].like == kind)]
    if not found and kind in (*printables.kinds(), *EXTRAS):
        raise click.BadParameter(f"{kind} is not printed here; add it to --kind.", param_hint=OPTION)
    if not found:
        raise UnknownChoiceError("kind of document", kind, (*printables.kinds(), *EXTRAS))
    return found


def _kinds_with(name: str, chosen: Sequence[str]) -> list[str]:
    found = [kind for kind in chosen if name in known(kind)]
    others = [kind for kind in printables.kinds() if name in known(kind)]
    if not found and others:
        raise click.BadParameter(
            f"“{name}” is a setting of {' and '.join(others)}; add it to --kind.", param_hint=OPTION
        )
    if not found:
        raise UnknownChoiceError("setting", name, {each for kind in chosen for each in known(kind)})
    return found


def _judge(kind: str, settings: Mapping[str, str]) -> None:
    """Refuses a value before anything is printed, as far as it can be told without a script."""
    module = _module(kind)
    read = options.read(module, settings)
    if settings and hasattr(module, "judge"):
        module.judge(read)
