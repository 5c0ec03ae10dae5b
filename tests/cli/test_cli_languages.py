"""`--language` and `clockwright languages`."""

from pathlib import Path
from typing import Any

import language_packs
from calling import answer, call

POCKET = [{"id": "imp", "name": "Djävul", "ability": "Varje natt*, välj."}, {"id": "nobody", "name": "Ingen"}]


def test_the_commands_add_list_and_remove_a_pack(data_folder: Path, tmp_path: Path) -> None:
    path = language_packs.put(tmp_path / "characters" / "sv_SE.json", POCKET)
    said = call("languages", "add", path)
    assert said.exit_code == 0
    assert "sv: 1 character and 0 jinxes" in said.stdout
    assert "nobody" in said.stderr
    (listed,) = [each for each in answer("languages") if each["tag"] == "sv"]
    assert (listed["name"], listed["characters"]["found"], listed["added"]) == ("svenska", 1, True)
    assert call("languages", "remove", "sv").exit_code == 0
    assert all(each["tag"] != "sv" for each in answer("languages"))
    assert "no language pack" in call("languages", "remove", "sv").stderr


def test_the_language_of_a_call_is_the_chosen_one_then_the_scripts(data_folder: Path, tmp_path: Path) -> None:
    language_packs.write("sv", home=data_folder / "languages")
    plain = language_packs.put(tmp_path / "plain.json", ["imp", "monk"])
    meta: dict[str, Any] = {"id": "_meta", "name": "N", "clockwright": {"language": "sv-SE"}}
    own = language_packs.put(tmp_path / "own.json", [meta, "imp", "monk"])
    assert "ÅImp" in call("--language", "sv", "night", plain).stdout
    assert "ÅImp" in call("night", own).stdout
    assert "ÅImp" not in call("night", plain).stdout
    assert "ÅImp" not in call("--language", "en", "night", own).stdout
    refused = call("--language", "tlh", "night", plain)
    assert refused.exit_code == 2
    assert "tlh" in refused.stderr
