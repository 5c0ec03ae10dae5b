"""A language made for the tests: every text of ours in marks, accented and 40% longer, so that plain ones stand out."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path

import language_packs
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from builder import language
from builder.game.cards import CARDS

TAG = "en-XA"
ACCENTS = str.maketrans("aceinosuyACEINOSUY", "äçéïñöšüýÄÇÉÏÑÖŠÜÝ")
#: What stays as it is inside a text: places for values, tags, per cent signs.
FIXED = re.compile(r"(%\(\w+\)s|%%|\{\w+\}|<[^>]+>)")
MORE = 0.4
MARKED = re.compile(r"⟦[^⟦⟧]*⟧")
#: Attributes that people read or hear.
SAID = ("aria-label", "title", "placeholder", "alt")
#: Elements whose text is no text of ours: what people typed, code, and what a browser does not show.
OTHERS = {"bdi", "code", "kbd", "script", "style", "textarea", "svg", "time"}
VOID = {"input", "img", "br", "hr", "link", "meta", "source", "wbr"}
PLAIN = re.compile(r"[A-Za-z]{3,}")
#: What is the same in every language: our name, licenses, keys, addresses, short names of editions.
SAME = re.compile(
    r"Clockwright|CC BY|PNG|PDF|Ctrl\+(?:Shift\+)?\w|https?://\S*|\[\"washerwoman.*|\b(?:TB|BMR|SNV)\b|Carousel|English|UTC|Avery|Worldlabel"
)


def pseudo(text: str) -> str:
    """A text in the pseudo-language: `⟦Öpéñ thé šçrïpt ~~~~⟧`."""
    parts = FIXED.split(text)
    accented = "".join(part if place % 2 else part.translate(ACCENTS) for place, part in enumerate(parts))
    return f"⟦{accented}{' ~~~' * max(1, round(len(text) * MORE / 4))}⟧"


@contextmanager
def installed(home: Path) -> Iterator[str]:
    """Adds the language to the packs, which are in a folder of their own, for a block; gives its tag."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "packs", lambda: home)
        write(home)
        language._catalogue.cache_clear()
        yield TAG
    language._catalogue.cache_clear()


def write(home: Path) -> None:
    """Adds the language to the user's packs: catalogue and texts of characters."""
    folder = language_packs.write(TAG, pseudo, home=home)
    language_packs.put(
        folder / "language.json",
        {"tag": TAG, "name": TAG, "english": TAG, "cards": {card: pseudo(card) for card in CARDS}},
    )
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
    # What was cut at one end has lost a mark.
    return SAME.sub("", re.sub(r"^[^⟦]*⟧|⟦[^⟧]*$", "", text))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        is_others = tag != "html" and ("lang" in given or given.get("dir") == "auto")
        if not is_others and not OTHERS & {*self._inside}:
            self.texts += [value for name, value in attrs if name in SAID and value]
        if tag not in VOID:
            self._inside.append("bdi" if is_others else tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self._inside:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if data.strip() and not OTHERS & {*self._inside}:
            self.texts.append(" ".join(data.split()))
