"""Whatever is on a script that was opened, each of its pages answers; whatever a form says, there is a sentence."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import quote

import malformed
import pytest
from flask import Flask
from flask.testing import FlaskClient
from instant_press import PICTURE, InstantPress, Paste
from werkzeug.routing import Rule

from builder import artefacts, editing
from builder.artefact import Artefact, PrintRequest, bundle
from builder.artefacts import web_jobs
from builder.web.infra.services import of
from builder.web.routes import export, review
from builder.web.view_models import character_previews

pytestmark = pytest.mark.full

#: What stands in the places of an address.
PLACES: dict[str, tuple[str, ...]] = {
    "kind": ("sheet", "tokens", "nokind"),
    "style": ("classic",),
    "paper": ("a4", "nopaper"),
    "page": ("1", "9"),
    "size": ("-large",),
    "number": ("1", "99"),
    "what": (*character_previews.SHOWN, "nothing"),
    "part": (*review.PARTS, "nothing"),
    "digest": ("0" * 64,),
}
#: Values that a field of an address may have.
QUERIES = (
    "", "?ink=nonsense", "?copies=99", "?copies=" + "9" * 5000, "?punch=abc", "?players=x", "?players=" + "9" * 50,
    "?q=%ED%A0%80%00", "?who=%5B%5B%5D%5D", "?who=%7B%7D", "?who=1", "?id=%ED", "?for=me&pictures=inside",
    "?draft=changelog",
    "?seed=" + "9" * 400, "?chosen=1&make=tokens&tokens.punch=x", "?look=%5B%5D&said=1&not=9",
    "?settings=%5B1%5D&shape=x", "?paper=a4&v=%00",
)  # fmt: skip
#: Its parts are looked into; `test_publish_page` has a press that makes such parts.
PUBLISHED = "/s/<identifier>/publish.zip"
#: Pages of what an import brought, and of a character that is on the script; a logo that was uploaded.
OTHERS = (
    *(f"/s/<identifier>/{name}" for name in ("bloodstar", "similar", "sets/would")),
    "/r/<token>/logo.png",
    "/s/<identifier>/logo.png",
)
ANSWERS = {200, 303, 308, 400, 404, 413, 422}


class PaintingPress(InstantPress):
    """Paints as well: the same few bytes for every team."""

    def render(self, script_json: str, wanted: PrintRequest, *, keep: bool = True) -> Artefact:
        if wanted == web_jobs.PAINT:
            return bundle([(f"{team}.png", PICTURE) for team in json.loads(script_json)["teams"]])
        return super().render(script_json, wanted, keep=keep)


@pytest.fixture
def press() -> InstantPress:
    return PaintingPress()


@pytest.mark.parametrize("seed", range(5))
def test_every_page_of_a_malformed_script_that_opened_answers(
    app: Flask, client: FlaskClient, paste: Paste, seed: int
) -> None:
    look_at_every_page(app, client, paste, Random(seed))


@pytest.mark.parametrize(
    "script",
    [[{"id": "_meta", "name": "Empty"}], [{"id": "_meta", "name": "Fabled"}, "angel"], ["nosuchcharacter"]],
    ids=["empty", "only Fabled", "only an unknown entry"],
)
def test_every_page_of_a_script_without_characters_is_shown(
    app: Flask, client: FlaskClient, paste: Paste, script: list[Any]
) -> None:
    identifier = paste(script).request.path.removeprefix("/s/")
    _, token = of(app).store.library.share(identifier, may_edit=False)
    real = {name: values[:1] for name, values in PLACES.items()} | {"name": ("",)}
    names = ("official", *artefacts.singly())
    asked = {"would": "?id=imp"}
    for rule in app.url_map.iter_rules():
        is_page = rule.rule.startswith(("/s/<identifier>", "/r/<token>")) and "GET" in (rule.methods or ())
        if (
            not is_page
            or rule.rule in {PUBLISHED, *OTHERS}
            or "/characters/<" in rule.rule
            or "digest" in rule.rule
        ):
            continue
        for name in names if "name" in rule.arguments else ("",):
            values = {"identifier": (identifier,), "token": (token,), **real, "name": (name,)}
            for page in filled(rule, values):
                answer = client.get(page + asked.get(page.removeprefix(f"/s/{identifier}/"), ""))
                assert answer.status_code == 200, page


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_every_page_of_many_malformed_scripts_answers(
    app: Flask, client: FlaskClient, paste: Paste, seed: int
) -> None:
    look_at_every_page(app, client, paste, Random(seed))


@pytest.mark.parametrize("seed", range(2))
def test_every_change_with_wrong_values_is_done_or_refused(
    client: FlaskClient, paste: Paste, seed: int
) -> None:
    send_ops(client, paste, Random(seed), times=60)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1060))
def test_very_many_changes_with_wrong_values_are_done_or_refused(
    client: FlaskClient, paste: Paste, seed: int
) -> None:
    send_ops(client, paste, Random(seed), times=200)


@pytest.mark.parametrize("seed", range(2))
def test_every_form_with_wrong_values_is_taken_or_refused(
    app: Flask, client: FlaskClient, paste: Paste, seed: int
) -> None:
    send_forms(app, client, paste, Random(seed), times=6)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1060))
def test_very_many_forms_with_wrong_values_are_taken_or_refused(
    app: Flask, client: FlaskClient, paste: Paste, seed: int
) -> None:
    send_forms(app, client, paste, Random(seed), times=30)


@pytest.mark.parametrize(
    "op", ['{"op": []}', '{"op": {}}', '{"op": null}', '{"op": 7}', '{"op": [["undo"]]}', "{}"]
)
def test_an_op_whose_name_is_no_text_is_no_change(client: FlaskClient, paste: Paste, op: str) -> None:
    path = paste(["imp", "chef"]).request.path
    answer = client.post(f"{path}/do", data={"op": op})
    assert answer.status_code == 422
    assert "not a change to a script" in answer.text


@pytest.mark.parametrize(
    "address",
    [
        "sheet/classic/a4.pdf?ink=nonsense",
        "sheet/classic/a4.pdf?copies=99",
        "tokens/classic/a4.pdf?punch=abc",
        "sheet/classic/a4?ink=x",
        "print/bundle.zip?copies=999",
    ],
)
def test_a_setting_that_means_nothing_in_an_address_is_told(
    client: FlaskClient, paste: Paste, address: str
) -> None:
    path = paste(["imp", "chef"]).request.path
    answer = client.get(f"{path}/{address}")
    assert answer.status_code == 422
    assert any(
        word in answer.text for word in ("nonsense", "Copies must be a number from 1 to 50", "abc", "x")
    )
    assert "Something broke" not in answer.text


@pytest.mark.parametrize("way", ["text", "file"])
@pytest.mark.parametrize("page", ["/open", "/bloodstar"])
def test_half_a_letter_in_what_cannot_be_read_is_told_with_a_question_mark(
    client: FlaskClient, page: str, way: str
) -> None:
    import io

    text = '[{"a\\ud800"}]'
    data: dict[str, Any] = (
        {"text": text} if way == "text" else {"file": (io.BytesIO(text.encode()), "x.json")}
    )
    assert client.post(page, data=data).status_code == 422


def look_at_every_page(app: Flask, client: FlaskClient, paste: Paste, dice: Random) -> None:
    opened = None
    while opened is None or opened.status_code != 200 or not opened.request.path.startswith("/s/"):
        script = malformed.script(dice)
        opened = paste(json.dumps(script))
        assert opened.status_code in ANSWERS, script
    identifier = opened.request.path.removeprefix("/s/")
    _, token = of(app).store.library.share(identifier, may_edit=False)
    for page in pages(app, identifier, token):
        answer = client.get(page + dice.choice(("", *QUERIES)))
        assert answer.status_code in ANSWERS, (answer.request.url, script)


def pages(app: Flask, identifier: str, token: str) -> Iterator[str]:
    """Every page of a script, for its owner and for who reads it."""
    held = of(app).store.get(identifier)
    assert held
    own = [entry.id for entry in held.script.entries if entry.is_custom][:3]
    names = {"name": (*export.WAYS, *artefacts.singly()), "cid": (*own, "imp")}
    for rule in app.url_map.iter_rules():
        is_page = rule.rule.startswith(("/s/<identifier>", "/r/<token>")) and rule.rule != PUBLISHED
        if not is_page or "GET" not in (rule.methods or ()):
            continue
        in_path = names | ({"name": (*own, "imp", "nobody")} if "/characters/" in rule.rule else {})
        yield from filled(rule, {"identifier": (identifier,), "token": (token,), **PLACES, **in_path})


def filled(rule: Rule, values: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """Addresses of a rule, with each value in its place once."""
    names = sorted(rule.arguments)
    for at in range(max(len(values[name]) for name in names)):
        address = rule.rule
        for name in names:
            chosen = quote(values[name][min(at, len(values[name]) - 1)].encode("utf-8", "replace"), safe="")
            start, _, rest = address.partition(f"{name}>")
            address = f"{start[: start.rindex('<')]}{chosen}{rest}"
        yield address


def send_ops(client: FlaskClient, paste: Paste, dice: Random, times: int) -> None:
    names = sorted({*editing.ops(), "undo", "redo", "find", "add"})
    fields = malformed.fields_of("editing", "checks")
    path = paste(
        ["imp", "chef", {"id": "own0", "name": "Own", "team": "minion", "ability": "x"}]
    ).request.path
    for _ in range(times):
        op = malformed.op(dice.choice(names), fields, dice)
        headers = dice.choice([{}, {"X-Parts": "saved"}, {"X-Parts": "all"}])
        answer = client.post(f"{path}/do", data={"op": json.dumps(op)}, headers=headers)
        assert answer.status_code in ANSWERS | {409}, op
        assert client.get(path).status_code == 200, op


def send_forms(app: Flask, client: FlaskClient, paste: Paste, dice: Random, times: int) -> None:
    fields = sorted(
        {*malformed.fields_of("web", "editing"), "act", "who", "op", "settings", "back", "revision"}
    )
    path = paste(
        ["imp", "chef", {"id": "own0", "name": "Own", "team": "minion", "ability": "x"}]
    ).request.path
    identifier = path.removeprefix("/s/")
    values = {"identifier": (identifier,), **PLACES, "name": ("own0",), "cid": ("own0",), "number": ("1",)}
    rules = [
        rule
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/s/<identifier>/") and "POST" in (rule.methods or ())
    ]
    for rule in rules:
        for _ in range(times):
            form = {name: said(malformed.value(dice)) for name in dice.sample(fields, dice.randint(0, 8))}
            answer = client.post(next(filled(rule, values)), data=form)
            assert answer.status_code in ANSWERS | {201, 409}, (rule.rule, form)
            client.post(f"{path}/take-back")
    assert client.get(path).status_code == 200


def said(value: Any) -> str:
    """A value as a form has it: as text, or as JSON."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else json.dumps(value)
