"""Resources that the pages of a document share: font subsets, drawings, pictures."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

import pydyf

from builder.press.drawings import Drawing
from builder.press.pdf_objects import WrittenStream, added
from builder.press.pictures import scaling
from builder.press.pictures.scaling import Encoded
from builder.press.tokens.shaping import Face, Glyph

_CMAP_HEAD = (
    b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap"
    b" /CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def"
    b" /CMapName /Adobe-Identity-UCS def /CMapType 2 def"
    b" 1 begincodespacerange <0000> <ffff> endcodespacerange"
)
_CMAP_FOOT = b"endcmap CMapName currentdict /CMap defineresource pop end end"
_MOST_PAIRS = 100


class Resources:
    """Collects the resources of pages while they are drawn, and writes them to the file at the end."""

    def __init__(self) -> None:
        self._faces: dict[Face, str] = {}
        self._used: dict[Face, dict[int, Glyph]] = {}
        self._drawings: dict[str, Drawing] = {}
        self._pictures: dict[str, Encoded] = {}
        #: Letters that no font has; whether a picture was missing.
        self.lost: set[str] = set()
        self.missing_pictures = False

    def font(self, face: Face) -> str:
        """The resource name of a face; adds it on first use."""
        return self._faces.setdefault(face, f"F{len(self._faces)}")

    def code(self, face: Face, glyph: Glyph) -> str:
        """The hexadecimal code of a glyph; records the glyph and its letters for the font subset."""
        used = self._used.setdefault(face, {})
        if not used.get(glyph.id, glyph).text or glyph.id not in used:
            used[glyph.id] = glyph
        return f"{glyph.id:04x}"

    def drawing(self, drawing: Drawing) -> str:
        """The resource name of a drawing; adds it on first use."""
        self._drawings[drawing.name] = drawing
        return drawing.name

    def picture(self, name: str, picture: Encoded) -> str:
        """The resource name of a picture; adds it on first use."""
        self._pictures[f"p-{name}"] = picture
        return f"p-{name}"

    def write(self, pdf: Any) -> Any:
        """Adds all resources to a file; returns the resource dictionary of its pages."""
        objects = {name: _form(pdf, drawing) for name, drawing in self._drawings.items()}
        objects |= {name: _image(pdf, picture) for name, picture in self._pictures.items()}
        fonts = {
            name: _font(pdf, face, self._used[face])
            for face, name in self._faces.items()
            if face in self._used
        }
        return added(pdf, {"Font": pydyf.Dictionary(fonts), "XObject": pydyf.Dictionary(objects)})


def _form(pdf: Any, drawing: Drawing) -> bytes:
    form = WrittenStream(drawing.data)
    pdf.add_object(form)
    return bytes(form.reference)


def _image(pdf: Any, picture: Encoded) -> bytes:
    image = scaling.x_object(picture)
    if "SMask" in image.extra:
        pdf.add_object(image.extra["SMask"])
        image.extra["SMask"] = image.extra["SMask"].reference
    pdf.add_object(image)
    return bytes(image.reference)


def _font(pdf: Any, face: Face, used: Mapping[int, Glyph]) -> bytes:
    body = face.subset(used)
    tag = "".join(chr(65 + byte % 26) for byte in hashlib.sha256(body).digest()[:6])
    name = f"/{tag}+{re.sub(r'[^A-Za-z0-9-]', '', face.path.stem) or 'Font'}"
    descriptor = _descriptor(pdf, name, body)
    letters = pydyf.Stream([_CMAP_HEAD, *_letters(used), _CMAP_FOOT], compress=True)
    pdf.add_object(letters)
    descendant = _descendant(face, used, name, descriptor)
    font = {
        "Type": "/Font",
        "Subtype": "/Type0",
        "BaseFont": name,
        "Encoding": "/Identity-H",
        "DescendantFonts": pydyf.Array([added(pdf, descendant).reference]),
        "ToUnicode": letters.reference,
    }
    return bytes(added(pdf, font).reference)


def _descriptor(pdf: Any, name: str, body: bytes) -> Any:
    is_cff = body[:4] == b"OTTO"
    file = pydyf.Stream([body], {"Subtype": "/OpenType"} if is_cff else {"Length1": len(body)}, compress=True)
    pdf.add_object(file)
    facts = {
        "Type": "/FontDescriptor",
        "FontName": name,
        "Flags": 4,
        "FontBBox": pydyf.Array([-500, -300, 1500, 1100]),
        "ItalicAngle": 0,
        "Ascent": 900,
        "Descent": -300,
        "CapHeight": 700,
        "StemV": 80,
        "FontFile3" if is_cff else "FontFile2": file.reference,
    }
    return added(pdf, facts)


def _descendant(face: Face, used: Iterable[int], name: str, descriptor: Any) -> dict[str, Any]:
    is_cff = "FontFile3" in descriptor
    system = {"Registry": pydyf.String("Adobe"), "Ordering": pydyf.String("Identity"), "Supplement": 0}
    widths = [(glyph, pydyf.Array([round(face.width(glyph) * 1000)])) for glyph in sorted(used)]
    return {
        "Type": "/Font",
        "Subtype": "/CIDFontType0" if is_cff else "/CIDFontType2",
        "BaseFont": name,
        "CIDSystemInfo": pydyf.Dictionary(system),
        "W": pydyf.Array(chain.from_iterable(widths)),
        "FontDescriptor": descriptor.reference,
        **({} if is_cff else {"CIDToGIDMap": "/Identity"}),
    }


def _letters(used: Mapping[int, Glyph]) -> Iterable[bytes]:
    pairs = [
        f"<{number:04x}> <{(used[number].text or ' ').encode('utf-16-be', 'replace').hex()}>"
        for number in sorted(used)
    ]
    for start in range(0, len(pairs), _MOST_PAIRS):
        some = pairs[start : start + _MOST_PAIRS]
        yield f"{len(some)} beginbfchar\n{chr(10).join(some)}\nendbfchar".encode()
