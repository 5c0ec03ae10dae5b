"""The `.blood` files of the older Bloodstar for Windows: a ZIP of `meta.json`, `roles/<id>.json` and pictures."""

import base64
import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from builder.errors import UnreadableScriptError
from builder.formats import bloodstar, zips
from builder.formats.blood_roles import Json, is_numbered, save_of
from builder.formats.naming import short
from builder.formats.parsing import parse
from builder.formats.remarks import problem as remark_problem
from builder.formats.restoring import MOST
from builder.formats.source import LACKING, NO_NIGHTS, refuse, text_of
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.prose_lists import join_some

NAME = "blood"
WHAT = ".blood file"
TITLE = "Bloodstar for Windows (.blood)"
#: Three files a character, `meta.json` and the logo.
MOST_FILES = 3 * MOST + 2
LARGEST_PICTURE = 5_000_000
LARGEST_WORDS = 1_000_000
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
    if not isinstance(source, bytes) or not source.startswith(zips.OPENING):
        return False
    return any(name in source for name in (b"meta.json", b"roles/"))


def read(source: bytes | str) -> Script:
    """A script from a .blood file; nothing is unpacked to the disk. Raises UnreadableScriptError."""
    save, told = _save(source)
    return bloodstar.script_of(save, (*told, Problem(LACKING, Severity.NOTICE, LACKS)))


def save_in(source: bytes) -> Json:
    """The save that a .blood file is, in the words of today's Bloodstar. Raises UnreadableScriptError."""
    return _save(source)[0]


def _save(source: bytes | str) -> tuple[Json, list[Problem]]:
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
        parts.told.append(Problem(NO_NIGHTS, Severity.NOTICE, NO_ORDER))
    return save, parts.told


def _parts(source: bytes) -> _Parts:
    parts = _Parts()
    zips.check_size(source, WHAT, MOST_FILES)
    with (
        zips.told("Save it in Bloodstar anew."),
        zipfile.ZipFile(io.BytesIO(source)) as archive,
    ):
        for item in zips.within(_wanted(archive, parts), WHAT, _largest):
            _take(item.filename, archive.read(item), parts)
    return parts


def _wanted(archive: zipfile.ZipFile, parts: _Parts) -> Iterator[zipfile.ZipInfo]:
    """The files that belong to a .blood file, each once; the others are told."""
    strange: list[str] = []
    seen: set[str] = set()
    for item in archive.infolist():
        if item.is_dir():
            continue
        if not PART.fullmatch(item.filename) or item.filename in seen:
            strange.append(item.filename)
            continue
        seen.add(item.filename)
        yield item
    if strange:
        named = join_some([f"“{short(name)}”" for name in strange], 9)
        parts.told.append(_notice(f"Not part of a .blood file, so left out: {named}."))


def _largest(name: str) -> int:
    return LARGEST_WORDS if name.endswith(".json") else LARGEST_PICTURE


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
