"""Almanac pages: as Bloodstar publishes them, as its Windows program did, and as strangers may send them."""

from collections.abc import Callable

import pytest
from composing import refusal
from saving import fixture

import builder
from builder.formats.html import tree
from builder.formats.html.to_markdown import markdown, words
from builder.game.almanac import Page
from builder.game.character import Character
from builder.game.script import Script
from builder.game.teams import Team

pytestmark = pytest.mark.full

HEAD = '<!DOCTYPE html><html><head><title>Tolling Almanac - Bloodstar</title></head><body><ol class="nav">{}</ol><ol>'
FOOT = (
    '<li class="generated-by">this almanac generated using <a href="https://www.bloodstar.xyz">Bloodstar</a></li>'
    "</ol></body></html>"
)


def page(
    parts: str = "", *, who: str = "smith", name: str = "Smith", team: str = "townsfolk", style: str = ""
) -> str:
    return (
        f'<li class="page" id="{who}"><div class="page-contents {team}"{style}><h2>{name}</h2>'
        f'<p class="ability">Each night*, ring.</p><hr>{parts}<p class="team">{team}</p></div></li>'
    )


def almanac(*pages: str, nav: str = "") -> str:
    return HEAD.format(nav) + "".join(pages) + FOOT


def read(*pages: str, nav: str = "") -> Script:
    return builder.parse(almanac(*pages, nav=nav))


def smith(parts: str) -> Character:
    return read(page(parts)).characters[0]


def test_the_sample_page_says_what_the_save_says() -> None:
    script = builder.parse(fixture("bloodstar/almanac.html"))
    same = {each.id: each for each in builder.parse(fixture("bloodstar/save.json")).characters}
    assert [each.id for each in script.characters] == [each.id for each in same.values() if each.page.export]
    for each in script.characters:
        other = same[each.id]
        assert (each.name, each.team, each.ability, each.flavor) == (
            other.name,
            other.team,
            other.ability,
            other.flavor,
        )
        assert (each.page.overview, each.page.rules, each.page.examples) == (
            other.page.overview,
            other.page.rules,
            other.page.examples,
        )
        assert (each.page.how_to_run, each.page.tip) == (other.page.how_to_run, other.page.tip)
        assert each.page.attribution == other.page.attribution
    assert script.meta.logo == "https://www.bloodstar.xyz/p/sample/Harbour_Lights/_meta.png"


def test_the_sample_page_has_the_nights_of_the_save() -> None:
    script = builder.parse(fixture("bloodstar/almanac.html"))
    same = builder.parse(fixture("bloodstar/save.json"))
    assert (script.meta.first_night, script.meta.other_night) == (
        same.meta.first_night,
        same.meta.other_night,
    )


def test_what_a_page_lacks_is_named() -> None:
    assert "It does not include reminder tokens, night reminders" in read(page()).reading[-1].message


def test_the_whole_script_s_pages_are_read() -> None:
    one = '<li class="page" id="{}"><div class="page-contents">{}</div></li>'
    script = read(
        one.format("synopsis", '<p>A <em>bell</em>.</p><img src="/p/a/_meta.png">'),
        one.format("overview", "<p>Loud.</p><ul><li>one</li><li>two</li></ul>"),
        one.format("changelog", '<h2>Changelog</h2><hr><div class="overview"><p>1.0</p></div>'),
        page(),
    )
    assert (script.name, script.meta.logo) == ("Tolling", "https://www.bloodstar.xyz/p/a/_meta.png")
    assert script.almanac.synopsis == "A *bell*."
    assert script.almanac.overview == "Loud.\n\n- one\n- two"
    assert script.almanac.changelog == "1.0"


def test_empty_parts_are_absent() -> None:
    assert smith("").page == Page()
    assert smith("").flavor == ""


