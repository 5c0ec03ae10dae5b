"""Language packs: ours, those of the public translation projects, and what is wrong with them."""

import json
import zipfile
from pathlib import Path

import language_packs
import pytest

from builder import bundled, language
from builder.errors import ClockwrightError
from builder.game.teams import Team
from builder.languages import findings, pack

POCKET = [
    {
        "id": "imp",
        "name": "Djävul",
        "ability": "Varje natt*, välj en spelare: den dör.",
        "firstNightReminder": "",
        "otherNightReminder": "Djävulen väljer. :reminder:",
        "remindersGlobal": [],
        "reminders": ["Död"],
    },
    {"id": "nobody", "name": "Ingen"},
]
TRICKS = [{"target": "mathematician", "trick": "chambermaid", "reason": "Kammarjungfrun får veta det."}]
PUBLISHER = {
    "editions": {"tb": {"name": "Trouble Brewing"}},
    "jinxes": {"chambermaid-mathematician": "Hon får veta det."},
    "reminders": {"dead": "Död"},
    "roles": {
        "imp": {"name": "Djävul", "ability": "Varje natt*.", "other": "Djävulen väljer.", "flavor": "Ha!"}
    },
}


def added(path: Path, tag: str = "") -> pack.Pack:
    (found,) = pack.read(path, tag)
    return found


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("sv_SE.json", "sv"),
        ("sv-FI.json", "sv-FI"),
        ("zh_TW.json", "zh-Hant"),
        ("ja_JP.json", "ja"),
        ("nb_NO.json", "nb"),
        ("vi_VI.json", "vi"),
        ("pt_PT.json", "pt-PT"),
    ],
)
def test_the_pocket_grimoires_characters_are_read(tmp_path: Path, name: str, tag: str) -> None:
    found = added(language_packs.put(tmp_path / "characters" / name, POCKET))
    assert (found.tag, found.strangers) == (tag, {"nobody"})
    assert found.characters["imp"]["name"] == "Djävul"
    assert "firstNightReminder" not in found.characters["imp"]


def test_a_name_that_stays_as_in_english_is_a_translation_where_the_ability_is_one(tmp_path: Path) -> None:
    whole = {"id": "zombuul", "name": "Zombuul", "ability": "Mỗi đêm*, chọn 1 người."}
    found = added(
        language_packs.put(tmp_path / "vi_VI.json", [whole, {"id": "zealot", "name": "Zealot"}, *POCKET])
    )
    assert found.characters["zombuul"] == {"name": "Zombuul", "ability": "Mỗi đêm*, chọn 1 người."}
    assert "zealot" not in found.characters


def test_characters_and_jinxes_of_a_folder_are_one_pack_a_language(tmp_path: Path) -> None:
    for name, value in (("characters/sv_SE", POCKET), ("jinxes/sv_SE", TRICKS), ("characters/da_DK", POCKET)):
        language_packs.put(tmp_path / f"{name}.json", value)
    language_packs.put(tmp_path / "characters.json", POCKET)
    (tmp_path / "settings.json").write_text("{ // a comment")
    found = {each.tag: each for each in pack.read(tmp_path)}
    assert {tag: (len(each.characters), each.pairs) for tag, each in found.items()} == {
        "sv": (1, 1),
        "da": (1, 0),
    }


def test_team_names_of_a_pack_stand_above_the_teams(data_folder: Path, tmp_path: Path) -> None:
    teams = [{"id": "minion", "name": "Hantlangare"}, {"id": "demon", "name": "x" * 5000}, {"id": "fabled"}]
    found = added(language_packs.put(tmp_path / "teams" / "sv_SE.json", teams))
    assert (found.info, found.strangers) == ({"teams": {"minion": "Hantlangare"}}, set())
    pack.add(found)
    pack.add(added(language_packs.put(tmp_path / "characters" / "sv_SE.json", POCKET)))
    with language.using("sv"):
        assert (Team.MINION.heading, Team.MINION.label) == ("Hantlangare", "Hantlangare")
        assert (Team.DEMON.heading, Team.DEMON.label) == ("Demons", "Demon")
    language_packs.put(tmp_path / "teams" / "de_DE.json", teams)
    pack.add(added(tmp_path / "teams" / "de_DE.json"))
    with language.using("de"):
        assert (Team.MINION.heading, Team.MINION.label) == ("Hantlangare", "Scherge")
    # In Polish our own word is the English one.
    pack.add(
        added(language_packs.put(tmp_path / "teams" / "pl_PL.json", [{"id": "demon", "name": "Demony"}]))
    )
    with language.using("pl"):
        assert (Team.DEMON.heading, Team.DEMON.label) == ("Demony", "Demon")


