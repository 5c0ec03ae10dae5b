"""Several files at once, or a ZIP of them: group the files of each script, with its pictures.

A ZIP with a `set.json` is that set; one with a `script.json` and an `almanac.html` next to it is one script; otherwise
each file is a script of its own. Pictures go to the scripts in the same folder.
"""

import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from builder import catalogue, chunks, uploads
from builder.files import ZIP_FAULTS
from builder.formats import found, read, read_together
from builder.formats.carriers import spreadsheet, zip_archive
from builder.formats.carriers.script_pictures import data_address, is_picture
from builder.formats.official import assembled
from builder.formats.official.fault_messages import some_quoted
from builder.formats.source import LIMIT, LIMIT_WITH_PICTURES, refuse
from builder.game.ids import key
from builder.game.problem import Problem, Severity
from builder.game.script import Script
from builder.language import gettext as _

#: The icons and tokens of 201 characters in both colors, with all documents.
MOST_FILES = 6_000
MOST_SCRIPTS = 100
#: A file that contains everything.
WHOLE = "set.json"
#: Files that are published together: the game, the almanac's texts, and everything at once.
PUBLISHED = ("script.json", "almanac.html", "full.json")
#: Script files. In a folder without these, other files that a format reads (its ENDINGS) are tried.
SCRIPT_FILES = (".json", ".json5", ".blood", ".html", ".htm")
#: Endings of pictures.
PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg")
LARGEST_PICTURE = 5_000_000
#: Bloodstar's file name for the logo of a script.
LOGO = "_meta"


@dataclass(frozen=True, slots=True)
class File:
    """An uploaded file; `name` may include folders."""

    name: str
    content: bytes

    @property
    def last(self) -> str:
        """Its file name without folders, in lower case."""
        return self.name.rpartition("/")[2].lower()


@dataclass(frozen=True, slots=True)
class Bundle:
    """The files of one script, and pictures that may belong to its characters."""

    files: tuple[File, ...]
    pictures: tuple[File, ...] = ()
    #: Name for error messages.
    name: str = ""


def is_archive(file: File) -> bool:
    """Whether this is a ZIP of files; a .blood file and a spreadsheet are ZIPs too, but count as scripts."""
    is_zip = file.content.startswith((zip_archive.OPENING, b"PK\x05\x06"))
    return is_zip and not _is_blood(file.content) and not spreadsheet.recognises(file.content)


def bundles(files: Sequence[File], *, together: bool = False) -> list[Bundle]:
    """Group files into scripts; none may be an archive. With `together` all are one script."""
    scripts = [each for each in files if not is_picture(each.content) or _carries(each)]
    if together:
        # A PNG of ours contains a script, but among the files of a set it counts as a picture.
        scripts = [each for each in scripts if not is_picture(each.content)] or scripts
    pictures = tuple(each for each in files if is_picture(each.content) and each not in scripts)
    if not scripts:
        return [Bundle((each,), name=each.name) for each in files]
    if together:
        return [Bundle(tuple(scripts), pictures, scripts[0].name)]
    return [Bundle((each,), pictures, each.name) for each in scripts]


def in_archive(archive: File) -> list[Bundle]:
    """The scripts in a ZIP. Raises UnreadableScriptError if there are none."""
    files = list(_unzipped(archive.content))
    folders = sorted({str(PurePosixPath(each.name).parent) for each in files})
    made = [bundle for folder in folders for bundle in _in_folder(folder, files)]
    if not made:
        refuse(
            "no-script-inside",
            _(
                "There is no script in this ZIP archive. It needs a JSON file, an almanac page or a "
                ".blood file."
            ),
        )
    if len(made) > MOST_SCRIPTS:
        refuse(
            "too-many",
            _("There are %(count)s scripts in this ZIP archive. You can open up to %(most_scripts)s at once.")
            % {"count": len(made), "most_scripts": MOST_SCRIPTS},
        )
    return made


def script_of(bundle: Bundle) -> Script:
    """Read the script from a bundle's files, with its pictures filled in. Raises UnreadableScriptError."""
    contents = [each.content for each in bundle.files]
    script = (
        read(contents[0])
        if len(contents) == 1
        else read_together(contents, [each.last for each in bundle.files])
    )
    return with_pictures(script, [(each.last, each.content) for each in bundle.pictures])


def _in_folder(folder: str, files: Sequence[File]) -> Iterator[Bundle]:
    here = {each.last: each for each in files if str(PurePosixPath(each.name).parent) == folder}
    below = sorted(
        (each for each in files if is_picture(each.content) and _is_below(each.name, folder)),
        key=lambda each: each.name.count("/"),
    )
    pictures = tuple(below)
    if WHOLE in here:
        yield Bundle((here[WHOLE],), (), here[WHOLE].name)
        return
    published = tuple(here[name] for name in PUBLISHED if name in here)
    if len(published) > 1:
        yield Bundle(published, pictures, published[0].name)
        return
    for each in _scripts(list(here.values()), is_alone=len(files) == len(here)):
        yield Bundle((each,), pictures, each.name)


