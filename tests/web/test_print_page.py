"""Printing: documents, styles, settings and paper are chosen; all of it comes in one ZIP."""

import io
import json
import re
import zipfile
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from instant_press import InstantPress
from opening import opened
from werkzeug.datastructures import MultiDict

from builder import language, printables
from builder.errors import BusyError, RenderError
from builder.game.problem import Problem, Severity
from builder.press import fonts
from builder.printables import table, tokens
from builder.web.view_models import print_form, script_page

Script = list[Any]


def shown(page: str) -> list[str]:
    return re.findall(r'<section class="document" id="(\w+)"', page)


def test_the_files_for_a_print_shop_have_the_settings_and_the_style_of_what_it_prints(
    client: FlaskClient, path: str, press: InstantPress
) -> None:
    page = client.get(f"{path}/print").text
    assert '<option value="cards/tarot"' in page
    query = (
        "shop=cards/tarot&apart=yes&tokens=dark&tokens.punch=38/19&tokens.bleed=2&ink=saving&sheet=classic"
    )
    made = client.get(f"{path}/print/shop.zip?{query}")
    assert made.status_code == 200
    assert press.asked[-1][:3] == ("print-shop", "", "")
    assert set(press.asked[-1][3:]) == set(
        "files=apart ink=saving punch=38/19 shop=cards size=tarot style=dark".split()
    )
    assert client.get(f"{path}/print/shop.zip?shop=poster/a3&sheet=classic").status_code == 200
    assert set(press.asked[-1][3:]) == {"shop=poster", "size=a3", "style=classic"}


@pytest.mark.parametrize("query", ["shop=bakery", "shop=cards/a3", "shop=stickers&tokens.parts=hats"])
def test_a_wrong_print_shop_is_refused_in_words(client: FlaskClient, path: str, query: str) -> None:
    response = client.get(f"{path}/print/shop.zip?{query}")
    assert response.status_code == 422
    assert "There is no" in response.text


def test_the_sheet_and_the_night_sheet_are_shown_unless_somebody_chooses(
    client: FlaskClient, path: str
) -> None:
    assert shown(client.get(f"{path}/print").text) == ["sheet", "night"]
    assert shown(client.get(f"{path}/print?chosen=1&make=tokens").text) == ["tokens"]
    nothing = client.get(f"{path}/print?chosen=1").text
    assert shown(nothing) == []
    assert "Tick a document to see its pages." in nothing


def test_what_was_chosen_reaches_the_press_with_pictures_and_file(
    client: FlaskClient, path: str, press: InstantPress
) -> None:
    query = "chosen=1&make=tokens&tokens=dark&tokens.punch=38/19&ink=saving&paper=letter&copies=2"
    page = client.get(f"{path}/print?{query}").text
    picture = re.search(r'<img src="([^"]+)"', page)
    file = re.search(r'href="([^"]+\.pdf[^"]*)"', page)
    assert picture
    assert file
    for address in (picture[1], file[1]):
        assert client.get(address.replace("&amp;", "&")).status_code == 200
        assert press.asked[-1] == (
            "tokens",
            "dark",
            "letter",
            "ink=saving",
            "punch=38/19",
        )  # copies are for players


def test_ticked_parts_and_picked_characters_reach_the_press(
    client: FlaskClient, path: str, press: InstantPress
) -> None:
    query = (
        "chosen=1&make=tokens&tokens.parts=characters&tokens.parts=info"
        "&tokens.only=imp&tokens.only=chef&tokens.copies-imp=3&tokens.copies-chef="
    )
    page = client.get(f"{path}/print?{query}").text
    file = re.search(r'href="([^"]+\.pdf[^"]*)" download', page)
    assert file
    client.get(file[1].replace("&amp;", "&"))
    assert press.asked[-1][3:] == ("duplicates=imp=3", "only=imp,chef", "parts=characters,info")
    for ticked in ("set-tokens.parts-info", "pick-imp", "pick-chef"):
        assert re.search(rf'id="{ticked}"[^>]* checked', page), ticked
    for unticked in ("set-tokens.parts-reminders", "pick-butler"):
        assert not re.search(rf'id="{unticked}"[^>]* checked', page), unticked
    assert 'name="tokens.copies-imp" min="0" max="20" inputmode="numeric" value="3"' in page


