"""What templates say through gettext: our sentences as they are, everybody else's words escaped."""

import pytest
from flask import Flask
from markupsafe import Markup


@pytest.mark.parametrize(
    ("template", "shown"),
    [
        ("{{ _('Save') }}", "Save"),
        ("{{ _('Fish &amp; chips') }}", "Fish &amp; chips"),
        ("{{ _('Remove %(name)s', name='<b>Imp</b>') }}", "Remove &lt;b&gt;Imp&lt;/b&gt;"),
        ("{{ _('Remove %(name)s', name=own) }}", "Remove <b>Imp</b>"),
        ("{{ _('100 %%') }}", "100 %"),
        ("{{ _('%(part)s %%', part=40) }}", "40 %"),
        ("{{ ngettext('%(num)s word', '%(num)s words', 2) }}", "2 words"),
    ],
)
def test_a_sentence_reads_as_jinjas_own_gettext_has_it(app: Flask, template: str, shown: str) -> None:
    own = Markup("<b>Imp</b>")
    theirs = app.jinja_env.globals["gettext"]
    with app.app_context():
        assert app.jinja_env.from_string(template).render(own=own) == shown
        assert app.jinja_env.from_string(template).render(own=own, _=theirs) == shown


def test_a_name_never_stays_in_the_sentence_of_another(app: Flask) -> None:
    template = app.jinja_env.from_string("{{ _('Add %(name)s', name=name) }}")
    assert [template.render(name=name) for name in ("Imp", "Po")] == ["Add Imp", "Add Po"]
