"""Takes in the pictures and fonts of a theme: judged, written anew, and stored by their content.

A request has only their names, so that worker processes and the farm find them in the store of pictures.
"""

import io
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from builder import files
from builder.errors import ClockwrightError, PictureError
from builder.game.problem import Problem, Severity
from builder.language import gettext as _
from builder.press.pictures import untrusted
from builder.press.pictures.store import name_of, store
from builder.themes import NONE, PLAIN, Theme, loading, resolving
from builder.themes.loading import DIGEST, ThemeError, Written
from builder.themes.schema import PICTURES, STORED

#: Maximum bytes of a font; maximum number of its glyphs.
MOST_FONT, MOST_GLYPHS = 5_000_000, 30_000
#: Bits of a font's `fsType`: it must not be embedded at all; only as pixels.
RESTRICTED, ONLY_PIXELS = 0x0002, 0x0200
LEVELS = 0x000F
#: Tables that printing needs; all others are left out, programs (hints) and pictures among them.
TABLES = (
    *("cmap", "head", "hhea", "hmtx", "maxp", "name", "OS/2", "post"),
    *("glyf", "loca", "CFF ", "VORG", "GDEF", "GPOS", "GSUB", "kern", "BASE", "vhea", "vmtx"),
)
NO_BREAK_SPACE = 0xA0
#: Names of a font file: family, style, full name, PostScript name.
NAMES = (1, 2, 4, 6)


def taken_in(written: Written) -> str:
    """A theme as a text that travels, with its files in the store. Raises ThemeError or PictureError for a bad one."""
    makers = {"paper.picture": _ground, "logo.picture": _logo}
    return loading.packed(_with_files(written, makers, lambda body: STORED + _font(body)))


def _with_files(
    written: Written,
    pictures: Mapping[str, Callable[[bytes], dict[str, Any]]],
    make_font: Callable[[bytes], str],
) -> dict[str, Any]:
    """The fields of a theme with what is made of its files: fields by place of a picture, the name of a font.

    Raises ThemeError that names the place of a bad file.
    """
    fields: dict[str, Any] = json.loads(json.dumps(written.fields))
    fonts = [
        (f"fonts.{role}.{weight}", font, weight)
        for role, font in (fields.get("fonts") or {}).items()
        for weight in (font if isinstance(font, dict) else ())
    ]
    places = [(place, fields.get(place.split(".")[0]) or {}, "picture") for place in PICTURES]
    for place, group, name in (*places, *fonts):
        address = group.get(name) or ""
        if address.startswith(DIGEST):
            make, body = pictures.get(place), written.files[address]
            try:
                group.update(make(body) if make else {name: make_font(body)})
            except (PictureError, ThemeError) as error:
                raise _bad(place, error) from error
    return fields


