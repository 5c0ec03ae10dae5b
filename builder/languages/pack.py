"""Reads language packs, and adds them to the user's data folder: merges them with what is there, or removes them.

A pack is in our own form or in those of the public translation projects. Ours is a folder as in `data/languages/`. The
Pocket Grimoire has lists of characters (`characters/de_DE.json`), of jinxes (`jinxes/de_DE.json`) and of teams
(`teams/de_DE.json`); the publisher's translation project has objects with `roles`, `jinxes` and `reminders`
(`game/de.json`). A pack is a file, a folder or a ZIP of any of them, in any number of languages.
"""

import io
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from builder import bundled, files, language, language_texts
from builder.errors import ClockwrightError
from builder.formats.carriers import zip_archive
from builder.formats.official.schema import as_object
from builder.game.ids import key
from builder.game.teams import Team
from builder.language import gettext as _, number
from builder.language_texts import LISTS, MOST_BYTES, PAGE_LISTS, PAGE_TEXTS, TEXTS
from builder.official.publisher_files import Faults, load

#: Most files of a pack, and most letters of one text.
MOST_FILES, LONGEST = 6_000, 4_000
_TAG = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}", re.IGNORECASE)
_UNSEEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]"
)
#: Names of our files; the almanac's are in a folder of their own.
INFO, CHARACTERS, JINXES, ALMANAC = "language.json", "characters.json", "jinxes.json", "almanac"
_PUBLISHER = {
    "name": "name",
    "ability": "ability",
    "first": "firstNightReminder",
    "other": "otherNightReminder",
}


@dataclass(slots=True)
class Pack:
    """What was found for one language; unknown ids and texts that are none are left out."""

    tag: str
    info: dict[str, Any] = field(default_factory=dict)
    #: By id, with the names of fields as in our files.
    characters: dict[str, dict[str, Any]] = field(default_factory=dict)
    #: By the ids of head and other, as in our file.
    jinxes: dict[str, dict[str, str]] = field(default_factory=dict)
    #: By team and id.
    almanac: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    #: Ids that no official character has, and pairs that are not jinxed.
    strangers: set[str] = field(default_factory=set)

    @property
    def is_empty(self) -> bool:
        """Whether there is no text in it."""
        return not (self.characters or self.jinxes or self.almanac or self.info)

    @property
    def pairs(self) -> int:
        """The number of jinxes."""
        return sum(map(len, self.jinxes.values()))

    def files(self) -> dict[str, bytes]:
        """Its files in our form, by path."""
        found: dict[str, Any] = {INFO: self.info, CHARACTERS: self.characters, JINXES: self.jinxes}
        found |= {f"{ALMANAC}/{team}.json": pages for team, pages in self.almanac.items()}
        return {
            path: json.dumps(content, ensure_ascii=False, indent=2).encode()
            for path, content in found.items()
            if content
        }


def read(path: Path, tag: str = "") -> list[Pack]:
    """The packs in a file, a folder or a ZIP, one a language. `tag` overrides the language that its names say.

    Raises ClockwrightError with one sentence: what is wrong with which file, or that nothing was found; OSError.
    """
    packs: dict[str, Pack] = {}
    faults, nameless = Faults(), Faults()
    values = []
    for name, content in _files(path):
        # What only lies beside a pack, in the ZIP of a whole project say, may be as it likes.
        is_named = bool(canonical(tag or _tag_of(PurePosixPath(name), {})))
        values.append((name, load(content, name, faults if is_named else nameless)))
    told = {
        PurePosixPath(name).parent: str(value.get("tag") or "")
        for name, value in values
        if PurePosixPath(name).name == INFO and isinstance(value, dict)
    }
    for name, value in values:
        if not _is_ours(value):
            continue
        own = canonical(tag or _tag_of(PurePosixPath(name), told))
        if not own:
            nameless.add(name, _("its name does not say its language; add --tag, such as --tag de"))
            continue
        if own != language.ENGLISH:
            _add(packs.setdefault(own, Pack(own)), name, value)
    found = [pack for pack in packs.values() if not pack.is_empty]
    if fatal := faults.told or ([] if found else nameless.told):
        some = "; ".join(fatal[:3])
        raise ClockwrightError(_("This language pack cannot be used. %(faults)s.") % {"faults": some})
    if not found:
        raise ClockwrightError(
            _(
                "There is no language pack in “%(name)s”: no JSON file with texts of official characters "
                "in another language than English. docs/translating.md says what a pack looks like."
            )
            % {"name": path.name}
        )
    return found


