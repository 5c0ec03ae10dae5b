"""The script itself: its name and author, the texts of its almanac, credits, where it is published.

rename       {name}, author {author}: a field of `_meta`
language     {tag}: the language in which the script is shown unless the reader chooses another; empty: none
front        {synopsis, overview, difficulty, audience, changelog, dedication, disclaimer, iconCredits, fontCredits,
             coverCredits}: any of them, as Markdown; an empty text removes the field
front-add    {field, text}: adds a text before the changelog's text, or after another field's text
play-guide   {parts: [...]} or {"part.1", "part.2", ...}: its parts in order, blank ones left out;
             {move: "2 -1"} moves the second up
credits      {credits: [{name, roles: [...]}]} or {"name.1", "roles.1", ...} with commas between roles;
             {move} as above. A row without a name is removed
keywords     {keywords: [{term, also: [...], text}]} or {"term.1", "also.1", "text.1", ...} with commas between forms;
             {move} as above. A row without a term is removed
base-url     {url}: the address of the folder with the published files; empty: none
details      {bootlegger, logo, background, almanac, hideTitle}: any of these fields of `_meta`; an empty value removes
             the field
"""

import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from builder import language, uploads
from builder.editing import extra_fields, readers
from builder.editing.change import Change, EditError, Op, op, with_meta, with_ours
from builder.errors import ClockwrightError
from builder.formats import links
from builder.formats.official import clockwright_block
from builder.game import keywords
from builder.game.script import Script
from builder.language import N_, gettext as _, number

#: Field titles, in the order of the page.
FRONT: Mapping[str, str] = {
    "synopsis": N_("Synopsis"),
    "overview": N_("Overview"),
    "difficulty": N_("Difficulty"),
    "audience": N_("Audience"),
    "dedication": N_("Dedication"),
    "disclaimer": N_("Disclaimer"),
    "changelog": N_("Changelog"),
    "iconCredits": N_("Icon credits"),
    "fontCredits": N_("Font credits"),
    "coverCredits": N_("Cover credits"),
}
#: Length limit of one text, as in `builder.prose`.
LONGEST = 50_000
LONGEST_NAME = 200
MOST_PARTS = 60
MOST_CREDITS = 300
MOVE = re.compile(r"(\d{1,3}) ([+-]?1)")


@op("rename")
def _rename(script: Script, op: Op) -> Change:
    return _about(script, "name", op, N_("Name"), empty="")


@op("author")
def _author(script: Script, op: Op) -> Change:
    return _about(script, "author", op, N_("Author"), empty=None)


@op("language")
def _language(script: Script, op: Op) -> Change:
    wanted = str(op.get("tag", "")).strip()[:LONGEST_NAME]
    found = language.find(wanted) if wanted else ""
    if found is None:
        names = ", ".join(language.known())
        raise EditError(
            _("There is no language “%(name)s”. Choose from: %(choices)s.")
            % {"name": wanted, "choices": names}
        )
    return Change(with_ours(script, "language", found), "Language", _("Language changed."))


def _about(script: Script, field: str, op: Op, label: str, *, empty: str | None) -> Change:
    """Set a field of `_meta`; creates `_meta` if there is none."""
    value = " ".join(str(op.get(field, "")).split())[:LONGEST_NAME]
    meta = extra_fields.meta_of(script)
    if value or empty is not None:
        meta[field] = value
    else:
        meta.pop(field, None)
    if script.written_meta == meta:
        return Change(script, "", "")
    return Change(with_meta(script, meta), label, _("%(label)s changed.") % {"label": label})


@op("front")
def _front(script: Script, op: Op) -> Change:
    given = {field: _text(op[field], title) for field, title in FRONT.items() if field in op}
    if not given:
        raise EditError(_("It is not clear which part of the almanac is meant."))
    names = [FRONT[field] for field in given]
    return _with(script, given, names[0] if len(names) == 1 else N_("Front matter"))


@op("front-add")
def _front_add(script: Script, op: Op) -> Change:
    field = str(op.get("field"))
    if field not in FRONT:
        raise EditError(_("It is not clear which part of the almanac is meant."))
    fresh, there = _text(op.get("text", ""), FRONT[field]), _text(_block(script).get(field) or "", "")
    if not fresh:
        return Change(script, "", _("There is nothing to insert."))
    both = [fresh, there] if field == "changelog" else [there, fresh]
    text = _text("\n\n".join(filter(None, both)), FRONT[field])
    return _with(script, {field: text}, FRONT[field])


