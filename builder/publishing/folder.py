"""A published set on the disk: a folder that is whole or as it was, in which strangers' files stay."""

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
from builder.prose_lists import join_some

#: Says which files of a folder are ours, each with the hash of what was written.
LIST = ".clockwright.json"
#: Names that fit into a sentence.
SHOWN = 3


def write(folder: Path, made: Iterable[File]) -> list[Path]:
    """Puts the files into a folder: those of an earlier time are replaced, or taken away where they are not wanted now.

    Everything is on the disk before the first file is replaced. Raises OSError, which names the place, and
    ClockwrightError where a file of somebody else has a name that we need: nothing was changed then.
    """
    _refuse_no_folder(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=".clockwright-", dir=folder.parent))
    try:
        fresh = {path: _put(beside / path, content) for path, content in made}
        _put(beside / LIST, json.dumps(fresh, indent=1, sort_keys=True).encode())
        ours = _ours(folder)
        _refuse_strangers(folder, [path for path in fresh if path not in ours])
        if not folder.exists():
            beside.chmod(0o755)
            beside.rename(folder)
        else:
            _replace(folder, beside, [*fresh, LIST])
            _take_away(folder, {path: known for path, known in ours.items() if path not in fresh})
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return [folder / path for path in sorted(fresh)]


def _refuse_no_folder(folder: Path) -> None:
    """Raises ClockwrightError where something else than a folder has the name."""
    if folder.is_symlink() and not folder.exists():
        raise ClockwrightError(
            f"“{folder}” is a link to a folder that is not there. Make that folder, or choose another one."
        )
    if folder.exists() and not folder.is_dir():
        raise ClockwrightError(f"“{folder}” is a file, not a folder. Choose another place.")


def _put(path: Path, content: bytes) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    files.write(path, content)
    return hashlib.sha256(content).hexdigest()


def _ours(folder: Path) -> Mapping[str, str]:
    """What was written here before, as far as its list can be believed."""
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


def _refuse_strangers(folder: Path, paths: Iterable[str]) -> None:
    theirs = [path for path in paths if (folder / path).exists()]
    if theirs:
        named = join_some([f"“{path}”" for path in theirs], SHOWN)
        raise ClockwrightError(
            f"In “{folder}” there is {named}, which Clockwright did not put there."
            " Choose another folder, or move these away. Nothing was changed."
        )


def _replace(folder: Path, beside: Path, paths: Iterable[str]) -> None:
    for path in paths:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        (beside / path).replace(target)


def _take_away(folder: Path, old: Mapping[str, str]) -> None:
    """Takes away what an earlier set had, but for what somebody changed since; and folders that are left empty."""
    for path, known in old.items():
        target = folder / path
        with suppress(OSError):
            if hashlib.sha256(target.read_bytes()).hexdigest() == known:
                target.unlink()
                for above in Path(path).parents[:-1]:
                    (folder / above).rmdir()
