"""Themes are read from files, ZIPs and scripts; what is wrong with one is said, and nothing hostile gets in."""

import base64
import io
import json
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from jsonschema import Draft202012Validator

from builder import assets
from builder.errors import ClockwrightError
from builder.press import colours, grounds, ornaments
from builder.themes import loading, resolving, schema

SCHEMA = json.loads(assets.data("schema", "theme.json").read_bytes())
BAD: list[Any] = [
    [],
    {"titel": "x"},
    {"ink": "red"},
    {"ink": "#12345"},
    {"ink": "#fff; } body { color: red"},
    {"ink": 5},
    {"paper": {"colour": "#fff"}},
    {"paper": {"strength": 2}},
    {"paper": {"strength": True}},
    {"paper": {"texture": "../../etc"}},
    {"paper": {"edge": "burnt"}},
    {"paper": {"tones": ["#fff", "#fff", "#fff", "#fff"]}},
    {"density": "loose"},
    {"pictures": {"ring": "yes"}},
    {"fonts": {"text": {"bold": "x.ttf"}}},
    {"fonts": {"text": ["x.ttf"]}},
    {"title": "x" * 61},
    {"teams": {"minions": "#fff"}},
]


def zipped(members: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in members.items():
            archive.writestr(name, body)
    return target.getvalue()


def refusal(value: Any) -> str:
    with pytest.raises(ClockwrightError) as error:
        loading.from_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
    return str(error.value)


@pytest.mark.parametrize("value", BAD, ids=json.dumps)
def test_our_reader_and_the_schema_refuse_the_same(value: Any) -> None:
    assert list(Draft202012Validator(SCHEMA).iter_errors(value))
    assert all(sentence.endswith((".", "}")) for sentence in refusal(value).split("\n"))


def test_a_message_names_the_place_and_the_remedy() -> None:
    assert refusal({"teams": {"minion": "orange"}}) == (
        'The theme’s “teams.minion” is "orange". Write a color, such as "#f4ecdb".'
    )
    assert "no field “inc”" in refusal({"inc": "#fff"})
    assert "Choose one of: close, normal, airy." in refusal({"density": "loose"})
    assert refusal(b'{"ink": }') == "This theme is not valid JSON: see line 1, column 9."
    assert "vespers" in refusal({"extends": "vepsers"})
    assert "Alegreya Sans" in refusal({"fonts": {"text": "Comic"}})


@pytest.mark.parametrize("name", loading.ours())
def test_ours_keep_to_the_format_and_need_no_change(name: str) -> None:
    written = json.loads(loading.ours()[name].read_bytes())
    Draft202012Validator(SCHEMA).validate(written)
    worn = resolving.resolved(loading.packed(loading.by_name(name).fields))
    assert worn.changed == ()
    assert worn.title
    fields = schema.reader(loading.by_name(name).fields)
    assert fields("paper.texture") in {*grounds.TEXTURES, "none"}
    for kind in ("flourish", "divider", "corner", "leaf"):
        assert fields(f"ornaments.{kind}") in {None, "none"} or ornaments.drawn(
            kind, fields(f"ornaments.{kind}")
        )


def test_every_ornament_of_ours_is_a_plain_drawing() -> None:
    paths = [*assets.data("ornaments").glob("*/*.svg")]
    assert len(paths) >= 4
    for path in paths:
        found = ornaments.drawn(path.parent.name, path.stem)
        assert found, path
        assert not {"style=", "class=", "<text", "url(", "href"} & {
            word for word in ("style=", "class=", "<text", "url(", "href") if word in found[1]
        }


def test_the_defaults_are_the_colors_of_no_theme() -> None:
    teams = schema.rules()["properties"]["teams"]["properties"]
    assert {name: node["default"] for name, node in teams.items()} == {
        name: colours.TEAM_COLOURS[name] for name in teams
    }


def test_what_is_left_out_comes_from_what_it_extends() -> None:
    made = loading.from_object({"extends": "vespers", "teams": {"minion": "#9a4a00"}}).fields
    base = loading.by_name("vespers").fields
    assert made["teams"] == {**base["teams"], "minion": "#9a4a00"}
    assert made["paper"] == base["paper"]
    assert "extends" not in made


def test_files_beside_a_theme_and_in_a_zip_are_found(tmp_path: Path) -> None:
    theme = json.dumps({"extends": "base.json", "logo": {"picture": "art/logo.png"}}).encode()
    members = {"theme.json": theme, "base.json": b'{"title": "Base"}', "art/logo.png": b"a picture"}
    for name, body in members.items():
        tmp_path.joinpath(name).parent.mkdir(exist_ok=True)
        tmp_path.joinpath(name).write_bytes(body)
    made = [
        loading.from_path(tmp_path),
        loading.from_path(tmp_path / "theme.json"),
        loading.from_bytes(zipped({f"my theme/{name}": body for name, body in members.items()})),
    ]
    for each in made:
        assert each == made[0]
        assert each.fields["title"] == "Base"
        assert each.files[each.fields["logo"]["picture"]] == b"a picture"


def test_a_picture_may_be_in_the_theme_itself() -> None:
    address = "data:image/png;base64," + base64.b64encode(b"a picture").decode()
    made = loading.from_object({"logo": {"picture": address}})
    assert [*made.files.values()] == [b"a picture"]


@pytest.mark.parametrize(
    "name",
    [
        "../secret.png",
        "/etc/passwd",
        "https://example.org/x.png",
        "file:///etc/passwd",
        "a\\b.png",
        "x\0.png",
    ],
)
def test_nothing_is_read_from_elsewhere(name: str, tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(b"secret")
    home = tmp_path / "home"
    home.mkdir()
    (home / "theme.json").write_text(json.dumps({"logo": {"picture": name}}))
    with pytest.raises(ClockwrightError, match=r"beside (it|the theme)"):
        loading.from_path(home)


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(b"secret")
    home = tmp_path / "home"
    home.mkdir()
    (home / "x.png").symlink_to(tmp_path / "secret.png")
    (home / "theme.json").write_text(json.dumps({"logo": {"picture": "x.png"}}))
    with pytest.raises(ClockwrightError, match="beside"):
        loading.from_path(home)


def test_a_name_in_the_store_cannot_lead_elsewhere() -> None:
    assert "is not there" in refusal({"logo": {"picture": "stored"}})
    assert "fetches nothing" in refusal({"logo": {"picture": "stored:../../secret"}})


def test_themes_that_extend_each_other_end(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"extends": "b.json"}')
    (tmp_path / "b.json").write_text('{"extends": "a.json"}')
    with pytest.raises(ClockwrightError, match="extends itself"):
        loading.from_path(tmp_path / "a.json")
    for number in range(12):
        (tmp_path / f"n{number}.json").write_text(json.dumps({"extends": f"n{number + 1}.json"}))
    with pytest.raises(ClockwrightError, match="At most 8"):
        loading.from_path(tmp_path / "n0.json")


def test_hostile_containers_are_refused_quickly() -> None:
    assert "too large" in refusal(zipped({"theme.json": b" " * 50_000_000}))
    assert "too large" in refusal(zipped({f"{number}.json": b"{}" for number in range(101)}))
    assert "damaged" in refusal(b"PK\3\4" + b"x" * 200)
    assert "no theme.json" in refusal(zipped({"x.txt": b""}))
    assert "nested too deeply" in refusal(b'{"a":' * 100_000)
    assert "UTF-8" in refusal(b"\xff\xfe\0")
    with pytest.raises(ClockwrightError, match="too long"):
        loading.packed({"title": "x" * 30_000})


def test_a_color_ends_where_its_line_ends() -> None:
    assert "ink" in refusal({"ink": "#ffffff\n"})


NAMES = ("color", "picture", "tones", "regular", "minion", "shape", "x")
FIELDS = st.recursive(
    st.none()
    | st.booleans()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["#fff", "#12ab34", "none", "x.png"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from([*SCHEMA["properties"], "inc"]), FIELDS, max_size=4))
def test_anything_is_a_theme_or_refused(fields: dict[str, Any]) -> None:
    made = None
    with suppress(ClockwrightError):
        made = loading.from_object(fields)
    if made:
        assert resolving.resolved(loading.packed(made.fields)).values["ink"].startswith("#")


def test_text_to_read_has_a_font_of_its_own_or_that_of_other_text() -> None:
    fonts = schema.faces_of_ours()
    both = schema.faces({"fonts": {"text": "Jost", "reading": "EB Garamond"}})
    assert both["AlegreyaSans-Regular"] in fonts["Jost"].values()
    assert both["Alegreya-Regular"] in fonts["EB Garamond"].values()
    assert schema.faces({"fonts": {"text": "Jost"}})["Alegreya-Regular"] in fonts["Jost"].values()
