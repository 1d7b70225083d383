"""spaCy's DocBin: every mention in `doc.spans["lexveil"]`, those that do not overlap in `doc.ents` as well.

Tokens are cut at the edges of mentions, so that none is lost. The id of a span is its entity; roles and what
stays are in `doc.user_data["lexveil"]`, in the order of the spans.
"""

import re
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any

from lexveil.annotations import Files, Format
from lexveil.annotations.common import flat
from lexveil.errors import InputError, LexveilError
from lexveil.evaluate.gold import Gold, Mention

KEY = "lexveil"
_TOKEN = re.compile(r"\w+|[^\w\s]| ?\s+|\s")


def _spacy() -> Any:
    try:
        return import_module("spacy")
    except ImportError:
        raise LexveilError("extra.missing", extra="spacy", package="spacy") from None


def _read(files: Files) -> Sequence[Gold]:
    spacy = _spacy()
    found = []
    for data in files.values():
        docs = spacy.tokens.DocBin(store_user_data=True).from_bytes(data).get_docs(spacy.blank("xx").vocab)
        for number, doc in enumerate(docs, 1):
            found.append(_document(doc, number))
    return found


def _document(doc: Any, number: int) -> Gold:
    about = doc.user_data.get(KEY) or {}
    spans = doc.spans.get(KEY, doc.ents)
    more = about.get("mentions") or [("", True)] * len(spans)
    if len(more) != len(spans):
        raise InputError("annotations.no-object", number=number)
    mentions = (
        Mention(each.start_char, each.end_char, each.label_, role, each.id_, bool(masked))
        for each, (role, masked) in zip(spans, more, strict=True)
    )
    return Gold(str(about.get("id", number)), doc.text, tuple(mentions), language=about.get("language", "en"))


def _write(documents: Sequence[Gold]) -> dict[str, bytes]:
    spacy = _spacy()
    vocab = spacy.blank("xx").vocab
    packed = spacy.tokens.DocBin(store_user_data=True)
    for document in documents:
        packed.add(_doc(document, vocab, spacy.tokens))
    return {"documents.spacy": packed.to_bytes()}


def _doc(document: Gold, vocab: Any, tokens: Any) -> Any:
    edges = {edge for each in document.mentions for edge in (each.start, each.end)}
    edges |= {edge for found in _TOKEN.finditer(document.text) for edge in found.span()} | {
        0,
        len(document.text),
    }
    pieces = [document.text[start:end] for start, end in pairwise(sorted(edges))]
    doc = tokens.Doc(vocab, words=pieces, spaces=[False] * len(pieces))

    def span(each: Mention) -> Any:
        return doc.char_span(each.start, each.end, label=each.type, span_id=each.cluster)

    doc.spans[KEY] = [span(each) for each in document.mentions]
    doc.ents = [span(each) for each in flat(document.mentions) if _visible(document.text, each)]
    told = [(each.role, each.masked) for each in document.mentions]
    doc.user_data[KEY] = {"id": document.id, "language": document.language, "mentions": told}
    return doc


def _visible(text: str, mention: Mention) -> bool:
    """spaCy takes no entity that begins or ends with white space."""
    surface = text[mention.start : mention.end]
    return surface == surface.strip()


DOCBIN = Format(_read, _write, ".spacy", ("role", "cluster", "masked"))