def canonical(tag: str) -> str:
    """A tag as we write it: a known one; without the region that is the usual one; or empty if it is no tag."""
    from babel import localedata
    from babel.core import get_global

    written = tag.replace("_", "-")
    if not _TAG.fullmatch(written):
        return ""
    parts = written.split("-")
    written = "-".join(
        [parts[0].lower(), *(part.title() if len(part) == 4 else part.upper() for part in parts[1:])]
    )
    if written in language.known():
        return written
    if parts[0].lower() == "zh":
        return "zh-Hant" if language.TRADITIONAL & {part.lower() for part in parts} else "zh-Hans"
    if len(parts) != 2:
        return written
    usual = str(get_global("likely_subtags").get(parts[0].lower(), "")).rpartition("_")[2]
    # A language written twice, `vi_VI`, is no region of it either.
    is_twice = parts[0].lower() == parts[1].lower() and not localedata.exists("_".join(parts))
    return parts[0].lower() if is_twice or parts[1].upper() == usual else written


def _files(path: Path) -> Iterator[tuple[str, bytes]]:
    """Every JSON file with its path."""
    if path.is_dir():
        found = sorted(each for each in path.rglob("*.json") if each.is_file())
        if len(found) > MOST_FILES:
            raise ClockwrightError(
                _("“%(name)s” has more than %(most)s files. Choose the folder of the language pack itself.")
                % {"name": path.name, "most": number(MOST_FILES)}
            )
        for each in found:
            yield (PurePosixPath(path.resolve().name) / each.relative_to(path)).as_posix(), _bytes(each)
        return
    with path.open("rb") as file:
        content = file.read(zip_archive.ROOM)
    if not content.startswith(zip_archive.OPENING):
        if len(content) > MOST_BYTES:
            raise _too_big(path.name)
        yield path.name, content
        return
    zip_archive.check_size(content, MOST_FILES)
    with (
        zip_archive.translate_errors(_("Zip the files again.")),
        zipfile.ZipFile(io.BytesIO(content)) as archive,
    ):
        wanted = (
            item
            for item in archive.infolist()
            if item.filename.endswith(".json") and not item.filename.startswith("__MACOSX")
        )
        for item in zip_archive.within(wanted, lambda _name: MOST_BYTES):
            yield item.filename.replace("\\", "/").lstrip("/"), archive.read(item)


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise _too_big(path.name)
    return content


def _too_big(name: str) -> ClockwrightError:
    return ClockwrightError(
        _("“%(name)s” is larger than %(most)s bytes, too large for a language pack.")
        % {"name": name, "most": number(MOST_BYTES)}
    )


def _is_ours(value: object) -> bool:
    """Whether a value can be a part of a pack; other JSON files beside it are left alone."""
    if isinstance(value, list):
        return any(isinstance(each, dict) and ("id" in each or "target" in each) for each in value)
    return isinstance(value, dict)


def _tag_of(path: PurePosixPath, told: Mapping[PurePosixPath, str]) -> str:
    """The language of a file: that of the `language.json` beside it, its folder (ours), or its name (`de_DE.json`)."""
    folder = path.parent.parent if path.parent.name == ALMANAC else path.parent
    if folder != path.parent or path.name in {INFO, CHARACTERS, JINXES}:
        return told.get(folder) or folder.name
    return path.stem


