"""The heavy work of the service, in a worker process: to analyse a document, to answer questions about it, to
export it.

An order holds all that a task needs. The process reads no database, and keeps nothing but the models of the
detectors and documents under review, so that a question about a long one costs the service nothing but the
asking; what it does not hold (any more) it asks for again. What a task writes lies in a private folder that
is removed with it.
"""

import contextlib
import json
import logging
import multiprocessing
import os
import shutil
import signal
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from multiprocessing.connection import Connection
from typing import Any

from lexveil import formats, pipeline
from lexveil.check import risk
from lexveil.config import Settings
from lexveil.errors import InputError, LeakError, LexveilError, place
from lexveil.formats import pictures
from lexveil.formats.pdf import placing
from lexveil.model import Decision, Document, Entity
from lexveil.pipeline import Result
from lexveil.pipeline.case_memory import ReviewMemory
from lexveil.policy import Policy
from lexveil.replace import Remainder
from lexveil.review import Editor, State, apply, doubts, search, tagged_copy
from lexveil.review.answers import Answer
from lexveil.review.word_answers import Said
from lexveil.review.word_copy import Origin
from lexveil.service import export_files, records
from lexveil.service.export_files import Tell, Written
from lexveil.service.problems import Problem, kind_of, problem_of
from lexveil.service.schemas import fields
from lexveil.service.sources import OWN_NAME, Source, as_file
from lexveil.store import Known

logger = logging.getLogger("lexveil.service")

STEP, DONE, FAILED = "step", "done", "failed"  # what a worker says


@dataclass(frozen=True, slots=True)
class Analysis:
    source: Source
    policy: Policy
    key: bytes = field(repr=False)
    known: tuple[Known, ...] = field(default=(), repr=False)
    settings: Settings = field(default_factory=Settings)
    stem: str = field(default=OWN_NAME, repr=False)  # of the file that is made of it at once


@dataclass(frozen=True, slots=True)
class Export:
    source: Source
    text: str = field(repr=False)  # under review: what is written must be what was reviewed
    entities: tuple[Entity, ...] = field(repr=False)
    decisions: tuple[Decision, ...] = field(repr=False)
    policy: Policy
    key: bytes = field(repr=False)
    formats: tuple[str, ...] = ("own",)
    stem: str = field(default=OWN_NAME, repr=False)  # of the files that are made
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True, slots=True)
class Picture:
    source: Source
    mark: str
    settings: Settings = field(default_factory=Settings)


def draw_picture(order: Picture, _: Tell) -> bytes:
    return pictures.picture(order.source.original, order.mark, order.settings.options)


@dataclass(frozen=True, slots=True)
class PageBoxes:
    """Where places of a PDF stand on its pages."""

    source: Source
    places: tuple[tuple[int, int], ...] = field(repr=False)
    settings: Settings = field(default_factory=Settings)


