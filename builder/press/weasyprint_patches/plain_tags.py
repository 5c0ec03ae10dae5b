"""The tree that screen readers walk: plain elements are written as they are made."""

from functools import cache
from typing import Any

from builder.press.weasyprint_patches.patch import Untyped
from builder.press.weasyprint_patches.structure_tree import drop_last, nested_tag

#: Elements that WeasyPrint has to look at more closely: lists, tables, links, pictures, and what has no element.
SPECIAL = {"html", "body", "a", "li", "dt", "dd", "ul", "ol", "table", "th", "td", "img"}
#: Elements that hold their text themselves, without a span around it.
HOLD_TEXT = {"p", "span", *(f"h{level}" for level in range(1, 7))}
#: So many entries has a plain element.
PARTS = 5


def install() -> None:
    """Makes the elements of plain boxes."""
    from weasyprint.formatting_structure import boxes
    from weasyprint.layout.absolute import AbsolutePlaceholder
    from weasyprint.pdf import tags

    usual, name_of = tags._build_box_tree, cache(tags._get_pdf_tag)
    special = (boxes.PageBox, boxes.MarginBox, boxes.ReplacedBox, AbsolutePlaceholder)
    line, text, element_class = boxes.LineBox, boxes.TextBox, _element_class()

    def quick_tree(
        box: Untyped,
        parent: Untyped,
        pdf: Untyped,
        page: int,
        numbers: Untyped,
        annotations: Untyped,
        marked: Untyped,
    ) -> Untyped:
        kind = None if isinstance(box, special) or box.element is None else box.element_tag
        hidden = kind and "aria-hidden" in box.element.attrib
        if (
            kind is None
            or kind in SPECIAL
            or ":" in kind
            or box.link_annotation
            or box.widget_annotation
            or hidden
        ):
            return usual(box, parent, pdf, page, numbers, annotations, marked)
        here = pdf.page_references[page] if parent.get("Pg") is None else parent["Pg"]
        element = element_class(pdf, nested_tag(name_of(kind), parent), here, parent)
        kids, holds_text = element["K"], kind in HOLD_TEXT
        for child in box.children:
            for each in child.children if isinstance(child, line) else (child,):
                if isinstance(each, text):
                    mark = marked.pop(each)
                    if holds_text:
                        kids.append(mark["mcid"])
                        numbers[mark["mcid"]] = element.reference
                    else:
                        kid = element_class(pdf, mark["tag"], here, element)
                        kid["K"].append(mark["mcid"])
                        numbers[mark["mcid"]] = kid.reference
                        kids.append(kid.reference)
                else:
                    made = quick_tree(each, element, pdf, page, numbers, annotations, marked)
                    kids.extend([one.reference for one in made])
        if kids:
            return (element,)
        drop_last(pdf, element)
        return ()

    tags._build_box_tree = quick_tree


@cache
def _element_class() -> Any:
    import pydyf

    class Element(pydyf.Dictionary):  # type: ignore[misc]
        """An element of structure, which is written without asking what its parts are."""

        def __init__(self, pdf: Untyped, kind: str, page: bytes, parent: Untyped) -> None:
            self.offset = self.generation = 0
            self.free = "n"
            pdf.add_object(self)
            self["Type"], self["S"] = "/StructElem", f"/{kind}"
            self["K"], self["Pg"], self["P"] = pydyf.Array(), page, parent.reference

        @property
        def reference(self) -> bytes:
            """What others call it."""
            return f"{self.number} 0 R".encode()

        @property
        def data(self) -> bytes:
            """The element as it stands in the file."""
            if len(self) != PARTS or not self["K"] or type(self["K"][0]) not in {bytes, int}:
                whole: bytes = super().data
                return whole
            kids = b" ".join([kid if type(kid) is bytes else b"%d" % kid for kid in self["K"]])
            kind, page, parent = self["S"].encode(), self["Pg"], self["P"]
            return b"<</Type /StructElem/S %s/K [%s]/Pg %s/P %s>>" % (kind, kids, page, parent)

    return Element
