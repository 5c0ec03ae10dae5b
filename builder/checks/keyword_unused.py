"""Whether every keyword that a script explains occurs in it.

A term that no character has any more is dropped from sheets and almanacs, which list what occurs. Perhaps it is spelled
in another way by now, or has a form that is not listed.
"""

from collections.abc import Iterator

from builder.checks.facts import Finding
from builder.game import keywords
from builder.game.problem import Severity
from builder.game.script import Script
from builder.language import gettext as _

CODE = "keyword-unused"
SEVERITY = Severity.ADVICE


def check(script: Script) -> Iterator[Finding]:
    explained = keywords.of(script)
    if not explained:
        return
    texts = [text for each in script.characters for text in keywords.texts_of(each)]
    jinxes = (jinx.reason for each in script.characters for jinx in each.jinxes)
    found = keywords.used(explained, (*texts, *script.meta.bootlegger, *jinxes))
    for each in explained:
        if each not in found:
            yield Finding(
                _(
                    "The keyword “%(term)s” is explained, but no character has it. Remove it from the almanac's "
                    "keywords, or list the forms in which it occurs."
                )
                % {"term": each.term},
                path=f"$[{script.meta_position}]",
            )
