"""Strangers on one host: every address of the app, as everybody who may try it, over both databases.

`ADDRESSES` says of every route who may use it. A route that is not in it fails the first test.
"""

import base64
import io
import json
import logging
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

import pytest
from flask import Flask
from flask.testing import FlaskClient
from instant_press import InstantPress
from opening import opened
from PIL import Image
from werkzeug.test import TestResponse

from builder import artefacts, files, uploads
from builder.artefact import ZIP
from builder.library import Library
from builder.settings import Settings
from builder.web import create_app
from builder.web.infra import rate_limit
from builder.web.infra.services import of
from builder.web.view_models import just_opened

pytestmark = pytest.mark.full

#: What only the author may see, and what readers may see but no log or metric.
PRIVATE, PUBLIC = "Kumquat", "Tamarind"
#: By who may use them: METHOD, rule, form or query. Whatever is not allowed is a 404, as if it were not there.
ADDRESSES = {
    # Everybody; nothing of a script is in the answer.
    "all": """
GET /
GET /api/
GET /api/characters
GET /api/characters/<id>                id=imp
POST /api/check
POST /api/convert
POST /api/deal                          ?players=5
GET /api/formats
POST /api/jinxes
POST /api/matchups
POST /api/style
POST /api/night
GET /api/openapi.json
GET /api/papers
POST /api/print                         ?kind=sheet
GET /api/printables
POST /api/setup
POST /api/sort
GET /bloodstar
POST /bloodstar                         text=Kumquat
GET /characters/<name>                  name=imp
GET /emblem/<name>.svg                  name=crown
GET /emblems/<stamp>.svg                stamp=x
GET /favicon.ico
GET /guide
GET /healthz
POST /look                              theme=dark
GET /metrics
POST /new                               name=Tamarind
GET /open
POST /open                              text=["imp"]
POST /open/columns                      table=Tamarind	x&first=1&column.0=name
GET /readyz
GET /settings
POST /settings/paper                    paper=a4
GET /themes/faces.css
GET /static/<fingerprint>/<path:name>   fingerprint=x&name=css/base.css
POST /wording-note                      next=/
""",
    # Nobody on a hosted server: it is not one visitor's to change.
    "nobody": """
GET /home/<code>                        code=x
GET /settings/backup.zip
POST /settings/cancel-sync
POST /settings/forget
POST /settings/restore
POST /settings/sync
""",
    # Whoever has a link to read.
    "link to read": """
GET /r/<token>                                          ?for=storyteller
GET /r/<token>/<kind>/<style>/<paper>.pdf
GET /r/<token>/almanac.html
GET /r/<token>/characters/<cid>/icon/<name>.png         name=usual
POST /r/<token>/copy
GET /r/<token>/logo.png
GET /r/<token>/script.json
GET /r/<token>/theme.css
""",
    # The owner, and whoever came by a link to edit.
    "editors": """
GET /s/<identifier>
GET /s/<identifier>/<kind>/<style>/<paper>
GET /s/<identifier>/<kind>/<style>/<paper>.pdf
GET /s/<identifier>/<kind>/<style>/<paper>/<int:page>.png
GET /s/<identifier>/<kind>/<style>/<paper>/<int:page><any('-large'):size>.png
GET /s/<identifier>/all-<paper>.zip
GET /s/<identifier>/almanac
GET /s/<identifier>/almanac.html
GET /s/<identifier>/logo.png
GET /s/<identifier>/read                                ?for=storyteller
GET /s/<identifier>/read/theme.css
POST /s/<identifier>/almanac/preview                    text=Kumquat
GET /s/<identifier>/bloodstar
POST /s/<identifier>/bloodstar/import-pictures
POST /s/<identifier>/bloodstar/paint
GET /s/<identifier>/bloodstar/picture/<digest>
GET /s/<identifier>/characters
POST /s/<identifier>/characters                         op=new-character&name=Tamarind Two&team=minion
GET /s/<identifier>/characters/<cid>/icon
POST /s/<identifier>/characters/<cid>/icon              act=preview
GET /s/<identifier>/characters/<cid>/icon/<name>.png    name=usual
GET /s/<identifier>/characters/<cid>/icon/offers        ?q=owl
GET /s/<identifier>/characters/<cid>/icon/preview
POST /s/<identifier>/characters/<cid>/icon/upload       file=PICTURE
GET /s/<identifier>/characters/<path:name>
POST /s/<identifier>/characters/<path:name>             notes=Kumquat note&ability=Tamarind
GET /s/<identifier>/characters/<path:name>/parts
GET /s/<identifier>/characters/<path:name>/preview/<what>.png   what=token
GET /s/<identifier>/cover.svg
GET /s/<identifier>/deal                                ?players=5
POST /s/<identifier>/deal/game                          game=Kumquat
POST /s/<identifier>/deal/tent-cards.pdf                names=Kumquat
POST /s/<identifier>/details/<name>                     name=background&file=PICTURE
GET /s/<identifier>/details/<name>/<digest>             name=logo
POST /s/<identifier>/do                                 op={"op":"dismiss","code":"no-demon","note":"Kumquat"}
POST /s/<identifier>/duplicate
GET /s/<identifier>/export
GET /s/<identifier>/export/<name>                       name=markdown
GET /s/<identifier>/history
GET /s/<identifier>/history/<int:number>
POST /s/<identifier>/history/<int:number>/restore
GET /s/<identifier>/icons
POST /s/<identifier>/icons
GET /s/<identifier>/live                                ?device=x&name=Kumquat
GET /s/<identifier>/night
POST /s/<identifier>/night                              night=first&reset=1
GET /s/<identifier>/parts
GET /s/<identifier>/print
GET /s/<identifier>/print/bundle.zip
GET /s/<identifier>/print/made/<kind>
GET /s/<identifier>/print/shop.zip
GET /s/<identifier>/proof
GET /s/<identifier>/proof/<part>                        part=games
GET /s/<identifier>/publish
GET /s/<identifier>/publish.zip
POST /s/<identifier>/publish.zip                        url=https://tamarind.example/set/
GET /s/<identifier>/script.json
GET /s/<identifier>/sets
GET /s/<identifier>/replace                             ?find=Owl
POST /s/<identifier>/replace                            find=Kumquat&where=abilities&with=Kumquat
GET /s/<identifier>/statistics
GET /s/<identifier>/style
POST /s/<identifier>/sets
GET /s/<identifier>/setup
GET /s/<identifier>/share
GET /s/<identifier>/shelf                               ?q=imp
GET /s/<identifier>/similar                             ?who=[3,"imp"]
POST /s/<identifier>/tags                               tags=Kumquat
GET /s/<identifier>/theme
GET /s/<identifier>/theme.zip
POST /s/<identifier>/theme/file                         field=logo.picture&file=PICTURE
POST /s/<identifier>/update                             text=[]
GET /s/<identifier>/would                               ?id=imp
""",
    # The owner alone; guests neither share nor delete, and see no other script of the owner.
    "owner": """
GET /s/<identifier>/sets/would                          ?id=OTHER/elk
POST /s/<identifier>/publish
POST /s/<identifier>/share                              kind=read&label=Kumquat
POST /s/<identifier>/share/<int:number>/revoke          number=SPARE
POST /s/<identifier>/share/<int:number>/restore         number=SPARE
POST /s/<identifier>/theme/use                          script=OTHER
POST /s/<identifier>/throw-away
POST /s/<identifier>/take-back
POST /s/<identifier>/into
""",
    # Whoever has a link to edit; last, because it makes an editor of them.
    "link to edit": """
GET /e/<token>
""",
}
#: What an address is made of, unless its line says otherwise.
USUAL = {
    "kind": "sheet",
    "style": "classic",
    "paper": "a4",
    "page": "1",
    "size": "-large",
    "cid": "owl",
    "name": "owl",
    "number": "1",
}
NAMED = re.compile(r"<(?:[^<>:]+:)?(\w+)>")
HOSTILE = {
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Server": "evil.example",
    "X-Forwarded-Prefix": "/evil.example",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": "127.0.0.1",
    "X-Original-URL": "/settings/backup.zip",
    "X-Rewrite-URL": "/settings/backup.zip",
    "X-HTTP-Method-Override": "POST",
    "Forwarded": "for=127.0.0.1;host=evil.example;proto=https",
}


