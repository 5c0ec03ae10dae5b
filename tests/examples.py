"""How many examples a property is tried with: some in every run, many times as many in the slow suite."""

import os
from typing import Any

from hypothesis import HealthCheck, settings

PROFILE = os.environ.get("CLOCKWRIGHT_TEST_EXAMPLES", "steady")
MORE = 8

# The same examples in every run, so that a failure is the fault of a change; bin/test --slow looks for new ones.
# A busy machine is no fault of theirs either.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("steady", PATIENT, derandomize=True)
settings.register_profile("exploring", PATIENT, derandomize=False)
settings.load_profile(PROFILE)


def examples(number: int, **choices: Any) -> settings:
    """Settings for a property that is tried so often in every run."""
    return settings(max_examples=number * MORE if PROFILE == "exploring" else number, **choices)
