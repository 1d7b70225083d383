from lexveil.evaluate.detection import Mask, Prediction
from lexveil.evaluate.gold import Gold, Mention
from lexveil.evaluate.report import ROWS, evaluate, steps
from lexveil.model import Span

DOCUMENTS = [
    Gold("a", "Ann Roe met Bo Day.", (Mention(0, 7, "PERSON"), Mention(12, 18, "PERSON"))),
    Gold("b", "Oslo is quiet.", (Mention(0, 4, "LOC", masked=False),)),
]
GROUPS = {"finnish": ("fi_FI",), "turkish": ("tr_TR",)}


def predict(gold):
    """Raw finds the first mention, uniform all of them."""
    spans = tuple(Span(mention.start, mention.end, mention.type) for mention in gold.mentions)
    masks = tuple(Mask(span.start, span.end, "e1") for span in spans)
    return {"raw": Prediction(spans[:1], masks[:1]), "uniform": Prediction(spans, masks)}


def nothing(gold):
    return {"raw": Prediction((), ()), "uniform": Prediction((), ())}


def test_each_row_is_scored_from_its_own_predictions():
    report = evaluate(DOCUMENTS, predict, balanced=nothing).report
    assert tuple(report) == ROWS
    recalls = [report[row]["masked_mention_recall"]["all"] for row in ROWS]
    assert recalls == [1 / 2, 1.0, 0.0]
    assert report["uniform"]["danish"]["true"]["tokens"] == 2
    assert report["raw"]["characters_per_second"] == report["uniform"]["characters_per_second"] > 0


def test_the_report_has_the_documented_fields():
    report = evaluate(DOCUMENTS, predict, balanced=predict, with_origins=True, groups=GROUPS).report
    fields = [
        "masked_mention_recall",
        "character",
        "strict_f1",
        "relaxed_f1",
        "entity_recall",
        "characters_per_second",
        "danish",
        "to_hide",
    ]
    assert list(report["balanced"]) == fields
    assert list(report["raw"]) == list(report["uniform"]) == [*fields, "origins"]
    assert set(report["raw"]["character"]) == {"precision", "recall"}
    assert set(report["raw"]["entity_recall"]) == {"direct", "quasi"}
    assert set(report["raw"]["strict_f1"]) == {"all", "PERSON", "LOC"}


def test_without_a_balanced_way_to_predict_the_row_is_none():
    assert evaluate(DOCUMENTS, predict).report["balanced"] is None


def test_every_prediction_is_a_step():
    taken = []
    evaluate(DOCUMENTS, predict, balanced=predict, with_origins=True, step=lambda: taken.append(1))
    assert len(taken) == steps(len(DOCUMENTS), balanced=True, with_origins=True)


def test_the_repr_shows_no_text():
    assert "Roe" not in repr(evaluate(DOCUMENTS, predict))
