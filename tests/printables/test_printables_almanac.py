import composing
import pytest
from composing import homebrew, script

from builder import bundled
from builder.game.script import Script
from builder.printables import almanac
from builder.printables.almanac import Content
from builder.printables.almanac_pages import Page
from builder.printables.names import anchor


@pytest.fixture(scope="module")
def office() -> Content:
    return almanac.content(composing.sample("the-dead-letter-office"))


def with_texts(
    *people: dict[str, object] | str, characters: dict[str, object], **almanac_texts: object
) -> Script:
    return script(*people, clockwright={"almanac": almanac_texts, "characters": characters})


def page(content: Content, name: str) -> Page:
    return next(each for each in content.pages if each.icon.name == name)


def test_everybody_has_a_page_by_team_and_then_in_the_scripts_order(office: Content) -> None:
    teams = [each.icon.team for each in office.pages]
    assert teams == sorted(teams, key=list(dict.fromkeys(teams)).index)
    assert [each.icon.name for each in office.pages][:3] == ["Sorter", "Roundsman", "Penfriend"]
    assert len(office.pages) == 29


def test_whoever_is_on_the_script_twice_has_one_page() -> None:
    content = almanac.content(script("imp", "monk", "imp", "Imp"))
    assert [each.icon.name for each in content.pages] == ["Monk", "Imp"]


def test_a_character_that_is_kept_back_is_nowhere_in_the_almanac() -> None:
    secret = homebrew(1, "minion", name="Secret", firstNight=5, firstNightReminder="Wake.")
    kept = with_texts(
        secret,
        homebrew(2, "demon", name="Known", jinxes=[{"id": "made1", "reason": "Never both."}]),
        characters={"made1": {"export": False}},
    )
    content = almanac.content(kept)
    assert "Secret" not in repr(content)
    assert content.jinxes == ()


def test_a_kept_back_character_leaves_the_authors_night_order_too() -> None:
    people = [homebrew(n, "minion", firstNight=n + 2, firstNightReminder="Wake.") for n in (1, 2)]
    kept = script(
        *people,
        firstNight=["dusk", "made1", "made2", "dawn"],
        clockwright={"characters": {"made1": {"export": False}}},
    )
    content = almanac.content(kept)
    listed = [line.icon.id for line in content.nights[0][1]]
    assert "made2" in listed
    assert "made1" not in listed
    assert not [notice for notice in content.notices if "made1" in notice.characters]


def test_private_notes_are_not_among_the_words_to_print() -> None:
    noted = with_texts(homebrew(1, "demon"), characters={"made1": {"notes": "the host cheats"}})
    assert "cheats" not in repr(almanac.content(noted))


def test_the_night_numbers_of_a_page_are_those_of_the_night_order(office: Content) -> None:
    assert all(any(line.anchor for line in lines) for _, lines in office.nights)
    assert office.nights
    for place, (_, lines) in enumerate(office.nights):
        for line in lines:
            if line.anchor:
                its_page = next(each for each in office.pages if each.anchor == line.anchor)
                assert (its_page.first_night, its_page.other_night)[place] == line.number


def test_a_page_tells_jinxes_with_characters_that_are_not_on_the_script_and_marks_them() -> None:
    both = [{"id": "spy", "reason": "There."}, {"id": "imp", "reason": "Here."}]
    lines = page(almanac.content(script(homebrew(1, "townsfolk", jinxes=both), "imp")), "Maker 1").jinxes
    assert [(line.other.name, line.is_here) for line in lines] == [("Imp", True), ("Spy", False)]


def test_a_character_that_is_kept_back_is_no_stranger_in_a_jinx() -> None:
    known = homebrew(2, "demon", name="Known", jinxes=[{"id": "made1", "reason": "Never both."}])
    kept = with_texts(homebrew(1, "minion"), known, characters={"made1": {"export": False}})
    assert page(almanac.content(kept), "Known").jinxes == ()


def test_a_jinx_stands_on_both_pages() -> None:
    content = almanac.content(script("spy", "magician"))
    assert [each.other.name for each in page(content, "Spy").jinxes] == ["Magician"]
    assert [each.other.name for each in page(content, "Magician").jinxes] == ["Spy"]


def test_flavour_is_quoted_once() -> None:
    people = [
        homebrew(1, "demon", name="Bare", flavor="Boo."),
        homebrew(2, "demon", name="Quoted", flavor="“Boo.”"),
        homebrew(4, "demon", name="Quoting", flavor='He says "Boo".'),
        homebrew(3, "demon", name="Silent"),
    ]
    content = almanac.content(script(*people))
    assert [page(content, name).flavor for name in ("Bare", "Quoted", "Silent")] == ["“Boo.”", "“Boo.”", ""]
    assert page(content, "Quoting").flavor == 'He says "Boo".'