def find_boxes(order: PageBoxes, tell: Tell) -> dict[str, Any]:
    with as_file(order.source, order.settings, tell) as (document, _):
        sizes = placing.sizes(document.source.content.data)
        return {
            "pages": sizes,
            "boxes": [[*each[:3], *each.box] for each in placing.placings(document, order.places)],
        }


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page of a PDF; with an export, of what that would write."""

    source: Source
    number: int
    settings: Settings = field(default_factory=Settings)
    export: Export | None = field(default=None, repr=False)


def draw_page(order: PagePicture, tell: Tell) -> bytes:
    if order.export is None:
        return placing.page_picture(order.source.original, order.number)
    made = order.export
    with as_file(made.source, made.settings, tell) as (document, _):
        result = pipeline.rendered(document, made.entities, made.decisions, made.policy, key=made.key)
        return placing.page_picture(formats.write(document, result.replacements), order.number)


@dataclass(frozen=True, slots=True)
class TaggedCopy:
    """A review copy with tags: to be made, or read back where there are bytes of one."""

    source: Source
    text: str = field(repr=False)  # under review: the file must still be read so
    state: State = field(repr=False)
    origin: Origin
    language: str
    data: bytes | None = field(default=None, repr=False)
    settings: Settings = field(default_factory=Settings)


def tag_copy(order: TaggedCopy, tell: Tell) -> bytes | list[Said]:
    with as_file(order.source, order.settings, tell) as (document, _):
        if document.text != order.text:
            raise InputError("service.reads-otherwise")
        if order.data is None:
            return tagged_copy.write(document, order.state, order.origin, language=order.language)
        return tagged_copy.read(order.data, document, order.state)


def analyze(order: Analysis, tell: Tell) -> bytes:
    """The record of the analysis, as the desk keeps it."""
    with as_file(order.source, order.settings, tell) as (document, _):
        result = _analyzed(document, order, tell)
    tell("saving")
    return records.pack(result, threshold=order.settings.risk_threshold)


def _analyzed(document: Document, order: Analysis, tell: Tell) -> Result:
    memory = ReviewMemory(order.key, order.known)
    return pipeline.analyze(
        document, policy=order.policy, memory=memory, settings=order.settings, progress=tell
    )


def export(order: Export, tell: Tell) -> Written:
    with as_file(order.source, order.settings, tell) as (document, path):
        if document.text != order.text:
            raise InputError("service.reads-otherwise")
        tell("rendering")
        result = pipeline.rendered(document, order.entities, order.decisions, order.policy, key=order.key)
        result = replace(result, made_with=pipeline.made_with(order.policy, order.settings, result.document))
        try:
            return export_files.write(
                result, path, order.formats, stem=order.stem, settings=order.settings, tell=tell
            )
        except LeakError as error:
            stopped = problem_of("leak", error, more={"hits": list(map(asdict, export_files.hits(result)))})
    raise stopped


def pseudonymize(order: Analysis, tell: Tell) -> Written:
    """At once, from file to file."""
    with as_file(order.source, order.settings, tell) as (document, path):
        pipeline.covered([document], order.settings.allow_uncovered)
        result = _analyzed(document, order, tell)
        return export_files.write(result, path, ("own",), stem=order.stem, settings=order.settings, tell=tell)


def warm(order: Settings, tell: Tell) -> None:
    """Read models and lists before anybody waits for them."""
    pipeline.analyze(Document("", "Ann Roe"), settings=order)


ROOM = 8_000_000  # characters of documents that are held
NEEDED = "needed"
ROUNDED = 3


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and what the worker must know to answer it."""

    document: str
    analysis: int
    since: int  # the number up to which the worker should know the edits
    edits: tuple[bytes, ...] = field(repr=False)  # those after it
    what: str
    options: Mapping[str, Any] = field(repr=False)
    policy: Policy | None = None  # if it is another than before
    record: bytes | None = field(default=None, repr=False)  # if the worker does not hold the document
    key: bytes = field(default=b"", repr=False)


class DocumentCopy:
    def __init__(self, order: Question, record: bytes, policy: Policy) -> None:
        found = records.unpack(record)
        self.analysis, self.key, self.policy = order.analysis, order.key, policy
        self.document, self.parted = found.document, found.parted
        self.state = replace(found.state, number=order.since)

    @cached_property
    def editor(self) -> Editor:
        return Editor(self.document, self.policy, key=self.key, language=self.document.language)

    def follow(self, order: Question) -> None:
        if order.policy is not None and order.policy != self.policy:
            self.policy = order.policy
            self.__dict__.pop("editor", None)
        for edit in order.edits:
            self.state = apply(self.state, records.edit_of(edit))


_copies: OrderedDict[str, DocumentCopy] = OrderedDict()


def answer_question(order: Question, _: object) -> Any:
    """The answer, or NEEDED."""
    copy = _copies.get(order.document)
    if order.record is not None and order.policy is not None:
        copy = _copies[order.document] = DocumentCopy(order, order.record, order.policy)
        characters = sum(len(each.document.text) for each in _copies.values())
        while characters > ROOM and len(_copies) > 1:
            characters -= len(_copies.popitem(last=False)[1].document.text)
    if copy is None or (copy.analysis, copy.state.number) != (order.analysis, order.since):
        return NEEDED
    _copies.move_to_end(order.document)
    copy.follow(order)
    return ANSWERS[order.what](copy, **order.options)