def _add(pack: Pack, name: str, value: Any) -> None:
    path = PurePosixPath(name)
    if isinstance(value, list):
        _add_list(pack, value)
    elif "roles" in value or "reminders" in value:
        _add_publishers(pack, value)
    elif path.parent.name == ALMANAC:
        pages = pack.almanac.setdefault(path.stem, {})
        for identifier, fields in _known(pack, value):
            pages[identifier] = dict(_valid(fields, {"flavor", *PAGE_TEXTS.values()}, PAGE_LISTS.values()))
    elif path.name == JINXES:
        for head, others in value.items():
            for other, reason in others.items() if isinstance(others, dict) else ():
                _add_jinx(pack, head, other, reason)
    elif path.name == INFO:
        _add_info(pack, value)
    else:
        for identifier, fields in _known(pack, value):
            _add_character(pack, identifier, fields)


def _add_list(pack: Pack, items: list[Any]) -> None:
    """The Pocket Grimoire's characters, jinxes and teams."""
    for item in (each for each in items if isinstance(each, dict)):
        if item.get("id") in list(Team):
            _add_info(pack, {"teams": {**pack.info.get("teams", {}), item["id"]: item.get("name")}})
        elif isinstance(item.get("id"), str):
            for identifier, fields in _known(pack, {item["id"]: item}):
                _add_character(pack, identifier, fields)
        elif isinstance(item.get("target"), str) and isinstance(item.get("trick"), str):
            _add_jinx(pack, item["target"], item["trick"], item.get("reason"))


def _add_publishers(pack: Pack, value: Mapping[str, Any]) -> None:
    """The publisher's: reminder tokens are named by their English words, `isthedrunk`."""
    labels = value.get("reminders")
    words = {name: text for name, text in as_object(labels).items() if isinstance(text, str)}
    for identifier, fields in _known(pack, as_object(value.get("roles"))):
        ours = {other: fields[name] for name, other in _PUBLISHER.items() if name in fields}
        _add_character(pack, identifier, ours)
        if isinstance(fields.get("flavor"), str):
            known = bundled.find(identifier)
            pages = pack.almanac.setdefault(known.team.value if known else "", {})
            pages.setdefault(identifier, {}).update(_valid(fields, {"flavor"}, ()))
    for character in bundled.everyone():
        for ours_name, name in LISTS.items():
            english = getattr(character, ours_name)
            found = [words.get(key(each).replace("-", "")) for each in english]
            if english and all(found):
                _add_character(pack, character.id, {name: found})
    for pair, reason in as_object(value.get("jinxes")).items():
        head, _dash, other = pair.partition("-")
        _add_jinx(pack, head, other, reason)


