"""What an entry of a script comes back as: every field converted, if that changes no meaning."""

from typing import Any

from builder.formats.official.schema import ABSENT, fitting, is_meta, rule, says_the_same


def mended(item: Any) -> Any:
    """An entry with every field converted, if that changes no meaning."""
    if not isinstance(item, dict):
        return item
    node = rule("meta" if is_meta(item) else "character")
    fits = {name: fitting(node, name, value) for name, value in item.items()}
    return {
        name: fits[name]
        if fits[name] is not ABSENT and says_the_same(node, name, value, fits[name])
        else value
        for name, value in item.items()
    }