def _scripts(files: Sequence[File], *, is_alone: bool) -> list[File]:
    """The script files; if there are none, and no subfolders, any other files that a format may read."""
    scripts = [each for each in files if each.last.endswith(readable_endings()) and _is_script(each)]
    first = [each for each in scripts if each.last.endswith(SCRIPT_FILES)]
    return first or (scripts if is_alone else [])


@cache
def readable_endings() -> tuple[str, ...]:
    """The file endings that the formats read, as declared by their modules."""
    return tuple({ending: None for module in found().values() for ending in getattr(module, "ENDINGS", ())})


def _is_script(file: File) -> bool:
    if file.last.endswith((".html", ".htm")):
        recognised: bool = found()["almanac"].recognises(file.content)
        return recognised
    return not file.last.endswith(".png") or _carries(file)


def _is_below(name: str, folder: str) -> bool:
    return folder == "." or name.startswith(f"{folder}/")


def _carries(file: File) -> bool:
    """Whether a picture has a script in it."""
    return file.content.startswith(chunks.SIGNATURE) and chunks.script_in(file.content) is not None


def _is_blood(content: bytes) -> bool:
    """Whether an archive has characters in the folder that .blood files use."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return any(name.startswith("roles/") for name in archive.namelist())
    except ZIP_FAULTS:
        return bool(found()["blood"].recognises(content))


def _unzipped(content: bytes) -> Iterator[File]:
    """The files of an archive that can be a script or a picture, each name once."""
    zip_archive.check_size(content, MOST_FILES)
    seen: set[str] = set()
    with (
        zip_archive.translate_errors(_("Zip the files again.")),
        zipfile.ZipFile(io.BytesIO(content)) as archive,
    ):
        wanted = (item for item in archive.infolist() if _is_wanted(item))
        for item in zip_archive.within(wanted, _largest):
            name = item.filename.replace("\\", "/").lstrip("/")
            if name not in seen:
                seen.add(name)
                yield File(name, archive.read(item))


def _is_wanted(item: zipfile.ZipInfo) -> bool:
    name = item.filename.replace("\\", "/").rpartition("/")[2].lower()
    is_hidden = name.startswith(".") or item.filename.startswith("__MACOSX")
    return not (item.is_dir() or is_hidden) and name.endswith((*readable_endings(), *PICTURES))


def _largest(name: str) -> int:
    if name.lower().endswith((".blood", ".json", ".html", ".htm", ".pdf")):
        return LIMIT_WITH_PICTURES
    return LARGEST_PICTURE if name.lower().endswith(PICTURES) else LIMIT


def with_pictures(script: Script, pictures: Sequence[tuple[str, bytes]]) -> Script:
    """Replace addresses that end in the name of one of these pictures (name, bytes) by the picture.

    A character without a picture gets the one named after its id. A notice lists unused pictures.
    """
    known = {name.lower(): body for name, body in reversed(pictures) if len(body) <= LARGEST_PICTURE}
    if not known:
        return script
    used: set[str] = set()
    items = [_item(item, known, used) for item in script.written()]
    reading = (*script.reading, *_picture_problems(pictures, used))
    return catalogue.resolve(assembled(enumerate(items), reading=reading))


def _item(item: Any, known: Mapping[str, bytes], used: set[str]) -> Any:
    if not isinstance(item, dict) or (len(item) == 1 and item.get("id") != LOGO):
        return item
    field = "logo" if item.get("id") == LOGO else "image"
    written = item.get(field)
    if written in (None, "", []):
        own = _found(f"{item.get('id')}", known, used)
        return item | {field: own} if own else item
    if isinstance(written, list):
        return item | {field: [_pictured(each, known, used) for each in written]}
    return item | {field: _pictured(written, known, used)}


def _pictured(address: Any, known: Mapping[str, bytes], used: set[str]) -> Any:
    """The picture itself if an address ends in its name."""
    if not isinstance(address, str) or address.startswith("data:") or uploads.is_address(address):
        return address
    try:
        name = unquote(urlsplit(address).path).rpartition("/")[2].lower()
    except ValueError:
        return address
    if name not in known:
        return address
    used.add(name)
    return data_address(known[name])


def _found(identifier: str, known: Mapping[str, bytes], used: set[str]) -> str:
    """The picture that is named after an id."""
    wanted = identifier if identifier == LOGO else key(identifier)
    for name, body in known.items():
        stem = name.rpartition(".")[0]
        if wanted and wanted == (stem if identifier == LOGO else key(stem)):
            used.add(name)
            return data_address(body)
    return ""


def _picture_problems(pictures: Sequence[tuple[str, bytes]], used: set[str]) -> list[Problem]:
    large = [name for name, body in pictures if len(body) > LARGEST_PICTURE]
    others = [name for name, body in pictures if name.lower() not in used and len(body) <= LARGEST_PICTURE]
    messages = []
    if large:
        messages.append(
            _("These pictures are larger than %(number)s MB and were left out: %(large)s.")
            % {"number": LARGEST_PICTURE // 1_000_000, "large": some_quoted(large)}
        )
    if others:
        messages.append(
            _("These pictures match no character and were left out: %(others)s.")
            % {"others": some_quoted(others)}
        )
    return [Problem("pictures-beside", Severity.NOTICE, message) for message in messages]
