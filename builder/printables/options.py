"""What a person chose for a document beside its kind, style and paper."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType, ModuleType

from builder.errors import UnknownChoiceError
from builder.printables import proof_facts
from builder.printables.proof_facts import Facts

NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing that can be chosen: by a word of a list, or freely where there is no list."""

    #: What it changes, as a sentence.
    help: str
    default: str
    choices: tuple[str, ...] = ()


#: What every kind of document can be told. A kind's own settings are its module's SETTINGS.
COMMON: Mapping[str, Setting] = MappingProxyType(
    {
        "ink": Setting("Whether backgrounds and tints are printed.", "full", ("full", "saving")),
        "face": Setting(
            "Which letters: our usual ones, or some that dyslexic readers prefer.",
            "usual",
            ("usual", "readable"),
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Options:
    """Everything beside the script that decides what a document says and shows."""

    #: For the id of each character that has them, the addresses of its pictures: usual and flipped alignment; for a
    #: Traveller unaligned, good, evil. Whoever is not in it shows its emblem.
    pictures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: For the id of each character the name of its emblem, chosen with the whole script in view; who is not in it
    #: shows the one that fits it best.
    emblems: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    #: The address of the script's logo; empty where there is none.
    logo: str = ""
    #: Whose wording the official characters speak, for the foot of the page; empty where it is ours.
    wording: str = ""
    #: What was found out for a proof; nothing for other documents.
    facts: Facts = proof_facts.NOTHING
    #: The settings that were chosen, by name; `setting` knows the defaults.
    chosen: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    #: What every setting of this kind is when nobody chooses.
    known: Mapping[str, Setting] = field(default_factory=lambda: COMMON)

    def setting(self, name: str) -> str:
        """What was chosen, or the default."""
        return self.chosen.get(name, self.known[name].default)

    @property
    def classes(self) -> str:
        """The common choices as classes of the page: `ink-saving face-readable`."""
        return " ".join(f"{name}-{self.chosen[name]}" for name in COMMON if name in self.chosen)


DEFAULTS = Options()


def settings_of(module: ModuleType) -> Mapping[str, Setting]:
    """The settings that a kind of document knows."""
    return MappingProxyType({**COMMON, **getattr(module, "SETTINGS", {})})


def read(module: ModuleType, chosen: Mapping[str, str]) -> Options:
    """Options from names and values. Raises UnknownChoiceError, which says what there is."""
    known = settings_of(module)
    for name, value in chosen.items():
        if name not in known:
            raise UnknownChoiceError(f"setting of the {module.TITLE}", name, known)
        if known[name].choices and value not in known[name].choices:
            raise UnknownChoiceError(f"value of “{name}”", value, known[name].choices)
    return Options(chosen=MappingProxyType(dict(chosen)), known=known)
