"""How long tokens take: row 6. `.venv/bin/python -m benchmarks tokens`.

75 of them, characters, reminders and cards, of a sample script; and pictures of 45 for a table on a screen.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import builder
from benchmarks import scriptmaker
from benchmarks.rows import Row, milliseconds
from builder import assets, printables
from builder.press.printing import Order, print_document
from builder.printables import options

SCRIPT = assets.data("samples", "the-wandering-fair.json")
TOKENS, LIMIT = 75, 300
#: All of its characters are official: Scriptmaker knows no others without a picture.
S25 = assets.data("samples", "a-murmur-of-moths.json")


def rows() -> Iterator[Row]:
    """75 tokens from parsed script to PDF, warm; and pictures."""
    script = builder.parse(SCRIPT)
    module, style, paper = printables.choose("tokens", None, "a4")

    def seventy_five() -> None:
        content = module.content(script, options.read(module, {}))
        some = replace(content, faces=content.faces[:TOKENS])
        print_document(Order("tokens", style, some, paper, ("script.json", builder.dump(script).encode())))

    theirs = scriptmaker.tokens(S25)
    yield Row(
        "6",
        f"{TOKENS} tokens, warm",
        milliseconds(seventy_five),
        limit=LIMIT,
        against="Scriptmaker, the tokens of a script of 25, whole process",
        reference=theirs,
        times=6,
        remark="" if theirs else scriptmaker.MISSING,
    )
    whole = milliseconds(lambda: builder.render(script, "tokens"))
    yield Row("6b", "all tokens of that script, warm", whole)
    pictures = milliseconds(lambda: list(islice(builder.token_pictures(script), 45)), rounds=3)
    yield Row("6c", "pictures of 45 tokens, 300 dpi", pictures)
