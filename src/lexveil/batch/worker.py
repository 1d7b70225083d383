"""A part of the input, made into a part of the results. Runs in any process of any machine, which reads the
models and tables once; what it writes is all there or not at all.

The model's work on all items of a part is joined (`opened` → `read_by_model` → `made`), so that it may be
done elsewhere.
"""

import dataclasses
import pickle
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from lexveil.batch import addresses, results
from lexveil.batch.items import Item, Part, Unit
from lexveil.batch.results import Made
from lexveil.batch.tally import BAR, HIGHEST, SLOWEST, Slow, Tally
from lexveil.config import Settings
from lexveil.detect import Prepared
from lexveil.detect.computed import Computed
from lexveil.errors import WITHIN, InputError, LeakError, LexveilError, explained
from lexveil.formats.source import identity
from lexveil.model import Document, Span
from lexveil.pipeline import stages
from lexveil.pipeline.analysis import Result, resolved
from lexveil.pipeline.case_memory import SessionMemory
from lexveil.pipeline.input_checks import covered
from lexveil.pipeline.sources import read_source, text_document
from lexveil.policy import Policy
from lexveil.store import Past, WayBack, way_back
from lexveil.store.keys import Crypt, derive

COMPUTED = Computed()  # of this process
LARGEST_CASE = 20_000_000  # characters that are worked on together


class Asked(NamedTuple):
    """What holds for all parts."""

    policy: Policy
    settings: Settings
    key: bytes  # what surrogates are drawn from, and what is kept for the vault is sealed with
    language: str  # of messages
    folder: str  # of the parts
    lasting: bool = False  # there is a vault
    document_key: bytes = b""  # of the vault

    def __repr__(self) -> str:
        return f"Asked({self.policy.name!r})"

    @property
    def crypt(self) -> Crypt:
        return Crypt(derive(self.key, "batch parts"))


class Opened(NamedTuple):
    """An item with its document, or what stopped it."""

    item: Item
    document: Document | None = None
    prepared: Prepared | None = None
    original: bytes = b""
    error: LexveilError | None = None
    seconds: float = 0.0


Spans = tuple[Span, ...]


def work(part: Part, asked: Asked) -> Tally:
    several = opened(part, asked)
    return made(part, several, read_by_model(several, asked.settings), asked)


def opened(part: Part, asked: Asked) -> list[Opened]:
    return [_opened(item, asked) for unit in part.units for item in unit.items]


def read_by_model(several: list[Opened], settings: Settings) -> list[Spans]:
    """The spans of the model, in parallel to the items."""
    found = iter(stages.inferred([each.prepared for each in several if each.prepared], settings, COMPUTED))
    return [next(found) if each.prepared else () for each in several]


def made(part: Part, several: list[Opened], spans: list[Spans], asked: Asked) -> Tally:
    """The results of the part, written; what they amount to."""
    tally = Tally(read=part.read)
    whole = Made()
    at = iter(zip(several, spans, strict=True))
    for unit in part.units:
        together = [next(at) for _ in unit.items]
        _unit(unit, together, asked, tally, whole)
    tally.slowest = sorted(tally.slowest, reverse=True)[:SLOWEST]
    results.save(Path(asked.folder), part.name, whole, tally, asked.crypt)
    return tally


# One item -----------------------------------------------------------------------------------------


def _opened(item: Item, asked: Asked) -> Opened:
    began = time.process_time()
    try:
        if item.error:
            raise InputError(item.error, **item.values)
        with explained(LexveilError, "cli.unexpected"):
            document, original = _document(item, asked)
            document = stages.ready(document, asked.policy, asked.settings)
            prepared = stages.prepared(document, asked.settings)
    except LexveilError as error:
        return Opened(item, error=error)
    return Opened(item, document, prepared, original, seconds=time.process_time() - began)


def _document(item: Item, asked: Asked) -> tuple[Document, bytes]:
    """Of a file under a name that tells of nobody."""
    settings = asked.settings
    if not item.is_document:
        return text_document(item.text, metadata=item.metadata, settings=settings), b""
    data = item.data
    if data is None:
        try:
            data = addresses.load(item.path, max_bytes=settings.max_bytes)
        except InputError as error:
            values = {name: value for name, value in error.values.items() if name != WITHIN}
            raise InputError(error.code, **values) from None
    suffix = addresses.suffix(item.twin)
    document = read_source(data, suffix=suffix, metadata=item.metadata, settings=settings)
    covered([document], settings.allow_uncovered)
    if asked.lasting:
        document = dataclasses.replace(document, id=identity(data, asked.document_key))
    return document, data if asked.lasting else b""


