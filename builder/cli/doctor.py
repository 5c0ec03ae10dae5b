"""`clockwright doctor`: what is installed, what is missing, and how to fix it."""

import ctypes
import ctypes.util
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click

import builder
from builder import assets, printables
from builder.cli import terminal
from builder.errors import MissingPartError, UnknownChoiceError
from builder.language import N_, gettext as _
from builder.settings import settings, variables

_OLDEST_PYTHON = (3, 11)
#: A common letter of each writing system.
_FAR_LETTERS = {N_("Japanese"): "\u304b", N_("Chinese"): "\u6c49", N_("Korean"): "\ud55c"}
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the installation, required or optional."""

    name: str
    ok: bool
    #: What was found, or what is missing.
    detail: str
    #: Whether nothing can be printed without it.
    needed: bool = True
    #: What it is for.
    use: str = ""
    #: The command that installs it; empty if nothing is broken.
    remedy: str = ""


def examine() -> list[Part]:
    """Checks every part, the most important first."""
    parts = (_python, _press, _subsetter, _templates, _fonts, _emblems, _cjk, _browser, _data_folder)
    return [part() for part in parts]


def _python() -> Part:
    found = platform.python_version()
    return Part(
        "Python",
        sys.version_info >= _OLDEST_PYTHON,
        _("%(found)s, Clockwright %(version)s") % {"found": found, "version": builder.__version__},
        use=_("Clockwright needs Python 3.11 or newer."),
        remedy=_system("python3 python3-venv", "python@3.13"),
    )


def _press() -> Part:
    """Loads WeasyPrint, because it finds Pango only then."""
    use = _("Printing needs it.")
    try:
        from builder.press import engine

        version = engine.weasyprint().__version__
    except MissingPartError:
        remedy = _system("libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0", "pango")
        return Part("Pango", ok=False, detail=_("the library cannot be loaded"), use=use, remedy=remedy)
    except ImportError as error:
        return Part("WeasyPrint", ok=False, detail=str(error), use=use, remedy=_setup())
    return Part(
        "Pango", ok=True, detail=_("found, with WeasyPrint %(version)s") % {"version": version}, use=use
    )


def patches() -> list[tuple[str, str]]:
    """The state of each patch of WeasyPrint: “on”, or why it is off. None if WeasyPrint cannot be loaded."""
    from builder.press import engine, weasyprint_patches

    try:
        engine.weasyprint()
        states = weasyprint_patches.states()
    except (MissingPartError, ImportError):
        return []
    except UnknownChoiceError as error:
        return [("CLOCKWRIGHT_PATCHES", str(error))]
    return [(state.patch.name, _in_words(state)) for state in states]


def _in_words(state: Any) -> str:
    if not state.off:
        return _("on. %(summary)s") % {"summary": state.patch.summary}
    if state.patch.lost:
        return _("off: %(off)s. %(lost)s") % {"off": state.off, "lost": _(state.patch.lost)}
    return _("off: %(off)s; printing is slower") % {"off": state.off}


def _subsetter() -> Part:
    found = _library("harfbuzz-subset", "libharfbuzz-subset.so.0")
    return Part(
        _("HarfBuzz subsetter"),
        found,
        _("found") if found else _("the library cannot be loaded"),
        needed=False,
        use=_("Without it, printing takes three times as long and files are larger."),
        remedy=_system("libharfbuzz-subset0", "harfbuzz"),
    )


def _templates() -> Part:
    kinds = ", ".join(kind for kind, styles in printables.kinds().items() if styles)
    return Part(
        _("Templates"),
        bool(kinds),
        kinds or _("none in %(folder)s") % {"folder": assets.templates("print")},
        use=_("They define how documents look."),
        remedy=_setup(),
    )


def _fonts() -> Part:
    from builder.press import resources

    files = [assets.static("vendor", "fonts", f"{face[1]}.ttf") for face in resources.FACES]
    lost = [file.stem for file in files if not file.is_file()]
    return Part(
        _("Fonts"),
        not lost,
        _("missing: %(lost)s") % {"lost": ", ".join(lost)}
        if lost
        else _("%(count)s found") % {"count": len(files)},
        use=_("All documents use them."),
        remedy=_setup(),
    )


def _emblems() -> Part:
    found = assets.static("vendor", "emblems", "emblems.tsv").is_file()
    use = _("They are the pictures of characters without an icon.")
    return Part(_("Emblems"), found, _("found") if found else _("not found"), use=use, remedy=_setup())


def _cjk() -> Part:
    lost = [name for name, letter in _FAR_LETTERS.items() if not _has_letter(letter)]
    return Part(
        _("System fonts for Japanese, Chinese and Korean"),
        not lost,
        _("not found for %(lost)s") % {"lost": ", ".join(lost)} if lost else _("found"),
        needed=False,
        use=_("Without them, names in these languages print as boxes."),
        remedy=_system("fontconfig fonts-noto-cjk", "font-noto-sans-cjk"),
    )


def _browser() -> Part:
    found = next((path for name in _BROWSERS if (path := shutil.which(name))), None)
    use, remedy = (
        _("Only Clockwright's browser tests need it."),
        _system("chromium-headless-shell", "--cask chromium"),
    )
    return Part("Chromium", bool(found), found or _("not found"), needed=False, use=use, remedy=remedy)


def _data_folder() -> Part:
    folder = settings().data_folder
    there = next(path for path in (folder, *folder.parents) if path.exists())
    ok = there.is_dir() and os.access(there, os.W_OK)
    return Part(
        _("Data folder"),
        ok,
        f"{folder}" if ok else _("Clockwright cannot write to %(folder)s") % {"folder": folder},
        needed=False,
        use=_("The web app saves scripts there."),
        remedy=f"export CLOCKWRIGHT_DATA={Path(tempfile.gettempdir()) / 'clockwright'}",
    )


def _library(name: str, file: str) -> bool:
    try:
        ctypes.CDLL(file if sys.platform == "linux" else ctypes.util.find_library(name) or file)
    except OSError:
        return False
    return True


def _has_letter(letter: str) -> bool:
    program = shutil.which("fc-list")
    if program is None:
        return False
    result = subprocess.run(  # noqa: S603  # a fixed program, the letter as a hexadecimal number
        [program, f":charset={ord(letter):x}", "family"], capture_output=True, check=False, timeout=20
    )
    return bool(result.stdout.strip())


def _setup() -> str:
    checkout = (assets.root() / "bin" / "setup").is_file()
    return str(assets.root() / "bin" / "setup") if checkout else "pip install --force-reinstall clockwright"


def _system(debian: str, mac: str) -> str:
    return f"brew install {mac}" if sys.platform == "darwin" else f"sudo apt-get install -y {debian}"


@click.command("doctor")
@terminal.json_option
@click.pass_context
def command(ctx: click.Context, *, as_json: bool) -> None:
    """Check the installation, and show the command that fixes each problem.

    The exit status is 1 if something is missing that printing needs.
    """
    parts = examine()
    healthy = all(part.ok for part in parts if part.needed)
    if as_json:
        terminal.tell_json(
            {
                "ok": healthy,
                "parts": [asdict(part) for part in parts],
                "patches": dict(patches()),
                "settings": dict(variables()),
            }
        )
    else:
        for part in parts:
            state, colour = ("ok", "green") if part.ok else ("missing", "red" if part.needed else "yellow")
            terminal.tell(f"{state:8}{terminal.one_line(f'{part.name}: {part.detail}')}", fg=colour)
            if not part.ok:
                terminal.tell(
                    f"        {part.use} " + _("To fix it, run:  %(remedy)s") % {"remedy": part.remedy}
                )
        terminal.tell()
        terminal.tell(_("WeasyPrint patches, which make printing faster and PDFs accessible:"))
        for name, state in patches():
            terminal.tell(terminal.one_line(f"{name}: {state}"))
        terminal.tell()
        terminal.tell(_("Current settings (environment variables):"))
        for name, value in variables():
            terminal.tell(terminal.one_line(f"{name}={value}"))
    if not healthy:
        ctx.exit(1)
