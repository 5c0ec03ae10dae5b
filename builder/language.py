"""The language of texts: which one is current, and our own sentences in it (gettext).

Three sorts of words follow it: the app and the command line, the fixed words of documents (both from the catalogues in
`builder/translations/`), and the texts of the official characters (`data/languages/`, by `builder.catalogue`). What a
language lacks stays English.
"""

import gettext as catalogues
import html
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from builder import assets

if TYPE_CHECKING:
    from babel import Locale

    from builder.settings import Settings

ENGLISH = "en"
DOMAIN = "clockwright"
FOLDER = Path(__file__).parent / "translations"
#: Regions of Chinese by script; elsewhere `zh` is simplified.
TRADITIONAL = frozenset({"tw", "hk", "mo", "hant"})
#: Quotation marks; English ones by default.
QUOTES: Mapping[str, tuple[str, str]] = {
    "de": ("„", "“"),
    "fr": ("«\N{NO-BREAK SPACE}", "\N{NO-BREAK SPACE}»"),
    "pl": ("„", "”"),
    "he": ("”", "”"),
}
#: Longest wish for languages that is read.
LONGEST_WISH = 400
#: The languages that were made current, as they were then.
_entered: dict[str, "Language"] = {}
_current: ContextVar[str] = ContextVar("language", default=ENGLISH)


@dataclass(frozen=True, slots=True)
class Language:
    """A language in which Clockwright speaks."""

    #: BCP 47: `de`, `pt-BR`, `zh-Hans`.
    tag: str
    #: In itself: `Deutsch`.
    name: str
    #: In English: `German`.
    english: str
    is_right_to_left: bool = False
    #: The words of the standard cards by their English ones.
    cards: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    #: The plurals of teams by their ids, where a pack says them without a catalogue.
    teams: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def direction(self) -> str:
        """`ltr` or `rtl`."""
        return "rtl" if self.is_right_to_left else "ltr"


def bundled() -> Path:
    """The folder of the languages that come with Clockwright."""
    return assets.data("languages")


def packs() -> Path:
    """The folder of the languages that the user added; each is a folder like ours, and takes precedence over it."""
    from builder.settings import settings  # noqa: PLC0415  # it costs time, and most commands are in English

    return _packs(settings())


@lru_cache(maxsize=4)
def _packs(chosen: "Settings") -> Path:
    return chosen.data_folder / "languages"


def known() -> Mapping[str, Language]:
    """Every language by tag: English first, then by their own names."""
    home = packs()
    return _known(home, mark(home))


def mark(path: Path) -> int:
    """Changes with the entries of a folder; 0 if there is none."""
    try:
        return path.stat().st_mtime_ns
    except (OSError, ValueError):
        return 0


@lru_cache(maxsize=4)
def _known(home: Path, changed: int) -> Mapping[str, Language]:  # noqa: ARG001  # tells its states apart
    found: dict[str, Language] = {}
    for path in (*bundled().glob("*/language.json"), *home.glob("*/language.json")):
        if (made := _read(path, found)) and made.tag != ENGLISH:
            found[made.tag] = made
    every = sorted(found.values(), key=lambda language: language.name.casefold())
    english = Language(ENGLISH, "English", "English")
    return {ENGLISH: english} | {each.tag: each for each in every}


def _read(path: Path, before: Mapping[str, Language]) -> Language | None:
    """The language of a folder, completed by an earlier one with the same tag; None if its file is damaged."""
    try:
        written = json.loads(path.read_bytes())
        tag = path.parent.name
        ours = before.get(tag, Language(tag, tag, tag))
        cards, teams = (
            {str(english): str(words) for english, words in dict(written.get(name) or {}).items()}
            for name in ("cards", "teams")
        )
        return Language(
            tag,
            str(written.get("name") or ours.name),
            str(written.get("english") or ours.english),
            written["direction"] == "rtl" if "direction" in written else ours.is_right_to_left,
            {**ours.cards, **cards},
            {**ours.teams, **teams},
        )
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return None


