"""Every other reader, given real files with a few things changed: a script that survives its export, or a refusal."""

import time
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import builder
from builder import formats
from builder.errors import UnreadableScriptError
from tests.composing import SHARED, script
from tests.formats.test_almanac_text import ALMANAC, FAN, SHEET
from tests.spreadsheets import xlsx

pytestmark = pytest.mark.full
SEEDS = st.integers(0, 2**40)
FEW = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
MANY = settings(max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))
SEED_FILES = ("isles-of-the-fae-almanac", "lies-spies-and-eyes-almanac", "script-sheet-and-night-sheets")
BITS = [
    b"\n", b"\n\n\n\n", b"  12. NAME\n", b'"An ability in quotes, long enough."\n', b"How to Run\n",
    b"Examples\n", b"Townsfolk\n",
    b"\x00", b"\xff\xfe", b"\xe2\x80\x9c", b"- ", b"* Not the first night\n", b"First Night\n", b"\t", b"#", b":", b",",
    b"%5B", b"H4sI", b"==", b"?script=", b"iTXt", b"IEND", b"endobj", b"/EmbeddedFiles", b"A" * 5_000, b"(" * 2_000,
]  # fmt: skip
#: A guard against hanging with room for a slow machine, not a measure.
HANGING = 30.0


#: Readers whose files are damaged in tests of their own, by the file of these tests.
ELSEWHERE = {
    "official": "test_spoilt_scripts.py",
    "bloodstar": "test_bloodstar_spoilt.py",
    "blood": "test_bloodstar_spoilt.py",
    "almanac": "test_bloodstar_spoilt.py",
}


@cache
def examples() -> dict[str, bytes]:
    """A whole file for each reader, by the NAME of its format."""
    made = script("imp", "baron", "chef", "drunk", "monk", name="Fog")
    document = builder.render(made, "sheet")
    return {
        "almanac-text": ALMANAC.encode(),
        "fan-almanac": FAN.encode(),
        "sheet-text": SHEET.encode(),
        "link": formats.write(made, "link").encode(),
        "text": formats.write(made, "text").encode(),
        "csv": b'Name,Team,Ability,Reminders\nToad,Outsider,"You croak.\n[+1 Outsider]",Wet; Dry\n'
        b"Pike,Demon,It bites.,\n",
        "spreadsheet": xlsx(
            [["Name", "Team", "First night"], ["Toad", "Outsider", 7.5], ["Pike", "Demon", 8]]
        ),
        "written-characters": b"Toad\n\nType: Outsider\nScript entry: You croak.\n\nLoudly.\n\nPike\n\nType: Demon\n"
        b"Script entry: Each night*, choose a player: they die.\n",
        "homebrew-wiki": b'{"collection": {"name": "Pond"}, "characters": [{"name": "Toad", "team": "outsider", '
        b'"ability": "You croak.", "lede": "It croaks.", "jinxes": [{"with": "imp", "text": "They swim."}]}]}',
        "pdf": document.pdf,
        "png": document.png(20)[0],
    }


@cache
def sources() -> tuple[bytes, ...]:
    """A real file of each kind: those beside the repository where they are, and our own."""
    chat = formats.write(script("imp", "baron", "chef", "drunk", "monk", name="Fog"), "chat").encode()
    seeds = (Path(SHARED, "fixtures", "seeds", f"{name}.txt") for name in SEED_FILES)
    return (*examples().values(), chat, *(path.read_bytes() for path in seeds if path.is_file()))


def spoilt(seed: int) -> bytes:
    """One of them, with bits put in, parts lost, doubled or changed, the end cut off."""
    random = Random(seed)
    return changed(random.choice(sources()), random)


def changed(whole: bytes, random: Random) -> bytes:
    """A file with up to eight changes."""
    body = bytearray(whole)
    for _ in range(random.randint(1, 8)):
        at, length = random.randrange(len(body) + 1), random.choice([1, 3, 40, 400])
        match random.randrange(5):
            case 0:
                body[at:at] = random.choice(BITS)
            case 1:
                del body[at : at + length]
            case 2:
                body[at:at] = body[at : at + length]
            case 3 if at < len(body):
                body[at] = random.randrange(256)
            case 4 if not random.randrange(8):
                del body[at:]
    return bytes(body)


def check(seed: int) -> None:
    source, start = spoilt(seed), time.process_time()
    refusal = ""
    try:
        read = builder.parse(source)
    except UnreadableScriptError as error:
        refusal = str(error)
        assert refusal.strip()  # either is right; what is said counts
    if not refusal:
        again = builder.parse(builder.dump(read))
        assert builder.dump(again) == builder.dump(read)
        assert all(problem.message.strip() for problem in read.reading)
    assert time.process_time() - start < HANGING


READERS = [name for name, module in formats.found().items() if hasattr(module, "read")]


@pytest.mark.parametrize("name", READERS)
def test_every_reader_has_an_example_that_is_damaged(name: str) -> None:
    if name in ELSEWHERE:
        assert Path(__file__).with_name(ELSEWHERE[name]).is_file()
        return
    assert name in examples(), (
        f"The format “{name}” has no example here: add a file that it reads to examples() in {Path(__file__).name}."
    )
    known = [
        each for each in READERS if each != "official" and formats.found()[each].recognises(examples()[name])
    ]
    assert known[:1] == [name], (
        f"The example of “{name}” is read as {known[:1]}: these are tried in this order."
    )


@FEW
@given(SEEDS)
def test_a_spoilt_file_is_read_or_refused(seed: int) -> None:
    check(seed)


@pytest.mark.slow
@MANY
@given(SEEDS)
def test_ten_thousand_spoilt_files_are_read_or_refused(seed: int) -> None:
    check(seed)
