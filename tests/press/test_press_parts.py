"""Emblems, fonts, addresses and type: what the press prints with."""

import random
import re
import time

import pytest
import tinycss2
from composing import SAMPLES, company, homebrew, prose, script

import builder
from builder import assets, catalogue, emblems, language, printables
from builder.errors import MissingPartError, UnknownChoiceError
from builder.game.teams import Team
from builder.press import fonts, ornaments, resources, typeset
from builder.press.colours import TEAM_COLOURS

HOSTILE = (
    "plain",
    "",
    '"',
    "\\",
    '\\"',
    "a\nb\r\fc",
    '"} body { display: none } @import "x',
    "*/ } @page { size: 1mm } /*",
    "</style><script>alert(1)</script>",
    "\\22 }",
    "سارق “λ” 占い師 😀",
    "0abc 1",
    "url(file:///etc/passwd)",
)


# -- emblems -----------------------------------------------------------------------------------------------


def test_bisection_finds_every_emblem() -> None:
    chosen = [emblems.names()[0], emblems.names()[-1], *random.Random(2).sample(emblems.names(), 48)]
    lines = dict(
        line.split("\t", 1)
        for line in assets.static("vendor", "emblems", "emblems.tsv").read_text("utf-8").splitlines()
    )
    assert len(lines) == len(emblems.names()) > 4000
    assert {name: emblems.body(name) for name in chosen} == {name: lines[name] for name in chosen}


@pytest.mark.parametrize(
    "name", ["", "a", "zzz", "imp-", "-imp", "perspective-dice", "\t", "😀", "acid\n", "z" * 500]
)
def test_an_emblem_that_there_is_not_is_not_found(name: str) -> None:
    assert name not in emblems.names()
    assert emblems.body(name) == ""


def test_every_official_character_has_an_emblem_that_exists() -> None:
    without = [each.id for each in catalogue.everyone() if not each.emblem or not emblems.body(each.emblem)]
    assert without == []


def test_no_two_official_characters_of_a_team_look_alike() -> None:
    for team in Team:
        chosen = [each.emblem for each in catalogue.everyone() if each.team is team]
        assert len(set(chosen)) == len(chosen)


def test_a_suggestion_is_stable_and_fits_the_words() -> None:
    assert emblems.suggest("The Lantern Keeper", "You may light it.", "townsfolk") == emblems.suggest(
        "The Lantern Keeper", "You may light it.", "townsfolk"
    )
    assert "lantern" in emblems.suggest("Lantern Keeper", "", "townsfolk")
    assert "candle" in emblems.suggest("Qzx", "You hold 3 candles.", "demon")


@pytest.mark.parametrize("team", list(Team))
@pytest.mark.parametrize("name", ["", "占い師", "Qzx", "سارق", "1984"])
def test_a_name_that_says_nothing_gets_an_emblem_all_the_same(name: str, team: Team) -> None:
    assert emblems.body(emblems.suggest(name, "", team.value))


def test_a_suggested_emblem_reads_accents_as_letters() -> None:
    assert emblems.suggest("Lántern", "", "minion") == emblems.suggest("Lantern", "", "minion")


# -- addresses ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/x.png",
        "https://example.org/x.png",
        "file:///etc/passwd",
        "data:image/svg+xml,<svg/>",
        "ftp://example.org/",
        "clockwright:passwd/etc",
        "clockwright:ornament/../../x",
        "//example.org/x",
        "/etc/passwd",
        "",
    ],
)
def test_a_print_template_gets_nothing_but_our_own_things(url: str) -> None:
    with pytest.raises(ValueError, match=r"nothing from outside|No such thing|no ornament"):
        resources.read(url)


@pytest.mark.parametrize("name", ["../../../etc/passwd", "AlegreyaSans-Regular/../x", "Nothing", ""])
def test_a_font_is_one_of_ours_or_refused(name: str) -> None:
    with pytest.raises(MissingPartError, match="bin/setup"):
        resources.read(f"clockwright:font/{name}")


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/x", "file:///etc/passwd", "data:text/css,p{}"])
def test_weasyprint_itself_fetches_nothing(url: str) -> None:
    from builder.press import engine

    with pytest.raises(Exception, match=r"(?i)disallowed|not allowed|protocol|outside"):
        engine.fetcher().fetch(url)


def test_pictures_that_a_script_names_are_not_fetched() -> None:
    image = "http://127.0.0.1:9/imp.png"
    people = [homebrew(1, "demon", image=image)]
    composed = script(*people, logo="file:///etc/passwd", background=image)
    assert image.encode() not in builder.render(composed, "sheet", attach=False).pdf


def test_an_emblem_nobody_drew_becomes_a_plain_one() -> None:
    body, media_type = resources.read("clockwright:emblem/demon/no-such-emblem")
    assert media_type == "image/svg+xml"
    assert TEAM_COLOURS["demon"].encode() in body
    assert (
        emblems.body(resources.PLAIN_EMBLEM).replace("currentColor", TEAM_COLOURS["demon"]).encode() in body
    )


def test_every_team_has_a_colour_dark_enough_to_read_and_a_mark_beside_it() -> None:
    for team in (*Team, "unknown"):
        red, green, blue = (int(TEAM_COLOURS[team][at : at + 2], 16) / 255 for at in (1, 3, 5))
        light = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue)]
        luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
        assert 1.05 / (luminance + 0.05) >= 4.5
    drawings = {ornaments.svg(f"mark-{team}").split(">", 1)[1] for team in (*Team, "unknown")}
    assert len(drawings) == len(Team) + 1


