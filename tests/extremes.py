"""Scripts at the edges of what there is: as long, as short, as many and as foreign as anybody writes them."""

from collections.abc import Callable

from composing import TEAMS, THIRTY, company, homebrew, jinxed, prose, sample, script

from builder.game.script import Script


def right_to_left() -> Script:
    people = [
        homebrew(
            number,
            team,
            name="سارق القمر",
            ability="كل ليلة، اختر لاعبًا: هو مسموم الليلة والنهار التالي. " * 3 + "[+1 Outsider]",
            firstNight=number + 2,
            firstNightReminder="القمر يختار لاعبًا. :reminder: ثم *YOU ARE*",
        )
        for number, team in enumerate(TEAMS)
    ]
    return script(
        *people, "bootlegger", name="مدينة القمر", author="ליאור", bootlegger=["القمر لا يكذب. " * 20]
    )


def html_like() -> Script:
    people = [
        homebrew(
            number,
            team,
            name="<b>Poof!</b>",
            ability="You vanish: <poof!> & <script>alert(1)</script> {{ 7*7 }} </p></div>",
            firstNight=number + 2,
            firstNightReminder="Say <poof!> & </div>.",
            otherNight=number + 2,
            otherNightReminder="<img src=x onerror=alert(1)> {% for %}",
        )
        for number, team in enumerate(TEAMS)
    ]
    return script(*people, name='<poof!> & "quotes" \\ ; } @page{}', author="</title><script>")


def without_a_space() -> Script:
    people = [
        homebrew(
            number,
            team,
            name="Wm" * 25,
            ability="Unbreakable" * 22,
            firstNight=3,
            firstNightReminder="Donaudampfschiff" * 30,
            otherNight=3,
            otherNightReminder="*" + "W" * 100 + "* " + "w" * 300,
        )
        for number, team in enumerate(TEAMS)
    ]
    return script(*people, "w" * 50, "bootlegger", name="W" * 50, author="Q" * 50, bootlegger=["w" * 500])


def one_word() -> Script:
    words = {"firstNightReminder": "Wake.", "otherNightReminder": "Kill."}
    people = [
        homebrew(
            number, team, name="Ox", ability="Die.", firstNight=number + 2, otherNight=number + 2, **words
        )
        for number, team in enumerate(TEAMS)
    ]
    return script(*people, name="X")


def writing_without_spaces() -> Script:
    people = [
        homebrew(
            number,
            team,
            name="占い師" * 8,
            ability="毎晩プレイヤーを選ぶ。" * 20,
            firstNight=3,
            firstNightReminder="選ぶ。" * 90,
        )
        for number, team in enumerate(TEAMS)
    ]
    return script(*people, name="占" * 50)


def many_guests() -> Script:
    teams = ("traveller",) * 20 + ("fabled",) * 20 + ("loric",) * 20
    return script(
        *company(teams, names=30, abilities=250), "washerwoman", "imp", name="M" * 50, author="M" * 50
    )


#: Everything a test of overflow prints, by what is strange about it.
EXTREMES: dict[str, Callable[[], Script]] = {
    "a script like any other": lambda: script(*company(abilities=110, reminders=120)),
    "the longest legal texts": lambda: script(
        *company(THIRTY, names=30, abilities=250, reminders=500), name="W" * 50, author="M" * 50
    ),
    "one word each": one_word,
    "201 entries": lambda: script(*company((TEAMS * 9)[:200], abilities=120, reminders=60)),
    "no names and no abilities": lambda: script(*company(names=0, abilities=0)),
    "right to left": right_to_left,
    "text like HTML": html_like,
    "ten long rules": lambda: script(
        *company(), "bootlegger", bootlegger=[prose(400, number) for number in range(10)]
    ),
    "75 jinxes": lambda: jinxed(TEAMS, reason=60, names=20, reminder="Wake them."),
    "75 long jinxes": lambda: jinxed(TEAMS, reason=500, names=20, reminder="Wake them."),
    "an empty name": lambda: script(*company(), name="", author=""),
    "no space anywhere": without_a_space,
    "writing that knows no spaces": writing_without_spaces,
    "sixty guests": many_guests,
    "nobody known": lambda: script(*[f"nobody_{number}_{'w' * 30}" for number in range(60)]),
    "nobody at all": script,
    "one Imp": lambda: script("imp"),
}


def spoken(name: str, ability: str, reminder: str, title: str) -> Script:
    """A script whose every word is in one language."""
    people = [
        homebrew(
            number,
            team,
            name=f"{name} {number + 1}",
            ability=ability,
            firstNight=number + 2,
            firstNightReminder=reminder,
            otherNight=number + 2,
            otherNightReminder=reminder,
            reminders=[name],
        )
        for number, team in enumerate(TEAMS)
    ]
    return script(*people, name=title, author=name)


def pictured() -> Script:
    """Everybody has a picture, and none of them can be had."""
    return script(
        *company(image="https://pictures.invalid/none.png"), logo="https://pictures.invalid/logo.png"
    )


def teensyville() -> Script:
    teams = ("townsfolk",) * 6 + ("outsider",) * 2 + ("minion",) * 2 + ("demon",) * 2
    return script(*company(teams, abilities=120, reminders=90), name="A Small Town")


#: What every document is printed with in every style on every paper.
MATRIX: dict[str, Callable[[], Script]] = {
    "a sample": lambda: sample("a-murmur-of-moths"),
    "Teensyville": teensyville,
    "pictures that cannot be had": pictured,
    "Greek": lambda: spoken(
        "Φύλακας",
        "Κάθε νύχτα, διάλεξε έναν παίκτη· είναι ασφαλής ως την αυγή.",
        "Ο φύλακας διαλέγει.",
        "Νύχτα",
    ),
    "Irish": lambda: spoken(
        "Fear na gCoinnle",
        "Gach oíche, roghnaigh imreoir: tá sé slán go dtí an mhaidin.",
        "Dúisítear é.",
        "Oíche",
    ),
    "Hebrew": lambda: spoken("שומר הנרות", "בכל לילה, בחר שחקן: הוא מוגן עד הבוקר.", "השומר מצביע.", "לילה"),
    "Japanese": lambda: spoken(
        "灯の番人", "毎晩、プレイヤーを一人選ぶ。朝まで守られる。", "番人が選ぶ。", "夜の町"
    ),
    "Arabic": EXTREMES["right to left"],
    **{
        name: EXTREMES[name]
        for name in (
            "a script like any other",
            "201 entries",
            "the longest legal texts",
            "one word each",
            "ten long rules",
            "75 jinxes",
        )
    },
}
