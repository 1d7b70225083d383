"""From a file to what becomes of it: read, detect, resolve, decide, render. Nothing is written."""

import dataclasses
import logging
import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache, partial
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any

from lexveil import check, config, detect, formats, replace, resolve
from lexveil import policy as policies
from lexveil.config import DEFAULTS, Settings
from lexveil.detect import models
from lexveil.errors import DetectorError, PolicyError
from lexveil.model import Decision, Document, Entity, Reason, Replacement, Span, because
from lexveil.pipeline.case_memory import NOTHING, Memory, Recalled
from lexveil.pipeline.language import noted, read_in_language
from lexveil.pipeline.warnings import more_notes, warnings
from lexveil.policy import Policy
from lexveil.replace import Remainder
from lexveil.replace.dictionary import dictionary
from lexveil.replace.keyed_random import KEY_BYTES
from lexveil.resolve import scorer
from lexveil.resolve.known_people import with_known
from lexveil.text.fold import squeeze
from lexveil.text.search import Form, Search

logger = logging.getLogger("lexveil")

BATCH = 16  # documents that the model reads together
NOT_APPROVED = because("note.not-approved")

Metadata = Mapping[str, Any] | None  # what is known of the case
Progress = Callable[[str], object] | None  # told the name of each step as it begins


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    document: Document
    policy: Policy
    spans: tuple[Span, ...]  # as detected, before any name is looked for elsewhere
    entities: tuple[Entity, ...]
    decisions: tuple[Decision, ...]
    replacements: tuple[Replacement, ...]
    pseudonyms: Mapping[str, str] = dataclasses.field(default_factory=dict)  # entity id → pseudonym
    case: str = ""  # the case whose documents share entities and pseudonyms
    hidden: tuple[Form, ...] = dataclasses.field(default=(), repr=False)  # nobody may read these, in the case
    # Entity id → surface → replacement, where that depends on how the name is written there.
    forms: Mapping[str, Mapping[str, str]] = dataclasses.field(default_factory=dict, repr=False)
    made_with: Mapping[str, str] = dataclasses.field(default_factory=dict)
    listed: tuple[Remainder, ...] = ()  # that somebody must look at before it is published

    @property
    def needs_review(self) -> bool:
        """Whether somebody must look at it before it is published."""
        return bool(self.listed) or (bool(warnings(self.document)) and self.policy.warnings != "note")

    @property
    def text(self) -> str:
        """The pseudonymized text."""
        parts: list[str] = []
        last = 0
        for replacement in self.replacements:
            parts += (self.document.text[last : replacement.start], replacement.text)
            last = replacement.end
        return "".join([*parts, self.document.text[last:]])

    def named_by(self, name: str) -> bool:
        """Whether a file name, say, spells out somebody or something that is replaced."""
        name = name.encode("utf8", "replace").decode("utf8")  # of a file it may hold halves of characters
        replaced = {each.entity for each in self.replacements}
        people = (each for each in self.entities if each.id in replaced and each.category == "PERSON")
        forms = (self.document.text[span.start : span.end] for each in people for span in each.spans)
        return check.spells(name, forms) or next(Search(self.hidden).find(name), None) is not None

    def dictionary(self) -> dict[str, Any]:
        found = (self.document, self.entities, self.decisions, self.pseudonyms, self.hidden)
        about: dict[str, Any] = {"case": self.case, "made_with": self.made_with, "listed": self.listed}
        about["replacements"] = self.replacements
        return dictionary(*found, policy=self.policy.name, **about)


def read(
    path: str | Path, *, metadata: Metadata = None, settings: Settings = DEFAULTS, progress: Progress = None
) -> Document:
    expect_model(settings.model)
    announce(progress, "reading")

    def read_as(language: str) -> Document:
        return formats.read_file(path, settings.options_in(language), metadata=metadata or {})

    return read_in_language(read_as, settings.language, settings.model)


def analyze(
    document: Document,
    *,
    policy: str | Policy = config.DEFAULT_POLICY,
    key: bytes | None = None,
    memory: Memory | None = None,
    settings: Settings = DEFAULTS,
    progress: Progress = None,
) -> Result:
    given = [document]
    return analyze_case(given, policy=policy, key=key, memory=memory, settings=settings, progress=progress)[0]


def analyze_case(
    documents: Sequence[Document],
    *,
    policy: str | Policy = config.DEFAULT_POLICY,
    case: str = "",
    key: bytes | None = None,
    memory: Memory | None = None,
    settings: Settings = DEFAULTS,
    progress: Progress = None,
) -> tuple[Result, ...]:
    """The documents of a case together: one person is one entity with one pseudonym in all of them.

    Surrogates and shifts are drawn from the secret `key`; without one, from a key that is forgotten at once.
    """
    policy = policy if isinstance(policy, Policy) else config.policy(policy)
    documents = [noted(each, settings.model) for each in documents]
    detected = list(_detected(documents, policy, settings, progress))
    return resolved(
        documents, detected, policy, case=case, key=key, memory=memory, settings=settings, progress=progress
    )


