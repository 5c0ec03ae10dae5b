"""JSON with indent, as `json.dumps(…, indent=2)` writes it, in a third of the time."""

import json
from json.encoder import encode_basestring
from typing import Any

from builder.memoize import Memo, mark

#: How far in those stand who are written once and kept: characters of a script, and what is beside each in its `_meta`.
KEPT = ("\n  ", "\n        ")
_TEXTS: Memo[str] = Memo()


def indented(value: Any, step: str = "  ") -> str:
    """A value as text, letters as they are."""
    parts: list[str] = []
    try:
        _write(value, "\n", step, parts.append)
    except TypeError:  # a key that is no text
        return json.dumps(value, ensure_ascii=False, indent=step)
    return "".join(parts)


def _write(value: Any, line: str, step: str, put: Any) -> None:
    if type(value) is str:
        put(encode_basestring(value))
    elif isinstance(value, dict) and value:
        name = mark(value) if line in KEPT and value.get("id") != "_meta" else None
        if name is None:
            _write_object(value, line, step, put)
        else:
            put(_TEXTS.get((name, line, step), lambda: _object(value, line, step)))
    elif isinstance(value, (list, tuple)) and value:
        inner, opening = line + step, "["
        for each in value:
            put(opening + inner)
            _write(each, inner, step, put)
            opening = ","
        put(line + "]")
    else:
        put(json.dumps(value, ensure_ascii=False))


def _object(value: dict[str, Any], line: str, step: str) -> str:
    parts: list[str] = []
    _write_object(value, line, step, parts.append)
    return "".join(parts)


def _write_object(value: dict[str, Any], line: str, step: str, put: Any) -> None:
    inner, opening = line + step, "{"
    for name, each in value.items():
        put(f"{opening}{inner}{encode_basestring(name)}: ")
        _write(each, inner, step, put)
        opening = ","
    put(line + "}")
