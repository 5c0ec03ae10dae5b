"""Where a set is published, and the links in its JSON that follow from it."""

import json

import pytest

import builder
from builder.errors import ClockwrightError
from builder.formats import links


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("https://example.org/owls", "https://example.org/owls"),
        ("  http://localhost:8000/a/b/  ", "http://localhost:8000/a/b"),
        ("https://example.org/%C3%A9toile/", "https://example.org/%C3%A9toile"),
        ("https://例え.jp/箱", "https://例え.jp/箱"),
        ("example.org/owls/", "https://example.org/owls"),
        ("me.example.org:8080", "https://me.example.org:8080"),
        ("", ""),
        ("  ", ""),
    ],
)
def test_an_address_is_kept_without_a_slash_at_its_end(given: str, kept: str) -> None:
    assert links.checked(given) == kept


@pytest.mark.parametrize(
    "given",
    [
        "ftp://example.org",
        "javascript:alert(1)",
        "data:text/html,hi",
        "https://",
        "https:///owls",
        "//example.org/owls",
        "/owls",
        "https://example.org/a b",
        "https://example.org/<b>",
        'https://example.org/"',
        "https://example.org/a\nb",
        "https://example.org/a\u202eb",
        "https://[::1",
        "https://example.org:99999/",
        "https://example.org:port/",
    ],
)
def test_what_is_no_address_is_told_apart_with_an_example(given: str) -> None:
    with pytest.raises(ClockwrightError, match=r"https://example\.org/my-set"):
        links.checked(given)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("https://example.org/a?b=c", "only the address of the folder"),
        ("https://example.org/a#b", "only the address of the folder"),
        ("https://me:secret@example.org/a", "password"),
        ("https://example.org/" + "a" * 200, "characters"),
    ],
)
def test_an_address_behind_which_no_file_can_lie_is_refused(given: str, words: str) -> None:
    with pytest.raises(ClockwrightError, match=words):
        links.checked(given)


def test_an_address_in_a_file_that_is_none_counts_as_absent() -> None:
    for written in ("javascript:alert(1)", 7, None, ["https://example.org"], {"a": 1}):
        meta = {"id": "_meta", "name": "Owls", "clockwright": {"baseUrl": written}}
        assert links.base_url(builder.parse(json.dumps([meta, "imp"]))) == ""


def test_links_lead_to_pictures_logo_and_almanac() -> None:
    owl = {"id": "snow owl", "name": "Owl", "team": "townsfolk", "ability": "You hear."}
    script = builder.parse(json.dumps([{"id": "_meta", "name": "Owls"}, owl, "imp"]))
    names = ("snow owl.png", "snow owl_evil.png", "_meta.png", "almanac.html")
    *pictures, logo, almanac = (links.address("https://example.org/o", name) for name in names)
    linked = links.linked(script, [pictures, []], almanac=almanac, logo=logo)
    assert linked.meta.almanac == "https://example.org/o/almanac.html"
    assert linked.meta.logo == "https://example.org/o/_meta.png"
    assert linked.entries[0].written["image"] == [
        "https://example.org/o/snow%20owl.png",
        "https://example.org/o/snow%20owl_evil.png",
    ]
    assert linked.entries[1].written == "imp"
    assert [each.code for each in builder.problems(linked) if each.code == "format"] == []


def test_the_address_of_an_almanac_elsewhere_gives_way_to_the_published_one() -> None:
    meta = {"id": "_meta", "name": "Owls", "almanac": "https://old.example/almanac.html"}
    script = builder.parse(json.dumps([meta, "imp"]))
    linked = links.linked(script, [[]], almanac="https://example.org/o/almanac.html")
    assert linked.meta.almanac == "https://example.org/o/almanac.html"
