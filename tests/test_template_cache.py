"""Print templates are compiled once, and again whenever what is kept is no good."""

from pathlib import Path

import jinja2
import pytest

from builder.cache import user_cache
from builder.jinja_templates import TemplateCache


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "clockwright"


def said(options: object = (), text: str = "{{ 6 * 7 }}") -> str:
    """What a template says in a program that has just begun."""
    loader = jinja2.DictLoader({"page.html": text})
    environment = jinja2.Environment(
        loader=loader, bytecode_cache=TemplateCache(user_cache(), options), autoescape=True
    )
    return environment.get_template("page.html").render()


def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Filled with the name of each template that is compiled from here on."""
    found: list[str] = []
    usual = jinja2.Environment.compile

    def noted(self: jinja2.Environment, source: str, name: str, *others: object, **more: object) -> object:
        found.append(name)
        return usual(self, source, name, *others, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(jinja2.Environment, "compile", noted)
    return found


@pytest.mark.usefixtures("cache")
def test_the_second_program_compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = compilations(monkeypatch)
    assert [said(), said()] == ["42", "42"]
    assert compiled == ["page.html"]


@pytest.mark.usefixtures("cache")
def test_a_template_that_changed_says_what_it_says_now() -> None:
    assert [said(), said(text="{{ 6 + 7 }}")] == ["42", "13"]


@pytest.mark.usefixtures("cache")
def test_other_options_are_compiled_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = compilations(monkeypatch)
    said(options="one")
    said(options="other")
    assert len(compiled) == 2


@pytest.mark.parametrize("damage", [b"", b"\0" * 400, b"not code"])
def test_a_damaged_file_is_replaced(cache: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes) -> None:
    said()
    (kept,) = cache.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(whole[:100] + damage)
    compiled = compilations(monkeypatch)
    assert said() == "42"
    assert compiled == ["page.html"]
    assert kept.read_bytes() == whole


def test_a_folder_that_is_a_file_keeps_nothing_and_stops_nothing(cache: Path) -> None:
    cache.write_text("in the way")
    assert said() == "42"
    assert cache.read_text() == "in the way"


def test_what_is_kept_is_for_nobody_else_to_write(cache: Path) -> None:
    said()
    assert cache.stat().st_mode & 0o077 == 0