def analyze_many(
    documents: Iterable[Document],
    *,
    policy: str | Policy = config.DEFAULT_POLICY,
    settings: Settings = DEFAULTS,
    batch: int = BATCH,
) -> Iterator[Result]:
    """Documents that have nothing to do with each other, one after the other as they are asked for; the model
    reads `batch` of them at a time."""
    policy = policy if isinstance(policy, Policy) else config.policy(policy)
    waiting = iter(documents)
    while some := [noted(each, settings.model) for each in islice(waiting, batch)]:
        for document, spans in zip(some, _detected(some, policy, settings), strict=True):
            yield from resolved([document], [spans], policy, settings=settings)


def _detected(
    documents: Sequence[Document], policy: Policy, settings: Settings, progress: Progress = None
) -> Iterator[tuple[Span, ...]]:
    """What the detectors find in each, and what the policy's own lists add."""
    names, options = detectors(settings)
    spotted = detect.find_many(documents, names, options=options, started=progress)
    for document, spans in zip(documents, spotted, strict=True):
        found = tuple(map(harmless, spans)) if settings.balance else spans
        yield policies.listed(document, found, policy)


def resolved(
    documents: Sequence[Document],
    detected: Sequence[tuple[Span, ...]],
    policy: Policy,
    *,
    case: str = "",
    key: bytes | None = None,
    memory: Memory | None = None,
    settings: Settings,
    progress: Progress = None,
) -> tuple[Result, ...]:
    """From what was detected in the documents of a case to what is written there."""
    announce(progress, "resolving")
    if memory:
        people = memory.known
        several = zip(documents, detected, strict=True)
        detected = [with_known(document, found, people) for document, found in several]
    joined, bounds = resolve.join(documents)
    starts = [start for start, _ in bounds]
    pairs = zip(starts, detected, strict=True)
    spans = (resolve.moved(span, start) for start, found in pairs for span in found)
    with _tables(settings.weights):
        entities = resolve.resolve(joined, spans, bounds=bounds)
    announce(progress, "deciding")
    entities = policies.suppose(entities, policy)
    boundaries = zip(starts, map(replace.word_boundaries, documents), strict=True)
    parted = [start + at for start, found in boundaries for at in found]
    key = key or (memory.key if memory else secrets.token_bytes(KEY_BYTES))
    decisions = policies.decide(joined, entities, policy)
    past = memory.recall(joined, entities, decisions) if memory else NOTHING
    hips = settings.hips
    whole = rendered(joined, entities, decisions, policy, key=key, past=past, hips=hips, parted=parted)
    if memory:
        memory.note(joined, entities, whole.pseudonyms, whole.replacements)
    whole = dataclasses.replace(whole, case=case, made_with=made_with(policy, settings, joined))
    shares = zip(documents, detected, bounds, strict=True)
    return tuple(_share(whole, document, found, *between) for document, found, between in shares)


def rendered(
    document: Document,
    entities: tuple[Entity, ...],
    decisions: tuple[Decision, ...],
    policy: Policy,
    *,
    key: bytes,
    past: Recalled = NOTHING,
    hips: str = "",
    parted: Sequence[int] | None = None,
) -> Result:
    """What is written in place of the entities as they were decided; who has a pseudonym keeps it.

    `parted` are the word boundaries of the document, for whoever has them already."""
    if hips and not any(each.style == "surrogate" for each in decisions):
        raise PolicyError("policy.no-surrogates", policy=policy.name)
    language = policy.language or document.language
    parted = replace.word_boundaries(document) if parted is None else parted
    has = {each.entity: each.pseudonym for each in decisions if each.pseudonym and each.action == "replace"}
    decided = (document, entities, decisions)
    known = {**past.known, **has}
    given = replace.pseudonyms(
        *decided, language=language, key=key, known=known, taken=past.taken, avoid=past.real, hips=hips
    )
    settled = replace.settled(*decided, given)
    law = policies.lawful(document, entities, policy)
    hidden = replace.hidden_forms(document.text, entities, settled, language=document.language, law=law)
    render = partial(replace.render, titles=policy.titles, legal_forms=policy.legal_forms, language=language)
    replacements = render(*decided, given, hidden=hidden, boundaries=parted)
    examined = replace.examine(
        document, entities, settled, hidden, replacements, law=law, shared_name=policy.shared_name
    )
    replacements = replace.also(document, entities, examined.goes, given, replacements)
    replacements = replace.whole_words(document, replacements, parted)
    hidden = (*hidden, *examined.gone)
    gone = tuple(_not_shown(hidden, entities, given.forms))
    return Result(
        document,
        policy,
        (),
        entities,
        decisions,
        replacements,
        given.names,
        hidden=gone,
        forms=given.forms,
        listed=examined.listed,
    )