def _known(pack: Pack, written: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The official characters among these; others are noted."""
    for name, fields in written.items():
        found = bundled.find(key(name))
        if found and isinstance(fields, dict):
            yield found.id, fields
        elif isinstance(fields, dict):
            pack.strangers.add(name[:40])


def _add_character(pack: Pack, identifier: str, fields: Mapping[str, Any]) -> None:
    """Adds the texts of a character; lists of another length than ours are left out, as is a text that ours lacks.

    A text that is the English one is not translated, but for the name of a character whose ability is.
    """
    english = bundled.find(identifier)
    found = dict(_valid(fields, {*TEXTS.values()}, LISTS.values()))
    names = {written: name for name, written in (*TEXTS.items(), *LISTS.items())}
    fitting = {
        name: value
        for name, value in found.items()
        if (ours := getattr(english, names[name]))
        and (isinstance(value, str) or len(value) == len(ours))
        and value != (list(ours) if isinstance(value, list) else ours)
    }
    if "ability" in fitting and "name" in found:
        fitting["name"] = found["name"]
    if fitting:
        pack.characters.setdefault(identifier, {}).update(fitting)


def _add_jinx(pack: Pack, head: str, other: str, reason: object) -> None:
    pair = _pairs().get(frozenset({key(head), key(other)}))
    if pair is None:
        pack.strangers.add(f"{head}-{other}"[:60])
    elif isinstance(reason, str) and reason.strip() and _is_text(reason):
        pack.jinxes.setdefault(pair[0], {})[pair[1]] = reason.strip()


@cache
def _pairs() -> Mapping[frozenset[str], tuple[str, str]]:
    return {jinx.pair: jinx.characters for jinx in bundled.jinxes()}


def _add_info(pack: Pack, value: Mapping[str, Any]) -> None:
    for name in ("name", "english", "direction"):
        if isinstance(value.get(name), str) and _is_text(value[name]):
            pack.info[name] = value[name].strip()[:60]
    for name in ("cards", "terms", "teams"):
        texts = {
            english[:200]: text
            for english, text in as_object(value.get(name)).items()
            if _is_text(text) and text.strip()
        }
        if texts:
            pack.info[name] = texts


def _valid(fields: Mapping[str, Any], texts: Any, lists: Any) -> Iterator[tuple[str, Any]]:
    for name, value in fields.items():
        if name in texts and _is_text(value) and value.strip():
            yield name, value.strip()
        elif name in lists and isinstance(value, list) and value and all(map(_is_text, value)):
            yield name, [each.strip() for each in value]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST and not _UNSEEN.search(value)


def add(found: Pack) -> Path:
    """Adds a pack, or its texts to the one of this language; returns its folder. Raises ClockwrightError or OSError."""
    home = language.packs() / found.tag
    merged = _merged(home, found)
    merged.info = {**_named(found.tag), **merged.info, "tag": found.tag}
    home.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{found.tag}-", dir=home.parent))
    try:
        for path, content in merged.files().items():
            (fresh / path).parent.mkdir(exist_ok=True)
            files.write(fresh / path, content)
        fresh.chmod(0o755)
        _discard(home)
        fresh.rename(home)
        language_texts.forget()
    except OSError:
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    return home


def remove(tag: str) -> None:
    """Removes the user's pack of a language. Raises ClockwrightError if there is none."""
    home = language.packs() / tag
    if canonical(tag) != tag or not home.is_dir():
        raise ClockwrightError(
            _("You added no language pack “%(tag)s”. “clockwright languages” lists all.") % {"tag": tag[:40]}
        )
    _discard(home)
    language_texts.forget()


def _discard(home: Path) -> None:
    """Takes a folder away at once, and then deletes it."""
    if home.is_dir():
        gone = Path(tempfile.mkdtemp(prefix=".gone-", dir=home.parent))
        home.rename(gone / home.name)
        shutil.rmtree(gone, ignore_errors=True)


def _merged(home: Path, found: Pack) -> Pack:
    """A pack with the texts of the one that is there already, where it has none itself."""
    if not (home / INFO).is_file():
        return found
    (before,) = read(home, found.tag)
    for name, fields in found.characters.items():
        before.characters.setdefault(name, {}).update(fields)
    for head, others in found.jinxes.items():
        before.jinxes.setdefault(head, {}).update(others)
    for team, pages in found.almanac.items():
        for name, fields in pages.items():
            before.almanac.setdefault(team, {}).setdefault(name, {}).update(fields)
    before.info.update(found.info)
    return before


def _named(tag: str) -> dict[str, str]:
    """Names and direction of a language by its tag; ours if we have it."""
    if tag in language.known():
        ours = language.known()[tag]
        return {"name": ours.name, "english": ours.english, "direction": ours.direction}
    from babel import Locale, UnknownLocaleError

    try:
        locale = Locale.parse(tag, sep="-")
    except (ValueError, UnknownLocaleError):
        return {"name": tag, "english": tag, "direction": "ltr"}
    name, english = locale.get_display_name(), locale.get_display_name("en")
    return {"name": name or tag, "english": english or tag, "direction": str(locale.text_direction)}
