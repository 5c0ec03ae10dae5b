"""Makes a PDF conform to PDF/A-3 and PDF/UA-1, as far as the whole file is concerned.

Sources: ISO 19005-3 (6.2.3 output intent, 6.3 annotations, 6.6 metadata) and ISO 14289-1 (5, 7.21.7 letters).
"""

import re
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any, Final

#: The text of a glyph that only completes the letter before it: ignored by screen readers and in searches.
JOINER: Final = "\u034f"
#: Bytes of an ICC profile with its creation time.
ICC_DATE: Final = slice(24, 36)
#: The flag of annotations that are printed.
PRINT: Final = 4
#: Characters that XML does not allow.
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Description:
    """The metadata of a file."""

    title: str
    author: str
    subject: str
    keywords: str
    producer: str
    language: str = "en"


def described(metadata: Any, producer: str) -> Description:
    """Converts the metadata that WeasyPrint has read from the HTML head."""
    return Description(
        title=metadata.title or "",
        author=", ".join(metadata.authors),
        subject=metadata.description or "",
        keywords=", ".join(metadata.keywords),
        producer=producer,
        language=metadata.lang or "en",
    )


def complete(pdf: Any, about: Description) -> None:
    """Adds metadata, color profile, and the PDF/A-3 and PDF/UA-1 identifiers to a file."""
    _describe(pdf, about)
    _name_colors(pdf)
    _turn_off_interpolation(pdf)


def _describe(pdf: Any, about: Description) -> None:
    import pydyf

    named = {
        "Title": about.title,
        "Author": about.author,
        "Subject": about.subject,
        "Keywords": about.keywords,
    }
    pdf.info.update({name: pydyf.String(legal(text)) for name, text in named.items() if text})
    pdf.info.update({"Creator": pydyf.String("Clockwright"), "Producer": pydyf.String(about.producer)})
    extra = {"Type": "/Metadata", "Subtype": "/XML"}
    reference = pdf.catalog.get("Metadata")
    if reference:  # WeasyPrint's own, which is compressed
        stream = pdf.objects[int(reference.split()[0])]
        stream.stream, stream.compress = [], False
    else:
        stream = pydyf.Stream([], extra)
        pdf.add_object(stream)
        pdf.catalog["Metadata"] = stream.reference
    stream.stream.append(_xmp(about).encode())


def legal(text: str) -> str:
    """Removes characters that XML does not allow."""
    return _ILLEGAL.sub("", text)


def _xmp(about: Description) -> str:
    def element(name: str, how: str, text: str) -> str:
        return f"<{name}>{how.format(escape(legal(text)))}</{name}>\n" if text else ""

    return _XMP.format(
        element("dc:title", _WORDS, about.title)
        + element("dc:creator", _LIST.format("Seq", "{}"), about.author)
        + element("dc:description", _WORDS, about.subject)
        + element("dc:language", _LIST.format("Bag", "{}"), about.language)
        + element("pdf:Keywords", "{}", about.keywords)
        + element("pdf:Producer", "{}", about.producer)
    )


_WORDS = '<rdf:Alt><rdf:li xml:lang="x-default">{}</rdf:li></rdf:Alt>'
_LIST = "<rdf:{0}><rdf:li>{1}</rdf:li></rdf:{0}>"
#: PDF/A allows unknown metadata, such as PDF/UA's, only with a schema in the file.
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfuaid:part>1</pdfuaid:part><pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>
{}<xmp:CreatorTool>Clockwright</xmp:CreatorTool>
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of ISO 14289</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


def _name_colors(pdf: Any) -> None:
    """Adds the sRGB output intent: all our colors are screen colors."""
    import pydyf

    profile = pydyf.Stream([_screen_colors()], {"N": 3}, compress=True)
    pdf.add_object(profile)
    name = pydyf.String("sRGB IEC61966-2.1")
    intent = {"Type": "/OutputIntent", "S": "/GTS_PDFA1", "OutputConditionIdentifier": name, "Info": name}
    pdf.catalog["OutputIntents"] = pydyf.Array(
        [pydyf.Dictionary(intent | {"DestOutputProfile": profile.reference})]
    )


def _turn_off_interpolation(pdf: Any) -> None:
    """Turns off interpolation of pictures (PDF/A), so that they look the same everywhere."""
    for each in pdf.objects:
        if "Interpolate" in getattr(each, "extra", ()):
            each.extra["Interpolate"] = "false"


@cache
def _screen_colors() -> bytes:
    """The ICC profile of sRGB, with a fixed date so that equal scripts give equal bytes."""
    from PIL import ImageCms

    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    profile[ICC_DATE] = bytes.fromhex("07d000010001000000000000")  # 2000-01-01
    return bytes(profile)


def print_annotations(pdf: Any) -> None:
    """Sets the print flag of links."""
    for each in pdf.objects:
        if isinstance(each, dict) and each.get("Type") == "/Annot":
            each["F"] = PRINT


def complete_letters(pdf: Any) -> None:
    """Adds a text to glyphs without one, such as the dots of Arabic letters, which are drawn separately."""
    for each in pdf.objects:
        if isinstance(each, dict) and "ToUnicode" in each:
            letters = pdf.objects[int(each["ToUnicode"].split()[0])]
            nothing, joiner = b"<>", f"<{JOINER.encode('utf-16-be').hex()}>".encode()
            letters.stream = [line.replace(nothing, joiner) for line in letters.stream]
