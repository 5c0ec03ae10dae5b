"""Turns a PDF that is about to be written into PDF/X-4 for a print shop: inks, boxes, output intent, metadata.

Source: ISO 15930-7 (6.2 colors and output intents, 6.9 boxes, 6.13 metadata, 6.16 annotations).
"""

import hashlib
import io
import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any, Final

import pydyf

from builder.chunks import SIGNATURE, chunk
from builder.press import archival, pdf_objects
from builder.press.pdf_objects import MM, WrittenStream
from builder.press.prepress.separation import Inks

VERSION: Final = b"1.6"
#: A fixed date, so that equal scripts give equal bytes.
DATE: Final = "2000-01-01T00:00:00Z"
#: A color of type or lines in RGB: three numbers, and the operator for areas or for lines.
_COLOR: Final = re.compile(rb"(?<![\w./])([\d.]+)\s+([\d.]+)\s+([\d.]+)\s+(rg|RG)\b")
_OPERATORS: Final = {b"rg": b"k", b"RG": b"K"}
#: What a page of a file for people has, and one for a press has not.
_NOT_PRINTED: Final = ("Annots", "Tabs", "StructParents")
_NOT_NEEDED: Final = (
    "Names",
    "AF",
    "Outlines",
    "PageMode",
    "MarkInfo",
    "StructTreeRoot",
    "ViewerPreferences",
)


@dataclass(frozen=True, slots=True)
class Job:
    """What a print shop is given: sizes in millimeters."""

    #: Width and height after the cut.
    trim: tuple[float, float]
    bleed: float
    inks: Inks
    title: str
    author: str = ""


def finish(pdf: Any, job: Job) -> None:
    """Changes everything in a file of pydyf to what PDF/X-4 asks for. To be called right before it is written."""
    for stream in _contents(pdf):
        stream.stream = [_inked(pdf_objects.operators(stream), job.inks)]
    for each in pdf.objects:
        if isinstance(each, WrittenStream):
            _rewrite(each, job.inks)
        elif isinstance(each, pydyf.Stream) and each.extra.get("Subtype") == "/Image":
            _separate(each, job.inks)
        _recolor(each.extra if isinstance(each, pydyf.Stream) else each, job.inks)
    for page in _pages(pdf):
        _set_boxes(page, job)
    for name in _NOT_NEEDED:
        pdf.catalog.pop(name, None)
    _describe(pdf, job)


def _pages(pdf: Any) -> Iterator[Any]:
    return (each for each in pdf.objects if isinstance(each, dict) and each.get("Type") == "/Page")


def _contents(pdf: Any) -> Iterator[Any]:
    """The streams with operators: of pages, forms and patterns."""
    pages = {bytes(page["Contents"]) for page in _pages(pdf)}
    for each in pdf.objects:
        if isinstance(each, pydyf.Stream) and not isinstance(each, WrittenStream):
            is_drawing = each.extra.get("Subtype") == "/Form" or "PatternType" in each.extra
            if is_drawing or bytes(each.reference) in pages:
                yield each


def _inked(operators: bytes, inks: Inks) -> bytes:
    def ink(found: re.Match[bytes]) -> bytes:
        rgb = (round(min(1.0, float(part)) * 255) for part in found.groups()[:3])
        return b"%b %b" % (_amounts(inks.color(*rgb)), _OPERATORS[found[4]])

    return _COLOR.sub(ink, operators)


