"""Patches of WeasyPrint are switched, checked, applied for a render and reverted after it."""

import difflib
import hashlib
import inspect
import json
import linecache
import logging
import os
import shutil
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from importlib.metadata import version
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import plain_press as plain_press_module
import pytest
import same_document
import structure
from test_weasyprint_patches import everything, many_alphabets, needs_press

import builder
from builder import assets
from builder.errors import UnknownChoiceError
from builder.press import engine, weasyprint_patches
from builder.press.almanac import book as almanac
from builder.press.weasyprint_patches import Patch, checked_sources, digest, find, in_words, line_cache
from builder.press.weasyprint_patches.checked_sources import CHECKED
from builder.settings import Settings

Switch = Callable[[str], None]
SCRIPT = json.dumps([{"id": "_meta", "name": "Small"}, "chef", "imp"])
NAMES = [name for name in weasyprint_patches.NAMES if name not in plain_press_module.PLAIN.split(",")]
#: What each of them does not work without.
NEEDED = {"html-parser": "backgrounds,", "text-drawing": "line-cache,"}
#: The kind and style that every run prints with each patch alone: it meets every one of them.
EVERY_RUN = {("sheet", "classic")}
pytestmark = needs_press


@pytest.fixture
def switch(monkeypatch: pytest.MonkeyPatch) -> Iterator[Switch]:
    """Sets CLOCKWRIGHT_PATCHES, as a process that has not printed before finds it."""

    def to(names: str) -> None:
        monkeypatch.setattr(weasyprint_patches, "settings", lambda: Settings(patches=names))
        forget()

    engine.weasyprint()
    yield to
    monkeypatch.undo()
    forget()


def forget() -> None:
    weasyprint_patches.forget()
    almanac.forget()
    line_cache.forget()


def states() -> dict[str, str]:
    """Why each patch is off; empty: it is on."""
    return {state.patch.name: state.off for state in weasyprint_patches.states()}


def printed(kind: str = "sheet", style: str = "", script: str = SCRIPT) -> bytes:
    return builder.render(builder.parse(script), kind, style=style).pdf


def values() -> dict[str, Any]:
    """What WeasyPrint has under each name that a patch replaces."""
    patches = [state.patch for state in weasyprint_patches.states()]
    return {target: find(target)[2] for patch in patches for target in patch.replaces}


# Each by itself


def looks() -> Iterator[object]:
    """Every look; a sheet for every run. With all patches at once, every run prints all looks."""
    for look in dict.fromkeys(tuple(case.values[:2]) for case in everything()):
        yield pytest.param(*look, marks=[] if look in EVERY_RUN else [pytest.mark.slow])


@pytest.mark.full
@pytest.mark.parametrize(("kind", "style"), list(looks()))
def test_a_document_is_the_same_with_one_patch_alone(switch: Switch, kind: str, style: str) -> None:
    """With all of them, it is compared with that of a process that never had any: test_weasyprint_patches.py."""
    script = builder.dump(many_alphabets(2))
    switch(plain_press_module.PLAIN)
    plain = printed(kind, style, script)
    assert [name for name, off in states().items() if not off] == plain_press_module.PLAIN.split(",")
    for patch in NAMES:
        switch(f"{plain_press_module.PLAIN},{NEEDED.get(patch, '')}{patch}")
        ours = printed(kind, style, script)
        assert not states()[patch]
        assert same_document.differences(ours, plain) == [], patch


@pytest.mark.full
def test_without_the_structure_tree_a_sheet_looks_the_same(switch: Switch) -> None:
    switch("structure-tree")
    ours = printed()
    switch("off")
    theirs = printed()
    assert same_document.texts(ours) == same_document.texts(theirs)
    assert not list(same_document._looks(ours, theirs))