class Line(NamedTuple):
    """One way to use a route, and who may."""

    who: str
    method: str
    rule: str
    values: dict[str, str]
    is_query: bool


def lines() -> Iterator[Line]:
    for who, table in ADDRESSES.items():
        for each in table.strip().splitlines():
            method, rule, values = [*each.split(maxsplit=2), ""][:3]
            known = dict(parse_qsl(values.removeprefix("?"), separator="&"))
            yield Line(who, method, rule, known, values.startswith("?") or method == "GET")


LINES = tuple(lines())
ALL = frozenset(ADDRESSES)


def png(color: str = "#731") -> bytes:
    target = io.BytesIO()
    Image.new("RGB", (20, 20), color).save(target, "PNG")
    return target.getvalue()


class PicturePress(InstantPress):
    """Gives pictures where icons are read and painted."""

    def render(self, script_json: str, wanted: Any, *, keep: bool = True) -> Any:
        made = super().render(script_json, wanted, keep=keep)
        job = json.loads(script_json) if script_json.startswith("{") else {}
        if "theme" in job:
            return artefacts.make(script_json, wanted)
        if "teams" in job:
            return replace(made, media_type=ZIP, body=files.zipped((team, png()) for team in job["teams"]))
        return replace(made, body=base64.b64decode(job["body"])) if "body" in job else made


