"""`lexveil batch`: a corpus of any size, over the processes of one machine or over a cluster."""

import dataclasses
import hashlib
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from lexveil import batch as batches
from lexveil import config
from lexveil.batch import addresses, archives, sources
from lexveil.batch.corpus import ENGINES
from lexveil.batch.tally import Tally
from lexveil.cli import options, output
from lexveil.cli.inputs import inputs
from lexveil.cli.output import FAILED, LEAKED, UNREVIEWED, Steps, failed, hush, one_line, say, worded, worst
from lexveil.cli.vault import KeyFile, PassphraseFile, VaultPath, opened
from lexveil.errors import InputError, LexveilError, OutputError
from lexveil.formats import disk
from lexveil.replace.keyed_random import KEY_BYTES

_files = "Tables (JSON Lines, CSV, JSON, Parquet), documents, zip and tar archives, folders, addresses."
_column = "The column, or key, of a table that holds the text."
_engine = "What runs it: local, or ray for a cluster (the extra `ray`)."
_address = "Of a Ray cluster; without one Ray is started on this machine."
_workers = "How many processes work on it; 0 is one for each core. The result is the same."
_gpus = "How many GPUs compute the model (the extra `gpu`)."
_case = "What stands for a case, in which one person has one pseudonym: a column, `folder` or `file`."
_metadata = "Where case metadata is: in a `column` called metadata, or in a `sidecar`, a file beside each."
_resume = "Go on with what was begun in this folder: nothing that is done is made again."
_key = "A file with a secret: surrogates are drawn from it, and the same again from the same one."
KEY_FILE = 4096  # bytes at most


def batch(
    context: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="INPUT...", help=_files, show_default=False)],
    policy: options.PolicyName = config.DEFAULT_POLICY,
    only: options.Only = None,
    keep: options.Keep = None,
    language: options.Language = None,
    out: options.Out = Path("pseudonymized"),
    text_column: Annotated[str, typer.Option("--text-column", metavar="COLUMN", help=_column)] = "text",
    case_by: Annotated[str, typer.Option("--case-by", metavar="COLUMN|folder|file", help=_case)] = "",
    metadata: Annotated[str, typer.Option("--metadata", metavar="column|sidecar", help=_metadata)] = "",
    engine: Annotated[str, typer.Option("--engine", metavar="local|ray", help=_engine)] = "local",
    address: Annotated[str, typer.Option("--address", metavar="HOST:PORT", help=_address)] = "",
    workers: Annotated[int, typer.Option("--workers", min=0, max=1024, help=_workers)] = 0,
    gpus: Annotated[int, typer.Option("--gpus", min=0, max=1024, help=_gpus)] = 0,
    resume: Annotated[bool, typer.Option("--resume", help=_resume)] = False,
    key_file: Annotated[Path | None, typer.Option("--key-file", metavar="FILE", help=_key)] = None,
    vault: VaultPath = None,
    vault_key: KeyFile = None,
    passphrase_file: PassphraseFile = None,
    no_vault: options.NoVault = False,
    quiet: options.Quiet = False,
) -> None:
    hush(quiet)
    with one_line():
        for name, given, choices in (
            ("--engine", engine, tuple(ENGINES)),
            ("--metadata", metadata, ("", sources.COLUMN, sources.SIDECARS)),
        ):
            if given not in choices:
                raise LexveilError(
                    "cli.unknown", name=name, given=given, choices=", ".join(filter(None, choices))
                )
        settings = options.settings(context)
        if gpus and not settings.device:
            settings = dataclasses.replace(settings, device="cuda")
        lasting = not no_vault and (vault or settings.vault)
        if lasting and not case_by:
            raise InputError("batch.vault-case")
        reading = batches.Reading(text_column, case_by, metadata, settings.max_bytes)
        corpus = batches.Corpus(
            _inputs(words, out), out, options.policy(policy, only=only, keep=keep), settings, reading, engine,
            workers, gpus, address, resume, _drawn(key_file), language=output.language(),
        )  # fmt: skip
        wrong = list(batches.bad(corpus.inputs, reading))
        for error in wrong:
            failed(error)
        if wrong:
            raise typer.Exit(FAILED)
        if lasting:
            corpus = dataclasses.replace(corpus, vault=opened(vault, vault_key, passphrase_file, create=True))
        with corpus.vault or nullcontext():
            tally = _run(corpus)
    say(worded("batch.summary", rows=tally.rows, failed=tally.failed, review=tally.review, out=str(out)))
    met = ((tally.failed, FAILED), (tally.leaks, LEAKED), (tally.review, UNREVIEWED))
    raise typer.Exit(worst(0, *(code for number, code in met if number)))


def _run(corpus: batches.Corpus) -> Tally:
    with Steps(str(corpus.out), 1) as steps:

        def told(done: Tally, rate: float, left: float) -> None:
            values = {"rows": done.rows, "rate": round(rate), "left": round(left / 60)}
            said = worded("batch.progress", **values)
            steps.bar.update(steps.task, completed=done.read, total=size, description=said)

        size = max(1, sum(addresses.size(each.address) for each in corpus.inputs))
        return batches.run(corpus, told)


def _inputs(words: Sequence[str], out: Path) -> list[batches.Input]:
    """Every file that the words name, those at addresses and those on this machine."""
    found: list[batches.Input] = []
    for word in words:
        if addresses.is_remote(word):
            found += (batches.Input(address, under) for address, under in addresses.listed(word))
            continue
        path = Path(word)
        if path.resolve().is_relative_to(out.resolve()):
            raise OutputError("batch.input-in-output").within(disk.shown(word))
        files, others = inputs([path], out, more=(*archives.ENDINGS, ".json"))
        if others:
            say(worded("cli.other-files", number=others), style="yellow")
        found += (batches.Input(str(each.path), each.under.as_posix()) for each in files)
    return list(dict.fromkeys(found))


def _drawn(path: Path | None) -> bytes:
    if path is None:
        return b""
    data = disk.load(path, max_bytes=KEY_FILE)
    if not data:
        raise InputError("file.empty").within(disk.shown(path))
    return hashlib.blake2b(data, digest_size=KEY_BYTES, person=b"lexveil batch").digest()
