"""Arithmetic of colors (`#rrggbb`): contrast (WCAG 2), lightness, chroma and hue (OKLCH), how eyes tell two apart."""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

Triple = tuple[float, float, float]
#: Steps of lightness in which a readable tone is searched for.
STEPS = 400
#: How eyes without one kind of cones see linear red, green and blue: Viénot, Brettel and Mollon (1999).
_BLINDNESS = {
    "protanopia": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deuteranopia": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
    # A projection along the line of tritanopia that leaves greys as they are.
    "tritanopia": ((1.0, 0.14461, -0.14461), (0.0, 0.85924, 0.14076), (0.0, 0.85924, 0.14076)),
}
#: The ways in which team colors are compared: as they are, on a laser printer, by color-blind eyes.
EYES = ("usual", "grey", *_BLINDNESS)


def channels(color: str) -> Triple:
    """Red, green and blue of `#rrggbb` or `#rgb`, from 0 to 1."""
    if len(color) == 4:
        color = "#" + "".join(2 * digit for digit in color[1:])
    red, green, blue = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


def _written(parts: Iterable[float]) -> str:
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, part))):02x}" for part in parts)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _gamma(part: float) -> float:
    part = max(0.0, part)
    return 12.92 * part if part <= 0.0031308 else 1.055 * float(part ** (1 / 2.4)) - 0.055


@lru_cache(maxsize=8192)
def luminance(color: str) -> float:
    """The relative luminance, from 0 (black) to 1 (white)."""
    red, green, blue = map(_linear, channels(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colors, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def least_contrast(color: str, grounds: Iterable[str]) -> float:
    """The contrast with that ground with which it is least."""
    return min(contrast(color, ground) for ground in grounds)


def mixed(one: str, other: str, share: float) -> str:
    """A color between two: `share` 0 is the first, 1 the second."""
    pairs = zip(channels(one), channels(other), strict=True)
    return _written(first + (second - first) * share for first, second in pairs)


@lru_cache(maxsize=8192)
def oklab(color: str) -> Triple:
    """Lightness (0 to 1) and the two axes of hue, in a space in which equal distances look alike."""
    return _lab(*map(_linear, channels(color)))


def _lab(red: float, green: float, blue: float) -> Triple:
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _from_lab(light: float, a: float, b: float) -> Triple:
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )


@lru_cache(maxsize=8192)
def toned(color: str, light: float) -> str:
    """The tone of the same hue in another lightness, as strong as a screen can show it and no stronger than it was."""
    _, a, b = oklab(color)
    low, high = 0.0, 1.0
    if _shows(_from_lab(light, a, b)):
        low = 1.0
    for _ in range(0 if low else 12):
        middle = (low + high) / 2
        low, high = (middle, high) if _shows(_from_lab(light, a * middle, b * middle)) else (low, middle)
    return _written(map(_gamma, _from_lab(light, a * low, b * low)))


def shaded(color: str, grey: float) -> str:
    """The tone of the same hue that has a lightness in grey (the cube root of its luminance)."""
    low, high = 0.0, 1.0
    for _ in range(14):
        middle = (low + high) / 2
        low, high = (low, middle) if math.cbrt(luminance(toned(color, middle))) > grey else (middle, high)
    return toned(color, (low + high) / 2)


def _shows(parts: Triple) -> bool:
    return all(-1e-4 <= part <= 1.0001 for part in parts)


def tones(color: str, steps: int = STEPS) -> Iterator[str]:
    """All tones of a hue, the most similar first."""
    light = oklab(color)[0]
    yield color
    for step in range(1, steps + 1):
        for other in (light - step / steps, light + step / steps):
            if 0 <= other <= 1:
                yield toned(color, other)
    yield from ("#000000", "#ffffff")


@lru_cache(maxsize=8192)
def _seen(color: str, eyes: str) -> Triple:
    if eyes == "usual":
        return oklab(color)
    if eyes == "grey":
        grey = luminance(color)
        return _lab(grey, grey, grey)
    linear = [*map(_linear, channels(color))]
    red, green, blue = (
        min(1.0, max(0.0, sum(part * value for part, value in zip(row, linear, strict=True))))
        for row in _BLINDNESS[eyes]
    )
    return _lab(red, green, blue)


def difference(one: str, other: str, eyes: str) -> float:
    """How far apart two colors are for some eyes, in OKLab: 0.02 is just seen side by side."""
    return math.dist(_seen(one, eyes), _seen(other, eyes))
