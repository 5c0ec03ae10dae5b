"""The picture of the Grimoire: labels cover neither each other nor a token, and are large enough to read."""

from itertools import combinations

import pytest

from builder.web.view_models.grimoire import LEADING, LETTER_WIDTH, LETTERS, WIDTH, Label, circle

#: Pixels that the picture is wide on a laptop, and that letters have at least.
ON_A_LAPTOP, SMALLEST = 800, 11
Box = tuple[float, float, float, float]


def box(at: tuple[int, int], label: Label) -> Box:
    wide = max(min(len(line.text), label.letters) for line in label.lines) * LETTERS * LETTER_WIDTH
    left = at[0] + label.across - {"start": 0, "middle": wide / 2, "end": wide}[label.anchor]
    top = at[1] + label.lines[0].down - 0.75 * LEADING
    return left, top, left + wide, top + LEADING * len(label.lines)


def meets(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def is_on(one: Box, token: tuple[int, int], radius: int) -> bool:
    across = max(one[0], min(token[0], one[2])) - token[0]
    down = max(one[1], min(token[1], one[3])) - token[1]
    return across**2 + down**2 < radius**2


@pytest.mark.parametrize("seats", range(5, 21))
@pytest.mark.parametrize("first", range(4))
def test_no_label_covers_another_or_a_token(seats: int, first: int) -> None:
    ring = circle(seats)
    boxes = []
    for seat in range(seats):
        texts = [("player", "Maximiliane Louise")]
        if seat % 4 == first:
            texts += [("truly", "is the Fortune Teller"), ("mark", "Red Herring")]
        elif seat % 4 == (first + 1) % 4:
            texts += [("alignment", "evil")]
        boxes.append(box(ring.places[seat], ring.label(seat, texts)))
    for (one, its), (other, theirs) in combinations(enumerate(boxes), 2):
        assert not meets(its, theirs), (one, other)
    for one, its in enumerate(boxes):
        assert 0 <= its[0] < its[2] <= WIDTH
        assert 0 <= its[1] < its[3] <= ring.height
        for seat, token in enumerate(ring.places):
            assert not is_on(its, token, ring.radius), (one, seat)


def test_letters_are_large_enough_on_a_laptop() -> None:
    assert LETTERS * ON_A_LAPTOP / WIDTH >= SMALLEST


@pytest.mark.parametrize("seats", range(5, 21))
def test_neighboring_tokens_do_not_touch(seats: int) -> None:
    ring = circle(seats)
    for one, other in zip(ring.places, (*ring.places[1:], ring.places[0]), strict=True):
        assert (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 > (2 * ring.radius) ** 2
