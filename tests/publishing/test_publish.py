"""A set as files for the web: what is in it, what is not, and that it comes back in as it went out."""

import html
import io
import json
import re
from concurrent.futures import Future
from functools import partial
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote

import composing
import pytest
from PIL import Image

import builder
from builder import documents, formats, uploads
from builder.artefact import HTML, PDF, Artefact, PrintRequest, bundle
from builder.artefacts import set_parts
from builder.errors import ClockwrightError
from builder.formats.carriers import script_pictures
from builder.formats.official import schema
from builder.game.script import Script
from builder.publishing import landing, names

pytestmark = pytest.mark.full

PNG = b"\x89PNG\r\n\x1a\n"
OWL: dict[str, Any] = {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": "You hear."}


def parsed(*entries: Any, **ours: Any) -> Script:
    meta = {"id": "_meta", "name": "Owls & <Friends>", "clockwright": ours}
    return builder.parse(json.dumps([meta, *entries]))


def quick(script: Script, wanted: PrintRequest) -> Future[Artefact]:
    """A runner that makes icons as they are, everything else in a few bytes."""
    made: Future[Artefact] = Future()
    if wanted.kind.startswith(set_parts.ICONS):
        made.set_result(set_parts.make(script, wanted))
    elif wanted.kind == "almanac-page":
        made.set_result(Artefact("almanac.html", HTML, b"<!doctype html>"))
    elif wanted.kind.startswith(set_parts.TOKENS):
        made.set_result(bundle([]))
    else:
        made.set_result(Artefact(f"{wanted.kind}.pdf", PDF, b"%PDF"))
    return made


def published(script: Script, base_url: str = "") -> dict[str, bytes]:
    return dict(builder.publish(script, base_url=base_url, submit=partial(quick, formats.public(script))))


def links_of(page: bytes) -> list[str]:
    found: list[str] = []

    class Links(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.extend(value or "" for name, value in attrs if name in {"href", "src"})

    Links().feed(page.decode())
    return found


def test_the_names_are_those_that_bloodstar_uses() -> None:
    files = published(parsed(OWL, "imp"))
    assert {"script.json", "almanac.html", "owl.png", "index.html", "set.json", "sheet.pdf"} <= files.keys()
    assert files["owl.png"].startswith(PNG)


def test_two_of_one_name_have_a_token_each_and_each_link_leads_to_its_own_page() -> None:
    twins = [OWL | {"id": each, "name": name} for each, name in (("a/b", "Twin"), ("a-b", "TWIN"))]
    script = parsed(*twins, OWL | {"id": 'a"b', "name": "Twin"})
    tokens = [name for name, _ in builder.token_pictures(script, dpi=50) if name.startswith("townsfolk")]
    files = {f"tokens/{name}": PNG for name in tokens}
    (_, _, faces), *_ = landing.content(script, files).teams
    assert [face.picture for face in faces] == [
        "tokens/townsfolk/Twin.png",
        "tokens/townsfolk/TWIN (2).png",
        "tokens/townsfolk/Twin (3).png",
    ]
    assert len(set(tokens)) == 3
    page = landing.page(script, files)
    places = set(re.findall(r'<li class="page" id="([^"]+)"', builder.almanac_page(script, attach=False)))
    linked = re.findall(r'href="almanac.html#([^"]+)"', page)
    assert len(linked) == 3
    assert {unquote(each) for each in linked} <= {html.unescape(each) for each in places}


def test_with_an_address_the_script_names_its_pictures_and_its_almanac() -> None:
    script = published(parsed(OWL, "imp"), "https://example.org/owls/")["script.json"]
    meta, owl, imp = json.loads(script)
    assert meta["almanac"] == "https://example.org/owls/almanac.html"
    assert owl["image"] == ["https://example.org/owls/owl.png", "https://example.org/owls/owl_evil.png"]
    assert imp == "imp"


def test_the_sets_own_address_holds_where_no_other_is_given() -> None:
    files = published(parsed(OWL, baseUrl="https://example.org/own"))
    assert b"https://example.org/own/owl.png" in files["script.json"]
    assert b"https://example.org/own/script.json" in files["index.html"]


def test_without_an_address_the_script_has_no_pictures_of_its_own() -> None:
    owl = OWL | {"image": [uploads.SCHEME + "a" * 64]}
    assert json.loads(published(parsed(owl))["script.json"])[1] == OWL


def test_a_picture_that_lies_elsewhere_stays_where_it_is() -> None:
    owl = OWL | {"image": ["https://pictures.example/owl.png"]}
    script = published(parsed(owl), "https://example.org/owls")["script.json"]
    assert json.loads(script)[1]["image"] == ["https://pictures.example/owl.png"]


def test_an_address_that_is_none_is_refused_before_anything_is_made() -> None:
    with pytest.raises(ClockwrightError, match="full web address"):
        published(parsed(OWL), "owls")


def test_the_script_is_schema_clean() -> None:
    script = composing.sample("the-dead-letter-office")
    written = json.loads(published(script, "https://example.org/office")["script.json"])
    assert list(schema.faults(written)) == []


@pytest.mark.parametrize("name", ["the-dead-letter-office", "the-wandering-fair", "a-murmur-of-moths"])
def test_a_published_set_comes_back_in_as_it_was(name: str) -> None:
    script = composing.sample(name)
    again = builder.parse(published(script)["set.json"])
    assert again == formats.public(script)
    assert builder.dump(again) == builder.dump(formats.public(script))


def test_pictures_of_ones_own_come_back_in_with_the_set() -> None:
    drawn = io.BytesIO()
    Image.frombytes("RGBA", (60, 60), bytes(range(240)) * 60).save(drawn, "PNG", compress_level=0)
    address = uploads.keep(drawn.getvalue())
    owl = OWL | {"image": [address]}
    script = parsed(owl, characters={"owl": {"icon": {"picture": address, "credit": "Ann"}}})
    files = published(script, "https://example.org/o")
    assert address.encode() not in files["script.json"] + files["set.json"]
    kept: list[bytes] = []

    def keep(body: bytes) -> str:
        kept.append(body)
        return uploads.address_of(body)

    again = script_pictures.unpacked(builder.parse(files["set.json"]), keep)
    assert again == script
    assert set(kept) == {drawn.getvalue()}


def test_large_pictures_that_stand_in_the_file_make_neither_script_nor_pages_long() -> None:
    drawn = io.BytesIO()
    Image.effect_noise((700, 700), 80).convert("RGBA").save(drawn, "PNG")
    script = parsed(OWL | {"image": [script_pictures.data_address(drawn.getvalue())]}, "imp")
    assert len(builder.dump(script)) > 400_000
    files = published(script, "https://example.org/o")
    assert len(files["script.json"]) < 1000
    assert json.loads(files["script.json"])[1]["image"] == "https://example.org/o/owl.png"
    assert files["owl.png"].startswith(PNG)
    assert builder.parse(files["set.json"]) == script
    page = builder.almanac_page(script, attach=False)
    assert "data:image/webp;base64," in page
    assert len(page) < 200_000


def test_a_document_carries_no_megabytes_of_pictures() -> None:
    drawn = io.BytesIO()
    Image.effect_noise((700, 700), 80).convert("RGBA").save(drawn, "PNG", compress_level=0)
    address = script_pictures.data_address(drawn.getvalue())
    assert len(address) > 1_000_000
    page = builder.almanac_page(parsed(OWL | {"image": [address]}, "imp"))
    assert address not in page
    (owl, _) = builder.parse(page).characters
    assert (owl.name, owl.ability) == ("Owl", "You hear.")


def test_nothing_private_leaves() -> None:
    hidden = OWL | {"id": "secret", "name": "Secretbird"}
    extras = {"owl": {"notes": "A hidden thought"}, "secret": {"export": False, "notes": "No one"}}
    script = parsed(OWL, hidden, characters=extras, dismissed=[{"code": "x", "note": "hushhush"}])
    everything = b"".join(path.encode() + content for path, content in published(script).items())
    for word in (b"hidden thought", b"ecretbird", b"secret", b"hushhush"):
        assert word not in everything


HOSTILE = [
    "../../etc/passwd",
    "a/b",
    "a\\b",
    "con",
    "NUL",
    ".hidden",
    "-rf",
    "x" * 300,
    "a\u202eb",
    "😀",
    "script",
]


@pytest.mark.parametrize("identifier", HOSTILE)
def test_no_id_leads_out_of_the_folder(identifier: str) -> None:
    owl = OWL | {"id": identifier}
    files = published(parsed(owl))
    assert files
    for path in files:
        assert re.fullmatch(r"[^\\/:\x00-\x1f]+(/[^\\/:\x00-\x1f]+)*", path)
        assert not {"", ".", ".."} & set(path.split("/"))
        assert len(path.encode()) < 120
        assert path.split(".")[0].casefold() not in {"con", "nul"}


def test_characters_whose_files_would_be_called_alike_have_a_file_each() -> None:
    ids = (*("a" * 70 + letter for letter in "bcd"), "doctor", "doctor_evil", "_meta ")
    script = parsed(*(OWL | {"id": one, "name": one[-9:]} for one in ids))
    stems = names.stems(script)
    files = [name.casefold() for stem in stems for name in names.versions(stem)]
    assert len(files) == len(set(files))
    assert names.LOGO not in files
    linked = json.loads(published(script, "https://example.org")["script.json"])
    images = [image for each in linked[1:] for image in each["image"]]
    assert len(images) == len(set(images)) == 2 * len(linked[1:])
    assert all(unquote(image).removeprefix("https://example.org/") in published(script) for image in images)


def test_characters_whose_ids_count_as_one_have_each_their_own_icon() -> None:
    icons = [{"icon": {"emblem": emblem}} for emblem in ("top-hat", "anchor", "lantern-flame")]
    owls = [OWL | {"id": each} for each in ("owl_x", "Owl-X", "Owl-X")]
    script = parsed(*owls, characters=dict(zip(("owl_x", "Owl-X", "Owl-X (2)"), icons, strict=True)))
    files = published(script, "https://example.org")
    linked = [unquote(each["image"][0].rpartition("/")[2]) for each in json.loads(files["script.json"])[1:]]
    alone = [published(parsed(OWL, characters={"owl": icon}))["owl.png"] for icon in icons]
    assert [files[name] for name in linked] == alone
    assert [src for src in links_of(files["index.html"]) if src in linked] == linked


def test_characters_whose_ids_count_as_one_show_each_their_own_picture_in_print() -> None:
    owls = [OWL | {"id": one} for one in ("owl_x", "Owl-X")]
    icons = {"owl_x": {"icon": {"emblem": "top-hat"}}, "Owl-X": {"icon": {"emblem": "anchor"}}}
    script = parsed(*owls, characters=icons)
    shown = documents.pictures(script).pictures
    alone = [documents.pictures(parsed(owl, characters=icons)).pictures for owl in owls]
    assert shown == alone[0] | alone[1]
    assert len(set(shown.values())) == 2


def test_every_link_of_the_first_page_leads_to_a_file() -> None:
    script = composing.sample("the-dead-letter-office")
    files = published(script)
    links = links_of(files["index.html"])
    assert len(links) > 30
    assert {unquote(link.partition("#")[0]) for link in links} <= files.keys()


def test_the_first_page_takes_no_word_for_markup() -> None:
    owl = OWL | {"name": "<script>alert(1)</script>"}
    page = published(parsed(owl, almanac={"synopsis": "<img src=x onerror=alert(1)> **Hoot**"}))[
        "index.html"
    ].decode()
    assert "<script>" not in page
    assert "<img src=x" not in page
    assert "<strong>Hoot</strong>" in page


def test_the_same_set_gives_the_same_bytes() -> None:
    assert published(parsed(OWL, "imp"), "https://e.org") == published(parsed(OWL, "imp"), "https://e.org")


@pytest.mark.full
def test_everything_that_is_promised_is_there_and_what_it_says_it_is() -> None:
    meta, *entries = composing.sample("the-dead-letter-office").written()
    script = builder.parse(json.dumps([meta, *entries[::6]]))
    files = dict(builder.publish(script, base_url="https://example.org/office"))
    for name in ("almanac", "sheet", "night", "tokens"):
        assert files[f"{name}.pdf"].startswith(b"%PDF-"), name
    own = [entry for entry in script.entries if entry.is_custom]
    icons = [path for path in files if path.endswith(".png") and "/" not in path]
    assert len(icons) >= 2 * len(own)
    assert all(content.startswith(PNG) for path, content in files.items() if path.endswith(".png"))
    assert sum(path.startswith("tokens/") for path in files) > 10
    anchors = set(re.findall(r'id="([^"]+)"', files["almanac.html"].decode()))
    links = [link for link in links_of(files["index.html"]) if link.startswith("almanac.html#")]
    assert {unquote(link.partition("#")[2]) for link in links} <= anchors
    assert {unquote(link.partition("#")[0]) for link in links_of(files["index.html"])} <= files.keys()
    images = [
        image
        for each in json.loads(files["script.json"])[1:]
        if isinstance(each, dict)
        for image in each.get("image", [])
    ]
    assert {image.rpartition("/")[2] for image in images} <= files.keys()
    assert builder.parse(files["set.json"]) == formats.public(script)
    assert [each.name for each in builder.parse(files["almanac.html"]).characters] == [
        each.name for each in script.characters
    ]
