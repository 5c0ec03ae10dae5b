"""The guide is true: what it tells people to press is there, under that name."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

GUIDE = Path(__file__).parents[2] / "docs" / "guide.md"
#: The pages in the guide's order; what a step names stands on one of them.
STEPS = {
    "Start": ("/", "/?thrown={id}"),
    "Build": ("/s/{id}",),
    "Check": ("/s/{id}", "/s/{id}/night"),
    "Print": ("/s/{id}/print", "/s/{id}/theme"),
    "At the table": ("/s/{id}", "/s/{id}/deal?players=9&seed=7"),
    "Later": ("/s/{id}", "/s/{id}/export", "/"),
}


def sections() -> dict[str, str]:
    """The guide, heading by heading, without the minutes."""
    parts = re.split(r"^## (?:\d\. )?(.*)$", GUIDE.read_text("utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("step", STEPS)
def test_every_word_in_bold_can_be_pressed_where_the_guide_says_so(client: FlaskClient, step: str) -> None:
    (text,) = (words for title, words in sections().items() if title.startswith(step))
    thrown, kept = re.findall(r'id="script-(\w+)"', client.get("/").text)
    client.post(f"/s/{thrown}/throw-away")
    client.post(f"/s/{kept}/night", data={"night": "first", "move": 2, "by": 1})
    pages = ""
    for address in STEPS[step]:
        identifier = thrown if "thrown" in address else kept
        answer = client.get(address.format(id=identifier), follow_redirects=True)
        assert answer.status_code == 200
        pages += answer.text
    pressed = re.findall(r"<(a|button|label|summary)\b[^>]*>(.*?)</\1>", pages, re.DOTALL)
    told = {re.sub(r"<[^>]*>", "", each).strip() for _, each in pressed}
    bold = re.findall(r"\*\*(.+?)\*\*", text)
    assert bold
    for words in bold:
        assert any(each.startswith(words) for each in told), words


def test_the_guide_has_a_picture_of_each_step_and_every_step_a_heading() -> None:
    assert [next(step for step in STEPS if title.startswith(step)) for title in sections()] == [*STEPS]
    for title, text in sections().items():
        assert "](pictures/app-" in text, title
