"""Several files of one script become one script, and a script for others keeps the author's secrets."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from saving import SAVE, SMITH, fixture, save

import builder
from builder import formats
from builder.errors import UnreadableScriptError
from builder.formats import bloodstar, official
from builder.formats.bloodstar import blood_zip
from builder.formats.merge_files import Part, merged as made_one
from builder.formats.source import NO_NIGHTS
from builder.game.problem import Problem, Severity
from builder.game.script import Script

OWN: dict[str, Any] = {"id": "own_x", "name": "Own", "team": "demon", "ability": "Ring."}


def script(*entries: Any, **meta: Any) -> str:
    return json.dumps([{"id": "_meta", "name": "Tolling"} | meta, *entries])


def texts(identifier: str, **parts: Any) -> dict[str, Any]:
    return {"characters": {identifier: {"almanac": parts}}}


def page(identifier: str, name: str, *, ability: str = "Ring.", tip: str = "Softly.") -> str:
    return (
        f'<li class="page" id="{identifier}"><div class="page-contents demon"><h2>{name}</h2>'
        f'<p class="ability">{ability}</p><div class="tip"><p>{tip}</p></div><p class="team">Demon</p></div></li>'
    )


def told(merged: Script) -> list[str]:
    return [problem.message for problem in merged.reading]


def test_a_script_and_its_almanac_become_one() -> None:
    merged = builder.parse_together([script(OWN | {"reminders": ["Rung"]}), page("own_x", "Own")])
    own = merged.characters[0]
    assert (own.reminders, own.page.tip) == (("Rung",), "Softly.")
    assert told(merged) == []


def test_the_order_of_the_files_does_not_matter() -> None:
    files = [script(OWN | {"reminders": ["Rung"]}), page("own_x", "Own", ability="Ring loudly.")]
    assert builder.parse_together(files) == builder.parse_together(files[::-1])


def test_the_script_holds_on_the_game_and_it_is_told() -> None:
    merged = builder.parse_together([script(OWN), page("own_x", "Own", ability="Ring loudly.")])
    assert merged.characters[0].ability == "Ring."
    assert told(merged) == ["Own: the files differ in “ability”. The text from the script file is used."]


def test_the_almanac_holds_on_texts_and_it_is_told() -> None:
    merged = builder.parse_together(
        [script(OWN, clockwright=texts("own_x", tip="Loudly.", overview="Rings.")), page("own_x", "Own")]
    )
    assert (merged.characters[0].page.tip, merged.characters[0].page.overview) == ("Softly.", "Rings.")
    assert told(merged) == ["Own: the files differ in “tip”. The text from the almanac page is used."]


def test_the_same_words_in_other_marks_are_no_difference() -> None:
    merged = builder.parse_together(
        [script(OWN | {"ability": "Ring *once*."}), page("own_x", "Own", ability="Ring once.")]
    )
    assert told(merged) == []


def test_ids_match_however_they_are_written() -> None:
    merged = builder.parse_together([script(OWN), page("Own-X", "Own")])
    assert [entry.id for entry in merged.entries] == ["own_x"]
    assert merged.characters[0].page.tip == "Softly."


def test_who_is_in_one_file_only_is_kept_and_told() -> None:
    merged = builder.parse_together([script(OWN, "imp"), page("navigator", "Navigator")])
    assert [entry.id for entry in merged.entries] == ["own_x", "imp", "navigator"]
    assert told(merged) == ["“Navigator” is only in the almanac page, so it was added at the end."]


def test_a_file_by_itself_is_as_it_is() -> None:
    assert formats.read_together([script(OWN)]) == formats.read(script(OWN))


def test_a_save_gives_its_secrets_to_what_it_published() -> None:
    published = [{"id": "_meta", "name": "Tolling"}] + [
        {name: value for name, value in each.written.items() if name != "image"}
        for each in builder.parse(save()).entries
        if each.character and each.character.page.export
    ]
    merged = builder.parse_together([json.dumps(published), save()])
    assert told(merged) == [
        bloodstar.FILLED_IN,
        "“The Deaf” is only in the Bloodstar save, so it was added at the end.",
    ]
    assert merged.characters[0].page.notes == "too strong?"
    written = json.loads(formats.write(merged, "bloodstar"))
    assert {each["id"] for each in written["characterList"]} == {each["id"] for each in SAVE["characterList"]}
    assert next(each for each in written["characterList"] if each["id"] == SMITH["id"]) == SMITH


def test_the_faults_of_every_file_are_told_at_once() -> None:
    with pytest.raises(UnreadableScriptError) as caught:
        builder.parse_together(["{", script(OWN), "5"])
    assert [problem.message[:7] for problem in caught.value.problems] == ["File 1:", "File 3:"]
    with pytest.raises(UnreadableScriptError, match="There are no files to read"):
        builder.parse_together([])


def test_files_on_the_disk_are_read(tmp_path: Path) -> None:
    file = tmp_path / "script.json"
    file.write_text(script(OWN), "utf-8")
    assert builder.parse_together([file]).name == "Tolling"


@pytest.mark.parametrize("turned", [False, True])
def test_the_sample_script_and_its_page_become_one_with_nothing_lacking(*, turned: bool) -> None:
    files = [fixture("bloodstar/script.json"), fixture("bloodstar/almanac.html")]
    merged = builder.parse_together(files[::-1] if turned else files)
    assert told(merged) == []
    first = merged.characters[0]
    assert first.reminders
    assert first.page.overview
    assert merged.almanac.synopsis
    assert merged.meta.almanac.startswith("https://www.bloodstar.xyz/")
    assert len(merged.entries) == 5


# for others


def test_a_script_for_others_has_no_secrets() -> None:
    public = formats.public(builder.parse(save()))
    exported = builder.dump(public)
    for secret in ("too strong?", "deaf_tolling", "source", "imageSettings", "notes", "export"):
        assert secret not in exported
    assert public.characters[0].page.notes == ""
    assert public.characters[0].page.tip == "Ring softly."


def test_who_is_not_exported_is_nowhere_in_it() -> None:
    own = OWN | {"jinxes": [{"id": "Deaf_Tolling", "reason": "No."}, {"id": "spy", "reason": "Yes."}]}
    values = json.loads(builder.dump(builder.parse(save())))
    values[0]["firstNight"] = ["dusk", "Deaf-Tolling", "own_x", "dawn"]
    public = formats.public(builder.parse(json.dumps([*values, own])))
    order = public.meta.first_night or ()
    assert (order[0], order[1], order[-1]) == ("dusk", "own_x", "dawn")
    assert "toll_tolling" in order  # who wakes, too, though the script's own order does not say so
    assert [jinx.characters for jinx in public.characters[-1].jinxes] == [("own_x", "spy")]
    assert "deaf" not in builder.dump(public).casefold()


def test_findings_set_aside_stay_at_home() -> None:
    source = script(
        OWN, "imp", clockwright={"dismissed": [{"code": "counts", "note": "we know"}], "theirs": 1}
    )
    public = formats.public(builder.parse(source))
    assert public.written_meta == {"id": "_meta", "name": "Tolling"}
    assert public.characters[1].name == "Imp"


def test_an_official_character_can_be_kept_back() -> None:
    source = script(OWN, "imp", clockwright={"characters": {"imp": {"export": False}}})
    assert [entry.id for entry in formats.public(builder.parse(source)).entries] == ["own_x"]


def test_a_script_without_secrets_is_left_as_it_is() -> None:
    whole = builder.parse(script(OWN, clockwright=texts("own_x", tip="Softly.")))
    assert formats.public(whole) is whole


def test_a_file_without_a_night_order_says_nothing_beside_one_that_has_it() -> None:
    blood = builder.parse('["imp"]')
    silent = replace(blood, reading=(Problem(NO_NIGHTS, Severity.NOTICE, "No night order."),))
    ordered = builder.parse('[{"id": "_meta", "name": "A", "firstNight": ["imp"]}, "imp"]')
    assert told(made_one([Part(official, ordered), Part(blood_zip, silent)])) == []
    assert told(made_one([Part(official, blood), Part(blood_zip, silent)])) == ["No night order."]
