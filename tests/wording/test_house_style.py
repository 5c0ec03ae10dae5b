"""House style: what is found in planted slips, what is left alone, and what a fix writes."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from slips import Planted, planted

import builder
from builder import assets, catalogue, editing
from builder.answers import wording
from builder.wording import style
from builder.wording.style import Severity

FIXTURES = Path(__file__).parents[3] / "shared" / "fixtures"


def near(slip: style.Slip, planted: Planted) -> bool:
    return any(slip.start <= end and start <= slip.end for start, end, _ in planted.slips)


def test_the_fixture_is_as_large_as_was_agreed() -> None:
    assert len(planted()) >= 300
    assert sum(len(each.slips) for each in planted()) >= 150


def test_of_the_planted_slips_95_in_100_are_found_and_2_in_100_findings_are_false() -> None:
    found = missed = 0
    false, slips = [], 0
    for each in planted():
        seen = style.slips(each.text, each.name)
        for start, end, _ in each.slips:
            hit = any(slip.start <= end and start <= slip.end for slip in seen)
            found, missed = found + hit, missed + (not hit)
        slips += len(seen)
        false += [(slip.rule, each.text) for slip in seen if not near(slip, each)]
    assert found / (found + missed) >= 0.95
    assert len(false) / slips <= 0.02, false


@pytest.mark.full  # the older sets; those of the eleventh, which no rule has seen, are in every run
def test_of_the_slips_of_strangers_90_in_100_are_found_and_3_in_100_clean_texts_are_marked() -> None:
    """Two authors who had not seen the rules. Before any rule was written for it, 47 and 93 in 100 were found."""
    cases = json.loads(Path(__file__).with_name("unseen_slips.json").read_text("utf-8"))
    for some in (cases[:200], cases[200:]):
        with_slip = [case["ability"] for case in some if case["better"]]
        clean = [case["ability"] for case in some if not case["better"]]
        assert (len(with_slip), len(clean)) == (100, 100)
        assert sum(bool(style.slips(text, "Somebody")) for text in with_slip) >= 90
        assert sum(bool(style.slips(text, "Somebody")) for text in clean) <= 3


#: Of the eleven sets, that of which fewest slips were found at first sight, and that for which no rule was written;
#: the others are slow ones.
TIERS = {5: [pytest.mark.full], 11: []}


@pytest.mark.parametrize(
    ("file", "planted"),
    [
        pytest.param(
            f"unseen_characters{f'_{number}' if number > 1 else ''}.json",
            156 if number == 2 else 150,
            marks=TIERS.get(number, [pytest.mark.slow]),
        )
        for number in range(1, 12)
    ],
)
def test_of_the_slips_of_eleven_more_strangers_95_in_100_are_found_and_2_in_100_clean_characters_are_marked(
    file: str, planted: int
) -> None:
    """In names, night reminders and tokens too.

    Before any rule was written for them, 75 in 100 were found in the third set, 84.7 in the fourth, where 25 of the
    150 clean characters were marked, 88 in the fifth, 93.3 in the sixth (abilities only), 78.7 in the seventh (of
    its abilities 90.5), 91.3 in the eighth (of its abilities 95.7), 87.3 in the ninth, 86.0 in the tenth, 91.3 in
    the eleventh, 94.0 in the twelfth (these four: abilities only). The thirteenth, also abilities only, was written
    when the rules were as they are: 98.7, and 2 of its 150 clean characters marked. In the fourth, labels that the
    official texts contradict were changed: “living” and “may not” are official, so they are no slips; “no one” and
    “information” are “no-one” and “info” in official abilities, so they are. In the third, reminder tokens got the
    capitals that official ones have. In the eleventh, the name of a clean character lost its “The”, which no
    official name has.
    """
    cases = json.loads(Path(__file__).with_name(file).read_text("utf-8"))
    names = frozenset(case["name"] for case in cases)
    found, marked = [], []
    for case in cases:
        seen = [
            (field, text, slip)
            for field, text in style.texts(case)
            for slip in style.slips(text, case["name"], names, style.FIELDS[field])
        ]
        if case["slip"]:
            found.append(any(_is_about(slip, text, field, case["slip"]) for field, text, slip in seen))
        else:
            marked += [case["name"]] if seen else []
    assert len(found) == planted
    assert sum(found) / len(found) >= 0.95
    assert len(marked) <= 0.02 * (len(cases) - len(found)), marked


def _is_about(slip: style.Slip, text: str, field: str, planted: tuple[str, str, str]) -> bool:
    """Whether a slip that was found is the one that was planted: its field, what is wrong, and what is right."""
    at = text.find(planted[1]) if field == planted[0] else -1
    return at >= 0 and slip.start <= at + len(planted[1]) and at <= slip.end


def test_nothing_is_marked_in_clean_abilities_with_varied_clauses() -> None:
    """Verbs behind “you”, relative clauses, “only if”, “none are”: each was marked once, or could be."""
    lines = Path(__file__).with_name("clean_abilities.txt").read_text("utf-8").splitlines()
    assert len(lines) >= 150
    assert [(line, slip.rule) for line in lines for slip in style.slips(line, "Somebody")] == []


@pytest.mark.parametrize(
    "code", [code for code, rule in catalogue.table("style_rules").items() if "for" in rule]
)
def test_the_examples_of_a_rule_are_right(code: str) -> None:
    rule = catalogue.table("style_rules")[code]
    kind = style.Kind(rule.get("fields", ["ability"])[0])

    def is_found(text: str) -> bool:
        return code in {slip.rule for slip in style.slips(text, kind=kind)}

    missed = [text for text in rule["for"] if not is_found(text)]
    false = [text for text in rule["against"] if is_found(text)]
    assert (missed, false) == ([], [])


def test_a_pattern_without_a_replacement_says_where_to_look() -> None:
    for rule in catalogue.table("style_rules").values():
        if any(right is None for _, right in rule["patterns"]):
            assert "{right}" not in rule.get("look", rule["say"])
    (slip,) = style.slips("Each night*, choose an undead player: they die.")
    assert slip.message == "The game has another word for this: look at “undead”."


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Look at the Grimore & choose a player: they are drunk.", "Grimoire"),
        ("Choose a dead player: they are ressurected.", "resurrected"),
        ("Each night, chose a palyer: they are drunk.", "player"),
        ("Whne you die, all players learn this.", "When"),
        ("You learn what the Fortune teller learns.", "Fortune Teller"),
    ],
)
def test_a_misspelled_word_is_found(text: str, right: str) -> None:
    assert right in [slip.right for slip in style.slips(text)]


def test_other_words_and_names_of_the_set_are_not_misspelled() -> None:
    text = "Each night*, you learn if the Plaver or a baker with a brick stove voted for you."
    assert style.slips(text, "", frozenset({"Plaver"})) == ()


def test_a_fix_writes_what_the_author_meant() -> None:
    def sure() -> Iterator[Planted]:
        for each in planted():
            seen = style.slips(each.text, each.name)
            if (
                seen
                and all(slip.severity is Severity.FIX for slip in seen)
                and "?" not in [right for *_, right in each.slips]
            ):
                yield each

    wrong = {each.text: now for each in sure() if (now := style.fixed(each.text, each.name)) != each.right}
    assert len([*sure()]) > 80
    assert wrong == {}


def test_a_fixed_text_has_nothing_left_to_fix() -> None:
    for each in planted():
        left = style.slips(style.fixed(each.text, each.name), each.name)
        assert [slip for slip in left if slip.severity is Severity.FIX] == []


def fixes(written: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (written["name"], slip.message)
        for field, text in style.texts(written)
        for slip in style.slips(text, written["name"], frozenset(), style.FIELDS[field])
        if slip.severity is Severity.FIX
    ]


def test_no_text_of_ours_needs_a_fix() -> None:
    files = [*assets.data("characters").glob("*/*.json")]
    assert len(files) > 170
    assert [fix for file in files for fix in fixes(json.loads(file.read_text("utf-8")))] == []


@pytest.mark.skipif(not FIXTURES.is_dir(), reason="the publisher's texts are not public")
def test_no_text_of_the_publisher_needs_a_fix() -> None:
    roles = json.loads((FIXTURES / "official/resources/data/roles.json").read_text("utf-8"))
    assert len(roles) > 170
    assert [fix for role in roles for fix in fixes(role)] == []


@pytest.mark.skipif(not FIXTURES.is_dir(), reason="the sets of these authors are not public")
def test_slips_that_authors_made_themselves_are_found() -> None:
    labels = json.loads(Path(__file__).with_name("homebrew_slips.json").read_text("utf-8"))
    missed, false = [], []
    for name in ("homebrew/arkham-intro-1", "homebrew/fall-of-rome", "bloodstar/script"):
        script = builder.parse((FIXTURES / f"{name}.json").read_text("utf-8"))
        for entry in script.entries:
            text = entry.character.ability if entry.character and entry.is_custom else ""
            text = entry.written.get("ability", "") if text else ""
            seen = style.slips(text)
            spots = [spot for each in labels.get(entry.id, []) for spot in [re.search(each, text)] if spot]
            assert len(spots) == len(labels.get(entry.id, []))
            missed += [spot[0] for spot in spots if not any(_meet(slip, spot) for slip in seen)]
            false += [slip for slip in seen if not any(_meet(slip, spot) for spot in spots)]
    assert missed == ["2 Legionary"]  # a name of the set, which no rule knows
    assert false == []


def _meet(slip: style.Slip, spot: re.Match[str]) -> bool:
    return slip.start <= spot.end() and spot.start() <= slip.end


@pytest.mark.skipif(not FIXTURES.is_dir(), reason="the sets of these authors are not public")
def test_abilities_in_other_languages_are_left_alone() -> None:
    script = json.loads((FIXTURES / "homebrew/many-alphabets.json").read_text("utf-8"))
    texts = [each["ability"] for each in script if isinstance(each, dict) and "ability" in each]
    assert len(texts) > 8
    assert [slip for text in texts for slip in style.slips(text)] == []


def test_a_character_of_the_set_may_be_called_like_a_word() -> None:
    text = "Each night*, a player nominated by Player & Dead is drunk. You learn which Good they are."
    assert [slip.rule for slip in style.slips(text, "", frozenset({"Player"}))] == ["capitals"]


def test_all_slips_of_a_set_are_put_right_in_one_change() -> None:
    script = builder.parse(
        json.dumps(
            [
                {
                    "id": "tide",
                    "name": "Tide",
                    "team": "demon",
                    "ability": "Each Night*, choose two players, they die",
                },
                {"id": "bell", "name": "Bell", "team": "minion", "ability": "You start knowing a demon. "},
                {"id": "calm", "name": "Calm", "team": "outsider", "ability": "You might die."},
                "imp",
            ]
        )
    )
    op = wording.fix_all(style.of(script))
    assert op
    done = editing.change(script, op)
    assert [each.ability for each in done.script.characters][:3] == [
        "Each night*, choose 2 players: they die.",
        "You start knowing a Demon.",
        "You might die.",
    ]
    assert done.label == "House style: Tide, Bell"


@pytest.mark.parametrize(
    ("text", "rule", "right"),
    [
        ("each night, choose a player: they are drunk.", "first-word", "Each"),
        ("a player neighboring you is drunk tonight.", "first-word", "A"),
        ("At the start of the game, you know 1 Outsider.", "opening", "You start knowing"),
        ("When the game begins you learn 2 players.", "opening", "You start knowing"),
        ("On your 1st Night, choose a player: they are drunk.", "opening", "night"),
        ("You cannot die at night.", "contractions", "can't"),
        ("Choose a player each night: they are drunk.", "time-first", "Each night, choose a player"),
        ("You learn a dead player each day.", "time-first", "Each day, you learn a dead player"),
    ],
)
def test_this_slip_is_found(text: str, rule: str, right: str) -> None:
    assert [(slip.rule, slip.right) for slip in style.slips(text)] == [(rule, right)]


@pytest.mark.parametrize(
    "text",
    [
        "eel & toad neighbors are drunk.",
        "You do not know your alignment.",
        "Minions learn 3 bluffs. The players they chose do not.",
        "When the game begins, you learn that you are evil.",
        "Each day, a player must be nominated.",
    ],
)
def test_this_is_no_slip(text: str) -> None:
    assert style.slips(text) == ()


def test_night_reminders_and_tokens_have_rules_of_their_own() -> None:
    own = {"id": "tide", "name": "Tide", "team": "demon", "ability": "You might die."}
    texts = {
        "firstNightReminder": "You choose a player and they die.",
        "otherNightReminder": "The Storyteller should wake the Tide and its neighbours.",
        "reminders": ["drunk", "Poisoned.", "Poisoned.", "Is Mad"],
    }
    script = builder.parse(json.dumps([own | texts]))
    found = {(each.field, slip.rule, slip.right) for each in style.of(script) for slip in each.slips}
    assert found == {
        ("firstNightReminder", "night-you", None),
        ("otherNightReminder", "night-orders", "Wake"),
        ("otherNightReminder", "british", "neighbor"),
        ("reminders", "token-capitals", "Drunk"),
        ("reminders", "token", ""),
    }
    op = wording.fix_all(style.of(script))
    assert op
    (fixed,) = editing.change(script, op).script.characters
    assert fixed.reminders == ("drunk", "Poisoned", "Poisoned", "Is Mad")
    assert fixed.other_night_reminder == "The Storyteller should wake the Tide and its neighbors."


def test_a_text_too_long_for_an_ability_is_left_alone() -> None:
    assert style.slips("Each Night, choose two players. " + " " * 1_000_000) == ()


def test_letters_that_are_alike_in_turkish_only_are_no_fault_of_ours() -> None:
    for text in (
        "Each night*, choose the Village İdiot: they die.",
        "You start knowing the EVİL TWIN & the Fang Gu.",
    ):
        assert all(slip.right != "" for slip in style.slips(text))