@dataclass
class World:
    """A hosted server; an author with a script full of secrets, and everybody who may try to get at it."""

    app: Flask
    path: str = ""
    other: str = ""
    digest: str = ""
    tokens: dict[str, str] = field(default_factory=dict)
    people: dict[str, FlaskClient] = field(default_factory=dict)

    @property
    def library(self) -> Library:
        return of(self.app).store.library

    def values(self, identifier: str, token: str) -> dict[str, str]:
        return USUAL | {"identifier": identifier, "token": token, "digest": self.digest}

    def ask(
        self, person: FlaskClient, line: Line, *, identifier: str = "", token: str = "", **headers: Any
    ) -> TestResponse:
        """Uses a route for the author's script, or for another."""
        script = identifier or self.path.removeprefix("/s/")
        known = self.values(script, token or self.tokens.get(line.who.rpartition(" ")[2], "x")) | line.values
        if known["number"] == "SPARE":
            known["number"] = str(
                max(share.id for share in self.library.shares(self.path.removeprefix("/s/")))
            )
        path = NAMED.sub(lambda found: known[found[1]], line.rule)
        form: dict[str, Any] = {
            name: value.replace("OTHER", self.other)
            for name, value in line.values.items()
            if f"{name}>" not in line.rule
        }
        if line.rule.startswith("/api/") and line.method == "POST":
            return person.open(path, method="POST", json=["imp"], query_string=form, headers=headers)
        if line.is_query:
            return person.open(path, method=line.method, query_string=form, headers=headers)
        if form.get("file") == "PICTURE":
            form["file"] = (io.BytesIO(png("#137")), f"{PRIVATE}.png")
        return person.open(path, method=line.method, data=form, headers=headers)

    def state(self) -> object:
        """All that somebody might have changed."""
        identifier = self.path.removeprefix("/s/")
        owner = self.library.owner_of(identifier)
        assert owner
        listed = self.library.listed(identifier, owner=owner)
        return (
            listed,
            self.library.history(identifier),
            self.library.shares(identifier),
            self.library.count(owner=owner),
        )


def fits(answer: TestResponse) -> bool:
    """Whether somebody who may use an address got what they wanted, or was told what is wrong with the form."""
    return answer.status_code < 400 or answer.status_code == 422