def test_the_publishers_translations_are_read(tmp_path: Path) -> None:
    found = added(language_packs.put(tmp_path / "sv.json", PUBLISHER))
    assert found.characters["imp"]["otherNightReminder"] == "Djävulen väljer."
    assert found.characters["imp"]["reminders"] == ["Död"]
    assert found.pairs == 1
    assert found.almanac["demon"]["imp"] == {"flavor": "Ha!"}


def test_our_own_form_is_read_from_a_folder_and_from_a_zip(data_folder: Path, tmp_path: Path) -> None:
    folder = language_packs.write("sv", home=tmp_path)
    archive = tmp_path / "pack.zip"
    with zipfile.ZipFile(archive, "w") as made:
        for path in folder.iterdir():
            made.write(path, f"my pack/{path.name}")
    for each in (added(folder), added(archive)):
        assert (each.tag, len(each.characters), each.pairs) == (
            "sv",
            len(bundled.everyone()),
            len(bundled.jinxes()),
        )


def test_adding_a_file_keeps_what_was_added_before(data_folder: Path, tmp_path: Path) -> None:
    pack.add(added(language_packs.put(tmp_path / "characters" / "sv_SE.json", POCKET)))
    pack.add(added(language_packs.put(tmp_path / "jinxes" / "sv_SE.json", TRICKS)))
    pack.add(added(language_packs.put(tmp_path / "sv.json", {"imp": {"name": "Smådjävul"}})))
    (folder,) = language.packs().iterdir()
    written = json.loads((folder / "characters.json").read_bytes())["imp"]
    assert (written["name"], written["reminders"]) == ("Smådjävul", ["Död"])
    assert json.loads((folder / "jinxes.json").read_bytes())
    assert language.known()["sv"].name == "svenska"


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("sv.json", b"{", "not JSON"),
        ("sv.json", b"[" * 100_000, "too deep"),
        ("sv.json", b"\xff\xfe", "UTF-8"),
        ("sv.json", b"[]", "no language pack"),
        ("sv.json", b'{"imp": {"name": 3}}', "no language pack"),
        ("sv.json", b'{"imp": 7, "monk": {"reminders": [[]]}}', "no language pack"),
        ("sv.json", b'[{"id": []}, {"id": {}}]', "no language pack"),
        ("sv.json", b" " * 4_000_001, "larger than"),
        ("en.json", b'{"imp": {"name": "Devil"}}', "no language pack"),
        ("my words.json", b'{"imp": {"name": "Devil"}}', "--tag"),
    ],
)
def test_what_is_no_pack_gets_one_sentence(
    data_folder: Path, tmp_path: Path, name: str, content: bytes, words: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(ClockwrightError, match=words):
        pack.read(path)


def test_a_zip_bomb_and_a_crowd_of_files_are_refused(tmp_path: Path) -> None:
    bomb, crowd = tmp_path / "bomb.zip", tmp_path / "crowd.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("sv.json", b" " * 3_900_000)
    with zipfile.ZipFile(crowd, "w") as made:
        for number in range(6_001):
            made.writestr(f"{number}.json", b"{}")
    for path, words in ((bomb, "times its size"), (crowd, "more than")):
        with pytest.raises(ClockwrightError, match=words):
            pack.read(path)


@pytest.mark.parametrize("tag", ["../x", "a", "", "x" * 40, "de/..", "sv\n"])
def test_a_tag_is_never_a_path(data_folder: Path, tag: str) -> None:
    assert pack.canonical(tag) == ""
    with pytest.raises(ClockwrightError, match="no language pack"):
        pack.remove(tag)


def test_every_finding_is_named(data_folder: Path) -> None:
    folder = language_packs.write("sv", without={"monk"}, home=data_folder / "languages")
    written = json.loads((folder / "characters.json").read_bytes())
    written["imp"] |= {"reminders": [], "ability": 'Varje "natt"', "otherNightReminder": "Välj."}
    written["baron"]["ability"] = "Fler. [+1 Utbölingar]"
    written["nobody"] = {"name": written["chef"]["name"]}
    language_packs.put(folder / "characters.json", written)
    found = "\n".join(findings.findings(folder))
    for words in (
        "lacks monk",
        "imp.reminders: is missing",
        "imp.ability: has a straight quotation mark",
        "imp.otherNightReminder: has another number of :reminder:",
        "baron.ability: has other numbers with signs",
        "unknown id nobody",
        "2 characters are called “ÅChef”",
        "lacks the card YOU ARE",
    ):
        assert words in found, words


@pytest.mark.parametrize("tag", [tag for tag in language.known() if (language.bundled() / tag).is_dir()])
def test_every_bundled_language_is_without_findings(tag: str) -> None:
    found = findings.findings(language.bundled() / tag)
    assert [each for each in found if "much longer" not in each] == []
