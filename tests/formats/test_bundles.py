"""Several files at once, and ZIPs of them: which belong together, and whose picture is whose."""

import io
import json
import zipfile
from typing import Any

import pytest
from saving import DOT, SHARED, SMITH

import builder
from builder.errors import UnreadableScriptError
from builder.formats.bloodstar import icons
from builder.formats.carriers import bundles
from builder.formats.carriers.bundles import File

PNG = b"\x89PNG\r\n\x1a\n" + b"0123456789" * 80
OWL = {
    "id": "owl_hoots",
    "name": "Owl",
    "team": "townsfolk",
    "ability": "You hear.",
    "image": "https://a.example/p/Owl_hoots.png",
}
SCRIPT = [{"id": "_meta", "name": "Hoots", "author": "Ada"}, OWL, "imp"]
ALMANAC = (
    b"<html><head><title>Hoots Almanac</title></head><body><ol><li class=page id=owl_hoots>"
    b'<div class="page-contents townsfolk"><h2>Owl</h2><p class=ability>You hear.</p>'
    b"<div class=overview><p>The Owl hears all.</p></div></div></li></ol></body></html>"
)


def words(value: object) -> bytes:
    return json.dumps(value).encode()


def packed(**files: bytes) -> File:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return File("all.zip", target.getvalue())


def names(found: list[bundles.Bundle]) -> list[list[str]]:
    return [[each.name for each in bundle.files] for bundle in found]


def test_a_published_folder_in_a_zip_is_one_script_with_its_pictures() -> None:
    archive = packed(
        **{
            "p/script.json": words(SCRIPT),
            "p/almanac.html": ALMANAC,
            "p/owl_hoots.png": PNG,
            "p/_meta.png": PNG + b"1",
        }
    )
    (bundle,) = bundles.in_archive(archive)
    script = bundles.script_of(bundle)
    assert script.characters[0].page.overview == "The Owl hears all."
    assert script.characters[0].images[0].startswith("data:image/png;base64,")
    assert script.meta.logo.startswith("data:image/png;base64,")
    assert not [problem for problem in script.reading if problem.code == "pictures-beside"]


def test_a_set_of_ours_in_a_zip_counts_alone() -> None:
    archive = packed(
        **{
            "set.json": words(SCRIPT),
            "script.json": words(["imp"]),
            "almanac.html": ALMANAC,
            "index.html": b"<p>Hi</p>",
        }
    )
    assert names(bundles.in_archive(archive)) == [["set.json"]]


def test_several_scripts_in_a_zip_are_several() -> None:
    archive = packed(
        **{
            "a.json": words(["imp"]),
            "b/c.json": words(["po"]),
            "b/notes.txt": b"Imp",
            "__MACOSX/a.json": b"x",
        }
    )
    assert names(bundles.in_archive(archive)) == [["a.json"], ["b/c.json"]]


def test_a_list_in_a_zip_is_a_script_where_nothing_else_is() -> None:
    (bundle,) = bundles.in_archive(packed(**{"names.txt": b"Imp\nBaron\nChef\nEmpath\nMonk\n"}))
    assert [entry.key for entry in bundles.script_of(bundle).entries] == [
        "imp",
        "baron",
        "chef",
        "empath",
        "monk",
    ]


def test_a_blood_file_is_a_script_and_no_archive_of_scripts() -> None:
    blood = packed(
        **{
            "meta.json": words({"name": "Hoots"}),
            "roles/owl.json": words({"name": "Owl", "team": "townsfolk"}),
        }
    )
    assert not bundles.is_archive(blood)
    (bundle,) = bundles.in_archive(packed(**{"old.blood": blood.content}))
    assert bundles.script_of(bundle).name == "Hoots"


@pytest.mark.parametrize(
    "written", ["https://a.example/p/OWL_hoots.png?v=2", "owl_hoots.png", ["x/owl_hoots.png", "y/no.png"]]
)
def test_pictures_match_by_the_end_of_an_address(written: Any) -> None:
    files = [File("script.json", words([OWL | {"image": written}])), File("Owl_Hoots.PNG", PNG)]
    (bundle,) = bundles.bundles(files)
    assert bundles.script_of(bundle).characters[0].images[0].startswith("data:image/png;base64,")