@pytest.fixture(params=["sqlite", "postgresql"])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> World:
    database = request.getfixturevalue("empty_database") if request.param == "postgresql" else ""
    settings = Settings(
        data=str(tmp_path / "data"), database=database, hosted=True, rate="", print_rate="", change_rate=""
    )
    Library.upgrade(settings)
    app = create_app(settings, press=PicturePress())  # type: ignore[arg-type]  # as the fixture `app`
    world = World(app)
    author = world.people["owner"] = app.test_client()
    picture = "data:image/png;base64," + base64.b64encode(png()).decode()
    block = {
        "characters": {"owl": {"notes": f"{PRIVATE} note"}, "hid": {"export": False, "notes": PRIVATE}},
        "dismissed": [{"code": "x", "note": PRIVATE}],
        "bloodstar": {"account": PRIVATE},
    }
    script = [
        {"id": "_meta", "name": f"{PUBLIC} Evening", "author": PUBLIC, "clockwright": block},
        {"id": "owl", "name": f"{PUBLIC} Owl", "team": "townsfolk", "ability": PUBLIC, "image": picture},
        {"id": "hid", "name": PRIVATE, "team": "minion", "ability": PRIVATE},
        "imp",
    ]
    world.path = opened(author, script)
    others = [
        {"id": "_meta", "name": "Set"},
        {"id": "elk", "name": "Elk", "team": "demon", "ability": "Elk."},
    ]
    world.other = opened(author, others).removeprefix("/s/")
    identifier = world.path.removeprefix("/s/")
    picked = {"file": (io.BytesIO(png()), "logo.png")}
    assert author.post(f"{world.path}/details/logo", data=picked).status_code == 303
    saved = world.library.get(identifier)
    assert saved
    world.digest = saved.script.meta.logo.removeprefix(uploads.SCHEME)
    page = just_opened.SourcePage("owl", PUBLIC, (), (("icon", saved.script.meta.logo),))
    record = just_opened.ImportRecord(((f"{PRIVATE}.json", 1),), (page,), (("notice", PRIVATE),))
    assert world.library.keep_import(identifier, just_opened.record_as_text(record))
    for kind in ("read", "edit"):
        answer = author.post(f"{world.path}/share", data={"kind": kind, "label": f"{PRIVATE} club"}).text
        found = re.search(rf'id="made" readonly value="http://[\w.]+/{kind[0]}/([\w-]+)"', answer)
        assert found
        world.tokens[kind] = found[1]
    world.people |= {name: app.test_client() for name in ("stranger", "nobody", "reader", "editor")}
    world.people["stranger"].post("/open", data={"text": '["imp"]'})  # has scripts of their own
    world.people["reader"].get(f"/r/{world.tokens['read']}")
    assert world.people["editor"].get(f"/e/{world.tokens['edit']}").status_code == 303
    return world


#: For what is decided before a database is asked. With PostgreSQL, too, the owner uses every route
#: (test_no_route_believes_what_a_visitor_says_of_host_and_proxy_and_no_answer_can_be_framed_or_sniffed).
on_sqlite = pytest.mark.parametrize("world", ["sqlite"], indirect=True)


@on_sqlite
def test_every_route_says_who_may_use_it(world: World) -> None:
    known = [(line.method, line.rule) for line in LINES]
    assert len(known) == len({*known})
    routes = {
        (method, rule.rule)
        for rule in world.app.url_map.iter_rules()
        for method in rule.methods or ()
        if method not in {"HEAD", "OPTIONS"}
    }
    assert routes - {*known} == set(), "new routes: say in ADDRESSES who may use them"
    assert {*known} - routes == set(), "routes that are gone"


MAY = {
    "owner": ALL - {"nobody"},
    "editor": ALL - {"nobody", "owner"},
    "reader": ALL - {"nobody", "owner", "editors"},
    "stranger": ALL - {"nobody", "owner", "editors"},
    "nobody": ALL - {"nobody", "owner", "editors"},
}


