"""Characters pasted from a document or a chat, in the forms in which people write them."""

import pytest

import builder
from builder.errors import UnreadableScriptError
from builder.game.problem import Severity
from builder.game.script import Script

EXPECTED = [
    ("Toad", "outsider", "You croak."),
    ("Old Heron", "outsider", "You start knowing a fish: it is wet."),
    ("Pike", "demon", "Each night*, choose a player: they die. [+1 Outsider]"),
]
TOAD, HERON, PIKE = (ability for _, _, ability in EXPECTED)
FORMS = {
    "teams in brackets": f"Toad (Outsider): {TOAD}\nOld Heron (Outsider) – {HERON}\nPike (Demon) {PIKE}\n",
    "headings and colons": f"Outsiders\nToad: {TOAD}\nOld Heron: {HERON}\nDemon\nPike: {PIKE}\n",
    "bullets": f"OUTSIDERS\n• Toad - {TOAD}\n• Old Heron - {HERON}\nDEMONS (1)\n• Pike - {PIKE}\n",
    "numbers": f"Outsiders (2)\n1. Toad. {TOAD}\n2. Old Heron. {HERON}\nDemons:\n1. Pike. {PIKE}\n",
    "blocks": f"Toad\nOutsider\n{TOAD}\n\nOld Heron\nOutsider\n{HERON}\n\nPike\nDemon\n{PIKE}\n",
    "blocks with headings": f"Outsiders\n\nToad\n{TOAD}\n\nOld Heron\n{HERON}\n\nDemons\n\nPike\n{PIKE}\n",
    "bold": f"**Outsiders**\n\n**Toad** {TOAD}\n\n**Old Heron**\n{HERON}\n\n# Demons\n\n**Pike**: {PIKE}\n",
    "labels": f"Name: Toad\nType: Outsider\nAbility: {TOAD}\n\nName: Old Heron\nType: Outsider\nAbility: {HERON}\n\n"
    f"Name: Pike\nType: Demon\nAbility: {PIKE}\n",
    "a reference": f"Toad\n\nType: Outsider\nScript entry: {TOAD}\n\n"
    f"Old Heron\n\nType: Outsider\nScript entry: {HERON}\n\nPike\n\nType: Demon\nScript entry: {PIKE}\n",
    "a reference in tables": f"Toad\nType:\tOutsider\nScript entry:\t{TOAD}\n\n"
    f"Old Heron\nType:\tOutsider\nScript entry:\t{HERON}\n\nPike\nType:\tDemon\nScript entry:\t{PIKE}\n",
    "teams between dashes": f"Toad – Outsider – {TOAD}\nOld Heron - Outsider - {HERON}\nPike | Demon | {PIKE}\n",
    "teams first": f"[Outsider] Toad: {TOAD}\n(Outsider) Old Heron – {HERON}\n[Demon] Pike - {PIKE}\n",
    "short teams": f"Toad (O): {TOAD}\nOld Heron (OS) – {HERON}\nPike (D): {PIKE}\n",
    "quotes": f'Toad - Outsider\n“{TOAD}”\n\n“Old Heron” (Outsider)\n{HERON}\n\n"Pike" (Demon): {PIKE}\n',
    "no empty lines": f"Outsiders\nToad\n{TOAD}\nOld Heron\n{HERON}\nDemon\nPike\n{PIKE}\n",
    "empty lines between teams": f"Outsiders\nToad\n{TOAD}\nOld Heron\n{HERON}\n\nDemon\nPike\n{PIKE}\n",
    "a table in Markdown": f"| Name | Type | Ability |\n|---|---|---|\n| Toad | Outsider | {TOAD} |\n"
    f"| Old Heron | Outsider | {HERON} |\n| Pike | Demon | {PIKE} |\n",
}


def said(script: Script) -> list[tuple[str, str, str]]:
    return [(each.name, each.team.value, each.ability) for each in script.characters]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_this_form_is_read(form: str, ends: str) -> None:
    script = builder.parse(FORMS[form].replace("\n", ends).encode())
    assert said(script) == EXPECTED
    assert {problem.severity for problem in script.reading} <= {Severity.NOTICE}


