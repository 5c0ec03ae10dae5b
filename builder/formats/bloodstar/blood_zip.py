"""The `.blood` files of the older Bloodstar for Windows: a ZIP of `meta.json`, `roles/<id>.json` and pictures."""

import base64
import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from builder.errors import UnreadableScriptError
from builder.formats import bloodstar
from builder.formats.bloodstar.reader import NIGHTS, OF_THE_SCRIPT
from builder.formats.carriers import zip_archive
from builder.formats.official.fault_messages import short, some_quoted
from builder.formats.official.json_text import parse
from builder.formats.official.round_trip import MOST
from builder.formats.source import LACKING, NO_NIGHTS, refuse, remark_problem, text_of
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.language import N_, gettext as _

Json = dict[str, Any]
NAME = "blood"
TITLE = N_("Bloodstar for Windows (.blood)")
ENDINGS = (".blood",)
RANK = (2, 1)
CALLED = N_("the .blood file")
#: Three files a character, `meta.json` and the logo.
MOST_FILES = 3 * MOST + 2
LARGEST_PICTURE = 5_000_000
LARGEST_WORDS = 1_000_000
PICTURES = {"src_images": "unStyledImage", "processed_images": "styledImage"}
PART = re.compile(
    r"meta\.json|logo\.png|roles/[^/\\\x00-\x1f]+\.json|(?:src|processed)_images/[^/\\\x00-\x1f]+\.png"
)
LACKS = N_(
    "This is a .blood file from the older Bloodstar for Windows. It cannot hold a changelog, "
    "jinxes or Bootlegger rules, so add them here."
)
NO_ORDER = N_(
    "This .blood file has no night order, so all who wake are listed just before dawn. "
    "Set their order on the Night order page."
)
#: Fields that have other names today; token lists became lines of text.
RENAMED = {"almanacEntry": "almanac", "includeInExport": "export", "note": "notes"}
TOKENS = {"reminders": "characterReminderTokens", "globalReminders": "globalReminderTokens"}
#: Default values in a new file.
DEFAULTS: Mapping[str, Any] = {
    "setup": False,
    "export": True,
    "ability": "",
    "attribution": "",
    "notes": "",
} | (dict.fromkeys((*TOKENS.values(), "firstNightReminder", "otherNightReminder"), ""))


