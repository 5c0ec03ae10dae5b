import json
import sys
from pathlib import Path

import pytest
from calling import answer, call

from builder import assets, checks, formats, printables
from builder.cli import doctor
from builder.errors import MissingPartError


def test_every_official_character_is_listed() -> None:
    found = answer("characters")
    assert len(found) == 181
    fang_gu = next(each for each in found if each["id"] == "fanggu")
    assert (fang_gu["name"], fang_gu["team"], fang_gu["edition"], fang_gu["setup"]) == (
        "Fang Gu",
        "demon",
        "snv",
        True,
    )
    assert (fang_gu["firstNight"], fang_gu["otherNight"], fang_gu["reminders"]) == (0, 45, ["Dead", "Once"])
    assert fang_gu["ability"].endswith("[+1 Outsider]")


@pytest.mark.parametrize(("team", "count"), [("minion", 27), ("Traveler", 18), ("LORIC", 11)])
def test_one_team_may_be_asked_for(team: str, count: int) -> None:
    assert len(answer("characters", "--team", team)) == count


def test_a_team_that_does_not_exist_gets_the_list() -> None:
    result = call("characters", "--team", "ghosts")
    assert result.exit_code == 2
    assert "There is no team “ghosts”. Choose from: demon, fabled" in result.stderr


def test_into_a_pipe_lists_are_plain_lines() -> None:
    lines = call("characters", "--team", "demon").stdout.splitlines()
    assert len(lines) == 19
    assert lines[0].startswith("alhadikhia\tAl-Hadikhia\tDemon\t")


def test_on_a_terminal_lists_are_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.cli.terminal.is_terminal", lambda *_: True)
    monkeypatch.setenv("COLUMNS", "100")
    shown = call("papers").stdout
    assert "Paper" in shown.splitlines()[0]
    assert "\t" not in shown


def test_the_checks_are_those_that_were_found() -> None:
    assert [each["code"] for each in answer("checks")] == [check.code for check in checks.found()]
    assert all(each["help"] for each in answer("checks"))
    assert "no-demon" in call("checks").stdout


def test_the_printables_and_their_styles_are_those_that_were_found() -> None:
    rows = answer("printables")
    assert {each["kind"]: tuple(each["styles"]) for each in rows if each["styles"]} == dict(
        printables.kinds()
    )
    assert [each["kind"] for each in rows[-5:]] == [
        "almanac-page",
        "token-pictures",
        "share-pictures",
        "print-shop",
        "tabletop-simulator",
    ]
    assert "sheet\tcharacter sheet\tclassic" in call("printables").stdout


def test_the_printables_tell_what_each_style_looks_like_and_what_can_be_set() -> None:
    shown = call("printables").stdout
    assert "night=strips\tStrips: both nights on one page, two ways up" in shown
    assert "ink\t[full], saving\tWhether backgrounds and tints are printed." in shown
    assert "table.players\t\tDeals a game for this number of players" in shown
    rows = {each["kind"]: each for each in answer("printables")}
    assert rows["sheet"]["settings"]["ink"]["choices"] == ["full", "saving"]
    assert rows["token-pictures"]["settings"] == rows["tokens"]["settings"]
    assert rows["night"]["looks"]["full"].startswith("Full: ")
    assert "avery-94509" in rows["tokens"]["papers"]
    assert "avery-94509" not in rows["sheet"]["papers"]


def test_papers_tell_their_size_in_millimetres_and_what_they_are_for() -> None:
    found = {each["id"]: each for each in answer("papers")}
    assert found["a4"] == {
        "id": "a4",
        "name": "A4",
        "width": 210,
        "height": 297,
        "labels": None,
        "kinds": list(printables.kinds()),
    }
    assert found["avery-94509"]["kinds"] == ["tokens"]
    shown = call("papers").stdout
    assert "a4\tA4\t210 by 297 mm\teverything" in shown
    assert "tokens: 48 stickers for reminder tokens per sheet" in shown