@op("play-guide")
def _play_guide(script: Script, op: Op) -> Change:
    given = op.get("parts", _numbered(op, "part"))
    parts = [_text(each, _("Play guide")) for each in given] if isinstance(given, list) else None
    if parts is None or len(parts) > MOST_PARTS + 1:
        raise EditError(_("A play guide has up to %(most_parts)s parts.") % {"most_parts": MOST_PARTS})
    nonempty = [part for part in _moved(parts, op) if part]
    return _with(script, {"playGuide": nonempty}, N_("Play guide"))


@op("credits")
def _credits(script: Script, op: Op) -> Change:
    given = op.get("credits", _rows(op, "name", "roles"))
    if not isinstance(given, list) or len(given) > MOST_CREDITS + 1:
        raise EditError(
            _("The credits can have up to %(most_credits)s names.") % {"most_credits": MOST_CREDITS}
        )
    rows = [row for each in _moved(given, op) if (row := _credit(each))["name"]]
    return _with(script, {"credits": rows}, N_("Credits"))


@op("keywords")
def _keywords(script: Script, op: Op) -> Change:
    given = op.get(keywords.FIELD, _rows(op, "term", "also", "text"))
    if not isinstance(given, list) or len(given) > keywords.MOST + 1:
        raise EditError(_("A script can have up to %(most)s keywords.") % {"most": keywords.MOST})
    rows = [row for each in _moved(given, op) if (row := _keyword(each)).get("term")]
    if (script.block.get(keywords.FIELD) or []) == rows:
        return Change(script, "", "")
    changed = with_ours(script, keywords.FIELD, rows)
    return Change(changed, "Keywords", _("%(label)s changed.") % {"label": _(N_("Keywords"))})


@op("base-url")
def _base_url(script: Script, op: Op) -> Change:
    try:
        url = links.checked(str(op.get("url", "")))
    except ClockwrightError as error:
        raise EditError(str(error)) from error
    if script.block.get(links.FIELD, "") == url:
        return Change(script, "", _("That is already the address.") if url else "")
    message = _("Address saved: %(url)s.") % {"url": url} if url else _("Address removed.")
    return Change(with_ours(script, links.FIELD, url), "Address", message)


def _with(script: Script, given: Mapping[str, Any], label: str) -> Change:
    """The script with these fields of its almanac; empty ones are removed."""
    before = _block(script)
    after = {name: value for name, value in {**before, **given}.items() if value or name not in given}
    if clockwright_block.almanac_of(before) == clockwright_block.almanac_of(after):
        return Change(script, "", "")
    meta = extra_fields.meta_of(script)
    ours = {**extra_fields.block_of(meta), "almanac": after}
    return Change(
        with_meta(script, meta | {extra_fields.OURS: ours}), label, _("%(label)s changed.") % {"label": label}
    )


def _block(script: Script) -> dict[str, Any]:
    block = script.block.get("almanac")
    return dict(block) if isinstance(block, dict) else {}


def _text(value: object, title: str) -> str:
    """Normalize a text for storage: uniform line ends, no invalid characters."""
    if not isinstance(value, str):
        raise EditError(
            (_("%(title)s must be a text.") % {"title": title}) if title else _("This must be a text.")
        )
    text = value.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace").decode()
    text = "".join(letter for letter in text if letter >= " " or letter in "\n\t").strip()
    if len(text) > LONGEST:
        raise _too_long(title, number(len(text)), number(LONGEST))
    return text


def _too_long(title: str, count: object, longest: object) -> EditError:
    text = _("%(title)s has %(count)s characters. The limit is %(longest)s. Shorten it.")
    return EditError(text % {"title": title, "count": count, "longest": longest})


def _line(value: object, title: str, longest: int = LONGEST_NAME) -> str:
    text = " ".join(_text(value, title).split())
    if len(text) > longest:
        raise _too_long(title, len(text), longest)
    return text


