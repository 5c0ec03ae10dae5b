"""Former names of homebrew: which are remembered, and where texts still have them."""

from builder.game import former_names


def test_names_are_read_from_our_object_and_invalid_ones_are_not() -> None:
    written = {"Owl": "Barn Owl", "Toad": "", " ": "x", "Eel": 3, "N" * 81: "x"}
    assert former_names.of({former_names.FIELD: written}) == {"Owl": "Barn Owl", "Toad": ""}
    assert former_names.of({former_names.FIELD: [1]}) == {}
    many = {f"Own {number}": "" for number in range(100)}
    assert len(former_names.of({former_names.FIELD: many})) == former_names.MOST


def test_a_name_within_a_longer_one_is_another() -> None:
    words = former_names.pattern("Owl", {"Barn Owl", "Toad"})
    assert former_names.is_in("Owl", words, "The Owl hoots.")
    assert not former_names.is_in("Owl", words, "The Barn Owl hoots, the Owlet sleeps.")
    assert former_names.put(words, "Heron", "Owl, Barn Owl and Owl.") == "Heron, Barn Owl and Heron."


def test_names_that_a_text_still_has_are_found() -> None:
    assert former_names.still_named(["Owl", "Toad"], {"Heron"}, ["The Owl.", "Heron"]) == {"Owl"}
    assert former_names.still_named([], {"Heron"}, ["The Owl."]) == set()
