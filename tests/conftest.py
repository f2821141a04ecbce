"""What holds for all tests: examples that are the same on every run, and no window."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

os.environ["MPLBACKEND"] = "Agg"

settings.register_profile(
    "house",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],  # without compilation everything is slow
)
settings.load_profile("house")
