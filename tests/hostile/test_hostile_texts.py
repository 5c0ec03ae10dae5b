"""Texts, links and pictures that are broken or mean harm: a script, or one clear sentence, and never a wait."""

import json
import struct
import zlib
from urllib.parse import quote

import pytest
from composing import refusal

import builder
from builder import chunks, formats
from builder.errors import UnknownChoiceError

pytestmark = pytest.mark.full

SHEET = (
    "Townsfolk\nPikeman: You start knowing something.\n"
    "Smith: Each night, learn it.\nMinion\nRat: Each night, gnaw.\n"
)
FAN = (
    '\n\n\n"You start knowing something of it"\n\nThe Pikeman is here.\n\n'
    "Examples\n\nfoo\n\nHow to Run\n\nHe waits.\n\n"
)
TOO_MANY = "This text has more than 2,000 characters (roles). A script has at most 201."


def picture(*bodies: bytes) -> bytes:
    """A PNG with these international texts."""
    parts = ((b"iTXt", body) for body in bodies)
    return chunks.SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in (*parts, (b"IEND", b""))
    )


@pytest.mark.parametrize(
    "text",
    [
        "".join(
            f"{number % 999 + 1}. NAME {number}\n\n  Ability\n\n  Townsfolk\n\n" for number in range(30_000)
        ),
        SHEET + "".join(f"N{number}: Each night, wake.\n" for number in range(40_000)),
        "".join(FAN.replace("Pikeman", f"P{number}") for number in range(12_000)),
    ],
    ids=["almanac", "sheet", "own almanac"],
)
def test_a_text_with_tens_of_thousands_of_characters_is_refused_in_a_sentence(text: str) -> None:
    assert refusal(text) == TOO_MANY


def test_an_almanac_paragraph_of_many_lines_is_read_whole() -> None:
    script = builder.parse("1. Pike\n\n  Ability\n\n" + "  word\n" * 100_000 + "\n  Townsfolk\n")
    assert script.characters[0].page.overview == " ".join(["word"] * 100_000)


def test_a_name_in_capitals_that_stands_everywhere_is_found_once_for_all() -> None:
    text = "".join(f"{n}. PIKE\n\n  The Pike waits. PIKE\n\n  Townsfolk\n\n" for n in range(1, 900))
    assert {each.name for each in builder.parse(text).characters} == {"Pike"}


def test_what_is_to_be_done_at_night_is_put_together_from_all_its_lines() -> None:
    script = builder.parse(SHEET + "First Night\nPikeman\n" + "wake them\n" * 50_000)
    assert script.characters[0].first_night_reminder == " ".join(["wake them"] * 50_000)


def test_many_strangers_in_a_night_order_are_counted() -> None:
    script = builder.parse(SHEET + "First Night\n" + "".join(f"Nobody {n}\twakes\n" for n in range(500)))
    told = [each.message for each in script.reading if each.code == "night-stranger"]
    assert len(told) == 51
    assert told[-1] == "The night order lists 450 more that are not there."


def test_lines_that_nobody_understands_are_counted() -> None:
    script = builder.parse(FAN + "\n\n\n\nfoo" * 500 + "\n\nHow to Run\n")
    told = [each.message for each in script.reading if each.code == "almanac-left"]
    assert told[-1].endswith("more lines and abilities were not understood and were left out.")
    assert len(told) < 60


def test_headings_without_any_character_are_no_almanac() -> None:
    assert refusal("How to Run\nfoo\n\nHow to Run\nbar\n").startswith(
        "This looks like the text of an almanac, but there seem to be no characters in it. Put three"
    )


def test_credits_of_an_almanac_of_your_own_name_people_and_what_they_made() -> None:
    back = "Character credit:\n\n- Design: Ada Byron (Pikeman, Smith), Bo (Rat) " + "a" * 200_000 + "\n"
    script = builder.parse(FAN + FAN.replace("Pikeman", "Smith") + back)
    assert [(each.name, each.roles) for each in script.almanac.credits] == [
        ("Ada Byron", ("Design: Pikeman", "Design: Smith")),
        ("Bo", ("Design: Rat",)),
    ]


def test_a_name_before_endless_blanks_is_still_a_name() -> None:
    assert [each.id for each in builder.parse("Imp\nBaron" + " " * 500_000 + "\nChef").entries] == [
        "imp",
        "baron",
        "chef",
    ]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig"])
def test_json_in_another_encoding_is_no_list_of_names(encoding: str) -> None:
    reading = builder.parse('["imp", "baron"]'.encode(encoding)).reading
    assert "plain-list" not in {each.code for each in reading}


def test_a_page_of_the_web_is_called_one() -> None:
    assert refusal("<html><head><title>Imp</title></head><p>Imp</html>") == (
        "Line 1, column 1: This is a web page, but not an almanac that Clockwright can read, and "
        "not a document that it made. "
        "Use the script's JSON."
    )


def test_a_text_with_headings_is_told_how_a_script_begins() -> None:
    assert refusal("## Dear all\nthe script is this").endswith(
        "Found “## Dear all”, expected [ at the beginning of the script, "
        "or lines such as “Toad (Outsider): You croak”."
    )


def test_a_link_with_tens_of_thousands_of_fields_is_refused_in_a_sentence() -> None:
    assert refusal("https://example.org/?" + "a=b&" * 60_000).startswith(
        "This link does not contain the script"
    )


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_link_that_was_encoded_more_than_once_is_read(times: int) -> None:
    payload = formats.write(builder.parse('["imp", "baron"]'), "link").strip().partition("script=")[2]
    for _ in range(times):
        payload = quote(payload, safe="")
    script = builder.parse(f"https://example.org/?script={payload}")
    assert [each.id for each in script.entries] == ["imp", "baron"]


def test_a_percent_sign_in_the_json_of_a_link_stays() -> None:
    written = json.dumps([{"id": "_meta", "name": "100%25 Fog"}, "imp"])
    assert builder.parse(f"https://example.org/?script={quote(quote(written))}").name == "100%25 Fog"


def test_a_picture_of_a_million_empty_chunks_carries_no_script() -> None:
    empty = struct.pack(">I", 0) + b"tEXt" + struct.pack(">I", zlib.crc32(b"tEXt"))
    assert refusal(chunks.SIGNATURE + empty * 1_000_000).startswith("There is no script inside this picture.")


def test_a_spoilt_script_in_a_picture_does_not_hide_a_good_one() -> None:
    opening = chunks.KEYWORD + b"\0\1\0\0\0"
    spoilt = picture(opening + b"junk", opening + zlib.compress(b'["imp"]'))
    assert [each.id for each in builder.parse(spoilt).entries] == ["imp"]


def test_an_endless_name_of_a_choice_is_cut_in_the_sentence() -> None:
    with pytest.raises(UnknownChoiceError) as caught:
        formats.write(builder.parse('["imp"]'), "x" * 100_000)
    assert len(str(caught.value)) < 200