def test_formats_tell_what_is_read_and_written() -> None:
    assert [each["format"] for each in answer("formats")] == list(formats.found())
    assert "official\tOfficial script JSON\tread\twritten" in call("formats").stdout


# doctor


def test_the_doctor_names_every_part_and_every_setting() -> None:
    report = json.loads(call("doctor", "--json").stdout)
    assert list(report) == ["ok", "parts", "patches", "settings"]
    assert {part["name"] for part in report["parts"]} >= {
        "Python",
        "Fonts",
        "Emblems",
        "Templates",
        "Data folder",
    }
    assert "CLOCKWRIGHT_DATA" in report["settings"]


def test_where_printing_works_the_doctor_is_content() -> None:
    if not assets.static("vendor", "fonts").is_dir():
        pytest.skip("the fonts are not assembled yet (bin/setup)")
    result = call("doctor")
    assert result.exit_code == 0
    assert "ok      Pango: found, with WeasyPrint" in result.stdout


@pytest.mark.skipif(
    not assets.static("vendor", "fonts").is_dir(), reason="the fonts are not assembled yet (bin/setup)"
)
def test_the_doctor_says_which_patches_of_weasyprint_are_on(monkeypatch: pytest.MonkeyPatch) -> None:
    from builder.press import weasyprint_patches
    from builder.settings import Settings

    def report(names: str) -> dict[str, str]:
        monkeypatch.setattr(weasyprint_patches, "settings", lambda: Settings(patches=names))
        weasyprint_patches.forget()
        found: dict[str, str] = json.loads(call("doctor", "--json").stdout)["patches"]
        return found

    try:
        found = report("all")
        assert list(found) == list(weasyprint_patches.NAMES)
        assert all(state.startswith("on. ") for state in found.values())
        found = report("cascade")
        assert found["cascade"].startswith("on. ")
        assert found["structure-tree"].endswith(". PDFs are not PDF/UA or PDF/A.")
        assert "no patch of WeasyPrint “quick”" in report("quick")["CLOCKWRIGHT_PATCHES"]
    finally:
        monkeypatch.undo()
        weasyprint_patches.forget()


def test_without_pango_the_doctor_gives_the_one_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise MissingPartError("none")

    monkeypatch.setattr("builder.press.engine.weasyprint", missing)
    monkeypatch.setattr(sys, "platform", "linux")
    result = call("doctor")
    assert result.exit_code == 1
    assert "missing Pango: the library cannot be loaded" in result.stdout
    assert (
        "run:  sudo apt-get install -y libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0" in result.stdout
    )


def test_without_fonts_and_emblems_the_doctor_points_to_setup(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("builder.assets.static", tmp_path.joinpath)
    report = json.loads(call("doctor", "--json").stdout)
    parts = {part["name"]: part for part in report["parts"]}
    assert report["ok"] is False
    assert parts["Fonts"]["ok"] is parts["Emblems"]["ok"] is False
    assert parts["Fonts"]["remedy"].endswith("setup")


def test_what_only_some_work_wants_does_not_make_the_doctor_worry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda *_: None)
    report = json.loads(call("doctor", "--json").stdout)
    lost = [part["name"] for part in report["parts"] if not part["ok"]]
    assert "Chromium" in lost
    assert all(not part["needed"] for part in report["parts"] if not part["ok"])


def test_on_a_mac_the_remedy_is_homebrew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr("shutil.which", lambda *_: None)
    browser = next(part for part in doctor.examine() if part.name == "Chromium")
    assert browser.remedy == "brew install --cask chromium"


def test_a_data_folder_that_cannot_be_written_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from builder.settings import Settings

    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setattr("builder.cli.doctor.settings", lambda: Settings(data=str(blocked / "under")))
    folder = next(part for part in doctor.examine() if part.name == "Data folder")
    assert not folder.ok
    assert "cannot write to" in folder.detail