def test_characters_stand_in_the_order_of_the_contents() -> None:
    nav = "".join(f'<li><a href="#{name.lower()}">{name}</a></li>' for name in ("Toll", "Smith", "Navigator"))
    script = read(page(), page(who="toll", name="Toll", team="demon"), nav=nav)
    assert [entry.id for entry in script.entries] == ["toll", "smith"]
    assert (
        script.reading[0].message
        == "The table of contents lists “Navigator”, but there is no such page here."
    )


def test_flavour_loses_only_the_publisher_s_quotes() -> None:
    assert smith('<div class="flavor">“"Ding," I said. <poof!>”</div>').flavor == '"Ding," I said. <poof!>'
    assert smith('<div class="flavor">“One.\n<br>Two.”</div>').flavor == "One.\nTwo."


def test_words_that_look_like_tags_stay_words() -> None:
    text = '<div class="overview"><p>Goes <poof!> & <i>never</i> < returns &lt;b&gt; > .</p></div>'
    assert words(tree(text)) == "Goes <poof!> & never < returns <b> > ."
    shown = smith(text).page.overview
    assert builder.parse(almanac(page(text))).characters[0].page.overview == shown
    assert "poof!" in shown


def test_a_letter_is_written_with_a_backslash_only_where_markdown_would_take_it() -> None:
    assert markdown(tree("<p>Each night*, ring.</p>")) == "Each night*, ring."
    assert markdown(tree("<p>*not* loud</p>")) == r"\*not\* loud"
    assert markdown(tree("<p>- no list</p>")) == r"\- no list"
    assert markdown(tree("<p>1. no list</p>")) == r"1\. no list"
    assert markdown(tree("<p>a_b_c</p>")) == "a_b_c"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p>a<strong> b </strong>c</p>", "a **b** c"),
        ("<p>a<br>b</p>", "a\nb"),
        ("<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>", "1. a\n   - b\n2. c"),
        ("<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"),
        ("<h4>a</h4><p>b</p>", "#### a\n\nb"),
        ('<p><a href="https://example.org/a">a</a></p>', "[a](https://example.org/a)"),
        ('<p><a href="javascript:x">a</a></p>', "a"),
        ("<p>a <img src=x>b</p>", "a b"),
        ("<pre><code>a\nb</code></pre>", "```\na b\n```"),
        ("<table><tr><th>a</th></tr><tr><td>1</td></tr></table>", "| a |\n| --- |\n| 1 |"),
        ("<p>a<p>b<li>c<li>d", "a\n\nb\n\nc\n\nd"),
        ("a<script>b</script><style>c</style><!-- d -->e", "ae"),
        ("<em> </em>x<b></b>", "x"),
    ],
)  # fmt: skip
def test_html_becomes_markdown(source: str, expected: str) -> None:
    assert markdown(tree(source)) == expected


def test_the_page_of_the_windows_program_is_read() -> None:
    parts = (
        '<p class="flavor">“Ding.”</p><p class="overview">Rings.</p><p class="overview">Twice.</p>'
        '<h3 class="script">Examples</h3><p class="example">One.</p><p class="example">Two.</p>'
        '<p class="how-to-run">Wake.</p><p class="tip">Softly.</p>'
    )
    # It never closed its pages.
    left_open = page(parts).removesuffix("</div></li>") + page(
        who="toll", name="Toll", team="demon"
    ).removesuffix("</li>")
    one, two = read(left_open).characters
    assert (one.flavor, one.page.overview, one.page.rules) == ("Ding.", "Rings.", ("Twice.",))
    assert (one.page.examples, one.page.how_to_run, one.page.tip) == (("One.", "Two."), ("Wake.",), "Softly.")
    assert (two.id, two.team, two.page) == ("toll", Team.DEMON, Page())


def test_the_team_is_known_by_its_colour_or_its_name() -> None:
    assert read(page(team="traveler")).characters[0].team is Team.TRAVELLER
    assert (
        read(page().replace('page-contents townsfolk"', 'page-contents"')).characters[0].team
        is Team.TOWNSFOLK
    )


