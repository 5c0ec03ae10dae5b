"""Cache compiled Jinja templates on disk, so that the first page does not wait for the compiler."""

import sys
from contextlib import suppress

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

import builder
from builder.cache import DiskCache

#: Another version of Jinja, Python or builder.template_sentences compiles the same template to other code.
PROGRAM = f"2 {sys.implementation.cache_tag} {sys.version} {jinja2.__version__} {builder.__version__}"


class TemplateCache(BytecodeCache):
    """Stores each template's bytecode; Jinja checks whether the template is unchanged.

    The bytecode is executed, so only signed entries are loaded.
    """

    def __init__(self, cache: DiskCache, options: object = ()) -> None:
        """`options` are all that the bytecode depends on, in any form with a distinctive `repr`."""
        self._cache = cache
        self._options = repr(options)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the bytecode, if it is cached."""
        code = self._cache.read(f"template-{bucket.key}", self._version(bucket))
        if code is not None:
            with suppress(Exception):  # then the template is compiled again
                bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the bytecode."""
        self._cache.write(f"template-{bucket.key}", bucket.bytecode_to_string(), self._version(bucket))

    def _version(self, bucket: Bucket) -> bytes:
        return f"{PROGRAM} {self._options} {bucket.key} {bucket.checksum}".encode()
