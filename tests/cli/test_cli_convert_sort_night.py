import json
from pathlib import Path

import pytest
from calling import SCRIPT, answer, call, run, write
from composing import shared
from spreadsheets import xlsx

import builder
from builder import formats
from builder.game.ids import key

META = {"id": "_meta", "name": "Night Market", "author": "A. Person", "kept": {"by": "us"}}
OWN = {"id": "pal", "name": "Pal", "team": "townsfolk", "ability": "Each night*, smile."}


# convert


def test_a_clean_script_comes_back_as_it_was() -> None:
    script = [META, *SCRIPT, OWN]
    assert json.loads(call("convert", "-", given=json.dumps(script)).stdout) == script


def test_a_script_is_converted_into_a_file_and_nothing_is_printed(tmp_path: Path) -> None:
    source, target = write(tmp_path / "in.json", [META, *SCRIPT]), tmp_path / "out.json"
    result = call("convert", source, "-o", target)
    assert (result.exit_code, result.stdout) == (0, "")
    assert json.loads(target.read_text("utf-8")) == [META, *SCRIPT]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.json", "out.json"]


def test_the_output_may_be_the_input_and_keeps_its_permissions(tmp_path: Path) -> None:
    file = write(tmp_path / "in.json", '["chef","empath","monk","saint","imp",]')
    file.chmod(0o640)
    assert call("convert", file, "-o", file).exit_code == 0
    assert json.loads(file.read_text("utf-8")) == ["chef", "empath", "monk", "saint", "imp"]
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = write(tmp_path / "real.json", SCRIPT), tmp_path / "link.json"
    link.symlink_to(real)
    assert call("convert", link, "-o", link).exit_code == 0
    assert link.is_symlink()
    assert json.loads(real.read_text("utf-8")) == SCRIPT


def test_what_was_moved_aside_is_named_on_standard_error() -> None:
    result = call("convert", "-", given=json.dumps([META, *SCRIPT, {**OWN, "attribution": "A friend"}]))
    assert result.exit_code == 0
    assert "attribution" in result.stderr
    assert "A friend" in result.stdout
    json.loads(result.stdout)


def test_what_was_noticed_while_reading_one_file_is_said_on_standard_error() -> None:
    result = call("convert", "-", given="Imp\nBaron\nMonk")
    assert result.exit_code == 0
    assert "This is a plain list of names. It was read as a script" in result.stderr
    assert json.loads(result.stdout) == ["imp", "baron", "monk"]


def test_the_help_lists_the_formats_that_can_be_written() -> None:
    words = " ".join(call("convert", "--help").stdout.split())
    assert f"The format to write: {', '.join(formats.writers())}." in words


def test_a_format_that_does_not_exist_gets_the_list() -> None:
    result = call("convert", "-", "--to", "papyrus", given=json.dumps(SCRIPT))
    assert result.exit_code == 2
    assert "There is no format “papyrus”. Choose from: " in result.stderr
    assert "bloodstar" in result.stderr
    assert "official" in result.stderr


@pytest.mark.parametrize(
    ("target", "reason"), [("", "folder"), ("no/such/out.json", "no such file or folder")]
)
def test_a_place_that_cannot_be_written_to_is_named(tmp_path: Path, target: str, reason: str) -> None:
    source = write(tmp_path / "in.json", SCRIPT)
    result = call("convert", source, "-o", tmp_path / target)
    assert result.exit_code == 2
    assert reason in result.stderr
    assert str(tmp_path / target) in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["in.json"]


def test_a_device_may_be_the_output() -> None:
    done = run("convert", "-", "-o", "/dev/stdout", given=json.dumps(SCRIPT).encode())
    assert json.loads(done.stdout) == SCRIPT


# sort


def test_a_script_is_sorted_into_the_official_order_with_everything_kept() -> None:
    script = [META, "imp", "saint", OWN, "chef", "whoever", "monk"]
    result = call("sort", "-", given=json.dumps(script))
    assert result.exit_code == 0
    assert json.loads(result.stdout) == [META, "chef", OWN, "monk", "saint", "imp", "whoever"]
    assert result.stderr == ""


def test_the_explanation_goes_to_standard_error_and_the_script_to_the_file(tmp_path: Path) -> None:
    result = call(
        "sort", "-", "--explain", "-o", tmp_path / "out.json", given=json.dumps(["imp", "monk", "chef"])
    )
    told = result.stderr.splitlines()
    assert "3 entries" in told.pop(0)  # what the official app will refuse is said, as by convert
    assert result.stdout == ""
    assert told == [
        "Chef before Monk: “You start knowing” comes before “Each night*”.",
        "Monk before Imp: Townsfolk come before Demons.",
    ]
    assert json.loads((tmp_path / "out.json").read_text("utf-8")) == ["chef", "monk", "imp"]


