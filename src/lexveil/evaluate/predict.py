"""Predictions of the pipeline, in the shape the metrics read.

Comes in: a gold document, of which only text and language are used. Goes out: two rows. `raw` is what the
detectors found, masked where the policy masks it; `uniform` is what the whole pipeline makes of it, every
other occurrence of a name included. Nothing is written.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lexveil import config, pipeline
from lexveil.evaluate.cover import Cover
from lexveil.evaluate.detection import Mask, Prediction
from lexveil.evaluate.gold import Gold
from lexveil.evaluate.report import Predict
from lexveil.model import Document, Entity, Span
from lexveil.pipeline import Result

WARM_UP = Gold("warm-up", "Ms Jane Roe of Springfield wrote to the court on 3 May 1999.", ())


def predictor(*, policy: str, model: str | None = None, balance: bool = False) -> Predict:
    """A function that predicts under a policy, with another model or operating point where one is named.

    It has run once when it is returned, so that loading a model is not timed as detecting.
    """
    chosen = config.policy(policy)
    changes: dict[str, Any] = {"model": model} if model else {}
    if balance:
        changes["balance"] = True
    settings = replace(config.settings(), **changes)

    def predict(gold: Gold) -> Mapping[str, Prediction]:
        document = Document(id=gold.id, text=gold.text, language=gold.language)
        return rows(pipeline.analyze(document, policy=chosen, settings=settings))

    predict(WARM_UP)
    return predict


def entities_of(gold: Gold) -> tuple[Entity, ...]:
    """Who the pipeline finds in the document."""
    document = Document(id=gold.id, text=gold.text, language=gold.language)
    return pipeline.analyze(document, policy=config.policy("strict")).entities


def rows(result: Result) -> dict[str, Prediction]:
    spans = tuple(
        Span(span.start, span.end, entity.category, span.score, span.sources)
        for entity in result.entities
        for span in entity.spans
    )
    masked = tuple(Mask(each.start, each.end, each.entity) for each in result.replacements)
    return {"raw": Prediction(result.spans, _raw_masks(result)), "uniform": Prediction(spans, masked)}


def _raw_masks(result: Result) -> tuple[Mask, ...]:
    """The detected spans that are replaced, at their own bounds: not as the whole document taught them."""
    replacements = Cover(
        [each.start for each in result.replacements], [each.end for each in result.replacements]
    )
    return tuple(
        Mask(span.start, span.end) for span in result.spans if replacements.touches(span.start, span.end)
    )
