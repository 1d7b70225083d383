"""One evaluation of detection, from gold to figures: the report of `docs/evaluation.md` as plain data."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from lexveil import config, detect, pipeline
from lexveil.evaluate import origins
from lexveil.evaluate.detection import Mask, Pair, Prediction, correction_table, merge, pair, score
from lexveil.evaluate.gold import Gold, Mention
from lexveil.evaluate.hidden import entities_to_hide
from lexveil.model import Entity, Span
from lexveil.pipeline import Result
from lexveil.policy import hides

# model: the neural detector alone. raw: as the detectors vote. uniform: after each name found is looked for
# everywhere. balanced: uniform at the operating point that weighs precision as well.
ROWS = ("raw", "uniform", "balanced")
ALONE = "model"
UNKNOWN = "UNKNOWN"  # the role of whom a detector alone finds

Predict = Callable[[Gold], Mapping[str, Prediction]]  # row → what was predicted


@dataclass(frozen=True, slots=True)
class Evaluation:
    report: dict[str, Any]
    pairs: Mapping[str, Sequence[Pair]] = field(repr=False)


def evaluate(
    documents: Sequence[Gold],
    predict: Predict,
    *,
    balanced: Predict | None = None,
    with_origins: bool = False,
    groups: Mapping[str, tuple[str, ...]] = origins.GROUPS,
    step: Callable[[], object] = lambda: None,
) -> Evaluation:
    """The rows that `predict` gives, and balanced where there is a way to predict it.

    `step` is called after each document that was predicted, for a progress bar.
    """
    pairs, seconds = _judge(documents, predict, step)
    times = dict.fromkeys(pairs, seconds)
    if balanced:
        judged, times["balanced"] = _judge(documents, balanced, step)
        pairs["balanced"] = judged["uniform"]
    report: dict[str, Any] = dict.fromkeys((ALONE, *ROWS) if ALONE in pairs else ROWS)
    for row, found in pairs.items():
        report[row] = {
            **score(found, seconds=times[row]),
            "danish": correction_table(found),
            "to_hide": entities_to_hide(found),
        }
    if with_origins:
        for row, by_origin in origins.measure(documents, predict, groups=groups, step=step).items():
            report[row]["origins"] = by_origin
    return Evaluation(report, pairs)


def steps(documents: int, *, balanced: bool, with_origins: bool) -> int:
    """How many documents `evaluate` will predict."""
    return documents * (1 + balanced + with_origins * len(origins.GROUPS))


def _judge(
    documents: Sequence[Gold], predict: Predict, step: Callable[[], object]
) -> tuple[dict[str, list[Pair]], float]:
    judged: dict[str, list[Pair]] = defaultdict(list)
    seconds = 0.0
    for gold in documents:
        began = time.perf_counter()
        predictions = predict(gold)
        seconds += time.perf_counter() - began
        for row, prediction in predictions.items():
            judged[row].append(pair(gold, prediction))
        step()
    return judged, seconds


WARM_UP = Gold("warm-up", "Jane Roe, Springfield, 3.5.1999", ())


def analyzer(
    *,
    policy: str,
    model: str | None = None,
    balance: bool = False,
    metadata: bool = False,
    seed: int | None = None,
) -> Callable[[Gold], Result]:
    """The pipeline under a policy, with another model or operating point where one is named; with `metadata`
    it is told what the gold knows of the case; with a `seed` surrogates are the same each time."""
    chosen = config.policy(policy)
    known = config.settings()
    settings = replace(known, model=model or known.model, balance=balance or known.balance)

    def analyze(gold: Gold) -> Result:
        document = gold.with_metadata if metadata else gold.document
        key = None if seed is None else sha256(f"{seed} {gold.id}".encode()).digest()
        return pipeline.analyze(document, policy=chosen, key=key, settings=settings)

    return analyze


def case_analyzer(*, policy: str, model: str | None = None) -> Callable[[Sequence[Gold]], Iterable[Result]]:
    """The pipeline over documents that belong together."""
    chosen, known = config.policy(policy), config.settings()
    settings = replace(known, model=model or known.model)
    return lambda golds: pipeline.analyze_case(
        [gold.document for gold in golds], policy=chosen, settings=settings
    )


def predictor(
    *, policy: str, model: str | None = None, balance: bool = False, alone: bool = False
) -> Predict:
    """A function that predicts under a policy; with `alone` also what the neural detector says by itself.

    It has run once when it is returned, so that loading a model is not timed as detecting.
    """
    analyze = analyzer(policy=policy, model=model, balance=balance)
    analyze(WARM_UP)

    def predict(gold: Gold) -> dict[str, Prediction]:
        result = analyze(gold)
        return {**(model_alone(gold, result, model) if alone else {}), **rows(result)}

    return predict


def hider(*, policy: str, model: str | None = None) -> Callable[[Gold, Mention], bool]:
    """Whether a mention of the gold cannot be read in what the pipeline makes of its document."""
    predict = predictor(policy=policy, model=model)
    known: dict[str, Pair] = {}

    def hides(gold: Gold, mention: Mention) -> bool:
        if gold.id not in known:
            known.clear()
            known[gold.id] = pair(gold, predict(gold)["uniform"])
        return known[gold.id].hides(mention)

    return hides


def model_alone(gold: Gold, result: Result, model: str | None) -> dict[str, Prediction]:
    """The spans of the neural detector, hidden where the policy hides their category."""
    outside = model if model and ":" in model else ""
    options = {} if outside else {"model": model or ""}
    spans = tuple(detect.detector(outside or detect.MODEL)(detect.view(gold.document), **options))
    hidden = (each for each in spans if hides(result.policy, each.category, UNKNOWN))
    return {ALONE: Prediction(spans, tuple(Mask(each.start, each.end) for each in hidden))}


def entities_of(gold: Gold) -> tuple[Entity, ...]:
    """Who the pipeline finds in the document."""
    return pipeline.analyze(gold.document, policy="strict").entities


def rows(result: Result) -> dict[str, Prediction]:
    spans = tuple(
        Span(span.start, span.end, entity.category, span.score, span.sources)
        for entity in result.entities
        for span in entity.spans
    )
    masked = tuple(Mask(each.start, each.end, each.entity) for each in result.replacements)
    # Raw: the detected spans that are replaced, at their own bounds, not as the whole document taught them.
    replaced = merge((each.start, each.end) for each in result.replacements)
    raw = (Mask(each.start, each.end) for each in result.spans if replaced.touches(each.start, each.end))
    return {"raw": Prediction(result.spans, tuple(raw)), "uniform": Prediction(spans, masked)}
