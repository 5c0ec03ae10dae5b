"""Patches of WeasyPrint are switched, checked, applied for a render and reverted after it."""

import hashlib
import inspect
import json
import linecache
import logging
import os
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import plain_press as plain_press_module
import pytest
import same_document
import structure
from test_weasyprint_patches import everything, needs_press, script_for

import builder
from builder.errors import UnknownChoiceError
from builder.press import engine, weasyprint_patches
from builder.press.almanac import book as almanac
from builder.press.weasyprint_patches import line_cache
from builder.press.weasyprint_patches.patch import Patch, digest, find
from builder.settings import Settings

Switch = Callable[[str], None]
SCRIPT = json.dumps([{"id": "_meta", "name": "Small"}, "chef", "imp"])
NAMES = [name for name in weasyprint_patches.NAMES if name != plain_press_module.PLAIN]
#: What each of them does not work without.
NEEDED = {"html-parser": "backgrounds,", "text-drawing": "line-cache,"}
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


@pytest.fixture(scope="session")
def plain_press() -> Iterator[plain_press_module.PlainPress]:
    with plain_press_module.opened() as press:
        yield press


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


@pytest.mark.full
@pytest.mark.parametrize("patch", NAMES)
@pytest.mark.parametrize(("kind", "style", "name"), everything())
def test_a_document_is_the_same_with_one_patch_alone(
    switch: Switch, plain_press: plain_press_module.PlainPress, kind: str, style: str, name: str, patch: str
) -> None:
    if name != "many alphabets":
        pytest.skip("one script is enough for each patch; both are printed with all patches")
    script = script_for(kind, style, name)
    switch(f"{plain_press_module.PLAIN},{NEEDED.get(patch, '')}{patch}")
    ours = printed(kind, style, script)
    assert not states()[patch]
    assert same_document.differences(ours, plain_press.document(script, kind, style)) == []


@pytest.mark.parametrize("patch", NAMES)
def test_a_small_sheet_is_the_same_with_one_patch_alone(switch: Switch, patch: str) -> None:
    switch(plain_press_module.PLAIN)
    plain = printed()
    switch(f"{plain_press_module.PLAIN},{NEEDED.get(patch, '')}{patch}")
    ours = printed()
    assert not states()[patch]
    assert same_document.differences(ours, plain) == []


def test_without_the_structure_tree_a_sheet_looks_the_same(switch: Switch) -> None:
    switch("structure-tree")
    ours = printed()
    switch("off")
    theirs = printed()
    assert same_document.texts(ours) == same_document.texts(theirs)
    assert not list(same_document._looks(ours, theirs))


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
    assert states()[patch] == f"the source of {target} is not one that it was checked for"
    assert [each.getMessage() for each in caplog.records if f"The patch {patch} " in each.getMessage()]
    assert find(target)[2] is new


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
    for target in ("weasyprint.css:Gone.method", "weasyprint.gone:function"):
        assert Patch("x", "", {}, mirrors=(target,)).obstacle() == f"there is no {target} any more"


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


def test_an_unknown_patch_is_an_error_that_names_the_others(switch: Switch) -> None:
    switch("cascade,quick")
    with pytest.raises(UnknownChoiceError, match="no patch of WeasyPrint “quick”"):
        printed()


# WeasyPrint as others know it


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
