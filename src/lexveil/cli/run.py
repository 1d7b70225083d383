"""`lexveil run`: documents in, their twins with dictionary and report out."""

import dataclasses
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from lexveil import config, pipeline
from lexveil.check.risk import Risk
from lexveil.cli import options
from lexveil.cli.output import (
    STEPS,
    UNREVIEWED,
    Steps,
    excerpts,
    failed,
    one_line,
    risk_lines,
    summary,
    worst,
)
from lexveil.cli.vault import KeyFile, PassphraseFile, VaultPath, opened
from lexveil.config import Settings
from lexveil.errors import InputError, LexveilError, OutputError, explained
from lexveil.model import Document
from lexveil.pipeline import Result, input_checks, tables
from lexveil.pipeline.case_memory import VaultMemory, case_of, known_to
from lexveil.policy import Policy
from lexveil.store import Vault

Files = Annotated[
    list[Path], typer.Argument(help="Documents, in any format that can be read.", show_default=False)
]


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
    tracked: options.Tracked = None,
    keep_metadata: options.KeepMetadata = False,
    block_tags: options.BlockTags = None,
    text_attributes: options.TextAttributes = None,
    annotate: options.Annotate = None,
    text_columns: options.TextColumns = None,
    boxes: options.Boxes = False,
    allow_uncovered: options.AllowUncovered = None,
    allow_image: options.AllowImage = None,
    vault: VaultPath = None,
    vault_key: KeyFile = None,
    passphrase_file: PassphraseFile = None,
    no_vault: options.NoVault = False,
) -> None:
    paths = list(dict.fromkeys(paths))  # a file that is named twice is one document
    with one_line():
        settings = options.settings(context)
        if metadata and not metadata.is_dir():
            config.metadata(metadata)  # told before anything is written
        lasting = not no_vault and (vault or settings.vault)
        kept = opened(vault, vault_key, passphrase_file, create=True) if lasting else None
        chosen = options.policy(policy, only=only, keep=keep)
        wanted = kept is None or write_dictionary is not None
        listed = wanted if with_dictionary is None else with_dictionary
        beside = pipeline.Beside(listed, with_report, write_dictionary)
        order = Order(chosen, metadata, settings, out, case, beside, kept, show, len(paths) > 1)
        _distinct(paths, order)
    raise typer.Exit(_all(paths, order, allow_uncovered or []))


def _all(paths: list[Path], order: Order, allowed: list[str]) -> int:
    """Every document, or every case, by itself; the worst of what happened is the exit code."""
    status = 0
    met: set[str] = set()
    risks: list[Risk] = []
    groups = [paths] if order.case else [[path] for path in paths]
    for group in groups:
        try:
            with explained(LexveilError, "cli.unexpected"):
                found, code = _group(group, order, met, allowed if len(groups) == 1 else [])
                risks += found
                status = worst(status, code)
        except LexveilError as error:
            status = worst(status, failed(error, path=group[0] if len(groups) > 1 else None).exit_code)
    if len(groups) > 1 and status in (0, UNREVIEWED):
        try:
            input_checks.known(allowed, met)
        except LexveilError as error:
            status = failed(error).exit_code
    if len(paths) > 1 and len(risks) > 1:
        risk_lines(risks)
    return status


def _group(paths: list[Path], order: Order, met: set[str], allowed: list[str]) -> tuple[list[Risk], int]:
    """One document, one table, or all of a case together; what cannot be read stops the whole case."""
    if any(map(tables.is_table, paths)):
        if len(paths) > 1:
            raise InputError("cli.table-apart", path=str(next(filter(tables.is_table, paths))))
        if order.vault:
            raise InputError("cli.table-vault", path=str(paths[0]))
        return _table(paths[0], order, met, allowed)
    with Steps(order.case or str(paths[0]), STEPS * len(paths)) as steps:
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
            results = pipeline.analyze_case(
                documents, policy=order.policy, case=order.case, memory=kept, **with_
            )
            written = pipeline.export_case(
                results, paths, order.out, memory=kept, beside=order.beside, apart=order.several, **with_
            )
    risks: list[Risk] = []
    for result, places, path in zip(results, written, paths, strict=True):
        told = result.document.notes
        risks += summary([result], places, told, of=path, threshold=order.settings.risk_threshold)
        if order.show:
            excerpts(result)
    return risks, _status(results)


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


def _table(path: Path, order: Order, met: set[str], allowed: list[str]) -> tuple[list[Risk], int]:
    with Steps(str(path)) as steps:
        with_: Any = {"settings": order.settings, "progress": steps}
        known = config.metadata_for(path, order.metadata)
        table = tables.read_table(path, metadata=known, **with_)
        table = dataclasses.replace(table, notes=pipeline.unapproved(table.notes, order.policy))
        steps.expect(STEPS * len(table.documents) if order.case else len(table.documents) + 3)
        _expect_covered([tables.whole(table)], order, met, allowed)
        results = tables.analyze_table(table, policy=order.policy, case=order.case, **with_)
        written = tables.export_table(table, results, path, order.out, beside=order.beside, **with_)
    notes = tables.notes_on(table, results)
    risks = summary(results, written, notes, of=path, threshold=order.settings.risk_threshold)
    if order.show:
        excerpts(max(results, key=lambda result: len(result.replacements)))
    return risks, _status(results)


def _expect_covered(documents: list[Document], order: Order, met: set[str], allowed: list[str]) -> None:
    """Before the long work: what was not read stops it, and a name that is allowed must be there."""
    met.update(input_checks.uncovered(documents))
    input_checks.known(allowed, met)
    pipeline.covered(documents, order.settings.allow_uncovered)


def _distinct(paths: list[Path], order: Order) -> None:
    """Two inputs of one name would write over each other."""
    seen: dict[Path, Path] = {}
    for path in paths:
        for target in pipeline.targets(path, order.out, order.beside).files:
            if seen.setdefault(target, path) != path:
                one, other = str(seen[target]), str(path)
                raise OutputError("cli.same-target", one=one, other=other, target=str(target))
