"""The types of the answers, on which programs may rely. The description of the HTTP API is generated from them."""

from typing import Annotated, Any, NotRequired, TypedDict

Counts = dict[str, int]


class FixValue(TypedDict):
    """A change that mends a problem."""

    label: str
    op: Annotated[dict[str, Any], "The change as plain JSON."]


class ProblemValue(TypedDict):
    """One thing that is wrong with a script, or worth a thought."""

    code: str
    severity: Annotated[str, "error, warning, advice or notice"]
    message: Annotated[str, "A sentence for a person."]
    characters: Annotated[list[str], "Ids of those it is about."]
    path: Annotated[str | None, "Its place in the script, such as $[3].ability."]
    line: int | None
    fix: FixValue | None


class AsideValue(ProblemValue):
    """A problem that the author set aside, and why."""

    note: str


class Heading(TypedDict):
    """What a script is called, by whom, and how many of each team are on it."""

    name: str
    author: str
    counts: Counts


class Checked(TypedDict):
    """What is wrong with a script, or worth a thought, the gravest first."""

    script: Heading
    problems: list[ProblemValue]
    dismissed: NotRequired[list[AsideValue]]


class Effect(TypedDict):
    """Who changes the counts, and how."""

    id: str
    effect: str


class SetupRow(TypedDict):
    """Which numbers of each team a legal table can have."""

    base: Counts
    allowed: list[Counts]
    outsiders: list[int]
    because: list[Effect]
    fillable: bool
    reasons: list[str]


class Setups(TypedDict):
    """The same by number of players."""

    players: Annotated[dict[str, SetupRow], "By number of players, such as “7”."]


class ViolationValue(TypedDict):
    """A rule that a table breaks."""

    code: str
    message: str
    characters: list[str]


class VerdictValue(TypedDict):
    """Whether a table of characters is legal."""

    legal: bool
    allowed: list[Counts]
    violations: list[ViolationValue]


BagToken = TypedDict("BagToken", {"token": str, "is": str})
BagToken.__doc__ = "A token in the bag, and who its player truly is."


class Placed(TypedDict):
    """A reminder token to place, and by whom."""

    on: str
    token: str


class Dealt(TypedDict):
    """A legal game, with all that a Storyteller does for it."""

    players: int
    seed: int | str
    characters: list[str]
    extra: Annotated[list[str], "In play though no player is it."]
    bag: list[BagToken]
    distribution: Counts
    evil: list[str]
    bluffs: list[str]
    reminders: list[Placed]
    steps: list[str]
    because: list[str]


class Step(TypedDict):
    """One step of a night."""

    kind: Annotated[str, "dusk, dawn, minioninfo, demoninfo or character"]
    id: str
    name: str
    reminder: str


class Nights(TypedDict):
    """Who wakes when, from dusk to dawn."""

    firstNight: list[Step]
    otherNight: list[Step]
    notices: list[ProblemValue]


class JinxValue(TypedDict):
    """A special rule between two characters."""

    characters: list[str]
    reason: str
    source: Annotated[str, "official, script or hermit"]


class CharacterValue(TypedDict):
    """An official character."""

    id: str
    name: str
    team: str
    edition: str
    ability: str
    firstNight: Annotated[float, "Its place in the first night; 0: it does not wake."]
    otherNight: float
    firstNightReminder: str
    otherNightReminder: str
    setup: bool
    reminders: list[str]
    remindersGlobal: list[str]
    special: list[dict[str, Any]]
    emblem: str
    tags: list[str]


class AlmanacValue(TypedDict):
    """What the almanac says about a character, in Clockwright's own words."""

    overview: Annotated[str, "What it is for, in one sentence."]
    rules: list[str]
    examples: list[str]
    howToRun: Annotated[list[str], "Steps for the Storyteller."]
    advice: Annotated[list[str], "For the Storyteller."]
    tip: Annotated[
        str, "Playing as it, bluffing as it, playing against it: paragraphs with a blank line between."
    ]


class PartnerValue(TypedDict):
    """A jinx of a character, and with whom."""

    id: str
    name: str
    reason: str


class ExplainedCharacter(CharacterValue):
    """An official character, explained."""

    flavor: str
    almanac: AlmanacValue
    jinxes: list[PartnerValue]


class SettingValue(TypedDict):
    """A further choice for a kind of document."""

    help: str
    default: str
    choices: Annotated[list[str], "Empty: it is free."]


class KindValue(TypedDict):
    """A kind of document."""

    kind: str
    title: str
    styles: Annotated[list[str], "The usual one first."]
    looks: dict[str, str]
    papers: list[str]
    settings: dict[str, SettingValue]


class PaperValue(TypedDict):
    """A paper; sizes are millimetres."""

    id: str
    name: str
    width: float
    height: float
    labels: dict[str, Any] | None
    kinds: list[str]


class FormatValue(TypedDict):
    """A file format."""

    format: str
    title: str
    reads: bool
    writes: bool


class SlipValue(TypedDict):
    """A place in a text that is not in house style."""

    id: str
    name: str
    field: Annotated[str, "The field of its definition; of a list of tokens, it is about one of them."]
    rule: str
    severity: Annotated[str, "fix (safe to put right), style or idea"]
    message: Annotated[str, "A sentence for a person."]
    start: Annotated[int, "The first letter of the text that it is about, from 0."]
    end: Annotated[int, "The letter after the last."]
    wrong: str
    right: Annotated[str | None, "What it should be; null: only the author can say."]


class Styled(TypedDict):
    """The house style of the script's own characters."""

    counts: Annotated[Counts, "By severity."]
    slips: list[SlipValue]
    off: Annotated[list[str], "Rules that the author switched off for this script."]
    script: NotRequired[Annotated[list[Any], "The script with every “fix” put right."]]


class WordsValue(TypedDict):
    """How many words abilities have."""

    median: float
    shortest: int
    longest: int


class FiguresValue(TypedDict):
    """A group of characters, counted."""

    characters: int
    counts: Annotated[Counts, "How many are of a team, wake, learn …"]
    words: WordsValue
    readability: Annotated[float | None, "Known as LIX; lower is easier."]


class LongValue(TypedDict):
    """A long ability."""

    id: str
    name: str
    words: int


class CountedValue(TypedDict):
    """The statistics of a set, without Fabled and Loric."""

    own: FiguresValue
    script: FiguresValue
    official: FiguresValue
    most_words: Annotated[int, "More words make an ability long: few official ones have them."]
    long: list[LongValue]


class HitValue(TypedDict):
    """A place where a text was found."""

    id: Annotated[str | None, "Of its character; null: the script itself."]
    name: str
    field: str
    before: Annotated[str, "Its sentence before it."]
    found: str
    instead: Annotated[str, "What is put in its place."]
    after: Annotated[str, "Its sentence after it."]


class RemarkValue(TypedDict):
    """What happens when characters meet."""

    rule: str
    kind: Annotated[str, "conflict, watch, hard or good"]
    characters: Annotated[list[str], "Ids; of a pair rule, the first meets all others."]
    message: Annotated[str, "A sentence for a person."]


class MissingValue(TypedDict):
    """What nobody on a script explains."""

    rule: str
    message: Annotated[str, "A sentence for a person."]
    candidates: Annotated[list[str], "Ids of official characters that would."]


class Matched(TypedDict):
    """What happens when characters of a script meet."""

    remarks: Annotated[list[RemarkValue], "Gravest first."]
    missing: list[MissingValue]
