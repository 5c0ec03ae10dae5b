"""The file: plain values are written without asking what else they could be, and every object once."""

from builder.press.quick.swap import Untyped


def install() -> None:
    """Writes bytes, texts and numbers at once."""
    import pydyf  # noqa: PLC0415  # comes with WeasyPrint

    convert = pydyf._to_bytes  # noqa: SLF001  # there is no other way in

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

    pydyf._to_bytes = quick_bytes  # noqa: SLF001  # as above
    packed = pydyf.Stream.data.fget

    def quick_stream(stream: Untyped) -> bytes:
        stream.stream = [b"\n".join([quick_bytes(item) for item in stream.stream])]
        written: bytes = packed(stream)
        return written

    def quick_dictionary(given: Untyped) -> bytes:
        parts = [b"/%s %s" % (quick_bytes(name), quick_bytes(value)) for name, value in given.items()]
        return b"<<%s>>" % b"".join(parts)

    pydyf.Stream.data, pydyf.Dictionary.data = property(quick_stream), property(quick_dictionary)


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