# -- fonts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Fang Gu’s “night” – … − ±",
        "Łódź Ñandú ćma",
        "Гном Ґанок",
        "Ὀδυσσεύς Λάμδα",
        "سارق القمر",
        "גנב הירח",
        "Sìthiche Ŵyn ȧ",
    ],
)
def test_every_alphabet_that_we_promise_prints(text: str) -> None:
    assert list(fonts.missing(text)) == []


def test_a_letter_that_nobody_has_is_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "_system_has", lambda _letter: False)
    (notice,) = fonts.missing("Imp 占い師")
    assert "3 letters or emoji cannot be printed and appear as boxes: い占師" in notice.message
    assert "apt-get install fonts-noto-cjk." in notice.message


@pytest.mark.parametrize(
    ("text", "packages"),
    [
        ("ปีศาจ", "fonts-noto-core"),
        ("악마", "fonts-noto-cjk"),
        ("恶魔（夜）", "fonts-noto-cjk"),
        ("शैतान", "fonts-noto-core"),
        ("악마 ปีศาจ", "fonts-noto-core fonts-noto-cjk"),
    ],
)
def test_the_remedy_is_the_package_that_has_the_letters(
    monkeypatch: pytest.MonkeyPatch, text: str, packages: str
) -> None:
    monkeypatch.setattr(fonts, "_system_has", lambda _letter: False)
    for tag in ("en", "de", "he"):
        with language.using(tag):
            (notice,) = fonts.missing(text)
            assert f"apt-get install {packages}" in notice.message
            assert packages not in fonts.without_remedy(notice.message)


def test_the_notice_comes_with_the_document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "_system_has", lambda _letter: False)
    document = builder.render(script(homebrew(1, "demon", name="𓂀")), "sheet")
    assert [notice.code for notice in document.notices] == ["no-font"]


@pytest.mark.full
def test_our_own_samples_need_no_font_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else they would look different on each machine."""
    monkeypatch.setattr(fonts, "_system_has", lambda _letter: False)
    samples = [*SAMPLES.glob("*.json")]
    assert samples
    for kind, styles in printables.kinds().items():
        for path in samples[:1] if kind == "proof" else samples:  # a thousand games are dealt for a proof
            content = printables.module(kind).content(builder.parse(path))
            for style in styles:
                if assets.templates("print", kind, style, "page.html").is_file():
                    assert list(fonts.missing(typeset.html(kind, style, content))) == []


def test_a_title_with_a_letter_that_the_display_face_lacks_is_set_in_one_face() -> None:
    assert typeset.face("Six Candles") == "display"
    assert typeset.face("Шість свічок") == "serif"


# -- CSS and HTML ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", HOSTILE)
def test_any_title_is_one_css_string(text: str) -> None:
    (token,) = tinycss2.parse_component_value_list(typeset.css_string(text))
    assert token.type == "string"
    assert token.value == text


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_title_changes_no_rule_of_the_page(text: str) -> None:
    paper = printables.papers()["a4"]
    rules = tinycss2.parse_stylesheet(
        typeset.page_rules(paper, "credit", text), skip_whitespace=True, skip_comments=True
    )
    plain = tinycss2.parse_stylesheet(
        typeset.page_rules(paper, "credit", "x"), skip_whitespace=True, skip_comments=True
    )
    assert [rule.type for rule in rules] == [rule.type for rule in plain]


@pytest.mark.parametrize("style", [("sheet", "classic"), ("night", "full"), ("night", "strips")])
def test_no_text_of_a_script_becomes_markup(style: tuple[str, str]) -> None:
    evil = "<script>alert(1)</script><img src=x>{{ 7*7 }}'\"&"
    people = [
        homebrew(
            1, "demon", name=evil, ability=evil, firstNight=2, firstNightReminder=evil, id="x' onload='y"
        )
    ]
    composed = script(*people, "<b>nobody</b>", "bootlegger", name=evil, author=evil, bootlegger=[evil])
    kind, look = style
    written = typeset.html(kind, look, printables.module(kind).content(composed))
    assert not re.search(r"<(script|img|b>nobody)", written)
    assert "onload='" not in written
    assert "49" not in re.sub(r"\s", "", written)


def test_what_there_is_not_is_refused_with_what_there_is() -> None:
    composed = script(*company())
    for options, words in (
        ({"kind": "sheat"}, "night, proof, sheet"),
        ({"kind": "sheet", "style": "baroque"}, "classic"),
        ({"kind": "sheet", "paper": "a5"}, "a4, letter"),
    ):
        with pytest.raises(UnknownChoiceError, match=words):
            builder.render(composed, **options)  # type: ignore[arg-type]


def test_prose_for_the_tests_has_the_length_it_says() -> None:
    assert [len(prose(length, length)) for length in (2, 30, 250, 500)] == [2, 30, 250, 500]


@pytest.mark.parametrize("end", ["`x`", "*x*", "[x](y)", "\n- x"])
def test_a_long_text_before_any_mark_is_printed_in_time(end: str) -> None:
    start = time.process_time()
    assert "x" in typeset.printed("a " * 20_000 + end)
    assert time.process_time() - start < 5  # a guard against hanging; a quadratic search takes six times that