def _credit(row: object) -> dict[str, Any]:
    roles = row.get("roles", []) if isinstance(row, dict) else None
    listed = roles.split(",") if isinstance(roles, str) else roles
    if not isinstance(row, dict) or not isinstance(listed, list):
        raise EditError(_("A credit is a name and what they did."))
    nonempty = [role for each in listed if (role := _line(each, _("What somebody did")))]
    return {"name": _line(row.get("name", ""), _("A name")), "roles": nonempty}


def _numbered(op: Op, name: str) -> list[object]:
    """Fields of a form in the order of their numbers: `part.1`, `part.2`, ..."""
    found = ((field.removeprefix(f"{name}."), value) for field, value in op.items())
    pairs = [(int(number), value) for number, value in found if number.isdecimal() and len(number) < 5]
    return [value for _unused, value in sorted(pairs, key=lambda pair: pair[0])]


def _rows(op: Op, first: str, *more: str) -> list[object]:
    """Fields of a form as rows: `name.1`, `roles.1`, ..."""
    numbers = sorted(
        {
            int(field.rpartition(".")[2])
            for field in op
            if re.fullmatch(rf"{first}\.\d{{1,4}}", field, re.ASCII)
        }
    )
    return [{name: op.get(f"{name}.{number}", "") for name in (first, *more)} for number in numbers]


def _keyword(row: object) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise EditError(_("A keyword is a word and what it means."))
    also = row.get("also", [])
    forms = also.split(",") if isinstance(also, str) else also
    if not isinstance(forms, list) or len(forms) > keywords.MOST_FORMS:
        raise EditError(_("A keyword has up to %(most)s other forms.") % {"most": keywords.MOST_FORMS})
    found = {
        "term": _line(row.get("term", ""), _("A keyword"), keywords.LONGEST_TERM),
        "also": [
            form for each in forms if (form := _line(each, _("A form of a keyword"), keywords.LONGEST_TERM))
        ],
        "text": _line(row.get("text", ""), _("The meaning of a keyword"), keywords.LONGEST_TEXT),
    }
    return {name: value for name, value in found.items() if value}


def _moved(items: list[Any], op: Op) -> list[Any]:
    """The items with one of them moved up or down, if the op asks for it."""
    asked = MOVE.fullmatch(str(op.get("move", "")))
    if asked is None:
        return items
    place = int(asked[1]) - 1
    target = place + int(asked[2])
    if 0 <= place < len(items) and 0 <= target < len(items):
        items[place], items[target] = items[target], items[place]
    return items


LONGEST_ADDRESS = 2_000
FORBIDDEN = frozenset(" <>\"'\\^`{|}")


@op("details")
def _details(script: Script, op: Op) -> Change:
    given = {
        field: (title, read(op[field], title)) for field, (title, read) in DETAILS.items() if field in op
    }
    if not given:
        raise EditError(_("It is not clear which detail is meant."))
    meta = extra_fields.meta_of(script)
    changed = [
        title for field, (title, value) in given.items() if (meta.get(field) or None) != (value or None)
    ]
    for field, (_unused, value) in given.items():
        if value:
            meta[field] = value
        else:
            meta.pop(field, None)
    if not changed:
        return Change(script, "", "")
    label = ", ".join(changed)
    return Change(
        with_meta(script, meta), label, _("%(fields)s changed.") % {"fields": ", ".join(map(str, changed))}
    )


def _address(value: object, title: str) -> str:
    """A full web address, or that of an uploaded picture; `https://` is added where it is missing."""
    text = str(value).strip()
    if not text or uploads.is_address(text):
        return text
    address = text if "://" in text else f"https://{text}"
    try:
        parts = urlsplit(address)
        is_whole = parts.scheme.lower() in {"http", "https"} and "." in (parts.hostname or "")
    except ValueError:
        is_whole = False
    if (
        not is_whole
        or not address.isprintable()
        or FORBIDDEN & set(address)
        or len(address) > LONGEST_ADDRESS
    ):
        raise EditError(
            _("%(title)s: enter a full address, such as https://example.org/my-script.") % {"title": title}
        )
    return address


#: The details that can be changed, each with its title and how its value is read.
DETAILS: Mapping[str, tuple[str, Callable[[object, str], Any]]] = {
    "bootlegger": (N_("Rules of the script"), readers.lines),
    "logo": (N_("Logo"), _address),
    "background": (N_("Background"), _address),
    "almanac": (N_("Almanac link"), _address),
    "hideTitle": (N_("Hide title"), readers.switch),
}
