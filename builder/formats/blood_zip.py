"""The `.blood` files of the older Bloodstar for Windows: a ZIP of `meta.json`, `roles/<id>.json` and pictures."""

import base64
import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from builder.errors import UnreadableScriptError
from builder.formats import bloodstar
from builder.formats.blood_roles import Json, is_numbered, save_of
from builder.formats.naming import short
from builder.formats.parsing import parse
from builder.formats.pictures import LIMIT_WITH_PICTURES
from builder.formats.remarks import problem as remark_problem
from builder.formats.restoring import MOST
from builder.formats.source import LACKING, refuse, text_of
from builder.game.problem import Problem, Severity
from builder.game.script import Script

NAME = "blood"
TITLE = "Bloodstar for Windows (.blood)"
OPENING = b"PK\x03\x04"
#: Begins each name in a ZIP's list of contents.
LISTED = b"PK\x01\x02"
#: Three files a character, `meta.json` and the logo.
MOST_FILES = 3 * MOST + 2
LARGEST_PICTURE = 5_000_000
LARGEST_WORDS = 1_000_000
#: Text packs well, but not like this.
HIGHEST_RATIO = 200
SMALL = 100_000
PICTURES = {"src_images": "unStyledImage", "processed_images": "styledImage"}
PART = re.compile(
    r"meta\.json|logo\.png|roles/[^/\\\x00-\x1f]+\.json|(?:src|processed)_images/[^/\\\x00-\x1f]+\.png"
)
LACKS = (
    "This is a .blood file of the older Bloodstar for Windows. It has no changelog, and no place for jinxes and "
    "rules of the Bootlegger; add them here."
)
NO_ORDER = "This .blood file gives no night order: put those who act in their order."


@dataclass(slots=True)
class _Parts:
    """What the archive holds, part by part, and what was wrong with it."""

    meta: Json = field(default_factory=dict)
    logo: str = ""
    roles: dict[str, Json] = field(default_factory=dict)
    pictures: dict[tuple[str, str], str] = field(default_factory=dict)
    told: list[Problem] = field(default_factory=list)
    faults: list[Problem] = field(default_factory=list)


def recognises(source: bytes | str) -> bool:
    """Whether this is a ZIP with a `meta.json` or roles in it."""
    if not isinstance(source, bytes) or not source.startswith(OPENING):
        return False
    return any(name in source for name in (b"meta.json", b"roles/"))


def read(source: bytes | str) -> Script:
    """A script from a .blood file; nothing is unpacked to the disk. Raises UnreadableScriptError."""
    parts = _parts(source if isinstance(source, bytes) else source.encode())
    if parts.faults:
        raise UnreadableScriptError(parts.faults)
    if not parts.roles:
        refuse(
            "no-characters", "This ZIP archive holds no character (roles/….json), so it is no .blood file."
        )
    save = save_of(parts.meta, parts.roles)
    if parts.logo:
        save["meta"]["logo"] = parts.logo
    for each, name in zip(save["characterList"], parts.roles, strict=True):
        for folder, called in PICTURES.items():
            if picture := parts.pictures.pop((folder, name), ""):
                each[called] = picture
    lost = "".join(f" “{short(name)}”" for _, name in list(parts.pictures)[:9])
    if lost:
        parts.told.append(_notice(f"Pictures of nobody in this .blood file are left out:{lost}."))
    if not any(map(is_numbered, parts.roles.values())):
        parts.told.append(_notice(NO_ORDER))
    return bloodstar.script_of(save, (*parts.told, Problem(LACKING, Severity.NOTICE, LACKS)))


