"""Convert HTML elements to plain text or Markdown."""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from builder import prose
from builder.formats.html import Element

#: Elements that begin a new paragraph; all others are inline.
BLOCKS = frozenset(
    (
        "article aside blockquote body center dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 "
        "header hr html li main nav ol p pre section summary table tbody td tfoot th thead tr ul"
    ).split()
)
MARKS = {"strong": "**", "b": "**", "em": "*", "i": "*", "code": "`", "tt": "`", "kbd": "`", "samp": "`"}
LINKS = frozenset({"http", "https", "mailto"})
#: Characters that Markdown might interpret, or a line that looks like a list.
SPECIAL = re.compile(r"[\\`*_\[\]#>|~<&]|^ *+(?:[-+=]|\d{1,9}[.)])", re.MULTILINE)
ESCAPED = re.compile(r"([\\`*_\[\]<>|~])")
OPENS_A_LINE = re.compile(r"^( *+\d{0,9})(?=[-+=#.)])([-+=#]|(?<=\d)[.)])", re.MULTILINE)


def words(element: Element) -> str:
    """The plain text, with a line for each line break and paragraph."""
    lines = (" ".join(line.split()) for line in "".join(_letters(element)).split("\n"))
    return "\n".join(line for line in lines if line)


def markdown(element: Element) -> str:
    """Convert an element to Markdown; pictures are omitted.

    Characters are escaped only where they could be read as markup.
    """
    plain = "\n\n".join(_blocks(element, escape=False))
    said = "".join(_letters(element))
    if not SPECIAL.search(said):
        return plain
    if len(plain) < prose.LONGEST and _bare(prose.plain(plain)) == _bare(said):
        return plain
    return "\n\n".join(_blocks(element, escape=True))


def _letters(element: Element) -> Iterator[str]:
    for child in element.children:
        if isinstance(child, str):
            yield re.sub(r"\s+", " ", child)
        elif child.name == "br":
            yield "\n"
        else:
            yield from _letters(child)
            yield "\n" if child.name in BLOCKS else ""


def _blocks(element: Element, *, escape: bool) -> list[str]:
    """The paragraphs, lists, … of an element."""
    found: list[str] = []
    run: list[Element | str] = []
    for child in element.children:
        if isinstance(child, Element) and child.name in BLOCKS:
            found.append(_line(run, escape=escape))
            run = []
            found += _block(child, escape=escape)
        else:
            run.append(child)
    found.append(_line(run, escape=escape))
    return [block for block in found if block.strip()]


def _block(element: Element, *, escape: bool) -> list[str]:  # noqa: PLR0911  # one for each kind
    """An element that is a paragraph of its own kind, or has some."""
    match element.name:
        case "h1" | "h2" | "h3" | "h4" | "h5" | "h6":
            text = " ".join(_line(element.children, escape=escape).split())
            return [f"{'#' * int(element.name[1])} {text}"] if text else []
        case "ul" | "ol":
            return ["\n".join(_items(element, escape=escape))]
        case "blockquote":
            lines = "\n\n".join(_blocks(element, escape=escape)).split("\n")
            return ["\n".join(f"> {line}".rstrip() for line in lines)] if any(lines) else []
        case "table":
            return ["\n".join(_rows(element, escape=escape))]
        case "pre":  # code has no marks
            code = "".join(_letters(element)).strip("\n")
            return [f"```\n{code}\n```"] if code.strip() else []
        case "hr":
            return ["---"]
    return _blocks(element, escape=escape)


def _items(element: Element, *, escape: bool) -> Iterator[str]:
    number = 0
    for child in element.children:
        if not isinstance(child, Element):
            continue
        inner = _blocks(child, escape=escape)
        if inner:
            number += 1
            mark = f"{number}. " if element.name == "ol" else "- "
            lines = "\n".join(inner).split("\n")
            yield mark + f"\n{' ' * len(mark)}".join(lines)


def _rows(element: Element, *, escape: bool) -> Iterator[str]:
    for number, row in enumerate(element.named("tr")):
        cells = [each for each in row.children if isinstance(each, Element) and each.name in {"td", "th"}]
        texts = [" ".join(_line(cell.children, escape=escape).split()) for cell in cells]
        yield f"| {' | '.join(texts)} |"
        if number == 0:
            yield f"|{' --- |' * max(1, len(texts))}"


def _line(children: Sequence[Element | str], *, escape: bool) -> str:
    """Inline content: emphasis, links, line breaks."""
    text = "".join(_inline(child, escape=escape) for child in children)
    return "\n".join(" ".join(line.split()) for line in text.split("\n")).strip()


def _inline(child: Element | str, *, escape: bool) -> str:
    if isinstance(child, str):
        text = re.sub(r"\s+", " ", child)
        return OPENS_A_LINE.sub(r"\1\\\2", ESCAPED.sub(r"\\\1", text)) if escape else text
    if child.name == "br":
        return "\n"
    inner = "".join(_inline(each, escape=escape) for each in child.children)
    bare = inner.strip()
    if not bare or child.name in BLOCKS:
        return f" {inner} " if child.name in BLOCKS else inner
    before, _, after = inner.partition(bare)
    return f"{before}{_marked(child, bare)}{after}"


def _marked(element: Element, text: str) -> str:
    """Emphasis, or a link."""
    mark = MARKS.get(element.name, "")
    address = element.attributes.get("href", "") if element.name == "a" else ""
    return f"[{text}]({address})" if _is_link(address) else f"{mark}{text}{mark}"


def _is_link(address: str) -> bool:
    try:
        return urlsplit(address).scheme in LINKS and not set(address) & set("()<>[]\\ \n")
    except ValueError:
        return False


def _bare(text: str) -> str:
    """Normalize a text for comparison: only its letters and possible marks."""
    return "".join(letter for letter in text if letter.isalnum() or letter in "*_`#~-+=>|")
