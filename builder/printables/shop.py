"""An order for a print shop: stickers, cards, or the sheet as a poster, by the presets in `data/shops/`."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from builder import assets
from builder.content import Shop, ShopWork
from builder.errors import UnknownChoiceError
from builder.game.script import Script
from builder.language import N_, gettext as _
from builder.printables import tokens
from builder.printables.options import Options, Setting

TITLE = "print shop package"
EVERY_PICTURE = True
#: Settings of the tokens that matter to a print shop too.
OF_TOKENS = (
    "punch",
    "character",
    "reminder",
    "parts",
    "only",
    "ability",
    "versions",
    "art",
    "players",
    "duplicates",
)


@cache
def shops() -> Mapping[str, Shop]:
    """The presets by name, in order."""
    found = {path.stem: json.loads(path.read_bytes()) for path in assets.data("shops").glob("*.json")}
    return {
        name: Shop(
            name,
            written["title"],
            written["makes"],
            written["bleed"],
            written["safe"],
            {size: (width, height) for size, (width, height) in written.get("sizes", {}).items()},
        )
        for name, written in sorted(found.items(), key=lambda item: item[1]["order"])
    }


SETTINGS: Mapping[str, Setting] = {
    "shop": Setting(N_("What kind of print shop."), "stickers", tuple(shops())),
    "size": Setting(
        N_(
            "Size after the cut: poker, bridge or tarot for cards, a3 or a2 for the poster. Empty: the first."
        ),
        "",
    ),
    "style": Setting(N_("The style of the tokens, or of the sheet for a poster. Empty: the usual one."), ""),
    "files": Setting(
        N_("One file with a page for each piece, or a file for each piece."),
        "together",
        ("together", "apart"),
    ),
    "profile": Setting(
        N_("The color profile: ours, or the name of an ICC file in profiles/ of the data folder."), "coated"
    ),
    **{name: tokens.SETTINGS[name] for name in OF_TOKENS},
}


def content(script: Script, options: Options) -> ShopWork:
    """The order for a script. Raises UnknownChoiceError for an invalid setting."""
    options = options.with_defaults({**tokens.SETTINGS, **SETTINGS})
    shop = shops()[options.setting("shop")]
    faces = tokens.content(script, options)
    if shop.makes == "cards":
        about = ("reminders/", "about/")  # neither reminders nor what is about the script become cards
        faces = replace(faces, faces=tuple(face for face in faces.faces if not face.file.startswith(about)))
    return ShopWork(
        front=faces.front,
        shop=shop,
        tokens=faces,
        trim=_trim(shop, options.setting("size")),
        apart=options.setting("files") == "apart",
        profile=options.setting("profile"),
    )


def judge(options: Options) -> None:
    """Validates the settings without a script. Raises UnknownChoiceError."""
    options = options.with_defaults(tokens.SETTINGS)
    _trim(shops()[options.setting("shop")], options.setting("size"))
    tokens.judge(options)


def _trim(shop: Shop, size: str) -> tuple[float, float] | None:
    if not shop.sizes:
        return None
    size = size.strip().lower() or next(iter(shop.sizes))
    if size not in shop.sizes:
        raise UnknownChoiceError(_("There is no size “%(name)s”."), size, shop.sizes)
    return shop.sizes[size]
