"""The file: plain values are written without asking what else they could be, and every object once."""

import zlib
from functools import cache

from builder.press.weasyprint_patches.patch import Untyped

#: Of nine; with more a file is a fiftieth smaller and takes four times as long to pack.
EFFORT = 5


@cache
def install() -> None:
    """Writes bytes, texts and numbers at once."""
    import pydyf

    convert = pydyf._to_bytes

    def quick_bytes(item: Untyped) -> bytes:
        kind = type(item)
        if kind is bytes:
            written: bytes = item
        elif kind is str:
            written = item.encode("ascii")
        elif kind is int or (kind is float and item.is_integer()):
            written = b"%d" % item
        elif kind is float:
            written = (b"%f" % item).rstrip(b"0")
        else:
            written = convert(item)
        return written

    pydyf._to_bytes = quick_bytes
    pydyf.Stream.data, pydyf.Dictionary.data = property(_stream), property(_dictionary)


def _dictionary(given: Untyped) -> bytes:
    from pydyf import _to_bytes as to_bytes

    parts = [b"/%s %s" % (to_bytes(name), to_bytes(value)) for name, value in given.items()]
    return b"<<%s>>" % b"".join(parts)


def _stream(stream: Untyped) -> bytes:
    whole: bytes | None = stream.__dict__.get("clockwright_whole")
    if whole is None:
        whole = _packed(stream)
        if stream.extra.get("Type") == "/ObjStm":  # it is complete when it is made, and is asked for twice
            stream.clockwright_whole = whole
    return whole


def _packed(stream: Untyped) -> bytes:
    from pydyf import _to_bytes as to_bytes

    content = b"\n".join([to_bytes(item) for item in stream.stream])
    head = dict(stream.extra)
    if stream.compress:
        head["Filter"], content = "/FlateDecode", zlib.compress(content, EFFORT)
    # With two signs of an end of line no reader takes a last byte of the content for a part of it.
    return b"%s\nstream\n%s\r\nendstream" % (_dictionary(head | {"Length": len(content)}), content)


class Written:
    """An object of a PDF whose bytes are made. Its file asks for them twice: to write them, and for its number."""

    def __init__(self, thing: Untyped) -> None:
        self.number, self.generation, self.free = thing.number, thing.generation, thing.free
        self.compressible, self.reference = thing.compressible, thing.reference
        self.data: bytes = thing.data
        self.offset = 0

    @property
    def indirect(self) -> bytes:
        """The object with its number, as it stands in the file."""
        return b"%d %d obj\n%s\nendobj" % (self.number, self.generation, self.data)


def write_once(pdf: Untyped) -> None:
    """Makes the bytes of every object. Call it when nothing changes any more."""
    pdf.objects = [pdf.objects[0], *map(Written, pdf.objects[1:])]
