"""Writes PDF objects faster: plain values have a fast path, and each object is serialized once."""

import zlib

from builder.language import N_
from builder.press.weasyprint_patches.patch import Patch, Untyped

#: zlib's level; a higher one makes files 2% smaller and takes four times as long.
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
        if stream.extra.get("Type") == "/ObjStm":  # it is complete, and its bytes are needed twice
            stream.clockwright_whole = whole
    return whole


def _compressed(stream: Untyped) -> bytes:
    from pydyf import _to_bytes as to_bytes

    content = b"\n".join([to_bytes(item) for item in stream.stream])
    head = dict(stream.extra)
    if stream.compress:
        head["Filter"], content = "/FlateDecode", zlib.compress(content, EFFORT)
    # With CR and LF no reader takes a last CR of the content for a part of the line end.
    return b"%s\nstream\n%s\r\nendstream" % (_dictionary(head | {"Length": len(content)}), content)


class Written:
    """A serialized PDF object. pydyf needs its bytes twice: to write them, and for its number."""

    def __init__(self, thing: Untyped) -> None:
        self.number, self.generation, self.free = thing.number, thing.generation, thing.free
        self.compressible, self.reference = thing.compressible, thing.reference
        self.data: bytes = thing.data
        self.offset = 0

    @property
    def indirect(self) -> bytes:
        """The object with its number, as written to the file."""
        return b"%d %d obj\n%s\nendobj" % (self.number, self.generation, self.data)


def _page_references(usual: Untyped) -> Untyped:
    """WeasyPrint asks for the references of all pages once for each tagged element."""

    def page_references(pdf: Untyped) -> Untyped:
        number = len(pdf.pages["Kids"])
        known = pdf.__dict__.get("clockwright_pages", (-1, ()))
        if known[0] != number:
            known = pdf.clockwright_pages = (number, usual.fget(pdf))
        return known[1]

    return property(page_references)


def _write(usual: Untyped) -> Untyped:
    def write(pdf: Untyped, *others: Untyped, **more: Untyped) -> Untyped:
        pdf.objects = [pdf.objects[0], *map(Written, pdf.objects[1:])]
        return usual(pdf, *others, **more)

    return write


PATCH = Patch(
    "pdf-writer",
    "Writes plain values of a PDF at once, and makes the bytes of every object and the list of pages once.",
    {
        "pydyf:_to_bytes": _to_bytes,
        "pydyf:Dictionary.data": lambda _: property(_dictionary),
        "pydyf:Stream.data": lambda _: property(_stream),
        "pydyf:PDF.page_references": _page_references,
        "pydyf:PDF.write": _write,
    },
    lost=N_("PDFs are not guaranteed to be PDF/A."),
    mirrors=("pydyf:Object.indirect", "pydyf:Object.reference", "pydyf:Object.compressible"),
)