def rewritten(theme: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """The fields of a JSON file or ZIP, and its files written anew, by the names that the fields have for them.

    Raises ThemeError, PictureError or UnknownChoiceError for a bad one.
    """
    files: dict[str, bytes] = {}

    def put(body: bytes, ending: str) -> str:
        name = f"{name_of(body)}{ending}"
        files[name] = body
        return name

    def ground(body: bytes) -> dict[str, Any]:
        made = untrusted.background(body)
        return {"picture": put(made.body, ".jpg"), "tones": list(made.tones)}

    def logo(body: bytes) -> dict[str, Any]:
        return {"picture": put(untrusted.reencode(body), ".png")}

    def font_file(body: bytes) -> str:
        return put(cleaned(body, name_of(body)), ".otf" if body[:4] == b"OTTO" else ".ttf")

    makers = {"paper.picture": ground, "logo.picture": logo}
    fields = _with_files(loading.from_bytes(theme), makers, font_file)
    for role, font in (fields.get("fonts") or {}).items():
        if isinstance(font, dict) and list(font) == ["regular"]:
            fields["fonts"][role] = font["regular"]
    return fields, files


def worn(said: object) -> Theme:
    """The theme of a request or a script: a name, an object, or the text of `taken_in`; nothing for an empty one.

    Raises ThemeError, PictureError or UnknownChoiceError.
    """
    if not said or said == NONE:
        return PLAIN
    if isinstance(said, str) and not said.startswith("{"):
        return resolving.resolved(_ours(said))
    return resolving.resolved(_of_text(said if isinstance(said, str) else json.dumps(said, sort_keys=True)))


def of_script(said: object) -> Theme:
    """The theme that a script says it has, if that can be used."""
    with suppress(ClockwrightError):
        return worn(said)
    return PLAIN


@lru_cache(maxsize=32)
def _of_text(text: str) -> str:
    return taken_in(loading.from_bytes(text.encode("utf-8", "replace")))


@cache
def _ours(name: str) -> str:
    return taken_in(loading.by_name(name))


def missing(theme: Theme) -> list[Problem]:
    """A notice if files of a theme are not in the store of this machine (any more)."""
    ground = theme.ground.picture if theme.ground else ""
    names = [ground, theme.logo, *theme.faces.values()]
    lost = [
        each for each in names if each.startswith(STORED) and store().get(each.removeprefix(STORED)) is None
    ]
    if not lost:
        return []
    words = _(
        "Pictures or fonts of the theme “%(theme)s” are not stored here any more. Choose its file again."
    )
    return [Problem("theme-files", Severity.NOTICE, words % {"theme": theme.title})]


def _ground(body: bytes) -> dict[str, Any]:
    """A picture behind pages: where it is, and its tones."""
    name = f"{name_of(body)}-ground"
    made = untrusted.background(body)
    if store().get(name) is None:
        store().put(name, made.body)
    return {"picture": STORED + name, "tones": list(made.tones)}


def _logo(body: bytes) -> dict[str, Any]:
    return {"picture": STORED + store().take_in(body)}


def _bad(place: str, error: ClockwrightError) -> ThemeError:
    return ThemeError(
        _("The file of the theme’s “%(place)s” cannot be used: %(reason)s.")
        % {"place": place, "reason": error}
    )


def _font(body: bytes) -> str:
    """Where a font is stored. Raises ThemeError with the reason for one that cannot be used."""
    name = f"{name_of(body)}-font"
    if store().get(name) is None:
        store().put(name, cleaned(body, name))
    return name


def cleaned(body: bytes, name: str) -> bytes:
    """A font with nothing but what printing needs, as OpenType. Raises ThemeError with the reason."""
    if len(body) > MOST_FONT:
        raise ThemeError(_("it is larger than %(size)s MB") % {"size": MOST_FONT // 10**6})
    if body[:4] not in {b"\0\1\0\0", b"OTTO", b"true", b"wOF2"}:
        raise ThemeError(_("it isn’t a font we can read (OTF, TTF or WOFF2)"))
    try:
        return _cleaned(body, name)
    except ThemeError:
        raise
    except Exception as error:  # fontTools raises almost anything for a damaged file
        raise ThemeError(_("the font is damaged")) from error


def _cleaned(body: bytes, name: str) -> bytes:
    from fontTools import subset
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(body), lazy=False, recalcTimestamp=False)
    if font["maxp"].numGlyphs > MOST_GLYPHS:
        raise ThemeError(_("it has more than %(count)s glyphs") % {"count": MOST_GLYPHS})
    if not {"glyf", "CFF "} & set(font.keys()):
        raise ThemeError(_("it has no outlines"))
    rights = font["OS/2"].fsType if "OS/2" in font else 0
    if rights & LEVELS == RESTRICTED or rights & ONLY_PIXELS:
        raise ThemeError(
            _("its license forbids embedding it in documents (fsType %(bits)s)") % {"bits": rights}
        )
    for table in [each for each in font.keys() if each not in TABLES and each != "GlyphOrder"]:  # noqa: SIM118
        del font[table]
    options = subset.Options(
        layout_features=["*"],
        hinting=False,
        notdef_outline=True,
        glyph_names=False,
        legacy_kern=True,
        name_IDs=NAMES,
        passthrough_tables=True,
    )
    options.recalc_timestamp = False
    subsetter = subset.Subsetter(options)
    letters = font.getBestCmap() or {}
    if ord(" ") not in letters:
        raise ThemeError(_("it has no space between words"))
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.setdefault(NO_BREAK_SPACE, letters[ord(" ")])
    subsetter.populate(unicodes=[*letters, NO_BREAK_SPACE])
    subsetter.subset(font)
    short = f"Own{name[:12]}"
    for number, words in zip(NAMES, (short, "Regular", short, short), strict=True):
        font["name"].setName(words, number, 3, 1, 0x409)
    font["name"].names = [
        each for each in font["name"].names if each.platformID == 3 and each.langID == 0x409
    ]
    font.flavor = None
    target = io.BytesIO()
    font.save(target)
    return target.getvalue()


@lru_cache(maxsize=64)
def font_path(stored: str) -> Path | None:
    """A stored font as a file of this process; None if it is missing."""
    name = stored.removeprefix(STORED)
    body = store().get(name)
    if body is None or not name.replace("-", "").isalnum():
        return None
    path = files.temporary_folder() / f"Own-{name[:12]}.{'otf' if body[:4] == b'OTTO' else 'ttf'}"
    if not path.exists():
        path.write_bytes(body)
    return path
