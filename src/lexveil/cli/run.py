"""`lexveil run`: documents in, their twins with dictionary and report out."""

import dataclasses
import secrets
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from lexveil import config, pipeline
from lexveil.cli import options, standard_input
from lexveil.cli.inputs import STANDARD_INPUT, Given, Inputs, inputs
from lexveil.cli.output import STEPS, UNREVIEWED, Line, excerpts, failed, hush, one_line, say, worded, worst
from lexveil.cli.summary import Told, risk_lines, summary, what_would_be
from lexveil.cli.vault import KeyFile, PassphraseFile, VaultPath, opened
from lexveil.config import Settings
from lexveil.errors import InputError, LexveilError, OutputError, explained
from lexveil.formats import disk
from lexveil.formats.source import DEFAULT
from lexveil.model import Document
from lexveil.pipeline import Places, Result, input_checks, tables
from lexveil.pipeline.case_memory import VaultMemory, case_of, known_to
from lexveil.policy import Policy
from lexveil.replace.keyed_random import KEY_BYTES
from lexveil.review import copies
from lexveil.store import Vault

_files = "Documents, in any format that can be read, folders, or - for standard input."
Files = Annotated[list[Path], typer.Argument(help=_files, show_default=False)]


@dataclass(frozen=True, slots=True)
class Order:
    """What holds for all documents of a run."""

    policy: Policy
    metadata: Path | None  # a file for all documents, or a folder with one for each
    settings: config.Settings
    out: Path
    case: str
    beside: pipeline.Beside
    vault: Vault | None
    show: bool
    several: bool  # documents: what needs a review then lies apart
    dry: bool = False  # nothing is written
    told: Told = field(default_factory=Told)
    edited: Mapping[str, Any] | None = None  # a dictionary that was corrected by hand, to be applied
    reviewed: bytes | None = None  # a review copy, read by somebody


def run(
    context: typer.Context,
    paths: Files,
    policy: options.PolicyName = config.DEFAULT_POLICY,
    only: options.Only = None,
    keep: options.Keep = None,
    metadata: options.Metadata = None,
    language: options.Language = None,
    hips: options.Hips = None,
    out: options.Out = Path("pseudonymized"),
    with_dictionary: options.WithDictionary = None,
    write_dictionary: options.WriteDictionary = None,
    with_report: options.WithReport = True,
    show: options.Show = False,
    balance: options.Balance = False,
    case: options.CaseOf = "",
    dry_run: options.DryRun = False,
    quiet: options.Quiet = False,
    as_json: options.AsJson = False,
    format_: options.Format = None,
    tracked: options.Tracked = None,
    keep_metadata: options.KeepMetadata = False,
    block_tags: options.BlockTags = None,
    text_attributes: options.TextAttributes = None,
    citation_classes: options.CitationClasses = None,
    annotate: options.Annotate = None,
    text_columns: options.TextColumns = None,
    boxes: options.Boxes = False,
    allow_uncovered: options.AllowUncovered = None,
    allow_image: options.AllowImage = None,
    vault: VaultPath = None,
    vault_key: KeyFile = None,
    passphrase_file: PassphraseFile = None,
    no_vault: options.NoVault = False,
    apply: options.Apply = None,
    review_copy: options.ReviewCopy = None,
) -> None:
    hush(quiet or as_json)
    with one_line(), ExitStack() as closing:
        settings = options.settings(context)
        if metadata and not metadata.is_dir():
            config.metadata(metadata)  # told before anything is written
        piped = Path(STANDARD_INPUT) in paths
        given, others = _given(paths, out, piped=piped, format_=format_)
        where = vault or settings.vault
        # Without writing there is no vault to make.
        lasting = not no_vault and where and not (dry_run and not Path(where).exists())
        kept = opened(vault, vault_key, passphrase_file, create=not dry_run) if lasting else None
        if kept:
            closing.enter_context(kept)
        chosen = options.policy(policy, only=only, keep=keep)
        wanted = kept is None or write_dictionary is not None
        listed = wanted if with_dictionary is None else with_dictionary
        beside = pipeline.Beside(listed, with_report, write_dictionary)
        order = Order(chosen, metadata, settings, out, case, beside, kept, show, len(given) > 1, dry_run)
        _expect_one(apply or review_copy, given)
        order = dataclasses.replace(order, edited=_edited(apply), reviewed=_reviewed(review_copy))
        if piped:
            status = standard_input.run(order, suffix=format_ or "", listed=write_dictionary)
        else:
            _distinct(given, order)
            status = _all(given, order, allow_uncovered or [])
    if as_json and not piped:
        order.told.write_json(status, others)
    raise typer.Exit(status)