# The questions -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rendered:
    """What stands in place of what at one moment, and what it still tells."""

    number: int
    replacements: bytes = field(repr=False)  # JSON: [[start, end, text, entity], …]
    risk: risk.Risk
    listed: tuple[Remainder, ...] = ()  # places to be looked at


def render(copy: DocumentCopy, *, threshold: int) -> Rendered:
    state = copy.state
    entities, decisions = tuple(state.entities.values()), tuple(state.decisions.values())
    made = pipeline.rendered(
        copy.document, entities, decisions, copy.policy, key=copy.key, parted=copy.parted
    )
    left = risk.assess(
        copy.document,
        entities,
        decisions,
        made.replacements,
        threshold=threshold,
        weights=copy.policy.risk,
        is_open=bool(made.listed) or made.needs_review,
    )
    rows = [[each.start, each.end, each.text, each.entity] for each in made.replacements]
    text = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    return Rendered(state.number, text.encode("utf8", "replace"), left, made.listed)


def list_doubts(
    copy: DocumentCopy, *, risky: Collection[str], listed: tuple[Remainder, ...]
) -> list[dict[str, Any]]:
    found = doubts.doubts(copy.document, copy.state, risky, listed)
    return [
        {
            **fields(each, "entity mention reason places"),
            "weight": round(each.weight, ROUNDED),
            "choices": [_answered(answer) for answer in each.answers],
        }
        for each in found
    ]


def _answered(answer: Answer) -> dict[str, Any]:
    given = asdict(answer.command)
    command = {name: value for name, value in given.items() if value not in (None, ())}
    return {**fields(answer, "code entity place role"), "command": command}


def search_text(copy: DocumentCopy, *, query: str, mode: str) -> list[list[int]]:
    return [list(each) for each in search.search(copy.document.text, query, mode)]


def find_occurrences(copy: DocumentCopy, *, selected: tuple[int, int] | str, category: str) -> Any:
    found = search.occurrences(copy.editor, copy.state, selected, category)
    return [fields(each, OCCURRENCE) for each in found]


OCCURRENCE = "start end exact entity"
ANSWERS: Mapping[str, Callable[..., Any]] = {
    "render": render, "doubts": list_doubts, "search": search_text, "occurrences": find_occurrences,
}  # fmt: skip
TASKS: Mapping[str, Callable[[Any, Tell], Any]] = {
    "warm": warm, "analyze": analyze, "look": answer_question, "export": export, "pseudonymize": pseudonymize,
    "picture": draw_picture, "boxes": find_boxes, "page": draw_page, "tags": tag_copy,
}  # fmt: skip


def serve(pipe: Connection, folder: str, nice: int) -> None:
    """The life of a worker: orders in, answers out, until the service is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the service, which ends its workers
    quiet()
    tempfile.tempdir = folder
    _end_with_parent(folder)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(nice)
    while True:
        try:
            task, order = pipe.recv()
        except (EOFError, OSError):
            return
        with contextlib.suppress(BrokenPipeError):
            pipe.send(_answer(task, order, lambda step: pipe.send((STEP, step))))


def quiet() -> None:
    """What other packages log is not shown: a reader of files may quote what it reads."""
    logging.getLogger().addHandler(logging.NullHandler())
    if not logger.handlers:  # else somebody wants it in another shape
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        logger.addHandler(handler)
    logger.propagate = False


def _answer(task: str, order: Any, tell: Tell) -> tuple[str, Any]:
    try:
        return DONE, TASKS[task](order, tell)
    except LexveilError as error:
        more = error.more if isinstance(error, Problem) else None
        return FAILED, (kind_of(error), error.code, error.values, more)
    except Exception as error:
        logger.error("%s in %s", *place(error))  # noqa: TRY400
        return FAILED, ("internal", "service.unexpected-at", {"place": " in ".join(place(error))}, None)


def _end_with_parent(folder: str) -> None:
    """A service that was killed must not leave a worker behind, nor its files."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            shutil.rmtree(folder, ignore_errors=True)
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
