"""Reads themes: of ours by name, from a JSON file, a folder or a ZIP with pictures and fonts, or from a script.

A theme that is read is merged with what it extends. Its files are by their digests in `Written.files`, and the press
takes them in (`press.theme_files`). `packed` writes it as a text, in which form it travels.
"""

import base64
import binascii
import hashlib
import json
import re
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any

from builder import assets, files, uploads
from builder.errors import ClockwrightError, UnknownChoiceError
from builder.language import gettext as _
from builder.prose_lists import cut
from builder.themes import NONE, schema

#: Maximum bytes of a theme's JSON, of one of its files, of all files in a ZIP; maximum number of these.
MOST_JSON, MOST_FILE, MOST_ZIP, MOST_MEMBERS = 16_000_000, 8_000_000, 40_000_000, 100
#: Maximum length of a theme that travels, and of a name in a message.
MOST_PACKED, SHOWN = 20_000, 60
#: Maximum number of themes that extend each other.
DEEPEST = 8
#: The file of a theme in a ZIP or a folder.
FILE = "theme.json"
DIGEST = "file:"
#: A picture or a font in the store of the press.
_STORED = re.compile(schema.STORED + r"[0-9a-f]{32}(-ground|-font)?")
_DATA = re.compile(r"data:[a-zA-Z0-9.+/-]{0,60};base64,")
Find = Callable[[str], bytes | None]


class ThemeError(ClockwrightError):
    """A theme cannot be used; names every reason."""


@dataclass(frozen=True, slots=True)
class Written:
    """A theme as written, merged with what it extends; its files by digest."""

    fields: dict[str, Any]
    files: Mapping[str, bytes] = field(default_factory=dict)


@cache
def ours() -> Mapping[str, Path]:
    """Our themes: files by name."""
    return {path.stem: path for path in sorted(assets.data("themes").glob("*.json"))}


def by_name(name: str) -> Written:
    """One of our themes. Raises UnknownChoiceError."""
    if name not in ours():
        raise UnknownChoiceError(_("There is no theme “%(name)s”."), name, [*ours(), NONE])
    return _read_ours(name)


@cache
def _read_ours(name: str) -> Written:
    return _read(ours()[name].read_bytes(), _files_in(ours()[name].parent), (name,))