def find(wanted: str) -> str | None:
    """The tag of the known language that fits a wish best, or None.

    A wish is a tag (`de-AT`, `pt_BR.UTF-8`, `zh-CN`), or several in the form of Accept-Language.
    """
    tags = {each.lower(): each for each in known()}
    for wish in _wishes(wanted[:LONGEST_WISH]):
        parts = _parts(wish)
        for length in range(len(parts), 0, -1):
            if found := tags.get("-".join(parts[:length])):
                return found
        if parts[0] != "zh" and (near := [each for each in tags if each.split("-")[0] == parts[0]]):
            return tags[near[0]]
    return None


def _wishes(wanted: str) -> list[str]:
    """The tags of a wish, the most wanted first; those with the weight 0 are left out."""
    weighed = []
    for each in wanted.split(","):
        tag, _, rest = each.partition(";")
        weight = rest.strip().removeprefix("q=").strip()
        try:
            weighed.append((float(weight) if weight else 1.0, tag.strip()))
        except ValueError:
            continue
    return [tag for weight, tag in sorted(weighed, key=lambda each: -each[0]) if tag and 0 < weight <= 1]


def _parts(tag: str) -> list[str]:
    """The lowercase parts of a tag; Chinese by script."""
    parts = tag.partition(".")[0].partition("@")[0].replace("_", "-").lower().split("-")
    if parts[0] in {"zh", "cmn"}:
        return ["zh", "hant" if TRADITIONAL & {*parts} and "hans" not in parts else "hans"]
    return ["he" if parts[0] == "iw" else "nb" if parts == ["no"] else parts[0], *parts[1:]]


def chain(tag: str) -> tuple[str, ...]:
    """A language and those that replace what it lacks, without English: `de-AT`, `de`."""
    parts = tag.split("-")
    shorter = ("-".join(parts[:length]) for length in range(len(parts), 0, -1))
    return tuple(each for each in shorter if each in known() and each != ENGLISH)


def spoken() -> Mapping[str, Language]:
    """The languages in which the app speaks: those with a catalogue that are written from left to right."""
    return {
        tag: each
        for tag, each in known().items()
        if tag == ENGLISH
        or (not each.is_right_to_left and any(path.exists() for path in catalogue_files(tag)))
    }


def catalogue_files(tag: str) -> Iterator[Path]:
    """Where the compiled catalogue of a language may be: in a pack of the user's, or among ours."""
    yield packs() / tag / f"{DOMAIN}.mo"
    yield FOLDER / tag.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.mo"


def current() -> Language:
    """The language of this thread or task."""
    return known().get(_current.get()) or known()[ENGLISH]


def tag() -> str:
    """The tag of the current language; quicker than `current()`."""
    return _current.get()


def is_right_to_left() -> bool:
    """Whether the current language is written from right to left; asked for each run of a document."""
    tag = _current.get()
    return tag != ENGLISH and (_entered.get(tag) or current()).is_right_to_left


def use(tag: str) -> None:
    """Makes a known language current for the rest of this thread or task. Raises KeyError for another."""
    _current.set(_enter(tag))


def _enter(tag: str) -> str:
    if tag != ENGLISH:
        _entered[tag] = known()[tag]
    return tag


@contextmanager
def using(tag: str) -> Iterator[None]:
    """Makes a known language current for a block. Raises KeyError for another."""
    token = _current.set(_enter(tag))
    try:
        yield
    finally:
        _current.reset(token)


def quotes() -> tuple[str, str]:
    """The quotation marks of the current language."""
    return QUOTES.get(_current.get().partition("-")[0], ("“", "”"))


def card(words: str) -> str:
    """The words of a standard card in the current language."""
    return words if _current.get() == ENGLISH else current().cards.get(words, words)


def team(identifier: str) -> str:
    """What the pack of the current language calls a team, in the plural; empty if it says nothing."""
    return "" if _current.get() == ENGLISH else current().teams.get(identifier, "")


def locale() -> "Locale":
    """What Babel knows of the current language; of one that it does not know, English."""
    return _locale(_current.get())


@cache
def _locale(tag: str) -> "Locale":
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415  # it costs time, and English does without

    parts = tag.split("-")
    for length in range(len(parts), 0, -1):
        with suppress(UnknownLocaleError, ValueError):
            return Locale.parse("_".join(parts[:length]))
    return Locale.parse(ENGLISH)