def test_the_code_of_a_sheet_opens_the_latest_link_to_view(
    client: FlaskClient, path: str, press: InstantPress
) -> None:
    asked, site = f"{path}/print?chosen=1&make=sheet&sheet.qr=read", "http://192.168.1.7:8000"
    page = client.get(asked, base_url=site)
    assert page.status_code == 422
    assert "Create one on the Share page" in page.text
    client.post(f"{path}/share", data={"kind": "edit"}, base_url=site)
    made = client.post(f"{path}/share", data={"kind": "read"}, base_url=site).text
    (link,) = set(re.findall(rf"{site}/r/[\w-]+", made))
    page = client.get(asked, base_url=site)
    assert page.status_code == 200
    assert re.search(r'<option value="read" selected', page.text)
    file = re.search(r'href="([^"]+\.pdf[^"]*)" download', page.text)
    assert file
    client.get(file[1].replace("&amp;", "&"), base_url=site)
    assert press.asked[-1][3:] == (f"qr={link}",)
    alone = client.get(asked)
    assert alone.status_code == 422
    assert "only on this computer" in alone.text


def test_every_part_ticked_is_the_usual_document(client: FlaskClient, path: str, press: InstantPress) -> None:
    cards = "&".join(f"table.cards={each}" for each in table.CARDS)
    parts = "&".join(f"tokens.parts={each}" for each in tokens.PARTS)
    for kind, query in (("table", cards), ("tokens", parts)):
        client.get(f"{path}/print/made/{kind}?chosen=1&make={kind}&{query}")
        assert press.asked[-1] == (kind, "classic", "a4")


