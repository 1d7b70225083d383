"""Other tools on the same documents: detectors of other packages (`spacy:MODEL`, `gliner:MODEL`, `hf:MODEL`)
and Presidio (`presidio:SPACY_MODEL`), which is imported only here.
"""

import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from lexveil import config, detect
from lexveil.errors import DetectorError
from lexveil.evaluate.book import curves
from lexveil.evaluate.detection import Mask, Prediction, character, masked_mention_recall
from lexveil.evaluate.detection import pair as judge
from lexveil.evaluate.gold import Gold
from lexveil.model import Span
from lexveil.policy import hides

PRESIDIO = "presidio"
# What Presidio calls things, and our category.
_CATEGORIES = {
    "PERSON": "PERSON", "LOCATION": "LOC", "DATE_TIME": "DATE", "NRP": "DEM",
    "ORGANIZATION": "ORG", "EMAIL_ADDRESS": "EMAIL", "PHONE_NUMBER": "PHONE", "IBAN_CODE": "IBAN",
    "CREDIT_CARD": "CARD", "URL": "URL", "IP_ADDRESS": "IP",
}  # fmt: skip

Find = Callable[[Gold], Sequence[Span]]


def finder(peer: str) -> Find:
    """What finds spans under that name; an error where it is not installed."""
    name, _, model = peer.partition(":")
    if name == PRESIDIO:
        return _presidio(model)
    detector = detect.detector(peer)
    return lambda gold: tuple(detector(detect.view(gold.document)))


def _presidio(model: str) -> Find:
    if not find_spec("presidio_analyzer"):
        raise DetectorError("evaluate.peer_missing", peer=PRESIDIO)
    analyzer = import_module("presidio_analyzer")
    provider = import_module("presidio_analyzer.nlp_engine").NlpEngineProvider
    languages = [{"lang_code": "en", "model_name": model or "en_core_web_sm"}]
    engine = analyzer.AnalyzerEngine(
        nlp_engine=provider(
            nlp_configuration={"nlp_engine_name": "spacy", "models": languages}
        ).create_engine(),
        supported_languages=["en"],
    )

    def find(gold: Gold) -> Sequence[Span]:
        found = engine.analyze(text=gold.text, language="en")
        return tuple(
            Span(each.start, each.end, _CATEGORIES.get(each.entity_type, "CODE"), each.score, (PRESIDIO,))
            for each in found
            if each.start < each.end
        )

    return find


def measure(
    documents: Sequence[Gold], find: Find, *, step: Callable[[], object] = lambda: None
) -> dict[str, Any]:
    """The figures of `detection` for a tool that only finds spans: what `strict` would hide of them."""
    policy = config.policy("strict")
    pairs = []
    seconds = 0.0
    for gold in documents:
        began = time.perf_counter()
        spans = tuple(find(gold))
        seconds += time.perf_counter() - began
        masks = tuple(Mask(e.start, e.end) for e in spans if hides(policy, e.category, "UNKNOWN"))
        pairs.append(judge(gold, Prediction(spans, masks)))
        step()
    return {
        "masked_mention_recall": masked_mention_recall(pairs),
        "character": character(pairs),
        "by_type": curves.by_type(pairs),
        "characters_per_second": sum(len(gold.text) for gold in documents) / seconds if seconds else None,
    }