# What is worked on together -----------------------------------------------------------------------


def _unit(
    unit: Unit, together: Sequence[tuple[Opened, Spans]], asked: Asked, tally: Tally, whole: Made
) -> None:
    began = time.process_time()
    memory = _memory(unit, asked)
    outcomes = _outcomes(unit, together, memory, asked)
    ways: list[WayBack] = []
    for (each, _), outcome in zip(together, outcomes, strict=True):
        tally.rows += 1
        tally.characters += len(each.document.text) if each.document else 0
        try:
            if isinstance(outcome, LexveilError):
                raise outcome
            with explained(LexveilError, "cli.unexpected"):
                if results.tells(each.item, outcome):
                    tally.telling.add(each.item.source)
                score = results.score(outcome, asked.settings)
                written = results.add(whole, each.item, outcome, asked.settings, asked.key, risk_score=score)
            _count(outcome, score, tally)
            if memory and each.original:
                who = (memory.ids[place.entity] for place in outcome.replacements)
                ways.append(way_back(written, each.original, document=outcome.document.id, entities=who))
        except LexveilError as error:
            tally.failed += 1
            tally.leaks += isinstance(error, LeakError)
            tally.errors[error.code] += 1
            results.add_error(whole, each.item, error, asked.language)
    if memory and asked.lasting:
        whole.kept.append((unit.case, memory.known, ways))
    tally.cases += bool(unit.case)
    took = time.process_time() - began + sum(each.seconds for each, _ in together)
    tally.seconds += took
    first = unit.items[0]
    tally.slowest.append(Slow(round(took, 3), first.source, first.number))


def _outcomes(
    unit: Unit, together: Sequence[tuple[Opened, Spans]], memory: SessionMemory | None, asked: Asked
) -> list[Result | LexveilError]:
    """Of each item its result, or what stopped it; the others of its case go on without it."""
    outcomes: list[Result | LexveilError | None] = [each.error for each, _ in together]
    detected: dict[int, Spans] = {}
    for at, (each, spans) in enumerate(together):
        if each.document and each.prepared:
            try:
                with explained(LexveilError, "cli.unexpected"):
                    known = (each.document, each.prepared, spans, asked.policy, asked.settings)
                    detected[at] = stages.voted(*known)
            except LexveilError as error:
                outcomes[at] = error
    documents = [each.document for at, (each, _) in enumerate(together) if at in detected and each.document]
    if documents:
        try:
            with explained(LexveilError, "cli.unexpected"):
                found = _resolved(documents, list(detected.values()), unit, memory, asked)
            for at, result in zip(detected, found, strict=True):
                outcomes[at] = result
        except LexveilError as error:
            for at in detected:
                outcomes[at] = error
    return [each for each in outcomes if each is not None]


def _resolved(
    documents: Sequence[Document],
    detected: Sequence[Spans],
    unit: Unit,
    memory: SessionMemory | None,
    asked: Asked,
) -> tuple[Result, ...]:
    if sum(len(each.text) for each in documents) > LARGEST_CASE:
        raise InputError("batch.case-large")
    key = memory.key if memory else asked.key
    more: Any = {"case": unit.case, "key": key, "memory": memory, "settings": asked.settings}
    return resolved(documents, detected, asked.policy, **more)


def _memory(unit: Unit, asked: Asked) -> SessionMemory | None:
    """The case as the vault knows it; without a vault it has a key of its own, and no past."""
    if not unit.case:
        return None
    if not asked.lasting:
        return SessionMemory(derive(asked.key, f"case {unit.case}"))
    past = past_of(unit.past, asked)
    return SessionMemory(past.secret, past.known, past.taken)


def past_of(sealed: bytes, asked: Asked) -> Past:
    found: Past = pickle.loads(asked.crypt.unseal(sealed, "past"))  # noqa: S301 - sealed by ourselves
    return found


def _count(result: Result, score: float, tally: Tally) -> None:
    category = {each.id: each.category for each in result.entities}
    tally.categories.update(category.get(each.entity, "") for each in result.replacements)
    tally.review += result.needs_review
    tally.risk[str(min(int(score) // BAR * BAR, HIGHEST))] += 1
