"""A folder of packs of 25 locales in many scripts: what is added, what falls back, and what is said of the rest."""

from pathlib import Path

import locales
import pytest
from composing import in_turn

from builder import assets, catalogue, documents, language
from builder.artefact import Artefact
from builder.game.script import Script
from builder.languages import findings, pack
from builder.press import fonts
from builder.web.infra import samples

#: Scripts whose letters our fonts lack, with the package that has them.
PACKAGES = {
    "hi": "fonts-noto-core",
    "ja": "fonts-noto-cjk",
    "ko": "fonts-noto-cjk",
    "th": "fonts-noto-core",
    "zh-Hant": "fonts-noto-cjk",
}
TAGS = [locales.tag(name) for name in locales.WORDS]
needs_press = pytest.mark.skipif(
    not assets.static("vendor", "fonts").is_dir(), reason="the fonts are not assembled yet (bin/setup)"
)


@pytest.fixture
def added(data_folder: Path, tmp_path: Path) -> None:
    for each in pack.read(locales.write(tmp_path / "packs")):
        pack.add(each)


def base_script(edition: str) -> Script:
    return catalogue.resolve(samples._of_edition(edition))


@pytest.mark.usefixtures("added")
def test_a_folder_of_25_locales_is_25_languages() -> None:
    found = {each.language.tag: each for each in findings.everything() if each.is_added}
    assert sorted(found) == sorted(TAGS)
    assert len(TAGS) == 25
    for name, words in locales.WORDS.items():
        each = found[locales.tag(name)]
        assert each.characters[0] == (each.characters[1] if each.is_bundled else 3)
        assert each.language.is_right_to_left == (name[:2] in {"ar", "he"})
        assert each.language.name != each.language.tag
        with language.using(each.language.tag):
            shown = {who.id: who for who in catalogue.localized(base_script("tb")).characters}
        assert (shown["imp"].name, shown["imp"].ability) == words[:2]
        assert shown["monk"].name == words[2]
        assert (shown["chef"].name == "Chef") is ("name" in shown["chef"].untranslated)


@needs_press
@pytest.mark.full
@pytest.mark.usefixtures("added")
@pytest.mark.parametrize(("edition", "tag"), in_turn([(each,) for each in samples.BASE], TAGS, share=19))
def test_a_base_script_prints_in_each_locale_and_says_what_lacks(
    edition: str, tag: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "_system_has", lambda _letter: False)
    script = base_script(edition)
    with language.using(tag):
        made = documents.render(script, "sheet", fetch=False, attach=False)
        lacking = {who.id for who in script.characters} - {*locales.IDS}
    if tag not in {"he", "pt-BR"}:
        assert said(made, "untranslated").startswith(
            f"{language.known()[tag].name} has no text yet for {len(lacking)} "
        )
    else:
        assert said(made, "untranslated") == ""
    own = {*locales.IDS} & {who.id for who in script.characters}
    package = PACKAGES.get(tag) if own else None
    assert said(made, "no-font").endswith(f"apt-get install {package}." if package else "")


def said(made: Artefact, code: str) -> str:
    """The notice with a code; empty if there is none."""
    return "".join(each.message for each in made.notices if each.code == code)
