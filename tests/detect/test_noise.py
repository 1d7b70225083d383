"""What only a model has seen and is no name and no number of anybody."""

import pytest

from builders import doc
from lexveil.detect.noise import without_noise
from lexveil.model import Span


def left(marked, source="ner:en-legal"):
    document, spans, _ = doc(marked)
    spans = [Span(span.start, span.end, span.category, 0.4, (source,)) for span in spans]
    return [document.text[span.start : span.end] for span in without_noise(spans, document)]


@pytest.mark.parametrize(
    "text",
    [
        "Day 1\n[Q.](PERSON) And who is he?\n[A.](PERSON) I do not know.",
        "[Q.](PERSON) (Mr Roe) You knew?",
        "His note in Exhibit [C-14](CODE) says so.",
        "see Annexes A-1, B-2 and [C-3](CODE)",
        "On 22 January cylinder [no. 3](CODE) failed.",
    ],
)
def test_marks_of_speakers_and_of_exhibits_are_dropped(text):
    assert left(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "The child [A.](PERSON) lives with her mother.",
        "[A.](PERSON) was heard in camera.",
        "passport [C-14](CODE)",
        "with the registration [no. 348812](CODE)",
        "[Q.](PERSON)",
    ],
)
def test_what_may_be_somebody_stays(text):
    assert len(left(text)) == 1


def test_what_a_rule_has_seen_stays():
    assert left("see Exhibit [C-14](CODE)", source="documents:label") == ["C-14"]
