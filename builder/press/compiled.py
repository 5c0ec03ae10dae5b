"""Print templates, compiled once and kept in the user's cache: a tenth of a start less."""

from contextlib import suppress

import jinja2
from jinja2.bccache import Bucket

from builder.press import kept


class Compiled(jinja2.BytecodeCache):
    """Keeps each template's code; Jinja itself looks whether the template is still the same."""

    def __init__(self, options: object) -> None:
        """`options` are those that the code depends on, in any form that `repr` tells apart."""
        self._stamp = repr(options).encode() + kept.code_stamp("jinja2.compiler")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fills in the code, where it is kept."""
        code = kept.read(f"template-{bucket.key}", self._stamp)
        if code is not None:
            with suppress(Exception):  # then the template is compiled again
                bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps the code."""
        kept.write(f"template-{bucket.key}", self._stamp, bucket.bytecode_to_string())