@pytest.mark.full
@pytest.mark.parametrize(
    "table", ["<tr><th>One</th><td>two</td></tr>", "<caption>C</caption><thead><tr><td>1</td></tr></thead>"]
)
@pytest.mark.parametrize("patches", ["structure-tree", "all"])
def test_a_table_right_in_the_body_is_one_table(switch: Switch, patches: str, table: str) -> None:
    switch(patches)
    html = f"<html lang='en'><head><title>T</title></head><body><table>{table}</table></body></html>"
    with engine.patched():
        pdf = engine.page(html).render(pdf_variant="pdf/ua-1").write_pdf(pdf_variant="pdf/ua-1")
    with structure.opened(pdf) as file:
        kinds = [str(each.S) for each in structure.elements(file.Root.StructTreeRoot.K)]
    assert kinds.count("/Table") == 1


# Sources


def test_every_patch_is_checked_for_what_is_installed(switch: Switch) -> None:
    switch("all")
    assert states() == dict.fromkeys(weasyprint_patches.NAMES, "")


def test_a_source_is_read_as_inspect_reads_it(switch: Switch) -> None:
    switch("all")
    targets = [
        target
        for state in weasyprint_patches.states()
        for target in (*state.patch.replaces, *state.patch.mirrors)
    ]
    assert len(targets) > 30
    for target in targets:
        value = find(target)[2]
        source = textwrap.dedent(inspect.getsource(getattr(value, "fget", value))).strip()
        assert digest(target) == hashlib.sha256(source.encode()).hexdigest()[:16], target


def altered(function: Any) -> Any:
    """The same function from a source that says the same in other words."""
    inner = getattr(function, "fget", function)
    source = textwrap.dedent(inspect.getsource(inner)) + "\n    # in other words\n    ...\n"
    name = f"<altered {inner.__qualname__}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    found: dict[str, Any] = {}
    exec(compile(source, name, "exec"), inner.__globals__, found)  # noqa: S102  # WeasyPrint's own source
    made = found[inner.__name__]
    if inner.__closure__ and not isinstance(made, property):  # `super()` in a method
        made = FunctionType(made.__code__, inner.__globals__, inner.__name__, inner.__defaults__)
    return made


@pytest.mark.full
@pytest.mark.parametrize(
    ("patch", "target"),
    [
        ("pdf-writer", "pydyf:Dictionary.data"),
        ("structure-tree", "weasyprint.pdf.tags:_build_box_tree"),
        ("backgrounds", "weasyprint.draw:draw_background"),
        ("html-parser", "tinyhtml5:parse"),
        ("cascade", "weasyprint.css:get_all_computed_styles"),
        ("line-cache", "weasyprint.text.line_break:Layout.set_text"),
        ("text-drawing", "weasyprint.draw.text:draw_text"),
    ],
)
def test_a_patch_of_an_altered_function_stays_off_and_printing_goes_on(
    switch: Switch,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    patch: str,
    target: str,
) -> None:
    owner, name, value = find(target)
    new = altered(value)
    for module in [owner, *(sys.modules[each] for each in sys.modules if each.startswith("weasyprint"))]:
        if getattr(module, name, None) is value:
            monkeypatch.setattr(module, name, new)
    switch("all")
    with caplog.at_level(logging.WARNING):
        assert same_document.texts(printed())[0].startswith("Small")
    assert states()[patch].endswith(f" has changed {in_a_sentence(target)}")
    (warning,) = (each.getMessage() for each in caplog.records if "has changed" in each.getMessage())
    assert patch in warning.partition("these patches are off: ")[2].partition(".")[0].split(", ")
    assert find(target)[2] is new


def in_a_sentence(target: str) -> str:
    """How a warning calls a function: after the name of its library."""
    module, _, function = target.partition(":")
    return f"{inner}:{function}" if (inner := module.partition(".")[2]) else function


