"""The beginner's guide in the app: the words of the printed one, and a way to it from every page."""

import html
import re

from flask.testing import FlaskClient

from builder.printables import guide


def test_the_page_says_all_that_the_printed_guide_and_check_list_say(client: FlaskClient) -> None:
    page = html.unescape(client.get("/guide").text)
    book = guide.guide()
    points = [point for side in book.pages for topic in side.topics for point in topic.points]
    steps = [step for part in book.checks for step in part.steps]
    heads = [topic.title for side in book.pages for topic in side.topics]
    words = [text for point in points for text in (point.lead, point.text)]
    assert len(words) > 60
    missing = [text for text in (*words, *heads, *steps, book.words["lead"]) if text not in page]
    assert missing == []


def test_the_page_has_a_row_for_each_number_of_players(client: FlaskClient) -> None:
    page = client.get("/guide").text
    assert page.count('<th scope="row">') == 11
    assert '<th scope="row">15+</th><td>9</td><td>2</td><td>3</td><td>1</td>' in page


def test_every_page_leads_to_the_guide(client: FlaskClient) -> None:
    for address in ("/", "/settings", "/nowhere"):
        assert '<a href="/guide">' in client.get(address).text, address


def test_the_guide_leads_back_to_the_page_of_a_script(client: FlaskClient, path: str) -> None:
    way = re.search(r'href="(/guide\?from=[^"]+)"', client.get(f"{path}/share").text)
    assert way
    assert f'<a href="{path}/share">Back to the script</a>' in client.get(way[1]).text
    assert f'href="/guide?from={path}/read"' in client.get(f"{path}/read").text
    for elsewhere in ("//evil.example/s/", "https://evil.example/s/", "/settings"):
        assert "Back to the script" not in client.get("/guide", query_string={"from": elsewhere}).text
