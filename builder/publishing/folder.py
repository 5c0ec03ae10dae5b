"""Writes a published set to a folder, completely or not at all, without touching files that are not ours."""

import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from builder import files
from builder.artefact import File
from builder.errors import ClockwrightError
from builder.language import gettext as _
from builder.prose_lists import join_some

#: The file that lists our files in a folder, each with the hash of its content.
LIST = ".clockwright.json"
SHOWN = 3


def write(folder: Path, made: Iterable[File]) -> list[Path]:
    """Writes files to a folder; replaces files of an earlier set, and deletes those that the new one does not have.

    Writes everything to a temporary folder before it replaces the first file. Raises OSError, and, before any change,
    ClockwrightError if a file that is not ours has a name that we need.
    """
    _refuse_no_folder(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    staging = Path(tempfile.mkdtemp(prefix=".clockwright-", dir=folder.parent))
    try:
        fresh = {path: _put(staging / path, content) for path, content in made}
        _put(staging / LIST, json.dumps(fresh, indent=1, sort_keys=True).encode())
        ours = _ours(folder)
        _refuse_foreign_files(folder, [path for path in fresh if path not in ours])
        if not folder.exists():
            staging.chmod(0o755)
            staging.rename(folder)
        else:
            _replace(folder, staging, [*fresh, LIST])
            _delete(folder, {path: known for path, known in ours.items() if path not in fresh})
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    return [folder / path for path in sorted(fresh)]


def _refuse_no_folder(folder: Path) -> None:
    if folder.is_symlink() and not folder.exists():
        raise ClockwrightError(
            _(
                "“%(folder)s” is a link to a folder that is not there. Make that folder, or choose "
                "another one."
            )
            % {"folder": folder}
        )
    if folder.exists() and not folder.is_dir():
        raise ClockwrightError(
            _("“%(folder)s” is a file, not a folder. Choose another place.") % {"folder": folder}
        )


def _put(path: Path, content: bytes) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    files.write(path, content)
    return hashlib.sha256(content).hexdigest()


def _ours(folder: Path) -> Mapping[str, str]:
    """The valid entries of the list of files that we wrote to this folder before."""
    try:
        listed = json.loads((folder / LIST).read_bytes())
    except (OSError, ValueError):
        return {}
    if not isinstance(listed, dict):
        return {}
    return {path: known for path, known in listed.items() if _is_inside(path) and isinstance(known, str)}


def _is_inside(path: str) -> bool:
    parts = path.split("/")
    return not ({"", ".", ".."} & set(parts) or "\\" in path or "\0" in path or ":" in path)


def _refuse_foreign_files(folder: Path, paths: Iterable[str]) -> None:
    theirs = [path for path in paths if (folder / path).exists()]
    if theirs:
        named = join_some([f"“{path}”" for path in theirs], SHOWN)
        raise ClockwrightError(
            _(
                "In “%(folder)s” there is %(named)s, which Clockwright did not put there. Choose another "
                "folder, or move these away. Nothing was changed."
            )
            % {"folder": folder, "named": named}
        )


def _replace(folder: Path, staging: Path, paths: Iterable[str]) -> None:
    for path in paths:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        (staging / path).replace(target)


def _delete(folder: Path, old: Mapping[str, str]) -> None:
    """Deletes files of an earlier set unless they were changed since, and folders that become empty."""
    for path, known in old.items():
        target = folder / path
        with suppress(OSError):
            if hashlib.sha256(target.read_bytes()).hexdigest() == known:
                target.unlink()
                for above in Path(path).parents[:-1]:
                    (folder / above).rmdir()
