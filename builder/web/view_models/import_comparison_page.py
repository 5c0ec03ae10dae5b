"""The values that the page comparing an imported set with its files shows."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FieldView:
    """One text of a file."""

    title: str
    text: str
    #: Whether the imported character contains it.
    is_used: bool = True


@dataclass(frozen=True, slots=True)
class PictureView:
    """One picture of a file."""

    title: str
    #: The address at which our server shows it; empty if it is only on the web.
    address: str
    elsewhere: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """One character: left what the files say, right the imported character."""

    id: str
    name: str
    team: str
    fields: tuple[FieldView, ...]
    pictures: tuple[PictureView, ...]
    #: The path of its pages in the studio; empty if it is not on the script.
    path: str
    #: Names of the parts that an almanac usually has and this one lacks.
    missing: tuple[str, ...]
    #: What is stored for Bloodstar, and not used here.
    unused: tuple[str, ...]
    #: What the export changes to meet the format.
    mended: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The whole import."""

    files: tuple[tuple[str, int], ...]
    pairs: tuple[Pair, ...]
    #: The texts about the script itself.
    front: tuple[FieldView, ...]
    #: The pictures of the script itself: its logo.
    front_pictures: tuple[PictureView, ...]
    #: (count, label)
    totals: tuple[tuple[int, str], ...]
    told: tuple[tuple[str, str], ...]
    #: What the official app will reject, however it is written.
    faults: tuple[str, ...]
    #: How many icons could be repainted from their sources.
    paintable: int
    #: How many pictures are only on the web.
    on_the_web: int
