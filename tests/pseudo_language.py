"""A language made for the tests: every text of ours in marks, with accents and 40% longer, so that plain ones stand out."""

import re
from html.parser import HTMLParser
from pathlib import Path

import language_packs
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from builder import language

TAG = "en-XA"
ACCENTS = str.maketrans("aceinosuyACEINOSUY", "äçéïñöšüýÄÇÉÏÑÖŠÜÝ")
#: What stays as it is inside a text: places for values, tags, per cent signs.
FIXED = re.compile(r"(%\(\w+\)s|%%|\{\w+\}|<[^>]+>)")
MORE = 0.4
MARKED = re.compile(r"⟦[^⟦⟧]*⟧")
#: Attributes that people read or hear.
SAID = ("aria-label", "title", "placeholder", "alt")
#: Elements whose text is no text of ours: what people typed, code, and what a browser does not show.
OTHERS = {"bdi", "code", "kbd", "script", "style", "textarea", "svg"}
VOID = {"input", "img", "br", "hr", "link", "meta", "source", "wbr"}
PLAIN = re.compile(r"[A-Za-z]{3,}")


def pseudo(text: str) -> str:
    """A text in the pseudo-language: `⟦Öpéñ thé šçrïpt ~~~~⟧`."""
    parts = FIXED.split(text)
    accented = "".join(part if place % 2 else part.translate(ACCENTS) for place, part in enumerate(parts))
    return f"⟦{accented}{' ~~~' * max(1, round(len(text) * MORE / 4))}⟧"


def write(home: Path | None = None) -> None:
    """Adds the language to the user's packs: catalogue and texts of characters."""
    folder = language_packs.write(TAG, pseudo, home=home)
    with language.FOLDER.joinpath("clockwright.pot").open("rb") as file:
        template = read_po(file)
    catalog = Catalog(locale="en")
    for each in template:
        if each.id:
            texts = each.id if isinstance(each.id, tuple) else (each.id,)
            said = tuple(map(pseudo, texts))
            catalog.add(each.id, said if isinstance(each.id, tuple) else said[0], context=each.context)
    with folder.joinpath("clockwright.mo").open("wb") as file:
        write_mo(file, catalog)


def plain(html: str) -> list[str]:
    """The texts of a page that are not in the pseudo-language."""
    reader = _Reader()
    reader.feed(html)
    return [each for each in dict.fromkeys(reader.texts) if PLAIN.search(unmarked(each))]


def unmarked(text: str) -> str:
    """A text without what is in the marks of the pseudo-language; they may be nested."""
    while (shorter := MARKED.sub("", text)) != text:
        text = shorter
    return text


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not OTHERS & {*self._inside}:
            self.texts += [value for name, value in attrs if name in SAID and value]
        if tag not in VOID:
            given = dict(attrs)
            self._inside.append("code" if "lang" in given and tag != "html" else tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self._inside:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if data.strip() and not OTHERS & {*self._inside}:
            self.texts.append(" ".join(data.split()))
