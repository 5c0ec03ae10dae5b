"""The pages' templates as they were compiled, kept between starts: the first page does not wait for the compiler.

What is kept is code, so it is run only where it is as we wrote it: signed with the server's own key, by this very
Python and Jinja, from the template as it is now. Whatever is not so, is compiled anew and replaces it.
"""

import hashlib
import hmac
import sys
from contextlib import suppress
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

import builder
from builder import files

#: Bytes of the signature before the code.
SIGNATURE = hashlib.sha256().digest_size
#: Code of another program is another code, though the template is the same.
PROGRAM = f"{sys.implementation.cache_tag} {sys.version} {jinja2.__version__} {builder.__version__}"


class Compiled(BytecodeCache):
    """A folder of compiled templates, each file signed. A disk that is full only makes the next start slower."""

    def __init__(self, folder: Path, key: bytes) -> None:
        self._folder, self._key = folder, key

    def load_bytecode(self, bucket: Bucket) -> None:
        """Gives Jinja the code of a template; nothing where there is none that can be trusted."""
        try:
            kept = self._path(bucket).read_bytes()
        except OSError:
            return
        signature, code = kept[:SIGNATURE], kept[SIGNATURE:]
        if hmac.compare_digest(signature, self._signature(bucket, code)):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps what Jinja compiled."""
        code = bucket.bytecode_to_string()
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            files.write(self._path(bucket), self._signature(bucket, code) + code)

    def _path(self, bucket: Bucket) -> Path:
        return self._folder / f"{bucket.key}.code"

    def _signature(self, bucket: Bucket, code: bytes) -> bytes:
        signed = f"{PROGRAM} {bucket.key} {bucket.checksum} ".encode() + code
        return hmac.digest(self._key, signed, "sha256")