def _parts(source: bytes) -> _Parts:
    parts = _Parts()
    if len(source) > LIMIT_WITH_PICTURES:
        refuse("too-big", f"This .blood file has {len(source):,} bytes; it may have {LIMIT_WITH_PICTURES:,}.")
    if source.count(LISTED) > MOST_FILES:
        refuse("too-many", f"This ZIP archive lists more than {MOST_FILES:,} files; no .blood file does.")
    try:
        with zipfile.ZipFile(io.BytesIO(source)) as archive:
            for item in _wanted(archive, parts):
                _take(item.filename, archive.read(item), parts)
    except (
        zipfile.BadZipFile,
        zlib.error,
        NotImplementedError,
        EOFError,
        ValueError,
        OSError,
        RuntimeError,
    ) as error:
        if isinstance(error, UnreadableScriptError):
            raise
        refuse("damaged", f"This ZIP archive is damaged: {error}. Save it in Bloodstar anew.")
    return parts


def _wanted(archive: zipfile.ZipFile, parts: _Parts) -> Iterator[zipfile.ZipInfo]:
    """The files that belong to a .blood file, each once and in the limits; the others are told."""
    strange: list[str] = []
    seen: set[str] = set()
    room = 2 * LIMIT_WITH_PICTURES
    for item in archive.infolist():
        if item.is_dir():
            continue
        if not PART.fullmatch(item.filename) or item.filename in seen:
            strange.append(item.filename)
            continue
        seen.add(item.filename)
        _check(item)
        room -= item.file_size
        if room < 0:
            refuse("too-big", f"This .blood file unpacks to more than {2 * LIMIT_WITH_PICTURES:,} bytes.")
        yield item
    if strange:
        named = ", ".join(f"“{short(name)}”" for name in strange[:9])
        more = f" and {len(strange) - 9} more" if len(strange) > 9 else ""  # noqa: PLR2004  # as above
        parts.told.append(_notice(f"Not part of a .blood file, so left out: {named}{more}."))


def _check(item: zipfile.ZipInfo) -> None:
    what = f"“{short(item.filename)}” in this .blood file"
    if item.flag_bits & 1:
        refuse("encrypted", f"{what} has a password. Save it without one.")
    if item.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        refuse("damaged", f"{what} is packed in a way that Bloodstar does not use.")
    largest = LARGEST_WORDS if item.filename.endswith(".json") else LARGEST_PICTURE
    if item.file_size > largest:
        refuse("too-big", f"{what} has {item.file_size:,} bytes; it may have {largest:,}.")
    if item.file_size > SMALL and item.file_size > HIGHEST_RATIO * item.compress_size:
        refuse("too-big", f"{what} unpacks to {HIGHEST_RATIO} times its size: no text and no picture does.")


def _take(name: str, content: bytes, parts: _Parts) -> None:
    folder, _, file = name.rpartition("/")
    stem = file.rpartition(".")[0]
    if name == "logo.png":
        parts.logo = _picture(content)
    elif folder in PICTURES:
        parts.pictures[folder, stem] = _picture(content)
    elif (value := _json(name, content, parts)) is not None:
        if name == "meta.json":
            parts.meta = value
        else:
            parts.roles[stem] = value


def _picture(content: bytes) -> str:
    return "data:image/png;base64," + base64.b64encode(content).decode()


def _json(name: str, content: bytes, parts: _Parts) -> Json | None:
    """The object in one file; what is wrong with it is told with the file's name."""
    try:
        text, remarks = text_of(content)
        value, slips = parse(text)
    except UnreadableScriptError as error:
        parts.faults += [_placed(name, problem) for problem in error.problems]
        return None
    parts.told += [_placed(name, remark_problem(remark, text)) for remark in (*remarks, *slips)]
    if isinstance(value, Mapping):
        return dict(value)
    parts.faults.append(
        Problem("blood", Severity.ERROR, f"{short(name)}: this has to be an object in braces.")
    )
    return None


def _placed(name: str, problem: Problem) -> Problem:
    return Problem(problem.code, problem.severity, f"{short(name)}: {problem.message}")


def _notice(message: str) -> Problem:
    return Problem("blood", Severity.NOTICE, message)
