"""Help with the wording of a character, as values that a page shows.

    advice = wording.help(character, script, findings)
    advice.opening.sentence, advice.brackets, advice.meter("ability").sentence, advice.nights[0].sentence, ...

`similar(character)` alone says which official characters are worded alike; `FEATURES`, `TIMES` and `REACHES` are what
a form for app features offers, `ladder("first")` what one for night numbers does.
"""

from builder.wording.features import FEATURES, REACHES, TIMES, Feature
from builder.wording.helping import Help, about, help  # noqa: A004  # that is what it gives
from builder.wording.nights import ladder
from builder.wording.similar import Similar, similar
from builder.wording.tagging import every_tag

__all__ = [
    "FEATURES",
    "REACHES",
    "TIMES",
    "Feature",
    "Help",
    "Similar",
    "about",
    "every_tag",
    "help",
    "ladder",
    "similar",
]
