"""Light and dark, the start page, and the app's own files."""

import re

import pytest
from flask.testing import FlaskClient
from instant_press import Paste

from builder import assets
from builder.press.colours import TEAM_COLOURS


def test_the_theme_is_kept_and_the_page_comes_in_it_at_once(client: FlaskClient) -> None:
    assert 'data-theme="auto"' in client.get("/").text
    answer = client.post("/look", data={"theme": "dark", "next": "/s/abc?paper=letter"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/s/abc?paper=letter")
    assert "SameSite=Lax" in answer.headers["Set-Cookie"]
    assert 'data-theme="dark"' in client.get("/").text


@pytest.mark.parametrize(
    "target", ["https://evil.example", "//evil.example", "/\\evil.example", "evil", "/a\r\nX: y"]
)
def test_the_theme_switch_leads_nowhere_else(client: FlaskClient, target: str) -> None:
    assert client.post("/look", data={"theme": "dark", "next": target}).headers["Location"] == "/"


def test_a_theme_that_does_not_exist_is_refused(client: FlaskClient) -> None:
    assert client.post("/look", data={"theme": "pink"}).status_code == 400
    client.set_cookie("theme", '"><script>')
    assert 'data-theme="auto"' in client.get("/").text


def test_the_first_visit_shows_the_samples_and_leads_to_them(client: FlaskClient) -> None:
    if not any(assets.data("samples").glob("*.json")):
        pytest.skip("data/samples is empty")
    page = client.get("/").text
    assert "A Murmur of Moths" in page
    others = set(re.findall(r'href="(/s/\w{12})"', page))
    assert len(others) == 2
    for path in others:
        assert client.get(path).status_code == 200


def test_the_credit_to_the_games_makers_is_on_every_page(client: FlaskClient, paste: Paste) -> None:
    for page in (client.get("/").text, client.get("/nothing").text, paste('["imp"]').text):
        assert "© Steven Medway and The Pandemonium Institute" in page


def test_the_apps_files_are_kept_for_ever_under_addresses_of_their_content(client: FlaskClient) -> None:
    page = client.get("/").text
    addresses = re.findall(r'"(/static/[^"]+)"', page)
    assert len(addresses) >= 5
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["Cache-Control"]
    older = client.get(re.sub(r"/static/\w+", "/static/000000000000", addresses[0]))
    assert older.status_code == 200
    assert "immutable" not in older.headers["Cache-Control"]


def test_the_letters_that_are_fetched_ahead_are_those_that_every_page_waits_for(client: FlaskClient) -> None:
    """The tests with a browser do not take its word that one of them was not used: it says so of a late one, too."""
    ahead = re.findall(r'rel="preload" as="font"[^>]*/vendor/fonts/([^"]+)"', client.get("/").text)
    faces = re.findall(r"@font-face \{[^}]*\}", assets.static("css", "base.css").read_text("utf-8"))
    awaited = [re.findall(r"/fonts/([^\"]+)", face) for face in faces if "font-display: optional" in face]
    assert sorted(ahead) == sorted(name for names in awaited for name in names)
    assert ahead


def test_only_our_own_files_are_given_out(client: FlaskClient) -> None:
    for name in (
        "../pyproject.toml",
        "vendor/emblems/emblems.tsv",
        "css",
        "css/none.css",
        "%2e%2e/builder/app.py",
    ):
        assert client.get(f"/static/x/{name}").status_code == 404


def test_every_address_in_a_style_sheet_is_a_file_of_ours() -> None:
    sheets = assets.static("css").glob("*.css")
    found = [
        sheet.parent / each
        for sheet in sheets
        for each in re.findall(r"""url\(["']?([^"')]+)""", sheet.read_text())
    ]
    assert found
    assert [each for each in found if not each.is_file()] == []


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


TEXT = ("ink", "quiet", "link", "error", "warning", "advice", "notice", *TEAM_COLOURS)


def palette() -> dict[str, tuple[str, str]]:
    """Every plain color of the pages by its name: in light and in dark."""
    css = assets.static("css", "base.css").read_text()
    found = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", css)
    return {name: (light, dark) for name, light, dark in found}


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_every_text_colour_can_be_read_on_every_ground(scheme: int) -> None:
    colours = {name: both[scheme] for name, both in palette().items()}
    assert {"ink", "quiet", "townsfolk", "loric", "error"} <= colours.keys()
    for ground in ("paper", "card"):
        for text in TEXT:
            if text in colours:
                assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
        assert contrast(colours["edge"], colours[ground]) >= 3, ground
    assert contrast(colours["button"], colours["on-button"]) >= 4.5


def test_each_colour_is_written_once_for_light_and_for_dark() -> None:
    css = assets.static("css", "base.css").read_text()
    names = re.findall(r"^ *--([\w-]+):", css, re.MULTILINE)
    assert len(palette()) > 20
    assert [name for name in palette() if names.count(name) != 1] == []
    for theme, scheme in (("light", "light"), ("dark", "dark")):
        assert re.search(rf'\[data-theme="{theme}"\] \{{\s*color-scheme: {scheme};\s*\}}', css)
    assert "prefers-color-scheme" not in css


def test_shared_bits_of_the_pages_are_styled_in_one_file() -> None:
    selectors = {
        sheet.name: set(re.findall(r"^(\.[\w .-]+?) \{", sheet.read_text(), re.MULTILINE))
        for sheet in assets.static("css").glob("*.css")
    }
    for shared in (".with-js", ".button.small", ".visually-hidden"):
        assert [name for name, found in selectors.items() if shared in found] == ["base.css"], shared