def join(words: Iterable[str], style: Literal["standard", "or"] = "standard") -> str:
    """Words as a list in the current language: `A, B and C`; with the style `or`: `A, B or C`. Empty for none."""
    every = [str(word) for word in words]
    if len(every) < 2:
        return "".join(every)
    if _current.get() == ENGLISH:
        return f"{', '.join(every[:-1])} {'or' if style == 'or' else 'and'} {every[-1]}"
    from babel.lists import format_list  # noqa: PLC0415  # it costs time, and English does without

    if _current.get().startswith("he") and style == "standard" and not "א" <= every[-1][:1] <= "ת":
        every[-1] = f"-{every[-1]}"  # “and” is a letter that is written onto a word, but not onto a number
    return format_list(every, style, locale())


def number(value: float) -> str:
    """A number with the separators of the current language: `1,234`, `1.234`."""
    if _current.get() == ENGLISH:
        return f"{value:,}" if isinstance(value, int) else f"{value:g}"
    from babel.numbers import format_decimal  # noqa: PLC0415

    return format_decimal(value, locale=locale())


class Later(str):
    """A text of ours, made before anybody's language is known: translated each time that it is put into words.

    It equals the English text; `str()`, f-strings, `%s`, `+` and templates give the current language.
    """

    __slots__ = ()

    @property
    def english(self) -> str:
        """The text itself, in plain English."""
        return "".join(self)

    def __str__(self) -> str:
        return gettext(self)

    def __format__(self, spec: str) -> str:
        return format(gettext(self), spec)

    def __mod__(self, values: object) -> str:
        return gettext(self) % values

    def __add__(self, other: str) -> str:
        return gettext(self) + other

    def __radd__(self, other: str) -> str:
        return other + gettext(self)

    def __html__(self) -> str:
        return html.escape(gettext(self))


def N_(text: str) -> Later:  # noqa: N802  # the name by which gettext tools find texts
    """Marks a text that is made once, such as a constant of a module."""
    return Later(text)


def gettext(text: str) -> str:
    """A sentence of ours in the current language. Fill in values afterwards: `_("%(name)s wakes") % {"name": …}`."""
    return _catalogue(_current.get()).gettext(str.__str__(text)) if text else ""


def messages() -> tuple[int, int]:
    """How many sentences of ours the current language has, and how many there are; 0 if nothing is compiled."""
    others = (path.parent.parent.name.replace("_", "-") for path in FOLDER.glob("*/LC_MESSAGES/*.mo"))
    own = _sentences(_current.get())
    return own, max(own, *map(_sentences, others), 0)


@cache
def _sentences(tag: str) -> int:
    """How many sentences the catalogue of a language has."""
    made = getattr(_catalogue(tag), "_catalog", {})
    return len({each if isinstance(each, str) else each[0] for each in made if each})


def ngettext(one: str, many: str, number: int) -> str:
    """The form of a sentence for a number, in the current language; fill in the number afterwards."""
    return _catalogue(_current.get()).ngettext(one, many, number)


def pgettext(context: str, text: str) -> str:
    """A sentence whose translation depends on where it stands."""
    return _catalogue(_current.get()).pgettext(context, text)


def filled(text: str, **values: str) -> str:
    """A sentence with some of its values filled in; the others stay for later."""
    for name, value in values.items():
        text = text.replace(f"%({name})s", value.replace("%", "%%"))
    return text


@cache
def _catalogue(tag: str) -> catalogues.NullTranslations:
    if tag == ENGLISH:
        return catalogues.NullTranslations()
    for each in chain(tag):
        for path in catalogue_files(each):
            with suppress(OSError, ValueError, UnicodeDecodeError), path.open("rb") as file:
                return _Catalogue(file)
    return catalogues.NullTranslations()


class _Catalogue(catalogues.GNUTranslations):
    """A catalogue that finds a text alone if it has a plural, too; early versions of Python 3.11 do not."""

    def _parse(self, fp: Any) -> None:
        super()._parse(fp)
        self._catalog: dict[Any, str]
        one = {key[0]: text for key, text in self._catalog.items() if isinstance(key, tuple) and key[1] == 0}
        self._catalog |= one | self._catalog
