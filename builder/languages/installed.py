"""The language packs in the user's data folder: adds, merges and removes them."""

import shutil
import tempfile
from pathlib import Path

from builder import files, language, language_texts
from builder.errors import ClockwrightError
from builder.language import gettext as _
from builder.languages import pack as reading
from builder.languages.pack import INFO, Pack


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
    if reading.canonical(tag) != tag or not home.is_dir():
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
    (before,) = reading.read(home, found.tag)
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