def test_one_line_names_all_that_changed_and_all_patches_that_are_off(
    switch: Switch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from weasyprint.layout import background
    from weasyprint.text import line_break

    monkeypatch.setattr(background, "layout_box_backgrounds", altered(background.layout_box_backgrounds))
    monkeypatch.setattr(line_break, "strut", altered(line_break.strut))
    switch("all")
    weasyprint_patches.states()
    weasyprint_patches.states()
    (warning,) = (each.getMessage() for each in caplog.records)
    assert warning == (
        f"WeasyPrint {version('weasyprint')} has changed layout.background:layout_box_backgrounds and"
        " text.line_break:strut. Until they are checked, these patches are off: backgrounds, html-parser,"
        " line-cache, text-drawing."
        " Documents look the same; printing is slower."
        " Maintainers: builder/press/weasyprint_patches/checked_sources.py"
    )


@pytest.mark.full
def test_processes_that_print_do_not_each_repeat_the_warning(tmp_path: Path) -> None:
    package = Path(str(engine.weasyprint().__file__)).parent
    shutil.copytree(package, tmp_path / "weasyprint")
    changed = tmp_path / "weasyprint" / "text" / "line_break.py"
    changed.write_text(changed.read_text("utf-8").replace("def strut(", "def strut(  # changed\n"), "utf-8")
    scripts = [tmp_path / "one.json", tmp_path / "two.json"]
    for path in scripts:
        path.write_text(SCRIPT.replace("Small", path.stem))
    made = subprocess.run(
        [
            sys.executable,
            "-c",
            "from builder.cli import main; main()",
            "print",
            *map(str, scripts),
            "--workers",
            "2",
            "-d",
            str(tmp_path / "out"),
        ],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert len(list((tmp_path / "out").iterdir())) == 4
    assert made.stderr.count("has changed text.line_break:strut") == 1


@pytest.mark.full
def test_a_log_line_says_that_pdfs_are_not_accessible(
    switch: Switch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from weasyprint.pdf import tags

    monkeypatch.setattr(tags, "_build_box_tree", altered(tags._build_box_tree))
    switch("all")
    printed()
    assert "PDFs are not PDF/UA or PDF/A." in caplog.text


def test_a_patch_of_a_function_that_is_gone_says_so() -> None:
    engine.weasyprint()
    patch = Patch(
        "x", "", {}, mirrors=("weasyprint.gone:function", "pydyf:_to_bytes", "weasyprint.css:Gone.method")
    )
    assert patch.changed() == ("weasyprint.gone:function", "weasyprint.css:Gone.method")
    said = in_words(patch.changed())
    assert said.endswith(" has changed css:Gone.method (which is gone) and gone:function (which is gone)")


# The table of checked sources


@pytest.fixture
def script() -> ModuleType:
    """bin/checked_sources.py as a module."""
    spec = spec_from_file_location("renewing", assets.root() / "bin" / "checked_sources.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_an_accepted_change_is_one_more_line_and_the_older_source_stays(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from weasyprint.text import line_break

    path = tmp_path / "table.py"
    before = Path(checked_sources.__file__).read_text("utf-8")
    path.write_text(before, "utf-8")
    script.write(path, script.table(CHECKED))
    assert path.read_text("utf-8") == before
    monkeypatch.setattr(line_break, "strut", altered(line_break.strut))
    script.write(path, script.table(CHECKED))
    target = "weasyprint.text.line_break:strut"
    added = [
        line
        for line in difflib.ndiff(before.split("\n"), path.read_text("utf-8").split("\n"))
        if line[0] in "+-"
    ]
    assert added == [f'+     ("{target}", "{digest(target)}"): "weasyprint {version("weasyprint")}",']


def test_what_is_new_is_shown_with_its_patches_and_the_change(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = "weasyprint.text.line_break:strut"
    path = Path(str(sys.modules["weasyprint.text.line_break"].__file__))
    older = path.read_text("utf-8").replace("style['font_size'] == 0", "style['font_size'] == 1")
    monkeypatch.setattr(script, "wheel", lambda _: {"weasyprint/text/line_break.py": older})
    known = {key: value for key, value in CHECKED.items() if key[0] != target} | {
        (target, "x"): "weasyprint 1"
    }
    head, change = script.report(known)
    assert head.strip() == f"{target} has a new source: line-cache replaces it."
    assert "-    if style['font_size'] == 1:" in change
    assert "+    if style['font_size'] == 0:" in change
    monkeypatch.setattr(script, "wheel", lambda _: {})
    assert "The source of weasyprint 1 could not be had" in script.report(known)[1]
    assert script.report(CHECKED) == []


@pytest.mark.full
def test_a_function_that_changes_between_two_prints_is_looked_at_anew(
    switch: Switch, monkeypatch: pytest.MonkeyPatch
) -> None:
    from weasyprint.text import line_break

    switch("all")
    printed()
    assert not states()["line-cache"]
    with monkeypatch.context() as change:
        change.setattr(line_break, "strut", altered(line_break.strut))
        printed()
        assert states()["line-cache"]
        assert states()["text-drawing"] == "it needs line-cache, which is off"
    printed()


# Switches


def test_patches_can_be_switched_off_all_or_but_for_some(switch: Switch) -> None:
    switch("off")
    assert all(states().values())
    switch(" Cascade, pdf-writer")
    assert [name for name, off in states().items() if not off] == ["pdf-writer", "cascade"]
    switch("")
    assert not any(states().values())
    switch("all, -line-cache")
    assert {name for name, off in states().items() if off} == {"line-cache", "text-drawing"}
    switch("-synthetic-bold")
    assert {name for name, off in states().items() if off} == {"synthetic-bold"}
    switch("cascade,pdf-writer,-cascade")
    assert [name for name, off in states().items() if not off] == ["pdf-writer"]


@pytest.mark.parametrize("names", ["cascade,quick", "all,-quick", "off,quick"])
def test_an_unknown_patch_is_an_error_that_names_the_setting_and_the_others(
    switch: Switch, names: str
) -> None:
    switch(names)
    with pytest.raises(UnknownChoiceError) as error:
        printed()
    assert str(error.value).startswith("CLOCKWRIGHT_PATCHES: there is no patch of WeasyPrint “")
    assert "text-drawing" in str(error.value)


# WeasyPrint as others know it


@pytest.mark.full
def test_outside_our_renders_weasyprint_is_as_it_was(switch: Switch) -> None:
    switch("all")
    before = values()
    with engine.patched():
        within = values()
        with engine.patched():
            printed()
        assert values() == within
    assert {name for name, value in within.items() if value is not before[name]} == before.keys()
    assert values() == before
    with pytest.raises(ZeroDivisionError), engine.patched():
        raise ZeroDivisionError
    assert values() == before


@pytest.mark.full
def test_patches_stay_while_another_thread_prints(switch: Switch) -> None:
    switch("all")
    before = values()
    inside, go = threading.Event(), threading.Event()

    def other() -> None:
        with engine.patched():
            inside.set()
            go.wait(20)

    thread = threading.Thread(target=other)
    thread.start()
    assert inside.wait(20)
    printed()
    assert values() != before
    go.set()
    thread.join()
    assert values() == before


FOREIGN = """
{first}
import hashlib
import weasyprint

html = '''<html lang="en"><head><title>F</title></head><body bgcolor="#ffeedd">
<p align="center">One <font color="red">two</font></p>
<ol type="i"><li>Three</li></ol><ul style="list-style: hebrew"><li>Four</li></ul>
<form><input name="a" value="five"><select name="b"><option>six</option></select>
<textarea name="c"></textarea></form></body></html>'''
pdf = weasyprint.HTML(string=html).write_pdf(presentational_hints=True, pdf_forms=True, pdf_identifier=b"x")
print(len(pdf), hashlib.sha256(pdf).hexdigest())
"""
PRINT = """
import builder
for kind in ("sheet", "almanac"):
    builder.render(builder.parse({script!r}), kind)
"""


@pytest.mark.full
def test_a_program_that_prints_with_us_prints_its_own_pages_as_without_us(tmp_path: Path) -> None:
    def said(first: str) -> str:
        return subprocess.run(
            [sys.executable, "-c", FOREIGN.format(first=first)],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
        ).stdout

    assert said(PRINT.format(script=SCRIPT)) == said("")
