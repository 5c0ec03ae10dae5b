"""Templates as they were compiled, saved between starts: the first page does not wait for the compiler."""

import sys
from contextlib import suppress

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

import builder
from builder.cache import DiskCache

#: Code of another program is another code, though the template is the same.
PROGRAM = f"{sys.implementation.cache_tag} {sys.version} {jinja2.__version__} {builder.__version__}"


class TemplateCache(BytecodeCache):
    """Saves each template's code; Jinja itself looks whether the template is still the same.

    What is saved is code, so only what this cache has sealed is run.
    """

    def __init__(self, cache: DiskCache, options: object = ()) -> None:
        """`options` are those that the code depends on, in any form that `repr` tells apart."""
        self._cache = cache
        self._options = repr(options)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fills in the code, where it is there."""
        code = self._cache.read(f"template-{bucket.key}", self._version(bucket))
        if code is not None:
            with suppress(Exception):  # then the template is compiled again
                bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Saves the code."""
        self._cache.write(f"template-{bucket.key}", bucket.bytecode_to_string(), self._version(bucket))

    def _version(self, bucket: Bucket) -> bytes:
        return f"{PROGRAM} {self._options} {bucket.key} {bucket.checksum}".encode()
