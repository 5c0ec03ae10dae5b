"""The result of an import: a record of its files, and the banner over a script that was just imported.

The library stores records for a month (`builder.library.imports`): texts and hashes of pictures.
"""

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from flask import Response, after_this_request, get_flashed_messages, request
from werkzeug.wrappers import Response as BaseResponse

from builder import catalogue, editing, printables
from builder.artefacts import USUAL
from builder.editing import EditError
from builder.formats.carriers import script_pictures
from builder.formats.source_pages import SourcePage
from builder.library import Listed, labels
from builder.library.labels import difference
from builder.printables.common import Paper
from builder.web.infra import rights
from builder.web.infra.script_store import Opened
from builder.web.view_models import print_choices
from builder.web.view_models.script_page import ProblemView

MOST_FINDINGS = 200


@dataclass(frozen=True, slots=True)
class ImportRecord:
    """The imported files, and the findings of the import."""

    #: Names of the files, and how many bytes each has.
    files: tuple[tuple[str, int], ...]
    pages: tuple[SourcePage, ...]
    #: (severity, sentence).
    told: tuple[tuple[str, str], ...]

    def pictures(self) -> set[str]:
        """The addresses of all pictures in the files."""
        return {address for page in self.pages for _, address in page.pictures}


def record_as_text(brought: ImportRecord) -> str:
    """A record as the library stores it."""
    pages = [page.as_json() for page in brought.pages]
    return json.dumps({"files": brought.files, "pages": pages, "told": brought.told}, ensure_ascii=False)


def read_record(text: str | None) -> ImportRecord | None:
    """The record in a text; None if there is none (any more), or it is damaged."""
    try:
        value = json.loads(text or "null")
        return ImportRecord(
            tuple((str(name), int(size)) for name, size in value["files"]),
            tuple(map(_page, value["pages"])),
            tuple((str(severity), str(message)) for severity, message in value["told"]),
        )
    except (ValueError, KeyError, TypeError):
        return None


def _page(value: Any) -> SourcePage:
    return SourcePage(
        str(value["id"]),
        str(value["name"]),
        tuple((str(name), str(text)) for name, text in value["fields"]),
        tuple((str(name), str(address)) for name, address in value["pictures"]),
    )


#: A cookie with the id of the script; the first page that shows the banner deletes it.
COOKIE = "opened"
SECONDS = 300
#: The category of messages that say what was repaired in the file.
REPAIRS = "repairs"
#: A longer id is cut off in the banner.
LONGEST_ID = 40
#: A new script is compared with this number of others, the last changed ones.
MOST_COMPARED = 500


@dataclass(frozen=True, slots=True)
class Twin:
    """Another script of the library with the same content, or another state of the same set."""

    id: str
    name: str
    changed: datetime
    #: How the two differ, in words; empty if they do not.
    difference: str = ""
    #: Whether the new file would change the characters of the other script.
    is_update: bool = False


@dataclass(frozen=True, slots=True)
class Attempt:
    """The result of one import: a script of the library, or errors."""

    text: str = ""
    file_name: str = ""
    faults: tuple[ProblemView, ...] = ()
    more: int = 0
    id: str = ""
    name: str = ""
    #: How many characters it has.
    characters: int = 0
    #: Another script of the library with the same content, or another state of the same set.
    twin: Twin | None = None
    #: What was read differently from how it was written, such as a missing comma; nothing if it has an import report.
    repairs: tuple[str, ...] = ()
    #: The cells of a table whose columns are not known, parted by tabs.
    table: str = ""
    #: The status of a response about this import alone, if it failed.
    status: int = 422


@dataclass(frozen=True, slots=True)
class JustOpened:
    """What the banner shows."""

    #: The address of a picture of its sheet.
    picture: str
    #: (paper, address of a ZIP with the sheet and the night order); the visitor's paper first.
    prints: tuple[tuple[Paper, str], ...]
    is_official: bool
    #: Whether the wording of official characters matters here: a third of the script or more is official.
    has_official: bool
    twin: Twin | None
    #: The notes of its import report, if it came from Bloodstar; None: it has no report.
    notes: tuple[str, ...] | None
    #: What was read differently from how it was written.
    repairs: tuple[str, ...]
    #: Ids of entries that nobody knows.
    unknown: tuple[str, ...] = ()
    #: How many pictures are only on the web.
    on_the_web: int = 0


def announce(response: BaseResponse, identifier: str) -> None:
    """Sets the cookie that makes the next page of a script show the banner."""
    response.set_cookie(
        COOKIE, identifier, max_age=SECONDS, httponly=True, samesite="Lax", secure=request.is_secure
    )


def just_opened(script: Opened) -> JustOpened | None:
    """The banner of a script; None if it was not just imported. Deletes the cookie."""
    if request.cookies.get(COOKIE) != script.id:
        return None
    after_this_request(_forget)
    chosen, style = print_choices.chosen().paper, printables.kinds()["sheet"][0]
    papers = sorted(printables.papers().values(), key=lambda paper: paper.id != chosen.id)
    make = "&".join(f"make={kind}" for kind in USUAL)
    report = read_record(rights.library().imported(script.id))
    return JustOpened(
        picture=f"{script.path}/sheet/{style}/{chosen.id}/1.png",
        prints=tuple(
            (paper, f"{script.path}/print/bundle.zip?chosen=1&{make}&paper={paper.id}") for paper in papers
        ),
        is_official=catalogue.wording().is_official,
        has_official=3 * sum(not each.is_custom for each in script.script.entries)
        >= len(script.script.entries),
        twin=twin_of(script),
        notes=tuple(message for _, message in report.told) if report else None,
        repairs=tuple(map(str, get_flashed_messages(category_filter=[REPAIRS]))),
        unknown=tuple(entry.id[:LONGEST_ID] for entry in script.script.unknown),
        on_the_web=len(script_pictures.on_the_web(script.script)),
    )


def twin_of(script: Opened) -> Twin | None:
    """The script of the same owner that a new one repeats or would bring up to date; None if there is none."""
    library = rights.library()
    if not rights.is_owner(script.id):
        return None
    known = library.twin(script.id)
    listed = known or _same_set(script)
    other = library.get(listed.id) if listed else None
    if listed is None or other is None:
        return None
    twin = Twin(listed.id, listed.name, listed.changed.replace(tzinfo=UTC))
    if known:
        return replace(twin, difference=labels.words(difference(script.script, other.script)))
    try:
        change = editing.change(other.script, {"op": "update-from", "text": script.official})
    except EditError:
        return None
    return replace(twin, difference=change.say, is_update=True) if change.label else twin


def _same_set(script: Opened) -> Listed | None:
    """The last changed other script that has half of the homebrew characters of this one, or more."""
    own = {entry.key for entry in script.script.entries if entry.is_custom}
    found = rights.library().scripts(owner=rights.owner(), most=MOST_COMPARED) if own else ()
    return next(
        (each for each in found if each.id != script.id and 2 * len(own & {*each.characters}) >= len(own)),
        None,
    )


def _forget(response: Response) -> Response:
    response.delete_cookie(COOKIE, httponly=True, samesite="Lax")
    return response