def test_a_first_paragraph_of_one_line_does_not_begin_large() -> None:
    texts = {"made1": "The end.", "made2": "The end.\n\n" + "More. " * 40, "made3": "More. " * 40}
    content = almanac.content(
        with_texts(
            *(homebrew(n, "demon") for n in range(1, 4)),
            characters={each: {"almanac": {"overview": text}} for each, text in texts.items()},
        )
    )
    assert [each.has_drop_cap for each in content.pages] == [False, False, True]


def test_only_alphabets_with_letters_that_stand_alone_begin_large() -> None:
    texts = {"made1": "The end.", "made2": "Это", "made3": "كل ليلة", "made4": "毎晩", "made5": "**Bold**"}
    texts = {name: text + " and so on" * 16 for name, text in texts.items()}
    content = almanac.content(
        with_texts(
            *(homebrew(n, "demon") for n in range(1, 6)),
            characters={each: {"almanac": {"overview": text}} for each, text in texts.items()},
        )
    )
    assert [each.has_drop_cap for each in content.pages] == [True, True, False, False, False]


def test_pages_with_nothing_but_ability_and_flavor_stand_together() -> None:
    made = (homebrew(each, "demon", flavor="Ha!" if each % 2 else "") for each in range(12))
    content = almanac.content(script("imp", *made))
    assert [(chapter.together, len(chapter.pages)) for chapter in content.singly] == [(False, 1), (True, 12)]


def test_a_page_with_texts_has_a_chapter_of_its_own(office: Content) -> None:
    assert [len(chapter.pages) for chapter in office.singly] == [1] * 29


def test_official_characters_are_explained_in_our_own_words() -> None:
    told = page(almanac.content(script("imp")), "Imp")
    explained = bundled.explanation("imp")
    assert explained is not None
    assert told.words.rules == explained.page.rules
    assert told.flavor == f"“{explained.flavor}”"


def test_the_authors_text_about_an_official_character_takes_precedence() -> None:
    texts = {"imp": {"almanac": {"advice": "Be kind."}, "export": True}}
    told = page(almanac.content(with_texts("imp", characters=texts)), "Imp")
    assert told.words.advice == ("Be kind.",)
    assert told.words.rules


def test_a_changed_official_character_is_not_explained() -> None:
    changed = {"id": "imp", "name": "Imp", "team": "demon", "ability": "Each night*, a player dies."}
    assert page(almanac.content(script(changed)), "Imp").words.rules == ()


def test_a_copy_with_the_publishers_ability_is_explained() -> None:
    known = bundled.find("imp")
    assert known is not None
    assert known.sort is not None
    copy = {"id": "imp", "name": "Imp", "team": "demon", "ability": "x" * known.sort.length}
    assert page(almanac.content(script(copy)), "Imp").words.rules


def test_tokens_are_counted_and_not_repeated() -> None:
    content = almanac.content(script(homebrew(1, "demon", reminders=["Dead", "Mad", "Dead"])))
    assert content.pages[0].reminders == ("Dead × 2", "Mad")


def test_the_alphabet_passes_over_the() -> None:
    people = [homebrew(n, "demon", name=name) for n, name in enumerate(("Zealot", "The Tide", "Auk"))]
    content = almanac.content(script(*people))
    assert [each.icon.name for each in content.alphabet[0].pages] == ["Auk", "The Tide", "Zealot"]


def test_ids_of_any_alphabet_have_addresses_of_their_own() -> None:
    ids = ["fang_gu", "fang-gu", "fanggu", "占い師", "Гном", "a b", "a  b"]
    assert len({anchor(each) for each in ids}) == len(ids)
    assert all(anchor(each).isascii() and " " not in anchor(each) for each in ids)


def test_ids_that_nobody_knows_are_named() -> None:
    assert almanac.content(script("imp", "nobodyknows")).unknown == ("nobodyknows",)


def test_an_empty_script_has_an_almanac() -> None:
    content = almanac.content(script())
    assert (content.pages, content.singly, content.teams, content.alphabet) == ((), (), (), ())
    assert not content.has_opening


def test_a_script_without_front_matter_gets_a_drafted_synopsis_and_difficulty() -> None:
    book = almanac.content(script("washerwoman", "chef", "empath", "saint", "poisoner", "imp")).almanac
    assert book.synopsis.startswith("3 Townsfolk, 1 Outsider, 1 Minion and 1 Demon. ")
    assert book.synopsis.endswith(almanac.MARK)
    assert book.difficulty == "Beginner: 6 of 6 characters are from Trouble Brewing."


def test_what_is_drafted_follows_the_characters() -> None:
    people = [
        homebrew(n, "minion", ability="Each night, choose a player: they are poisoned.") for n in range(3)
    ]
    book = almanac.content(script("imp", "boffin", *people)).almanac
    assert "Drunkenness and poison make information false" in book.synopsis
    assert book.difficulty == "Advanced: 1 is from outside the three base sets and 3 are homebrew."


def test_front_matter_of_the_author_is_left_alone() -> None:
    book = almanac.content(with_texts("imp", characters={}, audience="Friends.")).almanac
    assert (book.synopsis, book.difficulty, book.audience) == ("", "", "Friends.")