def _amounts(color: tuple[int, ...]) -> bytes:
    return b" ".join(b"%g" % (part * 1000 // 255 / 1000) for part in color)


def _rewrite(drawing: WrittenStream, inks: Inks) -> None:
    """Changes the colors inside of a drawing that is stored as finished bytes."""
    head, _separator, body = drawing.data.partition(b"\nstream\n")
    body = body.removesuffix(b"\nendstream")
    if b"/Subtype/Form" not in head or b"/FlateDecode" not in head:
        return
    operators = zlib.decompress(body)
    inked = _inked(operators, inks)
    if inked != operators:
        packed = zlib.compress(inked, 9)
        head = head.replace(b"/Length %d" % len(body), b"/Length %d" % len(packed))
        drawing.replace(head + b"\nstream\n" + packed + b"\nendstream")


def _separate(image: Any, inks: Inks) -> None:
    """Converts a picture; grey ones are black ink already."""
    if image.extra.get("ColorSpace") != "/DeviceRGB":
        return
    import numpy as np

    from builder.press.pictures import png_encoding

    inked = inks.picture(_decoded(image))
    rows = png_encoding.filter_rows(np.asarray(inked))
    image.stream, image.compress = [zlib.compress(rows.tobytes(), 7)], False
    facts = {"Predictor": 15, "Colors": 4, "Columns": inked.width}
    image.extra.update(
        {"ColorSpace": "/DeviceCMYK", "Filter": "/FlateDecode", "DecodeParms": pydyf.Dictionary(facts)}
    )


def _decoded(image: Any) -> Any:
    """The pixels of a picture: of a JPEG, or of the compressed rows of a PNG."""
    from PIL import Image

    body, size = pdf_objects.operators(image), (image.extra["Width"], image.extra["Height"])
    if image.extra.get("Filter") == "/DCTDecode":
        return Image.open(io.BytesIO(body)).convert("RGB")
    if "Filter" not in image.extra:
        return Image.frombytes("RGB", size, body)
    if "DecodeParms" not in image.extra:
        return Image.frombytes("RGB", size, zlib.decompress(body))
    head = struct.pack(">2I5B", *size, 8, 2, 0, 0, 0)
    png = SIGNATURE + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")
    return Image.open(io.BytesIO(png)).convert("RGB")


def _recolor(value: Any, inks: Inks) -> None:
    """Changes color spaces of groups, and the colors of gradients."""
    if isinstance(value, list | tuple):
        for each in value:
            _recolor(each, inks)
    if not isinstance(value, dict):
        return
    value.pop("lab-d50", None)  # WeasyPrint names color spaces that nothing uses
    value.pop("lab-d65", None)
    for name in ("CS", "ColorSpace"):
        if value.get(name) == "/DeviceRGB":
            value[name] = "/DeviceCMYK"
    for name in ("C0", "C1"):
        if len(value.get(name, ())) == 3:
            rgb = (round(float(part) * 255) for part in value[name])
            value[name] = pydyf.Array(part * 1000 // 255 / 1000 for part in inks.color(*rgb))
    for each in value.values():
        _recolor(each, inks)


def _set_boxes(page: Any, job: Job) -> None:
    """Sets the trim box in the middle of the sheet, and bleed and media box around it."""
    left, bottom, right, top = (float(side) for side in page["MediaBox"])
    x, y = (left + right) / 2, (bottom + top) / 2
    for name, more in (("MediaBox", job.bleed), ("BleedBox", job.bleed), ("TrimBox", 0.0)):
        wide, high = ((side / 2 + more) * MM for side in job.trim)
        page[name] = pydyf.Array(round(each, 4) for each in (x - wide, y - high, x + wide, y + high))
    for name in _NOT_PRINTED:
        page.pop(name, None)
    page["Group"] = pydyf.Dictionary({"Type": "/Group", "S": "/Transparency", "CS": "/DeviceCMYK"})


def _describe(pdf: Any, job: Job) -> None:
    profile = pydyf.Stream([job.inks.profile], {"N": 4}, compress=True)
    pdf.add_object(profile)
    intent = {
        "Type": "/OutputIntent",
        "S": "/GTS_PDFX",
        "OutputConditionIdentifier": pydyf.String(job.inks.name),
        "OutputCondition": pydyf.String(job.inks.condition),
        "Info": pydyf.String(job.inks.condition),
        "DestOutputProfile": profile.reference,
    }
    pdf.catalog["OutputIntents"] = pydyf.Array([pydyf.Dictionary(intent)])
    pdf.info.clear()
    dates = pydyf.String(f"D:{re.sub('[^0-9]', '', DATE)}Z")
    pdf.info.update({"Title": pydyf.String(job.title), "Creator": pydyf.String("Clockwright")})
    pdf.info.update({"Producer": pydyf.String("Clockwright"), "CreationDate": dates, "ModDate": dates})
    pdf.info["Trapped"] = "/False"
    digest = hashlib.sha256(job.title.encode())
    for stream in _contents(pdf):
        digest.update(pdf_objects.operators(stream))
    metadata = pydyf.Stream(
        [_xmp(job, digest.hexdigest()[:32]).encode()], {"Type": "/Metadata", "Subtype": "/XML"}
    )
    pdf.add_object(metadata)
    pdf.catalog["Metadata"] = metadata.reference


def _xmp(job: Job, identifier: str) -> str:
    title, author = (escape(archival.legal(text)) for text in (job.title, job.author))
    by = f"<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>" if author else ""
    return _XMP.format(title=title, by=by, date=DATE, identifier=identifier)


_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>{by}
<pdf:Trapped>False</pdf:Trapped><pdf:Producer>Clockwright</pdf:Producer>
<xmp:CreatorTool>Clockwright</xmp:CreatorTool><xmp:CreateDate>{date}</xmp:CreateDate>
<xmp:ModifyDate>{date}</xmp:ModifyDate><xmp:MetadataDate>{date}</xmp:MetadataDate>
<xmpMM:DocumentID>uuid:{identifier}</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""
