"""Scriptmaker as a reference: its sheet and night sheet of the same script, or its tokens, as a whole process.

It needs other versions of our libraries, so it has an environment of its own, which is made when it is first timed:
`$CLOCKWRIGHT_SCRIPTMAKER`, else a folder in the user's cache. Where it cannot be installed, its rows say so.
"""

import os
import shutil
import subprocess
import sys
import venv
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.rows import milliseconds

#: WeasyPrint 62, which it asks for, does not work with later versions of pydyf.
PACKAGES = ("scriptmaker==4.0.0", "pydyf==0.11.0")
MISSING = "Scriptmaker could not be installed here; speed.md has 7,440 ms for this and 4,500 ms for 45 tokens"
#: json2pdf is no package: it comes as a repository only, and is not timed.
JSON2PDF = "json2pdf is no package that pip could install, so it is not timed (speed.md: 1,818 ms)"


def documents(script: Path) -> float | None:
    """Milliseconds for a script's sheet and full night sheet."""
    return _timed("make-pdf", "--full", "--script", str(script))


def tokens(script: Path) -> float | None:
    """Milliseconds for the tokens of a script of official characters."""
    with TemporaryDirectory() as folder:
        shutil.copy(script, folder)
        return _timed("tokenize", folder, "--character-size", "38", "--reminder-size", "19")


def _timed(*command: str) -> float | None:
    python = _python()
    if python is None:
        return None
    with TemporaryDirectory() as folder:
        whole = [str(python), "-W", "ignore", "-m", "scriptmaker", *command, "--output-folder", folder]
        try:
            took = milliseconds(lambda: subprocess.run(whole, check=True, capture_output=True), rounds=3)
        except subprocess.CalledProcessError as problem:
            print(problem.stderr.decode(errors="replace"), file=sys.stderr)
            return None
        return took if any(Path(folder).rglob("*.pdf")) else None


@cache
def _python() -> Path | None:
    """The Python of its environment, made where it is not there yet; None where that fails."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = Path(os.environ.get("CLOCKWRIGHT_SCRIPTMAKER") or home / "clockwright" / "scriptmaker")
    python = folder / "bin" / "python"
    if not _has_it(python):
        try:
            venv.create(folder, with_pip=True)
            subprocess.run([str(python), "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        except (OSError, subprocess.CalledProcessError) as problem:
            print(f"{MISSING} ({problem})", file=sys.stderr)
    return python if _has_it(python) else None


def _has_it(python: Path) -> bool:
    asked = [str(python), "-W", "ignore", "-c", "import scriptmaker"]
    return python.is_file() and subprocess.run(asked, check=False, capture_output=True).returncode == 0