@dataclass(slots=True)
class _Parts:
    """The parsed contents of the archive, and their problems."""

    meta: Json = field(default_factory=dict)
    logo: str = ""
    roles: dict[str, Json] = field(default_factory=dict)
    pictures: dict[tuple[str, str], str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    faults: list[Problem] = field(default_factory=list)


def recognises(source: bytes | str) -> bool:
    """Whether this is a ZIP with a `meta.json` or roles in it."""
    if not isinstance(source, bytes) or not source.startswith(zip_archive.OPENING):
        return False
    return any(name in source for name in (b"meta.json", b"roles/"))


def read(source: bytes | str) -> Script:
    """A script from a .blood file; nothing is unpacked to the disk. Raises UnreadableScriptError."""
    save, problems = save_in(source)
    return bloodstar.script_of(save, (*problems, Problem(LACKING, Severity.NOTICE, LACKS)))


def save_in(source: bytes | str) -> tuple[Json, list[Problem]]:
    """The save in a .blood file, in the fields of today's Bloodstar, and slips. Raises UnreadableScriptError."""
    parts = _parts(source if isinstance(source, bytes) else source.encode())
    if parts.faults:
        raise UnreadableScriptError(parts.faults)
    if not parts.roles:
        refuse(
            "no-characters",
            _("There are no characters (roles/….json) in this ZIP archive, so it is not a .blood file."),
        )
    save = _save_of(parts.meta, parts.roles)
    if parts.logo:
        save["meta"]["logo"] = parts.logo
    for each, name in zip(save["characterList"], parts.roles, strict=True):
        for folder, called in PICTURES.items():
            if picture := parts.pictures.pop((folder, name), ""):
                each[called] = picture
    lost = "".join(f" “{short(name)}”" for _unused, name in list(parts.pictures)[:9])
    if lost:
        parts.problems.append(
            _notice(
                _("These pictures belong to no character in this .blood file and were left out:%(lost)s.")
                % {"lost": lost}
            )
        )
    if not any(map(_is_numbered, parts.roles.values())):
        parts.problems.append(Problem(NO_NIGHTS, Severity.NOTICE, NO_ORDER))
    return save, parts.problems


def _parts(source: bytes) -> _Parts:
    parts = _Parts()
    zip_archive.check_size(source, MOST_FILES)
    with (
        zip_archive.translate_errors(_("Save it in Bloodstar again.")),
        zipfile.ZipFile(io.BytesIO(source)) as archive,
    ):
        for item in zip_archive.within(_wanted(archive, parts), _largest):
            _take(item.filename, archive.read(item), parts)
    return parts


def _wanted(archive: zipfile.ZipFile, parts: _Parts) -> Iterator[zipfile.ZipInfo]:
    """The files that belong to a .blood file, each once; a notice names all other files."""
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
        parts.problems.append(
            _notice(
                _("These files do not belong in a .blood file and were left out: %(strange)s.")
                % {"strange": some_quoted(strange)}
            )
        )


def _largest(name: str) -> int:
    return LARGEST_WORDS if name.endswith(".json") else LARGEST_PICTURE


def _take(name: str, content: bytes, parts: _Parts) -> None:
    folder, _unused, file = name.rpartition("/")
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
    """The object in one file; faults are recorded with the file's name."""
    try:
        text, notices = text_of(content)
        value, slips = parse(text)
    except UnreadableScriptError as error:
        parts.faults += [_placed(name, problem) for problem in error.problems]
        return None
    found = (*notices, *(remark_problem(slip, text) for slip in slips))
    parts.problems += [_placed(name, problem) for problem in found]
    if isinstance(value, Mapping):
        return dict(value)
    parts.faults.append(
        Problem(
            "blood", Severity.ERROR, _("%(name)s: this must be an object in braces.") % {"name": short(name)}
        )
    )
    return None


def _placed(name: str, problem: Problem) -> Problem:
    return Problem(problem.code, problem.severity, f"{short(name)}: {problem.message}")


def _notice(message: str) -> Problem:
    return Problem("blood", Severity.NOTICE, message)


def _save_of(meta: Mapping[str, Any], roles: Mapping[str, Mapping[str, Any]]) -> Json:
    """Build one save from everything in an archive; `roles` by file name."""
    meta_fields = {name: value for name, value in meta.items() if name not in OF_THE_SCRIPT}
    almanac = {name: _spaced(meta[name]) for name in OF_THE_SCRIPT if meta.get(name)}
    characters = [{"id": name} | _character(role) for name, role in roles.items()]
    save: Json = (
        {"meta": meta_fields} | ({"almanac": almanac} if almanac else {}) | {"characterList": characters}
    )
    for night in NIGHTS if any(map(_is_numbered, characters)) else ():
        numbers = [_number(each, night) for each in characters]
        order = sorted(range(len(characters)), key=numbers.__getitem__)
        save[f"{night}NightOrder"] = [characters[index]["id"] for index in order]
    for each in characters:
        for night in NIGHTS:
            each.pop(f"{night}Night", None)
    return save


def _character(role: Mapping[str, Any]) -> Json:
    fields: Json = {}
    for name, value in role.items():
        new = RENAMED.get(name) or TOKENS.get(name) or name
        if name in TOKENS and isinstance(value, list) and all(isinstance(item, str) for item in value):
            fields[new] = "\n".join(value)
        elif name == "almanacEntry" and isinstance(value, dict):
            fields[new] = {part: _spaced(text) for part, text in value.items() if text != ""}
        else:
            fields[new] = value
    return {
        name: value
        for name, value in fields.items()
        if not (name in DEFAULTS and type(value) is type(DEFAULTS[name]) and value == DEFAULTS[name])
    }


def _spaced(text: Any) -> Any:
    """The old program made each line a paragraph; today's needs an empty line between."""
    if not isinstance(text, str):
        return text
    return "\n\n".join(line.strip() for line in text.splitlines() if line.strip())


def _is_numbered(role: Mapping[str, Any]) -> bool:
    """Whether a character acts in any night."""
    return any(_number(role, night) for night in NIGHTS)


def _number(role: Mapping[str, Any], night: str) -> float:
    number = role.get(f"{night}Night")
    return number if isinstance(number, (int, float)) and not isinstance(number, bool) else 0
