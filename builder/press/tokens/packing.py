"""Places tokens on as few sheets as possible. Lengths are in millimetres, y points down."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from builder.content import Labels, TokenFace, TokenSizes

#: Margins of the paper: left and right, top (with heading), bottom (with credits).
SIDE, HEAD, FOOT = 7.0, 13.0, 12.5
_SLACK = 1e-6
#: Cards may be this much lower if that saves a sheet.
LOWEST_CARD = 0.9


@dataclass(frozen=True, slots=True)
class Spot:
    """The position of a token: its sheet, center and face."""

    sheet: int
    x: float
    y: float
    face: TokenFace


@dataclass(frozen=True, slots=True)
class Size:
    """Size to cut; a disc has equal width and height."""

    width: float
    height: float
    is_round: bool


def cut_sizes(sizes: TokenSizes) -> dict[str, Size]:
    """The sizes to cut by shape, in the order of the sheets."""
    return {
        "character": Size(sizes.character, sizes.character, is_round=True),
        "reminder": Size(sizes.reminder, sizes.reminder, is_round=True),
        "card": Size(*sizes.card, is_round=False),
    }


def on_paper(
    faces: Sequence[TokenFace],
    sizes: Mapping[str, Size],
    paper: tuple[float, float],
    gutter: float,
    *,
    hexagonal: bool,
) -> Iterator[Spot]:
    """Places all tokens; each shape begins below the previous one on the same sheet if there is room."""
    width = paper[0] - 2 * SIDE
    sheet, top = 0, HEAD
    for shape, size in sizes.items():
        some = [face for face in faces if face.shape == shape]
        while some:
            room = paper[1] - FOOT - top
            middles = best(size, width, room, gutter, hexagonal=hexagonal, wanted=len(some))
            if not middles and top > HEAD:
                sheet, top = sheet + 1, HEAD
                continue
            middles = middles or [(width / 2, room / 2)]  # larger than the paper: print it anyway, cut off
            for (x, y), face in zip(middles, some, strict=False):
                yield Spot(sheet, SIDE + x, top + y, face)
            used = middles[: len(some)]
            some = some[len(used) :]
            top += max(y for _, y in used) + size.height / 2 + gutter
            if some:
                sheet, top = sheet + 1, HEAD


def sparing(
    faces: Sequence[TokenFace],
    sizes: Mapping[str, Size],
    paper: tuple[float, float],
    gutter: float,
    *,
    hexagonal: bool,
) -> dict[str, Size]:
    """The same sizes, with slightly lower cards if that saves a sheet."""
    card = sizes["card"]
    room = paper[1] - HEAD - FOOT + gutter
    one_more = room / (int(room / (card.height + gutter) + _SLACK) + 1) - gutter
    heights = (card.height, max(one_more, LOWEST_CARD * card.height), LOWEST_CARD * card.height)
    tried = [{**sizes, "card": replace(card, height=height)} for height in heights]

    def sheets(tried: Mapping[str, Size]) -> int:
        return max(
            (spot.sheet for spot in on_paper(faces, tried, paper, gutter, hexagonal=hexagonal)), default=0
        )

    return min(tried, key=sheets)


def on_labels(faces: Sequence[TokenFace], labels: Labels) -> Iterator[Spot]:
    """Places tokens of one shape on stickers."""
    each = labels.columns * labels.rows
    for number, face in enumerate(faces):
        row, column = divmod(number % each, labels.columns)
        x = labels.left + labels.width / 2 + column * labels.across
        y = labels.top + labels.height / 2 + row * labels.down
        yield Spot(number // each, x, y, face)


def best(
    size: Size, width: float, height: float, gutter: float, *, hexagonal: bool, wanted: int
) -> list[tuple[float, float]]:
    """The centers of the pattern with the most tokens, or with the fewest rows for all `wanted` ones; row by row.

    Rows are horizontally centred.
    """
    patterns = [_grid(size, width, height, gutter)]
    if hexagonal and size.is_round:
        patterns += [_by_rows(size, width, height, gutter), _by_columns(size, width, height, gutter)]
    enough = [pattern for pattern in patterns if len(pattern) >= wanted]
    if enough:
        return min(enough, key=lambda pattern: pattern[wanted - 1][1])
    return max(patterns, key=len)


def _fit(room: float, size: float, pitch: float) -> int:
    return int((room - size) / pitch + 1 + _SLACK) if room >= size - _SLACK else 0


def _grid(size: Size, width: float, height: float, gutter: float) -> list[tuple[float, float]]:
    across, down = size.width + gutter, size.height + gutter
    columns, rows = _fit(width, size.width, across), _fit(height, size.height, down)
    left = (width - (columns - 1) * across) / 2
    return [
        (left + column * across, size.height / 2 + row * down)
        for row in range(rows)
        for column in range(columns)
    ]


def _by_rows(size: Size, width: float, height: float, gutter: float) -> list[tuple[float, float]]:
    """A hexagonal pattern: every other row is moved by half a token."""
    across = size.width + gutter
    down = across * math.sqrt(3) / 2
    most = _fit(width, size.width, across)
    rows = _fit(height, size.height, down)
    if not most or not rows:
        return []
    wide = (most - 0.5) * across + size.width <= width + _SLACK
    counts = [most if wide or row % 2 == 0 else most - 1 for row in range(rows)]
    whole = (most - 1) * across + (across / 2 if wide else 0)
    left = (width - whole) / 2
    return [
        (left + (row % 2) * across / 2 + column * across, size.height / 2 + row * down)
        for row, count in enumerate(counts)
        for column in range(count)
    ]


def _by_columns(size: Size, width: float, height: float, gutter: float) -> list[tuple[float, float]]:
    """A hexagonal pattern: every other column is moved by half a token. Sorted by rows."""
    turned = _by_rows(Size(size.height, size.width, is_round=True), height, width, gutter)
    return sorted(((x, y) for y, x in turned), key=lambda place: (round(place[1], 3), place[0]))