def test_a_picture_of_nobody_is_told_and_one_called_after_an_id_is_found() -> None:
    plain = {name: value for name, value in OWL.items() if name != "image"}
    files = [File("s.json", words([plain])), File("owlhoots.png", PNG), File("cat.png", PNG + b"1")]
    script = bundles.script_of(bundles.bundles(files)[0])
    assert script.characters[0].images
    assert [p.message for p in script.reading if p.code == "pictures-beside"] == [
        "These pictures match no character and were left out: “cat.png”."
    ]


def test_a_picture_inside_a_save_holds_against_its_published_address() -> None:
    long = DOT + "A" * 800
    save = {"meta": {"name": "Hoots"}, "characterList": [SMITH | {"id": "owl_hoots", "styledImage": long}]}
    files = [File("save.json", words(save)), File("script.json", words(SCRIPT))]
    (bundle,) = bundles.bundles(files, together=True)
    assert bundles.script_of(bundle).characters[0].images == (long,)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"readme.md": b"hello"}, "no script in this ZIP"),
        ({"s.json": b"[" + b" " * 3_000_000 + b"]"}, "times its size"),
        ({"p.png": b"\x89PNG" + bytes(range(256)) * 20_000}, "The limit is 5,000,000"),
        ({f"{number}.json": b'["imp"]' for number in range(101)}, "open up to 100 at once"),
    ],
)
def test_a_hostile_or_empty_zip_is_refused_in_words(files: dict[str, bytes], said: str) -> None:
    with pytest.raises(UnreadableScriptError, match=said):
        bundles.in_archive(packed(**files))


def test_names_that_lead_elsewhere_are_names_and_nothing_else() -> None:
    archive = packed(**{"../../etc/passwd.json": words(["imp"]), "/abs.json": words(["po"])})
    assert sorted(
        entry.key for bundle in bundles.in_archive(archive) for entry in bundles.script_of(bundle).entries
    ) == ["imp", "po"]


def test_a_cut_zip_is_damaged() -> None:
    whole = packed(**{"a.json": words(["imp"])}).content
    for cut in (4, 30, len(whole) - 5):
        with pytest.raises(UnreadableScriptError, match="damaged"):
            bundles.in_archive(File("x.zip", whole[:cut]))


@pytest.mark.parametrize(
    ("written", "ours"),
    [
        (None, {}),
        ({}, {}),
        (
            {"shouldColorize": False, "dropShadowOpacity": 0.3},
            {"whiten": False, "gradient": False, "shadow_strength": 0.3},
        ),
        ({"useOutsiderAndMinionColors": False}, {"teal_outsiders": False, "orange_minions": False}),
        ({"borderIntensity": 2, "useTexture": False}, {"border_width": 10, "texture": False}),
        ({"sizeFactor": 0.5, "horizontalPlacement": 0.5}, {"size": 270, "x": 270}),
        ({"dropShadowSize": 16, "dropShadowOffsetY": 10}, {"shadow_blur": 8, "shadow_y": 10}),
        ({"borderIntensity": "wide", "useBorder": None, "sizeFactor": float("nan")}, {}),
    ],
)
def test_bloodstars_picture_settings_become_ours(written: object, ours: dict[str, Any]) -> None:
    assert icons.settings_of(written) == ours


def test_what_was_not_to_be_restyled_is_left_as_it_is() -> None:
    settings = icons.settings_of({"shouldRestyle": False, "borderIntensity": 3})
    assert settings["size"] == 540
    assert not any(settings[name] for name in ("whiten", "gradient", "texture", "border", "shadow", "crop"))


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared fixtures are not here")
def test_icons_are_painted_anew_only_when_asked() -> None:
    script = builder.parse(SHARED / "bloodstar" / "save.json")
    assert not any(each.icon.is_painted for each in script.characters)
    painted = icons.repainted(script)
    assert all(each.icon.picture for each in painted.characters)
    wrecker = next(each for each in painted.characters if each.name == "Wrecker")
    assert wrecker.icon.settings == {"whiten": False, "gradient": False, "shadow_strength": 0.3}
    assert [each.images for each in painted.characters] == [each.images for each in script.characters]
    assert icons.repainted(painted) is painted
