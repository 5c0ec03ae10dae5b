"""The user's settings for a document, other than kind, style and paper."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import ModuleType

from builder.errors import UnknownChoiceError
from builder.game.problem import Problem
from builder.language import filled, gettext as _

NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: one of its choices, or free text if it has none."""

    #: A sentence that describes it.
    help: str
    default: str
    choices: tuple[str, ...] = ()


#: A setting of several kinds.
ART = Setting(
    "What replaces a missing picture: an emblem in one color, or a painted one as on official tokens.",
    "emblem",
    ("emblem", "painted"),
)
#: Settings of all kinds. A kind's own are in its module's SETTINGS.
COMMON: Mapping[str, Setting] = {
    "ink": Setting("Whether backgrounds and tints are printed.", "full", ("full", "saving")),
    "face": Setting("Font: standard, or one that dyslexic readers prefer.", "usual", ("usual", "readable")),
}


@dataclass(frozen=True, slots=True)
class SimilarCharacter:
    """An official character whose wording is similar to that of one of the script's own."""

    id: str
    #: In percent; 100 is identical.
    score: int
    #: The wording that both share.
    phrases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """Data for a proof that this package cannot compute; see `builder.proofing`."""

    findings: tuple[Problem, ...] = ()
    aside: int = 0
    #: Similar characters by the id of an own character, most similar first.
    alike: tuple[tuple[str, tuple[SimilarCharacter, ...]], ...] = ()
    #: What happens when characters meet, gravest first: (kind, sentence).
    matchups: tuple[tuple[str, str], ...] = ()
    #: Which two characters meet, gravest first: (kind, id, id).
    meetings: tuple[tuple[str, str, str], ...] = ()


NO_FACTS = Facts()


@dataclass(frozen=True, slots=True)
class Options:
    """Everything other than the script that affects a document's content."""

    #: Addresses of pictures by character id: default and flipped alignment; for a Traveller unaligned, good, evil.
    #: Other characters show their emblem.
    pictures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: Names of emblems by character id, chosen for the whole script; the default is the best match.
    emblems: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    #: The address of the script's logo, or "".
    logo: str = ""
    #: A link that opens the script in the official script tool, for a QR code; empty: nothing asked for it.
    script_link: str = ""
    #: The source of the official characters' wording, for the footer; empty if it is ours.
    wording: str = ""
    #: The address of the publisher's mark for community-made things, if it has to be shown and is synced.
    mark: str = ""
    #: The second language of a sheet in two; empty: there is none.
    second_language: str = ""
    #: Data for a proof; None for other documents.
    facts: Facts = NO_FACTS
    #: Chosen settings by name; `setting` adds the defaults.
    chosen: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    #: Defaults of all settings of this kind.
    known: Mapping[str, Setting] = field(default_factory=lambda: COMMON)

    def setting(self, name: str) -> str:
        """The chosen value of a setting, or its default."""
        return self.chosen.get(name, self.known[name].default)

    def with_defaults(self, known: Mapping[str, Setting]) -> "Options":
        """The same with the defaults of a kind's settings, for options from elsewhere (such as a preview's)."""
        return replace(self, known={**known, **self.known})

    @property
    def paints(self) -> bool:
        """Whether emblems are painted."""
        return self.chosen.get("art") == "painted"

    @property
    def classes(self) -> str:
        """The common settings as CSS classes of the page: `ink-saving face-readable`."""
        return " ".join(f"{name}-{self.chosen[name]}" for name in COMMON if name in self.chosen)


DEFAULTS = Options()


def chosen_parts(written: str, parts: tuple[str, ...], unknown: str) -> tuple[str, ...]:
    """Parses names of parts, separated by commas; none and `all` are all of them. Raises UnknownChoiceError."""
    asked = tuple(part.strip().lower() for part in written.split(",") if part.strip())
    for part in asked:
        if part not in (*parts, "all"):
            raise UnknownChoiceError(unknown, part, (*parts, "all"))
    return parts if "all" in asked or not asked else asked


def settings_of(module: ModuleType) -> Mapping[str, Setting]:
    """The settings of a kind of document."""
    return {**COMMON, **getattr(module, "SETTINGS", {})}


def read(module: ModuleType, chosen: Mapping[str, str]) -> Options:
    """Parses names and values. Raises UnknownChoiceError, which lists the choices."""
    known = settings_of(module)
    for name, value in chosen.items():
        if name not in known:
            raise UnknownChoiceError(
                filled(_("There is no setting of the %(what)s called “%(name)s”."), what=_(module.TITLE)),
                name,
                known,
            )
        if known[name].choices and value not in known[name].choices:
            raise UnknownChoiceError(
                filled(_("There is no choice for “%(what)s” called “%(name)s”."), what=name),
                value,
                known[name].choices,
            )
    return Options(chosen=dict(chosen), known=known)
