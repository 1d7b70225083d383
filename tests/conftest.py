"""Drawn tests draw the same examples every time: a red run is then somebody's change, not chance.

`HYPOTHESIS_PROFILE=explore make test` looks for new ones.
"""

import os

from hypothesis import settings

settings.register_profile("same", derandomize=True)
settings.register_profile("explore")
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