def test_a_sorted_script_stays_as_it_is() -> None:
    once = call("sort", "-", given=json.dumps(["imp", META, "monk", "imp", "chef"])).stdout
    assert call("sort", "-", given=once).stdout == once


# night


def test_the_nights_are_told_in_plain_lines_without_marks() -> None:
    result = call(
        "night",
        "-",
        given=json.dumps([*SCRIPT, {**OWN, "otherNight": 50, "otherNightReminder": "*HI* :reminder:"}]),
    )
    lines = result.stdout.splitlines()
    names = [line.split(":")[0] for line in lines]
    assert names == [
        "First night",
        "Dusk",
        "Minion Info",
        "Demon Info",
        "Poisoner",
        "Chef",
        "Empath",
        "Dawn",
        "",
        "Other nights",
        "Dusk",
        "Poisoner",
        "Monk",
        "Imp",
        "Pal",
        "Empath",
        "Dawn",
    ]
    assert "Pal: HI ●" in lines
    assert ":reminder:" not in result.stdout


def test_the_json_of_the_nights_has_the_promised_shape() -> None:
    report = answer("night", "-", given=json.dumps([*SCRIPT, {**OWN, "otherNightReminder": "Wink."}]))
    assert list(report) == ["firstNight", "otherNight", "notices"]
    assert [row["id"] for row in report["firstNight"]] == (
        "dusk minioninfo demoninfo poisoner chef empath dawn"
    ).split()
    for row in report["firstNight"] + report["otherNight"]:
        assert list(row) == ["kind", "id", "name", "reminder"]
        assert row["kind"] == (
            row["id"] if row["id"] in {"dusk", "dawn", "minioninfo", "demoninfo"} else "character"
        )
    assert report["otherNight"][-2] == {"kind": "character", "id": "pal", "name": "Pal", "reminder": "Wink."}
    assert [notice["code"] for notice in report["notices"]] == ["night-order-guessed"]


def test_a_note_on_an_info_row_is_told_with_its_reminder() -> None:
    report = answer("night", "-", given=json.dumps([*SCRIPT, "poppygrower"]))
    info = next(row for row in report["firstNight"] if row["id"] == "minioninfo")
    assert info["reminder"].endswith("Skip this if Poppy Grower is in play.")


def test_notices_go_to_standard_error() -> None:
    result = call("night", "-", given=json.dumps([*SCRIPT, {**OWN, "otherNightReminder": "Wink."}]))
    assert "Pal" in result.stderr


def test_under_7_players_the_infos_are_left_out() -> None:
    report = answer("night", "-", "--players", 6, given=json.dumps(SCRIPT))
    assert [row["id"] for row in report["firstNight"]] == ["dusk", "poisoner", "chef", "empath", "dawn"]


@pytest.mark.parametrize("players", ["4", "21", "many"])
def test_a_number_of_players_that_cannot_be_is_refused(players: str) -> None:
    result = call("night", "-", "--players", players, given=json.dumps(SCRIPT))
    assert result.exit_code == 2
    assert players in result.stderr


@pytest.mark.parametrize(
    "name", ["deadpeople", "phantomdetectives", "riverstyx", "seat7", "stowedaway", "witchhunt"]
)
def test_every_world_cup_script_wakes_in_the_official_order(name: str) -> None:
    file = shared(f"fixtures/wc25/{name}.json")
    official = json.loads(shared("fixtures/official/resources/data/nightsheet.json").read_bytes())
    on_script = {key(entry.id) for entry in builder.parse(file).entries}
    report = answer("night", file)
    for night in ("firstNight", "otherNight"):
        shown = [row["id"] for row in report[night] if row["id"] in official[night]]
        expected = [
            each
            for each in official[night]
            if each in on_script or each in {"dusk", "minioninfo", "demoninfo", "dawn"}
        ]
        assert shown == expected


def test_a_table_is_read_by_the_columns_that_are_named(tmp_path: Path) -> None:
    table = write(tmp_path / "teich.csv", "Rolle;Seite;Was sie tut\nReiher;Townsfolk;You are wet.\n")
    result = call("convert", table, "--columns", "name=A,team=Seite,ability=C,from=2")
    assert json.loads(result.stdout)[1]["ability"] == "You are wet."
    titled = tmp_path / "teich.xlsx"
    titled.write_bytes(xlsx([["Rolle", "Was sie tut"], ["Reiher", "You are wet."]], "Der Teich"))
    result = call("convert", titled, "--columns", "name=A,ability=B,from=2")
    assert json.loads(result.stdout)[0]["name"] == "Der Teich"
    assert "columns are A to C" in call("convert", table, "--columns", "name=Q").stderr
    assert "is for one table" in call("convert", table, table, "--columns", "name=A").stderr
    script = write(tmp_path / "script.json", ["imp"])
    assert "is not a table" in call("convert", script, "--columns", "name=A").stderr