def _not_shown(
    hidden: Iterable[Form], entities: Iterable[Entity], given: Mapping[str, Mapping[str, str]]
) -> Iterator[Form]:
    """The forms that nobody may read, less what is read in the result because another date was shifted there:
    to May 2020, or to 3 May 2020, where May 2020 is hidden."""
    dates = {each.id for each in entities if each.category == "DATE"}
    forms = tuple(hidden)
    shown = "\n".join(dict.fromkeys(text for each in dates & given.keys() for text in given[each].values()))
    details = [form for form in forms if form.kind == "detail" and form.entity in dates]
    read = {found.form.text for found in Search(details).find(shown)} if details and shown else set()
    others = {squeeze(text).text for texts in given.values() for text in texts.values()}
    for form in forms:
        if form.kind != "detail" or (form.text not in read and form.text not in others):
            yield form


def _share(whole: Result, document: Document, spans: tuple[Span, ...], start: int, end: int) -> Result:
    """What of the case belongs to the document that lies between start and end of it."""
    own = resolve.entities_within(whole.entities, start, end)
    ids = {entity.id for entity in own}
    decided = (each for each in whole.decisions if each.entity in ids)
    inside = (
        dataclasses.replace(each, kept=resolve.within(each.kept, start, end)) if each.kept else each
        for each in decided
    )
    written = resolve.within(whole.replacements, start, end)
    more = more_notes(document, own, written, labels=whole.policy.language)
    notes = tuple(dict.fromkeys((*document.notes, *more)))
    result = dataclasses.replace(
        whole,
        document=dataclasses.replace(document, notes=notes),
        spans=spans,
        entities=own,
        decisions=tuple(inside),
        replacements=written,
        pseudonyms={entity: name for entity, name in whole.pseudonyms.items() if entity in ids},
        forms={entity: found for entity, found in whole.forms.items() if entity in ids},
        listed=tuple(
            each._replace(start=each.start - start, end=each.end - start)
            for each in whole.listed
            if start <= each.start and each.end <= end
        ),
    )
    counts = (len(spans), len(own), len(result.replacements))
    logger.info("%s: %d spans, %d entities, %d replacements", document.id, *counts)
    return result


def detectors(settings: Settings) -> tuple[tuple[str, ...], dict[str, dict[str, Any]]]:
    """Which detectors run, and what they are told."""
    names = settings.detectors or tuple(detect.DETECTORS)
    if settings.balance:
        names = tuple(name for name in names if name != "provisions")
    point = "balanced" if settings.balance else "recall"
    told: dict[str, Any] = {"point": point, "threads": min(settings.threads, _cores())}
    if settings.device:
        told["device"] = settings.device
    expect_model(settings.model)
    if settings.model and models.known(settings.model):
        return names, {"ner": {**told, "model": settings.model}}
    if settings.model:
        names = (*(name for name in names if name != "ner"), settings.model)
    return names, {"ner": told}


def expect_model(model: str) -> None:
    """Only models of the package, folders that hold one, and those that a plug-in runs (`hf:NAME`)."""
    if model and ":" not in model and not models.known(model):
        raise DetectorError("detect.unknown-model", model=model, choices=", ".join(models.names()))


def _tables(weights: str) -> AbstractContextManager[None]:
    """The tables by which roles and groups are told: the shipped ones, or those of a folder."""
    if not weights:
        return nullcontext()
    scorer.expect(Path(weights))
    return scorer.reading_from(Path(weights))


def harmless(span: Span) -> Span:
    """What tells of nobody at the balanced point: a court that only rules found, a state, a government. An
    organisation of which rules say that it is one does tell, whatever the model thinks of it."""
    if span.category == "ORG" and any(source.startswith("organizations:") for source in span.sources):
        return dataclasses.replace(
            span, sources=tuple(each for each in span.sources if each != "ner:no-mask")
        )
    seen = any(source.startswith("ner:") for source in span.sources)
    if "courts:state" not in span.sources and (seen or span.category != "COURT"):
        return span
    sources = (source for source in span.sources if source != "ner:mask")
    return dataclasses.replace(span, sources=(*sources, "ner:no-mask"))


def made_with(policy: Policy, settings: Settings, document: Document) -> dict[str, str]:
    """Which Lexveil, model, engine and policy make a result: the same ones make it again, on any machine."""
    names, options = detectors(settings)
    if detect.MODEL in names:
        chosen = options[detect.MODEL].get("model")
        spoken = {each.language for each in document.by_language()}
        readers = {chosen} if chosen else {name for each in spoken for name in models.models_of(each)}
        model = models.about(*sorted(readers), device=settings.device)
    else:
        model = {"model": next((name for name in names if ":" in name), ""), "checksum": "", "engine": ""}
    told = {"policy": policy.name, "fingerprint": policies.fingerprint(policy)}
    return {"version": _version(), **model, **told}


@cache
def _cores() -> int:
    return os.cpu_count() or 1  # which asks the system each time


@cache
def _version() -> str:
    return version("lexveil")  # which reads a file


def unapproved(notes: tuple[Reason, ...], policy: Policy) -> tuple[Reason, ...]:
    """The notes on what is written at once, where the policy wants somebody to approve it first: only a
    review has a sign-off, and there is nothing to read before it is written."""
    return (*notes, NOT_APPROVED) if policy.approval else notes


def announce(progress: Progress, step: str) -> None:
    if progress is not None:
        progress(step)