def test_every_setting_has_a_field_in_plain_words(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/print?chosen=1&make=tokens&make=table&make=boxes").text
    for kind in filter(None, print_form.FIELDS):
        module = printables.module(kind)
        assert set(print_form.FIELDS[kind]) == set(module.SETTINGS)
        for name, setting in module.SETTINGS.items():
            words = print_form.FIELDS[kind][name].words
            assert set(setting.choices) <= set(words), name
    assert set(print_form.FIELDS["tokens"]["parts"].words) == set(tokens.PARTS)
    assert set(print_form.FIELDS["table"]["cards"].words) == set(table.CARDS)
    assert "separated by" not in page
    assert "divided by" not in page


def test_a_document_can_be_shown_for_printing(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/print").text
    address = re.search(r'href="([^"]+)" target="_blank" data-print', page)
    assert address
    answer = client.get(address[1].replace("&amp;", "&"))
    assert answer.headers["Content-Disposition"].startswith("inline;")
    assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in answer.headers["Content-Security-Policy"]


def test_a_notice_is_shown_once_for_all_documents(
    client: FlaskClient, path: str, press: InstantPress
) -> None:
    client.get(f"{path}/print/made/sheet")
    client.get(f"{path}/print/made/night")
    lost = f"1 letter or emoji cannot be printed and appears as a box: 😀 {fonts.install('😀')}"
    notices = (Problem("no-font", Severity.NOTICE, lost),)
    press.made = {name: replace(made, notices=notices) for name, made in press.made.items()}
    page = client.get(f"{path}/print").text
    assert page.count("appears as a box") == 1
    assert page.count("apt-get") == 1


def test_visitors_are_not_told_to_install_fonts_in_any_language(monkeypatch: pytest.MonkeyPatch) -> None:
    with language.using("de"):
        remedy = fonts.install("ไ")
    notice = Problem("no-font", Severity.NOTICE, f"Ein Emoji fehlt. {remedy}")
    assert remedy != fonts.install("ไ")
    monkeypatch.setattr(script_page.rights, "is_hosted", lambda: True)
    assert script_page._notice(notice, "de") == "Ein Emoji fehlt."


def test_the_wording_note_is_shown_until_it_is_dismissed(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/print").text
    assert f'href="/settings?from={path}/print#wording">Use the official wording and art →' in page
    answer = client.post("/wording-note", data={"next": f"{path}/print"})
    assert answer.headers["Location"] == f"{path}/print"
    assert "official wording" not in client.get(f"{path}/print").text


def test_a_script_of_homebrew_alone_has_no_wording_note(client: FlaskClient) -> None:
    owl = {"id": "owl", "name": "Owl", "team": "townsfolk", "ability": "You hear."}
    path = opened(client, [owl])
    assert "official wording" not in client.get(f"{path}/print").text


def test_tokens_have_papers_of_their_own(client: FlaskClient, path: str, press: InstantPress) -> None:
    page = client.get(f"{path}/print?chosen=1&make=tokens&make=sheet&tokens.paper=avery-94500").text
    assert "/tokens/classic/avery-94500/1.png" in page
    assert "/sheet/classic/a4/1.png" in page
    assert client.get(f"{path}/tokens/classic/avery-94500.pdf").status_code == 200
    assert client.get(f"{path}/sheet/classic/avery-94500.pdf").status_code == 404


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("tokens.character=3km", "3km"),
        ("copies=0", "Copies must be a number from 1 to 50."),
        ("copies=many", "Copies must be a number from 1 to 50."),
        ("tokens.punch=1/2", "1/2"),
    ],
)
def test_a_setting_that_means_nothing_is_said_beside_its_document(
    client: FlaskClient, path: str, query: str, words: str
) -> None:
    kind = "sheet" if query.startswith("copies") else "tokens"
    answer = client.get(f"{path}/print?chosen=1&make={kind}&{query}")
    assert answer.status_code == 422
    fault = answer.text.split(f'data-fault="{kind}"')[1].split("</div>")[0]
    assert words in fault
    made = client.get(f"{path}/print/made/{kind}?chosen=1&make={kind}&{query}")
    assert made.status_code == 422
    assert words in made.json["fault"]  # type: ignore[index]


def test_each_document_of_a_zip_tells_when_it_is_made(client: FlaskClient, path: str) -> None:
    answer = client.get(f"{path}/print/made/sheet?chosen=1&make=sheet")
    assert answer.json == {"pages": 2, "kilobytes": 1}
    assert client.get(f"{path}/print/made/poster").status_code == 404


def test_a_document_that_fails_says_so_and_a_busy_press_when_to_ask_again(
    client: FlaskClient, path: str, press: InstantPress
) -> None:
    press.failure = RenderError("This took too long.")
    assert client.get(f"{path}/print/made/sheet").json == {"fault": "This took too long."}
    press.failure = BusyError(4)
    assert client.get(f"{path}/print/made/sheet").status_code == 429


def test_the_zip_holds_what_was_chosen_and_the_json(
    client: FlaskClient, path: str, script: Script, press: InstantPress
) -> None:
    query = "chosen=1&make=sheet&make=night&night=strips&paper=letter"
    first, second = (client.get(f"{path}/print/bundle.zip?{query}") for _ in range(2))
    assert first.data == second.data
    assert "Evening Bells (Letter).zip" in first.headers["Content-Disposition"]
    archive = zipfile.ZipFile(io.BytesIO(first.data))
    assert set(archive.namelist()) == {
        "Evening Bells.json",
        "Evening Bells - character sheet (Letter).pdf",
        "Evening Bells - night sheet, strips (Letter).pdf",
    }
    assert json.loads(archive.read("Evening Bells.json")) == script
    assert press.brought


def test_the_zip_has_a_picture_of_each_page_for_who_wants_them(client: FlaskClient, path: str) -> None:
    answer = client.get(f"{path}/print/bundle.zip?chosen=1&make=sheet&png=yes")
    names = zipfile.ZipFile(io.BytesIO(answer.data)).namelist()
    assert "Evening Bells - character sheet (A4), page 2.png" in names


def test_the_choice_for_a_script_is_kept_for_the_next_visit(client: FlaskClient, path: str) -> None:
    chosen = "?chosen=1&make=sheet&make=night&sheet=parchment&copies=12"
    client.get(f"{path}/print{chosen}")
    again = client.get(f"{path}/print", follow_redirects=True)
    assert 'name="copies" min="1" max="50" inputmode="numeric" value="12"' in again.text
    assert '<option value="parchment" selected>' in again.text
    other = opened(client, '["imp"]')
    assert 'value="12"' not in client.get(f"{other}/print", follow_redirects=True).text
    client.get(f"{path}/print?chosen=1&make=sheet&make=night")
    assert client.get(f"{path}/print").status_code == 200


def test_the_chosen_paper_is_kept_for_the_next_visit(client: FlaskClient, path: str) -> None:
    client.get(f"{path}/print?chosen=1&make=sheet&paper=letter")
    assert "/sheet/classic/letter/1.png" in client.get(f"{path}/print", follow_redirects=True).text


def test_what_stands_in_the_address_is_never_taken_for_markup(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/print", query_string={"tokens.only": '"><script>', "copies": '"><b>'}).text
    assert "<script>" not in page.split("</head>")[1]
    assert "<b>" not in page


def test_the_address_holds_only_what_differs_from_the_defaults(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/print").text
    form = page.partition("data-choice>")[2].partition("</form>")[0]
    assert re.search(r'data-address="([^"]*)"', page)[1] == f"{path}/print"  # type: ignore[index]
    sent = [("chosen", "1"), ("make", "sheet"), ("make", "night"), ("copies", "1")]
    sent += [(name, "") for name in re.findall(r'<(?:input|textarea) id="set-[^"]+" name="([^"]+)"', form)]
    for select in re.findall(r"<select.*?</select>", form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', select) or re.search(r'value="([^"]*)"', select)
        sent.append((re.search(r'name="([^"]+)"', select)[1], chosen[1]))  # type: ignore[index]
    sent += [("tokens.parts", value) for value in re.findall(r'name="tokens.parts" value="(\w+)"', form)]

    def address(*more: tuple[str, str]) -> str:
        query = [*(one for one in sent if one[0] not in dict(more)), *more]
        answer = client.get(f"{path}/print", query_string=MultiDict(query)).text
        return re.search(r'data-address="([^"]*)"', answer)[1].replace("&amp;", "&")  # type: ignore[index]

    assert address() == f"{path}/print"
    assert address(("make", "night"), ("night", "strips"), ("ink", "saving"), ("tokens.copies-imp", "2")) == (
        f"{path}/print?chosen=1&make=night&night=strips&ink=saving&tokens.copies-imp=2"
    )
    assert address(("tokens.parts", "info")) == f"{path}/print?tokens.parts=info"
    client.set_cookie("paper", "letter")
    assert address() == f"{path}/print?paper=a4"


def test_documents_are_in_the_chosen_languages_and_their_files_say_so(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/print?chosen=1&make=sheet&make=night&language=de&second-language=es").text
    sheet, night = re.findall(r'href="([^"]+\.pdf[^"]*)" download', page)
    assert "language=de&amp;second-language=es" in sheet
    assert "second-language" not in night
    names = [
        client.get(address.replace("&amp;", "&")).headers["Content-Disposition"] for address in (sheet, night)
    ]
    assert "character sheet (A4), de, es.pdf" in names[0]
    assert "night sheet (A4), de.pdf" in names[1]
    assert "language=de" in client.get(f"{path}/print").headers["Location"]
    german = client.get(f"{path}/sheet/classic/a4.pdf", headers={"Accept-Language": "de"})
    assert "character sheet (A4), de.pdf" in german.headers["Content-Disposition"]
    unknown = client.get(f"{path}/sheet/classic/a4.pdf?language=xx")
    assert "character sheet (A4).pdf" in unknown.headers["Content-Disposition"]


def test_the_pages_of_the_sheet_are_chosen_beside_its_style(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/print").text
    assert page.index('id="style-sheet"') < page.index('id="set-sheet.back"') < page.index("More options")
    assert "1 (all on one)" in page


def test_the_documents_come_before_theme_and_languages(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/print").text
    places = [page.index(f'id="{each}"') for each in ("paper", "make-sheet", "dress", "documents-language")]
    assert places == sorted(places)


def test_the_folded_list_of_characters_says_all_or_which(client: FlaskClient, path: str) -> None:
    page = client.get(f"{path}/print?chosen=1&make=tokens").text
    assert '<span data-picked data-all="all">all</span>' in page
    page = client.get(f"{path}/print?chosen=1&make=tokens&tokens.only=imp").text
    assert '<span data-picked data-all="all">Imp</span>' in page
