"""The experiment of ANOPPI with our own texts (`languages/fi/inflection.toml`): names in reports."""

import pytest

from lexveil import pipeline
from lexveil.detect.models import DEFAULT, models_of
from lexveil.evaluate import inflection

NAMES = 152
CORRECT = 0.97  # of ANOPPI 136 of 152; found and in the right case
FALSE = 8


@pytest.mark.skipif(models_of("fi") == (DEFAULT,), reason="no model reads Finnish here")
def test_names_put_into_reports_are_found_and_inflected():
    found = inflection.evaluate(lambda document: pipeline.analyze(document, policy="court-eu"))
    assert found["names"] == NAMES
    assert found["right"] >= CORRECT * NAMES
    assert found["false"] <= FALSE


def test_what_is_missed_or_in_another_case_is_not_right():
    class Nothing:
        replacements = ()

    found = inflection.evaluate(lambda document: Nothing())
    assert (found["found"], found["right"], found["share"]) == (0, 0, 0.0)
