"""What the parts of a script are called when a person is told about them."""

import re

from builder.formats.official.entries import identifier, is_meta
from builder.formats.official.mend import mend
from builder.formats.official.schema import Fault, Node, rule

KINDS = {
    "string": "a text",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object in braces",
    "null": "empty (null)",
}
#: What fits into a sentence.
LONGEST = 40
LOWER_OPENINGS = (
    "the ",
    "entry ",
    "list ",
    "reminder ",
    "global ",
    "jinx ",
    "app ",
    "rule ",
    "image ",
    "id ",
)


def name_of(entry: object, index: int) -> str:
    """Who that is: `Pikeman`, `the script's _meta`, `“zeus”`, `entry 4`."""
    if isinstance(entry, dict):
        if is_meta(entry):
            return "the script's _meta"
        name = mend(rule("character")["properties"]["name"], entry.get("name"), cut=False)
        if isinstance(name, str) and name.strip():
            return short(name)
    who = identifier(entry) if isinstance(entry, dict) else entry
    return f"“{short(who)}”" if isinstance(who, str) and who.strip() else f"entry {index + 1}"


def owner_of(fault: Fault, entry: object) -> str:
    """Who has the fault."""
    return name_of(entry, int(fault.path[0]))


def thing(fault: Fault, entry: object) -> str:
    """The faulty part in words: `the ability of Pikeman`, `reminder token 3 of Pikeman`."""
    node: Node = rule("meta" if isinstance(entry, dict) and is_meta(entry) else "character")
    words: list[str] = []
    for step in fault.path[1:]:
        if isinstance(step, int):
            node = node["items"]
            words[-1] = f"{node['title']} {step + 1}"
        else:
            node = node["properties"][step]
            words.append(f"the {node['title']}")
    return " of ".join([*reversed(words), owner_of(fault, entry)])


def shown(value: object) -> str:
    """A value as it stands in a sentence."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f"“{short(value)}”"
    return f"a list of {len(value)}" if isinstance(value, list) else str(value)[:LONGEST]


def short(text: str) -> str:
    """A name or a word on one line, at a length that fits a sentence."""
    flat = re.sub(r"\s+", " ", text[: 2 * LONGEST]).strip()
    return flat if len(flat) <= LONGEST else flat[: LONGEST - 1].rstrip() + "…"


def capitalised(text: str) -> str:
    """A sentence with its capital, unless it begins with a name or an id."""
    return text[:1].upper() + text[1:] if text.startswith(LOWER_OPENINGS) else text
