"""Whom case metadata name, and what they cannot tell: Peter Roe is counsel, and Mr Roe may be Karl Roe."""

from collections.abc import Iterable, Iterator, Sequence

from lexveil.model import Document, Span
from lexveil.resolve.mention_names import name_of


def shared_surnames(document: Document, spans: Sequence[Span]) -> frozenset[Span]:
    """Bare surnames of people of the metadata that somebody whom they do not name bears in full: which of the
    two is meant, the metadata do not know."""
    people = [span for span in spans if span.category == "PERSON"]
    bare = [each for each in _families(document, filter(_is_listed, people)) if not each[2]]
    if not bare:
        return frozenset()
    others = _families(document, (span for span in people if not _is_listed(span)))
    borne = {family for _, family, full in others if full}
    return frozenset(span for span, family, _ in bare if family in borne)


def _families(document: Document, spans: Iterable[Span]) -> Iterator[tuple[Span, str, bool]]:
    """The family name of each, and whether it stands there with a given name."""
    for span in spans:
        name = name_of(document, span)
        yield span, name.family, not name.bare


def _is_listed(span: Span) -> bool:
    return any(source.startswith("metadata:") for source in span.sources)
