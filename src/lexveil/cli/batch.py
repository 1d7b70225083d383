"""`lexveil batch`: the rows of JSON Lines and CSV files, over several processes."""

import hashlib
from pathlib import Path
from typing import Annotated

import typer

from lexveil import batch as batches
from lexveil import config
from lexveil.batch.worker import Tally
from lexveil.cli import options, output
from lexveil.cli.output import FAILED, LEAKED, UNREVIEWED, Steps, hush, one_line, say, worded, worst
from lexveil.errors import InputError
from lexveil.formats import disk
from lexveil.replace.keyed_random import KEY_BYTES

_files = "JSON Lines or CSV files; each row is a text."
_column = "The column, or key, that holds the text."
_workers = "How many processes work on it; 0 is one for each core. The result is the same."
_resume = "Go on with what was begun in this folder: nothing that is done is made again."
_key = "A file with a secret: surrogates are drawn from it, and the same again from the same one."
KEY_FILE = 4096  # bytes at most


def batch(
    context: typer.Context,
    paths: Annotated[list[Path], typer.Argument(help=_files, show_default=False)],
    policy: options.PolicyName = config.DEFAULT_POLICY,
    only: options.Only = None,
    keep: options.Keep = None,
    language: options.Language = None,
    out: options.Out = Path("pseudonymized"),
    text_column: Annotated[str, typer.Option("--text-column", metavar="COLUMN", help=_column)] = "text",
    workers: Annotated[int, typer.Option("--workers", min=0, max=1024, help=_workers)] = 0,
    resume: Annotated[bool, typer.Option("--resume", help=_resume)] = False,
    key_file: Annotated[Path | None, typer.Option("--key-file", metavar="FILE", help=_key)] = None,
    quiet: options.Quiet = False,
) -> None:
    hush(quiet)
    with one_line():
        chosen = options.policy(policy, only=only, keep=keep)
        asked = batches.Corpus(
            paths, out, chosen, options.settings(context), text_column, workers, resume, _drawn(key_file),
            output.language(),
        )  # fmt: skip
        size = sum(path.stat().st_size for path in paths if path.is_file())
        with Steps(str(out), max(size, 1)) as steps:

            def told(done: Tally, rate: float) -> None:
                left = max(0, size - done.characters) / max(rate, 1)
                values = {"rows": done.rows, "rate": round(rate), "left": round(left / 60)}
                steps.bar.update(steps.task, completed=done.characters)
                steps.bar.update(steps.task, description=worded("batch.progress", **values))

            tally = batches.run(asked, told)
    say(worded("batch.summary", rows=tally.rows, failed=tally.failed, review=tally.review, out=str(out)))
    met = ((tally.failed, FAILED), (tally.leaks, LEAKED), (tally.review, UNREVIEWED))
    raise typer.Exit(worst(0, *(code for number, code in met if number)))


def _drawn(path: Path | None) -> bytes:
    if path is None:
        return b""
    data = disk.load(path, max_bytes=KEY_FILE)
    if not data:
        raise InputError("file.empty").within(disk.shown(path))
    return hashlib.blake2b(data, digest_size=KEY_BYTES, person=b"lexveil batch").digest()
