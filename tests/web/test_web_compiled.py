"""Compiled templates are kept between starts, and nothing but our own is ever run."""

from pathlib import Path

import pytest
from flask import Flask
from instant_press import InstantPress
from jinja2 import Environment

from builder.settings import Settings
from builder.web import create_app

pytestmark = pytest.mark.full


@pytest.fixture(autouse=True)
def compiled_once() -> None:
    """Nothing: these tests are about the folder where a server keeps what it compiled."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates that Jinja compiles from now on."""
    seen: list[str] = []
    compiling = Environment.compile

    def counted(self: Environment, source: str, name: str, *rest: object, **more: object) -> object:
        seen.append(name)
        return compiling(self, source, name, *rest, **more)  # type: ignore[call-overload]  # as it came

    monkeypatch.setattr(Environment, "compile", counted)
    return seen


def started(data: Path) -> Flask:
    return create_app(Settings(data=str(data)), press=InstantPress())


def first_page(data: Path) -> str:
    answer = started(data).test_client().get("/")
    assert answer.status_code == 200
    return answer.text.partition('id="library"')[0]


def test_a_second_start_compiles_nothing_again(data: Path, compilations: list[str]) -> None:
    first_page(data)
    assert "library.html" in compilations
    compilations.clear()
    first_page(data)
    assert compilations == []


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda kept: kept[: len(kept) // 2],
        lambda kept: b"",
        lambda kept: kept[:-1] + bytes([kept[-1] ^ 1]),
        lambda kept: bytes(len(kept)),
    ],
    ids=["cut off", "empty", "one bit", "nothing but zeros"],
)
def test_a_damaged_file_is_compiled_anew_and_mended(
    data: Path, compilations: list[str], spoilt: object
) -> None:
    assert callable(spoilt)
    whole = first_page(data)
    for path in (data / "templates").iterdir():
        path.write_bytes(spoilt(path.read_bytes()))
    compilations.clear()
    assert first_page(data).count("<") == whole.count("<")
    assert "library.html" in compilations
    compilations.clear()
    first_page(data)
    assert compilations == []


def test_code_that_another_key_signed_is_not_run(data: Path, compilations: list[str]) -> None:
    first_page(data)
    (data / "secret.key").write_bytes(bytes(32))
    compilations.clear()
    first_page(data)
    assert "library.html" in compilations


def test_code_under_another_templates_name_is_not_run(data: Path) -> None:
    whole = first_page(data)
    one, *others = sorted((data / "templates").iterdir())
    for other in others:
        other.write_bytes(one.read_bytes())
    assert first_page(data).count("<") == whole.count("<")


def test_a_changed_template_shows_at_the_next_start(data: Path, tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    for words in ("before", "after"):
        (pages / "one.html").write_text(words, encoding="utf-8")
        app = started(data)
        app.template_folder = str(pages)
        with app.app_context():
            assert app.jinja_env.get_template("one.html").render() == words


def test_a_folder_that_takes_no_files_only_makes_pages_slower(data: Path) -> None:
    data.mkdir()
    (data / "templates").write_text("in the way", encoding="utf-8")
    assert "<h1" in first_page(data)
    assert "<h1" in first_page(data)
