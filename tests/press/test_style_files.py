"""What `style.json` says of a style agrees with its page and with the content of its kind."""

import json
from dataclasses import fields
from typing import Any

import pytest
from composing import sample

from builder import assets, printables
from builder.press import typeset
from builder.press.fit import Limits
from builder.printables import options

LIMITS = {field.name for field in fields(Limits)}
CONTENT = sample("the-wandering-fair")
#: Whose games are dealt quickly.
OF_PROOF = sample("six-candles")
#: With which, one after the other, a kind has every section.
SETTINGS: dict[str, tuple[dict[str, str], ...]] = {
    "table": ({"players": "9"},),
    "sheet": ({}, {"back": "nights"}),
}


def settings(kind: str, style: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(assets.templates("print", kind, style, "style.json").read_bytes())
    return found


def fitted_styles() -> list[tuple[str, str]]:
    """Each style whose type grows to the page."""
    looks = [(kind, style) for kind, styles in printables.kinds().items() for style in styles]
    return [look for look in looks if "sections" in settings(*look)]


each_style = pytest.mark.parametrize(("kind", "style"), fitted_styles())


@each_style
def test_every_section_of_a_style_has_content_and_anchors(kind: str, style: str) -> None:
    module = printables.module(kind)
    script = OF_PROOF if kind == "proof" else CONTENT
    contents = [module.content(script, options.read(module, chosen)) for chosen in SETTINGS.get(kind, ({},))]
    html = "".join(typeset.html(kind, style, content) for content in contents)
    names = [section.name for content in contents for section in content.sections]
    path = f"templates/print/{kind}/{style}"
    for name in settings(kind, style)["sections"]:
        assert name in names, (
            f"{path}/style.json: there is no section “{name}”. There are: {', '.join(names)}"
        )
        for anchor in (f"{name}-start", f"{name}-end"):
            assert f'id="{anchor}"' in html, (
                f'{path}/page.html: section “{name}” needs <div id="{anchor}"></div>'
            )


@each_style
def test_every_limit_of_a_style_exists(kind: str, style: str) -> None:
    written = settings(kind, style)
    densities = [{key for key in each if key != "css"} for each in written.get("densities", [])]
    for keys in (*map(set, written["sections"].values()), *densities):
        assert not keys - LIMITS, (
            f"templates/print/{kind}/{style}/style.json: there is no limit {keys - LIMITS}"
        )


@each_style
def test_a_style_that_another_one_replaces_names_one_that_does_not_name_a_third(
    kind: str, style: str
) -> None:
    fallback = settings(kind, style).get("fallback", printables.kinds()[kind][0])
    assert fallback in printables.kinds()[kind]
    assert "fallback" not in settings(kind, fallback)