def _expect_one(path: Path | None, given: list[Given]) -> None:
    """A corrected dictionary and a review copy are those of one document."""
    if path and (len(given) != 1 or tables.is_table(given[0].path)):
        raise InputError("cli.apply-one")


def _edited(path: Path | None) -> Mapping[str, Any] | None:
    return pipeline.read_dictionary(path) if path else None


def _reviewed(path: Path | None) -> bytes | None:
    return disk.load(path, max_bytes=DEFAULT.max_bytes) if path else None


def _given(paths: list[Path], out: Path, *, piped: bool, format_: str | None) -> Inputs:
    if piped and len(paths) > 1:
        raise InputError("cli.input-alone")
    if piped and not format_:
        raise InputError("file.no-suffix").within(STANDARD_INPUT)
    if format_ and not piped:
        raise InputError("cli.format-of-input")
    if piped:
        return Inputs([], 0)
    found = inputs(paths, out)
    if found.others:
        say(worded("cli.other-files", number=found.others), style="yellow")
    return found


def _all(given: list[Given], order: Order, allowed: list[str]) -> int:
    """Every document, or every case, by itself; the worst of what happened is the exit code."""
    status = 0
    met: set[str] = set()
    groups = [given] if order.case else [[each] for each in given]
    with Line(len(groups)) as line:
        for group in groups:
            try:
                with explained(LexveilError, "cli.unexpected"):
                    code = _group(group, order, met, allowed if len(groups) == 1 else [], line)
                    status = worst(status, code)
            except LexveilError as error:
                path = group[0].path
                order.told.failed(path, error)
                with line.apart():
                    told = failed(error, path=path if len(groups) > 1 else None)
                status = worst(status, told.exit_code)
    if len(groups) > 1 and status in (0, UNREVIEWED):
        try:
            input_checks.known(allowed, met)
        except LexveilError as error:
            status = failed(error).exit_code
    if len(given) > 1 and len(order.told.risks) > 1:
        risk_lines(order.told.risks)
    return status


def _group(given: list[Given], order: Order, met: set[str], allowed: list[str], line: Line) -> int:
    """One document, one table, or all of a case together; what cannot be read stops the whole case."""
    paths = [each.path for each in given]
    if any(map(tables.is_table, paths)):
        if len(paths) > 1:
            raise InputError("cli.table-apart", path=str(next(filter(tables.is_table, paths))))
        if order.vault:
            raise InputError("cli.table-vault", path=str(paths[0]))
        return _table(given[0], order, met, allowed, line)
    with line.of(order.case or str(paths[0]), STEPS * len(paths)) as steps:
        settings = _with_images(order, paths)
        with_: Any = {"settings": settings, "progress": steps}
        documents = []
        for path in paths:
            read = pipeline.read(path, metadata=config.metadata_for(path, order.metadata), **with_)
            notes = pipeline.unapproved(read.notes, order.policy)
            documents.append(dataclasses.replace(read, notes=notes))
        _expect_covered(documents, order, met, allowed)
        if order.vault:
            documents = [known_to(order.vault, *each) for each in zip(documents, paths, strict=True)]
        with _memory(order, paths) as kept:
            results = _results(order, documents, kept, with_)
            written: Sequence[Places | None]
            if order.dry:  # nothing is written, and whatever would stop it stops it
                for result, path in zip(results, paths, strict=True):
                    pipeline.finished(result, path.suffix.lower(), **with_)
                written = [None] * len(paths)
            else:
                unders = [each.under for each in given]
                asked: Any = {"beside": order.beside, "apart": order.several, "unders": unders}
                written = pipeline.export_case(results, paths, order.out, memory=kept, **asked, **with_)
    with line.apart():
        for result, places, path in zip(results, written, paths, strict=True):
            _say([result], places, result.document.notes, path, order)
    return _status(results)


