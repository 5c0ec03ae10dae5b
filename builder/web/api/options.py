"""Options of a call: one frozen dataclass per call, each field an `option`. Parsed from JSON or from a query."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from builder.errors import UnreadableScriptError
from builder.game.problem import Problem, Severity
from builder.language import gettext as _

#: The option of every call; `infra.translations` reads it.
LANGUAGE = "language"
#: Limits: letters in a text, and values in a list or an object.
LONGEST = 200
MOST = 100
WHOLE = re.compile(r"-?\d{1,9}")
WORDS = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}


@dataclass(frozen=True, slots=True)
class Option:
    """What is known about an option besides its type."""

    help: str
    least: int | None = None
    most: int | None = None
    #: The values to choose from, as a function: some are found on the disk.
    choices: Callable[[], Sequence[str]] | None = None
    #: Its name for callers, if the Python name must differ.
    name: str = ""


class OptionsError(UnreadableScriptError):
    """Invalid options; lists every error."""


def option(help: str, default: Any = MISSING, **more: Any) -> Any:  # noqa: A002  # as dataclasses.field
    """Returns a field for a dataclass of options."""
    return field(default=default, metadata={"option": Option(help, **more)})


def known(kind: type) -> Mapping[str, "Field[Any]"]:
    """The fields of a dataclass of options, by the names that callers use."""
    return {name_of(each): each for each in fields(kind)}


def name_of(each: "Field[Any]") -> str:
    """The name of a field for callers."""
    return str(each.metadata["option"].name or each.name)


@cache
def type_of(kind: type, name: str) -> type:
    """The plain type of a field, without `| None`: bool, int, str, tuple or dict."""
    hint = get_type_hints(kind)[name]
    inner = [each for each in get_args(hint) if each is not type(None)]
    is_maybe = type(None) in get_args(hint)
    hint = inner[0] if is_maybe else hint
    plain: type = get_origin(hint) or hint
    return dict if plain is Mapping else plain


def read(kind: type, body: Mapping[str, Any], query: Mapping[str, Sequence[str]]) -> Any:
    """Parses the options. Raises OptionsError, which lists every invalid option."""
    faults: list[Problem] = []
    values: dict[str, Any] = {}
    there_are = known(kind)
    query = {name: given for name, given in query.items() if name != LANGUAGE or name in there_are}
    for name in [*body, *query]:
        if name not in there_are:
            names = ", ".join(there_are) or "none"
            faults.append(
                _fault(
                    name,
                    _("There is no option “%(name)s” here. The options are: %(names)s.")
                    % {"name": name[:60], "names": names},
                )
            )
        elif name in body and name in query:
            faults.append(
                _fault(name, _("“%(name)s” is given twice: in the address and in the body.") % {"name": name})
            )
    for name, each in there_are.items():
        try:
            if name in body:
                values[each.name] = _judged(each, kind, body[name])
            elif name in query:
                values[each.name] = _judged(each, kind, _from_texts(type_of(kind, each.name), query[name]))
            elif each.default is MISSING:
                raise ValueError("is needed")  # noqa: TRY301  # reported like every other error
        except ValueError as error:
            faults.append(_fault(name, f"“{name}” {error}. {each.metadata['option'].help}"))
    if faults:
        raise OptionsError(list(dict.fromkeys(faults)))
    return kind(**values)


def _fault(name: str, message: str) -> Problem:
    return Problem("option", Severity.ERROR, message, path=f"$.{name[:60]}")


def _from_texts(kind: type, texts: Sequence[str]) -> object:
    """The value that query texts stand for; a text that cannot be converted stays a text, to be rejected later."""
    last = texts[-1]
    if kind is bool:
        return WORDS.get(last.lower() or "true", last)
    if kind is int:
        return int(last) if WHOLE.fullmatch(last) else last
    if kind is tuple:
        return [part for text in texts for each in text.split(",") if (part := each.strip())]
    if kind is dict:
        pairs = [text.partition("=") for text in texts]
        if not all(equals for _unused, equals, _unused in pairs):
            raise ValueError("is written as name=value in an address")
        return {name.strip(): value.strip() for name, _unused, value in pairs}
    return last


def _judged(each: "Field[Any]", owner: type, value: object) -> object:
    """Returns the value if the option accepts it. Raises ValueError with the rest of a sentence."""
    kind, about = type_of(owner, each.name), each.metadata["option"]
    if value is None and each.default is None:
        return None
    if kind is int:
        return _number(value, about)
    if kind is bool:
        if not isinstance(value, bool):
            raise ValueError("is true or false")
        return value
    if kind is tuple:
        return _list(value, about)
    if kind is dict:
        return _object(value)
    return _text(value, about)


def _number(value: object, about: Option) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("is a whole number")  # noqa: TRY004  # an invalid option, like the others
    if not (about.least or 0) <= value <= (about.most or value):
        raise ValueError(f"is a number from {about.least} to {about.most}")
    return value


def _text(value: object, about: Option) -> str:
    if not isinstance(value, str) or len(value) > LONGEST:
        raise ValueError(f"is a text of up to {LONGEST} letters")
    if about.choices and value not in about.choices():
        raise ValueError(f"is one of {', '.join(about.choices())}")
    return value


def _list(value: object, about: Option) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MOST:
        raise ValueError(f"is a list of up to {MOST} texts")
    return tuple(_text(each, about) for each in value)


def _object(value: object) -> dict[str, str]:
    if not isinstance(value, dict) or len(value) > MOST:
        raise ValueError(f"is an object of up to {MOST} texts")
    return {_text(name, Option("")): _text(each, Option("")) for name, each in value.items()}