def from_path(path: Path) -> Written:
    """A theme from a JSON file, a ZIP, or a folder with a `theme.json`. Raises ThemeError."""
    try:
        if path.is_dir():
            path = path / FILE
        if path.stat().st_size > MOST_ZIP:
            raise ThemeError(_("This theme is larger than %(size)s MB.") % {"size": MOST_ZIP // 10**6})
        body = path.read_bytes()
    except OSError as error:
        raise ThemeError(
            _("The theme “%(name)s” cannot be read: %(reason)s.")
            % {"name": cut(str(path), SHOWN), "reason": error.strerror or type(error).__name__}
        ) from error
    return from_bytes(body, _files_in(path.parent))


def from_bytes(body: bytes, find: Find = lambda _name: None) -> Written:
    """A theme from the bytes of a JSON file or a ZIP; `find` returns files beside it. Raises ThemeError."""
    if body[:2] == b"PK":
        body, find = _unzipped(body)
    return _read(body, find, ())


def from_object(value: object) -> Written:
    """A theme from an object in a script; its files have to be in it (`data:`). Raises ThemeError."""
    return _merged(value, lambda _name: None, ())


def packed(written: Mapping[str, Any]) -> str:
    """A theme as a text, equal for equal themes. Raises ThemeError if it is too long."""
    text = json.dumps(written, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    if len(text) > MOST_PACKED:
        raise ThemeError(_("This theme is too long: %(length)s letters.") % {"length": len(text)})
    return text


def _files_in(folder: Path) -> Find:
    """Finds files in a folder or below it."""
    home = folder.resolve()

    def find(name: str) -> bytes | None:
        try:
            path = (home / name).resolve()
            if not path.is_relative_to(home) or not path.is_file() or path.stat().st_size > MOST_FILE:
                return None
            return path.read_bytes()
        except (OSError, ValueError):
            return None

    return find


def _unzipped(body: bytes) -> tuple[bytes, Find]:
    """The JSON of a theme in a ZIP, and its other files. Nothing is unpacked to the disk."""
    try:
        archive = zipfile.ZipFile(BytesIO(body))
        members = [each for each in archive.infolist() if not each.is_dir()]
        if len(members) > MOST_MEMBERS or sum(each.file_size for each in members) > MOST_ZIP:
            raise ThemeError(
                _("This ZIP is too large for a theme: at most %(count)s files of %(size)s MB together.")
                % {"count": MOST_MEMBERS, "size": MOST_ZIP // 10**6}
            )
        found = sorted(
            (each for each in members if PurePosixPath(each.filename).suffix.lower() == ".json"),
            key=lambda each: (
                PurePosixPath(each.filename).name != FILE,
                each.filename.count("/"),
                each.filename,
            ),
        )
        if not found:
            raise ThemeError(_("There is no theme.json in this ZIP."))
        home = PurePosixPath(found[0].filename).parent

        def find(name: str) -> bytes | None:
            wanted = str(home / name)
            member = next((each for each in members if each.filename == wanted), None)
            return _member(archive, member) if member else None

        return _member(archive, found[0]), find
    except files.ZIP_FAULTS as error:
        raise ThemeError(_("This ZIP is damaged or has a password.")) from error


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """One file of a ZIP, however large it says that it is."""
    try:
        with archive.open(member) as opened:
            body = opened.read(MOST_JSON + 1)
    except Exception as error:
        raise ThemeError(_("This ZIP is damaged or has a password.")) from error
    if len(body) > MOST_JSON:
        raise ThemeError(_("“%(name)s” is too large for a theme.") % {"name": cut(member.filename, SHOWN)})
    return body


def _read(body: bytes, find: Find, above: tuple[str, ...]) -> Written:
    if len(body) > MOST_JSON:
        raise ThemeError(_("This theme is larger than %(size)s MB.") % {"size": MOST_JSON // 10**6})
    try:
        value = json.loads(body.decode("utf-8-sig"), parse_constant=lambda _word: None)
    except UnicodeDecodeError as error:
        raise ThemeError(_("This theme is not a text file in UTF-8, and not a ZIP.")) from error
    except RecursionError as error:
        raise ThemeError(_("This theme is nested too deeply.")) from error
    except ValueError as error:
        place = {"line": getattr(error, "lineno", 1), "column": getattr(error, "colno", 1)}
        raise ThemeError(
            _("This theme is not valid JSON: see line %(line)s, column %(column)s.") % place
        ) from error
    return _merged(value, find, above)


def _merged(value: object, find: Find, above: tuple[str, ...]) -> Written:
    """A theme with its files, on top of what it extends."""
    try:
        wrong = list(dict.fromkeys(schema.faults(value)))
    except RecursionError:
        wrong = [_("This theme is nested too deeply.")]
    if wrong or not isinstance(value, dict):
        raise ThemeError("\n".join(wrong[:20]))
    fields, files = _with_files(value, find)
    base = fields.pop("extends", "")
    fields.pop("$schema", None)
    if not base:
        return Written(fields, files)
    if base in above:
        raise ThemeError(
            _("The theme “%(name)s” extends itself, by way of: %(names)s.")
            % {"name": cut(base, SHOWN), "names": cut(", ".join(above), 3 * SHOWN)}
        )
    if len(above) >= DEEPEST:
        raise ThemeError(_("At most %(most)s themes can extend each other.") % {"most": DEEPEST})
    beneath = _extended(base, find, (*above, base))
    return Written(_over(beneath.fields, fields), {**beneath.files, **files})


def _extended(base: str, find: Find, above: tuple[str, ...]) -> Written:
    if base in ours():
        return _read(ours()[base].read_bytes(), _files_in(ours()[base].parent), above)
    body = find(base) if _is_near(base) and base.endswith(".json") else None
    if body is None:
        raise UnknownChoiceError(
            _(
                "There is no theme “%(name)s” to extend; a file beside this one has a name that ends in .json."
            ),
            base,
            ours(),
        )
    return _read(body, find, above)


def _over(base: Mapping[str, Any], fields: Mapping[str, Any]) -> dict[str, Any]:
    """What is written over what it extends. A picture replaces a texture, and text to read is set like other text."""
    made = dict(base)
    for name, value in fields.items():
        both = isinstance(value, dict) and isinstance(made.get(name), dict)
        made[name] = {**made[name], **value} if both else value
    if "picture" in fields.get("paper", {}):
        inherited = {name: value for name, value in made["paper"].items() if name not in {"tones", "texture"}}
        made["paper"] = inherited | fields["paper"]
    if "text" in fields.get("fonts", {}) and "reading" not in fields["fonts"]:
        made["fonts"] = {name: value for name, value in made["fonts"].items() if name != "reading"}
    return made


def _with_files(value: Mapping[str, Any], find: Find) -> tuple[dict[str, Any], dict[str, bytes]]:
    """The fields with digests in place of files, and the files."""
    files: dict[str, bytes] = {}

    def taken(name: str, place: str) -> str:
        if name in {"", NONE} or _STORED.fullmatch(name):
            return "" if name == NONE else name
        body = _found(name, place, find)
        key = DIGEST + hashlib.sha256(body).hexdigest()
        files[key] = body
        return key

    made = {name: dict(each) if isinstance(each, dict) else each for name, each in value.items()}
    for place in schema.PICTURES:
        group, name = place.split(".")
        if name in made.get(group, {}):
            made[group][name] = taken(made[group][name], place)
    for role, font in made.get("fonts", {}).items():
        weights = {"regular": font} if isinstance(font, str) else font
        if not isinstance(font, str) or font not in schema.faces_of_ours():
            made["fonts"][role] = {weight: taken(each, f"fonts.{role}") for weight, each in weights.items()}
    return made, files


def _found(name: str, place: str, find: Find) -> bytes:
    """The bytes of a file of a theme. Raises ThemeError or UnknownChoiceError."""
    if name.startswith("data:"):
        body = _data(name)
    elif uploads.is_address(name):
        body = uploads.read(name)
    else:
        body = find(name) if _is_near(name) else None
    if body is not None:
        return body
    if place.startswith("fonts.") and not PurePosixPath(name).suffix and ":" not in name:
        raise UnknownChoiceError(
            _("There is no font “%(name)s” of ours; for one of yours write the name of its file."),
            name,
            schema.faces_of_ours(),
        )
    words = _("The file “%(name)s” of the theme’s “%(place)s” is not there. Put it beside the theme.")
    if ":" in name:
        words = _("A theme fetches nothing: put the file of its “%(place)s” beside it instead of “%(name)s”.")
    raise ThemeError(words % {"name": cut(name, SHOWN), "place": place})


def _is_near(name: str) -> bool:
    """Whether a name is that of a file beside a theme or below: no address, nothing above."""
    parts = PurePosixPath(name).parts
    return (
        bool(parts)
        and ":" not in name
        and "\\" not in name
        and "\0" not in name
        and not (name.startswith("/") or ".." in parts or len(name) > 200)
    )


def _data(address: str) -> bytes | None:
    """The bytes in an address."""
    head = _DATA.match(address)
    try:
        return base64.b64decode(address[head.end() :], validate=True) if head else None
    except (binascii.Error, ValueError):
        return None


def ending(body: bytes) -> str:
    """The ending of a theme's file, by its first bytes."""
    kinds = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpg", b"RIFF": "webp", b"OTTO": "otf", b"wOF2": "woff2"}
    return next((kind for opening, kind in kinds.items() if body.startswith(opening)), "ttf")
