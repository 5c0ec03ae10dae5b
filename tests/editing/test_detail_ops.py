"""The details of a script: rules, logo, background, almanac link, hidden title."""

import json
from typing import Any

import pytest

import builder
from builder import editing, uploads
from builder.editing import EditError
from builder.game.script import Script


def script(**meta: object) -> Script:
    return builder.parse(json.dumps([{"id": "_meta", "name": "Evening Bells", **meta}, "imp"]))


def meta_after(start: Script, **given: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        builder.dump(editing.change(start, {"op": "details", **given}).script)
    )[0]
    return found


def test_rules_are_one_per_line_or_a_list() -> None:
    rules = ["Nobody whispers.", "The dead may sing."]
    for given in (rules, " Nobody  whispers.\r\n\r\nThe dead may sing.\n"):
        change = editing.change(script(), {"op": "details", "bootlegger": given})
        assert change.script.meta.bootlegger == tuple(rules)
        assert (change.label, change.say) == ("Rules of the script", "Rules of the script changed.")
    assert "bootlegger" not in meta_after(script(bootlegger=rules), bootlegger=" \n ")


def test_an_address_is_completed_and_removed() -> None:
    assert meta_after(script(), almanac="example.org/almanac")["almanac"] == "https://example.org/almanac"
    upload = uploads.address_of(b"picture")
    assert meta_after(script(), logo=upload)["logo"] == upload
    assert "logo" not in meta_after(script(logo="https://example.org/a.png"), logo="")


@pytest.mark.parametrize(
    "address", ["no address", "ftp://example.org", "https://", "javascript:alert(1)", "a" * 3000]
)
def test_what_is_no_address_is_refused_with_an_example(address: str) -> None:
    with pytest.raises(EditError, match=r"^Logo: enter a full address, such as https://"):
        editing.change(script(), {"op": "details", "logo": address})


def test_the_title_is_hidden_and_shown_again() -> None:
    assert meta_after(script(), hideTitle="on")["hideTitle"] is True
    assert "hideTitle" not in meta_after(script(hideTitle=True), hideTitle="off")


def test_the_same_details_are_no_change_and_none_are_refused() -> None:
    start = script(bootlegger=["A rule."], hideTitle=True)
    assert not editing.change(start, {"op": "details", "bootlegger": "A rule.", "hideTitle": True}).label
    assert not editing.change(script(), {"op": "details", "logo": ""}).label
    with pytest.raises(EditError):
        editing.change(start, {"op": "details"})


def test_other_details_and_unknown_fields_stay() -> None:
    start = script(author="Ringer", colour="red", bootlegger=["A rule."])
    after = meta_after(start, almanac="https://example.org")
    assert after == {**json.loads(builder.dump(start))[0], "almanac": "https://example.org"}


def test_the_language_of_a_script_is_stored_with_it_and_removed() -> None:
    start = script(clockwright={"format": 1, "almanac": {"synopsis": "S."}})
    there = editing.change(start, {"op": "language", "tag": "en-GB"}).script
    assert (there.language, there.almanac.synopsis) == ("en", "S.")
    assert builder.parse(builder.dump(there)).language == "en"
    gone = editing.change(there, {"op": "language", "tag": ""}).script
    assert (gone.language, gone.almanac.synopsis) == ("", "S.")
    with pytest.raises(EditError, match="tlh"):
        editing.change(start, {"op": "language", "tag": "tlh"})
