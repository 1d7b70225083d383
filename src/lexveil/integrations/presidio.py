"""Presidio: our detectors as one recognizer, our pseudonyms as its operators.

    recognizer = LexveilRecognizer(policy="court-eu", language="en")
    analyzer.registry.add_recognizer(recognizer)
    found = analyzer.analyze(text, language="en")
    anonymizer.anonymize(text, found, operators=recognizer.operators(text))

What the policy keeps is not reported: what Presidio is told of, it replaces.
"""

from collections.abc import Mapping
from typing import Any

from lexveil import config
from lexveil.config import Settings
from lexveil.integrations import needed
from lexveil.model import CATEGORIES
from lexveil.pipeline import Pseudonymizer, Result
from lexveil.policy import Policy

_analyzer = needed("presidio_analyzer", extra="presidio")
_entities = needed("presidio_anonymizer.entities", extra="presidio")

# Our category → Presidio's name for it; the others keep ours.
NAMES: Mapping[str, str] = {
    "ORG": "ORGANIZATION", "COURT": "ORGANIZATION", "LOC": "LOCATION", "ADDRESS": "LOCATION",
    "DATE": "DATE_TIME", "TIME": "DATE_TIME", "DEM": "NRP", "EMAIL": "EMAIL_ADDRESS", "PHONE": "PHONE_NUMBER",
    "IBAN": "IBAN_CODE", "CARD": "CREDIT_CARD", "IP": "IP_ADDRESS", "MAC": "MAC_ADDRESS",
    "CARE_UNIT": "ORGANIZATION", "RARE_DISEASE": "NRP", "UNIQUE_JOB": "NRP",
}  # fmt: skip
UNCLEAR = "<{}>"  # one form that stands for several: no pseudonym could be right everywhere


class LexveilRecognizer(_analyzer.EntityRecognizer):  # type: ignore[misc, name-defined]
    """Reads a text as a whole: who is who and what the policy wants count, not single words."""

    def __init__(
        self,
        *,
        policy: str | Policy = config.DEFAULT_POLICY,
        language: str = "en",
        settings: Settings | None = None,
    ) -> None:
        self.each = Pseudonymizer(policy=policy, language=language, settings=settings)
        self._last: tuple[str, Result] | None = None
        names = sorted({NAMES.get(category, category) for category in CATEGORIES})
        super().__init__(supported_entities=names, name="Lexveil", supported_language=language)

    def load(self) -> None:
        """Nothing is loaded before the first text."""

    def analyze(self, text: str, entities: list[str], nlp_artifacts: Any = None) -> list[Any]:
        result = self._result(text)
        found = []
        for entity in result.entities:
            kind = NAMES.get(entity.category, entity.category)
            if entities and kind not in entities:
                continue
            spans = {(span.start, span.end): span.score for span in entity.spans}
            for each in result.replacements:
                if each.entity == entity.id:
                    score = spans.get((each.start, each.end), 1.0)
                    found.append(_analyzer.RecognizerResult(kind, each.start, each.end, min(1.0, score)))
        return found

    def operators(self, text: str) -> dict[str, Any]:
        """For `AnonymizerEngine.anonymize`: what stands in place of each form of this text."""
        result = self._result(text)
        shown: dict[str, set[str]] = {}
        for each in result.replacements:
            shown.setdefault(text[each.start : each.end], set()).add(each.text)

        def replaced(form: str) -> str:
            texts = shown.get(form, set())
            return next(iter(texts)) if len(texts) == 1 else UNCLEAR.format("REDACTED")

        return {"DEFAULT": _entities.OperatorConfig("custom", {"lambda": replaced})}

    def _result(self, text: str) -> Result:
        if self._last is None or self._last[0] != text:
            self._last = (text, self.each.text(text))
        return self._last[1]