def said(answer: TestResponse) -> str:
    """All that an answer says, in its headers and in the files of a ZIP, too."""
    body = [answer.data]
    if body[0].startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
            body = [each.encode() + archive.read(each) for each in archive.namelist()]
    return b"".join(body).decode("utf-8", "replace") + str(answer.headers)


def without_ids(answer: TestResponse, *names: str) -> str:
    text = re.sub(r"\b[0-9a-f]{12}\b", "", answer.text)
    for name in names:
        text = text.replace(name, "…")
    return text


@on_sqlite
def test_a_query_that_names_a_script_opens_it_only_for_whom_the_path_would(world: World) -> None:
    def explained(person: FlaskClient, query: str = "") -> str:
        return person.get(f"/characters/imp{query}").text.split("<article", 1)[1].split("</article>", 1)[0]

    told = {
        who: explained(person, f"?on={world.path}") != explained(person)
        for who, person in world.people.items()
    }
    assert told == {"owner": True, "editor": True, "reader": False, "stranger": False, "nobody": False}


def as_each(*usual: str) -> pytest.MarkDecorator:
    """A test as everybody over both databases; in every run as those named so, `database who`, only."""
    everybody = [f"{database} {who}" for database in ("sqlite", "postgresql") for who in MAY]
    return pytest.mark.parametrize(
        ("world", "who"),
        [
            pytest.param(*each.split(), marks=[pytest.mark.slow] * (each not in usual), id=each)
            for each in everybody
        ],
        indirect=["world"],
    )


@as_each("sqlite owner", "sqlite editor", "sqlite reader", "sqlite stranger", "sqlite nobody")
def test_whatever_somebody_may_not_see_looks_as_if_it_were_not_there(world: World, who: str) -> None:
    person, before = world.people[who], world.state()
    identifier, missing = world.path.removeprefix("/s/"), "abcdefghjkmn"
    for line in LINES:
        answer = world.ask(person, line)
        if line.who in MAY[who]:
            assert fits(answer), (line, answer.status)
            if line.who == "all":
                assert PRIVATE not in said(answer) or PRIVATE in line.values.values(), line
        else:
            assert answer.status_code == 404, line
            absent = world.ask(person, line, identifier=missing)
            assert absent.status_code == 404
            if line.who == "editors":
                assert without_ids(answer, identifier) == without_ids(absent, missing), line
    if who in {"nobody", "stranger", "reader"}:
        assert world.state() == before


@as_each("sqlite owner", "sqlite nobody", "postgresql editor")
def test_an_address_that_is_nearly_that_of_a_script_opens_nothing_for_anybody(world: World, who: str) -> None:
    """The owner might open what others may not, a database might take capitals for small letters."""
    person, before = world.people[who], world.state()
    identifier, wrong = world.path.removeprefix("/s/"), "Wr0ng" * 6
    for line in LINES:
        if "token" in line.rule:
            tokens = [wrong, world.tokens["edit"][:-1], world.tokens["read"].swapcase(), "%25", "_" * 32]
            tokens += [world.tokens["read"]] if line.who == "link to edit" else []
            assert {world.ask(person, line, token=token).status_code for token in tokens} == {404}, line
        for guess in (
            identifier.swapcase(),
            identifier[:-1],
            f"{identifier}%20",
            "%25",
            "_" * len(identifier),
        ):
            if "identifier" in line.rule:
                assert world.ask(person, line, identifier=guess).status_code in {404, 308}, (line, guess)
    assert world.state() == before


def test_one_part_of_a_script_is_not_reached_through_another_script(world: World) -> None:
    stranger = world.people["stranger"]
    own = opened(stranger, '["imp", "chef"]')
    theirs = own.removeprefix("/s/")
    (share, *_) = world.library.shares(world.path.removeprefix("/s/"))
    for line in LINES:
        if line.who in {"editors", "owner"}:
            answer = world.ask(
                stranger, line._replace(values=line.values | {"id": f"{world.other}/elk"}), identifier=theirs
            )
            assert PUBLIC not in said(answer).replace("Tamarind Two", ""), line
            if "<digest>" in line.rule or "share/<int:number>" in line.rule:
                assert answer.status_code == 404, line
    own_words = stranger.get(f"/?q={PUBLIC}2").text.count(PUBLIC)  # what was searched for
    assert stranger.get(f"/?thrown={world.other}&q={PUBLIC}").text.count(PUBLIC) == own_words
    assert share in world.library.shares(world.path.removeprefix("/s/"))


