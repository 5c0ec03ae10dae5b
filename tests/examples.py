"""How many examples a property is tried with: some in every run, many times as many in the slow suite."""

import os
from typing import Any

from hypothesis import settings

MORE = 8


def examples(number: int, **choices: Any) -> settings:
    """Settings for a property that is tried so often in every run."""
    exploring = os.environ.get("CLOCKWRIGHT_TEST_EXAMPLES") == "exploring"
    return settings(max_examples=number * MORE if exploring else number, deadline=None, **choices)
