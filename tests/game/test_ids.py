import pytest

from builder.game.ids import key


@pytest.mark.parametrize(
    ("written", "other"),
    [
        ("Pit-Hag", "pit_hag"),
        ("pit hag", "pithag"),
        ("Fang Gu", "fanggu"),
        ("Lil' Monsta", "lil_monsta"),
        ("al-hadikhia", "Alhadikhia"),
        ("Slógh", "slogh"),
        ("Slo\u0301gh", "Slógh"),
        ("devils_advocate", "Devil\u2019s Advocate"),
        ("ﬁsherman", "fisherman"),
    ],
)
def test_two_ways_to_write_one_id_are_one(written: str, other: str) -> None:
    assert key(written) == key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("占い師", "狼男"), ("Гном", "Гном2"), ("מורה", "מורח"), ("imp", "imp2"), ("й", "ў")]
)
def test_different_ids_stay_different_in_every_alphabet(one: str, other: str) -> None:
    assert key(one) != key(other)
    assert key(one)


def test_capitals_are_one_in_every_alphabet() -> None:
    assert key("Гном") == key("гном")
    assert key("ΜΟΙΡΑ") == key("μοιρα")


def test_an_id_of_signs_alone_has_an_empty_key() -> None:
    assert key("—!?☠") == ""
