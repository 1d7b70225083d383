"""Drawn tests draw the same examples every time: a red run is then somebody's change, not chance.

`HYPOTHESIS_PROFILE=explore make test` looks for new ones.
"""

import os

from hypothesis import settings

# No deadline: how long an example takes says how busy the machine is.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