#: Seven abilities with a colon, with and without a comma in front of it.
ABILITIES = (
    "Each night, choose a player: you learn if they are wet.",
    "You start knowing 2 players: 1 of them is an Outsider.",
    "You learn which is true: the moon is full or the sun is hot.",
    "If you die at night, choose a player: they might register as evil.",
    "Each night*, choose a player: they die. [+1 Outsider]",
    "Once per game you may guess: if you are right you learn who is mad.",
    "Each day, visit the Storyteller: they answer.",
    "You croak.",
    "You might die - or you might not.",
    "Your neighbors, if good, are sober.",
    "You have no ability.",
    "Minions think you are one of them.",
    "Nobody knows who you are.",
    "You cannot nominate.",
)


@pytest.mark.parametrize("form", ["{name}\n{ability}\n\n", "{name} - {ability}\n", "{name}: {ability}\n"])
@pytest.mark.parametrize("heading", ["{team}\n", "{team}:\n\n"])
def test_no_ability_with_a_colon_gives_its_beginning_to_a_name(form: str, heading: str) -> None:
    names = [f"Frog {letter}" for letter in "ABCDEFGHIJKLMN"]
    rows = [form.format(name=name, ability=text) for name, text in zip(names, ABILITIES, strict=True)]
    parts = {"Townsfolk": rows[:6], "Outsiders": rows[6:9], "Minions": rows[9:12], "Demons": rows[12:]}
    text = "".join(heading.format(team=team) + "".join(of) for team, of in parts.items())
    found = builder.parse(text).characters
    assert [(each.name, each.ability) for each in found] == list(zip(names, ABILITIES, strict=True))


def test_the_rules_of_a_reference_and_other_parts_come_along() -> None:
    more = "\nReminders: Wet; Dry\nFirst night: 12\n\nIt croaks.\n\nLoudly."
    text = FORMS["a reference"].replace("\n\nOld Heron", f"{more}\n\nOld Heron")
    toad = builder.parse(text).characters[0]
    assert toad.page.rules == ("It croaks.", "Loudly.")
    assert (toad.reminders, toad.first_night) == (("Wet", "Dry"), 12)


def test_a_quote_above_the_ability_is_flavor() -> None:
    script = builder.parse(f'Toad\nOutsider\n“Ribbit.”\n{TOAD}\n\nPike\nDemon\n"Snap."\n{PIKE}\n')
    assert [(each.flavor, each.ability) for each in script.characters] == [
        ("Ribbit.", TOAD),
        ("Snap.", PIKE),
    ]


def test_a_line_of_nobody_is_told() -> None:
    script = builder.parse(f"Our pond\n\n{FORMS['bullets']}see you on Friday!\n")
    assert script.name == "Our pond"
    assert said(script) == EXPECTED
    [told] = [problem.message for problem in script.reading]
    assert told == "Line 8 belongs to no character and was left out: “see you on Friday!”."


@pytest.mark.parametrize(
    "text",
    [
        "Dear Ada,\n\nI think the Demon should be stronger: it dies all the time.\nBest, Bo\n",
        "Demons\nare evil.\n\nOutsiders\nare not.\n",
        "Shopping: milk\nDinner: soup\n",
    ],
)
def test_a_letter_is_no_script(text: str) -> None:
    with pytest.raises(UnreadableScriptError):
        builder.parse(text)


def test_an_almanac_that_lost_its_names_is_refused_in_words() -> None:
    part = "\n\n\n\nThe Storyteller does this at night.\n\nThe {name} sees it.\n\n"
    part += "Examples\n\nIt is so.\n\nHow to Run\n\nWake it.\n"
    text = "An almanac\n" + "".join(part.format(name=f"Frog{letter}") for letter in "abcdefgh")
    with pytest.raises(UnreadableScriptError, match="of 8 characters found, 8 have no ability"):
        builder.parse(text)
