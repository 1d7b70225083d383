"""A corpus from its inputs to its results: what is missing is made by an engine, then all of it is joined.

What is done lies in a folder of the output until then, each part written all or nothing, so whatever is
killed, at most the parts under way are lost; `resume` makes those that are missing. Which items a part has,
and what is made of them, does not depend on the engine, on how many processes there are, or which came first.
"""

import dataclasses
import json
import os
import secrets
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lexveil import messages
from lexveil.batch import addresses, cases, lasting, results, sources
from lexveil.batch.items import part_size
from lexveil.batch.sources import Input, Reading, Source
from lexveil.batch.summary import page
from lexveil.batch.tally import Tally, tally_of
from lexveil.batch.worker import Asked
from lexveil.config import Settings
from lexveil.detect import models
from lexveil.errors import LexveilError, OutputError
from lexveil.formats import disk
from lexveil.model import Document
from lexveil.pipeline.analysis import made_with
from lexveil.pipeline.files import APART
from lexveil.policy import Policy
from lexveil.registry import load
from lexveil.replace.keyed_random import KEY_BYTES
from lexveil.store import Vault
from lexveil.store.keys import derive

UNDER_WAY = ".parts"  # the folder, in that of the output, of what is done so far
RESULTS, ERRORS, SUMMARY, PAGE = "results.jsonl", "errors.jsonl", "summary.json", "summary.html"
TIMES = "times.json"
ABOUT = "batch.json"
KEY = "key"  # the one that was drawn, or a mark by which a given one is known again
INPUT = "input-"  # what a table or archive is called whose name tells; a number follows
LIST = "documents.jsonl"  # which number is which file, apart from the results
ENGINES: Mapping[str, str] = {
    "local": "lexveil.batch.local:tallies",
    "ray": "lexveil.batch.on_ray:tallies",
}
LOST = "batch.worker-lost"  # a process ended; what others of its kind are about is not known
UNSAID = ("threads", "vault", "device")  # settings that do not change what is made; the engine is told apart

Progress = Callable[[Tally, float, float], object]  # what is done, characters a second, seconds that are left


@dataclass(frozen=True)
class Corpus:
    inputs: Sequence[Input]
    out: Path
    policy: Policy
    settings: Settings
    reading: Reading
    engine: str = "local"
    workers: int = 0  # 0: one for each core
    gpus: int = 0
    address: str = ""  # of a cluster
    resume: bool = False
    key: bytes = b""  # surrogates are drawn from it; without one they differ from run to run
    vault: Vault | None = field(default=None, repr=False)
    language: str = messages.DEFAULT  # of messages

    @property
    def device(self) -> str:
        """What computes the model, as the vault and the results tell it."""
        return "" if not self.settings.device else models.engine(self.settings.device)


def run(corpus: Corpus, progress: Progress | None = None) -> Tally:
    """Everything that is missing is made and all of it joined; what the whole amounts to. The inputs were
    looked at before (`sources.bad`)."""
    total = sum(addresses.size(each.address) for each in corpus.inputs)
    corpus = dataclasses.replace(corpus, reading=corpus.reading._replace(part=part_size(total)))
    about = json.dumps(_about(corpus), indent=1, sort_keys=True)
    if corpus.resume and (ended := _ended(corpus, about)):
        return ended
    new = not (corpus.out / UNDER_WAY).exists()
    try:
        folder = _begun(corpus, about.encode())
        asked = _asked(corpus, folder)
        tally = _made(corpus, asked, folder, total, progress)
        _join(corpus, asked, folder, tally)
    except (LexveilError, OSError) as error:
        code = error.code if isinstance(error, LexveilError) else ""
        if new and code != LOST:
            _take_back(corpus.out)
        if isinstance(error, OSError) or (isinstance(error, OutputError) and not code.startswith("batch.")):
            raise _unwritable(corpus, error) from None
        raise
    return tally


def _take_back(out: Path) -> None:
    """Where nothing was made, the same command can be given again: a cluster that did not answer, say."""
    folder = out / UNDER_WAY
    if results.in_order(folder, results.DONE) or (folder / cases.READY).is_file():
        return
    shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        out.rmdir()  # unless something else lies there


def _unwritable(corpus: Corpus, error: OSError | OutputError) -> OutputError:
    reason = error.values.get("reason", "") if isinstance(error, OutputError) else error.strerror
    return OutputError("file.unwritable", reason=reason).within(disk.shown(corpus.out))


# What holds for all parts -------------------------------------------------------------------------


def _ended(corpus: Corpus, about: str) -> Tally | None:
    """What the whole amounted to, if this very work was ended before, but for its parts perhaps."""
    path = corpus.out / SUMMARY
    if not path.is_file() or not (corpus.out / RESULTS).is_file():
        return None
    found: dict[str, Any] = json.loads(path.read_bytes())
    there = _apart(corpus) / ABOUT
    if found.pop("about") != _public(about) or not there.is_file() or there.read_bytes() != about.encode():
        return None
    shutil.rmtree(corpus.out / UNDER_WAY, ignore_errors=True)
    return tally_of(found)


def _begun(corpus: Corpus, about: bytes) -> Path:
    """The folder of the parts, which is new, or that of the same work begun before."""
    folder = corpus.out / UNDER_WAY
    if (corpus.out / RESULTS).exists():
        raise OutputError("batch.done").within(disk.shown(corpus.out))
    there = (folder / ABOUT).is_file()
    if there and not corpus.resume:
        raise OutputError("batch.begun").within(disk.shown(corpus.out))
    if there and (folder / ABOUT).read_bytes() != about:
        raise OutputError("batch.another").within(disk.shown(corpus.out))
    mark = derive(corpus.key, "batch mark") if corpus.key else b""
    if there and mark and (folder / KEY).read_bytes() != mark:
        raise OutputError("batch.another").within(disk.shown(corpus.out))
    if not there:
        corpus.out.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        _private(folder / KEY, mark or secrets.token_bytes(KEY_BYTES))
        disk.save(about, folder / ABOUT)
    return folder


