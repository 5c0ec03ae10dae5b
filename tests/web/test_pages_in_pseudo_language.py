"""Every page in a language in which each text of ours is marked: no text is outside of the catalogues."""

import json
import re
from collections.abc import Iterator

import pseudo_language
import pytest
from flask.testing import FlaskClient
from opening import opened

#: What an author wrote is Greek, so that all that is left in plain letters is ours.
SCRIPT: list[object] = [
    {"id": "_meta", "name": "Δοκιμή", "author": "Ένας", "bootlegger": ["Κανόνας ένας."]},
    {"id": "owl", "name": "Κουκουβάγια", "team": "townsfolk", "ability": "Κάθε νύχτα [όχι].", "firstNight": 3},
    {"id": "long", "name": "Μακρύ", "team": "minion", "ability": "Βήχας.", "setup": True,
     "jinxes": [{"id": "imp", "reason": "Λόγος."}]},
    *("chef", "empath", "monk", "butler", "drunk", "poisoner", "alchemist", "spy", "imp", "impp", "baron"),
]  # fmt: skip
PAGES = (
    *("", "/characters", "/characters/owl", "/characters/owl/icon", "/icons", "/almanac", "/night", "/deal"),
    *("/print?chosen=1&make=tokens&make=table&tokens.cut=marks&table.players=7", "/deal?players=7&seed=1"),
    *"/history /history/1 /share /export /sets /publish /proof /would?id=drunk /print".split(),
    *("/proof/games", "/proof/alike"),
)
#: The almanac of an official character is not translated into every language.
ENGLISH = "/characters/chef"


@pytest.fixture(scope="module")
def tag(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with pseudo_language.installed(tmp_path_factory.mktemp("packs")) as tag:
        yield tag


def test_no_page_has_a_text_outside_of_the_catalogues(tag: str, client: FlaskClient) -> None:
    client.set_cookie("language", tag)
    path = opened(client, SCRIPT)
    for op in ({"op": "rename", "name": "Δοκιμές"}, {"op": "add", "id": "washerwoman"}, {"op": "sort"}):
        client.post(f"{path}/do", data={"op": json.dumps(op)})
    shared = re.search(r"/r/([\w-]+)", client.post(f"{path}/share", data={"kind": "read"}).text)
    assert shared
    found = {
        f"{address.replace(path, '')}: {text}"
        for address in ("/", "/?bin", "/settings", "/guide", "/nothing", "/bloodstar", f"/r/{shared[1]}",
                        f"/r/{shared[1]}?for=storyteller", *(f"{path}{page}" for page in PAGES))
        for text in pseudo_language.plain(client.get(address, follow_redirects=True).text)
    }  # fmt: skip
    assert not found, "\n".join(sorted(found))


def test_the_language_is_that_of_the_cookie_or_else_of_the_browser(tag: str, client: FlaskClient) -> None:
    wish = {"Accept-Language": f"fy, {tag};q=0.9, en;q=0.5"}
    assert f'<html lang="{tag}" dir="ltr"' in client.get("/", headers=wish).text
    assert '<html lang="en"' in client.get("/").text
    answer = client.post("/look", data={"language": tag, "next": "/settings"})
    assert answer.location == "/settings"
    chosen = client.get("/settings")
    assert f'<html lang="{tag}"' in chosen.text
    assert f'<option value="{tag}" lang="{tag}" selected>' in chosen.text
    assert {"Cookie", "Accept-Language"} <= {*chosen.vary.as_set(preserve_casing=True)}
    assert chosen.headers["Content-Language"] == tag
    client.post("/look", data={"language": ""})
    assert '<html lang="en"' in client.get("/").text


@pytest.mark.parametrize("unknown", ["xx", "../en", "de" * 300, "\x00"])
def test_a_language_that_the_app_does_not_speak_is_refused(client: FlaskClient, unknown: str) -> None:
    assert client.post("/look", data={"language": unknown}).status_code == 400
    client.set_cookie("language", "xx-unknown")
    assert '<html lang="en"' in client.get("/").text


def test_the_api_answers_in_english_unless_asked_otherwise(tag: str, client: FlaskClient) -> None:
    client.set_cookie("language", tag)
    text = json.dumps(["chef", "imp", "impp"])

    def messages(address: str, **headers: str) -> str:
        answer = client.post(address, data=text, content_type="application/json", headers=headers)
        assert answer.status_code == 200
        return answer.text

    assert "⟦" not in messages("/api/check")
    assert "⟦" in messages("/api/check", **{"Accept-Language": tag})
    assert "⟦" in messages(f"/api/check?language={tag}")
    nowhere = client.get("/api/nowhere", query_string={"language": tag}).get_json()
    assert nowhere["detail"].startswith("⟦")


def test_what_is_said_in_one_language_is_not_cached_for_another(tag: str, client: FlaskClient) -> None:
    path = opened(client, SCRIPT)
    client.get(path)  # says once that it was just opened
    english = client.get(path).text
    client.set_cookie("language", tag)
    assert pseudo_language.plain(client.get(path).text) == []
    client.set_cookie("language", "en")
    again = client.get(path).text
    assert "⟦" not in again
    assert len(again) == len(english)