@on_sqlite
def test_no_route_that_changes_something_takes_a_form_from_another_site(world: World) -> None:
    owner, before = world.people["owner"], world.state()
    hostile = [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
    ]
    for line in LINES:
        if line.method != "GET":
            for headers in hostile:
                assert world.ask(owner, line, **headers).status_code == 403, line
    assert world.state() == before


#: What virtual tables load by its address, which has the token.
EMBEDDED = {
    "/r/<token>/script.json",
    "/r/<token>/characters/<cid>/icon/<name>.png",
    "/r/<token>/logo.png",
}


def is_of_its_site(line: Line, answer: TestResponse) -> None:
    """Nobody can frame, sniff or store an answer."""
    headers = answer.headers
    assert headers["X-Frame-Options"] == "DENY", line
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy or "default-src 'none'" in policy, line
    assert "unsafe-eval" not in policy, line
    assert "script-src" not in policy, line
    assert headers["X-Content-Type-Options"] == "nosniff", line
    where = "cross-origin" if line.rule in EMBEDDED else "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == where, line
    if line.who != "all":
        assert "public" not in headers["Cache-Control"], line
        assert "Cookie" in headers["Vary"], line


def test_no_route_believes_what_a_visitor_says_of_host_and_proxy_and_no_answer_can_be_framed_or_sniffed(
    world: World,
) -> None:
    owner = world.people["owner"]
    for line in LINES:
        assert world.ask(owner, line, Host="evil.example").status_code == 400, line
        answer = world.ask(owner, line, **HOSTILE)
        is_of_its_site(line, answer)
        assert answer.status_code == 404 if line.who == "nobody" else fits(answer), line
        assert "evil.example" not in said(answer), line
        assert "Secure" not in answer.headers.get("Set-Cookie", ""), line
        assert "Strict-Transport-Security" not in answer.headers, line


@on_sqlite
def test_every_route_that_changes_makes_or_computes_something_is_counted(world: World) -> None:
    for line in LINES:
        is_made = line.rule.endswith(
            (".pdf", ".zip", "almanac.html", "/setup", "/deal", "/proof", "/proof/<part>")
        )
        if line.method == "POST" or is_made:
            path = NAMED.sub(lambda found: line.values.get(found[1], "x"), line.rule)  # noqa: B023  # called at once
            with world.app.test_request_context(path, method=line.method):
                assert rate_limit.what(), line


def test_private_notes_are_in_nothing_that_others_get_and_no_words_of_a_script_in_log_or_metric(
    world: World, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level(logging.DEBUG)
    for who in ("owner", "editor", "stranger"):
        for line in LINES:
            if who == "owner" or line.who != "owner":
                world.ask(world.people[who], line)
    own = world.people["owner"].get(f"{world.path}/script.json").text
    assert own.count(PRIVATE) >= 5  # they went in
    for reader in ("reader", "nobody"):
        for line in LINES:
            if line.who == "link to read":
                answer = world.ask(world.people[reader], line)
                copied = (
                    world.people[reader].get(f"{answer.headers['Location']}/script.json").text
                    if line.method == "POST"
                    else ""
                )
                assert PRIVATE not in said(answer) + copied, line
                assert world.path not in said(answer), line
    metrics = world.people["nobody"].get("/metrics").text
    for word in (PRIVATE, PUBLIC):
        assert word.casefold() not in metrics.casefold()
        assert word.casefold() not in caplog.text.casefold()
    identifier = world.path.removeprefix("/s/")
    assert not [name for name in (identifier, *world.tokens.values()) if name in metrics]
    assert not [token for token in world.tokens.values() if token in caplog.text]
