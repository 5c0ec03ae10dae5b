"""Settings and papers as they are typed, and which documents get them."""

from pathlib import Path

import pytest
from calling import SCRIPT, answer, call, write

from builder import artefacts
from builder.artefact import PrintRequest
from builder.cli import print_options
from builder.cli.print_options import Typed


def wanted(kinds: str, *settings: str, **more: object) -> dict[str, PrintRequest]:
    """What is wanted, by kind."""
    asked = Typed(kinds=[kinds], settings=settings, **more)  # type: ignore[arg-type]
    return {each.kind: each for each in print_options.requests(asked)}


def test_a_setting_without_a_kind_is_for_every_document_that_knows_it() -> None:
    found = wanted("sheet,night", "ink=saving")
    assert found["sheet"].settings == found["night"].settings == (("ink", "saving"),)


def test_a_setting_of_one_kind_is_for_that_kind_alone() -> None:
    found = wanted("sheet,tokens,token-pictures", "tokens.versions=both")
    assert found["sheet"].settings == ()
    assert found["tokens"].settings == found["token-pictures"].settings == (("versions", "both"),)


def test_the_last_word_on_a_setting_counts() -> None:
    assert wanted("night", "ink=saving", "night.ink=full")["night"].settings == (("ink", "full"),)


def test_names_and_words_of_a_list_are_taken_in_any_case_but_free_text_stays_as_it_is() -> None:
    found = wanted("table", "INK=Saving", "table.Names=Ada,Bob")
    assert dict(found["table"].settings) == {"ink": "saving", "names": "Ada,Bob"}


def test_a_value_may_hold_signs_of_its_own() -> None:
    assert dict(wanted("tokens", "duplicates=legion=5")["tokens"].settings) == {"duplicates": "legion=5"}


def test_one_kind_may_have_a_paper_of_its_own() -> None:
    found = wanted("sheet,tokens", papers=["letter", "tokens=avery-94500"])
    assert (found["sheet"].paper, found["tokens"].paper) == ("letter", "avery-94500")


def test_everything_is_on_a4_when_one_kind_alone_has_a_paper() -> None:
    assert wanted("sheet,tokens", papers=["tokens=letter"])["sheet"].paper == "a4"


def test_two_papers_are_two_documents() -> None:
    asked = Typed(kinds=["sheet", "share-pictures"], papers=["a4", "letter"])
    assert [(each.kind, each.paper) for each in print_options.requests(asked)] == [
        ("sheet", "a4"),
        ("sheet", "letter"),
        ("share-pictures", ""),
    ]


def test_token_pictures_look_like_the_tokens() -> None:
    found = wanted("tokens,token-pictures", styles=["tokens=dark"])
    assert found["token-pictures"].style == "dark"
    assert wanted("token-pictures")["token-pictures"].style == "classic"


@pytest.mark.parametrize("kind", print_options.kinds())
def test_everything_that_can_be_made_has_the_settings_that_all_have(kind: str) -> None:
    assert {"ink", "face"} <= artefacts.settings(kind).keys()


def test_a_setting_changes_what_is_printed(tmp_path: Path) -> None:
    script = write(tmp_path / "mine.json", [{"id": "_meta", "name": "Mine"}, *SCRIPT])
    answer("print", script, "-k", "table", "-d", tmp_path / "usual", "--set", "cards=counts")
    answer("print", script, "-k", "table", "-d", tmp_path / "other", "--set", "cards=counts,names")
    usual, other = (tmp_path / name / "Mine - table cards (A4).pdf" for name in ("usual", "other"))
    assert usual.read_bytes() != other.read_bytes()


def test_a_setting_that_only_the_script_can_judge_is_told_with_its_name(tmp_path: Path) -> None:
    script = write(tmp_path / "mine.json", [{"id": "_meta", "name": "Mine"}, *SCRIPT])
    result = call("print", script, "-k", "sheet,tokens", "-d", tmp_path / "out", "--set", "only=vizier")
    assert result.exit_code == 1
    assert "tokens: There is no character on this script called “vizier”." in result.stderr
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["Mine - character sheet (A4).pdf"]