def _about(corpus: Corpus) -> Mapping[str, object]:
    """What must be the same for parts to belong together; the engine that computes the model is part of it,
    who runs it where is not."""
    document = Document("batch", "", language=corpus.settings.language)
    files = [
        [each.under, addresses.name(each.address), addresses.size(each.address)] for each in corpus.inputs
    ]
    digest = derive(b"", json.dumps(files, ensure_ascii=True)).hex()  # names of files may tell of somebody
    settings = {
        each.name: repr(getattr(corpus.settings, each.name))
        for each in dataclasses.fields(corpus.settings)
        if each.name not in UNSAID
    }
    made = made_with(corpus.policy, corpus.settings, document)
    made["checksum"] = models.about(*models.names())["checksum"]  # of all: rows may be in any language
    key = "of the vault" if corpus.vault else "given" if corpus.key else "drawn"
    mark = derive(corpus.vault.root, "batch mark").hex()[:16] if corpus.vault else ""
    read = corpus.reading._asdict()
    found = {"files": len(files), "digest": digest, "key": key, "vault": mark, "read": read}
    return {**found, "with": made, "settings": settings}


def _asked(corpus: Corpus, folder: Path) -> Asked:
    vault = corpus.vault
    key = derive(vault.root, "batch") if vault else corpus.key or (folder / KEY).read_bytes()
    settings = dataclasses.replace(corpus.settings, threads=1)
    document_key = vault.document_key if vault else b""
    return Asked(
        corpus.policy, settings, key, corpus.language, str(folder.absolute()), vault is not None, document_key
    )


def _private(path: Path, data: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


# The parts ----------------------------------------------------------------------------------------


def _made(corpus: Corpus, asked: Asked, folder: Path, total: int, progress: Progress | None) -> Tally:
    whole, new, began = Tally(), 0, time.monotonic()
    engine = load(ENGINES, corpus.engine, group="lexveil.engines")
    where: dict[str, Any] = {"address": corpus.address} if corpus.address else {}
    more = {"workers": corpus.workers, "gpus": corpus.gpus, **where}
    for tally, made in engine(_sources(corpus, asked, folder), asked, corpus.reading, **more):
        whole.add(tally)
        new += tally.characters if made else 0
        if progress:
            seconds = time.monotonic() - began
            left = seconds * (total - whole.read) / max(whole.read, 1)
            progress(whole, new / max(seconds, 0.001), max(left, 0.0))
    return whole


def _sources(corpus: Corpus, asked: Asked, folder: Path) -> Iterator[Source]:
    found = sources.sources(corpus.inputs)
    if not corpus.reading.case_by:
        return found
    engine = corpus.device

    def past(case: str) -> bytes:
        return lasting.sealed_past(corpus.vault, asked, engine, case)

    return iter(cases.gathered(found, corpus.reading, folder, past))


# The whole ----------------------------------------------------------------------------------------


def _join(corpus: Corpus, asked: Asked, folder: Path, tally: Tally) -> None:
    """The parts in order. First the vault: what nobody can restore is worse than an entry too many. The
    results come last, and are what says that all is done."""
    if corpus.vault:
        lasting.save(corpus.vault, asked, corpus.device, folder)
    about = (folder / ABOUT).read_bytes()
    facts = {**tally.plain(), "about": _public(about)}
    names = {name: f"{INPUT}{number}" for number, name in enumerate(sorted(tally.telling), 1)}
    slowest = [each._replace(file=names.get(each.file, each.file)) for each in tally.slowest]
    tally = dataclasses.replace(tally, slowest=slowest)
    _keep_apart(corpus, about, names)
    results.place_twins(folder, corpus.out)
    disk.save((json.dumps(facts, indent=1) + "\n").encode(), corpus.out / SUMMARY)
    disk.save((json.dumps(tally.timed(), indent=1) + "\n").encode(), corpus.out / TIMES)
    disk.save(page(facts, tally.slowest, corpus.language).encode(), corpus.out / PAGE)
    for ending, name in ((results.ERRORS, ERRORS), (results.RESULTS, RESULTS)):
        results.joined(folder, ending, folder / name, names)
        (folder / name).replace(corpus.out / name)
    shutil.rmtree(folder)


def _public(about: str | bytes) -> dict[str, Any]:
    """Less the digest of names and sizes of the inputs: who guesses them could tell if they are right."""
    found: dict[str, Any] = json.loads(about)
    return {name: value for name, value in found.items() if name != "digest"}


def _apart(corpus: Corpus) -> Path:
    """The folder beside the output, for its owner's eyes: names of files may tell of somebody."""
    whole = corpus.out.resolve()
    return whole.with_name(f"{whole.name}{APART}")


def _keep_apart(corpus: Corpus, about: bytes, names: Mapping[str, str]) -> None:
    """What the work was, and which file is called what in the results."""
    apart = _apart(corpus)
    apart.mkdir(mode=0o700, parents=True, exist_ok=True)
    _private(apart / ABOUT, about)
    lines: list[dict[str, Any]] = [{"file": new, "path": old} for old, new in names.items()]
    lines += [
        {"document": source.first + at, "path": each.address}
        for source in sources.sources(corpus.inputs)
        if source.kind == "files"
        for at, each in enumerate(source.inputs)
    ]
    if lines:
        listed = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        _private(apart / LIST, listed.encode("utf8", "surrogateescape"))
