"""Drawn tests draw the same examples every time: a red run is then somebody's change, not chance.

`HYPOTHESIS_PROFILE=explore make test` looks for new ones.
"""

import os

import pytest
from hypothesis import settings

from lexveil.detect import models

# No deadline: how long an example takes says how busy the machine is.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


@pytest.fixture
def english_model(monkeypatch):
    """As if only the model for English were there."""
    monkeypatch.setattr(models, "names", lambda: (models.DEFAULT,))
    models.readers.cache_clear()
    yield
    models.readers.cache_clear()


def forget_models():
    for known in (models.names, models.readers, models.languages_of):
        known.cache_clear()