def test_pictures_are_addressed_from_where_the_page_came() -> None:
    style = " style=\"background-image:url('/p/a/b/smith.png');\""
    assert read(page(style=style)).characters[0].images == ("https://www.bloodstar.xyz/p/a/b/smith.png",)
    image = '<img src="/p/a/b/smith.png" class="characterImage" alt=""/>'
    assert smith(image).images == ("https://www.bloodstar.xyz/p/a/b/smith.png",)


def test_both_forms_of_the_night_order_are_read() -> None:
    column = '<div class="firstNightColumn"><h3>First Night</h3><div class="nightOrderList">{}</div></div>'
    row = '<div></div><div class="nightOrderListName">{}</div>'
    rows = "".join(map(row.format, ("Dusk", "Toll", "Nobody", "Smith", "Dawn")))
    night = f'<li class="page" id="nightOrder"><div class="page-contents">{column.format(rows)}</div></li>'
    script = read(page(), page(who="toll", name="Toll", team="demon"), night)
    assert script.meta.first_night == ("dusk", "minioninfo", "demoninfo", "toll", "smith", "dawn")
    assert script.meta.other_night is None
    assert (
        script.reading[0].message
        == "The night order lists “Nobody”, which has no page here and was left out."
    )


def test_a_page_that_is_nobody_s_is_told() -> None:
    strange = '<li class="page" id="thanks"><div class="page-contents"><p>To all.</p></div></li>'
    assert (
        read(page(), strange).reading[0].message == "Left out, because no character belongs to it: “thanks”."
    )


def test_a_page_of_ours_gives_back_the_script_it_carries() -> None:
    inside = '["imp", {"id": "own", "name": "Own", "team": "demon", "ability": "<\\/script>"}]'
    html = f'<!DOCTYPE html><html><body><script type="application/json" id="script">{inside}</script></body></html>'
    script = builder.parse(html.encode())
    assert [entry.id for entry in script.entries] == ["imp", "own"]
    assert script.characters[1].ability == "</script>"


def test_the_page_that_we_make_of_a_script_gives_it_back() -> None:
    made = builder.parse('["imp", "chef", {"id": "own", "name": "Own", "team": "minion", "ability": "Hum."}]')
    assert builder.parse(builder.almanac_page(made)).entries == made.entries


def deep(name: str, times: int = 70) -> str:
    return f"<{name}>" * times


HOSTILE: dict[str, tuple[Callable[[], str], str]] = {
    "deep": (lambda: page(deep("div")), "nested more than 60 deep"),
    "deep lists": (lambda: page("<ul><li>" * 40), "nested more than 60 deep"),
    "too large": (lambda: page("x" * 1_000_001), "The limit for an almanac is 1,000,000"),
    "too many tags": (lambda: page("<i></i>" * 31_000), "more than 60,000 tags"),
    "2,001 characters": (
        lambda: "".join(page(who=f"a{each}") for each in range(2_001)),
        "more than 2,000 characters",
    ),
    "no character": (lambda: '<li class="page" id="synopsis"><p>x</p></li>', "There are no characters"),
    "only escapes": (
        lambda: page('<div class="overview">' + "[" * 900_000 + "</div>"),
        "characters, not counting pictures",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_page_is_refused_in_words(name: str) -> None:
    make, expected = HOSTILE[name]
    assert expected in refusal(almanac(make()))


ODD = ("<", "<a ", "<!--", "&#x", "&#9", "</p>", "<br>", "<p>", "* ", "[", "`", "> ")


@pytest.mark.parametrize("mark", ODD)
def test_a_page_of_odd_marks_is_read(mark: str) -> None:
    parts = mark * (40_000 // len(mark))
    assert read(page(f'<div class="overview">{parts}</div>')).entries[0].id == "smith"


def test_a_letter_of_endless_number_is_left_out() -> None:
    assert smith(f'<div class="tip">a&#{"9" * 100_000};b</div>').page.tip == "ab"