def _say(results: Sequence[Result], written: Places | None, notes: Any, path: Path, order: Order) -> None:
    threshold = order.settings.risk_threshold
    summary(results, written, notes, of=path, threshold=threshold, told=order.told)
    if order.dry:
        what_would_be(results)
    if order.show:
        excerpts(max(results, key=lambda result: len(result.replacements)))


def _results(
    order: Order, documents: list[Document], kept: VaultMemory | None, with_: dict[str, Any]
) -> tuple[Result, ...]:
    if order.edited:
        asked: dict[str, Any] = {"policy": order.policy, "memory": kept, "settings": with_["settings"]}
        return (pipeline.applied(documents[0], order.edited, **asked),)
    found = pipeline.analyze_case(documents, policy=order.policy, case=order.case, memory=kept, **with_)
    if order.reviewed is None:
        return found
    key = kept.key if kept else secrets.token_bytes(KEY_BYTES)
    hips = with_["settings"].hips
    return (copies.read_back(found[0], order.reviewed, key=key, memory=kept, hips=hips),)


def _status(results: Sequence[Result]) -> int:
    return UNREVIEWED if any(result.needs_review for result in results) else 0


def _with_images(order: Order, paths: list[Path]) -> Settings:
    """The settings with the pictures that were allowed in the case before."""
    if not order.vault or not (order.case or paths[0].is_file()):
        return order.settings
    name = order.case or case_of(order.vault, paths[0])
    known = (*order.settings.allow_image, *order.vault.images(name))
    return dataclasses.replace(order.settings, allow_image=tuple(dict.fromkeys(known)))


def _memory(order: Order, paths: list[Path]) -> VaultMemory | nullcontext[None]:
    """The case in the vault; a document that is in none is one by itself."""
    if not order.vault:
        return nullcontext()
    return VaultMemory(order.vault, order.case or case_of(order.vault, paths[0]))


def _table(given: Given, order: Order, met: set[str], allowed: list[str], line: Line) -> int:
    path = given.path
    with line.of(str(path)) as steps:
        with_: Any = {"settings": order.settings, "progress": steps}
        known = config.metadata_for(path, order.metadata)
        table = tables.read_table(path, metadata=known, **with_)
        table = dataclasses.replace(table, notes=pipeline.unapproved(table.notes, order.policy))
        steps.expect(STEPS * len(table.documents) if order.case else len(table.documents) + 3)
        _expect_covered([tables.whole(table)], order, met, allowed)
        results = tables.analyze_table(table, policy=order.policy, case=order.case, **with_)
        written = None
        if not order.dry:
            beside = order.beside._replace(under=given.under)
            written = tables.export_table(table, results, path, order.out, beside=beside, **with_)
    with line.apart():
        _say(results, written, tables.notes_on(table, results), path, order)
    return _status(results)


def _expect_covered(documents: list[Document], order: Order, met: set[str], allowed: list[str]) -> None:
    """Before the long work: what was not read stops it, and a name that is allowed must be there."""
    met.update(input_checks.uncovered(documents))
    input_checks.known(allowed, met)
    pipeline.covered(documents, order.settings.allow_uncovered)


def _distinct(given: list[Given], order: Order) -> None:
    """Two inputs of one name would write over each other."""
    seen: dict[Path, Path] = {}
    for path, under in given:
        for target in pipeline.targets(path, order.out, order.beside._replace(under=under)).files:
            if seen.setdefault(target, path) != path:
                one, other = str(seen[target]), str(path)
                raise OutputError("cli.same-target", one=one, other=other, target=str(target))
