import pytest

from lexveil.errors import PolicyError
from lexveil.evaluate.detection import Mask
from lexveil.evaluate.gold import Gold
from lexveil.evaluate.report import predictor, rows
from lexveil.model import Document, Entity, Replacement, Span
from lexveil.pipeline import Result
from lexveil.policy import Policy

#       0         1         2         3
#       0123456789012345678901234567890123456
TEXT = "Ann Roe wrote. Roe left. Acme stayed."


def result() -> Result:
    raw = (Span(0, 7, "PERSON", 0.9), Span(25, 29, "ORG", 0.6))
    entities = (
        Entity("e1", "PERSON", "WITNESS", 1, (raw[0], Span(15, 18, "PERSON", 0.9))),
        Entity("e2", "ORG", "ORGANIZATION", 2, (raw[1],)),
    )
    replacements = (Replacement(0, 7, "A", "e1"), Replacement(15, 18, "A", "e1"))
    return Result(Document("doc", TEXT), Policy("test"), raw, entities, (), replacements)


def test_raw_is_what_was_detected_masked_where_the_policy_masks():
    raw = rows(result())["raw"]
    assert [(span.start, span.end, span.category) for span in raw.spans] == [
        (0, 7, "PERSON"),
        (25, 29, "ORG"),
    ]
    assert raw.masked == (Mask(0, 7),)


def test_uniform_is_every_occurrence_with_its_entity():
    uniform = rows(result())["uniform"]
    assert [(span.start, span.end) for span in uniform.spans] == [(0, 7), (15, 18), (25, 29)]
    assert uniform.masked == (Mask(0, 7, "e1"), Mask(15, 18, "e1"))


def test_the_pipeline_predicts_for_a_gold_document(monkeypatch):
    monkeypatch.setenv("LEXVEIL_DETECTORS", "titles")
    predict = predictor(policy="court-eu")
    found = predict(Gold("a", "The applicant, Mr John Roe, was heard. Mr Roe agreed.", ()))
    assert (15 + 3, 15 + 11) in [(mask.start, mask.end) for mask in found["raw"].masked]
    assert len(found["uniform"].masked) == 2


def test_an_unknown_policy_is_an_error():
    with pytest.raises(PolicyError):
        predictor(policy="none-such")
