"""spaCy: `nlp.add_pipe("lexveil", config={"policy": "court-eu"})`, found without an import.

Who and what was found is in `doc.spans["lexveil"]`; `doc._.lexveil` is the whole `Result`, and
`doc._.pseudonymized` its text. `doc.ents` gets what it has no entity for yet.
"""

from typing import Any

from lexveil import config
from lexveil.integrations import needed
from lexveil.pipeline import Pseudonymizer

KEY = "lexveil"


def make(nlp: Any, name: str, policy: str = config.DEFAULT_POLICY, language: str = "") -> "Component":
    """The factory that the entry point of `spacy_factories` names."""
    return Component(Pseudonymizer(policy=policy, language=language or _language(nlp.lang)))


def _language(code: str) -> str:
    return code if code in config.CHOICES["language"] else ""  # xx: of each text as it reads


class Component:
    def __init__(self, each: Pseudonymizer) -> None:
        self.each = each
        doc = needed("spacy.tokens", extra="spacy").Doc
        if not doc.has_extension(KEY):
            doc.set_extension(KEY, default=None)
            doc.set_extension("pseudonymized", getter=lambda doc: doc._.lexveil.text)

    def __call__(self, doc: Any) -> Any:
        result = self.each.text(doc.text)
        doc._.lexveil = result
        spans = [
            doc.char_span(
                span.start, span.end, label=entity.category, span_id=entity.id, alignment_mode="expand"
            )
            for entity in result.entities
            for span in entity.spans
        ]
        doc.spans[KEY] = [span for span in spans if span is not None]
        filtered = needed("spacy.util", extra="spacy").filter_spans([*doc.ents, *doc.spans[KEY]])
        doc.ents = [span for span in filtered if span.text == span.text.strip()]
        return doc


needed("spacy", extra="spacy").Language.factory(
    KEY, default_config={"policy": config.DEFAULT_POLICY, "language": ""}, func=make
)
