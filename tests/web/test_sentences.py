"""Only what stands in a template is a sentence of ours; what a file says is never markup."""

import json

import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient

from builder.language import N_, using
from builder.press import typeset

SAVE = {
    "version": 2,
    "meta": {"name": "Set", "author": "Ada", "<img src=x>": "front"},
    "characterList": [
        {
            "id": "owl",
            "name": "Owl",
            "team": "townsfolk",
            "ability": "Hear.",
            "<b>50%e</b>": "said",
            "x%(y)s": "also",
        }
    ],
}


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{{ _('<b>Bold</b> %(x)s', x='<i>') }}", "<b>Bold</b> &lt;i&gt;"),
        ("{{ _(text) }}", "&lt;b&gt;50%e %(x)s&lt;/b&gt;"),
        ("{{ _(text, x='<i>') }}", None),
        ("{{ _('Demons' if text else text) }}", "Demons"),
        ("{{ _(ours) }}", "<b>Ours</b>"),
        ("{% macro m(t) %}{{ _(t) }}{% endmacro %}{{ m(text) }}", "&lt;b&gt;50%e %(x)s&lt;/b&gt;"),
    ],
)
def test_values_are_escaped_and_sentences_are_not(app: Flask, template: str, said: str | None) -> None:
    values = {"text": "<b>50%e %(x)s</b>", "ours": N_("<b>Ours</b>")}
    if said is None:
        values["text"] = "<b>%(x)s</b>"
        said = "&lt;b&gt;&lt;i&gt;&lt;/b&gt;"
    with app.test_request_context(), using("en"):
        assert render_template_string(template, **values) == said
    assert typeset.environment().from_string(template).render(**values) == said


def test_names_of_fields_of_a_save_are_shown_as_they_are(client: FlaskClient) -> None:
    answer = client.post("/bloodstar", data={"text": json.dumps(SAVE)}, follow_redirects=True)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert "<img src=x>" not in page
    assert "<b>50%e</b>" not in page
    assert "&lt;b&gt;50%e&lt;/b&gt;" in page
