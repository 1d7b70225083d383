"""Entities to hide, as Anom2 counts them: every figure against one worked out by hand."""

from builders import doc
from lexveil.evaluate.detection import Mask, Prediction, pair
from lexveil.evaluate.gold import Gold, Mention
from lexveil.evaluate.hidden import entities_to_hide
from lexveil.evaluate.report import ALONE, predictor
from lexveil.model import Span


def judged(wanted, predicted):
    """Marks as in `builders.doc`; the roles `keep` and `author` are what they say."""
    made, found = doc(wanted), doc(predicted)
    mentions = tuple(
        Mention(span.start, span.end, span.category, role=role, masked=role != "KEEP")
        for span, role in zip(made.spans, made.roles, strict=True)
    )
    masks = tuple(Mask(span.start, span.end) for span in found.spans)
    return [pair(Gold("doc", made.document.text, mentions), Prediction(found.spans, masks))]


def test_other_bounds_count_against_both_sides():
    wanted = "[Ann Roe](PERSON) of [Rue 4](LOC) met [Bo Day](PERSON)."
    masked = "[Ann Roe](PERSON) [of Rue 4](ORG) met Bo Day."
    # One of two hidden spans is right, one of three entities is found: F1 2 * 1/2 * 1/3 / (5/6).
    assert entities_to_hide(judged(wanted, masked)) == {"precision": 1 / 2, "recall": 1 / 3, "f1": 0.4}


def test_titles_signs_and_types_do_not_matter():
    wanted = "Here is Mr [Roe](PERSON), born on [3 May 1970](DATETIME)."
    masked = "Here is [Mr Roe,](ORG) born on [3 May 1970](DATE)."
    assert entities_to_hide(judged(wanted, masked))["f1"] == 1.0


def test_authors_do_not_count_hidden_or_not():
    wanted = "[Roe](PERSON:author), Torts, p. 4, and [Day](PERSON)."
    both, one = "[Roe](PERSON), Torts, p. 4, and [Day](PERSON).", "Roe, Torts, p. 4, and [Day](PERSON)."
    assert entities_to_hide(judged(wanted, both)) == entities_to_hide(judged(wanted, one))
    assert entities_to_hide(judged(wanted, one))["precision"] == 1.0


def test_a_firm_called_after_somebody_hidden_does_not_count_either_way():
    wanted = "[Bo Day](PERSON) owns [Day Fittings](ORG:keep), not [Roe Taps](ORG:keep)."
    masked = "[Bo Day](PERSON) owns [Day](PERSON) Fittings, not [Roe Taps](ORG)."
    assert entities_to_hide(judged(wanted, masked)) == {"precision": 1 / 2, "recall": 1.0, "f1": 2 / 3}


def test_a_span_that_stays_is_not_hidden_and_a_mask_without_a_span_is():
    gold = Gold("doc", "Roe met Day.", (Mention(0, 3, "PERSON"), Mention(8, 11, "PERSON")))
    found = Prediction((Span(0, 3, "PERSON"),), (Mask(8, 11),))
    assert entities_to_hide([pair(gold, found)]) == {"precision": 1.0, "recall": 1 / 2, "f1": 2 / 3}


def test_the_model_alone_is_measured_beside_all_detectors():
    gold = Gold("doc", "Der Zeuge Gustav Achterberg, Tel. 030 23125 042, kam.", (), language="de")
    predict = predictor(policy="court-eu", alone=True)
    rows = predict(gold)
    hidden = {row: {gold.text[each.start : each.end] for each in found.masked} for row, found in rows.items()}
    assert "Gustav Achterberg" in hidden[ALONE]
    assert any("030 23125 042" in each for each in hidden["uniform"])
    assert set(predictor(policy="court-eu")(gold)) == {"raw", "uniform"}
