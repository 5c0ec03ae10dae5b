"""How long each text of a character is, and how long it may be."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from builder import catalogue
from builder.formats.official.schema import rule
from builder.game.character import Character
from builder.language import gettext as _

#: From this fraction of the limit on, a meter shows what remains.
NEARLY = 0.9


@dataclass(frozen=True, slots=True)
class Meter:
    """The length of one field against the format's limit and, of an ability, against what prints well."""

    #: The field's name in a file: `ability`, `reminders`.
    field: str
    title: str
    #: Number of letters, or of items in a list.
    length: int
    limit: int
    #: Above this it prints small; 0: no such advice.
    advised: int = 0
    sentence: str = ""

    @property
    def is_over(self) -> bool:
        """Whether it exceeds the official app's limit, so that the export cuts it off."""
        return self.length > self.limit

    @property
    def is_long(self) -> bool:
        """Whether it is valid, but longer than recommended."""
        return not self.is_over and 0 < self.advised < self.length


def meters(character: Character) -> tuple[Meter, ...]:
    """A meter for each field that the format limits; of lists also for their longest item."""
    return tuple(_meters(character))


def _meters(character: Character) -> Iterator[Meter]:
    fields = rule("character")["properties"]
    advised = int(catalogue.check_thresholds("long-ability")["letters"])
    texts = {
        "id": character.id,
        "name": character.name,
        "ability": character.ability,
        "edition": character.edition,
        "flavor": character.flavor,
        "firstNightReminder": character.first_night_reminder,
        "otherNightReminder": character.other_night_reminder,
    }
    for field, text in texts.items():
        most = advised if field == "ability" else 0
        yield _text(field, _(fields[field]["title"]), text, fields[field]["maxLength"], most)
    lists = {"reminders": character.reminders, "remindersGlobal": character.reminders_global}
    for field, items in lists.items():
        yield _list(field, _(fields[field]["title"]), len(items), fields[field]["maxItems"])
        item = fields[field]["items"]
        longest = max(items, key=len, default="")
        yield _text(
            f"{field}.item",
            _("longest %(field)s") % {"field": _(item["title"])},
            longest,
            item["maxLength"],
            0,
        )
    reason = fields["jinxes"]["items"]["properties"]["reason"]
    longest = max((jinx.reason for jinx in character.jinxes), key=len, default="")
    yield _text("jinxes.reason", _("longest reason of a jinx"), longest, reason["maxLength"], 0)


def _text(field: str, title: str, text: str, limit: int, advised: int) -> Meter:
    meter = Meter(field, title, len(text), limit, advised)
    return replace(meter, sentence=_of_text(meter))


def _of_text(meter: Meter) -> str:
    if meter.is_over and meter.field == "id":
        return _("%(length)s of %(limit)s characters: the official app refuses it. Shorten it.") % {
            "length": meter.length,
            "limit": meter.limit,
        }
    if meter.is_over:
        return _(
            "%(length)s of %(limit)s characters: shortened in files for the official app, kept in full here."
        ) % {"length": meter.length, "limit": meter.limit}
    if meter.is_long:
        return _(
            "%(length)s of %(limit)s characters. Over %(advised)s, sheets need smaller type and "
            "players miss half of it."
        ) % {"length": meter.length, "limit": meter.limit, "advised": meter.advised}
    if meter.length > NEARLY * meter.limit:
        return _("%(length)s of %(limit)s characters: %(number)s left.") % {
            "length": meter.length,
            "limit": meter.limit,
            "number": meter.limit - meter.length,
        }
    return _("%(length)s of %(limit)s characters.") % {"length": meter.length, "limit": meter.limit}


def _list(field: str, title: str, number: int, limit: int) -> Meter:
    sentence = _("%(number)s of %(limit)s.") % {"number": number, "limit": limit}
    if number > limit:
        sentence += " " + _("Files for the official app include only the first ones; all are kept here.")
    return Meter(field, title, number, limit, 0, sentence)
