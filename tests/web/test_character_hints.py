"""What the editor of a character says beside its fields: what is lacking, whose order rules, what an id is tied to."""

import html
import json
import re
from typing import Any

from flask.testing import FlaskClient

LAMP: dict[str, Any] = {"id": "lamp_own", "name": "Lamplighter", "team": "townsfolk", "ability": ""}
ORDER = "Change the custom night order"


def opened(client: FlaskClient, *entries: Any, **meta: Any) -> str:
    script = [{"id": "_meta", "name": "Lamps"} | meta, *entries, "imp"]
    return str(client.post("/open", data={"text": json.dumps(script)}).headers["Location"])


def words(client: FlaskClient, path: str, part: str = "") -> str:
    page = client.get(f"{path}/characters/lamp_own{part}").text
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_what_is_not_there_yet_is_told_where_no_check_can_find_fault(client: FlaskClient) -> None:
    path = opened(client, LAMP)
    assert "Still missing: ability, almanac page Proposed icon: keep it or choose one" in words(client, path)
    whole = LAMP | {"ability": "You light lamps.", "image": "https://a.example/l.png"}
    beside = {"clockwright": {"characters": {"lamp_own": {"almanac": {"overview": "Lamps."}}}}}
    assert "Still missing" not in words(client, opened(client, whole, **beside))


def test_an_order_of_its_own_is_told_at_both_nights(client: FlaskClient) -> None:
    lamp = LAMP | {"firstNight": 12, "otherNight": 12}
    path = opened(client, lamp, firstNight=["dusk", "lamp_own", "dawn"], otherNight=["dusk", "imp", "dawn"])
    for part in ("", "/parts"):
        assert words(client, path, part).count(ORDER) == 2
    assert (
        f'href="{path}/night">Change the custom night order</a>'
        in client.get(f"{path}/characters/lamp_own").text
    )
    assert ORDER not in words(client, opened(client, lamp))


def test_what_another_id_brings_about_is_said_before(client: FlaskClient) -> None:
    assert "copies in your other scripts are no longer linked to it" in words(client, opened(client, LAMP))


def test_tags_that_the_words_suggest_come_with_the_help(client: FlaskClient) -> None:
    path = opened(client, LAMP)
    before = client.get(f"{path}/characters/lamp_own/parts").text
    op = {"op": "character", "who": [0, "lamp_own"], "ability": "Each night, you learn a player."}
    client.post(f"{path}/do", data={"op": json.dumps(op)})
    after = client.get(f"{path}/characters/lamp_own/parts").text
    assert before.count("data-tag checked") < after.count("data-tag checked")
