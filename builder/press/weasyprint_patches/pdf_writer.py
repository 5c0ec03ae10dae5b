"""The bytes of a PDF: plain values are written without a look at what else they could be, and every object once."""

import zlib

from builder.press.weasyprint_patches.patch import Patch, Untyped

#: Of nine; with more a file is a fiftieth smaller and takes four times as long to compress.
EFFORT = 5


def _to_bytes(usual: Untyped) -> Untyped:
    def to_bytes(item: Untyped) -> bytes:
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
            written = usual(item)
        return written

    return to_bytes


def _dictionary(given: Untyped) -> bytes:
    from pydyf import _to_bytes as to_bytes

    parts = [b"/%s %s" % (to_bytes(name), to_bytes(value)) for name, value in given.items()]
    return b"<<%s>>" % b"".join(parts)


def _stream(stream: Untyped) -> bytes:
    whole: bytes | None = stream.__dict__.get("clockwright_whole")
    if whole is None:
        whole = _compressed(stream)
        if (
            stream.extra.get("Type") == "/ObjStm"
        ):  # it is complete when it is made, and its bytes are wanted twice
            stream.clockwright_whole = whole
    return whole


def _compressed(stream: Untyped) -> bytes:
    from pydyf import _to_bytes as to_bytes

    content = b"\n".join([to_bytes(item) for item in stream.stream])
    head = dict(stream.extra)
    if stream.compress:
        head["Filter"], content = "/FlateDecode", zlib.compress(content, EFFORT)
    # With two signs of an end of line no reader takes a last byte of the content for a part of it.
    return b"%s\nstream\n%s\r\nendstream" % (_dictionary(head | {"Length": len(content)}), content)


class Written:
    """An object of a PDF whose bytes are made. Its file wants them twice: to write them, and for its number."""

    def __init__(self, thing: Untyped) -> None:
        self.number, self.generation, self.free = thing.number, thing.generation, thing.free
        self.compressible, self.reference = thing.compressible, thing.reference
        self.data: bytes = thing.data
        self.offset = 0

    @property
    def indirect(self) -> bytes:
        """The object with its number, as it is in the file."""
        return b"%d %d obj\n%s\nendobj" % (self.number, self.generation, self.data)


def _write(usual: Untyped) -> Untyped:
    def write(pdf: Untyped, *others: Untyped, **more: Untyped) -> Untyped:
        pdf.objects = [pdf.objects[0], *map(Written, pdf.objects[1:])]
        return usual(pdf, *others, **more)

    return write


PATCH = Patch(
    "pdf-writer",
    "Writes plain values of a PDF at once, and makes the bytes of every object once.",
    {
        "pydyf:_to_bytes": _to_bytes,
        "pydyf:Dictionary.data": lambda _: property(_dictionary),
        "pydyf:Stream.data": lambda _: property(_stream),
        "pydyf:PDF.write": _write,
    },
    lost="sure to be PDF/A",
    mirrors=("pydyf:Object.indirect", "pydyf:Object.reference", "pydyf:Object.compressible"),
)
