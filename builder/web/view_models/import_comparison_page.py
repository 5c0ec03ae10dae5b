"""What the page that lays a brought set beside its files shows."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FieldView:
    """One thing that a file says."""

    title: str
    text: str
    #: Whether it is among what became of it.
    is_used: bool = True


@dataclass(frozen=True, slots=True)
class PictureView:
    """One picture of a file."""

    title: str
    #: Where a page of ours shows it; empty where only the web has it.
    address: str
    elsewhere: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """One character: left what the files say, right what became of it."""

    id: str
    name: str
    team: str
    fields: tuple[FieldView, ...]
    pictures: tuple[PictureView, ...]
    #: Where its pages of the studio begin; empty where it is not on the script.
    path: str
    #: What an almanac usually has and this one lacks, in words.
    missing: tuple[str, ...]
    #: What is kept for Bloodstar, and not used here.
    unused: tuple[str, ...]
    #: What the export makes of it where the format wants it otherwise.
    mended: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that came over."""

    files: tuple[tuple[str, int], ...]
    pairs: tuple[Pair, ...]
    #: The words about the script itself.
    front: tuple[FieldView, ...]
    #: (how many, of what), for people.
    totals: tuple[tuple[int, str, str], ...]
    told: tuple[tuple[str, str], ...]
    #: What the official app will refuse, however it is written.
    faults: tuple[str, ...]
    #: How many icons could be painted anew from their sources.
    paintable: int
