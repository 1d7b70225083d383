"""What a corrector meets, as Povlsen et al. (2016) count it in their table II: names as they are detected, or
told apart and looked for everywhere, with and without those of the lowest certainty."""

from collections.abc import Callable, Sequence
from typing import Any

from lexveil.evaluate.detection import Mask, Pair, Prediction, correction_table, pair
from lexveil.evaluate.gold import Gold
from lexveil.evaluate.report import rows
from lexveil.model import UNSURE
from lexveil.pipeline import Result

COLUMNS = ("NER", "NER, pruned", "NER+NEN", "NER+NEN, pruned")


def columns(result: Result) -> dict[str, Prediction]:
    told = rows(result)
    raw, uniform = told["raw"], told["uniform"]
    sure_spans = {(span.start, span.end) for span in result.spans if span.certainty < UNSURE}
    sure = {
        entity.id
        for entity in result.entities
        if any(span.certainty < UNSURE for span in entity.spans)  # one mention speaks for all
    }
    pruned = (
        _only(raw, lambda mask: mask[:2] in sure_spans),
        _only(uniform, lambda mask: mask.entity in sure),
    )
    return dict(zip(COLUMNS, (raw, pruned[0], uniform, pruned[1]), strict=True))


def _only(prediction: Prediction, stays: Callable[[Mask], bool]) -> Prediction:
    return Prediction(prediction.spans, tuple(filter(stays, prediction.masked)))


def evaluate(
    documents: Sequence[Gold], predict: Callable[[Gold], Result], *, step: Callable[[], object] = lambda: None
) -> dict[str, Any]:
    pairs: dict[str, list[Pair]] = {name: [] for name in COLUMNS}
    for gold in documents:
        for name, prediction in columns(predict(gold)).items():
            pairs[name].append(pair(gold, prediction))
        step()
    return {name: {"danish": correction_table(judged)} for name, judged in pairs.items()}
