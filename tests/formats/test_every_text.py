"""All texts of a script with their places; variants of official characters; addresses of pictures."""

import json

import pytest

import builder
from builder import catalogue
from builder.errors import UnknownCharacterError, UnknownChoiceError
from builder.formats.carriers import script_pictures
from builder.formats.official import variants
from builder.formats.official.entries import texts

OWL = {
    "id": "owl",
    "name": "Owl",
    "team": "townsfolk",
    "ability": "You hear.",
    "reminders": ["Heard", "Heard"],
    "jinxes": [{"id": "imp", "reason": "No imps."}],
    "image": ["https://example.org/owl.png", "https://example.org/evil.png"],
}
META = {
    "id": "_meta",
    "name": "Wood",
    "logo": "https://example.org/logo.png",
    "bootlegger": ["Be kind."],
    "clockwright": {
        "almanac": {"synopsis": "Birds."},
        "keywords": [{"term": "hear", "also": ["hears"], "text": "Listen."}],
        "characters": {"owl": {"almanac": {"rules": ["One.", "Two."]}}},
    },
}


def test_every_text_is_found_once_with_its_place() -> None:
    found = [
        (each.who, each.name, each.field, each.text)
        for each in texts(builder.parse(json.dumps([META, OWL, "imp"])))
    ]
    own = ((0, "owl"), "Owl")
    assert found == [
        (None, "", "bootlegger", "Be kind."),
        *((None, "", "keywords", text) for text in ("hear", "hears", "Listen.")),
        (None, "", "synopsis", "Birds."),
        (*own, "name", "Owl"),
        (*own, "ability", "You hear."),
        (*own, "reminders", "Heard"),
        (*own, "jinxes", "No imps."),
        (*own, "rules", "One."),
        (*own, "rules", "Two."),
    ]


def test_a_variant_has_the_official_definition_and_jinxes_under_its_own_id() -> None:
    spy = catalogue.find("spy")
    assert spy is not None
    made = variants.variant("spy")
    assert (made["id"], made["name"], made["ability"]) == ("spy_variant", spy.name, spy.ability)
    assert "alchemist" in {each["id"] for each in made["jinxes"]}
    with pytest.raises(UnknownCharacterError):
        variants.variant("spyy")
    with pytest.raises(UnknownChoiceError):
        variants.variant("spy", "imp")


@pytest.mark.parametrize(("ability", "inherits"), [(None, True), ("[+1 Outsider]", False)])
def test_a_variant_inherits_setup_while_it_has_the_words_of_its_original(
    ability: str | None, inherits: bool
) -> None:
    baron = catalogue.find("baron")
    assert baron is not None
    made = variants.variant("baron", "duke")
    made |= {"ability": ability} if ability else {}
    meta = {"id": "_meta", "name": "x", "clockwright": {"characters": {"duke": variants.provenance(baron)}}}
    (duke,) = builder.parse(json.dumps([meta, made])).characters
    assert (duke.setup_effects == baron.setup_effects) is inherits


def test_addresses_of_pictures_are_listed_once_and_replaced() -> None:
    script = builder.parse(json.dumps([META, OWL, "imp"]))
    logo, good, evil = script_pictures.on_the_web(script)
    assert (logo, good) == (META["logo"], "https://example.org/owl.png")
    after = script_pictures.replaced(script, {logo: "a.png", evil: "b.png"})
    assert (after.meta.logo, after.characters[0].images) == ("a.png", (good, "b.png"))


def test_painted_icons_go_along_as_pictures_and_come_off_again() -> None:
    script = builder.parse(json.dumps([{"id": "_meta", "name": "x"}, {**OWL, "image": "old.png"}]))
    painted = script_pictures.with_icons(script, {0: [b"\x89PNG one", b"\x89PNG two"]})
    assert len(painted.characters[0].images) == 2
    assert script_pictures.without_icons(painted).characters[0].images == ()
    assert script_pictures.with_icons(script, {}) is script
    assert script_pictures.without_icons(script) is script
