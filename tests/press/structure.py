"""Looks into a PDF as a screen reader does: its tags, its marked text, its fonts."""

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Page, Pdf

#: Operators of a page that mark and write; lines and pictures are by far the most of it.
WRITING = "BDC BMC EMC Tf Tj TJ"


@dataclass(slots=True)
class Marked:
    """What the drawing of a page marks: the ids of its tagged text, and the text of decoration and of nothing."""

    ids: set[int] = field(default_factory=set)
    tagged: str = ""
    decoration: str = ""
    unmarked: str = ""


def opened(pdf: bytes) -> Pdf:
    found = pikepdf.open(BytesIO(pdf))
    assert len(found.pages)
    return found


def elements(node: Any) -> Iterator[Any]:  # a PDF object
    """Every element of the structure tree, in reading order."""
    if isinstance(node, Array):
        for child in node:
            yield from elements(child)
    elif isinstance(node, Dictionary):
        if "/S" in node:
            yield node
        if "/K" in node:
            yield from elements(node.K)


def tree_ids(pdf: Pdf) -> dict[tuple[int, int], set[int]]:
    """For each page (by its object number) the marked-content ids that the structure tree holds."""
    found: dict[tuple[int, int], set[int]] = {page.objgen: set() for page in pdf.pages}
    for element in elements(pdf.Root.StructTreeRoot.K):
        kids = element.get("/K", Array())
        for kid in kids if isinstance(kids, Array) else [kids]:
            if isinstance(kid, int):
                found[element.Pg.objgen].add(kid)
            elif isinstance(kid, Dictionary) and kid.get("/Type") == Name.MCR:
                found[kid.get("/Pg", element.get("/Pg")).objgen].add(int(kid.MCID))
    return found


def marked(page: Page) -> Marked:
    """What a page draws, by how it is marked."""
    fonts = _fonts(page)
    result, stack, letters = Marked(), list[str](), dict[int, str]()
    for operands, operator in pikepdf.parse_content_stream(page, WRITING):
        match str(operator):
            case "BDC" | "BMC":
                stack.append(_open(result, operands))
            case "EMC":
                stack.pop()
            case "Tf":
                letters = fonts[str(operands[0])]
            case "Tj" | "TJ":
                _say(result, stack, "".join(_read(operand, letters) for operand in operands))
    assert stack == [], "marked content is left open"
    return result


def marked_texts(page: Page) -> dict[int, str]:
    """The text of each marked-content id of a page."""
    fonts = _fonts(page)
    texts, stack, letters = dict[int, str](), list[int | None](), dict[int, str]()
    for operands, operator in pikepdf.parse_content_stream(page, WRITING):
        match str(operator):
            case "BDC" | "BMC":
                has_id = len(operands) > 1 and "/MCID" in operands[1]
                stack.append(int(operands[1].MCID) if has_id else None)
                if stack[-1] is not None:
                    texts[stack[-1]] = ""
            case "EMC":
                stack.pop()
            case "Tf":
                letters = fonts[str(operands[0])]
            case "Tj" | "TJ":
                number = next((each for each in reversed(stack) if each is not None), None)
                if number is not None:
                    texts[number] += "".join(_read(operand, letters) for operand in operands)
    return texts


def headings(pdf: Pdf) -> list[int]:
    """The levels of its headings, in reading order."""
    return [
        int(str(element.S)[2:])
        for element in elements(pdf.Root.StructTreeRoot.K)
        if re.match(r"/H\d", str(element.S))
    ]


def fonts(pdf: Pdf) -> list[Any]:
    """Every font of a PDF."""
    found = {font.objgen: font for page in pdf.pages for font in page.resources.get("/Font", {}).values()}
    assert found, "no page has a font"
    return list(found.values())


def _open(result: Marked, operands: Any) -> str:  # PDF objects
    if operands[0] == Name.Artifact:
        return "decoration"
    if len(operands) > 1 and "/MCID" in operands[1]:
        result.ids.add(int(operands[1].MCID))
        return "tagged"
    return ""


def _say(result: Marked, stack: list[str], words: str) -> None:
    place = next((place for place in reversed(stack) if place), "unmarked")
    setattr(result, place, getattr(result, place) + words)


def _read(operand: Any, letters: dict[int, str]) -> str:  # a PDF object
    if isinstance(operand, Array):
        return "".join(_read(each, letters) for each in operand)
    if not isinstance(operand, pikepdf.String):
        return ""
    codes = bytes(operand)
    return "".join([letters.get(code, "") for (code,) in struct.iter_unpack(">H", codes)])


def _fonts(page: Page) -> dict[str, dict[int, str]]:
    fonts = page.resources.get("/Font", {})
    return {name: _letters(font.ToUnicode.read_bytes()) for name, font in fonts.items()}


@lru_cache(maxsize=64)
def _letters(to_unicode: bytes) -> dict[int, str]:
    """For each code of a font the letters that it means."""
    written = to_unicode.decode().split("endcodespacerange")[1]
    pairs = re.findall(r"<([0-9a-fA-F]{4})>\s*<([0-9a-fA-F]+)>", written)
    return {int(code, 16): bytes.fromhex(text).decode("utf-16-be") for code, text in pairs}
