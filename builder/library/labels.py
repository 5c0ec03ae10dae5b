"""The labels of revisions in the reader's language: they are stored in English, and everybody reads them."""

import re
from functools import cache

from builder.language import N_, Later
from builder.language import gettext as _

#: Every form that a label, or a part of the difference of two revisions, can have; those with fewer words come last.
FORMS = (
    N_("%(name)s: restored from revision %(number)s"),
    N_("Restored from revision %(number)s"),
    N_("Restored revision %(number)s"),
    N_("Undone: %(label)s"),
    N_("From a file: %(names)s"),
    N_("A problem"),
    N_("Check dismissed"),
    N_("Check restored"),
    N_("Rule of style switched on"),
    N_("Rule of style switched off"),
    N_("Sorted"),
    N_("Usual night order"),
    N_("Night order"),
    N_("Address"),
    N_("Name"),
    N_("Author"),
    N_("Language"),
    N_("Front matter"),
    N_("Play guide"),
    N_("Credits"),
    N_("Keywords"),
    N_("New"),
    N_("Copy"),
    N_("Imported"),
    N_("Sample"),
    N_("Copied from a link"),
    N_("Imported from Bloodstar"),
    N_("Pictures downloaded"),
    N_("Icons repainted from their source pictures"),
    N_("order changed"),
    N_("other details changed"),
    N_("a check dismissed or restored"),
    N_("icons changed"),
    N_("almanac changed"),
    N_("details changed"),
    N_("%(number)s icon restyled"),
    N_("%(number)s icons restyled"),
    N_("%(number)s names replaced"),
    N_("%(number)s more"),
    N_("− jinx of %(names)s"),
    N_("Jinx of %(names)s"),
    N_("+ %(name)s (variant)"),
    N_("%(name)s: export on"),
    N_("%(name)s: export off"),
    N_("%(name)s: variant"),
    N_("%(name)s: no icon"),
    N_("%(name)s: icon"),
    N_("%(name)s kept as it is here"),
    N_("%(name)s kept as they are here"),
    N_("%(name)s replaced with %(other)s"),
    N_("%(name)s has another id"),
    N_("%(name)s updated"),
    N_("%(name)s changed"),
    N_("%(name)s moved"),
)
#: What a change may be to: `Imp: ability, team`.
FIELDS = re.compile(r"(?P<name>.+): (?P<fields>[^:]+)")


def words(label: str) -> str:
    """A label in the current language; as it is if it has no form of ours."""
    for form, pattern in _patterns():
        if found := pattern.fullmatch(label):
            values = found.groupdict()
            if "label" in values:
                values["label"] = words(values["label"])
            if form.english == "%(name)s changed":
                values["name"] = _(values["name"])
            return form % values if values else str(form)
    if found := FIELDS.fullmatch(label):
        return f"{found['name']}: {', '.join(map(_, found['fields'].split(', ')))}"
    return ", ".join(words(each) for each in label.split(", ")) if ", " in label else _(label)


@cache
def _patterns() -> tuple[tuple[Later, re.Pattern[str]], ...]:
    """The forms as expressions for what they make: `%(name)s` is any text, `%(number)s` digits."""
    return tuple((form, re.compile(_expression(form.english))) for form in FORMS)


def _expression(form: str) -> str:
    parts = re.split(r"%\((\w+)\)s", form)
    texts, names = parts[::2], parts[1::2]
    kinds = {"number": r"\d+"}
    groups = [rf"(?P<{name}>{kinds.get(name, '.+')})" for name in names]
    return "".join(re.escape(text) + group for text, group in zip(texts, [*groups, ""], strict=True))
